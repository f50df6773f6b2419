// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { reportComparisonMachine } from '../../../../machines/requests/report-comparison.machine'
import type { ReportRow } from '../../../../machines/requests/report-sentences'
import { ReportComparison } from '../../../../src/workspace/requests/report/report-comparison'
import { requestReport } from '../../../model/requests/report-samples'
import { fullPi, simulationRequest } from '../../../model/wizard/request-samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof reportComparisonMachine

const request = simulationRequest({
  ...{ id: 'r2', status: 'delivered', verdict: 'fail', delivered: '2026-11-20T10:00:00Z' },
  pi: [{ ...fullPi, unit_price: 1000 }],
})
const earlier = { ...request, id: 'r1', delivered: '2026-11-10T10:00:00Z' }
const [channel, supply] = requestReport().rows as [ReportRow, ReportRow]
/** The earlier return loss was 1 dB worse. */
const before = requestReport({
  rows: [
    {
      ...channel,
      checks: channel.checks.map((check) =>
        check.name === 'return loss' ? { ...check, value: check.value - 1, margin: check.margin - 1 } : check,
      ),
    },
    supply,
  ],
})

const reportComparison: Surface<Machine> = {
  situations: {
    'the report alone': { input: { requestId: 'r2', projectId: 'p1', delivery: null, chosenId: null } },
    'a link to a comparison': { input: { requestId: 'r2', projectId: 'p1', delivery: null, chosenId: 'r1' } },
    'a link to a comparison with a replaced delivery': {
      input: { requestId: 'r2', projectId: 'p1', delivery: null, chosenId: '1' },
    },
  },
  events: {
    'delivery.chosen': ({ context }) => (context.chosenId === null ? [{ id: 'r1' }, { id: '1' }] : [{ id: null }]),
    'comparison.retry': [{}],
  },
  done: {
    listDeliveries: [
      [
        { id: '1', delivered: '2026-11-15T10:00:00Z', number: 1 },
        { id: 'r1', delivered: earlier.delivered, number: null },
      ],
    ],
    loadDelivery: [{ request: earlier, report: before, delivered: earlier.delivered }],
  },
  failed: {
    listDeliveries: [failure('The requests could not be loaded.')],
    loadDelivery: [failure('There is no such request.')],
  },
  distinguish: ({ chosenId, other, failure: why }) => [chosenId, other?.request.id, why],
  mount: ({ machine, input }) => {
    renderWorkspace(
      <ReportComparison
        request={request}
        report={requestReport()}
        delivery={null}
        comparedId={input?.chosenId ?? null}
        onCompare={vi.fn()}
      />,
      { ...machinesOver({}), reportComparison: machine },
    )
  },
  states: {
    listing: (_, { context: { chosenId } }) => {
      if (chosenId === null) expect(screen.queryByRole('region', { name: 'Comparison' })).toBeNull()
      else expect(screen.getByText('Loading the other delivery...')).toBeVisible()
    },
    unlisted: () => expectFailure('The requests could not be loaded.'),
    'listed.deciding': () => {
      throw new Error('Nobody can see it: it is left at once.')
    },
    'listed.resting': () => {
      expect(screen.getByRole('combobox', { name: 'Compare with the delivery of' })).toHaveValue('')
      const [none, own, other] = screen.getAllByRole('option').map(({ textContent }) => textContent)
      expect(none).toBe('No comparison')
      expect(own).toMatch(/^Nov 15, 2026.* \(delivery 1 of this request\)$/)
      expect(other).not.toContain('of this request')
      expect(screen.queryByRole('group', { name: /^Margins/ })).toBeNull()
    },
    'listed.loading': () => {
      expect(screen.getByText('Loading the other delivery...')).toBeVisible()
    },
    'listed.compared': () => {
      expect(screen.getByText(/1 margin grew, 0 shrank, 3 stayed the same\./)).toBeVisible()
      const rows = within(screen.getByRole('group', { name: 'Margins of MIPI-D' })).getAllByRole('row')
      expect(rows[2]).toHaveTextContent('Return loss4.65 dB−2.88 dB5.65 dB−1.88 dB+1.00 dB (better)')
      expect(rows[1]).toHaveTextContent('unchanged')
      expect(
        screen.getByRole('img', {
          name: 'Return loss by delivery. Return loss over frequency: earlier margin −2.88 dB (dashed), later margin −1.88 dB.',
        }),
      ).toBeVisible()
    },
    'listed.failed': () => expectFailure('There is no such request.'),
  },
  perform: {
    'delivery.chosen': (event, { user }) =>
      user.selectOptions(screen.getByRole('combobox', { name: 'Compare with the delivery of' }), event.id ?? ''),
    'comparison.retry': (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
  },
}

function expectFailure(text: string) {
  expect(screen.getByRole('alert')).toHaveTextContent(text)
}

testSurface('Report comparison', reportComparisonMachine, reportComparison)
