import { expect, test } from 'vitest'

import { prefixOf, ticksOf } from '../../../src/workspace/previews/models/chart-axis'

test('ticks are round numbers that enclose the values', () => {
  expect(ticksOf([-3.3, 6.6])).toEqual([-4, -2, 0, 2, 4, 6, 8])
  expect(ticksOf([0, 0.3])).toEqual([0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3])
  expect(ticksOf([0, 1.2e-9])).toEqual([0, 2e-10, 4e-10, 6e-10, 8e-10, 1e-9, 1.2e-9])
})

test('a single value and no value have an axis too', () => {
  for (const values of [[0], [5], [-1e-12], []]) {
    const ticks = ticksOf(values)
    expect(ticks.length).toBeGreaterThan(1)
    for (const value of values) expect(ticks[0]! <= value && value <= ticks.at(-1)!).toBe(true)
  }
})

test('prefixes', () => {
  const names = [2e9, 1e3, 5, 0.2, 3e-6, 4e-10, 1e-13, 0].map((size) => prefixOf(size).name)
  expect(names).toEqual(['G', 'k', '', 'm', 'µ', 'p', 'p', ''])
})
