import { lineWith } from './drawn-limits'
import { limitRows, LimitsError, type LimitPoint, maxLimitPoints, numberIn, sortedPoints } from './line-losses'

/**
 * The target impedance of a supply as a line through points: frequencies in Hz, and impedances in ohms. Pure functions.
 */

/** The range of impedances that a target can have, in ohms. */
export const targetOhms = { low: 1e-6, high: 1e3 } as const

const isTarget = (ohms: number) => ohms >= targetOhms.low && ohms <= targetOhms.high

/**
 * The point at a position in a plot, with three significant digits. It is never outside the data, where no target can
 * be checked.
 */
export function targetPointAt(frequencies: Float64Array, frequency: number, ohms: number): LimitPoint {
  const [first = 0, last = 0] = [frequencies[0], frequencies.at(-1)]
  const within = Math.min(last, Math.max(first, Number(frequency.toPrecision(3))))
  return [within, Number(Math.min(targetOhms.high, Math.max(targetOhms.low, ohms)).toPrecision(3))]
}

/**
 * The line with one more point, which replaces any point at the same frequency. Unchanged if there would be too many
 * points.
 */
export function withTargetPoint(line: LimitPoint[], point: LimitPoint): LimitPoint[] {
  const changed = lineWith(line, point)
  return changed.length > maxLimitPoints ? line : changed
}

export const withoutTargetPoint = (line: LimitPoint[], index: number): LimitPoint[] =>
  line.filter((_, at) => at !== index)

export const withMovedTargetPoint = (line: LimitPoint[], index: number, point: LimitPoint): LimitPoint[] =>
  withTargetPoint(withoutTargetPoint(line, index), point)

/**
 * The point to add without a click in the plot: at the end of the data or, if there is already a point there, in the
 * middle of the gap before it on the logarithmic axis.
 */
export function nextTargetPoint(line: LimitPoint[], frequencies: Float64Array): LimitPoint {
  const end = frequencies.at(-1) ?? 0
  const [last, before] = [line.at(-1), line.at(-2)]
  if (!last) return targetPointAt(frequencies, end, targetOhms.high / 1e4)
  if (last[0] < end) return targetPointAt(frequencies, end, last[1])
  const start = before?.[0] ?? frequencies.find((one) => one > 0) ?? end
  return targetPointAt(frequencies, Math.sqrt(start * last[0]), last[1])
}

/**
 * Reads a target from comma-separated values: the frequency in Hz and the impedance in ohms. A header row is skipped.
 */
export function parseTarget(text: string): LimitPoint[] {
  const points = limitRows(text).flatMap(({ line, cells }): LimitPoint[] => {
    const [frequency, ohms] = [numberIn(cells[0]), numberIn(cells[1])]
    if (line === 1 && frequency === null) return []
    if (frequency === null || frequency < 0) throw new LimitsError(`Line ${line} needs a frequency in Hz, 0 or higher.`)
    if (ohms === null || !isTarget(ohms))
      throw new LimitsError(`Line ${line} needs an impedance in ohms, from 0.000001 to 1000.`)
    return [[frequency, ohms]]
  })
  if (points.length === 0) throw new LimitsError('The file contains no target.')
  if (points.length > maxLimitPoints) throw new LimitsError(`The file contains more than ${maxLimitPoints} points.`)
  return sortedPoints(points, 'target')
}

/** A target as text for a URL: 1000-0.05-20000000-0.1. */
export const targetText = (line: LimitPoint[]) => line.flat().join('-')

/** Reads a target from the text of a URL. Null if the text is not a target. */
export function targetIn(text: string): LimitPoint[] | null {
  const numbers = text.split('-').map(Number)
  const line = Array.from(
    { length: Math.floor(numbers.length / 2) },
    (_, at): LimitPoint => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0],
  )
  const isAscending = line.every(
    ([frequency, ohms], at) => Number.isFinite(frequency) && frequency > (line[at - 1]?.[0] ?? -1) && isTarget(ohms),
  )
  return isAscending && targetText(line) === text && line.length <= maxLimitPoints ? line : null
}
