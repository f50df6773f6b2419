import type { ReceivedPulse } from './statistical-eye'
import { transform } from '../math/fourier'
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

const ROWS = 160

/** The eye of a repeated sequence of symbols, calculated by convolving the sequence with the response to one symbol. */
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
 * For each sample position within a symbol, starting at `place` in the pulse: the received values of all symbols, in no
 * particular order. Each value is the sum of the responses to its symbol and to the neighboring symbols. The pattern,
 * which repeats, is convolved in blocks that fit into the processor's cache (overlap-save). Because symbols are real,
 * two sample positions are convolved at a time, as the real and imaginary parts.
 */
function wavesOf(pulse: Float64Array, place: number, symbols: Float64Array): Float64Array[] {
  const count = symbols.length
  const taps = Math.ceil(pulse.length / SAMPLES) + 1
  const size = 2 ** Math.ceil(Math.log2(Math.max(4 * taps, 1024)))
  // The first values of a block would need symbols from before the block, so they are discarded.
  const useful = size - taps + 1
  const blocks = Array.from({ length: Math.ceil(count / useful) }, (_, block) => {
    const start = block * useful - taps + 1
    const re = Float64Array.from({ length: size }, (__, at) => symbols[(((start + at) % count) + count) % count]!)
    const im = new Float64Array(size)
    transform(re, im, -1)
    return { re, im }
  })
  const waves: Float64Array[] = []
  const [re, im] = [new Float64Array(size), new Float64Array(size)]
  for (let sample = 0; sample < SAMPLES; sample += 2) {
    const [kernelRe, kernelIm] = [new Float64Array(size), new Float64Array(size)]
    const first = (((place + sample) % SAMPLES) + SAMPLES) % SAMPLES
    for (let at = first, index = 0; at < pulse.length; at += SAMPLES, index++) {
      kernelRe[index] = pulse[at]! / size
      kernelIm[index] = (pulse[at + 1] ?? 0) / size
    }
    transform(kernelRe, kernelIm, -1)
    const [one, other] = [new Float64Array(count), new Float64Array(count)]
    blocks.forEach((block, index) => {
      for (let at = 0; at < size; at++) {
        re[at] = kernelRe[at]! * block.re[at]! - kernelIm[at]! * block.im[at]!
        im[at] = kernelRe[at]! * block.im[at]! + kernelIm[at]! * block.re[at]!
      }
      transform(re, im, 1)
      const end = Math.min(taps - 1 + count - index * useful, size)
      one.set(re.subarray(taps - 1, end), index * useful)
      other.set(im.subarray(taps - 1, end), index * useful)
    })
    waves.push(one, other)
  }
  return waves
}
