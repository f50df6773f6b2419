import type { Network, Trace } from '../formats/touchstone/network'
import { type Line, linesOf, parameterBetween } from './lines'
import { type LossBudget, lossBudgets, type LossLimit } from './loss-budgets'
import { type CheckedCurve, checkCurve } from './report/limit-line'

export interface LossViewSettings {
  /** The index of the line in the network's list of lines. */
  line: number
  /** The id of a budget; null for none. */
  budget: string | null
  /** Limits of one's own, in addition to the budget. */
  own: LossLimit[]
}

/** One limit, and the point with the smallest margin; null if the data do not reach over the limit's range. */
export interface LossCheck extends LossLimit {
  /** Return loss is checked at both ends. */
  end: 'near' | 'far' | null
  check: CheckedCurve | null
  source: string | null
}

/** The losses of a line in dB, which are positive. */
export interface LossView {
  lines: Line[]
  insertion: Float64Array
  /** At the near and at the far end. */
  returns: { near: Float64Array; far: Float64Array }
  checks: LossCheck[]
  budgets: LossBudget[]
}

/** The losses of a line against limits. Throws a RangeError if the network does not have the line. */
export function lossView(network: Network, { line, budget, own }: LossViewSettings): LossView {
  const lines = linesOf(network)
  const chosen = lines[line]
  if (!chosen) throw new RangeError('Losses require a network of at least two ports.')
  const { near, far } = chosen
  const { frequencies } = network
  const insertion = lossOf(parameterBetween(network, far, near))
  const returns = {
    near: lossOf(parameterBetween(network, near, near)),
    far: lossOf(parameterBetween(network, far, far)),
  }
  const known = lossBudgets.find(({ id }) => id === budget)
  const limits = [
    ...(known?.limits ?? []).map((limit) => ({ ...limit, source: known?.source ?? null })),
    ...own.map((limit) => ({ ...limit, source: null })),
  ]
  const checks = limits.flatMap((limit): LossCheck[] =>
    limit.quantity === 'insertion loss'
      ? [{ ...limit, end: null, check: checked(frequencies, insertion, 'at most', limit) }]
      : (['near', 'far'] as const).map((end) => ({
          ...limit,
          end,
          check: checked(frequencies, returns[end], 'at least', limit),
        })),
  )
  return { lines, insertion, returns, checks, budgets: lossBudgets }
}

function checked(
  frequencies: Float64Array,
  values: Float64Array,
  bound: 'at most' | 'at least',
  { points }: LossLimit,
): CheckedCurve | null {
  const [first, last] = [points[0]?.[0] ?? Number.NaN, points.at(-1)?.[0] ?? Number.NaN]
  const isCovered = (frequencies[0] ?? Number.NaN) <= first && (frequencies.at(-1) ?? Number.NaN) >= last
  return isCovered ? checkCurve(frequencies, values, { bound, points }) : null
}

/** Smaller magnitudes count as this one, because the loss of nothing is infinite. */
const LEAST = 1e-12

/** A loss in dB, which is positive. */
export const lossOf = ({ re, im }: Trace): Float64Array =>
  re.map((real, at) => -20 * Math.log10(Math.max(Math.hypot(real, im[at] ?? 0), LEAST)))
