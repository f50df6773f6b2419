import { engineeringText } from '../../../../../machines/previews/engineering-number'
import { type DrawnCurve, magnitudeUnit } from '../../../../../machines/previews/network/network-plot.machine'
import { firstAbove0 } from './first-above-0'
import { uPlot } from './plot-library'
import { axisStyle } from './plot-style'

export type PlotLook = { isDark: boolean; colors: string[] }

export type Plotted = {
  /** In Hz. */
  frequencies: Float64Array
  curves: DrawnCurve[]
  isLogarithmic: boolean
  quantity: 'magnitude' | 'phase'
  label: string
}

const units: [name: string, hertz: number][] = [
  ['THz', 1e12],
  ['GHz', 1e9],
  ['MHz', 1e6],
  ['kHz', 1e3],
]

/** The largest unit in which the highest frequency is at least 1. */
export function unitOf(frequencies: Float64Array): { name: string; hertz: number } {
  const highest = frequencies.at(-1) ?? 0
  const [name, hertz] = units.find(([, size]) => highest >= size) ?? ['Hz', 1]
  return { name, hertz }
}

/** The frequency axis of a plot. */
export function frequencyAxis(frequencies: Float64Array) {
  const { name, hertz } = unitOf(frequencies)
  return { values: frequencies.map((value) => value / hertz), label: `Frequency (${name})` }
}

/** Tick steps for degrees: fractions and multiples of a full turn. */
const degreeSteps = [1, 5, 15, 30, 45, 90, 180, 360, 720, 1800, 3600, 7200, 18_000, 36_000, 180_000, 360_000]

/**
 * The lower limit of the axis in dB. Instruments cannot measure lower values, and the zeros of a model would compress
 * all other values at the top.
 */
const minDecibels = -200

/** The unit of a plot's magnitudes if they are drawn on a logarithmic axis, or null if the plot is linear or in dB. */
const logarithmicUnit = ({ quantity, curves: [first] }: Plotted) => {
  const unit = quantity === 'magnitude' && first ? magnitudeUnit(first.parameter) : 'dB'
  return unit === 'dB' ? null : unit
}

/** Formats a magnitude with its unit. */
export function magnitudeText({ parameter }: Pick<DrawnCurve, 'parameter'>, value: number): string {
  const unit = magnitudeUnit(parameter)
  if (Number.isNaN(value)) return '-'
  return unit === 'dB' ? `${decibelText(value)} dB` : engineeringText(value, unit)
}

/**
 * Formats decibels. A magnitude of zero is clamped to Number.MIN_VALUE (about -6466 dB) and shown as minus infinity.
 */
const decibelText = (decibels: number) => (decibels < -6000 ? '−∞' : decibels.toFixed(3))

/** The range of the magnitude axis, or nulls if there are no curves. */
export const magnitudeRange = (_: unknown, lowest: number | null, highest: number | null): uPlot.Range.MinMax =>
  lowest === null || highest === null
    ? [null, null]
    : uPlot.rangeNum(Math.max(lowest, minDecibels), Math.max(highest, minDecibels), 0.1, true)

const isWrapped = ({ quantity, curves }: Plotted) =>
  quantity === 'phase' &&
  curves.every((curve) => !isDelay(curve) && !curve.phase.some((angle) => Math.abs(angle) > 180))

/** Whether the second plot of a curve is in seconds. It is drawn in picoseconds. */
export const isDelay = ({ quantity }: Pick<DrawnCurve, 'quantity'>) =>
  quantity === 'group delay' || quantity === 'phase delay'

/** Formats a value of the second plot. */
export function phaseText({ quantity }: Pick<DrawnCurve, 'quantity'>, value: number): string {
  if (!Number.isFinite(value)) return '-'
  return isDelay({ quantity }) ? `${(value * 1e12).toFixed(2)} ps` : `${value.toFixed(2)}°`
}

/** A curve's values in the unit of the plot. Missing values interrupt the line, as do zeros on a logarithmic axis. */
const drawnValues = (curve: DrawnCurve, plotted: Plotted, start: number) => {
  const { quantity } = plotted
  const values = curve[quantity].subarray(start)
  const least = logarithmicUnit(plotted) ? Number.MIN_VALUE : Number.NEGATIVE_INFINITY
  const scale = quantity === 'phase' && isDelay(curve) ? 1e12 : 1
  if (scale === 1 && values.every((value) => value >= least)) return values
  return Array.from(values, (value) => (Number.isFinite(value) && value >= least ? value * scale : null))
}

/**
 * Draws one plot versus frequency. `onCursor` receives the index of the point under the pointer; null if the pointer is
 * not on the plot.
 */
export function drawPlot(
  host: HTMLElement,
  plotted: Plotted,
  { isDark, colors }: PlotLook,
  onCursor: (index: number | null) => void,
): uPlot {
  const { frequencies, curves, isLogarithmic, quantity, label } = plotted
  const start = isLogarithmic ? firstAbove0(frequencies) : 0
  const unit = unitOf(frequencies)
  const axis = axisStyle(isDark)
  const magnitudes = logarithmicUnit(plotted)
  const x = frequencies.subarray(start).map((value) => value / unit.hertz)
  const data: uPlot.AlignedData = [x, ...curves.map((curve) => drawnValues(curve, plotted, start))]
  const plot = new uPlot(
    {
      width: host.clientWidth,
      height: host.clientHeight,
      legend: { show: false },
      cursor: { sync: { key: 'network', scales: ['x', null] }, points: { size: 7 } },
      scales: {
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- uPlot's enum has no values at run time.
        x: { time: false, distr: isLogarithmic ? 3 : 1 },
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- uPlot's enum has no values at run time.
        ...(quantity === 'magnitude' && { y: magnitudes ? { distr: 3 } : { range: magnitudeRange } }),
        ...(isWrapped(plotted) && { y: { range: [-180, 180] as [number, number] } }),
      },
      axes: [
        { ...axis, label: `Frequency (${unit.name})`, size: 44, labelSize: 20 },
        {
          ...axis,
          label,
          size: 60,
          labelSize: 20,
          ...(quantity === 'phase' && !curves.some(isDelay) && { incrs: degreeSteps }),
          ...(magnitudes && {
            values: (_: uPlot, ticks: (number | null)[]) =>
              ticks.map((tick) => (tick ? engineeringText(tick, magnitudes) : '')),
          }),
        },
      ],
      series: [
        {},
        // A single frequency has no line, so show its points.
        ...curves.map((_, index) => ({
          stroke: colors[index] ?? axis.stroke,
          width: 1.5,
          points: { show: x.length === 1, size: 7 },
        })),
      ],
      hooks: { setCursor: [({ cursor }) => onCursor(cursor.idx == null ? null : cursor.idx + start)] },
    },
    data,
    host,
  )
  return plot
}
