import type { ActorRefFrom } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { filteredListMachine } from '../filtered-list'

export type StaffRequestSummary = components['schemas']['StaffRequestSummary']
export type QueueState = 'open' | 'awaiting payment' | 'paid' | 'in progress' | 'delivered' | 'cancelled' | 'all'
export type QueueFilter = {
  state: QueueState
  assignee: 'me' | 'nobody' | null
  query: string
  /** The id of the customer on whose page the list is shown. */
  customer?: string
}

/**
 * The staff's queue of simulation requests: filtered, searched and listed page by page. While the user types, the old
 * list stays. When someone else makes a change, the list is loaded again without interrupting the user.
 */
export const staffQueueMachine = filteredListMachine<StaffRequestSummary, QueueFilter>({
  id: 'staffQueue',
  failures: { list: 'The queue could not be loaded.', page: 'More requests could not be loaded.' },
})

export type StaffQueueActor = ActorRefFrom<typeof staffQueueMachine>
