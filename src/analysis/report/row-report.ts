import type { Network } from '../../formats/touchstone/network'
import { type StatisticalEye, statisticalEye } from '../eye/statistical-eye'
import { parameterBetween } from '../network/network-lines'
import { lossOf } from '../loss-view'
import { checksOf, type QualityMetric } from '../network/network-checks'
import { pulseResponse } from '../eye/pulse-response'
import { supplyImpedance, targetImpedance } from '../supply/supply-impedance'
import type { ChannelRow, DropRow, ManifestRow, SupplyRow } from './delivery-manifest'
import { checkCurve, type LimitLine, type Violation } from './limit-line'
import { pictureCurve, rounded } from './picture-curve'

export type ReportVerdict = 'pass' | 'marginal' | 'fail'

/** One value of a row and its limit. */
export interface ReportCheck {
  name: 'insertion loss' | 'return loss' | 'eye height' | 'eye width' | 'impedance' | 'DC drop' | QualityMetric['name']
  verdict: ReportVerdict
  value: number
  limit: number
  /** Negative if the limit is violated. */
  margin: number
  unit: 'dB' | 'V' | 'UI' | 'Ω' | '%'
  bound: LimitLine['bound']
  /**
   * The frequency with the smallest margin or, for a quality metric, with the largest deviation, in Hz; null if the
   * check has no frequency.
   */
  frequency: number | null
  /** The supply pin with the smallest margin; null for checks that do not concern pins. */
  place: string | null
  violations: Violation[]
  /** The source of the limit; null if the manifest states none. */
  source: string | null
}

export interface ReportCurve {
  name: 'insertion loss' | 'return loss' | 'impedance'
  unit: 'dB' | 'Ω'
  is_logarithmic: boolean
  frequencies: number[]
  values: number[]
  limits: { frequencies: number[]; values: number[] }[]
}

/**
 * The eye of a channel and its mask. `top` and `bottom` are the limits of the signal around each opening at the error
 * rate, by phase from -0.5 to 0.5 unit intervals.
 */
export interface ReportEye {
  rate: number
  error_rate: number
  height: number
  width: number
  mask_height: number
  mask_width: number
  openings: { threshold: number; top: number[]; bottom: number[] }[]
}

export interface ReportDrop {
  pin: string
  voltage: number
  current: number | null
  drop: number
}

/** The results for one row of a request. */
export interface RowReport {
  kind: 'si' | 'pi'
  /** The number of the row among those of its kind, from 1. */
  number: number
  verdict: ReportVerdict
  checks: ReportCheck[]
  curves: ReportCurve[]
  eye: ReportEye | null
  /** The pins with the largest drops first. */
  drops: ReportDrop[]
  /** The name of the file from which the values are computed; null for a DC drop. */
  network: string | null
  words: string | null
}

const rank: ReportVerdict[] = ['pass', 'marginal', 'fail']

export const worstOf = (verdicts: ReportVerdict[]): ReportVerdict =>
  rank[Math.max(0, ...verdicts.map((verdict) => rank.indexOf(verdict)))]!

/** The checks, curves and pictures of one row. `networkOf` returns the network of a delivered file. */
export function rowReport(row: ManifestRow, networkOf: (name: string) => Network): RowReport {
  const found = partsOf(row, networkOf)
  return {
    kind: row.row.startsWith('SI') ? 'si' : 'pi',
    number: Number(row.row.slice(3)),
    verdict: worstOf(found.checks.map(({ verdict }) => verdict)),
    curves: [],
    eye: null,
    drops: [],
    network: row.kind === 'drop' ? null : row.network,
    words: row.words ?? null,
    ...found,
  }
}

function partsOf(row: ManifestRow, networkOf: (name: string) => Network): Pick<RowReport, 'checks'> {
  switch (row.kind) {
    case 'channel':
      return channelParts(row, networkOf(row.network))
    case 'supply':
      return supplyParts(row, networkOf(row.network))
    case 'drop':
      return dropParts(row)
  }
}

const losses = {
  'insertion loss': { bound: 'at most', ends: ({ near, far }: ChannelRow) => [far, near] as const },
  'return loss': { bound: 'at least', ends: ({ near }: ChannelRow) => [near, near] as const },
} as const

function channelParts(row: ChannelRow, network: Network) {
  const { frequencies } = network
  const checks: ReportCheck[] = []
  const curves: ReportCurve[] = []
  for (const name of ['insertion loss', 'return loss'] as const) {
    const { bound, ends } = losses[name]
    const wanted = row.limits.filter(({ quantity }) => quantity === name)
    const values = lossOf(parameterBetween(network, ...ends(row)))
    for (const { points, source } of wanted) {
      const found = checkCurve(frequencies, values, { bound, points })
      checks.push(checkOf({ name, ...found, unit: 'dB', bound, place: null, source: source ?? null }))
    }
    const limits = wanted.map(({ points }) => lineOf(points))
    curves.push({ name, unit: 'dB', is_logarithmic: false, ...pictureCurve(frequencies, values, false), limits })
  }
  const eye = row.eye ? eyeOf(row, row.eye, network) : null
  return { checks: [...checks, ...(eye?.checks ?? []), ...qualityOf(network)], curves, eye: eye?.picture ?? null }
}

