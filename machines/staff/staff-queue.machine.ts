import { type ActorRefFrom, assign, emit, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOr } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'

export type StaffRequestSummary = components['schemas']['StaffRequestSummary']
export type QueueState = 'open' | 'awaiting payment' | 'paid' | 'in progress' | 'delivered' | 'cancelled' | 'all'
export type QueueFilter = { state: QueueState; assignee: 'me' | 'nobody' | null; query: string }

export const wholeQueue: QueueFilter = { state: 'open', assignee: null, query: '' }

/** At least `count` requests, or the page that starts at the cursor. */
export type QueueWanted = { filter: QueueFilter; cursor: string | null; count: number }
export type QueuePage = components['schemas']['StaffRequestPage']

/**
 * The staff's queue of simulation requests: filtered, searched and listed page by page. While the user types, the old
 * list stays. When somebody else makes a change, the list is loaded again without interrupting the user.
 */
export const staffQueueMachine = setup({
  types: {
    input: {} as { filter: QueueFilter },
    context: {} as {
      filter: QueueFilter
      requests: StaffRequestSummary[]
      /** The cursor of the next page, or null on the last page. */
      next: string | null
      failure: string | null
      /** A request has changed since the list was loaded. */
      isOutdated: boolean
    },
    events: {} as
      | { type: 'queue.retry' }
      | { type: 'queue.outdated' }
      | { type: 'page.requested' }
      | { type: 'filter.changed'; change: Partial<QueueFilter> },
    emitted: {} as { type: 'filter.applied'; filter: QueueFilter },
    tags: {} as 'listed' | 'busy',
  },
  actors: {
    loadQueue: placeholderActor<QueuePage, QueueWanted>('loadQueue'),
    /** Reports queue.outdated. */
    followRequests: placeholderCallback('followRequests'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
    clearFailure: assign({ failure: null }),
    /** A change that is reported from now on may be missing from the list that is being loaded. */
    beginListing: assign({ failure: null, isOutdated: false }),
    show: assign((_, { requests, next }: QueuePage) => ({ requests, next })),
    narrow: assign(({ context }, change: Partial<QueueFilter>) => ({ filter: { ...context.filter, ...change } })),
  },
  guards: {
    hasMore: ({ context }) => context.next !== null,
    isOutdated: ({ context }) => context.isOutdated,
  },
  delays: { typingPause: 300, updatePause: 30_000 },
}).createMachine({
  id: 'staffQueue',
  context: ({ input }) => ({ filter: input.filter, requests: [], next: null, failure: null, isOutdated: false }),
  invoke: { src: 'followRequests' },
  initial: 'loading',
  on: {
    'queue.outdated': { actions: assign({ isOutdated: true }) },
    'filter.changed': { target: '.narrowing', actions: { type: 'narrow', params: ({ event }) => event.change } },
  },
  states: {
    loading: {
      tags: 'busy',
      entry: 'beginListing',
      invoke: {
        src: 'loadQueue',
        input: ({ context: { filter } }) => ({ filter, cursor: null, count: 0 }),
        onDone: { target: 'listed', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'fail', params: messageOr('The queue could not be loaded.') } },
      },
    },
    failed: { on: { 'queue.retry': 'loading' } },
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
        src: 'loadQueue',
        input: ({ context: { filter } }) => ({ filter, cursor: null, count: 0 }),
        onDone: { target: 'listed', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'fail', params: messageOr('The queue could not be loaded.') } },
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
            src: 'loadQueue',
            input: ({ context: { filter, next } }) => ({ filter, cursor: next, count: 0 }),
            onDone: {
              target: 'current',
              actions: assign(({ context, event: { output } }) => ({
                requests: [...context.requests, ...output.requests],
                next: output.next,
              })),
            },
            onError: {
              target: 'current',
              actions: { type: 'fail', params: messageOr('More requests could not be loaded.') },
            },
          },
        },
        updating: {
          on: { 'queue.outdated': { target: 'updating', reenter: true } },
          invoke: {
            src: 'loadQueue',
            input: ({ context: { filter, requests } }) => ({ filter, cursor: null, count: requests.length }),
            onDone: {
              target: 'current',
              actions: [{ type: 'show', params: ({ event }) => event.output }, assign({ isOutdated: false })],
            },
            // Keep the displayed list. The user did not request this update, so no error is shown.
            onError: 'outdated',
          },
        },
        outdated: { after: { updatePause: 'updating' }, on: { 'queue.outdated': 'updating' } },
      },
    },
  },
})

export type StaffQueueActor = ActorRefFrom<typeof staffQueueMachine>
type Snapshot = SnapshotFrom<typeof staffQueueMachine>

export const queueOf = ({ context }: Snapshot) => context.requests
export const queueFilterOf = ({ context }: Snapshot) => context.filter
/** Whether the filter hides any of the requests that are to do. */
export const isQueueNarrowed = ({ context: { filter } }: Snapshot) =>
  filter.query.trim() !== '' || filter.assignee !== null || (filter.state !== 'open' && filter.state !== 'all')
export const queueFailureOf = ({ context }: Snapshot) => context.failure
export const isQueueLoading = (snapshot: Snapshot) => snapshot.matches('loading')
export const isQueueListed = (snapshot: Snapshot) => snapshot.hasTag('listed')
/** Whether the listed requests do not match the filter yet. */
export const isQueueFiltering = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const hasQueueFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const hasMoreInQueue = ({ context }: Snapshot) => context.next !== null
export const isLoadingMoreOfQueue = (snapshot: Snapshot) => snapshot.matches({ listed: 'loadingMore' })
