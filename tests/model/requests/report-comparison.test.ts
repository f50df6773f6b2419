import { expect, test } from 'vitest'

import {
  comparedRows,
  comparisonSummary,
  deliveredAt,
  otherDeliveriesOf,
  reportOfDelivery,
} from '../../../machines/requests/report-comparison'
import { decidingView } from '../../../machines/requests/report-view'
import { parseNetworkView } from '../../../machines/previews/network/network-address'
import type { ReportRow } from '../../../machines/requests/report-sentences'
import { fullPi, fullSi, simulationRequest } from '../wizard/request-samples'
import { requestReport } from './report-samples'

const request = simulationRequest({ status: 'delivered', pi: [{ ...fullPi, unit_price: 1000 }] })
const report = requestReport()
const [channel, supply] = report.rows as [ReportRow, ReportRow]

/** The channel in the later delivery: its return loss is 2.5 dB better, and its eye is lower. */
const better: ReportRow = {
  ...channel,
  verdict: 'pass',
  checks: channel.checks.map((check) => {
    if (check.name === 'return loss') return { ...check, verdict: 'pass', value: 8.153, margin: 0.62, violations: [] }
    return check.name === 'eye height' ? { ...check, value: 0.19, margin: 0.175 } : check
  }),
}

test('rows with the same interface and nets are compared, check by check', () => {
  const after = { request, report: requestReport({ rows: [better, supply] }), delivered: null }
  const rows = comparedRows({ request, report, delivered: null }, after)
  expect(rows.map(({ title }) => title)).toEqual(['MIPI-D', 'PowerAC'])
  const moved = rows[0]!.checks.map(({ name, change }) => [name, change && Number(change.toFixed(6))])
  expect(moved).toEqual([
    ['insertion loss', 0],
    ['return loss', 2.5],
    ['eye height', -0.006],
  ])
  expect(rows[0]!.curves).toEqual([{ name: 'return loss', before: channel.curves[0], after: channel.curves[0] }])
  expect(comparisonSummary(rows)).toBe('1 margin grew, 1 shrank, 2 stayed the same.')
})

test('rows are matched by their nets, not by their numbers; rows of only one delivery stand alone', () => {
  const other = { ...fullSi, unit_price: 1000, signal_nets: ['D9_P', 'D9_N'] }
  const reordered = simulationRequest({ status: 'delivered', si: [other, ...request.si], pi: [] })
  const moved = { ...better, number: 2 }
  const rows = comparedRows(
    { request, report, delivered: null },
    { request: reordered, report: requestReport({ rows: [{ ...channel, number: 1 }, moved] }), delivered: null },
  )
  expect(rows.map(({ before, after }) => [before?.number ?? null, after?.number ?? null])).toEqual([
    [null, 1],
    [1, 2],
    [1, null],
  ])
  expect(rows[1]!.before).toBe(channel)
  // Each row is named as in the request that it belongs to.
  expect(rows.map(({ title, nets }) => [title, nets])).toEqual([
    ['MIPI-D', ['D9_P', 'D9_N', 'CLK_P']],
    ['MIPI-D', ['D0_P', 'CLK_P']],
    ['PowerAC', ['+3V3']],
  ])
  expect(comparisonSummary(rows)).toBe(
    '1 margin grew, 1 shrank, 1 stayed the same; 1 row was added; 1 row was removed.',
  )
})

test('a row leads to the view of its network that shows what determined the verdict', () => {
  const view = parseNetworkView(decidingView(channel))
  expect([view.tab, view.place]).toEqual(['loss', 11.4e9])
  expect(view.settings.loss.own).toEqual([
    {
      quantity: 'return loss',
      points: [
        [0, 10],
        [16e9, 6],
      ],
    },
  ])
  const limit = { frequencies: [1e3, 2e7], values: [0.0589, 0.0589] }
  const impedance = {
    name: 'impedance',
    unit: 'Ω',
    is_logarithmic: true,
    frequencies: [1e3, 1e8],
    values: [0.01, 0.05],
  } as const
  const ofSupply = parseNetworkView(
    decidingView({
      ...supply,
      curves: [{ ...impedance, frequencies: [1e3, 1e8], values: [0.01, 0.05], limits: [limit] }],
    }),
  )
  expect([ofSupply.tab, ofSupply.settings.supply.flat, ofSupply.settings.supply.to]).toEqual(['supply', 0.0589, 2e7])
  const rising = { frequencies: [1e3, 1e6, 2e7], values: [0.01, 0.01, 0.2] }
  const ofLine = parseNetworkView(
    decidingView({
      ...supply,
      curves: [{ ...impedance, frequencies: [1e3, 1e8], values: [0.01, 0.05], limits: [rising] }],
    }),
  )
  expect([ofLine.tab, ofLine.settings.supply.flat, ofLine.settings.supply.line]).toEqual([
    'supply',
    null,
    [
      [1e3, 0.01],
      [1e6, 0.01],
      [2e7, 0.2],
    ],
  ])
  expect(decidingView(supply)).toBe('')
})

test('a delivery is compared with the others of its request that have a report, by their numbers', () => {
  const delivery = (number: number, verdict: 'pass' | null) => ({
    ...{ number, verdict, at: `2026-11-0${number}T10:00:00Z`, by: null, reason: null, files: [] },
  })
  const corrected = simulationRequest({
    ...{ status: 'delivered', delivered: '2026-11-01T10:00:00Z' },
    deliveries: [delivery(3, 'pass'), delivery(2, null), delivery(1, 'pass')],
  })
  const numbersFor = (shown: number | null) => otherDeliveriesOf(corrected, shown).map(({ id, number }) => [id, number])
  expect(numbersFor(null)).toEqual([['1', 1]])
  // The report of the first delivery can be compared with the current one.
  expect(numbersFor(1)).toEqual([['3', 3]])
  expect(otherDeliveriesOf(corrected, null)[0]?.delivered).toBe('2026-11-01T10:00:00Z')
  expect(otherDeliveriesOf(request, null)).toEqual([])

  const uuid = '0b0b0b0b-0000-4000-8000-000000000001'
  expect(reportOfDelivery('3', 'r1')).toEqual({ requestId: 'r1', number: 3 })
  expect(reportOfDelivery(uuid, 'r1')).toEqual({ requestId: uuid, number: null })
  expect([deliveredAt(corrected, null), deliveredAt(corrected, 1)]).toEqual([
    '2026-11-03T10:00:00Z',
    '2026-11-01T10:00:00Z',
  ])
  expect(deliveredAt(simulationRequest({ delivered: '2026-11-05T10:00:00Z' }), null)).toBe('2026-11-05T10:00:00Z')
})
