import { describe, expect, test } from 'vitest'

import { lengthOf, pairs, skewOf } from '../../../src/site/drawings/board-layout'
import { opening, waveforms } from '../../../src/site/drawings/eye'
import { firstGuess, impedance, optimized } from '../../../src/site/drawings/pdn-impedance'
import { compactCurve, decades, logarithmic } from '../../../src/site/drawings/plot'
import { offset, pair, trace } from '../../../src/site/drawings/routing'

/** The drawings are computed, so they are tested like any other result. */

describe('routed traces', () => {
  test('a straight trace has the correct length', () => {
    expect(
      trace(
        [
          [0, 0],
          [30, 40],
        ],
        5,
      ),
    ).toEqual({ path: 'M0.0 0.0L30.0 40.0', length: 50 })
  })

  test('a right angle is rounded by a quarter circle', () => {
    expect(
      trace(
        [
          [0, 0],
          [100, 0],
          [100, 100],
        ],
        10,
      ).length,
    ).toBeCloseTo(180 + (Math.PI / 2) * 10, 6)
  })

  test('both lines of a pair keep their distance around a corner', () => {
    expect(
      offset(
        [
          [0, 0],
          [100, 0],
          [100, 100],
        ],
        4,
      ),
    ).toEqual([
      [0, 4],
      [96, 4],
      [96, 100],
    ])
  })

  test('a bend skews a pair by half a turn of its pitch per right angle, and a bend back compensates it', () => {
    const [outer, inner] = pair(
      [
        [0, 0],
        [100, 0],
        [100, 100],
      ],
      8,
      20,
    )
    expect(Math.abs(outer.length - inner.length)).toBeCloseTo(16 - 2 * 8 + (Math.PI / 2) * 8, 6)
    const [one, other] = pair(
      [
        [0, 0],
        [100, 0],
        [150, 50],
        [250, 50],
      ],
      8,
      20,
    )
    expect(one.length).toBeCloseTo(other.length, 6)
  })
})

describe('the power distribution network', () => {
  const peak = (network: typeof optimized) => Math.max(...decades(1e4, 1e9, 400).map((f) => impedance(network, f)))

  test('stays below 10 milliohm after optimization, and did not before', () => {
    expect(peak(optimized)).toBeLessThan(10e-3)
    expect(peak(firstGuess)).toBeGreaterThan(50e-3)
  })

  test('is only the regulator and the power path at low frequency', () => {
    expect(impedance(optimized, 1)).toBeCloseTo(1.5e-3 + 0.6e-3, 5)
  })
})

describe('the eye', () => {
  const lines = waveforms(48)

  test('is drawn from all five-bit patterns, over two unit intervals', () => {
    expect(lines).toHaveLength(32)
    expect(lines.every((line) => line[0]?.[0] === 0 && line.at(-1)?.[0] === 2)).toBe(true)
  })

  test('is open in the middle, around the mask', () => {
    const { low, high } = opening(lines)
    expect(low).toBeLessThan(0.34)
    expect(high).toBeGreaterThan(0.66)
  })
})

test('a logarithmic scale maps the geometric mean to the middle', () => {
  expect(logarithmic(10, 1000, 0, 200)(100)).toBeCloseTo(100, 9)
})

test('a compact curve uses relative coordinates in quarters', () => {
  expect(
    compactCurve([
      [1, 2],
      [2, 1],
      [4, 1.25],
    ]),
  ).toBe('m4 8l4-4 8 1')
})

test('the four pairs of the board have equal lengths and no skew, as stated in their legend', () => {
  const lengths = pairs.map(lengthOf)
  expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(0.01)
  expect(pairs.map(skewOf).every((skew) => skew < 0.01)).toBe(true)
})
