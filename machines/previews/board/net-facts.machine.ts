import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import { type FactsColumn, type FactsKind, type FactsView, firstFactsView, type NetFacts, sortedBy } from './net-facts'

/**
 * The facts of a board's nets: lengths, skew and estimated impedances. They are calculated once, on the first request.
 */
export const netFactsMachine = setup({
  types: {
    /** The nets to which the list is initially limited. */
    input: {} as { highlighted: string[] } | undefined,
    context: {} as { facts: NetFacts | null; failure: string | null; view: FactsView },
    events: {} as
      | { type: 'facts.requested' }
      | { type: 'facts.retry' }
      | { type: 'sort.chosen'; column: FactsColumn }
      | { type: 'query.changed'; query: string }
      | { type: 'kind.chosen'; shown: FactsKind | null }
      | { type: 'outliers.toggled' }
      | { type: 'highlighted.changed'; nets: string[] }
      | { type: 'highlighted.toggled' }
      | { type: 'csv.requested' },
    tags: {} as 'busy',
  },
  actors: { calculateFacts: placeholderActor<NetFacts>('calculateFacts') },
  actions: {
    /** Saves the rows that match the filters as a CSV file. */
    saveCsv: () => {},
  },
}).createMachine({
  id: 'netFacts',
  context: ({ input }) => ({
    facts: null,
    failure: null,
    view: { ...firstFactsView, highlighted: input?.highlighted ?? [] },
  }),
  initial: 'idle',
  on: {
    'highlighted.changed': {
      actions: assign({
        view: ({ context, event }) => ({ ...context.view, highlighted: event.nets, isHighlightedOnly: true }),
      }),
    },
  },
  states: {
    idle: { on: { 'facts.requested': 'calculating' } },
    calculating: {
      tags: 'busy',
      invoke: {
        src: 'calculateFacts',
        onDone: { target: 'known', actions: assign({ facts: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({
            failure: ({ event }) => messageOf(event.error, 'Lengths and skew could not be calculated.'),
          }),
        },
      },
    },
    known: {
      on: {
        'sort.chosen': { actions: assign({ view: ({ context, event }) => sortedBy(context.view, event.column) }) },
        'query.changed': {
          actions: assign({ view: ({ context, event }) => ({ ...context.view, query: event.query }) }),
        },
        'kind.chosen': { actions: assign({ view: ({ context, event }) => ({ ...context.view, kind: event.shown }) }) },
        'outliers.toggled': {
          actions: assign({
            view: ({ context: { view } }) => ({ ...view, isOutliersOnly: !view.isOutliersOnly }),
          }),
        },
        'highlighted.toggled': {
          actions: assign({
            view: ({ context: { view } }) => ({ ...view, isHighlightedOnly: !view.isHighlightedOnly }),
          }),
        },
        'csv.requested': { actions: 'saveCsv' },
      },
    },
    failed: { on: { 'facts.retry': { target: 'calculating', actions: assign({ failure: null }) } } },
  },
})

export type NetFactsActor = ActorRefFrom<typeof netFactsMachine>
type Snapshot = SnapshotFrom<typeof netFactsMachine>

export const netFactsOf = ({ context }: Snapshot) => context.facts
export const factsViewOf = ({ context }: Snapshot) => context.view
export const factsFailureOf = ({ context }: Snapshot) => context.failure
