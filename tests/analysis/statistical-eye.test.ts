import { describe, expect, test } from 'vitest'

import { levelsOf, pseudorandomBits, symbolsOf } from '../../src/analysis/eye/bit-pattern'
import { type EyeSettings, receivedPulse, statisticalEye } from '../../src/analysis/eye/statistical-eye'
import { eyeDensity } from '../../src/analysis/eye/eye-density'
import { type LinkSettings, pulseResponse, SAMPLES } from '../../src/analysis/eye/pulse-response'
import type { Trace } from '../../src/formats/touchstone/network'

const frequencies = Float64Array.from({ length: 4001 }, (_, at) => at * 10e6)
const link: LinkSettings = { rate: 10e9, riseTime: 20e-12, preTap: 0, postTap: 0, peaking: 0 }
const receiver: EyeSettings = { modulation: 'nrz', swing: 1, feedbackTaps: 0, noise: 0, errorRate: 1e-12 }

/** A channel, defined by its transmission at each frequency. */
const channel = (of: (frequency: number) => [re: number, im: number]): Trace => {
  const values = Array.from(frequencies, of)
  return { re: Float64Array.from(values, ([re]) => re), im: Float64Array.from(values, ([, im]) => im) }
}
const turned = (size: number, radians: number): [re: number, im: number] => [
  size * Math.cos(radians),
  -size * Math.sin(radians),
]
const delayed = (seconds: number, size = 1) => channel((frequency) => turned(size, 2 * Math.PI * frequency * seconds))
/** A line whose loss rises with the square root of frequency: `nepers` at 5 GHz, with the corresponding phase. */
const lossy = (nepers: number) =>
  channel((frequency) => {
    const loss = nepers * Math.sqrt(frequency / 5e9)
    return turned(Math.exp(-loss), loss + 2 * Math.PI * frequency * 1e-9)
  })
/** A line with an echo of 0.2 after two symbols. */
const echoing = channel((frequency) => {
  const [re, im] = turned(1, 2 * Math.PI * frequency * 1e-9)
  const [echoRe, echoIm] = turned(0.2, 2 * Math.PI * frequency * 1.2e-9)
  return [re + echoRe, im + echoIm]
})

describe('patterns', () => {
  test.each([7, 9, 11, 13, 15] as const)('of order %i contain every word except 0 exactly once', (order) => {
    const bits = pseudorandomBits(order)
    expect(bits).toHaveLength(2 ** order - 1)
    const words = new Set<number>()
    for (let at = 0; at < bits.length; at++) {
      let word = 0
      for (let bit = 0; bit < order; bit++) word = 2 * word + bits[(at + bit) % bits.length]!
      words.add(word)
    }
    expect(words.size).toBe(2 ** order - 1)
    expect(words.has(0)).toBe(false)
  })

  test('are converted to two or four levels that are about equally frequent', () => {
    expect(symbolsOf(7, 'nrz', 254)).toEqual(symbolsOf(7, 'nrz', 381).subarray(127))
    const symbols = symbolsOf(13, 'pam4', 8191)
    for (const level of levelsOf('pam4'))
      expect(symbols.filter((one) => one === level).length / 8191).toBeCloseTo(0.25, 2)
  })
})

