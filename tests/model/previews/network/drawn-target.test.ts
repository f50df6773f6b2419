import { describe, expect, test } from 'vitest'

import {
  nextTargetPoint,
  parseTarget,
  targetIn,
  targetPointAt,
  targetText,
  withMovedTargetPoint,
  withoutTargetPoint,
  withTargetPoint,
} from '../../../../machines/previews/network/drawn-target'
import { limitAt } from '../../../../machines/previews/network/limit-interpolation'
import { type LimitPoint, LimitsError } from '../../../../machines/previews/network/line-losses'
import {
  firstSupplySettings,
  type SupplyImpedance,
  summaryOfSupply,
  supplyAxis,
} from '../../../../machines/previews/network/supply-impedance'

const line: LimitPoint[] = [
  [1e3, 0.05],
  [1e6, 0.05],
  [1e8, 0.5],
]
const frequencies = Float64Array.of(0, 1e3, 1e5, 1e9)

describe('a target that is drawn', () => {
  test('has readable values within the data', () => {
    expect(targetPointAt(frequencies, 123_456, 0.012_345)).toEqual([123_000, 0.0123])
    expect(targetPointAt(frequencies, 3e9, 1e9)).toEqual([1e9, 1000])
    expect(targetPointAt(frequencies, -5, 0)).toEqual([0, 1e-6])
  })

  test('keeps its points in the order of their frequencies, one at each', () => {
    expect(withTargetPoint(line, [1e5, 0.1]).map(([frequency]) => frequency)).toEqual([1e3, 1e5, 1e6, 1e8])
    expect(withTargetPoint(line, [1e6, 0.1])[1]).toEqual([1e6, 0.1])
    expect(withoutTargetPoint(line, 0)).toEqual(line.slice(1))
    expect(withMovedTargetPoint(line, 0, [1e7, 0.2]).map(([frequency]) => frequency)).toEqual([1e6, 1e7, 1e8])
    const most = Array.from({ length: 60 }, (_, at): LimitPoint => [at + 1, 1])
    expect(withTargetPoint(most, [100, 1])).toBe(most)
    expect(withTargetPoint(most, [60, 2])).toHaveLength(60)
  })

  test('gets further points without a pointer: at the end of the data, then in the last gap', () => {
    expect(nextTargetPoint([], frequencies)).toEqual([1e9, 0.1])
    expect(nextTargetPoint(line, frequencies)).toEqual([1e9, 0.5])
    expect(
      nextTargetPoint(
        [
          [1e7, 0.2],
          [1e9, 0.3],
        ],
        frequencies,
      ),
    ).toEqual([1e8, 0.3])
    // The logarithmic axis begins at the first frequency above 0.
    expect(nextTargetPoint([[1e9, 0.3]], frequencies)).toEqual([1e6, 0.3])
  })

  test('is a straight line between its points', () => {
    const limit = { frequencies: line.map(([frequency]) => frequency), values: line.map(([, ohms]) => ohms) }
    expect([1e3, 5e5, 1e8].map((frequency) => limitAt(limit, frequency))).toEqual([0.05, 0.05, 0.5])
    expect(limitAt(limit, 50.5e6)).toBeCloseTo(0.275, 12)
    expect([999, 1.1e8].map((frequency) => limitAt(limit, frequency))).toEqual([null, null])
  })
})

describe('a target in a file', () => {
  test('contains frequencies and impedances, with or without a header, in any order', () => {
    expect(parseTarget('Frequency,Target\r\n1e6,0.05\r\n1000,"0.05"\r\n1e8,0.5\r\n')).toEqual(line)
    expect(parseTarget('\uFEFF1000;0.05\n\n1e6;0.05\n1e8;0.5')).toEqual(line)
  })

  test.each([
    ['', 'The file contains no target.'],
    ['Frequency,Target', 'The file contains no target.'],
    ['1000,0.05\nx,1', 'Line 2 needs a frequency in Hz, 0 or higher.'],
    ['1000', 'Line 1 needs an impedance in ohms, from 0.000001 to 1000.'],
    ['1000,0', 'Line 1 needs an impedance in ohms, from 0.000001 to 1000.'],
    ['1000,1\n1e3,2', 'The target has two values at 1000 Hz.'],
    [Array.from({ length: 61 }, (_, at) => `${at},1`).join('\n'), 'The file contains more than 60 points.'],
  ])('that cannot be used is refused with the reason: %j', (text, message) => {
    expect(() => parseTarget(text)).toThrow(new LimitsError(message))
  })
})

test('a target is text in a URL', () => {
  const text = targetText(line)
  expect(text).toBe('1000-0.05-1000000-0.05-100000000-0.5')
  expect(new URLSearchParams({ line: text }).toString()).toBe(`line=${text}`)
  expect(targetIn(text)).toEqual(line)
  for (const wrong of ['1', '1-0', '2-1-1-1', '1-1-', '1-1e9', 'x-1']) expect(targetIn(wrong)).toBeNull()
})

test('the summary and the axis contain the line', () => {
  const curve = { values: Float64Array.of(0.02, 0.02), peaks: [] }
  const check = { value: 0.02, limit: 0.05, margin: 0.03, frequency: 1e6, violations: [] }
  const shown: SupplyImpedance = {
    ...{ method: 'reflection', target: 1e-3, line, range: { from: 1e3, to: 1e8 }, changed: null },
    measured: { ...curve, check },
    library: { capacitors: [], source: '' },
  }
  expect(summaryOfSupply(shown.measured, shown)).toBe(
    'The target applies from 1 kHz to 100 MHz. The margin is smallest at 1 MHz: 20 mΩ, target 50 mΩ, margin +30 mΩ.',
  )
  // The target that results from the other settings, 1 mΩ, does not matter.
  expect(supplyAxis(shown)).toEqual([0.02, 0.5])
  const point: SupplyImpedance = { ...shown, line: [[1e6, 0.05]], range: { from: 1e6, to: 1e6 } }
  expect(summaryOfSupply(point.measured, point)).toMatch(/^The target is 50 mΩ at 1 MHz\. /)
  const missed = { ...check, value: 0.08, margin: -0.03, violations: [{ from: 1e6, to: 1e6 }] }
  expect(summaryOfSupply({ ...curve, check: missed }, point)).toMatch(/ The impedance is above the target at 1 MHz\.$/)
  expect(firstSupplySettings.line).toEqual([])
})
