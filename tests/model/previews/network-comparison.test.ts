import { describe, expect, test } from 'vitest'

import {
  commonFrequencies,
  decibelsAt,
  differenceTo,
  largestDifference,
  type Response,
} from '../../../machines/previews/network-comparison'

const curve = (points: [frequency: number, decibels: number][]): Response => ({
  frequencies: Float64Array.from(points, ([frequency]) => frequency),
  decibels: Float64Array.from(points, ([, decibels]) => decibels),
})

describe('curves with different frequencies', () => {
  const reference = curve([
    [1, -1],
    [2, -3],
    [4, -4],
  ])
  const other = curve([
    [1.5, -2],
    [3, -5],
  ])

  test('have values on the lines between their points, and none outside', () => {
    expect([1, 1.5, 2, 3, 4].map((frequency) => decibelsAt(reference, frequency))).toEqual([-1, -2, -3, -3.5, -4])
    expect([0.9, 4.1].map((frequency) => decibelsAt(reference, frequency))).toEqual([Number.NaN, Number.NaN])
    expect(decibelsAt(curve([]), 1)).toBeNaN()
    expect(decibelsAt(curve([[2, -6]]), 2)).toBe(-6)
  })

  test('share an axis', () => expect([...commonFrequencies([reference, other])]).toEqual([1, 1.5, 2, 3, 4]))

  test('differ where both have values', () => {
    const difference = differenceTo(reference, other)
    // At 2 the other curve is a third of the way from -2 to -5.
    expect([...difference]).toEqual([Number.NaN, 0, Number.NaN])
    const shifted = differenceTo(
      reference,
      curve([
        [0, 0],
        [8, -8],
      ]),
    )
    expect([...shifted]).toEqual([0, 1, 0])
    expect(largestDifference(reference, shifted)).toEqual({ frequency: 2, decibels: 1 })
  })

  test('that share no frequency have no difference', () => {
    const far = curve([
      [10, 0],
      [20, 0],
    ])
    expect(largestDifference(reference, differenceTo(reference, far))).toBeNull()
  })
})

test('equal curves differ by zero, and a zero counts as -200 dB', () => {
  const zero = curve([
    [1, -6000],
    [2, 0],
  ])
  expect(largestDifference(zero, differenceTo(zero, zero))).toEqual({ frequency: 1, decibels: 0 })
  expect(decibelsAt(zero, 1)).toBe(-200)
})
