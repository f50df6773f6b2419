import type { ActorRefFrom } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { filteredListMachine } from '../filtered-list'

export type CustomerSummary = components['schemas']['CustomerSummary']
export type CustomerFilter = { query: string }

/**
 * The staff's list of everyone who has submitted a request, sorted by each customer's latest request, newest first. The
 * list can be searched and is loaded page by page.
 */
export const customerListMachine = filteredListMachine<CustomerSummary, CustomerFilter>({
  id: 'customerList',
  failures: { list: 'The customers could not be loaded.', page: 'More customers could not be loaded.' },
})

export type CustomerListActor = ActorRefFrom<typeof customerListMachine>
