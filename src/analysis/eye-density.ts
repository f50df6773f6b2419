import type { ReceivedPulse } from './eye'
import { transform } from './fourier'
import { SAMPLES } from './pulse-response'

/** How often the received signal passes through each cell of the eye. */
export interface EyeDensity {
  /** The number of columns: one per sample of a symbol, starting half a symbol before the clock. */
  columns: number
  rows: number
  /** The voltages at the lower and upper edges of the picture. */
  low: number
  high: number
  /** The counts by row from the lowest voltage, then by column. */
  counts: Uint32Array
}

/** The number of rows of the picture. */
const ROWS = 160

/** The eye of a repeated sequence of symbols, by direct convolution with the response to one symbol. */
export function eyeDensity(pulse: ReceivedPulse, symbols: Float64Array): EyeDensity {
  const { values, center } = pulse
  const waves = wavesOf(values, center - SAMPLES / 2, symbols)
  let high = 0
  for (const wave of waves) for (const value of wave) high = Math.max(high, Math.abs(value))
  high = Math.max(high * 1.05, 1e-12)
  const counts = new Uint32Array(ROWS * SAMPLES)
  waves.forEach((wave, column) => {
    for (const value of wave) {
      const row = Math.min(ROWS - 1, Math.floor(((value + high) / (2 * high)) * ROWS))
      counts[row * SAMPLES + column]! += 1
    }
  })
  return { columns: SAMPLES, rows: ROWS, low: -high, high, counts }
}

/**
 * For each sample position within a symbol, starting at `place` in the pulse: the received value of every symbol, which
 * is the sum of the responses to it and its neighbors. Since the symbols are real, two sample positions are convolved
 * at a time, as the real and imaginary parts.
 */
function wavesOf(pulse: Float64Array, place: number, symbols: Float64Array): Float64Array[] {
  const count = symbols.length
  // The pattern repeats, so its start follows its end. A response after `place` belongs to an earlier symbol.
  const before = Math.ceil(pulse.length / SAMPLES) + 1
  const after = Math.ceil((place + SAMPLES) / SAMPLES)
  const size = 2 ** Math.ceil(Math.log2(count + 2 * before + after))
  const re = Float64Array.from({ length: size }, (_, at) => {
    const wanted = at - before
    return wanted < count + after ? symbols[((wanted % count) + count) % count]! : 0
  })
  const im = new Float64Array(size)
  transform(re, im, -1)
  const waves: Float64Array[] = []
  for (let sample = 0; sample < SAMPLES; sample += 2) {
    const [one, other] = [new Float64Array(size), new Float64Array(size)]
    const first = (((place + sample) % SAMPLES) + SAMPLES) % SAMPLES
    for (let at = first, index = 0; at < pulse.length; at += SAMPLES, index++) {
      one[index] = pulse[at]!
      other[index] = pulse[at + 1] ?? 0
    }
    transform(one, other, -1)
    for (let at = 0; at < size; at++) {
      const [a, b] = [one[at]!, other[at]!]
      one[at] = (a * re[at]! - b * im[at]!) / size
      other[at] = (a * im[at]! + b * re[at]!) / size
    }
    transform(one, other, 1)
    // The received sample is `(place + sample - first) / SAMPLES` symbols after the first value of the kernel.
    const start = before + (place + sample - first) / SAMPLES
    waves.push(one.slice(start, start + count), other.slice(start, start + count))
  }
  return waves
}
