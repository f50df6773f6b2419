import { chakra } from '@chakra-ui/react/styled-system'

import { Figure, Hair } from './figure'
import { curve, linear, steps } from './plot'

/** The center of the chart, and the radius that represents a reflection coefficient of 1. */
const [center, radius] = [160, 140]

/** The circles of constant resistance and the arcs of constant reactance. */
const resistances = [0, 0.2, 0.5, 1, 2, 5].map((r) => ({ cx: center + (radius * r) / (1 + r), r: radius / (1 + r) }))
const reactances = [0.2, 0.5, 1, 2, 5].flatMap((x) => {
  // The arc ends at the rim, at the reflection coefficient of the impedance jx.
  const [u, v] = [(x * x - 1) / (x * x + 1), (2 * x) / (x * x + 1)]
  const start = center + radius
  const r = radius / x
  return [
    `M${start} ${center}A${r} ${r} 0 0 1 ${center + radius * u} ${center - radius * v}`,
    `M${start} ${center}A${r} ${r} 0 0 0 ${center + radius * u} ${center + radius * v}`,
  ]
})

/**
 * The angle at a position from 0 to 1 on the spiral. The spiral is the reflection of a load on a lossy line, which
 * rotates with frequency and shrinks toward the match.
 */
const turns = linear(0, 1, 0.3, 2.85 * 2 * Math.PI)
const spiral = curve(
  steps(0, 1, 220).map((t) => {
    const size = 0.82 * Math.exp(-2.1 * t) * radius
    return [center + size * Math.cos(-turns(t)), center - size * Math.sin(-turns(t))] as const
  }),
)

export function SmithDrawing() {
  return (
    <Figure
      label="Smith chart with a reflection that spirals toward the match as the line’s loss grows"
      width={320}
      height={320}
    >
      <chakra.circle cx={center} cy={center} r={radius} fill="bg.panel" />
      <Hair d={`M${center - radius} ${center}H${center + radius}`} />
      <chakra.g stroke="border.emphasized" strokeWidth="1">
        {resistances.map((circle) => (
          <circle key={circle.r} cx={circle.cx} cy={center} r={circle.r} />
        ))}
        {reactances.map((d) => (
          <path key={d} d={d} />
        ))}
      </chakra.g>
      <chakra.path d={spiral} stroke="primary.solid" strokeWidth="2.25" strokeLinecap="round" />
      <chakra.circle cx={center} cy={center} r="4.5" fill="accent.solid" />
    </Figure>
  )
}
