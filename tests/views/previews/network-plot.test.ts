// @vitest-environment jsdom
import { beforeAll, expect, test, vi } from 'vitest'

// uPlot reads the screen density when it is loaded.
beforeAll(() => vi.stubGlobal('matchMedia', () => new EventTarget()))

test('the axis of a magnitude contains its curves, but is not stretched by a zero', async () => {
  const { magnitudeRange } = await import('../../../src/workspace/previews/network/plots/network-plot')
  const axisOf = (lowest: number, highest: number) => magnitudeRange(null, lowest, highest)
  expect(axisOf(-32, -0.4)).toEqual([-36, 0])
  expect(axisOf(-6468, -0.4)).toEqual([-220, 0])
  const [low, high] = axisOf(-7000, -6000)
  expect([low! < -200, high! > -200]).toEqual([true, true])
  expect(magnitudeRange(null, null, null)).toEqual([null, null])
})

test('a magnitude is shown with its unit, in decibels with three decimals, and a zero as minus infinity', async () => {
  const { magnitudeText } = await import('../../../src/workspace/previews/network/plots/network-plot')
  const text = (parameter: 'S' | 'Y' | 'Z') => (value: number) => magnitudeText({ parameter }, value)
  expect([-0.4464, -32, 20 * Math.log10(Number.MIN_VALUE)].map(text('S'))).toEqual(['-0.446 dB', '-32.000 dB', '−∞ dB'])
  expect([0.002, 1234.56, Number.NaN].map(text('Z'))).toEqual(['2 mΩ', '1.235 kΩ', '-'])
  expect(text('Y')(0.02)).toBe('20 mS')
})
