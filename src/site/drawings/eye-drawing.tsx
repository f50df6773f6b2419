import { chakra } from '@chakra-ui/react/styled-system'

import { eyeMask, waveforms } from './eye'
import { Figure, Hair, Note } from './figure'
import { compactCurve, curve, linear } from './plot'

const [left, right, top, bottom] = [16, 304, 14, 166]
const x = linear(0, 2, left, right)
const y = linear(-0.08, 1.1, bottom, top)
const lines = [
  ...new Set(waveforms(48).map((line) => compactCurve(line.map(([t, level]) => [x(t), y(level)] as const)))),
]

const maskPath = `${curve(eyeMask.map(([t, level]) => [x(t), y(level)] as const))}Z`

/** The eye diagram of all five-bit patterns over two unit intervals, with a mask in its opening. */
export function EyeDrawing() {
  return (
    <Figure
      label="Eye diagram of a 32 GT/s link, computed from its pulse response, with an eye mask in its opening"
      width={320}
      height={200}
    >
      <Hair d={`M${left} ${y(0.5)}H${right}M${x(1.03)} ${top}V${bottom}`} opacity="0.7" strokeDasharray="2 4" />
      <chakra.g
        transform="scale(0.25)"
        stroke="primary.solid"
        strokeWidth="4.6"
        strokeLinejoin="round"
        strokeOpacity="0.5"
      >
        {lines.map((line) => (
          <path key={line} d={line} />
        ))}
      </chakra.g>
      <chakra.path d={maskPath} fill="accent.muted" stroke="accent.solid" strokeWidth="1.5" />
      <Note x={left} y={bottom + 18}>
        0
      </Note>
      <Note x={x(1)} y={bottom + 18} textAnchor="middle">
        31.25 ps
      </Note>
      <Note x={right} y={bottom + 18} textAnchor="end">
        62.5 ps
      </Note>
    </Figure>
  )
}
