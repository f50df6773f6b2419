import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'

import 'uplot/dist/uPlot.min.css'

import { engineeringText } from '../../../../machines/previews/engineering-number'
import { keptColors } from '../../../ui/theme/accessibility-styles'
import { curveColors, useIsDark } from './curve-colors'
import { axisStyle, plotStyle } from './plot-style'

type LinePlotProps = {
  /** Describes the plot, with its verdict and numbers, for people who cannot see it. */
  description: string
  x: PlotAxis
  y: PlotAxis & { range: [low: number, high: number] }
  /** A second curve over the same points, and the names of both for the legend. */
  second?: { values: Float64Array; names: readonly [first: string, second: string] } | null
  /** Horizontal lines, such as limits. */
  levels: PlotLevel[]
  /** The index of the point whose values are shown outside the plot. */
  cursor: number
  onCursor: (index: number) => void
}

type PlotAxis = {
  values: Float64Array
  label: string
  /** The unit of a logarithmic axis, whose values are then written with prefixes. Without it, the axis is linear. */
  unit?: string
}
/** A limit: a value at all points or in a range, or a line through points, which are ascending. */
type PlotLevel = number | { value: number; from: number; to: number } | { points: (readonly [x: number, y: number])[] }

/** A curve, or two, and their limits. */
export function LinePlot({ description, x, y, second = null, levels, cursor, onCursor }: LinePlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const told = useRef(onCursor)
  const isDark = useIsDark()

  useEffect(() => {
    told.current = onCursor
  })

  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const draw = () => {
      plot.current = drawn(element, { x, y, second, levels }, isDark, (index) => told.current(index))
    }
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) plot.current?.setSize({ width: element.clientWidth, height: element.clientHeight })
    })
    observer.observe(element)
    const frame = requestAnimationFrame(draw)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      plot.current?.destroy()
      plot.current = null
    }
  }, [x, y, second, levels, isDark])

  useEffect(() => {
    const one = plot.current
    const value = x.values[cursor]
    if (one && value !== undefined && one.cursor.idx !== cursor)
      one.setCursor({ left: one.valToPos(value, 'x'), top: 0 }, false)
  }, [cursor, x])

  return (
    <>
      <chakra.div ref={host} css={plotStyle} minH="240px" role="img" aria-label={description} />
      {second && <Legend names={second.names} isDark={isDark} />}
    </>
  )
}

const legendStyle: SystemStyleObject = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '6',
  textStyle: 'sm',
  '& li': { display: 'flex', alignItems: 'center', gap: '2' },
  '& span': { ...keptColors, w: '4', h: '1', borderRadius: '2px' },
}

function Legend({ names, isDark }: { names: readonly [string, string]; isDark: boolean }) {
  const [first, , second] = curveColors(isDark)
  return (
    <chakra.ul css={legendStyle} aria-label="Legend">
      {names.map((name, at) => (
        <li key={name}>
          <span aria-hidden style={{ background: at === 0 ? first : second }} />
          {name}
        </li>
      ))}
    </chakra.ul>
  )
}

function drawn(
  host: HTMLElement,
  { x, y, second, levels }: Required<Pick<LinePlotProps, 'x' | 'y' | 'second' | 'levels'>>,
  isDark: boolean,
  onCursor: (index: number) => void,
): uPlot {
  const axis = axisStyle(isDark)
  const [curve = axis.stroke, limit = axis.stroke, other = axis.stroke] = curveColors(isDark)
  const textOf = ({ unit }: PlotAxis) =>
    unit && {
      values: (_: uPlot, ticks: (number | null)[]) => ticks.map((tick) => (tick ? engineeringText(tick, unit) : '')),
    }
  const isDrawn =
    ({ unit }: PlotAxis) =>
    (value: number) =>
      unit && !(value > 0) ? null : value
  const onAxis = (values: Float64Array) => Array.from(values, isDrawn(y))
  return new uPlot(
    {
      width: host.clientWidth,
      height: host.clientHeight,
      legend: { show: false },
      cursor: { points: { size: 7 } },
      // oxlint-disable typescript/no-unsafe-enum-assignment -- uPlot's enum has no values at run time.
      scales: {
        x: { time: false, distr: x.unit ? 3 : 1 },
        y: { range: y.range, distr: y.unit ? 3 : 1 },
      },
      // oxlint-enable typescript/no-unsafe-enum-assignment
      axes: [
        { ...axis, label: x.label, size: 44, labelSize: 20, ...textOf(x) },
        { ...axis, label: y.label, size: 60, labelSize: 20, ...textOf(y) },
      ],
      series: [
        {},
        { stroke: curve, width: 1.5 },
        ...(second ? [{ stroke: other, width: 1.5, points: { show: false } }] : []),
        ...levels.map(() => ({ stroke: limit, width: 1, dash: [6, 4], points: { show: false } })),
      ],
      hooks: { setCursor: [({ cursor }) => cursor.idx != null && onCursor(cursor.idx)] },
    },
    [
      x.values,
      onAxis(y.values),
      ...(second ? [onAxis(second.values)] : []),
      ...levels.map((level) => Array.from(x.values, levelAt(level))),
    ],
    host,
  )
}

const levelAt = (level: PlotLevel) => (place: number) => {
  if (typeof level === 'number') return level
  if ('value' in level) return place >= level.from && place <= level.to ? level.value : null
  return betweenPoints(level.points, place)
}

/** The line through the points. A single point is drawn as a short line, because a point could not be seen. */
function betweenPoints(points: (readonly [x: number, y: number])[], place: number): number | null {
  const [[first, value] = [0, 0]] = points
  if (points.length === 1) return Math.abs(place - first) <= 0.03 * first ? value : null
  const at = points.findIndex(([x], index) => index > 0 && place <= x)
  const [start, end] = [points[at - 1], points[at]]
  if (!start || !end || place < start[0]) return null
  return start[1] + ((place - start[0]) / (end[0] - start[0])) * (end[1] - start[1])
}
