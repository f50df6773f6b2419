// @vitest-environment jsdom
import { beforeAll, expect, test, vi } from 'vitest'

// uPlot reads the screen density when it is loaded.
beforeAll(() => vi.stubGlobal('matchMedia', () => new EventTarget()))

test('the axis of a magnitude contains its curves, but is not stretched by a zero', async () => {
  const { magnitudeRange } = await import('../../../src/workspace/previews/network/network-plot')
  const axisOf = (lowest: number, highest: number) => magnitudeRange(null, lowest, highest)
  expect(axisOf(-32, -0.4)).toEqual([-36, 0])
  expect(axisOf(-6468, -0.4)).toEqual([-220, 0])
  const [low, high] = axisOf(-7000, -6000)
  expect([low! < -200, high! > -200]).toEqual([true, true])
  expect(magnitudeRange(null, null, null)).toEqual([null, null])
})

test('a magnitude is shown with three decimals in decibels, and a zero as minus infinity', async () => {
  const { decibelText } = await import('../../../src/workspace/previews/network/network-plot')
  expect([-0.4464, -32, 20 * Math.log10(Number.MIN_VALUE)].map(decibelText)).toEqual(['-0.446', '-32.000', '−∞'])
})
