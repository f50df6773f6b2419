import { type ActorRefFrom, assign, emit, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOr } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'

export type ContactSummary = components['schemas']['StaffContactSummary']
export type ContactState = 'open' | 'new' | 'assigned' | 'done' | 'all'
export type ContactFilter = { state: ContactState; assignee: 'me' | null; query: string }

export const openContacts: ContactFilter = { state: 'open', assignee: null, query: '' }

/** At least `count` messages, or the page that starts at the cursor. */
export type ContactsWanted = { filter: ContactFilter; cursor: string | null; count: number }
export type ContactPage = components['schemas']['StaffContactPage']

/**
 * The messages of the contact form, for the staff: filtered, searched and listed page by page. While the user types, the
 * old list stays. When somebody else makes a change, or a message arrives, the list is loaded again without interrupting
 * the user.
 */
export const contactListMachine = setup({
  types: {
    input: {} as { filter: ContactFilter },
    context: {} as {
      filter: ContactFilter
      messages: ContactSummary[]
      /** The cursor of the next page, or null on the last page. */
      next: string | null
      failure: string | null
      /** A message has arrived or changed since the list was loaded. */
      isOutdated: boolean
    },
    events: {} as
      | { type: 'list.retry' }
      | { type: 'list.outdated' }
      | { type: 'page.requested' }
      | { type: 'filter.changed'; change: Partial<ContactFilter> },
    emitted: {} as { type: 'filter.applied'; filter: ContactFilter },
    tags: {} as 'listed' | 'busy',
  },
  actors: {
    loadMessages: placeholderActor<ContactPage, ContactsWanted>('loadMessages'),
    /** Reports list.outdated. */
    followMessages: placeholderCallback('followMessages'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
    clearFailure: assign({ failure: null }),
    /** A change that is reported from now on may be missing from the list that is being loaded. */
    beginListing: assign({ failure: null, isOutdated: false }),
    show: assign((_, { messages, next }: ContactPage) => ({ messages, next })),
    narrow: assign(({ context }, change: Partial<ContactFilter>) => ({ filter: { ...context.filter, ...change } })),
  },
  guards: {
    hasMore: ({ context }) => context.next !== null,
    isOutdated: ({ context }) => context.isOutdated,
  },
  delays: { typingPause: 300, updatePause: 30_000 },
}).createMachine({
  id: 'contactList',
  context: ({ input }) => ({ filter: input.filter, messages: [], next: null, failure: null, isOutdated: false }),
  invoke: { src: 'followMessages' },
  initial: 'loading',
  on: {
    'list.outdated': { actions: assign({ isOutdated: true }) },
    'filter.changed': { target: '.narrowing', actions: { type: 'narrow', params: ({ event }) => event.change } },
  },
  states: {
    loading: {
      tags: 'busy',
      entry: 'beginListing',
      invoke: {
        src: 'loadMessages',
        input: ({ context: { filter } }) => ({ filter, cursor: null, count: 0 }),
        onDone: { target: 'listed', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: messageOr('The messages could not be loaded.') },
        },
      },
    },
    failed: { on: { 'list.retry': 'loading' } },
    /** The user may still be typing. */
    narrowing: {
      tags: ['listed', 'busy'],
      after: {
        typingPause: {
          target: 'filtering',
          actions: emit(({ context }) => ({ type: 'filter.applied', filter: context.filter })),
        },
      },
      on: {
        'filter.changed': {
          target: 'narrowing',
          reenter: true,
          actions: { type: 'narrow', params: ({ event }) => event.change },
        },
      },
    },
    filtering: {
      tags: ['listed', 'busy'],
      entry: 'beginListing',
      invoke: {
        src: 'loadMessages',
        input: ({ context: { filter } }) => ({ filter, cursor: null, count: 0 }),
        onDone: { target: 'listed', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: messageOr('The messages could not be loaded.') },
        },
      },
    },
    listed: {
      tags: 'listed',
      initial: 'current',
      // An update that this interrupts is made afterwards.
      on: { 'page.requested': { guard: 'hasMore', target: '.loadingMore' } },
      states: {
        current: { always: { guard: 'isOutdated', target: 'updating' } },
        loadingMore: {
          entry: 'clearFailure',
          invoke: {
            src: 'loadMessages',
            input: ({ context: { filter, next } }) => ({ filter, cursor: next, count: 0 }),
            onDone: {
              target: 'current',
              actions: assign(({ context, event: { output } }) => ({
                messages: [...context.messages, ...output.messages],
                next: output.next,
              })),
            },
            onError: {
              target: 'current',
              actions: { type: 'fail', params: messageOr('More messages could not be loaded.') },
            },
          },
        },
        updating: {
          on: { 'list.outdated': { target: 'updating', reenter: true } },
          invoke: {
            src: 'loadMessages',
            input: ({ context: { filter, messages } }) => ({ filter, cursor: null, count: messages.length }),
            onDone: {
              target: 'current',
              actions: [{ type: 'show', params: ({ event }) => event.output }, assign({ isOutdated: false })],
            },
            // Keep the displayed list. The user did not request this update, so no error is shown.
            onError: 'outdated',
          },
        },
        outdated: { after: { updatePause: 'updating' }, on: { 'list.outdated': 'updating' } },
      },
    },
  },
})

export type ContactListActor = ActorRefFrom<typeof contactListMachine>
type Snapshot = SnapshotFrom<typeof contactListMachine>

export const contactsOf = ({ context }: Snapshot) => context.messages
export const contactFilterOf = ({ context }: Snapshot) => context.filter
/** Whether the filter hides any of the messages that are to do. */
export const areContactsNarrowed = ({ context: { filter } }: Snapshot) =>
  filter.query.trim() !== '' || filter.assignee !== null || (filter.state !== 'open' && filter.state !== 'all')
export const contactListFailureOf = ({ context }: Snapshot) => context.failure
export const isContactListLoading = (snapshot: Snapshot) => snapshot.matches('loading')
export const isContactListShown = (snapshot: Snapshot) => snapshot.hasTag('listed')
/** Whether the listed messages do not match the filter yet. */
export const isContactListFiltering = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const hasContactListFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const hasMoreContacts = ({ context }: Snapshot) => context.next !== null
export const isLoadingMoreContacts = (snapshot: Snapshot) => snapshot.matches({ listed: 'loadingMore' })
