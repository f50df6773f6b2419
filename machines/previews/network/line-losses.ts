import { decimalNumber } from '../../lib/decimal-number'
import { engineeringText } from '../engineering-number'
import type { NetworkLine } from './eye-diagram'
import type { Verdict } from '../verdict'

export type LossQuantity = 'insertion loss' | 'return loss'

/** A frequency in Hz and a limit. */
export type LimitPoint = readonly [frequency: number, limit: number]

/** A limit on a loss, in dB. Losses are positive. */
export type LossLimit = { quantity: LossQuantity; points: LimitPoint[] }

export type LossSettings = {
  /** The index of the line in the network's list of lines. */
  line: number
  /** The id of the budget for an interface; null for none. */
  budget: string | null
  /** The symbol rate for the crosstalk noise, in Hz. */
  rate: number
  /** User-defined limits. */
  own: LossLimit[]
}

export const firstLossSettings: LossSettings = { line: 0, budget: null, rate: 8e9, own: [] }

/** User-defined limits are part of the URL, so the number of points is limited. */
export const maxLimitPoints = 60

/** A limit, and the result of checking it: the point with the smallest margin. */
export type LossCheck = {
  /** The skew within a differential pair is in seconds; losses are in dB. */
  quantity: LossQuantity | 'skew'
  points: LossLimit['points']
  end: 'near' | 'far' | null
  /** Null if the data does not cover the range of the limit. */
  check: {
    value: number
    limit: number
    margin: number
    frequency: number
    violations: { from: number; to: number }[]
  } | null
  /** The source of the limit; null for a user-defined limit. */
  source: string | null
}

/** The losses of a line in dB. Losses are positive. */
export type LineLosses = {
  lines: NetworkLine[]
  insertion: Float64Array
  returns: { near: Float64Array; far: Float64Array }
  /** The power sums of the crosstalk from all other lines as losses in dB, and its integrated noise in volts (RMS). */
  crosstalk: { aggressors: number; near: Float64Array; far: Float64Array; noise: number | null } | null
  checks: LossCheck[]
  budgets: { id: string; name: string; source: string }[]
}

/**
 * A margin below 1 dB, or below a tenth of the allowed skew, is marginal. A limit without data fails, because the
 * result is unknown.
 */
export function verdictOfLoss({ quantity, check }: LossCheck): Verdict {
  if (!check || !(check.margin >= 0)) return 'fail'
  return check.margin < (quantity === 'skew' ? check.limit / 10 : 1) ? 'marginal' : 'pass'
}

export function lossName({ quantity, end }: LossCheck): string {
  if (quantity === 'skew') return 'skew within the pair'
  return end ? `${quantity} at the ${end} end` : quantity
}

/** A value of a check with its unit, such as "12.50 dB" or "3.20 ps". */
export const lossText = ({ quantity }: Pick<LossCheck, 'quantity'>, value: number) =>
  `${value < 0 ? '−' : ''}${quantity === 'skew' ? `${(Math.abs(value) * 1e12).toFixed(2)} ps` : `${Math.abs(value).toFixed(2)} dB`}`

/** Describes the smallest margin of each limit in sentences. */
export function summaryOfLosses({ checks }: LineLosses): string {
  if (checks.length === 0) return 'No limits are set. Choose the budget for an interface, or load your own limits.'
  return checks
    .map((one) => {
      const name = lossName(one)
      if (!one.check) return `The data do not cover the range of the limit for the ${name}.`
      const { value, limit, margin, frequency } = one.check
      const [found, allowed] = [lossText(one, value), lossText(one, limit)]
      const sign = margin < 0 ? '' : '+'
      return `The smallest margin for the ${name} is ${sign}${lossText(one, margin)}, at ${engineeringText(frequency, 'Hz')}: ${found} against a limit of ${allowed}.`
    })
    .join(' ')
}

/** Describes the integrated crosstalk noise in sentences. */
export function crosstalkText({ crosstalk }: LineLosses, rate: number): string {
  if (!crosstalk)
    return 'No crosstalk is shown: the file has no other line of the same type (single-ended or differential), or its port pairing is ambiguous.'
  const { aggressors, noise } = crosstalk
  const lines = aggressors === 1 ? 'one other line' : `${aggressors} other lines`
  if (noise === null) return `The data end below half the symbol rate, so the crosstalk noise from ${lines} is unknown.`
  return `The integrated crosstalk noise from ${lines} is ${engineeringText(noise, 'V')} (RMS) at ${engineeringText(rate, 'Bd', 7)}, for aggressors with a peak amplitude of 0.4 V and a rise time of 0.25 UI.`
}

/**
 * The range of an axis of losses in dB, rounded outward to tens: from 0, or from the lowest value if it is negative, to
 * the highest value or limit, within ±120 dB. Limits far above the values are shown only as far as the curve stays
 * legible.
 */
