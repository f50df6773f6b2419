import { type ActorRefFrom, assign, emit, enqueueActions, raise, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOr } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import { isRefusal } from '../lib/refusal'
import type { SimulationRequest } from './payment-return.machine'
import { isAsBefore, type Offer, type Repeat, repeatOf } from './request-record'

export type RequestPage = components['schemas']['SimulationRequestPage']

/** A filter for the list. An empty query, no status and no project select all requests. */
export type RequestFilter = {
  query: string
  status: components['schemas']['RequestStatus'] | null
  projectId: string | null
}

export const noFilter: RequestFilter = { query: '', status: null, projectId: null }

const sameFilter = (one: RequestFilter, other: RequestFilter) =>
  one.query.trim() === other.query.trim() && one.status === other.status && one.projectId === other.projectId

export type RequestPageWanted = { filter: RequestFilter; cursor: string | null }
/**
 * The first requests in the list, up to the requested count, and the open request. `request` is null if none is open or
 * the user can no longer see it.
 */
export type CurrentRequests = RequestPage & { request: SimulationRequest | null }
export type CurrentWanted = { filter: RequestFilter; openId: string | null; count: number }
type Summary = components['schemas']['SimulationRequestSummary']
type Checkout = components['schemas']['Checkout']

/**
 * The simulation requests of a user's projects: lists them page by page, opens one of them, and repeats one as a new
 * draft.
 *
 * The list does not contain the rows of the requests. A request is loaded when it is opened, so that its current status
 * is shown: while it is awaiting payment, the API checks with the payment provider. A request that is awaiting payment
 * can be paid, or canceled after confirmation. If either fails, the request is loaded again. A repeated request becomes
 * a draft only with the user's knowledge: if files, prices or available simulations have changed, or if the new draft
 * would replace an unsent one, the user has to confirm.
 *
 * When a request changes, the list and the open request are loaded again, without interrupting the user.
 *
 * The list can be filtered. While the user types, the old list stays; the new one is loaded after a short pause. The
 * URL follows the filter; a URL from elsewhere, such as a link, changes the filter.
 */
