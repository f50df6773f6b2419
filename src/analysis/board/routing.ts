import type { Board } from '../../formats/board/board'

/** A straight piece of a net's copper. Lengths are in mm. */
export interface Piece {
  x1: number
  y1: number
  x2: number
  y2: number
  /** The length along the arc if the piece is a chord of an arc. */
  length: number
  width: number
  layer: number
}

export interface RoutedVia {
  x: number
  y: number
  /** The outermost copper layers that the net connects through the via. */
  first: number
  last: number
}

/** The traces and vias of a net. */
export interface Routing {
  pieces: Piece[]
  vias: RoutedVia[]
}

/** The maximum distance between a curve and its chords, in mm: the tolerance of the board readers plus a margin. */
const SAGITTA = 0.0055

/** The tolerance in mm for matching the positions of vias and tracks, which files round. */
const TOUCH = 0.002

/** Collects the routing of every net of a board, by the index of the net. */
export function routingOf(board: Board): Routing[] {
  const nets = board.nets.map((): Routing => ({ pieces: [], vias: [] }))
  const { tracks, arcs } = board
  tracks.net.forEach((net, index) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = tracks.ends.subarray(4 * index, 4 * index + 4)
    const length = Math.hypot(x2 - x1, y2 - y1)
    const [width = 0, layer = -1] = [tracks.width[index], tracks.layer[index]]
    if (length > 0) nets[net]?.pieces.push({ x1, y1, x2, y2, length, width, layer })
  })
  arcs.net.forEach((net, index) => {
    const [from = 0, to = 0] = arcs.starts.subarray(index, index + 2)
    const on = { width: arcs.width[index] ?? 0, layer: arcs.layer[index] ?? -1 }
    nets[net]?.pieces.push(...chords(arcs.points.subarray(2 * from, 2 * to), on))
  })
  addVias(board, nets)
  return nets
}

/**
 * The pieces of a polyline. On a curve, each piece has the length of its arc: the turn between two chords of equal
 * length equals the angle of each arc. A corner is not mistaken for a curve, because its legs are too long.
 */
function chords(points: Float64Array, on: { width: number; layer: number }): Piece[] {
  const pieces: Piece[] = []
  const headings: number[] = []
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.subarray(at, at + 4)
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (length === 0) continue
    pieces.push({ x1, y1, x2, y2, length, ...on })
    headings.push(Math.atan2(y2 - y1, x2 - x1))
  }
  const turns = headings.slice(1).map((heading, index) => turned(heading - (headings[index] ?? 0)))
  pieces.forEach((piece, index) => {
    const around = [turns[index - 1], turns[index]].filter((turn) => turn !== undefined)
    const angle = Math.min(...around)
    const isCurve = around.length > 0 && angle > 0 && (piece.length / 2) * Math.tan(angle / 4) <= SAGITTA
    if (isCurve) piece.length *= angle / 2 / Math.sin(angle / 2)
  })
  return pieces
}

/** The absolute angle of a turn in radians, from 0 to π. */
const turned = (angle: number) => Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)))

/**
 * Adds the vias to their nets. A net uses a via between the outermost layers on which one of its tracks ends at the via
 * or one of its pads covers it.
 */
function addVias({ vias, pads, copper }: Board, nets: Routing[]): void {
  const viasOf = new Map<number, number[]>()
  vias.net.forEach((net, index) => {
    const known = viasOf.get(net)
    if (known) known.push(index)
    else if (nets[net]) viasOf.set(net, [index])
  })
  const places = new Map(Array.from(viasOf.keys(), (net) => [net, new Places()]))
  for (const [net, own] of places) {
    for (const { x1, y1, x2, y2, layer } of nets[net]?.pieces ?? []) {
      own.add({ x: x1, y: y1, reach: 0, layers: [layer] })
      own.add({ x: x2, y: y2, reach: 0, layers: [layer] })
    }
  }
  for (const { net, x, y, width, height, layers } of pads)
    places.get(net)?.add({ x, y, reach: Math.max(width, height) / 2, layers })

  for (const [net, indices] of viasOf) {
    for (const index of indices) {
      const [x = 0, y = 0] = vias.at.subarray(2 * index, 2 * index + 2)
      const [a = -1, b = -1] = vias.layers.subarray(2 * index, 2 * index + 2)
      const [top, bottom] = a < 0 || b < 0 ? [0, copper.length - 1] : [Math.min(a, b), Math.max(a, b)]
      const met = (places.get(net)?.near(x, y, (vias.diameter[index] ?? 0) / 2 + TOUCH) ?? [])
        .flatMap(({ layers }) => layers)
        .filter((layer) => layer >= top && layer <= bottom)
      const first = met.reduce((one, other) => Math.min(one, other), met[0] ?? top)
      const last = met.reduce((one, other) => Math.max(one, other), first)
      nets[net]?.vias.push({ x, y, first, last })
    }
  }
}

interface Place {
  x: number
  y: number
  /** The radius of the copper in mm; 0 for the end of a track. */
  reach: number
  layers: number[]
}

/** The width of a cell in mm, larger than most vias and pads. */
const CELL = 1
/** The factor by which the column is multiplied in a cell's key, larger than the number of rows on any board. */
const ROW = 65_536

/** Finds the pads and track ends of a net near a position. */
class Places {
  readonly #cells = new Map<number, Place[]>()

  add(place: Place): void {
    for (const key of cellsAround(place.x, place.y, Math.min(place.reach, 5))) {
      const known = this.#cells.get(key)
      if (known) known.push(place)
      else this.#cells.set(key, [place])
    }
  }

  near(x: number, y: number, radius: number): Place[] {
    const found = cellsAround(x, y, radius).flatMap((key) => this.#cells.get(key) ?? [])
    return found.filter((place) => Math.hypot(place.x - x, place.y - y) <= Math.max(radius, place.reach))
  }
}

function cellsAround(x: number, y: number, reach: number): number[] {
  const keys: number[] = []
  for (let column = Math.floor((x - reach) / CELL); column <= Math.floor((x + reach) / CELL); column++) {
    for (let row = Math.floor((y - reach) / CELL); row <= Math.floor((y + reach) / CELL); row++) {
      keys.push(column * ROW + row)
    }
  }
  return keys
}
