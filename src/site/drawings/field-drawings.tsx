import { chakra } from '@chakra-ui/react/styled-system'

import { Figure, Hair, Note } from './figure'
import { curve, decades, linear, logarithmic, steps } from './plot'

/**
 * Three small drawings, one per tool. The fields of line currents and line charges have closed forms: circles of
 * Apollonius around two wires, and arcs through a charge and its image below a plane.
 */

const [middle, height] = [80, 45]

/** The distance of the two wires of a loop from the center. The magnetic field lines are circles around the wires. */
const loopHalf = 34
const fieldCircles = [0.3, 0.55, 0.85, 1.25, 1.8].map((level) => ({
  x: loopHalf / Math.tanh(level),
  r: loopHalf / Math.sinh(level),
}))

export function InductanceDrawing() {
  return (
    <Figure label="Magnetic field lines around the two conductors of a loop" width={160} height={90}>
      <chakra.g stroke="primary.solid" strokeWidth="0.8">
        {fieldCircles.map(({ x, r }) => (
          <g key={r}>
            <circle cx={middle - x} cy={height} r={r} />
            <circle cx={middle + x} cy={height} r={r} />
          </g>
        ))}
      </chakra.g>
      <chakra.g fill="accent.solid">
        <circle cx={middle - loopHalf} cy={height} r="7" />
        <circle cx={middle + loopHalf} cy={height} r="7" />
      </chakra.g>
      <chakra.g stroke="accent.contrast" strokeWidth="1.5">
        <path d={`M${middle - loopHalf - 3} ${height - 3}l6 6m0-6l-6 6`} />
        <chakra.circle cx={middle + loopHalf} cy={height} r="1.4" fill="accent.contrast" stroke="none" />
      </chakra.g>
    </Figure>
  )
}

const [planeY, traceY] = [74, 40]
const arcs = [22, 45, 70, 96, 122].map((degrees) => {
  const angle = (degrees * Math.PI) / 180
  const gap = planeY - traceY
  return { reach: gap * Math.tan(angle / 2), radius: gap / Math.sin(angle) }
})

export function ImpedanceDrawing() {
  return (
    <Figure label="Electric field lines from a microstrip to its reference plane" width={160} height={90}>
      <chakra.rect x="4" y={traceY + 3} width="152" height={planeY - traceY - 3} fill="primary.muted" />
      <chakra.g stroke="primary.solid" strokeWidth="0.8">
        <path d={`M${middle} ${traceY}V${planeY}`} />
        {arcs.map(({ reach, radius }) => (
          <g key={radius}>
            <path d={`M${middle + 15} ${traceY}A${radius} ${radius} 0 0 1 ${middle + 15 + reach} ${planeY}`} />
            <path d={`M${middle - 15} ${traceY}A${radius} ${radius} 0 0 0 ${middle - 15 - reach} ${planeY}`} />
          </g>
        ))}
        <path d={`M${middle - 8} ${traceY}V${planeY}M${middle + 8} ${traceY}V${planeY}`} />
      </chakra.g>
      <chakra.g fill="accent.solid">
        <rect x={middle - 17} y={traceY - 4} width="34" height="7" />
        <rect x="4" y={planeY} width="152" height="6" />
      </chakra.g>
      <Note x={middle} y={traceY - 9} textAnchor="middle">
        w
      </Note>
      <Note x="10" y={planeY - 12}>
        ε
        <tspan dy="1.5" fontSize="3.6px">
          r
        </tspan>
      </Note>
    </Figure>
  )
}

/** |Z| of a capacitor in ohms at a frequency in hertz, according to the fitted series RLC model. */
const seriesImpedance = (f: number) => Math.hypot(8e-3, 2 * Math.PI * f * 0.5e-9 - 1 / (2 * Math.PI * f * 1e-6))
const x = logarithmic(2e5, 5e8, 12, 148)
const y = logarithmic(5e-3, 1.4, 78, 10)
const fitted = curve(decades(2e5, 5e8, 90).map((f) => [x(f), y(seriesImpedance(f))] as const))
const ripple = linear(-1, 1, -1.6, 1.6)
const measured = decades(2.6e5, 3.8e8, 17).map(
  (f, n) => [x(f), y(seriesImpedance(f)) + ripple(Math.sin(n * 2.4))] as const,
)

export function S2spiceDrawing() {
  return (
    <Figure
      label="Measured impedance of a capacitor, and the curve of the circuit model fitted to it"
      width={160}
      height={90}
    >
      <Hair
        d={steps(12, 148, 4)
          .map((at) => `M${at} 8V80`)
          .join('')}
        opacity="0.6"
      />
      <Hair d="M12 80H148" strokeWidth="0.5" />
      <chakra.path d={fitted} stroke="primary.solid" strokeWidth="1.2" />
      <chakra.g fill="bg.panel" stroke="accent.solid" strokeWidth="1">
        {measured.map(([cx, cy]) => (
          <circle key={cx} cx={cx.toFixed(1)} cy={cy.toFixed(1)} r="2" />
        ))}
      </chakra.g>
    </Figure>
  )
}
