import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'

import { chart, type ChartGeometry } from './chart-geometry'

const style: SystemStyleObject = {
  overflowX: 'auto',
  borderRadius: 'l1',
  focusVisibleRing: 'outside',
  '& svg': { w: 'full', minW: '480px', maxW: '860px', fontSize: '12px', fill: 'fg.muted' },
  '& .grid': { stroke: 'border' },
  '& .frame': { stroke: 'border.emphasized', fill: 'none' },
  '& .curve': { stroke: 'primary.solid', strokeWidth: '2', fill: 'none' },
  '& .earlier': { stroke: 'accent.fg', strokeWidth: '1.5', strokeDasharray: '2 3', fill: 'none' },
  '& .limit': { stroke: 'error.fg', strokeWidth: '1.5', strokeDasharray: '6 4', fill: 'none' },
  '& .violation': { fill: 'error.subtle' },
  '& figcaption': { textStyle: 'sm', color: 'fg.muted' },
}

type ReportChartProps = {
  title: string
  /** Describes the chart with its values. Also the text alternative for people who cannot see the picture. */
  text: string
  geometry: ChartGeometry
}

/** A chart of a report: curves, dashed limits, and the ranges in which they are violated. */
export const ReportChart = ({
  title,
  text,
  geometry: { x, y, curves, earlier = [], limits, violations },
}: ReportChartProps) => {
  const bottom = chart.height - chart.bottom
  const right = chart.width - chart.right
  return (
    <chakra.figure css={style} tabIndex={0} aria-label={title}>
      <svg viewBox={`0 0 ${chart.width} ${chart.height}`} role="img" aria-label={`${title}. ${text}`}>
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
      </svg>
      <figcaption>{text}</figcaption>
    </chakra.figure>
  )
}
