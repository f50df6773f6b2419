import type { Trace } from '../../formats/touchstone/network'

/**
 * The power sum of several transfer functions, as in PSNEXT and PSFEXT: the sum of their squared magnitudes at each
 * frequency.
 */
export function powerSum(transmissions: Trace[], length: number): Float64Array {
  const sum = new Float64Array(length)
  for (const { re, im } of transmissions) for (let at = 0; at < length; at++) sum[at]! += re[at]! ** 2 + im[at]! ** 2
  return sum
}

export interface CrosstalkSource {
  /** The signaling rate, in Hz. */
  rate: number
  /** The peak differential amplitude of an aggressor, in volts. */
  amplitude: number
  /** The rise time from 20 to 80 percent, in seconds. */
  riseTime: number
}

/**
 * The integrated crosstalk noise in volts (RMS) as IEEE 802.3-2018 defines it in 85.10.7 for the power sum of near-end
 * or far-end crosstalk, from the first frequency to the signaling rate. Null if the data end below half the rate,
 * because then most of the noise is missing.
 */
export function integratedNoise(
  frequencies: Float64Array,
  sum: Float64Array,
  { rate, amplitude, riseTime }: CrosstalkSource,
): number | null {
  if ((frequencies.at(-1) ?? 0) < rate / 2) return null
  const transmitter = 0.2365 / riseTime
  const receiver = 0.75 * rate
  const density = (at: number) => {
    const frequency = frequencies[at]!
    const x = (Math.PI * frequency) / rate
    const shape = x === 0 ? 1 : (Math.sin(x) / x) ** 2
    const filtered = (1 + (frequency / transmitter) ** 4) * (1 + (frequency / receiver) ** 8)
    return (amplitude ** 2 / rate) * (shape / filtered) * sum[at]!
  }
  let power = 0
  for (let at = 1; at < frequencies.length && frequencies[at]! <= rate; at++) {
    power += (density(at) + density(at - 1)) * (frequencies[at]! - frequencies[at - 1]!)
  }
  return Math.sqrt(power)
}
