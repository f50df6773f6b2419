import { engineeringText } from '../previews/engineering-number'
import { limitAt } from '../previews/network/limit-interpolation'
import type { ReportCurve } from './report-sentences'
import { marginText, type ReportCheck, reportValue } from './report-texts'

/** A point on a curve where the cursor can be. */
export type CurvePoint = { frequency: number; value: number }

/**
 * The points of a curve, in order of frequency. They include the points at which its checks have their smallest margin,
 * even if the reported curve does not contain them.
 */
export function curvePoints({ name, frequencies, values }: ReportCurve, checks: ReportCheck[]): CurvePoint[] {
  const points = new Map(frequencies.map((frequency, at) => [frequency, values[at] ?? Number.NaN]))
  for (const check of checks) {
    if (check.name === name && check.frequency !== null) points.set(check.frequency, check.value)
  }
  return [...points].map(([frequency, value]) => ({ frequency, value })).sort((a, b) => a.frequency - b.frequency)
}

/**
 * The index of the point at which the cursor starts: the point with the smallest margin, or the middle point of a curve
 * without a limit.
 */
export function firstPoint({ name }: Pick<ReportCurve, 'name'>, checks: ReportCheck[], points: CurvePoint[]): number {
  const own = checks.filter((check) => check.name === name && check.frequency !== null)
  const [worst] = own.sort((one, other) => one.margin - other.margin)
  return worst ? points.findIndex(({ frequency }) => frequency === worst.frequency) : points.length >> 1
}

/** The index of the place that is nearest to `wanted`. `places` must not be empty. */
export const nearestPlace = (places: number[], wanted: number): number =>
  places.reduce((best, place, at) => (Math.abs(place - wanted) < Math.abs((places[best] ?? 0) - wanted) ? at : best), 0)

export const frequencyText = ({ frequency }: CurvePoint): string => engineeringText(frequency, 'Hz')

/** The value and the limits at a point, such as "5.65 dB, limit at least 7.53 dB, margin −1.88 dB". */
export function pointText({ name, unit, limits }: ReportCurve, checks: ReportCheck[], point: CurvePoint): string {
  // The limits of a curve are in the order of its checks.
  const own = checks.filter((check) => check.name === name)
  const parts = own.flatMap(({ bound }, index) => {
    const limit = limits[index] && limitAt(limits[index], point.frequency)
    if (limit === null || limit === undefined) return []
    const margin = bound === 'at most' ? limit - point.value : point.value - limit
    return [`limit ${bound} ${reportValue(limit, unit)}`, `margin ${marginText({ margin, unit })}`]
  })
  return [reportValue(point.value, unit), ...parts].join(', ')
}