describe('eyes with known dimensions', () => {
  test('an ideal line has the full swing and width, even if it inverts the signal', () => {
    for (const size of [1, -1]) {
      const eye = statisticalEye(pulseResponse(frequencies, delayed(1e-9, size), link), receiver)
      expect(Math.abs(eye.height - 1)).toBeLessThan(0.01)
      expect(eye.width).toBeGreaterThan(0.97)
      expect(eye.openings[0]!.threshold).toBeCloseTo(0, 12)
    }
  })

  test('the openings of four levels at half the amplitude are a sixth of the swing', () => {
    const pulse = pulseResponse(frequencies, delayed(1e-9, 0.5), link)
    const { openings } = statisticalEye(pulse, { ...receiver, modulation: 'pam4' })
    expect(openings).toHaveLength(3)
    openings.forEach(({ height, threshold }, at) => {
      expect(Math.abs(height - 1 / 6)).toBeLessThan(0.002)
      expect(Math.abs(threshold - (at - 1) / 6)).toBeLessThan(0.002)
    })
  })

  test('an echo of 0.2 reduces the height by a fifth of the swing, unless the feedback cancels it', () => {
    const pulse = pulseResponse(frequencies, echoing, link)
    expect(Math.abs(statisticalEye(pulse, receiver).height - 0.8)).toBeLessThan(0.01)
    const cancelled = statisticalEye(pulse, { ...receiver, feedbackTaps: 2 })
    expect(Math.abs(cancelled.height - 1)).toBeLessThan(0.01)
    expect(Math.abs(cancelled.feedback[1]! - 0.1)).toBeLessThan(0.002)
  })

  test('noise reduces the height by 7.034 standard deviations per side at an error rate of 1e-12', () => {
    const pulse = pulseResponse(frequencies, delayed(1e-9), link)
    const { height } = statisticalEye(pulse, { ...receiver, noise: 0.02 })
    expect(Math.abs(height - (1 - 2 * 7.034 * 0.02))).toBeLessThan(0.01)
  })

  test('transmitter taps reduce the height, because their magnitudes add up to 1', () => {
    const pulse = pulseResponse(frequencies, delayed(1e-9), { ...link, postTap: -0.2 })
    // 0.8 of the symbol itself and -0.2 of the symbol before it.
    expect(Math.abs(statisticalEye(pulse, receiver).height - 0.6)).toBeLessThan(0.01)
  })

  test('peaking reduces the gain of the receiver at 0 Hz', () => {
    const pulse = pulseResponse(frequencies, delayed(1e-9), { ...link, peaking: 6 })
    let sum = 0
    for (let at = pulse.center % SAMPLES; at < pulse.values.length; at += SAMPLES) sum += pulse.values[at]!
    expect(Math.abs(sum - 10 ** -0.3)).toBeLessThan(0.005)
  })

  test('an eye that is open up to the end of the symbol is as wide as its part of the symbol', () => {
    // A rectangle from a quarter of a symbol before the clock to three quarters after it. Half a symbol before the
    // clock, the preceding symbol is still received.
    const center = 2 * SAMPLES
    const values = Float64Array.from({ length: 4 * SAMPLES + 1 }, (_, at) =>
      at >= center - SAMPLES / 4 && at < center + (3 * SAMPLES) / 4 ? 1 : 0,
    )
    const { width, height } = statisticalEye({ values, center }, receiver)
    expect(Math.abs(height - 1)).toBeLessThan(0.01)
    // From the clock, half a symbol to one end, and a quarter and half a sample to the other.
    expect(Math.abs(width - (0.75 + 0.5 / SAMPLES))).toBeLessThan(0.001)
  })

  test('data that end too early and channels that transmit nothing are rejected', () => {
    expect(() => pulseResponse(frequencies, delayed(0), { ...link, rate: 100e9 })).toThrow('half the symbol rate')
    expect(() => pulseResponse(frequencies, delayed(0, 0), link)).toThrow('Nothing is transmitted')
  })
})

