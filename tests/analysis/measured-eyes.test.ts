import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { symbolsOf } from '../../src/analysis/eye/bit-pattern'
import { type EyeSettings, receivedPulse, statisticalEye } from '../../src/analysis/eye/statistical-eye'
import { eyeDensity } from '../../src/analysis/eye/eye-density'
import { type LinkSettings, pulseResponse } from '../../src/analysis/eye/pulse-response'

/** Written by measure-eyes-with-scikit-rf.py. */
const measured = JSON.parse(readFileSync(path.join(import.meta.dirname, 'reference/scikit-rf-eyes.json'), 'utf8')) as {
  line: { loss: number; delay: number; echo: number; later: number }
  link: LinkSettings
  receiver: EyeSettings
  peak: number
  /** The heights with the receiver's clock exactly between the edges of the pulse, and up to 1/64 of a symbol later. */
  heights: number[]
}[]

const frequencies = Float64Array.from({ length: 4001 }, (_, at) => at * 10e6)

/** A line with `loss` nepers at 5 GHz and a delay in seconds, and an echo. */
function channel({ loss, delay, echo, later }: { loss: number; delay: number; echo: number; later: number }) {
  const value = (part: (angle: number) => number) =>
    frequencies.map((frequency) => {
      const nepers = loss * Math.sqrt(frequency / 5e9)
      const turn = -2 * Math.PI * frequency
      return Math.exp(-nepers) * part(turn * delay - nepers) + echo * part(turn * (delay + later))
    })
  return { re: value(Math.cos), im: value(Math.sin) }
}

const shares = [0.055, 0.3, 0.45, 0.7, 0.94]
/** Written by measure-eyes-bit-by-bit.py. Pairs: with the exact clock, and with a clock 1/64 of a symbol later. */
const simulated = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'reference/bit-by-bit-eyes.json'), 'utf8'),
) as {
  line: (typeof measured)[number]['line']
  link: LinkSettings
  receiver: EyeSettings
  heights: [number, number]
  widths: [number, number]
  bathtub: [offset: number, exact: number, later: number][]
  /** The quantiles of the pattern at `shares`, in one column of the picture. */
  quantiles: [column: number, exact: number[], later: number[]][]
}[]

test('at least twenty channels are compared', () => {
  expect(measured.length).toBeGreaterThanOrEqual(20)
  expect(simulated.length).toBeGreaterThanOrEqual(20)
})

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

/** Fails unless the value is between the two others, or deviates by at most `tolerance` from one of them. */
function expectBetween(value: number, [one, other]: [number, number], tolerance: number, what: string) {
  expect(value, what).toBeGreaterThan(Math.min(one, other) - tolerance)
  expect(value, what).toBeLessThan(Math.max(one, other) + tolerance)
}

describe.each(simulated.map((one, at) => [at, one] as const))(
  'the eye of channel %i, simulated bit by bit',
  (_, one) => {
    const { link, receiver, heights, widths, bathtub, quantiles } = one
    const pulse = pulseResponse(frequencies, channel(one.line), link)
    const eye = statisticalEye(pulse, receiver)

    test('has the same height and width within 1%', () => {
      const [low, high] = [Math.min(...heights), Math.max(...heights)]
      // If the eye is nearly closed, the tolerance is 0.25% of the swing, because the distribution has bins.
      expectBetween(eye.height, [low, high], Math.max(0.01 * Math.abs(high), 0.0025 * receiver.swing), 'height')
      expectBetween(eye.width, widths, 0.01 * Math.max(...widths), 'width')
    })

    test('has the same error rates away from its center', () => {
      for (const [offset, exact, later] of bathtub) {
        const rate = eye.errors[Math.round((offset + 0.5) * 64)]!
        // Rates below a thousandth are inaccurate, because they result from few of the simulated symbols.
        if (Math.max(exact, later) > 1e-3)
          expectBetween(rate, [exact, later], 0.01 * Math.max(exact, later) + 2e-4, `${offset} UI`)
        else expect(rate, `${offset} UI`).toBeLessThan(2e-3)
      }
    })

    test('has the same density of its pattern', () => {
      const isFour = receiver.modulation === 'pam4'
      const order = isFour ? 13 : 15
      const symbols = symbolsOf(order, receiver.modulation, 2 ** order - 1)
      const { counts, columns, rows, low, high } = eyeDensity(receivedPulse(pulse, receiver), symbols)
      for (const [column, exact, later] of quantiles) {
        shares.forEach((share, index) => {
          let [row, sum] = [0, counts[column]!]
          while (sum < share * symbols.length) sum += counts[(row += 1) * columns + column]!
          const value = low + ((row + 0.5) / rows) * (high - low)
          // Within 1% of the picture's height. Each row is 0.6% of it.
          expectBetween(value, [exact[index]!, later[index]!], 0.01 * (high - low), `${share} in column ${column}`)
        })
      }
    })
  },
)
