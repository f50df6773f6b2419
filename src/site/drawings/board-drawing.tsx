import { chakra } from '@chakra-ui/react/styled-system'

import { meander, type Point, pair, type Trace, trace } from './routing'

/**
 * The hero's board: a processor with four differential pairs to a connector and a matched bus to its memory. Every trace
 * is computed (offsets, arcs, meanders); the lengths in the legend are those of the paths drawn. A board keeps its own
 * colours in both themes: solder mask, copper below it, gold pads, white silkscreen.
 */
const colours = {
  mask: '#0d4a34',
  plane: '#0f5239',
  copper: '#257f5c',
  signal: '#e9a46f',
  gold: '#e8c48b',
  hole: '#062518',
  silk: '#eaf4ee',
  body: '#12271f',
}

/** Drawing units to millimetres. */
const millimetres = 0.11
const ball = 20
const processor = { x: 176, y: 364, half: 100 }
const memory = { x: 176, y: 108, halfX: 92, halfY: 46 }
const connector = { x: 584, first: 196, pads: 17, pitch: 20 }

const flat = (points: Point[], count: number, from: number, height: number): Point[] => {
  const last = points.at(-1) ?? [from, 0]
  return [...points, ...meander([from, last[1]], count, 36, height), [connector.x - 8, last[1]]]
}

/** Centre lines from the processor's right edge to the connector, the outer ones bent, the inner ones made as long. */
const lanes: Point[][] = [
  flat(
    [
      [284, 300],
      [330, 300],
      [404, 226],
    ],
    0,
    0,
    0,
  ),
  flat(
    [
      [284, 340],
      [316, 340],
      [350, 306],
    ],
    4,
    372,
    -9,
  ),
  flat(
    [
      [284, 380],
      [310, 380],
      [316, 386],
    ],
    5,
    344,
    10,
  ),
  flat(
    [
      [284, 420],
      [316, 420],
      [362, 466],
    ],
    3,
    392,
    9,
  ),
]
const pairs = lanes.map((lane) => pair(lane, 8, 14))

/** The bus runs upwards, so its meanders are made along x and turned. */
const bus = Array.from({ length: 8 }, (_, n): Trace => {
  const x = processor.x - 70 + n * ball
  const rise = meander([170, 0], [1, 2, 3, 4, 4, 3, 2, 1][n] ?? 0, 18, 5).map(
    ([along, aside]): Point => [x + aside, along],
  )
  return trace([[x, memory.y + memory.halfY - 4], ...rise, [x, processor.y - processor.half + 18]], 2.4)
})

const grid = (columns: number, rows: number, pitch: number, at: Point): Point[] =>
  Array.from({ length: columns * rows }, (_, n) => [
    at[0] + ((n % columns) - (columns - 1) / 2) * pitch,
    at[1] + (Math.floor(n / columns) - (rows - 1) / 2) * pitch,
  ])

const balls = grid(9, 9, ball, [processor.x, processor.y])
const memoryBalls = [...grid(8, 2, ball, [memory.x, memory.y + 26]), ...grid(8, 2, ball, [memory.x, memory.y - 26])]
const pads = Array.from({ length: connector.pads }, (_, n) => connector.first + n * connector.pitch)

/** Ground vias between the pairs and along the edges, every 24 units. */
const stitching: Point[] = [
  ...Array.from({ length: 6 }, (_, n): Point => [436 + n * 24, 264]),
  ...Array.from({ length: 6 }, (_, n): Point => [436 + n * 24, 346]),
  ...Array.from({ length: 6 }, (_, n): Point => [436 + n * 24, 426]),
  ...Array.from({ length: 26 }, (_, n): Point => [24 + n * 24, 24]),
  ...Array.from({ length: 26 }, (_, n): Point => [24 + n * 24, 556]),
  ...Array.from({ length: 21 }, (_, n): Point => [24, 48 + n * 24]),
]
const capacitors: Point[] = [
  ...[500, 500, 500, 500, 500].map((y, n): Point => [96 + n * 40, y]),
  ...[300, 340, 380, 420].map((y): Point => [50, y]),
]

