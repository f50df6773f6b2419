import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import * as report from '../../../machines/requests/request-report.machine'
import { curveText, decidingCheck, eyeText, reportSummary } from '../../../machines/requests/report-sentences'
import { checkText, reportValue } from '../../../machines/requests/report-texts'
import { fullPi, fullSi, simulationRequest } from '../wizard/request-samples'
import { requestReport } from './report-samples'

const rows = requestReport().rows
const [channel, supply] = [rows[0]!, rows[1]!]

describe('what a report says', () => {
  test('values have their unit, and negative margins a minus sign', () => {
    expect(reportValue(0.0589, 'Ω')).toBe('58.9 mΩ')
    expect(reportValue(-0.002, 'V')).toBe('−2 mV')
    expect(reportValue(0.7206, 'UI')).toBe('0.721 UI')
    expect(reportValue(99.6389, '%')).toBe('99.64%')
    expect(checkText(channel.checks[1]!)).toBe('5.65 dB at 11.4 GHz, limit at least 7.53 dB, margin −1.88 dB')
    expect(checkText(supply.checks[0]!)).toBe('28 mV at U1.5, limit at most 30 mV, margin +2 mV')
  })

  test('the first check with the verdict of a row decides', () => {
    expect(decidingCheck(channel)?.name).toBe('return loss')
    expect(decidingCheck({ ...channel, checks: [] })).toBeUndefined()
  })

  test.each([
    [['fail', 'marginal'], '1 of 2 rows violates a limit.'],
    [['fail', 'fail', 'pass'], '2 of 3 rows violate a limit.'],
    [['marginal', 'pass'], 'All limits are met; 1 of 2 rows has little margin.'],
    [['pass', 'pass'], 'All limits are met.'],
    [['fail'], 'The row violates a limit.'],
    [['marginal'], 'All limits are met; the row has little margin.'],
  ] as const)('%j: %s', (verdicts, text) => {
    expect(reportSummary({ rows: verdicts.map((verdict) => ({ ...channel, verdict })) })).toBe(text)
  })

  test('pictures have a description with their numbers', () => {
    expect(curveText(channel.curves[0]!, channel.checks)).toBe(
      'Return loss over frequency: 5.65 dB at 11.4 GHz, limit at least 7.53 dB, margin −1.88 dB. The limit is violated from 10 GHz to 12.5 GHz.',
    )
    const narrow = channel.checks.map((check) => ({ ...check, violations: [{ from: 5e9, to: 5.000001e9 }] }))
    expect(curveText(channel.curves[0]!, narrow)).toMatch(/The limit is violated at 5 GHz\.$/)
    expect(curveText({ name: 'impedance' }, channel.checks)).toBe('Impedance over frequency, without a limit.')
    expect(eyeText(channel.eye!)).toBe(
      'The eye is 196 mV high and 0.720 UI wide at an error rate of 1e-12; 15 mV and 0.300 UI are required.',
    )
    expect(eyeText({ ...channel.eye!, height: -0.01 })).toBe('The eye is closed at an error rate of 1e-12.')
  })
})

describe('the nets of a report on the board', () => {
  const request = simulationRequest({
    si: [{ ...fullSi, clock_signal: ['N/A'], unit_price: 1 }],
    pi: [{ ...fullPi, unit_price: 1 }],
  })

  test('have the color of their row, and other rows are dimmed', () => {
    expect(report.reportNetGroups(request, rows, null)).toEqual([
      { nets: ['D0_P'], color: 0, isDimmed: false },
      { nets: ['+3V3'], color: 1, isDimmed: false },
    ])
    const dimmed = report.reportNetGroups(request, rows, { kind: 'pi', number: 1 }).map(({ isDimmed }) => isDimmed)
    expect(dimmed).toEqual([true, false])
  })

  test('are none for a row that the request does not have', () => {
    expect(report.orderedRowOf(request, { kind: 'si', number: 2 })).toEqual({ title: '', nets: [] })
  })
})

test('a report that could not be loaded is loaded again on request', async () => {
  let calls = 0
  const machine = report.requestReportMachine.provide({
    actors: {
      loadReport: fromPromise(async () => {
        calls += 1
        if (calls === 1) throw new Error('The server is busy.')
        return requestReport()
      }),
    },
  })
  const actor = createActor(machine, { input: { requestId: 'r1', delivery: null } }).start()
  const failed = await waitFor(actor, (snapshot) => snapshot.matches('failed'))
  expect(report.reportFailureOf(failed)).toBe('The server is busy.')
  actor.send({ type: 'report.retry' })
  const shown = await waitFor(actor, (snapshot) => snapshot.matches('shown'))
  expect([report.reportFailureOf(shown), report.reportOf(shown)?.verdict]).toEqual([null, 'fail'])
})