describe('the statistical eye matches the direct convolution of the pattern', () => {
  const errorRate = 1e-3
  const cases: [name: string, Trace, Partial<LinkSettings>, Partial<EyeSettings>][] = [
    ['a lossy line', lossy(0.6), {}, {}],
    ['a lossier line with taps', lossy(1.2), { preTap: -0.05, postTap: -0.15 }, {}],
    ['a lossier line with an equalizer and feedback', lossy(1.5), { peaking: 4 }, { feedbackTaps: 2 }],
    ['a line with an echo', echoing, {}, {}],
    ['four levels over a lossy line', lossy(0.4), { peaking: 2 }, { modulation: 'pam4', feedbackTaps: 1 }],
  ]

  test.each(cases)('for %s', (_, trace, ofLink, ofReceiver) => {
    const settings = { ...receiver, ...ofReceiver, errorRate }
    const whole = pulseResponse(frequencies, trace, { ...link, ...ofLink })
    // The pattern of order 15 contains every sequence of 15 bits, so it has the statistical error rate if no response
    // is longer than that.
    const reach = settings.modulation === 'nrz' ? 11 : 4
    const [first, end] = [whole.center - 2.5 * SAMPLES, whole.center + (reach + 0.5) * SAMPLES]
    const pulse = { ...whole, values: whole.values.map((value, at) => (at >= first && at < end ? value : 0)) }
    const eye = statisticalEye(pulse, settings)
    const { values, center } = receivedPulse(pulse, settings)
    const levels = levelsOf(settings.modulation)
    const symbols = symbolsOf(15, settings.modulation, 32_767)
    const count = symbols.length

    /**
     * The range of values at each level, without a share of `errorRate` at either end. Adds up the responses to all
     * symbols.
     */
    const edgesAt = (offset: number) => {
      const places = Array.from({ length: reach + 4 }, (_one, index) => index - 3)
      const found = levels.map((): number[] => [])
      symbols.forEach((symbol, at) => {
        let sum = 0
        for (const back of places)
          sum += (values[center + offset + back * SAMPLES] ?? 0) * symbols[(at - back + count) % count]!
        found[levels.indexOf(symbol)]!.push(sum)
      })
      return found.map((all) => {
        all.sort((one, other) => one - other)
        const rest = Math.floor(errorRate * all.length)
        return { low: all[rest]!, high: all[all.length - 1 - rest]! }
      })
    }
    const edges = Array.from({ length: SAMPLES + 1 }, (_one, at) => edgesAt(at - SAMPLES / 2))
    const middle = SAMPLES / 2
    eye.openings.forEach((opening, index) => {
      const height = edges[middle]![index + 1]!.low - edges[middle]![index]!.high
      expect(height).toBeGreaterThan(0)
      expect(Math.abs(opening.height / height - 1), 'height').toBeLessThan(0.01)
      const threshold = (values[center]! * (levels[index]! + levels[index + 1]!)) / 2
      const margins = edges.map((one) => Math.min(one[index + 1]!.low - threshold, threshold - one[index]!.high))
      const side = (step: 1 | -1) => {
        let at = middle
        while (margins[at + step]! > 0) at += step
        if (margins[at + step] === undefined) return Math.abs(at - middle)
        return Math.abs(at - middle) + margins[at]! / (margins[at]! - margins[at + step]!)
      }
      const width = (side(1) + side(-1)) / SAMPLES
      expect(Math.abs(opening.width / width - 1), 'width').toBeLessThan(0.01)
    })
  })

  test('the density of the pattern is 0 inside the statistical eye', () => {
    const pulse = pulseResponse(frequencies, lossy(0.6), link)
    const density = eyeDensity(receivedPulse(pulse, receiver), symbolsOf(9, 'nrz', 511))
    expect(density.counts.reduce((sum, count) => sum + count, 0)).toBe(511 * SAMPLES)
    const eye = statisticalEye(pulse, { ...receiver, errorRate: 1e-9 })
    const { top, bottom } = eye.openings[0]!
    const middle = SAMPLES / 2
    const voltage = (row: number) => density.low + ((density.high - density.low) * (row + 0.5)) / density.rows
    for (let row = 0; row < density.rows; row++) {
      const isInside = voltage(row) < top[middle]! - 0.02 && voltage(row) > bottom[middle]! + 0.02
      if (isInside) expect(density.counts[row * density.columns + middle]).toBe(0)
    }
  })

  test('the density has the expected counts for a pulse with known values', () => {
    // A symbol of 1 is 0.75 in its own interval and 0.25 in the next one, with a ramp so that every sample differs.
    const values = Float64Array.from({ length: 3 * SAMPLES }, (_, at) => {
      if (at < SAMPLES) return 0
      return (at < 2 * SAMPLES ? 0.75 : 0.25) + at / 1000
    })
    const symbols = symbolsOf(7, 'nrz', 127)
    const center = 1.5 * SAMPLES
    const { counts, columns, rows, low, high } = eyeDensity({ values, center, feedback: [] }, symbols)
    const wanted = new Uint32Array(counts.length)
    for (let column = 0; column < columns; column++) {
      symbols.forEach((symbol, at) => {
        const before = symbols[(at + 126) % 127]!
        const value = symbol * values[SAMPLES + column]! + before * values[2 * SAMPLES + column]!
        wanted[Math.floor(((value - low) / (high - low)) * rows) * columns + column]! += 1
      })
    }
    expect(counts).toEqual(wanted)
  })
})
