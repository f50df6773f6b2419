import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { parameterBetween } from '../../../src/analysis/network/network-lines'
import { checkCurve, type LimitLine } from '../../../src/analysis/report/limit-line'
import { pictureCurve } from '../../../src/analysis/report/picture-curve'
import { decibels } from '../../../src/formats/touchstone/network'
import { measuredNetwork } from '../measured-networks'

/** See measure-limits-with-scikit-rf.py. */
const { losses } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../reference/scikit-rf-limits.json'), 'utf8'),
) as {
  losses: { name: string; insertion?: [frequency: number, loss: number]; return?: [frequency: number, loss: number] }[]
}

const frequencies = Float64Array.of(1, 2, 3, 4, 5)
const atMost = (...points: [number, number][]): LimitLine => ({ bound: 'at most', points })

describe('a curve and its limit', () => {
  test('the smallest margin is found between the points of the curve too', () => {
    const found = checkCurve(frequencies, Float64Array.of(0, 2, 4, 6, 8), atMost([3.5, 6]))
    expect(found).toEqual({ value: 5, limit: 6, margin: 1, frequency: 3.5, violations: [] })
  })

  test('violations begin and end where the curve crosses the limit', () => {
    const values = Float64Array.of(0, 4, 0, 0, 4)
    const found = checkCurve(frequencies, values, atMost([1, 2], [5, 2]))
    expect(found).toMatchObject({ value: 4, limit: 2, margin: -2, frequency: 2 })
    expect(found.violations).toEqual([
      { from: 1.5, to: 2.5 },
      { from: 4.5, to: 5 },
    ])
  })

  test('a curve that only touches its limit does not violate it', () => {
    const touching = checkCurve(frequencies, Float64Array.of(0, 2, 0, 2, 0), atMost([1, 2], [5, 2]))
    expect(touching).toEqual({ value: 2, limit: 2, margin: 0, frequency: 2, violations: [] })
    const violationsOf = (...values: number[]) =>
      checkCurve(frequencies, Float64Array.from(values), atMost([1, 2], [5, 2])).violations
    // It crosses the limit at 2 and returns to it at 4, or four fifths of the way from 3 to 4.
    expect(violationsOf(0, 2, 4, 2, 0)).toEqual([{ from: 2, to: 4 }])
    expect(violationsOf(0, 2, 4, 1.5, 0)).toEqual([{ from: 2, to: 3.8 }])
    // It touches the limit at 3 from above.
    expect(violationsOf(0, 4, 2, 4, 0)).toEqual([
      { from: 1.5, to: 3 },
      { from: 3, to: 4.5 },
    ])
  })

  test('a limit that changes with frequency applies only in its range', () => {
    const found = checkCurve(frequencies, Float64Array.of(99, 1, 1, 1, 99), atMost([2, 2], [4, 4]))
    expect(found).toMatchObject({ margin: 1, frequency: 2, violations: [] })
  })

  test('a lower limit is violated by lower values', () => {
    const values = Float64Array.of(10, 10, 4, 10, 10)
    const found = checkCurve(frequencies, values, {
      bound: 'at least',
      points: [
        [1, 7],
        [5, 7],
      ],
    })
    expect(found).toMatchObject({ value: 4, limit: 7, margin: -3, frequency: 3 })
    expect(found.violations).toEqual([{ from: 2.5, to: 3.5 }])
  })

  test('data that do not reach the limit are refused, apart from rounding', () => {
    expect(() => checkCurve(frequencies, frequencies, atMost([5.1, 9]))).toThrow(
      'cover 1 to 5 Hz, but the limit is at 5.1 Hz',
    )
    expect(() => checkCurve(frequencies, frequencies, atMost())).toThrow('cover 1 to 5 Hz')
    expect(checkCurve(frequencies, frequencies, atMost([5.000_001, 9])).margin).toBe(4)
  })
})

describe('losses match those of scikit-rf', () => {
  test('at least twenty networks are compared', () => expect(losses.length).toBeGreaterThanOrEqual(20))

  test.each(losses)('$name', ({ name, insertion, return: reflected }) => {
    const network = measuredNetwork(name)
    const [first, last] = [network.frequencies[0]!, network.frequencies.at(-1)!]
    const lossTo = (port: number) => decibels(parameterBetween(network, [port], [1])).map((value) => -value)
    if (insertion) {
      const found = checkCurve(network.frequencies, lossTo(network.ports), atMost([first, 0], [last, 0]))
      expect(found.frequency / insertion[0]).toBeCloseTo(1, 9)
      expect(found.value).toBeCloseTo(insertion[1], 6)
    }
    if (reflected) {
      const line: LimitLine = {
        bound: 'at least',
        points: [
          [first, 0],
          [last, 0],
        ],
      }
      const found = checkCurve(network.frequencies, lossTo(1), line)
      expect(found.frequency / reflected[0]).toBeCloseTo(1, 9)
      expect(found.value).toBeCloseTo(reflected[1], 6)
    }
  })
})

describe('the curve of a picture', () => {
  test('keeps every peak', () => {
    const many = Float64Array.from({ length: 5001 }, (_, at) => at * 1e7)
    const values = many.map((_, at) => (at === 3333 ? -50 : at === 1234 ? 50 : 0))
    const { frequencies: kept, values: shown } = pictureCurve(many, values, false)
    expect(kept.length).toBeLessThanOrEqual(242)
    expect([kept[0], kept.at(-1)]).toEqual([0, 5e10])
    expect(shown[kept.indexOf(3.333e10)]).toBe(-50)
    expect(shown[kept.indexOf(1.234e10)]).toBe(50)
  })

  test('has no point at 0 Hz on a logarithmic axis, and all points of a short curve', () => {
    expect(pictureCurve(Float64Array.of(0, 10, 20), Float64Array.of(1, 2, 3), true)).toEqual({
      frequencies: [10, 20],
      values: [2, 3],
    })
  })
})
