import { chakra } from '@chakra-ui/react/styled-system'

import { Figure, Hair, Note } from './figure'
import { curve, linear, steps } from './plot'

const [left, right, top, bottom] = [44, 308, 14, 166]
const x = linear(0, 20, left, right)
const y = linear(-16, 0, bottom, top)

/** The loss of a stripline in dB at a frequency in GHz, caused by the skin effect and the dielectric. */
const loss = (frequency: number) => -(0.9 * Math.sqrt(frequency) + 0.46 * frequency)
const predicted = curve(steps(0, 20, 60).map((f) => [x(f), y(loss(f))] as const))
/** The points of a measurement, with a ripple like that caused by reflections at the connectors. */
const measured = steps(0.5, 19.5, 19).map((f) => [x(f), y(loss(f) + 0.35 * Math.sin(f * 2.3))] as const)

/** The predicted insertion loss of a stripline, and the points of a measurement along the predicted curve. */
export function CorrelationDrawing() {
  return (
    <Figure
      label="Insertion loss of a stripline up to 20 GHz: the measured points lie along the predicted curve"
      width={320}
      height={200}
    >
      <Hair
        d={steps(0, 20, 4)
          .map((f) => `M${x(f)} ${top}V${bottom}`)
          .join('')}
        opacity="0.6"
      />
      <Hair
        d={steps(-15, 0, 3)
          .map((db) => `M${left} ${y(db)}H${right}`)
          .join('')}
        opacity="0.6"
      />
      {steps(-15, 0, 3).map((db) => (
        <Note key={db} x={left - 8} y={y(db) + 3.5} textAnchor="end">
          {db} dB
        </Note>
      ))}
      <Note x={left} y={bottom + 18}>
        0
      </Note>
      <Note x={x(10)} y={bottom + 18} textAnchor="middle">
        10 GHz
      </Note>
      <Note x={right} y={bottom + 18} textAnchor="end">
        20 GHz
      </Note>
      <chakra.path d={predicted} stroke="primary.solid" strokeWidth="2.25" />
      <chakra.g fill="bg.panel" stroke="accent.solid" strokeWidth="1.5">
        {measured.map(([cx, cy]) => (
          <circle key={cx} cx={cx.toFixed(1)} cy={cy.toFixed(1)} r="3.2" />
        ))}
      </chakra.g>
      <Note x={x(2.2)} y={y(-9.5)} fill="primary.fg">
        predicted
      </Note>
      <Note x={x(12)} y={y(-4.5)} fill="accent.fg">
        measured
      </Note>
    </Figure>
  )
}