function eyeOf(row: ChannelRow, settings: NonNullable<ChannelRow['eye']>, network: Network) {
  const pulse = pulseResponse(network.frequencies, parameterBetween(network, row.far, row.near), settings)
  const eye = statisticalEye(pulse, settings)
  const { height, width } = settings
  const common = { bound: 'at least', frequency: null, place: null, source: settings.source ?? null } as const
  const checks = [
    checkOf({
      name: 'eye height',
      unit: 'V',
      value: eye.height,
      limit: height,
      margin: eye.height - height,
      ...common,
    }),
    checkOf({ name: 'eye width', unit: 'UI', value: eye.width, limit: width, margin: eye.width - width, ...common }),
  ]
  return { checks, picture: pictureOf(eye, settings) }
}

const pictureOf = (eye: StatisticalEye, settings: NonNullable<ChannelRow['eye']>): ReportEye => ({
  rate: settings.rate,
  error_rate: settings.errorRate,
  height: rounded(eye.height, 6),
  width: rounded(eye.width, 6),
  mask_height: settings.height,
  mask_width: settings.width,
  openings: eye.openings.map(({ threshold, top, bottom }) => ({
    threshold: rounded(threshold, 6),
    top: Array.from(top, (value) => rounded(value, 6)),
    bottom: Array.from(bottom, (value) => rounded(value, 6)),
  })),
})

function supplyParts({ method, target, source }: SupplyRow, network: Network) {
  const { re, im } = supplyImpedance(network, method)
  const values = re.map((real, at) => Math.hypot(real, im[at]!))
  const points =
    'points' in target
      ? target.points
      : [target.from, target.to].map(
          (frequency) => [frequency, targetImpedance(target.voltage, target.ripple, target.step)] as const,
        )
  const found = checkCurve(network.frequencies, values, { bound: 'at most', points })
  const checks = [
    checkOf({ name: 'impedance', ...found, unit: 'Ω', bound: 'at most', place: null, source: source ?? null }),
    ...qualityOf(network),
  ]
  const picture = pictureCurve(network.frequencies, values, true)
  const curves: ReportCurve[] = [
    { name: 'impedance', unit: 'Ω', is_logarithmic: true, ...picture, limits: [lineOf(points)] },
  ]
  return { checks, curves }
}

/** The maximum number of pins that a report lists. */
const MAX_PINS = 100

function dropParts({ voltage, allowed, pins, source }: DropRow) {
  const drops = pins
    .map(({ pin, voltage: found, current }) => ({
      pin,
      voltage: found,
      current: current ?? null,
      drop: rounded(voltage - found, 9),
    }))
    .toSorted((one, other) => other.drop - one.drop)
  const { drop, pin } = drops[0]!
  const check = checkOf({
    ...{ name: 'DC drop', unit: 'V', bound: 'at most', frequency: null, place: pin, source: source ?? null },
    ...{ value: drop, limit: allowed, margin: allowed - drop },
  })
  return { checks: [check], drops: drops.slice(0, MAX_PINS) }
}

/** Checks the quality of the network data, because nothing computed from inconsistent data can be relied on. */
const qualityOf = (network: Network): ReportCheck[] =>
  checksOf(network).map(({ name, metric, quality, limit, worst }) => ({
    name,
    verdict: quality === 'poor' ? 'fail' : quality === 'good' ? 'pass' : 'marginal',
    value: rounded(metric, 6),
    limit,
    margin: rounded(metric - limit, 6),
    unit: '%',
    bound: 'at least',
    frequency: worst?.frequency ?? null,
    place: null,
    violations: [],
    source: 'IEEE 370-2020, annex D',
  }))

/**
 * A check that meets its limit is marginal if its margin is below 1 dB or, in other units, below a tenth of the limit.
 * Quality metrics are rated differently (qualityOf).
 */
const leastMargin = (unit: ReportCheck['unit'], limit: number) => (unit === 'dB' ? 1 : Math.abs(limit) / 10)

function checkOf(check: Omit<ReportCheck, 'verdict' | 'violations'> & { violations?: Violation[] }): ReportCheck {
  const { violations = [], value, limit, margin, frequency } = check
  let verdict: ReportVerdict = 'pass'
  if (!(margin >= 0)) verdict = 'fail'
  else if (margin < leastMargin(check.unit, limit)) verdict = 'marginal'
  return {
    ...check,
    verdict,
    value: rounded(value, 9),
    limit: rounded(limit, 9),
    margin: rounded(margin, 6),
    frequency: frequency === null ? null : rounded(frequency, 9),
    violations: violations
      .slice(0, MAX_VIOLATIONS)
      .map(({ from, to }) => ({ from: rounded(from, 6), to: rounded(to, 6) })),
  }
}

const MAX_VIOLATIONS = 100

const lineOf = (points: LimitLine['points']) => ({
  frequencies: points.map(([frequency]) => frequency),
  values: points.map(([, limit]) => rounded(limit, 9)),
})
