/** The parameters of an N-port versus frequency, and the quantities plotted from them. */

export type NetworkParameter = 'S' | 'Y' | 'Z' | 'H' | 'G'

/** One complex parameter at all frequencies. */
export interface Trace {
  re: Float64Array
  im: Float64Array
}

export interface Network {
  parameter: NetworkParameter
  ports: number
  /** In Hz, ascending. */
  frequencies: Float64Array
  /**
   * The parameter to port i from port j (both from 0) is at index i * ports + j. Not normalized: Z in ohms, Y in
   * siemens.
   */
  traces: Trace[]
  /** Reference resistance of each port, in ohms. */
  references: number[]
}

const empty: Trace = { re: new Float64Array(), im: new Float64Array() }

/** The trace to port `to` from port `from`, both counted from 1 as usual: trace(network, 2, 1) is S21. */
export const trace = ({ ports, traces }: Network, to: number, from: number): Trace =>
  traces[(to - 1) * ports + from - 1] ?? empty

export const magnitude = ({ re, im }: Trace): Float64Array => re.map((real, at) => Math.hypot(real, im[at] ?? 0))

/** 20 log10 of the magnitude. Zero is clamped to Number.MIN_VALUE to avoid minus infinity. */
export const decibels = (trace: Trace): Float64Array =>
  magnitude(trace).map((value) => 20 * Math.log10(Math.max(value, Number.MIN_VALUE)))

/**
 * The phase in degrees, from -180 to 180. With `unwrap`, 360° jumps between adjacent frequencies are removed. Missing
 * values are NaN.
 */
export function phase({ re, im }: Trace, options: { unwrap: boolean }): Float64Array {
  const degrees = re.map((real, at) => (Math.atan2(im[at] ?? 0, real) * 180) / Math.PI)
  if (!options.unwrap) return degrees
  let turns = 0
  let last = degrees.find((angle) => !Number.isNaN(angle)) ?? 0
  return degrees.map((angle) => {
    if (Number.isNaN(angle)) return angle
    turns -= Math.round((angle - last) / 360)
    last = angle
    return angle + turns * 360
  })
}
