import { chakra } from '@chakra-ui/react/styled-system'

import { Figure, Hair } from './figure'
import { curve, linear, steps } from './plot'

/** Reflections on a unit disc, drawn with this radius around the middle. */
const [centre, radius] = [160, 140]

/** Where resistance is constant, and where reactance is: circles of the Smith chart. */
const resistances = [0, 0.2, 0.5, 1, 2, 5].map((r) => ({ cx: centre + (radius * r) / (1 + r), r: radius / (1 + r) }))
const reactances = [0.2, 0.5, 1, 2, 5].flatMap((x) => {
  // The circle meets the rim at the point that belongs to the impedance jx.
  const [u, v] = [(x * x - 1) / (x * x + 1), (2 * x) / (x * x + 1)]
  const start = centre + radius
  const r = radius / x
  return [
    `M${start} ${centre}A${r} ${r} 0 0 1 ${centre + radius * u} ${centre - radius * v}`,
    `M${start} ${centre}A${r} ${r} 0 0 0 ${centre + radius * u} ${centre + radius * v}`,
  ]
})

/** A load on a line that loses a little: its reflection turns with frequency and shrinks towards the match. */
const turns = linear(0, 1, 0.3, 2.85 * 2 * Math.PI)
const spiral = curve(
  steps(0, 1, 220).map((t) => {
    const size = 0.82 * Math.exp(-2.1 * t) * radius
    return [centre + size * Math.cos(-turns(t)), centre - size * Math.sin(-turns(t))] as const
  }),
)

export function SmithDrawing() {
  return (
    <Figure
      label="Smith chart with a reflection that spirals into the match as a line's loss grows"
      width={320}
      height={320}
    >
      <chakra.circle cx={centre} cy={centre} r={radius} fill="bg.panel" />
      <Hair d={`M${centre - radius} ${centre}H${centre + radius}`} />
      <chakra.g stroke="border.emphasized" strokeWidth="1">
        {resistances.map((circle) => (
          <circle key={circle.r} cx={circle.cx} cy={centre} r={circle.r} />
        ))}
        {reactances.map((d) => (
          <path key={d} d={d} />
        ))}
      </chakra.g>
      <chakra.path d={spiral} stroke="primary.solid" strokeWidth="2.25" strokeLinecap="round" />
      <chakra.circle cx={centre} cy={centre} r="4.5" fill="accent.solid" />
    </Figure>
  )
}
