import type { ActorRefFrom } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { filteredListMachine } from '../filtered-list'

export type CustomerSummary = components['schemas']['CustomerSummary']
export type CustomerFilter = { query: string }

/** Everyone who has submitted a request, the newest request first: searched and listed page by page, for the staff. */
export const customerListMachine = filteredListMachine<CustomerSummary, CustomerFilter>({
  id: 'customerList',
  failures: { list: 'The customers could not be loaded.', page: 'More customers could not be loaded.' },
})

export type CustomerListActor = ActorRefFrom<typeof customerListMachine>
