import type { ReceivedPulse } from './eye'
import { transform } from './fourier'
import { SAMPLES } from './pulse-response'

/** How often the received signal passes each place of the eye. */
export interface EyeDensity {
  /** One per sample of a symbol, from half a symbol before the clock. */
  columns: number
  rows: number
  /** The voltages of the edges of the picture. */
  low: number
  high: number
  /** By row from the lowest voltage, then by column. */
  counts: Uint32Array
}

/** The rows of a picture. */
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
 * The received signal by sample of the symbol, from a place of the pulse: the sums of the responses to all symbols around
 * each. Two samples are convolved at a time, as real and imaginary parts, because the symbols are real.
 */
function wavesOf(pulse: Float64Array, place: number, symbols: Float64Array): Float64Array[] {
  const count = symbols.length
  // The pattern repeats: what precedes it is its end. A response after `place` belongs to an earlier symbol.
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
    // The first value of the kernel is this many symbols before the one that is received.
    const start = before + (place + sample - first) / SAMPLES
    waves.push(one.slice(start, start + count), other.slice(start, start + count))
  }
  return waves
}