export function lossAxis(curves: Float64Array[], checks: LossCheck[]): [low: number, high: number] {
  let highest = 10
  for (const curve of curves) for (const value of curve) highest = Math.max(highest, value)
  const most = Math.max(40, 2 * highest)
  for (const { points } of checks) for (const [, limit] of points) highest = Math.max(highest, Math.min(most, limit))
  let lowest = 0
  for (const curve of curves) for (const value of curve) lowest = Math.min(lowest, value)
  return [Math.max(-120, 10 * Math.floor(lowest / 10)), Math.min(120, 10 * Math.ceil(highest / 10))]
}

/**
 * Thrown for a file with limits or a target that cannot be used. If a single line is at fault, the message contains its
 * number.
 */
export class LimitsError extends Error {
  override name = 'LimitsError'
}

/**
 * Reads user-defined limits from comma-separated values: the quantity ("insertion loss" or "return loss"), the
 * frequency in Hz and the limit in dB. The rows of a quantity are the points of one line. A header row is skipped.
 */
export function parseLimits(text: string): LossLimit[] {
  const points: Record<LossQuantity, (readonly [number, number])[]> = { 'insertion loss': [], 'return loss': [] }
  for (const { line, cells } of limitRows(text)) {
    const quantity = (['insertion loss', 'return loss'] as const).find((one) => one === cells[0]?.toLowerCase())
    if (!quantity) {
      if (line === 1) continue
      throw new LimitsError(`Line ${line} must begin with "insertion loss" or "return loss".`)
    }
    const [frequency, limit] = [numberIn(cells[1]), numberIn(cells[2])]
    if (frequency === null || frequency < 0) throw new LimitsError(`Line ${line} needs a frequency in Hz, 0 or higher.`)
    if (limit === null || limit < 0)
      throw new LimitsError(`Line ${line} needs a limit in dB, written as a positive number.`)
    points[quantity].push([frequency, limit])
  }
  const limits = (Object.keys(points) as LossQuantity[]).flatMap((quantity): LossLimit[] => {
    const line = sortedPoints(points[quantity], `${quantity} limit`)
    return line.length > 0 ? [{ quantity, points: line }] : []
  })
  if (limits.length === 0) throw new LimitsError('The file contains no limits.')
  if (limits.reduce((sum, one) => sum + one.points.length, 0) > maxLimitPoints)
    throw new LimitsError(`The file contains more than ${maxLimitPoints} points.`)
  return limits
}

/** The cells of comma- or semicolon-separated values, with their line numbers from 1. Empty lines are skipped. */
export const limitRows = (text: string): { line: number; cells: string[] }[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((row, at) => {
      const cells = row.split(row.includes(';') ? ';' : ',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
      return row.trim() === '' ? [] : [{ line: at + 1, cells }]
    })

/** The points in the order of their frequencies. Throws a LimitsError if a frequency occurs twice. */
export function sortedPoints(points: LimitPoint[], name: string): LimitPoint[] {
  const line = points.toSorted(([one], [next]) => one - next)
  const twice = line.find(([frequency], at) => at > 0 && frequency === line[at - 1]?.[0])
  if (twice) throw new LimitsError(`The ${name} has two values at ${twice[0]} Hz.`)
  return line
}

/** The decimal number in a cell; null if there is none. */
export function numberIn(text = ''): number | null {
  const value = decimalNumber(text)
  return Number.isFinite(value) ? value : null
}

const letters: Record<LossQuantity, string> = { 'insertion loss': 'i', 'return loss': 'r' }

/** Limits as text for a URL, without characters that URLs encode: i-1000000000-4-3000000000-16. */
export const limitsText = (limits: LossLimit[]) =>
  limits.map(({ quantity, points }) => [letters[quantity], ...points.flat()].join('-')).join('-')

/** Reads limits from the text of a URL. Null if the text does not contain limits. */
export function limitsIn(text: string): LossLimit[] | null {
  const limits = [...text.matchAll(/([ir])((?:-[\d.]+-[\d.]+)+)(?=-[ir]-|$)-?/g)].map(
    ([, letter, values = '']): LossLimit => {
      const numbers = values.slice(1).split('-').map(Number)
      return {
        quantity: letter === 'i' ? 'insertion loss' : 'return loss',
        points: Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0]),
      }
    },
  )
  const isAscending = limits.every(({ points }) =>
    points.every(([frequency], at) => Number.isFinite(frequency) && frequency > (points[at - 1]?.[0] ?? -1)),
  )
  const count = limits.reduce((sum, { points }) => sum + points.length, 0)
  return limitsText(limits) === text && isAscending && count <= maxLimitPoints && limits.length <= 2 ? limits : null
}
