import { type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { messageOr } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'

export type RowKey = components['schemas']['OrderedRowKey']

/** A refund as sent to the API. */
export type SentRefund = { requestId: string; id: string; rows: RowKey[]; reason: string; cancels: boolean }

/** What can still be refunded, and whether the request can still be canceled. */
type Refundable = { rows: RowKey[]; mayCancel: boolean }

const nothingChosen = { rows: [] as RowKey[], reason: '', cancels: false, sendingId: null, failure: null, update: null }

/**
 * A refund or cancellation by the staff: rows, a reason for the customer, a confirmation with the amount, and only then
 * the call to the payment provider. A failed refund keeps its id, so that sending it again does not refund twice. What
 * a colleague has refunded in the meantime is no longer chosen, nor is the cancellation of a delivered request. While a
 * refund is being sent, what was chosen stays as it was sent.
 */
export const refundMachine = setup({
  types: {
    input: {} as { requestId: string },
    context: {} as {
      requestId: string
      rows: RowKey[]
      reason: string
      cancels: boolean
      /** The id of the refund that is being sent, or could not be sent. */
      sendingId: string | null
      failure: string | null
      /**
       * What can still be refunded or canceled after the request has changed while a refund was being sent; null if it
       * has not changed.
       */
      update: Refundable | null
    },
    events: {} as
      | { type: 'refund.begun' }
      | { type: 'refund.left' }
      /** Goes one step back, and keeps what was chosen. */
      | { type: 'refund.hidden' }
      /** The request was loaded again. */
      | ({ type: 'request.changed' } & Refundable)
      | { type: 'row.toggled'; row: RowKey }
      | { type: 'reason.typed'; text: string }
      | { type: 'cancellation.toggled' }
      | { type: 'refund.requested' }
      /** `newId` becomes the id of the refund, unless it already has one from a failed attempt. */
      | { type: 'refund.confirmed'; newId: string }
      | { type: 'question.dismissed' },
    tags: {} as 'open' | 'changeable',
  },
  actors: {
    send: placeholderActor<void, SentRefund>('send'),
  },
  actions: {
    /**
     * Drops what can no longer be refunded or canceled. If nothing is left, the message about a failed attempt is
     * dropped, too, because there is nothing to send again.
     */
    narrow: assign(({ context }, left: Refundable) => {
      const rows = context.rows.filter((row) => left.rows.some((one) => isSame(one, row)))
      const cancels = context.cancels && left.mayCancel
      return { rows, cancels, failure: rows.length > 0 || cancels ? context.failure : null }
    }),
  },
  guards: {
    isIncomplete: ({ context: { rows, cancels } }) => rows.length === 0 && !cancels,
    isComplete: ({ context: { rows, reason, cancels } }) => (rows.length > 0 || cancels) && reason.trim() !== '',
  },
}).createMachine({
  id: 'refund',
  context: ({ input }) => ({ ...input, ...nothingChosen }),
  on: { 'request.changed': { actions: { type: 'narrow', params: ({ event }) => event } } },
  initial: 'closed',
  states: {
    closed: { on: { 'refund.begun': 'choosing' } },
    choosing: {
      tags: ['open', 'changeable'],
      on: {
        'row.toggled': {
          actions: assign(({ context: { rows }, event: { row } }) => ({ rows: toggled(rows, row), sendingId: null })),
        },
        'reason.typed': { actions: assign({ reason: ({ event }) => event.text, sendingId: null }) },
        'cancellation.toggled': { actions: assign({ cancels: ({ context }) => !context.cancels, sendingId: null }) },
        'refund.requested': { guard: 'isComplete', target: 'asking', actions: assign({ failure: null }) },
        'refund.left': { target: 'closed', actions: assign(nothingChosen) },
        'refund.hidden': 'closed',
      },
    },
    asking: {
      tags: 'open',
      always: { guard: 'isIncomplete', target: 'choosing' },
      on: {
        'refund.confirmed': {
          target: 'sending',
          actions: assign({ sendingId: ({ context, event }) => context.sendingId ?? event.newId }),
        },
        'question.dismissed': 'choosing',
        'refund.hidden': 'choosing',
      },
    },
    sending: {
      tags: 'open',
      on: { 'request.changed': { actions: assign({ update: ({ event }) => event }) } },
      invoke: {
        src: 'send',
        input: ({ context: { requestId, sendingId, rows, reason, cancels } }) => ({
          ...{ requestId, rows, reason, cancels },
          id: sendingId ?? '',
        }),
        onDone: { target: 'closed', actions: assign(nothingChosen) },
        onError: {
          target: 'choosing',
          actions: [
            assign({
              failure: (args) =>
                messageOr('The refund could not be saved. You can safely send it again: it will not be issued twice.')(
                  args,
                ),
            }),
            enqueueActions(({ context: { update }, enqueue }) => {
              if (update) enqueue({ type: 'narrow', params: update })
              enqueue.assign({ update: null })
            }),
          ],
        },
      },
    },
  },
})

const isSame = (one: RowKey, other: RowKey) => one.kind === other.kind && one.number === other.number

const toggled = (rows: RowKey[], row: RowKey) =>
  rows.some((one) => isSame(one, row)) ? rows.filter((one) => !isSame(one, row)) : [...rows, row]

export type RefundActor = ActorRefFrom<typeof refundMachine>
type Snapshot = SnapshotFrom<typeof refundMachine>

export const isRefundOpen = (snapshot: Snapshot) => snapshot.hasTag('open')
export const isRefundChangeable = (snapshot: Snapshot) => snapshot.hasTag('changeable')
export const isAskingAboutRefund = (snapshot: Snapshot) => snapshot.matches('asking') || snapshot.matches('sending')
export const isSendingRefund = (snapshot: Snapshot) => snapshot.matches('sending')
export const refundedRowsOf = ({ context }: Snapshot) => context.rows
export const refundReasonOf = ({ context }: Snapshot) => context.reason
export const cancelsRequest = ({ context }: Snapshot) => context.cancels
export const refundFailureOf = ({ context }: Snapshot) => context.failure
/** Whether there is a reason, and rows or the cancellation have been chosen. */
export const isRefundComplete = ({ context: { rows, reason, cancels } }: Snapshot) =>
  (rows.length > 0 || cancels) && reason.trim() !== ''
