import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import type { PointerEvent, ReactNode } from 'react'

import { keptColors } from '../../../ui/theme/accessibility-styles'
import { chart, type ChartGeometry } from './chart-geometry'

const style: SystemStyleObject = {
  overflowX: 'auto',
  borderRadius: 'l1',
  focusVisibleRing: 'outside',
  '& svg': {
    ...keptColors,
    w: 'full',
    minW: '480px',
    maxW: '860px',
    bg: 'bg.panel',
    fontSize: '12px',
    fill: 'fg.muted',
  },
  '& .grid': { stroke: 'border' },
  '& .frame': { stroke: 'border.emphasized', fill: 'none' },
  '& .curve': { stroke: 'primary.solid', strokeWidth: '2', fill: 'none' },
  '& .earlier': { stroke: 'accent.fg', strokeWidth: '1.5', strokeDasharray: '2 3', fill: 'none' },
  '& .limit': { stroke: 'error.fg', strokeWidth: '1.5', strokeDasharray: '6 4', fill: 'none' },
  '& .violation': { fill: 'error.subtle' },
  '& .cursor': { stroke: 'fg.muted', strokeWidth: '1' },
  '& .point': { fill: 'primary.solid', stroke: 'bg.panel', strokeWidth: '2' },
  '& figcaption': { textStyle: 'sm', color: 'fg.muted' },
}

type ReportChartProps = {
  title: string
  /** Describes the chart with its values. Also the text alternative for people who cannot see the picture. */
  text: string
  geometry: ChartGeometry
  /** The position of the cursor, in the units of the chart. */
  cursor?: { x: number; y: number } | null
  /** Called with the position of the pointer on the x axis. */
  onPointer?: (x: number) => void
  /** The control that moves the cursor, shown between the picture and its description. */
  children?: ReactNode
}

/** A chart of a report: curves, dashed limits, and the ranges in which they are violated. */
export const ReportChart = ({
  title,
  text,
  geometry: { x, y, curves, earlier = [], limits, violations },
  cursor = null,
  onPointer,
  children,
}: ReportChartProps) => {
  const follow = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onPointer?.(((clientX - left) / width) * chart.width)
  }
  const bottom = chart.height - chart.bottom
  const right = chart.width - chart.right
  return (
    <chakra.figure css={style} tabIndex={0} aria-label={title}>
      <svg
        viewBox={`0 0 ${chart.width} ${chart.height}`}
        role="img"
        aria-label={`${title}. ${text}`}
        {...(onPointer && { onPointerMove: follow, onPointerDown: follow })}
      >
        {violations.map(([from, to]) => (
          <rect key={from} className="violation" x={from} y={chart.top} width={to - from} height={bottom - chart.top} />
        ))}
        {x.ticks.map(({ at, text: label }) => (
          <g key={at}>
            <line className="grid" x1={at} x2={at} y1={chart.top} y2={bottom} />
            <text x={at} y={bottom + 16} textAnchor="middle">
              {label}
            </text>
          </g>
        ))}
        {y.ticks.map(({ at, text: label }) => (
          <g key={at}>
            <line className="grid" x1={chart.left} x2={right} y1={at} y2={at} />
            <text x={chart.left - 8} y={at + 4} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        <rect className="frame" x={chart.left} y={chart.top} width={right - chart.left} height={bottom - chart.top} />
        <text x={(chart.left + right) / 2} y={chart.height - 8} textAnchor="middle">
          {x.label}
        </text>
        <text transform={`translate(14 ${(chart.top + bottom) / 2}) rotate(-90)`} textAnchor="middle">
          {y.label}
        </text>
        {limits.map((path) => (
          <path key={path} className="limit" d={path} />
        ))}
        {earlier.map((path) => (
          <path key={path} className="earlier" d={path} />
        ))}
        {curves.map((path) => (
          <path key={path} className="curve" d={path} />
        ))}
        {cursor && (
          <>
            <line className="cursor" x1={cursor.x} x2={cursor.x} y1={chart.top} y2={bottom} />
            <circle className="point" cx={cursor.x} cy={cursor.y} r="5" />
          </>
        )}
      </svg>
      {children}
      <figcaption>{text}</figcaption>
    </chakra.figure>
  )
}
