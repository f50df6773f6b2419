/** A limit versus frequency: straight lines between its points. A single point is a limit at one frequency. */
export interface LimitLine {
  bound: 'at most' | 'at least'
  /** Frequencies in Hz, ascending, and the limit at each. */
  points: (readonly [frequency: number, limit: number])[]
}

/** A range of frequencies in which a curve violates its limit, in Hz. */
export interface Violation {
  from: number
  to: number
}

/**
 * The point of a curve with the smallest margin to its limit, and all violations of the limit. Margins are negative
 * where the limit is violated.
 */
export interface CheckedCurve {
  value: number
  limit: number
  margin: number
  /** In Hz. */
  frequency: number
  violations: Violation[]
}

/**
 * The fraction of a frequency by which the data may fall short of the range of the limit, because files round
 * frequencies.
 */
const TOLERANCE = 1e-6

/** Whether data at these frequencies, in Hz and ascending, cover the range of a limit. */
export function coversLimit(frequencies: Float64Array, points: LimitLine['points']): boolean {
  const [first, last] = [points[0]?.[0] ?? Number.NaN, points.at(-1)?.[0] ?? Number.NaN]
  const [start, end] = [frequencies[0] ?? Number.NaN, frequencies.at(-1) ?? Number.NaN]
  return start <= first * (1 + TOLERANCE) && end >= last * (1 - TOLERANCE)
}

/**
 * Compares a curve with a limit at all frequencies of both, within the range of the limit. The curve is interpolated
 * between its points. Throws a RangeError if the curve does not cover the range of the limit.
 */
export function checkCurve(frequencies: Float64Array, values: Float64Array, line: LimitLine): CheckedCurve {
  const first = line.points[0]?.[0] ?? Number.NaN
  const last = line.points.at(-1)?.[0] ?? Number.NaN
  if (!coversLimit(frequencies, line.points)) {
    const [start, end] = [frequencies[0] ?? Number.NaN, frequencies.at(-1) ?? Number.NaN]
    const range = first === last ? `is at ${first}` : `covers ${first} to ${last}`
    throw new RangeError(`The data cover ${start} to ${end} Hz, but the limit ${range} Hz.`)
  }
  const sign = line.bound === 'at most' ? 1 : -1
  const ofCurve = interpolator(frequencies, values)
  const ofLimit = limitAlong(line.points)
  const within = frequencies.filter((frequency) => frequency > first && frequency < last)
  const places = [...new Set([...within, ...line.points.map(([frequency]) => frequency)])].toSorted((a, b) => a - b)

  let worst: CheckedCurve | null = null
  const violations: Violation[] = []
  let before: { frequency: number; margin: number } | null = null
  for (const frequency of places) {
    const [value, limit] = [ofCurve(frequency), ofLimit(frequency)]
    const margin = sign * (limit - value)
    if (!worst || margin < worst.margin) worst = { value, limit, margin, frequency, violations }
    const crossing = before ? zeroBetween(before, { frequency, margin }) : frequency
    const open = before && before.margin < 0 ? violations.at(-1) : undefined
    if (open) open.to = margin < 0 ? frequency : crossing
    else if (margin < 0) violations.push({ from: crossing, to: frequency })
    before = { frequency, margin }
  }
  if (!worst) throw new RangeError('The limit has no points.')
  return worst
}

/** The part of a limit between two frequencies in Hz, with interpolated ends. Empty if there is none. */
export function limitWithin(points: LimitLine['points'], from: number, to: number): LimitLine['points'] {
  const [start, end] = [Math.max(from, points[0]?.[0] ?? Number.NaN), Math.min(to, points.at(-1)?.[0] ?? Number.NaN)]
  if (!(start <= end)) return []
  const limitAt = limitAlong(points)
  const inside = points.filter(([frequency]) => frequency > start && frequency < end)
  const ends = [...new Set([start, end])].map((frequency) => [frequency, limitAt(frequency)] as const)
  return [...ends.slice(0, 1), ...inside, ...ends.slice(1)]
}

const limitAlong = (points: LimitLine['points']) =>
  interpolator(
    points.map(([frequency]) => frequency),
    points.map(([, limit]) => limit),
  )

type Margin = { frequency: number; margin: number }

/** The frequency between two points at which the margin is zero, if only one of them has a negative margin. */
const zeroBetween = (one: Margin, next: Margin): number =>
  one.frequency + ((next.frequency - one.frequency) * one.margin) / (one.margin - next.margin)

/** Returns a function that interpolates linearly. Outside the range, the first or last value applies. */
function interpolator(xs: ArrayLike<number>, ys: ArrayLike<number>): (x: number) => number {
  return (x) => {
    let [low, high] = [0, xs.length - 1]
    if (x <= xs[low]!) return ys[low]!
    if (x >= xs[high]!) return ys[high]!
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (xs[middle]! <= x) low = middle
      else high = middle
    }
    return ys[low]! + ((x - xs[low]!) / (xs[high]! - xs[low]!)) * (ys[high]! - ys[low]!)
  }
}
