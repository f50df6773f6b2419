import { assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOr } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'

export type SimulationRequest = components['schemas']['SimulationRequest']

/**
 * The return from the payment page. The URL indicates how the user left that page, but only the API can determine the
 * result, so it is polled up to 30 times, for about a minute, until the result is known. After that, the user can check
 * again. If the user left without paying, polling ends with the first response: with some providers, the payment page
 * remains valid, so the request continues to await payment, and the user can still pay.
 */
export const paymentReturnMachine = setup({
  types: {
    input: {} as { requestId: string; hasLeft: boolean },
    context: {} as {
      requestId: string
      hasLeft: boolean
      request: SimulationRequest | null
      asked: number
      paymentUrl: string | null
      failure: string | null
    },
    events: {} as { type: 'status.asked' } | { type: 'payment.resumed' },
    tags: {} as 'busy' | 'unpaid' | 'opening',
  },
  actors: {
    loadRequest: placeholderActor<SimulationRequest, { requestId: string }>('loadRequest'),
    resumePayment: placeholderActor<{ id: string; url: string }, { requestId: string }>('resumePayment'),
    openPaymentPage: placeholderActor<void, { url: string }>('openPaymentPage'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
    /** Removes the stored draft of a paid request. */
    dropSentDraft: (_, _request: SimulationRequest) => {},
  },
  guards: {
    isPaid: (_, request: SimulationRequest) => ['paid', 'in progress', 'delivered'].includes(request.status),
    isSettled: (_, request: SimulationRequest) => request.status !== 'awaiting payment',
    hasLeft: ({ context }) => context.hasLeft,
    isPollLimitReached: ({ context }) => context.asked >= 30,
  },
  delays: {
    askInterval: 2_000,
  },
}).createMachine({
  id: 'paymentReturn',
  context: ({ input }) => ({ ...input, request: null, asked: 0, paymentUrl: null, failure: null }),
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
            guard: 'hasLeft',
            target: 'unpaid',
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
          actions: { type: 'fail', params: messageOr('The status of your request could not be loaded.') },
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
    /** The user left the payment page, but the request can still be paid. */
    unpaid: {
      tags: 'unpaid',
      on: { 'payment.resumed': 'resuming' },
    },
    resuming: {
      tags: ['unpaid', 'opening'],
      invoke: {
        src: 'resumePayment',
        input: ({ context }) => ({ requestId: context.requestId }),
        onDone: { target: 'leaving', actions: assign({ paymentUrl: ({ event }) => event.output.url }) },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: messageOr('The payment page could not be opened.') },
        },
      },
    },
    /** The payment page is opening. The browser's Back button returns here. */
    leaving: {
      tags: ['unpaid', 'opening'],
      invoke: {
        src: 'openPaymentPage',
        input: ({ context }) => ({ url: context.paymentUrl ?? '' }),
        onDone: { target: 'asking', actions: assign({ asked: 0 }) },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: messageOr('The payment page could not be opened.') },
        },
      },
    },
    failed: {
      on: { 'status.asked': { target: 'asking', actions: assign({ asked: 0 }) } },
    },
    paid: {},
    /** The request was canceled. Its draft is still available. */
    settled: {},
  },
})

type Snapshot = SnapshotFrom<typeof paymentReturnMachine>

export const isAsking = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const requestOf = (snapshot: Snapshot) => snapshot.context.request
export const paymentFailureOf = (snapshot: Snapshot) => snapshot.context.failure
/** Whether the user left the payment page, and the request can still be paid. */
export const isUnpaid = (snapshot: Snapshot) => snapshot.hasTag('unpaid')
export const isOpeningPaymentPage = (snapshot: Snapshot) => snapshot.hasTag('opening')
export const isPaid = (snapshot: Snapshot) => snapshot.matches('paid')
