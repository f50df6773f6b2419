import type { Network, Trace } from '../formats/touchstone/network'
import { integratedNoise, powerSum } from './eye/crosstalk'
import { phaseDelay } from './delays'
import { type Line, linesOf, parameterBetween } from './network/network-lines'
import { type LossBudget, lossBudgets, type LossLimit, type LossQuantity } from './loss-budgets'
import { type CheckedCurve, checkCurve, coversLimit } from './report/limit-line'

export interface LossViewSettings {
  /** The index of the line in the network's list of lines. */
  line: number
  /** The id of a budget; null for none. */
  budget: string | null
  /** The symbol rate for which the crosstalk noise is integrated, in Hz. */
  rate: number
  /** User-defined limits, in addition to the budget. */
  own: LossLimit[]
}

/**
 * A limit, and the result of checking it. `check` contains the point with the smallest margin; it is null if the data
 * do not cover the limit's range.
 */
export interface LossCheck {
  quantity: LossQuantity | 'skew'
  /** Frequencies in Hz, and limits in dB, or in seconds for a skew. */
  points: LossLimit['points']
  /** The end at which a return loss is checked; null for other quantities. */
  end: 'near' | 'far' | null
  check: CheckedCurve | null
  source: string | null
}

/** The crosstalk from all other lines at the far end of a line. */
export interface LineCrosstalk {
  /** The number of other lines. */
  aggressors: number
  /**
   * The power sums as losses in dB: `near` for transmitters at the far end, next to the receiver, and `far` for those
   * at the near end.
   */
  near: Float64Array
  far: Float64Array
  /** The integrated noise of both, in volts (RMS); null if the data end below half the symbol rate. */
  noise: number | null
}

/**
 * The losses of a line in dB, as positive numbers, with its crosstalk and the results of checking the losses against
 * limits.
 */
export interface LossView {
  lines: Line[]
  insertion: Float64Array
  /** The return losses at the near end and at the far end. */
  returns: { near: Float64Array; far: Float64Array }
  /**
   * Null if there is no other line of the same type (single-ended or differential), or if the port pairing is
   * ambiguous.
   */
  crosstalk: LineCrosstalk | null
  checks: LossCheck[]
  budgets: LossBudget[]
}

/** The losses of a line, checked against limits. Throws a RangeError if the network does not have the line. */
export function lossView(network: Network, { line, budget, own, rate }: LossViewSettings): LossView {
  const lines = linesOf(network)
  const chosen = lines[line]
  if (network.ports < 2) throw new RangeError('Losses require a network with at least two ports.')
  if (!chosen) throw new RangeError('The network does not have this line.')
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
  if (known?.skew && near.length === 2 && far.length === 2) {
    const limit = { points: [known.skew] }
    const check = checked(frequencies, skewOf(network, chosen), 'at most', limit)
    checks.push({ quantity: 'skew', ...limit, end: null, check, source: known.source })
  }
  const crosstalk = crosstalkOf(network, lines, chosen, rate)
  return { lines, insertion, returns, crosstalk, checks, budgets: lossBudgets }
}

/**
 * The skew within a differential line in seconds: the difference between the delays at the two ports of the far end, if
 * the near end is driven differentially. It is calculated from the phases, so that it is known at each frequency.
 */
export function skewOf(network: Network, { near, far }: Line): Float64Array {
  const positive = parameterBetween(network, far.slice(0, 1), near)
  const negative = parameterBetween(network, far.slice(1), near.toReversed())
  // The phase of the quotient is small, so no turn is lost between two frequencies.
  const ratio: Trace = {
    re: positive.re.map((re, at) => re * negative.re[at]! + positive.im[at]! * negative.im[at]!),
    im: positive.im.map((im, at) => im * negative.re[at]! - positive.re[at]! * negative.im[at]!),
  }
  return phaseDelay(network.frequencies, ratio).map(Math.abs)
}

/** The peak amplitude of the aggressors in volts, and their rise time in unit intervals. */
const [AMPLITUDE, RISE_TIME] = [0.4, 0.25]

function crosstalkOf(network: Network, lines: Line[], victim: Line, rate: number): LineCrosstalk | null {
  const own = [...victim.near, ...victim.far]
  const others = lines.filter(
    ({ near, far }) => near.length === victim.near.length && ![...near, ...far].some((port) => own.includes(port)),
  )
  // If it is unknown which ports belong together, each port is the end of several lines.
  const ends = others.flatMap(({ near, far }) => [...near, ...far])
  if (others.length === 0 || new Set(ends).size !== ends.length) return null
  const { frequencies } = network
  const sumFrom = (end: 'near' | 'far') =>
    powerSum(
      others.map((other) => parameterBetween(network, victim.far, other[end])),
      frequencies.length,
    )
  // A transmitter at the far end is next to the receiver.
  const [near, far] = [sumFrom('far'), sumFrom('near')]
  const source = { rate, amplitude: AMPLITUDE, riseTime: RISE_TIME / rate }
  const noises = [near, far].map((sum) => integratedNoise(frequencies, sum, source))
  const decibels = (sum: Float64Array) => sum.map((power) => -10 * Math.log10(Math.max(power, LEAST ** 2)))
  return {
    aggressors: others.length,
    near: decibels(near),
    far: decibels(far),
    noise: noises.includes(null) ? null : Math.hypot(...noises.map((noise) => noise ?? 0)),
  }
}

function checked(
  frequencies: Float64Array,
  values: Float64Array,
  bound: 'at most' | 'at least',
  { points }: Pick<LossLimit, 'points'>,
): CheckedCurve | null {
  return coversLimit(frequencies, points) ? checkCurve(frequencies, values, { bound, points }) : null
}

/** Smaller magnitudes count as this one, because the loss for a magnitude of 0 would be infinite. */
const LEAST = 1e-12

/** A loss in dB; positive if the magnitude is below 1. */
export const lossOf = ({ re, im }: Trace): Float64Array =>
  re.map((real, at) => -20 * Math.log10(Math.max(Math.hypot(real, im[at] ?? 0), LEAST)))
