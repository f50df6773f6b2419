import { phase, type Trace } from '../../formats/touchstone/network'
import type { Spectrum } from './fourier'

/** Frequencies may deviate from equal steps by this fraction of a step, because files round them. */
const STEP_TOLERANCE = 1e-3
/** The maximum number of points of an extended or interpolated spectrum, unless the file itself has more. */
const MAX_POINTS = 16_384

export interface UniformSpectrum extends Spectrum {
  /** The distance between consecutive points, in Hz. */
  step: number
}

/**
 * Extends a parameter to 0 Hz and interpolates it at equal steps, as a Fourier transform requires. Magnitude and phase
 * are extrapolated along the line through the first two points. A file with equal steps whose first frequency is a
 * multiple of the step is not interpolated. The last frequency must be a multiple of `step`. Throws a RangeError if
 * there are fewer than four frequencies.
 */
export function uniformSpectrum(
  frequencies: Float64Array,
  trace: Trace,
  step = evenStepOf(frequencies),
): UniformSpectrum {
  if (frequencies.length < 4) throw new RangeError('The time domain requires at least four frequencies.')
  const points = Math.round(frequencies.at(-1)! / step) + 1
  const re = new Float64Array(points)
  const im = new Float64Array(points)
  const start = startOf(frequencies, trace)
  let segment = 0
  for (let at = 0; at < points; at++) {
    const frequency = at * step
    if (frequency < frequencies[0]! - step * STEP_TOLERANCE) [re[at], im[at]] = start(frequency)
    else {
      while (segment < frequencies.length - 2 && frequencies[segment + 1]! < frequency) segment += 1
      const [low, high] = [frequencies[segment]!, frequencies[segment + 1]!]
      const part = high === low ? 0 : (frequency - low) / (high - low)
      re[at] = trace.re[segment]! + part * (trace.re[segment + 1]! - trace.re[segment]!)
      im[at] = trace.im[segment]! + part * (trace.im[segment + 1]! - trace.im[segment]!)
    }
  }
  // A real signal has a real value at 0 Hz.
  im[0] = 0
  return { re, im, step }
}

/** The step of the uniform spectrum in Hz, chosen so that the spectrum includes 0 Hz. */
export function evenStepOf(frequencies: Float64Array): number {
  const last = frequencies.at(-1)!
  const step = (last - frequencies[0]!) / (frequencies.length - 1)
  const isUniform = frequencies.every(
    (frequency, at) => Math.abs(frequency - frequencies[0]! - at * step) <= step * STEP_TOLERANCE,
  )
  const points = isUniform ? frequencies.length - 1 + Math.round(frequencies[0]! / step) : 4 * frequencies.length
  return last / Math.min(points, Math.max(MAX_POINTS, frequencies.length))
}

/** Returns a function that extrapolates below the first frequency, along the line through the first two points. */
function startOf(frequencies: Float64Array, { re, im }: Trace): (frequency: number) => [re: number, im: number] {
  const first = { re: re.slice(0, 2), im: im.slice(0, 2) }
  const [size, next] = [Math.hypot(re[0]!, im[0]!), Math.hypot(re[1]!, im[1]!)]
  const [angle = 0, nextAngle = 0] = phase(first, { unwrap: true })
  return (frequency) => {
    const part = (frequency - frequencies[0]!) / (frequencies[1]! - frequencies[0]!)
    const magnitude = size + part * (next - size)
    const radians = ((angle + part * (nextAngle - angle)) * Math.PI) / 180
    return [magnitude * Math.cos(radians), magnitude * Math.sin(radians)]
  }
}
