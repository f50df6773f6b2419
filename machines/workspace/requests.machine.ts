import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { notProvided } from '../lib/not-provided'
import type { SimulationRequest } from './payment-return.machine'
import { isAsBefore, type Offer, type Repeat, repeatOf } from './request-record'

/**
 * The simulation requests of a person's projects: listed, one of them open, and repeated as a new draft.
 *
 * While the open one awaits its payment the API is asked about it once more, since it then asks the payment provider.
 * Nothing becomes a draft unseen: where files, prices or offers are no longer what they were, or where the new draft
 * would take the place of an unsent one, the person is asked first.
 */
export const requestsMachine = setup({
  types: {
    input: {} as { openId: string | null },
    context: {} as {
      requests: SimulationRequest[]
      openId: string | null
      failure: string | null
      repeat: Repeat | null
    },
    events: {} as
      | { type: 'requests.retry' }
      | { type: 'request.opened'; id: string | null }
      | { type: 'request.repeated' }
      | { type: 'repeat.confirmed' }
      | { type: 'repeat.cancelled' },
    tags: {} as 'loaded' | 'repeating' | 'asking' | 'repeated',
  },
  actors: {
    loadRequests: notProvided<SimulationRequest[]>('loadRequests'),
    loadRequest: notProvided<SimulationRequest, { requestId: string }>('loadRequest'),
    loadOffer: notProvided<Offer, { projectId: string }>('loadOffer'),
    /** Leaves the new draft where the wizard finds it. */
    keepRepeat: notProvided<void, Repeat | null>('keepRepeat'),
  },
  actions: {
    fail: assign({
      failure: (_, { error, fallback }: { error: unknown; fallback: string }) => messageOf(error, fallback),
    }),
    clearFailure: assign({ failure: null }),
    open: assign((_, openId: string | null) => ({ openId, failure: null, repeat: null })),
    keep: assign(({ context }, known: SimulationRequest) => ({
      requests: context.requests.map((one) => (one.id === known.id ? known : one)),
    })),
    prepare: assign(({ context }, offer: Offer) => {
      const request = openOf(context)
      return { repeat: request && repeatOf(request, offer) }
    }),
  },
  guards: {
    awaitsPayment: ({ context }) => openOf(context)?.status === 'awaiting payment',
    isOpen: ({ context }) => openOf(context) !== null,
    isAsBefore: ({ context: { repeat } }) => repeat !== null && isAsBefore(repeat),
  },
}).createMachine({
  id: 'requests',
  context: ({ input }) => ({
    requests: [],
    openId: input.openId,
    failure: null,
    repeat: null,
  }),
  initial: 'loading',
  on: {
    'request.opened': { actions: { type: 'open', params: ({ event }) => event.id } },
  },
  states: {
    loading: {
      entry: 'clearFailure',
      invoke: {
        src: 'loadRequests',
        onDone: { target: 'loaded', actions: assign({ requests: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: {
            type: 'fail',
            params: ({ event }) => ({ error: event.error, fallback: 'Your requests could not be loaded.' }),
          },
        },
      },
    },
    failed: {
      on: { 'requests.retry': 'loading' },
    },
    loaded: {
      tags: 'loaded',
      on: {
        'request.opened': { target: '.looking', actions: { type: 'open', params: ({ event }) => event.id } },
      },
      initial: 'looking',
      states: {
        looking: {
          always: [{ guard: 'awaitsPayment', target: 'refreshing' }, { target: 'resting' }],
        },
        refreshing: {
          invoke: {
            src: 'loadRequest',
            input: ({ context }) => ({ requestId: context.openId ?? '' }),
            onDone: { target: 'resting', actions: { type: 'keep', params: ({ event }) => event.output } },
            // What the list said is still there; the next look asks again.
            onError: 'resting',
          },
        },
        resting: {
          on: {
            'request.repeated': { guard: 'isOpen', target: 'preparing', actions: 'clearFailure' },
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
              actions: {
                type: 'fail',
                params: ({ event }) => ({ error: event.error, fallback: 'The request could not be repeated.' }),
              },
            },
          },
        },
        comparing: {
          always: [{ guard: 'isAsBefore', target: 'keeping' }, { target: 'confirming' }],
        },
        confirming: {
          tags: 'asking',
          on: { 'repeat.confirmed': 'keeping', 'repeat.cancelled': 'resting' },
        },
        keeping: {
          tags: 'repeating',
          invoke: { src: 'keepRepeat', input: ({ context }) => context.repeat, onDone: 'repeated' },
        },
        repeated: {
          tags: 'repeated',
        },
      },
    },
  },
})

const openOf = ({ requests, openId }: { requests: SimulationRequest[]; openId: string | null }) =>
  requests.find(({ id }) => id === openId) ?? null

export type RequestsActor = ActorRefFrom<typeof requestsMachine>
type Snapshot = SnapshotFrom<typeof requestsMachine>

export const isLoading = (snapshot: Snapshot) => snapshot.matches('loading')
export const isLoaded = (snapshot: Snapshot) => snapshot.hasTag('loaded')
export const isRepeating = (snapshot: Snapshot) => snapshot.hasTag('repeating')
export const requestsOf = (snapshot: Snapshot) => snapshot.context.requests
export const failureOf = (snapshot: Snapshot) => snapshot.context.failure
export const openRequestOf = (snapshot: Snapshot) => openOf(snapshot.context)
/** The address names a request that the person cannot see. */
export const isMissing = (snapshot: Snapshot) =>
  snapshot.hasTag('loaded') && snapshot.context.openId !== null && openOf(snapshot.context) === null
/** What the person has to agree to before the request is repeated. */
export const questionOf = (snapshot: Snapshot) => (snapshot.hasTag('asking') ? snapshot.context.repeat : null)
/** The project of the new draft, once the wizard can open it. */
export const repeatedInOf = (snapshot: Snapshot) =>
  snapshot.hasTag('repeated') ? (snapshot.context.repeat?.draft.projectId ?? null) : null
