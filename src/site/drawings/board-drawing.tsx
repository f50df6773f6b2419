import { chakra } from '@chakra-ui/react/styled-system'

import { dots } from './plot'
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
const connector = { x: 584, first: 198, pads: 41, pitch: 8 }

/** From the processor's edge through the bends, then along x to the connector with `count` meanders of one height. */
const lane = (bends: Point[], count: number, from: number, height: number): Point[] => {
  const y = bends.at(-1)?.[1] ?? 0
  return [...bends, ...meander([from, y], height === 0 ? 0 : count, 36, height), [connector.x - 14, y]]
}
const pairAlong = (line: Point[]) => pair(line, 8, 7)

/** Bends of the four lanes, and how many meanders each has room for; the longest has none. */
const ways: { bends: Point[]; count: number; from: number; up: boolean }[] = [
  {
    bends: [
      [284, 294],
      [336, 294],
      [404, 226],
    ],
    count: 4,
    from: 420,
    up: false,
  },
  {
    bends: [
      [284, 334],
      [316, 334],
      [344, 306],
    ],
    count: 5,
    from: 362,
    up: true,
  },
  {
    bends: [
      [284, 374],
      [310, 374],
      [322, 386],
    ],
    count: 5,
    from: 350,
    up: true,
  },
  {
    bends: [
      [284, 414],
      [310, 414],
      [362, 466],
    ],
    count: 4,
    from: 388,
    up: true,
  },
]

/** Half the sum of both lines, in units of the drawing. */
const lengthOf = ([one, other]: readonly [Trace, Trace]) => (one.length + other.length) / 2
const matchedLength = 348

/** All lanes get one length: the height of their meanders is found by halving the range it can lie in. */
const pairs = ways.map(({ bends, count, from, up }) => {
  const at = (height: number) => pairAlong(lane(bends, count, from, up ? -height : height))
  let [least, most] = [0.5, 17]
  for (let n = 0; n < 24; n += 1) {
    const height = (least + most) / 2
    if (lengthOf(at(height)) < matchedLength) least = height
    else most = height
  }
  return at(most)
})

/** From the balls to where a pair has its pitch. */
const breakouts = ways.map(({ bends: [[x, y] = [0, 0]] }) =>
  [-1, 1].map((side) => `M256 ${y + side * 10}l6 ${-side * 6}H${x + 1}`).join(''),
)

/** The bus runs upwards, so its meanders are made along x and turned. All its lines are alike, so it is matched too. */
const bus = Array.from({ length: 8 }, (_, n): Trace => {
  const x = processor.x - 70 + n * ball
  const rise = meander([176, 0], 4, 18, n < 4 ? -5 : 5).map(([along, aside]): Point => [x + aside, along])
  return trace([[x, memory.y + 34], ...rise, [x, processor.y - 80]], 2.4)
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

const skewOf = ([one, other]: readonly [Trace, Trace]) => Math.abs(one.length - other.length)

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
        d="M312 36H604V150H340L312 122Z"
        fill={colours.plane}
        stroke={colours.copper}
        strokeWidth="1.2"
        strokeOpacity="0.5"
      />
      <g strokeLinecap="round">
        <path d={dots(stitching)} stroke={colours.copper} strokeWidth="8.4" />
        <path d={dots(stitching)} stroke={colours.hole} strokeWidth="4.4" />
      </g>

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
        {breakouts.map((d) => (
          <path key={d} d={d} pathLength="1" />
        ))}
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
        <path
          d={`M${connector.x - 20} ${connector.first - 24}h40v${(connector.pads - 1) * connector.pitch + 48}h-40Z`}
        />
      </g>
      <circle cx={processor.x - 118} cy={processor.y - 100} r="4" fill={colours.silk} />
      <g stroke={colours.gold} strokeLinecap="round">
        <path d={dots(balls)} strokeWidth="10.8" />
        <path d={dots(memoryBalls)} strokeWidth="9.2" />
      </g>
      <g fill={colours.gold}>
        <path d={capacitors.map(([x, y]) => `M${x - 12} ${y - 6}h8v12h-8ZM${x + 4} ${y - 6}h8v12h-8Z`).join('')} />
        <path d={pads.map((y) => `M${connector.x - 14} ${y - 2.5}h28v5h-28Z`).join('')} />
      </g>
      <g stroke={colours.silk} strokeWidth="1.1" strokeOpacity="0.75">
        <path d={capacitors.map(([x, y]) => `M${x - 15} ${y - 9}h30v18h-30Z`).join('')} />
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
          <text key={lines[0].path} x="336" y={66 + lane * 20} opacity="0.92">
            {`TX${lane}  ${(lengthOf(lines) * millimetres).toFixed(2)} mm  ±${(skewOf(lines) * millimetres).toFixed(2)}`}
          </text>
        ))}
      </g>
    </chakra.svg>
  )
}
