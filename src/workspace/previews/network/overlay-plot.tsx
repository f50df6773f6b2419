import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'

import 'uplot/dist/uPlot.min.css'

import { useIsDark } from './curve-colors'
import { unitOf } from './network-plot'
import { axisStyle, plotStyle } from './plot-style'

type OverlayPlotProps = {
  /** Describes the plot for people who cannot see it. */
  description: string
  /** In Hz. */
  frequencies: Float64Array
  /** A value that is not a number interrupts the line. */
  curves: { color: string; values: Float64Array }[]
  label: string
}

/** Curves of several networks over a common axis. */
export function OverlayPlot({ description, frequencies, curves, label }: OverlayPlotProps) {
  const host = useRef<HTMLDivElement>(null)
  const isDark = useIsDark()
  useEffect(() => {
    const { current } = host
    if (!current) return undefined
    const unit = unitOf(frequencies)
    const axis = axisStyle(isDark)
    const plot = new uPlot(
      {
        width: current.clientWidth,
        height: current.clientHeight,
        legend: { show: false },
        cursor: { sync: { key: 'comparison', scales: ['x', null] }, points: { size: 7 } },
        scales: { x: { time: false } },
        axes: [
          { ...axis, label: `Frequency (${unit.name})`, size: 44, labelSize: 20 },
          { ...axis, label, size: 60, labelSize: 20 },
        ],
        // A single frequency has no line, so show its points.
        series: [
          {},
          ...curves.map(({ color }) => ({ stroke: color, width: 1.5, points: { show: frequencies.length === 1 } })),
        ],
      },
      [
        frequencies.map((value) => value / unit.hertz),
        ...curves.map(({ values }) => Array.from(values, (value) => (Number.isFinite(value) ? value : null))),
      ],
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
  }, [frequencies, curves, label, isDark])
  return <chakra.div ref={host} css={plotStyle} minH="220px" role="img" aria-label={description} />
}
