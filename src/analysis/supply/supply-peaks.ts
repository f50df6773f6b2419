import type { Trace } from '../../formats/touchstone/network'

/** A local maximum of the impedance of a supply, and the parallel circuit that has the same impedance around it. */
export interface SupplyPeak {
  /** In Hz. */
  frequency: number
  /** The magnitude of the impedance, in ohms. */
  impedance: number
  /** The parallel resistance, inductance and capacitance; null if no such circuit explains the peak. */
  circuit: { ohms: number; henries: number; farads: number; quality: number } | null
}

/** A maximum counts as a peak if the impedance falls by this factor on both sides before it exceeds the maximum. */
const PROMINENCE = 1.1
const MAX_PEAKS = 12

/**
 * The peaks of the impedance in order of frequency, at most the twelve highest. A peak between two frequencies is
 * reported at the one with the higher impedance.
 */
export function supplyPeaks(frequencies: Float64Array, impedance: Trace): SupplyPeak[] {
  const sizes = impedance.re.map((re, at) => Math.hypot(re, impedance.im[at]!))
  return maxima(sizes)
    .toSorted((one, other) => sizes[other]! - sizes[one]!)
    .slice(0, MAX_PEAKS)
    .toSorted((one, other) => one - other)
    .map((at) => ({
      frequency: frequencies[at]!,
      impedance: sizes[at]!,
      circuit: circuitAt(frequencies, impedance, at),
    }))
}

/** The indices of the prominent local maxima, without the first and the last point. */
function maxima(sizes: Float64Array): number[] {
  const found: number[] = []
  let [lowest, highest, top] = [sizes[0] ?? 0, 0, -1]
  sizes.forEach((size, at) => {
    if (top < 0) {
      lowest = Math.min(lowest, size)
      if (size >= lowest * PROMINENCE) [top, highest] = [at, size]
      return
    }
    if (size > highest) [top, highest] = [at, size]
    else if (size * PROMINENCE <= highest) {
      found.push(top)
      ;[top, lowest] = [-1, size]
    }
  })
  return found
}

/**
 * Fits the susceptance B = ωC - 1 / (ωL) to the peak and its neighbors by least squares, which is exact for a parallel
 * circuit. The resistance follows from the conductance at the peak.
 */
function circuitAt(frequencies: Float64Array, { re, im }: Trace, peak: number): SupplyPeak['circuit'] {
  // The sums of the normal equations, with frequencies relative to the peak so that they are of similar size.
  const center = 2 * Math.PI * frequencies[peak]!
  let [rising, mixed, falling, ofRising, ofFalling] = [0, 0, 0, 0, 0]
  for (let at = peak - 1; at <= peak + 1; at++) {
    const w = (2 * Math.PI * frequencies[at]!) / center
    const susceptance = -im[at]! / (re[at]! ** 2 + im[at]! ** 2)
    rising += w * w
    mixed -= 1
    falling += 1 / (w * w)
    ofRising += w * susceptance
    ofFalling -= susceptance / w
  }
  const determinant = rising * falling - mixed * mixed
  const farads = (ofRising * falling - ofFalling * mixed) / determinant / center
  const henries = determinant / (rising * ofFalling - mixed * ofRising) / center
  const ohms = (re[peak]! ** 2 + im[peak]! ** 2) / re[peak]!
  if (!(farads > 0 && henries > 0 && ohms > 0)) return null
  return { ohms, henries, farads, quality: ohms * Math.sqrt(farads / henries) }
}
