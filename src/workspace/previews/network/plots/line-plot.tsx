import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'

import { engineeringText } from '../../../../../machines/previews/engineering-number'
import { keptColors } from '../../../../ui/theme/accessibility-styles'
import { curveColors, useIsDark } from './curve-colors'
import { uPlot } from './plot-library'
import { axisStyle, plotStyle } from './plot-style'

type LinePlotProps = {
  /** Describes the plot, with its verdict and values, for people who cannot see it. */
  description: string
  x: PlotAxis
  y: PlotAxis & { range: [low: number, high: number] }
  /** A second curve over the same points, and the names of both for the legend. */
  second?: { values: Float64Array; names: readonly [first: string, second: string] } | null
  /** Lines drawn in addition to the curves, such as limits. */
  levels: PlotLevel[]
  /** The index of the point whose values are shown outside the plot. */
  cursor: number
  onCursor: (index: number) => void
  /** Called with the index of the point that was pressed. */
  onPick: (index: number) => void
  /** Points that can be placed and moved with the pointer. */
  drawing?: PlotDrawing | null
}

/** Points on a plot that can be changed with the pointer. Pressing elsewhere places a new one. */
export type PlotDrawing = {
  points: (readonly [x: number, y: number])[]
  onPlace: (x: number, y: number) => void
  onMove: (index: number, x: number, y: number) => void
}

type PlotAxis = {
  values: Float64Array
  label: string
  /** The unit of a logarithmic axis. Its values are shown with SI prefixes. Without a unit, the axis is linear. */
  unit?: string
}
/** A limit: a value at all points or in a range, or a line through points in ascending order. */
type PlotLevel = number | { value: number; from: number; to: number } | PlotLine
/** A line through points. The points of a user-defined limit (`isOwn`) are marked while limits are being drawn. */
type PlotLine = { points: (readonly [x: number, y: number])[]; isOwn?: boolean }

/** One or two curves with their limits. */
export function LinePlot({
  description,
  x,
  y,
  second = null,
  levels,
  cursor,
  onCursor,
  onPick,
  drawing = null,
}: LinePlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const told = useRef({ onCursor, onPick })
  const isDark = useIsDark()
  const drawnBy = useRef(drawing)
  const markedBy = useRef(cursor)
  const isDrawing = drawing !== null

  useEffect(() => {
    told.current = { onCursor, onPick }
    drawnBy.current = drawing
    markedBy.current = cursor
  })

  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const draw = () => {
      const one = drawn(element, { x, y, second, levels, isDrawing }, isDark, {
        onCursor: (index) => told.current.onCursor(index),
        onReady: (ready) => mark(ready, x.values[markedBy.current]),
      })
      plot.current = one
      followPointer(one, () => drawnBy.current)
      one.over.addEventListener('click', () => {
        if (!isDrawing && one.cursor.idx != null) told.current.onPick(one.cursor.idx)
      })
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
  }, [x, y, second, levels, isDark, isDrawing])

  useEffect(() => {
    const one = plot.current
    if (one && one.cursor.idx !== cursor) mark(one, x.values[cursor])
  }, [cursor, x])

  return (
    <>
      <chakra.div
        ref={host}
        css={isDrawing ? { ...plotStyle, ...drawingStyle } : plotStyle}
        minH="240px"
        role="img"
        aria-label={description}
      />
      {second && <Legend names={second.names} isDark={isDark} />}
    </>
  )
}

/** Moves the cursor to a value of the x axis. */
function mark(plot: uPlot, value: number | undefined) {
  if (value !== undefined) plot.setCursor({ left: plot.valToPos(value, 'x'), top: 0 }, false)
}

/** Dragging a finger places or moves points instead of scrolling the page. */
const drawingStyle: SystemStyleObject = { '& .u-over': { cursor: 'crosshair', touchAction: 'none' } }

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
  {
    x,
    y,
    second,
    levels,
    isDrawing,
  }: Required<Pick<LinePlotProps, 'x' | 'y' | 'second' | 'levels'>> & { isDrawing: boolean },
  isDark: boolean,
  { onCursor, onReady }: { onCursor: (index: number) => void; onReady: (plot: uPlot) => void },
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
      // While points are being drawn, a drag moves a point instead of zooming in. The cursor has a horizontal line only
      // then: the slider sets no vertical position.
      cursor: { y: isDrawing, points: { size: 7 }, ...(isDrawing && { drag: { x: false, y: false } }) },
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
      hooks: {
        ready: [onReady],
        setCursor: [({ cursor }) => cursor.idx != null && onCursor(cursor.idx)],
        draw: [(plot) => isDrawing && markPoints(plot, levels, limit)],
      },
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

/** Marks the points of user-defined limits, so that they can be pressed. */
function markPoints(plot: uPlot, levels: PlotLevel[], color: string) {
  const { ctx } = plot
  ctx.save()
  ctx.fillStyle = color
  for (const level of levels) {
    if (typeof level === 'number' || !('points' in level) || !level.isOwn) continue
    for (const [x, y] of level.points) {
      ctx.beginPath()
      ctx.arc(plot.valToPos(x, 'x', true), plot.valToPos(y, 'y', true), 5 * devicePixelRatio, 0, 2 * Math.PI)
      ctx.fill()
    }
  }
  ctx.restore()
}

/** The maximum distance between a press and the point that it moves, in CSS pixels. */
const REACH = 14

/** Places a point where the pointer is released, or moves the pressed point there. */
function followPointer(plot: uPlot, drawing: () => PlotDrawing | null) {
  const { over } = plot
  let pressed: number | null = null
  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = over.getBoundingClientRect()
    return { left: clientX - left, top: clientY - top }
  }
  over.addEventListener('pointerdown', (event) => {
    const points = drawing()?.points
    if (!points || event.button !== 0) return
    const { left, top } = placeOf(event)
    const distances = points.map(([x, y]) => Math.hypot(plot.valToPos(x, 'x') - left, plot.valToPos(y, 'y') - top))
    const nearest = distances.indexOf(Math.min(...distances))
    pressed = (distances[nearest] ?? Number.POSITIVE_INFINITY) <= REACH ? nearest : -1
    over.setPointerCapture(event.pointerId)
  })
  over.addEventListener('pointerup', (event) => {
    const one = drawing()
    if (!one || pressed === null) return
    const { left, top } = placeOf(event)
    const [x, y] = [plot.posToVal(left, 'x'), plot.posToVal(top, 'y')]
    if (pressed < 0) one.onPlace(x, y)
    else one.onMove(pressed, x, y)
    pressed = null
  })
  over.addEventListener('pointercancel', () => {
    pressed = null
  })
}

const levelAt = (level: PlotLevel) => (place: number) => {
  if (typeof level === 'number') return level
  if ('value' in level) return place >= level.from && place <= level.to ? level.value : null
  return betweenPoints(level.points, place)
}

/**
 * The value at `place` of the line through the points; null outside the line. A single point is drawn as a short line,
 * because it would not be visible otherwise.
 */
function betweenPoints(points: (readonly [x: number, y: number])[], place: number): number | null {
  const [[first, value] = [0, 0]] = points
  if (points.length === 1) return Math.abs(place - first) <= 0.03 * first ? value : null
  const at = points.findIndex(([x], index) => index > 0 && place <= x)
  const [start, end] = [points[at - 1], points[at]]
  if (!start || !end || place < start[0]) return null
  return start[1] + ((place - start[0]) / (end[0] - start[0])) * (end[1] - start[1])
}
