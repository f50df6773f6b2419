import { assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import { type Delivery, type DeliverySummary, isOfSameRequest } from './report-comparison'

/** The request whose report is shown, and the number of its delivery if that delivery was replaced. */
export type ComparedReport = { requestId: string; projectId: string; delivery: number | null }

type Context = ComparedReport & {
  deliveries: DeliverySummary[]
  /** The id of the selected delivery; null if none is selected. */
  chosenId: string | null
  other: Delivery | null
  failure: string | null
}

/** A link can refer to the shown delivery itself, in which case nothing is compared. */
const otherThanShown = (id: string | null, deliveries: DeliverySummary[]) =>
  id !== null && isOfSameRequest(id) && deliveries.every((one) => one.id !== id) ? null : id

const reasonOf = (error: unknown) => messageOf(error, 'The deliveries could not be compared.')

/**
 * Compares the report of a request with the report of another delivery: of the same request, or of another request in
 * the project. The URL contains the other delivery.
 */
export const reportComparisonMachine = setup({
  types: {
    input: {} as ComparedReport & Pick<Context, 'chosenId'>,
    context: {} as Context,
    events: {} as { type: 'delivery.chosen'; id: string | null } | { type: 'comparison.retry' },
    tags: {} as 'busy',
  },
  actors: {
    listDeliveries: placeholderActor<DeliverySummary[], ComparedReport>('listDeliveries'),
    loadDelivery: placeholderActor<Delivery, { requestId: string; chosenId: string | null }>('loadDelivery'),
  },
  guards: { hasChosen: ({ context }) => context.chosenId !== null },
}).createMachine({
  id: 'reportComparison',
  context: ({ input }) => ({ ...input, deliveries: [], other: null, failure: null }),
  initial: 'listing',
  states: {
    listing: {
      tags: 'busy',
      invoke: {
        src: 'listDeliveries',
        input: ({ context: { projectId, requestId, delivery } }) => ({ projectId, requestId, delivery }),
        onDone: {
          target: 'listed',
          actions: assign({
            deliveries: ({ event }) => event.output,
            chosenId: ({ context, event }) => otherThanShown(context.chosenId, event.output),
          }),
        },
        onError: { target: 'unlisted', actions: assign({ failure: ({ event }) => reasonOf(event.error) }) },
      },
    },
    unlisted: { on: { 'comparison.retry': { target: 'listing', actions: assign({ failure: null }) } } },
    listed: {
      initial: 'deciding',
      on: {
        'delivery.chosen': {
          target: '.deciding',
          actions: assign({
            chosenId: ({ context, event }) => otherThanShown(event.id, context.deliveries),
            other: null,
            failure: null,
          }),
        },
      },
      states: {
        deciding: { always: [{ guard: 'hasChosen', target: 'loading' }, { target: 'resting' }] },
        resting: {},
        loading: {
          tags: 'busy',
          invoke: {
            src: 'loadDelivery',
            input: ({ context: { requestId, chosenId } }) => ({ requestId, chosenId }),
            onDone: { target: 'compared', actions: assign({ other: ({ event }) => event.output }) },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => reasonOf(event.error) }) },
          },
        },
        compared: {},
        failed: { on: { 'comparison.retry': { target: 'loading', actions: assign({ failure: null }) } } },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof reportComparisonMachine>

export const deliveriesOf = ({ context }: Snapshot) => context.deliveries
export const chosenDeliveryOf = ({ context }: Snapshot) => context.chosenId
export const otherDeliveryOf = ({ context }: Snapshot) => context.other
export const deliveriesFailureOf = ({ context }: Snapshot) => context.failure
export const isLoadingDelivery = (snapshot: Snapshot) => snapshot.hasTag('busy')
