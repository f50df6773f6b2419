import { type LimitPoint, type LossLimit, type LossQuantity, maxLimitPoints } from './line-losses'

/**
 * The point at a position in a plot, with readable values: three significant digits for the frequency, one decimal for
 * the limit. It is never outside the data, where the limit could not be checked.
 */
export function pointAt(frequencies: Float64Array, frequency: number, limit: number): LimitPoint {
  const [first = 0, last = 0] = [frequencies[0], frequencies.at(-1)]
  const within = Math.min(last, Math.max(first, Number(frequency.toPrecision(3))))
  return [within, Math.round(10 * Math.max(0, limit)) / 10]
}

/** The points of the limit on a quantity, in order of frequency. */
export const pointsOf = (own: LossLimit[], quantity: LossQuantity): LimitPoint[] =>
  own.find((limit) => limit.quantity === quantity)?.points ?? []

/** A line with one more point, which replaces any point at the same frequency. */
export const lineWith = (line: LimitPoint[], point: LimitPoint): LimitPoint[] =>
  [...line.filter(([frequency]) => frequency !== point[0]), point].toSorted(([one], [next]) => one - next)

/**
 * The limits with one more point, which replaces any point at the same frequency. Unchanged if there would be too many
 * points.
 */
export function withPoint(own: LossLimit[], quantity: LossQuantity, point: LimitPoint): LossLimit[] {
  const changed = limitsWith(own, quantity, lineWith(pointsOf(own, quantity), point))
  return changed.reduce((sum, { points }) => sum + points.length, 0) > maxLimitPoints ? own : changed
}

/** The limits without one point of a quantity. A limit without points is removed. */
export const withoutPoint = (own: LossLimit[], quantity: LossQuantity, index: number): LossLimit[] =>
  limitsWith(
    own,
    quantity,
    pointsOf(own, quantity).filter((_, at) => at !== index),
  )

/** The limits with one point moved. */
export const withMovedPoint = (
  own: LossLimit[],
  quantity: LossQuantity,
  index: number,
  point: LimitPoint,
): LossLimit[] => withPoint(withoutPoint(own, quantity, index), quantity, point)

/**
 * The point to add without a click in the plot: the first one in the middle of the data, the next one at its end, and
 * any other in the middle of the gap before the last point.
 */
export function nextPoint(own: LossLimit[], quantity: LossQuantity, frequencies: Float64Array): LimitPoint {
  const points = pointsOf(own, quantity)
  const end = frequencies.at(-1) ?? 0
  const [last, before] = [points.at(-1), points.at(-2)]
  if (!last) return pointAt(frequencies, end / 2, 10)
  return pointAt(frequencies, last[0] < end ? end : (last[0] + (before?.[0] ?? frequencies[0] ?? 0)) / 2, last[1])
}

const quantities: LossQuantity[] = ['insertion loss', 'return loss']

function limitsWith(own: LossLimit[], quantity: LossQuantity, points: LimitPoint[]): LossLimit[] {
  return quantities.flatMap((one) => {
    const kept = one === quantity ? points : pointsOf(own, one)
    return kept.length > 0 ? [{ quantity: one, points: kept }] : []
  })
}
