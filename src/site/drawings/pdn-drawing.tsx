import { chakra } from '@chakra-ui/react/styled-system'

import { Figure, Hair, Note } from './figure'
import { firstGuess, impedance, type Network, optimized } from './pdn-impedance'
import { curve, decades, logarithmic } from './plot'

const [left, right, top, bottom] = [44, 308, 14, 166]
const x = logarithmic(1e4, 1e9, left, right)
const y = logarithmic(0.5e-3, 0.2, bottom, top)
const target = 10e-3

const frequencies = decades(1e4, 1e9, 160)
const pathOf = (network: Network) => curve(frequencies.map((f) => [x(f), y(impedance(network, f))] as const))
const [before, after] = [pathOf(firstGuess), pathOf(optimized)]

/** |Z| of a power rail versus frequency, before and after its optimization, with the target impedance. */
export function PdnDrawing() {
  return (
    <Figure
      label="Impedance of a power distribution network from 10 kHz to 1 GHz: that of the first guess exceeds the target of 10 milliohms; that of the optimized network stays below it"
      width={320}
      height={200}
    >
      <Hair
        d={decades(1e4, 1e9, 5)
          .map((f) => `M${x(f)} ${top}V${bottom}`)
          .join('')}
        opacity="0.6"
      />
      <Hair d={[1e-3, 1e-2, 1e-1].map((z) => `M${left} ${y(z)}H${right}`).join('')} opacity="0.6" />
      {[1e-3, 1e-2, 1e-1].map((z) => (
        <Note key={z} x={left - 8} y={y(z) + 3.5} textAnchor="end">
          {z * 1e3} mΩ
        </Note>
      ))}
      {(
        [
          [1e4, '10 kHz', 'start'],
          [1e6, '1 MHz', 'middle'],
          [1e8, '100 MHz', 'middle'],
        ] as const
      ).map(([f, text, anchor]) => (
        <Note key={f} x={x(f)} y={bottom + 18} textAnchor={anchor}>
          {text}
        </Note>
      ))}
      <chakra.path d={`M${left} ${y(target)}H${right}`} stroke="accent.solid" strokeWidth="1.5" strokeDasharray="5 4" />
      <Note x={left + 6} y={y(target) - 6} fill="accent.fg">
        target
      </Note>
      <chakra.path d={before} stroke="fg.subtle" strokeWidth="1.25" opacity="0.8" />
      <chakra.path d={after} stroke="primary.solid" strokeWidth="2.25" strokeLinejoin="round" />
      <Note x={x(5e7)} y={y(6e-2)}>
        first guess
      </Note>
      <Note x={x(1.1e6)} y={y(0.62e-3)} fill="primary.fg" textAnchor="middle">
        optimized
      </Note>
    </Figure>
  )
}
