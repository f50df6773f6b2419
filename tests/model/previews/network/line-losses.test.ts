import { describe, expect, test } from 'vitest'

import {
  lossAxis,
  type LossCheck,
  LimitsError,
  limitsIn,
  limitsText,
  maxLimitPoints,
  parseLimits,
  crosstalkText,
  summaryOfLosses,
  verdictOfLoss,
} from '../../../../machines/previews/network/line-losses'

const check = { value: 10, limit: 12, margin: 2, frequency: 8e9, violations: [] }
const loss: LossCheck = { quantity: 'insertion loss', points: [[8e9, 12]], end: null, check, source: null }

describe('custom limits', () => {
  test.each([
    ['a file with a heading', 'Quantity,Frequency (Hz),Limit (dB)\r\nInsertion loss,2e9,8\r\ninsertion loss,1e9,4\r\n'],
    ['a file of a spreadsheet', '\uFEFF"insertion loss";1000000000;4\n\n"insertion loss";2000000000;8'],
  ])('%s is read, in the order of the frequencies', (_, text) => {
    const points = [
      [1e9, 4],
      [2e9, 8],
    ]
    expect(parseLimits(text)).toEqual([{ quantity: 'insertion loss', points }])
  })

  test.each([
    ['', 'The file contains no limits.'],
    ['quantity,f,limit\n', 'The file contains no limits.'],
    ['return loss,1e9,4\nloss,2e9,5', 'Line 2 must begin with "insertion loss" or "return loss".'],
    ['return loss,,4', 'Line 1 needs a frequency in Hz, 0 or higher.'],
    ['return loss,-1,4', 'Line 1 needs a frequency in Hz, 0 or higher.'],
    ['return loss,1e9,Infinity', 'Line 1 needs a limit in dB, written as a positive number.'],
    ['return loss,1e9," "', 'Line 1 needs a limit in dB, written as a positive number.'],
    ['return loss,0x10,4', 'Line 1 needs a frequency in Hz, 0 or higher.'],
    ['return loss,1e9,-4', 'Line 1 needs a limit in dB, written as a positive number.'],
    ['return loss,1e9,4\nreturn loss,1000000000,5', 'The return loss limit has two values at 1000000000 Hz.'],
    [
      Array.from({ length: maxLimitPoints + 1 }, (_, at) => `return loss,${at + 1},4`).join('\n'),
      `The file contains more than ${maxLimitPoints} points.`,
    ],
  ])('%j is refused: %s', (text, message) => {
    expect(() => parseLimits(text)).toThrow(new LimitsError(message))
  })

  test('the URL contains them', () => {
    const limits = parseLimits('insertion loss,1e9,4.5\nreturn loss,0,20\nreturn loss,1e10,6')
    const text = limitsText(limits)
    expect(text).toBe('i-1000000000-4.5-r-0-20-10000000000-6')
    expect(new URLSearchParams({ own: text }).toString()).toBe(`own=${text}`)
    expect(limitsIn(text)).toEqual(limits)
  })

  test.each(['i', 'i-1', 'i-2-3-1-4', 'x-1-2', 'i-1-2-', 'i-1..-2', 'i-1-2-i-1-2-i-1-2'])('%s is not a limit', (text) =>
    expect(limitsIn(text)).toBeNull(),
  )
})

test('a limit is violated, met with little margin, or met; without data it counts as violated', () => {
  expect(verdictOfLoss(loss)).toBe('pass')
  expect(verdictOfLoss({ ...loss, check: { ...check, margin: 0.5 } })).toBe('marginal')
  expect(verdictOfLoss({ ...loss, check: { ...check, margin: -0.1 } })).toBe('fail')
  expect(verdictOfLoss({ ...loss, check: null })).toBe('fail')
})

test('a skew is stated in picoseconds, and is marginal within a tenth of its limit', () => {
  const skewOf = (value: number): LossCheck => ({
    ...{ quantity: 'skew', points: [[1.5e9, 10e-12]], end: null, source: null },
    check: { value, limit: 10e-12, margin: 10e-12 - value, frequency: 1.5e9, violations: [] },
  })
  expect([8.9e-12, 9.1e-12, 10.1e-12].map((value) => verdictOfLoss(skewOf(value)))).toEqual([
    'pass',
    'marginal',
    'fail',
  ])
  const none = new Float64Array()
  const losses = { lines: [], insertion: none, returns: { near: none, far: none }, crosstalk: null, budgets: [] }
  expect(summaryOfLosses({ ...losses, checks: [skewOf(12e-12)] })).toBe(
    'The smallest margin for the skew within the pair is −2.00 ps, at 1.5 GHz: 12.00 ps against a limit of 10.00 ps.',
  )
})

test('the summary contains value, limit, margin and frequency', () => {
  const none = new Float64Array()
  const losses = { lines: [], insertion: none, returns: { near: none, far: none }, crosstalk: null, budgets: [] }
  expect(
    summaryOfLosses({ ...losses, checks: [loss, { ...loss, quantity: 'return loss', end: 'far', check: null }] }),
  ).toBe(
    'The smallest margin for the insertion loss is +2.00 dB, at 8 GHz: 10.00 dB against a limit of 12.00 dB. ' +
      'The data do not cover the range of the limit for the return loss at the far end.',
  )
  expect(summaryOfLosses({ ...losses, checks: [] })).toBe(
    'No limits are set. Choose the budget for an interface, or load your own limits.',
  )
})

test('the crosstalk noise is stated with its conditions', () => {
  const none = new Float64Array()
  const losses = { lines: [], insertion: none, returns: { near: none, far: none }, budgets: [], checks: [] }
  const crosstalk = { aggressors: 2, near: none, far: none, noise: 1.25e-3 }
  expect(crosstalkText({ ...losses, crosstalk }, 8e9)).toBe(
    'The integrated crosstalk noise from 2 other lines is 1.25 mV (RMS) at 8 GBd, for aggressors with a peak amplitude of 0.4 V and a rise time of 0.25 UI.',
  )
  expect(crosstalkText({ ...losses, crosstalk: { ...crosstalk, aggressors: 1, noise: null } }, 8e9)).toBe(
    'The data end below half the symbol rate, so the crosstalk noise from one other line is unknown.',
  )
  expect(crosstalkText({ ...losses, crosstalk: null }, 8e9)).toMatch(/^No crosstalk is shown/)
})

test('the axis contains the curves and their limits, as far as the curves stay legible', () => {
  const limited = (limit: number): LossCheck => ({ ...loss, points: [[8e9, limit]] })
  expect(lossAxis([Float64Array.of(1, 12)], [])).toEqual([0, 20])
  expect(lossAxis([Float64Array.of(1, 12)], [limited(36)])).toEqual([0, 40])
  expect(lossAxis([Float64Array.of(1, 12)], [limited(130)])).toEqual([0, 40])
  expect(lossAxis([Float64Array.of(1, 32)], [limited(130)])).toEqual([0, 70])
})
