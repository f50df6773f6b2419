// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { useActorRef } from '@xstate/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { requestReportMachine } from '../../../../machines/requests/request-report.machine'
import type { RequestReport as Report } from '../../../../machines/requests/report-sentences'
import { RequestReport } from '../../../../src/workspace/requests/report/request-report'
import { ShownReport } from '../../../../src/workspace/requests/report/shown-report'
import { requestReport } from '../../../model/requests/report-samples'
import { fullPi, simulationRequest } from '../../../model/wizard/request-samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

vi.mock(import('../../../../src/workspace/requests/report/report-board'), () => ({
  ReportBoard: ({ groups }) => (
    <ul aria-label="Lit">{groups.map(({ nets, isDimmed }) => !isDimmed && <li key={nets[0]}>{nets[0]}</li>)}</ul>
  ),
}))

const transient = () => {
  throw new Error('Nobody can see it: it is left at once.')
}

type Machine = typeof requestReportMachine
const request = simulationRequest({ status: 'delivered', verdict: 'fail', pi: [{ ...fullPi, unit_price: 1000 }] })
const place = { row: null, onRow: vi.fn(), comparedId: null, onCompare: vi.fn(), delivery: null, onDelivery: vi.fn() }
const highlighted = { si: 'D0_P', pi: '+3V3' }

const onBoard = {
  si: 'Show on board: Signal integrity row 1: MIPI-D',
  pi: 'Show on board: Power integrity row 1: PowerAC',
}

function KnownReport({ machine, report }: { machine: Machine; report: Report }) {
  const actor = useActorRef(machine, { input: { requestId: 'r1', delivery: null, report } })
  const shown = { request, report, openRow: null, onRow: null, onFile: vi.fn(), actions: null }
  return <ShownReport actor={actor} {...shown} />
}

function expectReport() {
  const section = within(screen.getByRole('region', { name: 'Report' }))
  expect(section.getByText('1 of 2 rows violates a limit.')).toBeVisible()
  const verdicts = within(section.getByRole('group', { name: 'Verdicts' })).getAllByRole('row')
  expect(verdicts.map(({ textContent }) => textContent)).toEqual([
    'RowVerdictDecided by',
    'Signal integrity row 1: MIPI-DFailReturn loss 5.65 dB at 11.4 GHz, limit at least 7.53 dB, margin −1.88 dB',
    'Power integrity row 1: PowerACMarginalDC drop 28 mV at U1.5, limit at most 30 mV, margin +2 mV',
  ])
  expect(section.getByRole('img', { name: /^Eye\. The eye is 196 mV high/ })).toBeVisible()
  expect(section.getByRole('img', { name: /^Return loss\. .*violated from 10 GHz to 12\.5 GHz/ })).toBeVisible()
  for (const text of ['Shorten the stubs.', 'Two stubs add up.', 'The connector is ideal.', 'a'.repeat(64)])
    expect(section.getByText(text)).toBeVisible()
}

async function expectBoard({ context: { highlightedRow } }: SnapshotFrom<Machine>) {
  const nets = within(await screen.findByRole('list', { name: 'Lit' })).queryAllByRole('listitem')
  expect(nets.map(({ textContent }) => textContent)).toEqual(
    highlightedRow ? [highlighted[highlightedRow.kind]] : ['D0_P', '+3V3'],
  )
  expect(screen.getByRole('button', { name: 'Hide board' })).toHaveAttribute('aria-expanded', 'true')
}

const surface: Surface<Machine> = {
  situations: {
    'a customer with a delivered request': { input: { requestId: 'r1', delivery: null } },
    'a visitor with a report of the site': { input: { requestId: 'r1', delivery: null, report: requestReport() } },
  },
  events: {
    'report.retry': [{}],
    'board.shown': [{ row: null }, { row: { kind: 'si', number: 1 } }, { row: { kind: 'pi', number: 1 } }],
    'board.hidden': [{}],
  },
  done: { loadReport: [requestReport()] },
  failed: { loadReport: [failure()] },
  distinguish: ({ report, failure: why, highlightedRow }) => [report?.verdict, why, highlightedRow],
  mount: ({ machine, input }) => {
    // jsdom does not scroll.
    Element.prototype.scrollIntoView = () => {}
    const report = input?.report
    const view = report ? (
      <KnownReport machine={machine} report={report} />
    ) : (
      <RequestReport request={request} delivery={null} place={place} onFile={vi.fn()} />
    )
    renderWorkspace(view, {
      ...machinesOver({ listSimulationRequests: async () => ({ requests: [], next: null }) }),
      requestReport: machine,
    })
  },
  states: {
    opening: transient,
    loading: (_, { context }) => {
      if (context.failure) expect(screen.getByRole('alert')).toHaveTextContent('The report could not be loaded.')
      else expect(screen.getByText('Loading the report...')).toBeVisible()
    },
    failed: () => {
      const alert = screen.getByRole('alert')
      expect(alert).toHaveTextContent('The report could not be loaded.')
      expect(within(alert).getByRole('button', { name: 'Retry' })).toBeEnabled()
    },
    'shown.withoutBoard': () => {
      expectReport()
      expect(screen.queryByRole('list', { name: 'Lit' })).toBeNull()
      expect(screen.getByRole('button', { name: 'Show board' })).toHaveAttribute('aria-expanded', 'false')
    },
    'shown.withBoard': async (_, snapshot) => {
      expectReport()
      await expectBoard(snapshot)
    },
  },
  perform: {
    'report.retry': (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
    'board.shown': async ({ row }, { user, snapshot, send }) => {
      const isShown = snapshot().matches({ shown: 'withBoard' })
      const all = screen.queryByRole('button', { name: isShown ? 'Highlight the nets of all rows' : 'Show board' })
      if (row) await user.click(screen.getByRole('button', { name: onBoard[row.kind] }))
      else if (all) await user.click(all)
      // All nets are highlighted already, so there is no button.
      else send({ type: 'board.shown', row })
    },
    'board.hidden': (_, { user }) => user.click(screen.getByRole('button', { name: 'Hide board' })),
  },
}

testSurface('Request report', requestReportMachine, surface)