export const requestsMachine = setup({
  types: {
    input: {} as {
      openId: string | null
      filter: RequestFilter
    },
    context: {} as {
      requests: Summary[]
      /** The cursor of the next page, or null on the last page. */
      next: string | null
      /** The open request with its rows, once loaded. */
      request: SimulationRequest | null
      isMissing: boolean
      openId: string | null
      filter: RequestFilter
      /** The filter of the listed requests. */
      shownFilter: RequestFilter
      /** The filter in the URL. */
      addressed: RequestFilter
      failure: string | null
      /** Whether a request has changed since the requests were loaded. */
      isOutdated: boolean
      repeat: Repeat | null
      /** The id of the request that is being paid or canceled. */
      settledId: string | null
      paymentUrl: string | null
    },
    events: {} as
      | { type: 'requests.retry' }
      | { type: 'requests.outdated' }
      | { type: 'page.requested' }
      | { type: 'request.opened'; id: string | null }
      | { type: 'filter.changed'; change: Partial<RequestFilter> }
      | { type: 'filter.addressed'; filter: RequestFilter }
      | { type: 'request.repeated' }
      | { type: 'repeat.confirmed' }
      | { type: 'repeat.cancelled' }
      | { type: 'payment.resumed'; id: string }
      | { type: 'cancellation.requested'; id: string }
      | { type: 'cancellation.confirmed' }
      | { type: 'cancellation.declined' },
    emitted: {} as { type: 'draft.begun'; projectId: string } | { type: 'filter.applied'; filter: RequestFilter },
    tags: {} as 'loaded' | 'filtering' | 'opening' | 'loadingMore' | 'repeating' | 'asking' | 'settling',
  },
  actors: {
    loadRequests: placeholderActor<RequestPage, RequestPageWanted>('loadRequests'),
    /** Reports requests.outdated. */
    followChanges: placeholderCallback('followChanges'),
    loadCurrent: placeholderActor<CurrentRequests, CurrentWanted>('loadCurrent'),
    loadRequest: placeholderActor<SimulationRequest, { requestId: string }>('loadRequest'),
    loadOffer: placeholderActor<Offer, { projectId: string }>('loadOffer'),
    resumePayment: placeholderActor<Checkout, { requestId: string }>('resumePayment'),
    /** Redirects to the payment page. Resolves when the user returns with the browser's Back button. */
    openPaymentPage: placeholderActor<void, { url: string }>('openPaymentPage'),
    cancelRequest: placeholderActor<SimulationRequest, { requestId: string }>('cancelRequest'),
    /** Stores the new draft for the wizard. */
    keepRepeat: placeholderActor<void, Repeat | null>('keepRepeat'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
    clearFailure: assign({ failure: null }),
    show: assign(({ context }, { requests, next }: RequestPage) => ({ requests, next, shownFilter: context.filter })),
    narrow: assign(({ context }, change: Partial<RequestFilter>) => ({
      filter: { ...context.filter, ...change },
      failure: null,
    })),
    /** Writes the filter to the URL. */
    address: enqueueActions(({ context: { filter, addressed }, enqueue }) => {
      if (sameFilter(filter, addressed)) return
      enqueue.assign({ addressed: filter })
      enqueue.emit({ type: 'filter.applied', filter })
    }),
    /** Marks the notices about the open request as read. */
    markRead: (_, _requestId: string) => {},
    open: assign((_, openId: string | null) => ({ openId, isMissing: false, failure: null, repeat: null })),
    keep: assign(({ context }, known: SimulationRequest) => ({
      request: known.id === context.openId ? known : context.request,
      requests: context.requests.map((one) => (one.id === known.id ? known : one)),
    })),
    settle: assign((_, settledId: string) => ({ settledId, failure: null })),
    prepare: assign(({ context }, offer: Offer) => {
      const request = openOf(context)
      return { repeat: request && repeatOf(request, offer) }
    }),
  },
  guards: {
    isOutdated: ({ context }) => context.isOutdated,
    isNarrowed: ({ context }) => !sameFilter(context.filter, context.shownFilter),
    isElsewhere: ({ context }, filter: RequestFilter) => !sameFilter(filter, context.addressed),
    isNamed: ({ context }) => context.openId !== null,
    hasMore: ({ context }) => context.next !== null,
    awaitsPayment: ({ context }, id: string) =>
      [...context.requests, openOf(context)].some((one) => one?.id === id && one.status === 'awaiting payment'),
    isOpen: ({ context }) => openOf(context) !== null,
    isAsBefore: ({ context: { repeat } }) => repeat !== null && isAsBefore(repeat),
  },
  delays: { updatePause: 30_000, typingPause: 300 },
}).createMachine({
  id: 'requests',
  context: ({ input }) => ({
    requests: [],
    next: null,
    request: null,
    isMissing: false,
    openId: input.openId,
    filter: input.filter,
    shownFilter: input.filter,
    addressed: input.filter,
    failure: null,
    isOutdated: false,
    repeat: null,
    settledId: null,
    paymentUrl: null,
  }),
  invoke: { src: 'followChanges' },
  initial: 'loading',
  on: {
    'request.opened': { actions: { type: 'open', params: ({ event }) => event.id } },
    'requests.outdated': { actions: assign({ isOutdated: true }) },
    'filter.changed': { actions: { type: 'narrow', params: ({ event }) => event.change } },
    'filter.addressed': {
      guard: { type: 'isElsewhere', params: ({ event }) => event.filter },
      actions: [
        assign({ addressed: ({ event }) => event.filter }),
        { type: 'narrow', params: ({ event }) => event.filter },
        raise({ type: 'filter.changed', change: {} }),
      ],
    },
  },
  states: {
    loading: {
      entry: ['clearFailure', 'address'],
      on: {
        'filter.changed': {
          target: 'loading',
          reenter: true,
          actions: { type: 'narrow', params: ({ event }) => event.change },
        },
      },
      invoke: {
        src: 'loadRequests',
        input: ({ context: { filter } }) => ({ filter, cursor: null }),
        onDone: { target: 'loaded', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: messageOr('Your requests could not be loaded.') },
        },
      },
    },
    failed: {
      on: {
        'requests.retry': 'loading',
        'filter.changed': { target: 'loading', actions: { type: 'narrow', params: ({ event }) => event.change } },
      },
    },
    loaded: {
      tags: 'loaded',
      on: {
        'request.opened': { target: '.looking', actions: { type: 'open', params: ({ event }) => event.id } },
        // Interrupts any loading in progress.
        'request.repeated': { guard: 'isOpen', target: '.preparing', actions: 'clearFailure' },
        'payment.resumed': {
          guard: { type: 'awaitsPayment', params: ({ event }) => event.id },
          target: '.settling.paying',
          actions: { type: 'settle', params: ({ event }) => event.id },
        },
        'cancellation.requested': {
          guard: { type: 'awaitsPayment', params: ({ event }) => event.id },
          target: '.confirmingCancellation',
          actions: { type: 'settle', params: ({ event }) => event.id },
        },
      },
      initial: 'looking',
      states: {
        looking: {
          always: [{ guard: 'isNamed', target: 'opening' }, { target: 'resting' }],
        },
        opening: {
          tags: 'opening',
          entry: 'clearFailure',
          invoke: {
            src: 'loadRequest',
            input: ({ context }) => ({ requestId: context.openId ?? '' }),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'markRead', params: ({ event }) => event.output.id },
                { type: 'keep', params: ({ event }) => event.output },
              ],
            },
            onError: [
              {
                guard: ({ event }) => isRefusal(event.error),
                target: 'resting',
                actions: assign({ isMissing: true, request: null }),
              },
              {
                target: 'closed',
                actions: { type: 'fail', params: messageOr('The request could not be loaded.') },
              },
            ],
          },
        },
        /** The open request could not be loaded. */
        closed: {
          on: { 'requests.retry': 'opening' },
        },
        resting: {
          initial: 'current',
          states: {
            current: {
              always: [
                { guard: 'isNarrowed', target: '#requests.loaded.narrowing' },
                { guard: 'isOutdated', target: 'updating' },
              ],
            },
            updating: {
              on: { 'requests.outdated': { target: 'updating', reenter: true } },
              invoke: {
                src: 'loadCurrent',
                input: ({ context: { shownFilter, openId, requests } }) => ({
                  filter: shownFilter,
                  openId,
                  count: requests.length,
                }),
                onDone: {
                  target: 'current',
                  actions: assign(({ context: { openId }, event: { output } }) => ({
                    ...output,
                    isMissing: openId !== null && output.request === null,
                    isOutdated: false,
                  })),
                },
                // Keep the displayed data. The user did not request this update, so no error is shown.
                onError: 'outdated',
              },
            },
            outdated: { after: { updatePause: 'updating' }, on: { 'requests.outdated': 'updating' } },
          },
          on: {
            'filter.changed': {
              target: '#requests.loaded.narrowing',
              actions: { type: 'narrow', params: ({ event }) => event.change },
            },
            'page.requested': { guard: 'hasMore', target: 'loadingMore', actions: 'clearFailure' },
          },
        },
        /** The user may still be typing, so the list is loaded only after a pause. */
        narrowing: {
          tags: 'filtering',
          on: {
            'filter.changed': {
              target: 'narrowing',
              reenter: true,
              actions: { type: 'narrow', params: ({ event }) => event.change },
            },
          },
          after: { typingPause: 'filtering' },
        },
        filtering: {
          tags: 'filtering',
          entry: 'address',
          on: {
            'filter.changed': {
              target: 'narrowing',
              actions: { type: 'narrow', params: ({ event }) => event.change },
            },
          },
          invoke: {
            src: 'loadRequests',
            input: ({ context: { filter } }) => ({ filter, cursor: null }),
            onDone: { target: 'resting', actions: { type: 'show', params: ({ event }) => event.output } },
            onError: {
              target: '#requests.failed',
              actions: { type: 'fail', params: messageOr('Your requests could not be loaded.') },
            },
          },
        },
        /** Asks for confirmation before a request is canceled. */
        confirmingCancellation: {
          on: { 'cancellation.confirmed': 'settling.canceling', 'cancellation.declined': 'looking' },
        },
        /** One request at a time is paid or canceled. */
        settling: {
          tags: 'settling',
          on: { 'request.repeated': {}, 'payment.resumed': {}, 'cancellation.requested': {} },
          initial: 'paying',
          states: {
            paying: {
              invoke: {
                src: 'resumePayment',
                input: ({ context }) => ({ requestId: context.settledId ?? '' }),
                onDone: { target: 'leaving', actions: assign({ paymentUrl: ({ event }) => event.output.url }) },
                onError: {
                  target: 'checking',
                  actions: { type: 'fail', params: messageOr('The payment page could not be opened.') },
                },
              },
            },
            /** The payment page is opening. The browser's Back button returns to this page. */
            leaving: {
              invoke: {
                src: 'openPaymentPage',
                input: ({ context }) => ({ url: context.paymentUrl ?? '' }),
                onDone: 'checking',
                onError: {
                  target: 'checking',
                  actions: { type: 'fail', params: messageOr('The payment page could not be opened.') },
                },
              },
            },
            canceling: {
              invoke: {
                src: 'cancelRequest',
                input: ({ context }) => ({ requestId: context.settledId ?? '' }),
                onDone: {
                  target: '#requests.loaded.resting',
                  actions: { type: 'keep', params: ({ event }) => event.output },
                },
                onError: {
                  target: 'checking',
                  actions: { type: 'fail', params: messageOr('The request could not be canceled.') },
                },
              },
            },
            /** The request may have been paid or canceled elsewhere, so it is loaded again. */
            checking: {
              invoke: {
                src: 'loadRequest',
                input: ({ context }) => ({ requestId: context.settledId ?? '' }),
                onDone: {
                  target: '#requests.loaded.resting',
                  actions: { type: 'keep', params: ({ event }) => event.output },
                },
                onError: '#requests.loaded.resting',
              },
            },
          },
        },
        loadingMore: {
          tags: 'loadingMore',
          invoke: {
            src: 'loadRequests',
            input: ({ context: { shownFilter, next } }) => ({ filter: shownFilter, cursor: next }),
            onDone: {
              target: 'resting',
              actions: assign(({ context, event }) => ({
                requests: [...context.requests, ...event.output.requests],
                next: event.output.next,
              })),
            },
            onError: [
              // Another filter has been chosen in the meantime, so these requests are no longer needed.
              { guard: 'isNarrowed', target: 'resting' },
              {
                target: 'resting',
                actions: { type: 'fail', params: messageOr('Older requests could not be loaded.') },
              },
            ],
          },
        },
        preparing: {
          tags: 'repeating',
          invoke: {
            src: 'loadOffer',
            input: ({ context }) => ({ projectId: openOf(context)?.project_id ?? '' }),
            onDone: { target: 'comparing', actions: { type: 'prepare', params: ({ event }) => event.output } },
            onError: {
              target: 'resting',
              actions: { type: 'fail', params: messageOr('The request could not be repeated.') },
            },
          },
        },
        comparing: {
          always: [{ guard: 'isAsBefore', target: 'keeping' }, { target: 'confirming' }],
        },
        confirming: {
          tags: 'asking',
          on: { 'repeat.confirmed': 'keeping', 'repeat.cancelled': 'looking' },
        },
        keeping: {
          tags: 'repeating',
          invoke: {
            src: 'keepRepeat',
            input: ({ context }) => context.repeat,
            onDone: 'repeated',
            onError: {
              target: 'resting',
              actions: { type: 'fail', params: messageOr('The request could not be repeated.') },
            },
          },
        },
        /** The wizard opens the new draft. */
        repeated: {
          tags: 'repeating',
          entry: emit(({ context }) => ({
            type: 'draft.begun',
            projectId: context.repeat?.draft.projectId ?? '',
          })),
        },
      },
    },
  },
})