const lengthOf = (lines: readonly [Trace, Trace]) => ((lines[0].length + lines[1].length) / 2) * millimetres
const skewOf = (lines: readonly [Trace, Trace]) => Math.abs(lines[0].length - lines[1].length) * millimetres

export function BoardDrawing() {
  return (
    <chakra.svg
      role="img"
      aria-label="A routed board: four differential pairs from a processor to a connector, and a length-matched memory bus"
      viewBox="0 0 640 580"
      width="100%"
      height="auto"
      fill="none"
      fontFamily="mono"
    >
      <rect width="640" height="580" rx="18" fill={colours.mask} />
      <path
        d="M36 452H316l40 40V544H36Z"
        fill={colours.plane}
        stroke={colours.copper}
        strokeWidth="1.2"
        strokeOpacity="0.5"
      />
      <path
        d="M300 36H604V150H372L300 96Z"
        fill={colours.plane}
        stroke={colours.copper}
        strokeWidth="1.2"
        strokeOpacity="0.5"
      />
      <Vias at={stitching} r={3.4} />

      <g stroke={colours.copper} strokeWidth="3" strokeLinejoin="round">
        {bus.map(({ path }) => (
          <path key={path} d={path} />
        ))}
      </g>
      <chakra.g
        stroke={colours.signal}
        strokeWidth="3.4"
        strokeLinejoin="round"
        css={{
          '& path': { strokeDasharray: '1', animation: 'draw-path 1600ms cubic-bezier(0.3, 0, 0.2, 1) backwards' },
        }}
      >
        {pairs.flatMap((lines, lane) =>
          lines.map(({ path }) => (
            <path key={path} d={path} pathLength="1" style={{ animationDelay: `${lane * 180}ms` }} />
          )),
        )}
      </chakra.g>

      <g stroke={colours.silk} strokeWidth="1.5">
        <rect x={processor.x - 108} y={processor.y - 108} width="216" height="216" rx="3" />
        <rect
          x={memory.x - memory.halfX}
          y={memory.y - memory.halfY - 8}
          width={memory.halfX * 2}
          height={memory.halfY * 2 + 12}
          rx="3"
        />
        <path d={`M${connector.x - 20} ${connector.first - 24}h40v${(connector.pads + 1.4) * connector.pitch}h-40Z`} />
      </g>
      <circle cx={processor.x - 118} cy={processor.y - 100} r="4" fill={colours.silk} />
      <g fill={colours.gold}>
        {balls.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="5.4" />
        ))}
        {memoryBalls.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="4.6" />
        ))}
        {pads.map((y) => (
          <rect key={y} x={connector.x - 12} y={y - 5} width="26" height="10" rx="2" />
        ))}
        {capacitors.map(([x, y]) => (
          <path key={`${x} ${y}`} d={`M${x - 12} ${y - 6}h8v12h-8ZM${x + 4} ${y - 6}h8v12h-8Z`} />
        ))}
      </g>
      <g stroke={colours.silk} strokeWidth="1.1" strokeOpacity="0.75">
        {capacitors.map(([x, y]) => (
          <rect key={`${x} ${y}`} x={x - 15} y={y - 9} width="30" height="18" rx="2" />
        ))}
      </g>

      <g fill={colours.silk} fontSize="13" letterSpacing="0.5">
        <text x={processor.x + 82} y={processor.y - 116}>
          U1
        </text>
        <text x={memory.x + memory.halfX + 8} y={memory.y - 34}>
          U2
        </text>
        <text x={connector.x - 20} y={connector.first - 32}>
          J1
        </text>
      </g>
      <g fill={colours.silk} fontSize="12">
        {pairs.map((lines, lane) => (
          <text key={lengthOf(lines)} x="324" y={66 + lane * 20} opacity="0.92">
            {`TX${lane}  ${lengthOf(lines).toFixed(2)} mm  Δ ${skewOf(lines).toFixed(2)}`}
          </text>
        ))}
      </g>
    </chakra.svg>
  )
}

function Vias({ at, r }: { at: Point[]; r: number }) {
  return (
    <g fill={colours.hole} stroke={colours.copper} strokeWidth="2">
      {at.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} />
      ))}
    </g>
  )
}
