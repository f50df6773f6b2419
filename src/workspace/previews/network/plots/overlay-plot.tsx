import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useEffectEvent, useRef } from 'react'

import { useIsDark } from './curve-colors'
import { uPlot } from './plot-library'
import { axisStyle, plotStyle } from './plot-style'

/** The range of the values if they differ by at least `least`, or else a range in which they form a flat line. */
const rangeFor =
  (least: number) =>
  (_: unknown, low: number | null, high: number | null): uPlot.Range.MinMax => {
    if (low === null || high === null) return [null, null]
    return high - low >= least ? uPlot.rangeNum(low, high, 0.1, true) : [low - least, high + least]
  }

type OverlayPlotProps = {
  /** Describes the plot for people who cannot see it. */
  description: string
  /** The common axis, in ascending order. */
  x: { values: Float64Array; label: string; isLogarithmic?: boolean }
  /** Values that are not finite interrupt the line. */
  curves: { color: string; isDashed?: boolean; values: Float64Array }[]
  label: string
  /** The smallest difference worth drawing. Rounding errors of equal values would otherwise fill the plot. */
  least?: number
  /** Plots with the same key share a cursor. */
  cursorKey?: string
  /** Called with the index of the point under the pointer. */
  onCursor?: (index: number) => void
}

/** Several curves over a common axis. */
export function OverlayPlot({ description, x, curves, label, least, cursorKey, onCursor }: OverlayPlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const isDark = useIsDark()
  const tellCursor = useEffectEvent((index: number) => onCursor?.(index))
  useEffect(() => {
    const { current } = host
    if (!current) return undefined
    const axis = axisStyle(isDark)
    const plot = new uPlot(
      {
        width: current.clientWidth,
        height: current.clientHeight,
        legend: { show: false },
        cursor: { ...(cursorKey && { sync: { key: cursorKey, scales: ['x', null] } }), points: { size: 7 } },
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- uPlot's enum has no values at run time.
        scales: { x: { time: false, distr: x.isLogarithmic ? 3 : 1 }, ...(least && { y: { range: rangeFor(least) } }) },
        axes: [
          { ...axis, label: x.label, size: 44, labelSize: 20 },
          { ...axis, label, size: 60, labelSize: 20 },
        ],
        // A single point has no line, so the point is shown.
        series: [
          {},
          ...curves.map(({ color, isDashed }) => ({
            stroke: color,
            width: 1.5,
            ...(isDashed && { dash: [6, 4] }),
            points: { show: x.values.length === 1 },
          })),
        ],
        hooks: { setCursor: [({ cursor }) => cursor.idx != null && tellCursor(cursor.idx)] },
      },
      [x.values, ...curves.map(({ values }) => Array.from(values, (value) => (Number.isFinite(value) ? value : null)))],
      current,
    )
    const observer = new ResizeObserver(() => {
      if (current.clientWidth > 0) plot.setSize({ width: current.clientWidth, height: current.clientHeight })
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [x, curves, label, least, cursorKey, isDark])
  return <chakra.div ref={host} css={plotStyle} minH="220px" role="img" aria-label={description} />
}
