/** A curve over ascending frequencies in Hz. */
export type Response = { frequencies: Float64Array; decibels: Float64Array }

/** Lower values are below what instruments can measure and would hide all other differences. */
const floor = -200

/** The value of a curve at a frequency, interpolated linearly between its points; NaN outside its range. */
export function decibelsAt({ frequencies, decibels }: Response, frequency: number): number {
  let [low, high] = [0, frequencies.length - 1]
  const [first = Number.NaN, last = Number.NaN] = [frequencies[low], frequencies[high]]
  if (!(frequency >= first && frequency <= last)) return Number.NaN
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((frequencies[middle] ?? 0) <= frequency) low = middle
    else high = middle
  }
  const [from = 0, to = 0] = [frequencies[low], frequencies[high]]
  const [start, end] = [Math.max(floor, decibels[low] ?? floor), Math.max(floor, decibels[high] ?? floor)]
  return to === from || frequency === from ? start : start + ((end - start) * (frequency - from)) / (to - from)
}

/** The frequencies of all curves, each once, so that curves with different points can share an axis. */
export const commonFrequencies = (curves: Response[]): Float64Array =>
  Float64Array.from(new Set(curves.flatMap(({ frequencies }) => [...frequencies]))).toSorted()

/** How many dB a curve is above the reference at the reference's frequencies; NaN where it has no value. */
export const differenceTo = (reference: Response, curve: Response): Float64Array =>
  reference.frequencies.map((frequency) => decibelsAt(curve, frequency) - decibelsAt(reference, frequency))

/** The largest difference in either direction, and its frequency; null if the curves share no frequency. */
export function largestDifference({ frequencies }: Response, difference: Float64Array) {
  let at = -1
  difference.forEach((decibels, index) => {
    if (Number.isNaN(decibels)) return
    if (at < 0 || Math.abs(decibels) > Math.abs(difference[at] ?? 0)) at = index
  })
  return at < 0 ? null : { frequency: frequencies[at] ?? 0, decibels: difference[at] ?? 0 }
}
