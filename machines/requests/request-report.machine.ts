import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import type { NetGroup } from '../previews/board/highlighted-nets'
import type { SimulationRequest } from './payment-return.machine'
import { rowName } from '../wizard/request-rules'
import type { ReportRow, RequestReport } from './report-sentences'

/** Identifies a row of a report: its kind and its number among the rows of that kind. */
export type RowKey = Pick<ReportRow, 'kind' | 'number'>

/** A report to load. `delivery` is the number of a delivery that was replaced, or null for the current one. */
export type ReportWanted = { requestId: string; delivery: number | null }

/**
 * Loads the report of a delivered request, unless it is already known. The board is shown on demand, with the nets of
 * one row or of all rows.
 */
export const requestReportMachine = setup({
  types: {
    input: {} as ReportWanted & { report?: RequestReport },
    context: {} as ReportWanted & {
      report: RequestReport | null
      failure: string | null
      /** The row whose nets are highlighted on the board; null if the nets of all rows are highlighted. */
      highlightedRow: RowKey | null
    },
    events: {} as { type: 'report.retry' } | { type: 'board.shown'; row: RowKey | null } | { type: 'board.hidden' },
  },
  actors: {
    loadReport: placeholderActor<RequestReport, ReportWanted>('loadReport'),
  },
  guards: { isReportKnown: ({ context: { report } }) => report !== null },
}).createMachine({
  id: 'requestReport',
  context: ({ input: { report = null, ...wanted } }) => ({ ...wanted, report, failure: null, highlightedRow: null }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isReportKnown', target: 'shown' }, { target: 'loading' }] },
    loading: {
      invoke: {
        src: 'loadReport',
        input: ({ context: { requestId, delivery } }) => ({ requestId, delivery }),
        onDone: { target: 'shown', actions: assign({ report: ({ event }) => event.output, failure: null }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'The report could not be loaded.') }),
        },
      },
    },
    failed: { on: { 'report.retry': 'loading' } },
    shown: {
      initial: 'withoutBoard',
      on: {
        'board.shown': { target: '.withBoard', actions: assign({ highlightedRow: ({ event }) => event.row }) },
      },
      states: {
        withoutBoard: {},
        withBoard: { on: { 'board.hidden': 'withoutBoard' } },
      },
    },
  },
})

export type RequestReportActor = ActorRefFrom<typeof requestReportMachine>
type Snapshot = SnapshotFrom<typeof requestReportMachine>

export const reportOf = ({ context }: Snapshot) => context.report
/** Why the report could not be loaded. */
export const reportFailureOf = ({ context }: Snapshot) => context.failure
export const isLoadingReport = (snapshot: Snapshot) => snapshot.matches('loading')
export const isBoardShown = (snapshot: Snapshot) => snapshot.matches({ shown: 'withBoard' })
export const highlightedRowOf = ({ context }: Snapshot) => context.highlightedRow

export const isSameRow = (one: RowKey | null, other: RowKey | null) =>
  one?.kind === other?.kind && one?.number === other?.number

export type OrderedRows = Pick<SimulationRequest, 'si' | 'pi'>

/** The interface or type, and the nets except ground, of the ordered row that a row of the report is about. */
export function orderedRowOf(request: OrderedRows, { kind, number }: RowKey) {
  const row = kind === 'si' ? request.si[number - 1] : request.pi[number - 1]
  if (!row) return { title: '', nets: [] }
  return 'interface' in row
    ? { title: row.interface, nets: [...row.signal_nets, ...row.clock_signal.filter((net) => net !== 'N/A')] }
    : { title: row.type, nets: [row.power_net] }
}

/**
 * The nets of a report's rows on the board, each row in its own color. If a row is highlighted, the others are dimmed.
 */
export const reportNetGroups = (
  request: SimulationRequest,
  rows: ReportRow[],
  highlightedRow: RowKey | null,
): NetGroup[] =>
  rows.map((row, color) => ({
    nets: orderedRowOf(request, row).nets,
    color,
    isDimmed: highlightedRow !== null && !isSameRow(row, highlightedRow),
  }))

/** A row of a report with its name, such as "Signal integrity row 1: PCIE-Gen5", and its nets. */
export type NamedNets = { name: string; nets: string[] }

/** The rows whose nets are highlighted: one, or all. */
export const reportNets = (request: OrderedRows, rows: RowKey[], highlightedRow: RowKey | null): NamedNets[] =>
  rows
    .filter((row) => highlightedRow === null || isSameRow(row, highlightedRow))
    .map((row) => {
      const { title, nets } = orderedRowOf(request, row)
      return { name: `${rowName(row.kind, row.number)}: ${title}`, nets }
    })
