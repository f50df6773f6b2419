import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'

import 'uplot/dist/uPlot.min.css'

import { curveColors, useIsDark } from './curve-colors'
import { axisStyle, plotStyle } from './plot-style'

type LinePlotProps = {
  /** Describes the plot, with its verdict and numbers, for people who cannot see it. */
  description: string
  x: { values: Float64Array; label: string }
  y: { values: Float64Array; label: string; range: [low: number, high: number] }
  /** Horizontal lines, such as limits. */
  levels: number[]
  /** The index of the point whose values are shown outside the plot. */
  cursor: number
  onCursor: (index: number) => void
}

/** One curve and its limits on a linear axis. */
export function LinePlot({ description, x, y, levels, cursor, onCursor }: LinePlotProps) {
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
      plot.current = drawn(element, { x, y, levels }, isDark, (index) => told.current(index))
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
  }, [x, y, levels, isDark])

  useEffect(() => {
    const one = plot.current
    const value = x.values[cursor]
    if (one && value !== undefined && one.cursor.idx !== cursor)
      one.setCursor({ left: one.valToPos(value, 'x'), top: 0 }, false)
  }, [cursor, x])

  return <chakra.div ref={host} css={plotStyle} minH="240px" role="img" aria-label={description} />
}

function drawn(
  host: HTMLElement,
  { x, y, levels }: Pick<LinePlotProps, 'x' | 'y' | 'levels'>,
  isDark: boolean,
  onCursor: (index: number) => void,
): uPlot {
  const axis = axisStyle(isDark)
  const [curve = axis.stroke, limit = axis.stroke] = curveColors(isDark)
  return new uPlot(
    {
      width: host.clientWidth,
      height: host.clientHeight,
      legend: { show: false },
      cursor: { points: { size: 7 } },
      scales: { x: { time: false }, y: { range: y.range } },
      axes: [
        { ...axis, label: x.label, size: 44, labelSize: 20 },
        { ...axis, label: y.label, size: 60, labelSize: 20 },
      ],
      series: [
        {},
        { stroke: curve, width: 1.5 },
        ...levels.map(() => ({ stroke: limit, width: 1, dash: [6, 4], points: { show: false } })),
      ],
      hooks: { setCursor: [({ cursor }) => cursor.idx != null && onCursor(cursor.idx)] },
    },
    [x.values, y.values, ...levels.map((level) => x.values.map(() => level))],
    host,
  )
}
