import { engineeringText } from '../../../../machines/previews/engineering-number'
import type { CurvePoint } from '../../../../machines/requests/curve-cursor'
import type { ComparedCurve } from '../../../../machines/requests/report-comparison'
import type { ReportCurve, ReportEye } from '../../../../machines/requests/report-sentences'
import type { ReportCheck } from '../../../../machines/requests/report-texts'
import { prefixOf, ticksOf } from '../../previews/models/chart-axis'

/** The size of a chart and the distances of its frame from the edges, in the units of the SVG and the PDF. */
export const chart = { width: 640, height: 280, left: 62, right: 22, top: 10, bottom: 44 } as const
const inner = { right: chart.width - chart.right, bottom: chart.height - chart.bottom }

type Tick = { at: number; text: string }

/** A chart as paths and texts, for the page and for the PDF. */
export type ChartGeometry = {
  x: { ticks: Tick[]; label: string }
  y: { ticks: Tick[]; label: string }
  /** SVG paths. */
  curves: string[]
  /** The curves of an earlier delivery. */
  earlier?: string[]
  limits: string[]
  /** The left and right edges of each range in which a limit is violated. */
  violations: [left: number, right: number][]
}

/** The positions of a curve's points in its chart, from left to right. */
export type PointPlaces = { xs: number[]; ys: number[] }

type Axis = { at: (value: number) => number; ticks: Tick[]; prefix: string }

/** The chart of a curve with its limits and the ranges in which it violates them. */
export function curveGeometry(curve: ReportCurve, checks: ReportCheck[]): ChartGeometry {
  const violations = checks.filter(({ name }) => name === curve.name).flatMap((check) => check.violations)
  const { drawn, x, chart: geometry } = axesOf(curve)
  return {
    ...geometry,
    curves: [drawn(curve)],
    violations: violations.map(({ from, to }) => [x(from) - 1, x(to) + 1]),
  }
}

/** Returns the positions of a curve's points in its chart. */
export function placesOf(curve: ReportCurve, points: CurvePoint[]): PointPlaces {
  const { x, y } = axesOf(curve)
  return { xs: points.map(({ frequency }) => x(frequency)), ys: points.map(({ value }) => y(value)) }
}

/** The axes and limits of a curve, and a function that draws curves on these axes. */
function axesOf({ name, frequencies, values, limits, unit, is_logarithmic }: ReportCurve) {
  const all = [...values, ...limits.flatMap((limit) => limit.values)]
  const x = (is_logarithmic ? logarithmic : linear)(frequencies, [chart.left, inner.right])
  const y = (is_logarithmic ? logarithmic : linear)(is_logarithmic ? all : [0, ...all], [inner.bottom, chart.top])
  const geometry: ChartGeometry = {
    x: { ticks: x.ticks, label: `Frequency (${x.prefix}Hz)` },
    y: { ticks: y.ticks, label: `${labels[name]} (${y.prefix}${unit})` },
    curves: [],
    limits: limits.map((limit) =>
      limit.frequencies.length === 1
        ? markOf(x.at(limit.frequencies[0] ?? 0), y.at(limit.values[0] ?? 0))
        : pathOf(limit.frequencies.map(x.at), limit.values.map(y.at)),
    ),
    violations: [],
  }
  const drawn = (one: Pick<ReportCurve, 'frequencies' | 'values'>) =>
    pathOf(one.frequencies.map(x.at), one.values.map(y.at))
  return { chart: geometry, x: x.at, y: y.at, drawn }
}

/**
 * The curves of two deliveries on top of each other, with the limits of the later one or, if it does not have the
 * curve, of the earlier one.
 */
export function comparedGeometry({ before, after }: ComparedCurve): ChartGeometry {
  const known = after ?? before
  if (!known) throw new Error('Neither delivery has the curve.')
  const all = [before, after].flatMap((curve) => (curve ? [curve] : []))
  // The axes cover both curves.
  const whole = {
    ...known,
    frequencies: all.flatMap((one) => one.frequencies),
    values: all.flatMap((one) => one.values),
  }
  const { drawn, chart: geometry } = axesOf(whole)
  return {
    ...geometry,
    curves: after ? [drawn(after)] : [],
    earlier: before ? [drawn(before)] : [],
  }
}

const labels = { 'insertion loss': 'Insertion loss', 'return loss': 'Return loss', impedance: 'Impedance' }

/** The openings of an eye over one unit interval, with the mask. */
export function eyeGeometry({ openings, mask_height, mask_width }: ReportEye): ChartGeometry {
  const voltages = openings.flatMap(({ top, bottom }) => [...top, ...bottom])
  const across = between(-0.5, 0.5, [chart.left, inner.right])
  const ticks = [-0.4, -0.2, 0, 0.2, 0.4].map((value) => ({ at: across(value), text: String(value) }))
  const x = { at: across, ticks }
  const y = linear(voltages, [inner.bottom, chart.top])
  const contour = (values: number[]) =>
    pathOf(
      values.map((_, at) => x.at(at / (values.length - 1) - 0.5)),
      values.map(y.at),
    )
  return {
    x: { ticks: x.ticks, label: 'Offset from the clock (UI)' },
    y: { ticks: y.ticks, label: `Voltage (${y.prefix}V)` },
    curves: openings.flatMap(({ top, bottom }) => [contour(top), contour(bottom)]),
    limits: openings.map(({ threshold }) => {
      const [left, right] = [x.at(-mask_width / 2), x.at(mask_width / 2)]
      const [high, low] = [y.at(threshold + mask_height / 2), y.at(threshold - mask_height / 2)]
      return `${pathOf([left, x.at(0), right, x.at(0)], [y.at(threshold), high, y.at(threshold), low])}Z`
    }),
    violations: [],
  }
}

function linear(values: number[], range: [number, number]): Axis {
  const ticks = ticksOf(values)
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)]
  const { name, factor } = prefixOf(Math.max(Math.abs(first), Math.abs(last)))
  const at = between(first, last, range)
  return {
    at,
    ticks: ticks.map((value) => ({ at: at(value), text: `${Number((value / factor).toPrecision(6))}` })),
    prefix: name,
  }
}

/** An axis with a tick at each decade. The tick labels include the prefix of the unit, so the axis has none. */
function logarithmic(values: number[], range: [number, number]): Axis {
  const positive = values.filter((value) => value > 0)
  const first = Math.floor(Math.log10(Math.min(...positive)) + 1e-9)
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...positive)) - 1e-9))
  const place = between(first, last, range)
  const at = (value: number) => place(Math.max(Math.log10(value), first))
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
  return {
    at,
    ticks: ticks.map((value) => ({ at: at(value), text: engineeringText(value, '').trim() })),
    prefix: '',
  }
}

const between =
  (first: number, last: number, [from, to]: [number, number]) =>
  (value: number) =>
    from + ((value - first) / (last - first)) * (to - from)

const pathOf = (xs: number[], ys: number[]) =>
  xs.map((x, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(ys[at] ?? 0).toFixed(1)}`).join('')

/** The path of a limit at only one frequency: a short line. */
const markOf = (x: number, y: number) => pathOf([x - 10, x + 10], [y, y])
