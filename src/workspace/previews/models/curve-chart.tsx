import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'

import type { IbisCurve } from '../../../formats/models/ibis'
import { keptColors } from '../../../ui/theme/accessibility-styles'
import { curveColors, useIsDark } from '../network/plots/curve-colors'
import { prefixOf, ticksOf } from './chart-axis'

const frame = { width: 720, height: 420, left: 70, right: 16, top: 12, bottom: 46 }
const corners = ['typ', 'min', 'max'] as const
/** In addition to their colors, corners differ in their dash patterns. */
const dashes = ['', '8 4', '2 4']

const style: SystemStyleObject = {
  '& svg': { w: 'full', maxW: '900px', maxH: '60vh', fontSize: '12px', fill: 'fg.muted' },
  '& .grid': { stroke: 'border' },
  '& .frame': { stroke: 'border.emphasized', fill: 'none' },
  '& ul': { display: 'flex', flexWrap: 'wrap', gap: '4', textStyle: 'sm' },
  '& li': { display: 'flex', alignItems: 'center', gap: '2' },
  '& li svg': { ...keptColors, w: '8', h: '3' },
}

/** A curve of a model, with a line for each corner that has data. */
export function CurveChart({ curve }: { curve: IbisCurve }) {
  const colors = curveColors(useIsDark())
  const shown = corners
    .map((name, index) => ({ name, values: curve.y.values[index] ?? [], index }))
    .filter(({ values }) => values.some(Number.isFinite))
  const x = axisOf(curve.x.values, [frame.left, frame.width - frame.right])
  const y = axisOf(
    shown.flatMap(({ values }) => values),
    [frame.height - frame.bottom, frame.top],
  )
  const label = (axis: typeof x, { label: text, unit }: { label: string; unit: string }) =>
    `${text} (${axis.prefix.name}${unit})`
  return (
    <chakra.figure css={style}>
      <svg
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={`${curve.title}: ${label(y, curve.y)}`}
      >
        {x.ticks.map((value) => (
          <g key={value}>
            <line className="grid" x1={x.at(value)} x2={x.at(value)} y1={frame.top} y2={frame.height - frame.bottom} />
            <text x={x.at(value)} y={frame.height - frame.bottom + 16} textAnchor="middle">
              {x.text(value)}
            </text>
          </g>
        ))}
        {y.ticks.map((value) => (
          <g key={value}>
            <line className="grid" x1={frame.left} x2={frame.width - frame.right} y1={y.at(value)} y2={y.at(value)} />
            <text x={frame.left - 8} y={y.at(value) + 4} textAnchor="end">
              {y.text(value)}
            </text>
          </g>
        ))}
        <rect
          className="frame"
          x={frame.left}
          y={frame.top}
          width={frame.width - frame.left - frame.right}
          height={frame.height - frame.top - frame.bottom}
        />
        <text x={(frame.left + frame.width) / 2} y={frame.height - 8} textAnchor="middle">
          {label(x, curve.x)}
        </text>
        <text transform={`translate(16 ${frame.height / 2}) rotate(-90)`} textAnchor="middle">
          {label(y, curve.y)}
        </text>
        {shown.map(({ name, values, index }) => (
          <path
            key={name}
            d={pathOf(curve.x.values, values, x.at, y.at)}
            fill="none"
            stroke={colors[index]}
            strokeWidth="2"
            strokeDasharray={dashes[index]}
          />
        ))}
      </svg>
      <ul aria-label="Corners">
        {shown.map(({ name, index }) => (
          <li key={name}>
            <svg viewBox="0 0 32 12" aria-hidden>
              <path d="M0 6H32" stroke={colors[index]} strokeWidth="3" strokeDasharray={dashes[index]} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </chakra.figure>
  )
}

function axisOf(values: number[], [from, to]: [number, number]) {
  const ticks = ticksOf(values.filter(Number.isFinite))
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)]
  const prefix = prefixOf(Math.max(Math.abs(first), Math.abs(last)))
  return {
    ticks,
    prefix,
    at: (value: number) => from + ((value - first) / (last - first || 1)) * (to - from),
    text: (value: number) => `${Number((value / prefix.factor).toPrecision(6))}`,
  }
}

/** Returns the SVG path of a line. Missing values interrupt the line. */
function pathOf(xs: number[], ys: number[], atX: (x: number) => number, atY: (y: number) => number): string {
  let isOpen = false
  return xs
    .map((x, index) => {
      const y = ys[index] ?? Number.NaN
      if (!Number.isFinite(y)) {
        isOpen = false
        return ''
      }
      const command = isOpen ? 'L' : 'M'
      isOpen = true
      return `${command}${atX(x).toFixed(2)} ${atY(y).toFixed(2)}`
    })
    .join('')
}
