import { assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'

export type SimulationRequest = components['schemas']['SimulationRequest']

/**
 * The return from the payment page. The URL indicates how the user left that page, but only the API knows the result,
 * so it is polled until the result is known, for at most a minute. After that, the user can check again.
 */
export const paymentReturnMachine = setup({
  types: {
    input: {} as { requestId: string },
    context: {} as { requestId: string; request: SimulationRequest | null; asked: number; failure: string | null },
    events: {} as { type: 'status.asked' },
    tags: {} as 'busy',
  },
  actors: {
    loadRequest: placeholderActor<SimulationRequest, { requestId: string }>('loadRequest'),
  },
  actions: {
    /** Removes the stored draft of a paid request. */
    dropSentDraft: (_, _request: SimulationRequest) => {},
  },
  guards: {
    isPaid: (_, request: SimulationRequest) => ['paid', 'in progress', 'delivered'].includes(request.status),
    isSettled: (_, request: SimulationRequest) => request.status !== 'awaiting payment',
    isPollLimitReached: ({ context }) => context.asked >= 30,
  },
  delays: {
    askInterval: 2_000,
  },
}).createMachine({
  id: 'paymentReturn',
  context: ({ input }) => ({ requestId: input.requestId, request: null, asked: 0, failure: null }),
  initial: 'asking',
  states: {
    asking: {
      tags: 'busy',
      entry: assign({ asked: ({ context }) => context.asked + 1 }),
      invoke: {
        src: 'loadRequest',
        input: ({ context }) => ({ requestId: context.requestId }),
        onDone: [
          {
            guard: { type: 'isPaid', params: ({ event }) => event.output },
            target: 'paid',
            actions: [
              assign({ request: ({ event }) => event.output, failure: null }),
              { type: 'dropSentDraft', params: ({ event }) => event.output },
            ],
          },
          {
            guard: { type: 'isSettled', params: ({ event }) => event.output },
            target: 'settled',
            actions: assign({ request: ({ event }) => event.output, failure: null }),
          },
          {
            guard: 'isPollLimitReached',
            target: 'undecided',
            actions: assign({ request: ({ event }) => event.output, failure: null }),
          },
          { target: 'waiting', actions: assign({ request: ({ event }) => event.output, failure: null }) },
        ],
        onError: {
          target: 'failed',
          actions: assign({
            failure: ({ event }) => messageOf(event.error, 'The status of your request could not be loaded.'),
          }),
        },
      },
    },
    waiting: {
      tags: 'busy',
      after: { askInterval: 'asking' },
    },
    undecided: {
      on: { 'status.asked': { target: 'asking', actions: assign({ asked: 0 }) } },
    },
    failed: {
      on: { 'status.asked': { target: 'asking', actions: assign({ asked: 0 }) } },
    },
    paid: {},
    /** Canceled. The draft is still available. */
    settled: {},
  },
})

type Snapshot = SnapshotFrom<typeof paymentReturnMachine>

export const isAsking = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const requestOf = (snapshot: Snapshot) => snapshot.context.request
export const paymentFailureOf = (snapshot: Snapshot) => snapshot.context.failure
export const isPaid = (snapshot: Snapshot) => snapshot.matches('paid')
