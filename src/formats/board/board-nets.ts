import type { Net } from '../net'
import type { Board } from './board'
import { isAutoNamed } from '../signal-names'
import { sizeOf } from './outline'

/** A net whose areas fill at least this share of the board on one layer has a plane. */
const PLANE_SHARE = 0.1

/**
 * The nets of a board with the data that help to identify their purpose: the components at their pins, and whether they
 * have a plane. Readers of formats that list the pins of a net have already added the components.
 */
export function netsWithParts(board: Pick<Board, 'nets' | 'pads' | 'footprints' | 'fills' | 'outline'>): Net[] {
  const planes = planeNets(board)
  const nets = board.nets.map((net, index) => (planes.has(index) ? { ...net, isPlane: true as const } : net))
  if (nets.some(({ parts }) => parts)) return nets
  const counted = nets.map((net): Required<Pick<Net, 'parts' | 'powerPins'>> & Net => ({
    ...net,
    parts: [],
    powerPins: 0,
  }))
  for (const { net, footprint, function: pin, isSupply } of board.pads) {
    const of = counted[net]
    if (!of) continue
    const part = board.footprints[footprint]?.reference ?? ''
    of.parts.push(part)
    if (isSupply) of.powerPins++
    if (pin && isAutoNamed(of.name)) (of.functions ??= []).push(`${part}-${pin}`)
  }
  return counted
}

/** The indices of the nets with a plane. */
function planeNets({ fills, outline }: Pick<Board, 'fills' | 'outline'>): Set<number> {
  const size = sizeOf(outline)
  const found = new Set<number>()
  if (!size) return found
  const least = PLANE_SHARE * size.width * size.height
  const areas = new Map<string, number>()
  fills.net.forEach((net, index) => {
    if (net < 0) return
    const key = `${net} ${fills.layer[index]}`
    const area = (areas.get(key) ?? 0) + areaOf(fills.points, fills.starts[index] ?? 0, fills.starts[index + 1] ?? 0)
    areas.set(key, area)
    if (area >= least && least > 0) found.add(net)
  })
  return found
}

/** The area of a polygon, from the signed areas of the triangles between its edges and its first point. */
function areaOf(points: Float64Array, from: number, to: number): number {
  const [left = 0, top = 0] = [points[2 * from], points[2 * from + 1]]
  let twice = 0
  for (let at = from + 1; at + 1 < to; at++) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [
      points[2 * at],
      points[2 * at + 1],
      points[2 * at + 2],
      points[2 * at + 3],
    ]
    twice += (x1 - left) * (y2 - top) - (x2 - left) * (y1 - top)
  }
  return Math.abs(twice) / 2
}
