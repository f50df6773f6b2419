import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { type EyeSettings, statisticalEye } from '../../src/analysis/eye'
import { type LinkSettings, pulseResponse } from '../../src/analysis/pulse-response'

/** Written by measure-eyes-with-scikit-rf.py. */
const measured = JSON.parse(readFileSync(path.join(import.meta.dirname, 'scikit-rf-eyes.json'), 'utf8')) as {
  line: { loss: number; delay: number; echo: number; later: number }
  link: LinkSettings
  receiver: EyeSettings
  peak: number
  /** With the receiver's clock between the edges of the pulse, and up to 1/64 of a symbol later. */
  heights: number[]
}[]

const frequencies = Float64Array.from({ length: 4001 }, (_, at) => at * 10e6)

/** A line with `loss` nepers at 5 GHz and a delay in seconds, and an echo. */
function channel({ loss, delay, echo, later }: (typeof measured)[number]['line']) {
  const value = (part: (angle: number) => number) =>
    frequencies.map((frequency) => {
      const nepers = loss * Math.sqrt(frequency / 5e9)
      const turn = -2 * Math.PI * frequency
      return Math.exp(-nepers) * part(turn * delay - nepers) + echo * part(turn * (delay + later))
    })
  return { re: value(Math.cos), im: value(Math.sin) }
}

test('at least twenty channels are compared', () => expect(measured.length).toBeGreaterThanOrEqual(20))

test.each(measured.map((one, at) => [at, one] as const))('pulse and eye of channel %i', (_, one) => {
  const pulse = pulseResponse(frequencies, channel(one.line), one.link)
  expect(Math.abs(Math.max(...pulse.values) / one.peak - 1)).toBeLessThan(1e-3)
  const { height } = statisticalEye(pulse, one.receiver)
  const [low, high] = [Math.min(...one.heights), Math.max(...one.heights)]
  // Within 1% of the height, or 0.25% of the swing if the eye is nearly closed, because the distribution has bins.
  const tolerance = Math.max(0.01 * Math.abs(high), 0.0025 * one.receiver.swing)
  expect(height).toBeGreaterThan(low - tolerance)
  expect(height).toBeLessThan(high + tolerance)
})
