import type { ActorRefFrom } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { filteredListMachine } from '../filtered-list'

export type ContactSummary = components['schemas']['StaffContactSummary']
export type ContactState = 'open' | 'new' | 'assigned' | 'done' | 'all'
export type ContactFilter = { state: ContactState; assignee: 'me' | null; query: string }

/**
 * The messages from the contact form, for the staff: filtered, searched and listed page by page. While the user types,
 * the old list stays. When someone else makes a change, or a message arrives, the list is loaded again without
 * interrupting the user.
 */
export const contactListMachine = filteredListMachine<ContactSummary, ContactFilter>({
  id: 'contactList',
  failures: { list: 'The messages could not be loaded.', page: 'More messages could not be loaded.' },
})

export type ContactListActor = ActorRefFrom<typeof contactListMachine>
