import { type Network, type Trace, trace } from '../../formats/touchstone/network'
import { matrixAt, toScattering } from './network-parameters'
import { isBelow, largestSingularValue } from '../math/singular-values'

export type Quality = 'good' | 'acceptable' | 'inconclusive' | 'poor'

/** Identifies a network parameter by its port numbers, which start at 1. */
export interface Parameter {
  to: number
  from: number
}

/** One quality metric of IEEE 370, and the point at which the data deviate most. */
export interface QualityMetric {
  name: 'passivity' | 'reciprocity' | 'causality'
  /** In percent; 100 is ideal. */
  metric: number
  quality: Quality
  /** The metric above which the quality is good. */
  limit: number
  /**
   * The largest deviation: the largest singular value, the difference between Sij and Sji, or the
   * counterclockwise turn in degrees between two consecutive steps. Null if there is none. For passivity, which is a
   * property of all parameters together, `parameter` is null.
   */
  worst: { value: number; frequency: number; parameter: Parameter | null } | null
  /**
   * The number of frequencies at which the network violates the property. For causality, only the parameter with the
   * lowest metric counts.
   */
  violations: number
}

/** Computes the initial frequency-domain quality metrics of IEEE 370-2020, annex D, for a network's S-parameters. */
export function checksOf(network: Network): QualityMetric[] {
  const scattering = toScattering(network)
  const checks = [passivity(scattering), causality(scattering)]
  return scattering.ports > 1 ? [checks[0]!, reciprocity(scattering), checks[1]!] : checks
}

/** Tolerances, so that rounding in a file does not count as gain or as a lack of reciprocity. */
const PASSIVE = 1.000_01
const RECIPROCAL = 1e-6
/** An excess of this size at one frequency lowers the metric by 100 percent divided by the number of frequencies. */
const FULL_VIOLATION = 0.1

function passivity(network: Network): QualityMetric {
  const { frequencies } = network
  let worst = { value: 0, frequency: 0, parameter: null }
  let [excess, violations] = [0, 0]
  for (let at = 0; at < frequencies.length; at++) {
    const matrix = matrixAt(network, at)
    const isPassive = isBelow(matrix, PASSIVE)
    // Most frequencies are neither a violation nor the worst one, so they need no exact value.
    if (isPassive && isBelow(matrix, worst.value)) continue
    const value = largestSingularValue(matrix)
    if (value > worst.value) worst = { value, frequency: frequencies[at]!, parameter: null }
    if (value > PASSIVE) {
      excess += (value - PASSIVE) / FULL_VIOLATION
      violations += 1
    }
  }
  const metric = percentage(frequencies.length, excess)
  return { name: 'passivity', metric, ...rated(metric, strict), worst, violations }
}

function reciprocity(network: Network): QualityMetric {
  const { ports, frequencies } = network
  const sums = new Float64Array(frequencies.length)
  let worst: QualityMetric['worst'] = null
  for (let to = 1; to < ports; to++) {
    for (let from = to + 1; from <= ports; from++) {
      const [one, other] = [trace(network, to, from), trace(network, from, to)]
      for (let at = 0; at < frequencies.length; at++) {
        const value = Math.hypot(one.re[at]! - other.re[at]!, one.im[at]! - other.im[at]!)
        sums[at]! += (2 * value) / (ports * (ports - 1))
        if (value > (worst?.value ?? 0)) worst = { value, frequency: frequencies[at]!, parameter: { to, from } }
      }
    }
  }
  const excesses = sums.filter((sum) => sum > RECIPROCAL)
  const excess = excesses.reduce((total, sum) => total + (sum - RECIPROCAL) / FULL_VIOLATION, 0)
  const metric = percentage(frequencies.length, excess)
  return { name: 'reciprocity', metric, ...rated(metric, strict), worst, violations: excesses.length }
}

/**
 * The locus of a causal parameter turns clockwise. The metric of a parameter is the clockwise share of its turns; the
 * metric of the network is the lowest of all parameters.
 */
function causality(network: Network): QualityMetric {
  const { ports, frequencies } = network
  let metric = 100
  let worst: QualityMetric['worst'] = null
  const wrong = new Set<number>()
  for (let to = 1; to <= ports; to++) {
    for (let from = 1; from <= ports; from++) {
      const turns = turnsOf(trace(network, to, from))
      if (!(turns.total > 0)) continue
      const part = (100 * turns.clockwise) / turns.total
      // Report the worst point of the parameter with the lowest metric: no other parameter explains that metric.
      if (part < metric) {
        metric = part
        worst = turns.sharpest && {
          value: turns.sharpest.degrees,
          frequency: frequencies[turns.sharpest.at]!,
          parameter: { to, from },
        }
        wrong.clear()
        for (const at of turns.wrong) wrong.add(at)
      }
    }
  }
  return { name: 'causality', metric, ...rated(metric, lenient), worst, violations: wrong.size }
}

function turnsOf({ re, im }: Trace) {
  let [total, clockwise, largest] = [0, 0, 0]
  let sharpest: { at: number; degrees: number } | null = null
  const wrong: number[] = []
  for (let at = 0; at + 2 < re.length; at++) {
    const [firstRe, firstIm] = [re[at + 1]! - re[at]!, im[at + 1]! - im[at]!]
    const [nextRe, nextIm] = [re[at + 2]! - re[at + 1]!, im[at + 2]! - im[at + 1]!]
    const turn = nextRe * firstIm - nextIm * firstRe
    total += Math.abs(turn)
    if (turn > 0) clockwise += turn
    else if (turn < 0) wrong.push(at + 1)
    if (-turn > largest) {
      largest = -turn
      const degrees = (Math.atan2(-turn, firstRe * nextRe + firstIm * nextIm) * 180) / Math.PI
      sharpest = { at: at + 1, degrees }
    }
  }
  return { total, clockwise, sharpest, wrong }
}

const percentage = (count: number, excess: number) => (100 * Math.max(count - excess, 0)) / count

/** The values that a metric must exceed for each quality. */
type Levels = [good: number, acceptable: number, inconclusive: number]
const strict: Levels = [99.9, 99, 80]
const lenient: Levels = [80, 50, 20]

const rated = (metric: number, levels: Levels) => ({ quality: qualityOf(metric, levels), limit: levels[0] })

function qualityOf(metric: number, [good, acceptable, inconclusive]: Levels): Quality {
  if (metric > good) return 'good'
  if (metric > acceptable) return 'acceptable'
  return metric > inconclusive ? 'inconclusive' : 'poor'
}
