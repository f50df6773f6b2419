import type { Board, Pad, Paths } from './board'
import { areDisjoint, type Box, boxOf, expanded } from './board-box'
import type { Point } from './curves'
import { distanceToPath } from './distance'

/** A position at which to search. Lengths are in mm. */
export interface BoardPlace {
  at: Point
  /** The search radius around the point. */
  reach: number
  /** The indices of the copper layers to search, starting with the one nearest to the viewer. */
  layers: number[]
}

export type FoundCopper = {
  kind: 'pad' | 'via' | 'track' | 'zone'
  index: number
  layer: number
  net: number
  box: Box
}

interface Candidate {
  distance: number
  /** The position of the layer in the drawing order, 0 for the front; vias are drawn in front of all layers. */
  rank: number
  found: FoundCopper
}

/**
 * The copper at a position: the nearest item within reach. If several items contain the point, the frontmost one is
 * returned. Zones are searched only if no other copper is found. Null if there is no copper.
 */
export function copperAt(board: Board, place: BoardPlace): FoundCopper | null {
  const { at, reach } = place
  const rankOf = ranks(place.layers)
  const around = expanded(boxOf([at.x, at.y]), reach)
  let best: Candidate | null = null
  const consider = (distance: number, rank: number, found: () => FoundCopper) => {
    if (distance > reach || !Number.isFinite(rank)) return
    if (best && (distance > best.distance || (distance === best.distance && rank >= best.rank))) return
    best = { distance, rank, found: found() }
  }

  board.pads.forEach((pad, index) => {
    const layer = pad.layers.reduce((near, one) => (rankOf(one) < rankOf(near) ? one : near), pad.layers[0] ?? -1)
    consider(distanceToPad(pad, at), rankOf(layer), () => ({
      kind: 'pad',
      index,
      layer,
      net: pad.net,
      box: padBox(pad),
    }))
  })
  const { vias, tracks, arcs } = board
  if (place.layers.length > 0) {
    vias.net.forEach((net, index) => {
      const [x = 0, y = 0] = vias.at.subarray(2 * index, 2 * index + 2)
      const radius = (vias.diameter[index] ?? 0) / 2
      const [first = 0, last = 0] = vias.layers.subarray(2 * index, 2 * index + 2)
      const isShown = first < 0 || last < 0 || place.layers.some((layer) => isBetween(layer, first, last))
      if (!isShown) return
      consider(Math.max(0, Math.hypot(at.x - x, at.y - y) - radius), -1, () => ({
        ...{ kind: 'via', index, layer: first, net },
        box: expanded(boxOf([x, y]), radius),
      }))
    })
  }
  tracks.net.forEach((net, index) => {
    const layer = tracks.layer[index] ?? -1
    const ends = tracks.ends.subarray(4 * index, 4 * index + 4)
    const radius = (tracks.width[index] ?? 0) / 2
    consider(Math.max(0, distanceToPath(ends, at) - radius), rankOf(layer) + 0.5, () => ({
      ...{ kind: 'track', index, layer, net },
      box: expanded(boxOf(ends), radius),
    }))
  })
  arcs.net.forEach((net, index) => {
    const layer = arcs.layer[index] ?? -1
    const radius = (arcs.width[index] ?? 0) / 2
    const points = pathAt(arcs, index)
    const box = expanded(boxOf(points), radius)
    if (areDisjoint(box, around)) return
    const distance = Math.max(0, distanceToPath(points, at) - radius)
    consider(distance, rankOf(layer) + 0.5, () => ({ kind: 'track', index, layer, net, box }))
  })
  return (best as Candidate | null)?.found ?? zoneAt(board, place)
}

/** A rectangle that contains a pad at any rotation. */
export const padBox = ({ x, y, width, height }: Pick<Pad, 'x' | 'y' | 'width' | 'height'>): Box =>
  expanded(boxOf([x, y]), Math.hypot(width, height) / 2)

export const pathAt = ({ points, starts }: Paths, index: number): Float64Array =>
  points.subarray(2 * (starts[index] ?? 0), 2 * (starts[index + 1] ?? 0))

function zoneAt({ fills }: Board, { at, layers }: BoardPlace): FoundCopper | null {
  const rankOf = ranks(layers)
  const point = boxOf([at.x, at.y])
  let found: FoundCopper | null = null
  fills.net.forEach((net, index) => {
    const layer = fills.layer[index] ?? -1
    if (rankOf(layer) >= (found ? rankOf(found.layer) : Infinity)) return
    const points = pathAt(fills, index)
    const box = boxOf(points)
    if (!areDisjoint(box, point) && contains(points, at)) found = { kind: 'zone', index, layer, net, box }
  })
  return found
}

/** The position of each layer in the drawing order, 0 for the front; Infinity for a hidden layer. */
function ranks(layers: number[]): (layer: number) => number {
  const places = new Map(layers.map((layer, rank) => [layer, rank]))
  return (layer) => places.get(layer) ?? Infinity
}

const isBetween = (layer: number, a: number, b: number) => layer >= Math.min(a, b) && layer <= Math.max(a, b)

/** The distance to the copper of a pad; 0 inside it. Rounded corners are treated as square. */
function distanceToPad({ x, y, rotation, width, height, shape }: Pad, at: Point): number {
  const [dx, dy] = [at.x - x, at.y - y]
  if (shape === 'circle') return Math.max(0, Math.hypot(dx, dy) - width / 2)
  const angle = (rotation * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const across = Math.abs(dx * cos - dy * sin) - width / 2
  const along = Math.abs(dx * sin + dy * cos) - height / 2
  return Math.hypot(Math.max(0, across), Math.max(0, along))
}

/**
 * Whether a polygon contains a point, by the same rule by which polygons are filled: the contour winds around the
 * point.
 */
function contains(points: Float64Array, { x, y }: Point): boolean {
  let winding = 0
  for (let at = 0; at < points.length; at += 2) {
    const next = (at + 2) % points.length
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [points[at], points[at + 1], points[next], points[next + 1]]
    const side = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)
    if (y1 <= y && y2 > y && side > 0) winding++
    else if (y1 > y && y2 <= y && side < 0) winding--
  }
  return winding !== 0
}
