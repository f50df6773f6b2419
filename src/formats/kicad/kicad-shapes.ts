import { arcAbout, arcThrough, bezier, circle, closedContour, type Point, type Points } from '../board/curves'
import type { Placement } from '../board/placement'
import type { SExpressionReader } from './s-expression'

/** Reads `(at X Y [ANGLE])` and similar lists. */
export function readPlacement(reader: SExpressionReader): Placement {
  const [x, y, rotation = 0] = reader.numbers(3)
  if (x === undefined || y === undefined) throw reader.expected('x and y in mm')
  return { x, y, rotation }
}

export function readPoint(reader: SExpressionReader): Point {
  const x = reader.number()
  return { x, y: reader.number() }
}

/** Reads the points of a `(pts …)` list: `(xy X Y)`, and since version 7 also arcs. */
export function readPoints(reader: SExpressionReader, tolerance: number, take: (x: number, y: number) => void): void {
  reader.each((head) => {
    if (head === 'xy') take(reader.number(), reader.number())
    else if (head === 'arc') {
      const points = readArc(reader, tolerance)
      for (let at = 0; at < points.length; at += 2) take(points[at] ?? 0, points[at + 1] ?? 0)
    }
  })
}

function readArc(reader: SExpressionReader, tolerance: number): Points {
  const points = new Map<string, Point>()
  reader.each((head) => {
    if (head === 'start' || head === 'mid' || head === 'end') points.set(head, readPoint(reader))
  })
  const [start, mid, end] = [points.get('start'), points.get('mid'), points.get('end')]
  if (!start || !mid || !end) throw reader.expected('an arc with start, mid and end')
  return arcThrough(start, mid, end, tolerance)
}

const shapes = new Set(['line', 'arc', 'circle', 'rect', 'poly', 'curve'])

/** Whether a list draws a shape, for example `gr_line` on the board or `fp_line` in a footprint. */
export const isShape = (head: string) => /^[gf][rp]_/.test(head) && shapes.has(head.slice(3))

/**
 * Reads a line, arc, circle, rectangle, polygon or curve as a polyline; closed shapes end at their first point. Up to
 * version 5, an arc has its center as `start`, its start point as `end`, and an angle. Returns null if the shape is not
 * on the requested layer.
 */
export function readShape(
  reader: SExpressionReader,
  head: string,
  wanted: { layer: string; tolerance: number },
): Points | null {
  const { tolerance } = wanted
  const kind = head.slice(3)
  const named = new Map<string, Point>()
  const list: Points = []
  let layer = ''
  let angle: number | undefined
  reader.each((part) => {
    if (part === 'layer') layer = reader.word() ?? ''
    else if (part === 'angle') angle = reader.number()
    else if (part === 'pts') readPoints(reader, tolerance, (x, y) => list.push(x, y))
    else if (part === 'start' || part === 'end' || part === 'mid' || part === 'center') {
      named.set(part, readPoint(reader))
    }
  })
  const point = (name: string): Point => {
    const found = named.get(name)
    if (!found) throw reader.expected(`${head} with "${name}"`)
    return found
  }
  const points = (): Points => {
    if (kind === 'circle') return circle(point('center'), point('end'), tolerance)
    if (kind === 'poly') return list.length < 4 ? list : closedContour(list)
    if (kind === 'curve') return bezier(controls(list), tolerance)
    const start = point('start')
    const end = point('end')
    if (kind === 'rect') return [start.x, start.y, end.x, start.y, end.x, end.y, start.x, end.y, start.x, start.y]
    if (kind === 'line') return [start.x, start.y, end.x, end.y]
    if (angle !== undefined) return arcAbout(start, end, (angle * Math.PI) / 180, tolerance)
    return arcThrough(start, point('mid'), end, tolerance)
  }
  const controls = (from: Points): [Point, Point, Point, Point] => {
    if (from.length < 8) throw reader.expected('a curve with four points')
    const at = (index: number): Point => ({ x: from[index * 2] ?? 0, y: from[index * 2 + 1] ?? 0 })
    return [at(0), at(1), at(2), at(3)]
  }
  return layer === wanted.layer ? points() : null
}
