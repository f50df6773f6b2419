import { phase, type Trace } from '../formats/touchstone/network'

/**
 * The group delay -dφ/dω in seconds, by central differences, or by one-sided ones at the first and the last frequency.
 */
export function groupDelay(frequencies: Float64Array, trace: Trace): Float64Array {
  const degrees = phase(trace, { unwrap: true })
  const last = frequencies.length - 1
  return degrees.map((_, at) => {
    const [low, high] = [Math.max(at - 1, 0), Math.min(at + 1, last)]
    // For a single frequency, both differences are 0, so the delay is NaN.
    return -(degrees[high]! - degrees[low]!) / (360 * (frequencies[high]! - frequencies[low]!))
  })
}

/**
 * The phase delay -φ/ω in seconds. The unwrapped phase is extended to 0 Hz along the line through the first two
 * frequencies, and whole turns at 0 Hz are removed. At 0 Hz itself, the phase delay is undefined (NaN).
 */
export function phaseDelay(frequencies: Float64Array, trace: Trace): Float64Array {
  const degrees = phase(trace, { unwrap: true })
  const known = Math.max(
    degrees.findIndex((angle) => !Number.isNaN(angle)),
    0,
  )
  const [first = 0, next = first] = degrees.subarray(known)
  const [start = 0, second = start] = frequencies.subarray(known)
  const atZero = second === start ? first : first - ((next - first) * start) / (second - start)
  const turns = 360 * Math.round(atZero / 360)
  return degrees.map((angle, at) => {
    const frequency = frequencies[at]!
    return frequency > 0 ? -(angle - turns) / (360 * frequency) : Number.NaN
  })
}
