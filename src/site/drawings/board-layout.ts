import { meander, type Point, pair, type Trace, trace } from './routing'

/** The computed layout of the hero's board, 640 by 580 units. The y axis points down. */

/** Millimeters per drawing unit. */
export const millimeters = 0.11
const ball = 20
export const processor = { x: 176, y: 364, half: 100 }
export const memory = { x: 176, y: 108, halfX: 92, halfY: 46 }
export const connector = { x: 584, first: 198, pads: 41, pitch: 8 }

/**
 * The center line of a lane: from the processor through the bends, then along x to the connector with `count` meanders.
 */
const lane = (bends: Point[], count: number, from: number, height: number): Point[] => {
  const y = bends.at(-1)?.[1] ?? 0
  return [...bends, ...meander([from, y], height === 0 ? 0 : count, 36, height), [connector.x - 14, y]]
}
const pairAlong = (line: Point[]) => pair(line, 8, 7)

/**
 * The bends of the four lanes, and the meanders of each: how many fit on it, where they start along x, and their side.
 */
const lanes: { bends: Point[]; count: number; from: number; up: boolean }[] = [
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

/** The mean length of a pair's two lines, in drawing units. */
export const lengthOf = ([one, other]: readonly [Trace, Trace]) => (one.length + other.length) / 2
const matchedLength = 348

/** The pairs, matched to one length. A bisection finds the height of the meanders. */
export const pairs = lanes.map(({ bends, count, from, up }) => {
  const at = (height: number) => pairAlong(lane(bends, count, from, up ? -height : height))
  let [low, high] = [0.5, 17]
  for (let n = 0; n < 24; n += 1) {
    const height = (low + high) / 2
    if (lengthOf(at(height)) < matchedLength) low = height
    else high = height
  }
  return at(high)
})

/** The traces from the balls to the start of each pair. */
export const breakouts = lanes.map(({ bends: [[x, y] = [0, 0]] }) =>
  [-1, 1].map((side) => `M256 ${y + side * 10}l6 ${-side * 6}H${x + 1}`).join(''),
)

/**
 * The lines of the memory bus. They are vertical, so their meanders are computed along x, and the axes are then
 * swapped. Each line has the same meanders or their mirror image, so all lengths match.
 */
export const bus = Array.from({ length: 8 }, (_, n): Trace => {
  const x = processor.x - 70 + n * ball
  const rise = meander([176, 0], 4, 18, n < 4 ? -5 : 5).map(([along, aside]): Point => [x + aside, along])
  return trace([[x, memory.y + 34], ...rise, [x, processor.y - 80]], 2.4)
})

const grid = (columns: number, rows: number, pitch: number, at: Point): Point[] =>
  Array.from({ length: columns * rows }, (_, n) => [
    at[0] + ((n % columns) - (columns - 1) / 2) * pitch,
    at[1] + (Math.floor(n / columns) - (rows - 1) / 2) * pitch,
  ])

export const balls = grid(9, 9, ball, [processor.x, processor.y])
export const memoryBalls = [
  ...grid(8, 2, ball, [memory.x, memory.y + 26]),
  ...grid(8, 2, ball, [memory.x, memory.y - 26]),
]
export const pads = Array.from({ length: connector.pads }, (_, n) => connector.first + n * connector.pitch)

/** Ground vias between the pairs and along three edges, 24 units apart. */
export const stitching: Point[] = [
  ...Array.from({ length: 6 }, (_, n): Point => [436 + n * 24, 264]),
  ...Array.from({ length: 6 }, (_, n): Point => [436 + n * 24, 346]),
  ...Array.from({ length: 6 }, (_, n): Point => [436 + n * 24, 426]),
  ...Array.from({ length: 26 }, (_, n): Point => [24 + n * 24, 24]),
  ...Array.from({ length: 26 }, (_, n): Point => [24 + n * 24, 556]),
  ...Array.from({ length: 21 }, (_, n): Point => [24, 48 + n * 24]),
]
export const capacitors: Point[] = [
  ...[500, 500, 500, 500, 500].map((y, n): Point => [96 + n * 40, y]),
  ...[300, 340, 380, 420].map((y): Point => [50, y]),
]

export const skewOf = ([one, other]: readonly [Trace, Trace]) => Math.abs(one.length - other.length)