const openOf = ({ request, openId }: { request: SimulationRequest | null; openId: string | null }) =>
  request?.id === openId ? request : null

export type RequestsActor = ActorRefFrom<typeof requestsMachine>
type Snapshot = SnapshotFrom<typeof requestsMachine>

export const isLoading = (snapshot: Snapshot) => snapshot.matches('loading')
export const isLoaded = (snapshot: Snapshot) => snapshot.hasTag('loaded')
export const filterOf = (snapshot: Snapshot) => snapshot.context.filter
/** Whether the listed requests do not match the filter yet. */
export const isFiltering = (snapshot: Snapshot) => snapshot.hasTag('filtering')
/** Whether a search text or a status limits the list. The project does not count. */
export const isFiltered = ({ context }: Snapshot) =>
  context.shownFilter.query.trim() !== '' || context.shownFilter.status !== null
/** Whether the open request is being loaded. */
export const isOpening = (snapshot: Snapshot) => snapshot.hasTag('opening')
/** Whether the open request could not be loaded. */
export const isClosed = (snapshot: Snapshot) => snapshot.matches({ loaded: 'closed' })
/** Whether there are older requests that are not listed yet. */
export const hasMore = (snapshot: Snapshot) => snapshot.context.next !== null
export const isLoadingMore = (snapshot: Snapshot) => snapshot.hasTag('loadingMore')
/**
 * Whether older requests can be loaded now: not while the list changes, or while a request is being paid or canceled.
 */
export const canLoadMore = (snapshot: Snapshot) => snapshot.can({ type: 'page.requested' })
export const isRepeating = (snapshot: Snapshot) => snapshot.hasTag('repeating')
export const requestsOf = (snapshot: Snapshot) => snapshot.context.requests
export const requestsFailureOf = (snapshot: Snapshot) => snapshot.context.failure
export const openRequestOf = (snapshot: Snapshot) => openOf(snapshot.context)
/** Whether the URL refers to a request that the user cannot access. */
export const isMissing = (snapshot: Snapshot) => snapshot.context.isMissing
/** The new draft that the user has to confirm before a request is repeated; null if there is none. */
export const questionOf = (snapshot: Snapshot) => (snapshot.hasTag('asking') ? snapshot.context.repeat : null)
/** The id of the request whose cancellation the user has to confirm; null if there is none. */
export const doubtedIdOf = (snapshot: Snapshot) =>
  snapshot.matches({ loaded: 'confirmingCancellation' }) ? snapshot.context.settledId : null
/** The id of the request that is being paid or canceled; null if there is none. */
export const settlingIdOf = (snapshot: Snapshot) => (snapshot.hasTag('settling') ? snapshot.context.settledId : null)
