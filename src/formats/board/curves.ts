/** Arcs and curves as polylines: points in mm, flat as x, y, x, y. */
export type Points = number[]

export interface Point {
  x: number
  y: number
}

/** No curve becomes more pieces than this, however small the tolerance. */
const MOST_PIECES = 360

/** How many pieces keep every chord within the tolerance of an arc. */
function piecesOf(radius: number, angle: number, tolerance: number): number {
  const step = 2 * Math.acos(Math.max(0, 1 - tolerance / radius))
  return Math.min(MOST_PIECES, Math.max(1, Math.ceil(Math.abs(angle) / step)))
}

/** An arc about a centre from a start by an angle in radians (with y down, a positive one turns clockwise). */
export function arcAbout(centre: Point, start: Point, angle: number, tolerance: number): Points {
  const x = start.x - centre.x
  const y = start.y - centre.y
  const radius = Math.hypot(x, y)
  if (radius === 0) return [start.x, start.y]
  const pieces = piecesOf(radius, angle, tolerance)
  const points: Points = [start.x, start.y]
  for (let piece = 1; piece <= pieces; piece++) {
    const cos = Math.cos((angle * piece) / pieces)
    const sin = Math.sin((angle * piece) / pieces)
    points.push(centre.x + x * cos - y * sin, centre.y + x * sin + y * cos)
  }
  return points
}

/** An arc through three points; its own ends are exact. Three points in a line are a line. */
export function arcThrough(start: Point, mid: Point, end: Point, tolerance: number): Points {
  const bx = mid.x - start.x
  const by = mid.y - start.y
  const cx = end.x - start.x
  const cy = end.y - start.y
  const cross = 2 * (bx * cy - by * cx)
  if (Math.abs(cross) < 1e-12) return [start.x, start.y, mid.x, mid.y, end.x, end.y]
  const b = bx * bx + by * by
  const c = cx * cx + cy * cy
  const centre = { x: start.x + (cy * b - by * c) / cross, y: start.y + (bx * c - cx * b) / cross }
  const from = Math.atan2(start.y - centre.y, start.x - centre.x)
  const to = Math.atan2(end.y - centre.y, end.x - centre.x)
  // The sign of the cross product says which way round leads over the middle.
  const turn = ((((to - from) * Math.sign(cross)) % TURN) + TURN) % TURN || TURN
  const points = arcAbout(centre, start, turn * Math.sign(cross), tolerance)
  points.splice(-2, 2, end.x, end.y)
  return points
}

const TURN = 2 * Math.PI

export const circle = (centre: Point, onIt: Point, tolerance: number): Points => {
  const points = arcAbout(centre, onIt, TURN, tolerance)
  points.splice(-2, 2, onIt.x, onIt.y)
  return points
}

/** A cubic Bézier curve. A polyline through equal steps of its parameter, fine enough for its control polygon. */
export function bezier([a, b, c, d]: [Point, Point, Point, Point], tolerance: number): Points {
  const bend = Math.max(
    Math.hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y),
    Math.hypot(b.x - 2 * c.x + d.x, b.y - 2 * c.y + d.y),
  )
  const pieces = Math.min(MOST_PIECES, Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / tolerance))))
  const points: Points = []
  for (let piece = 0; piece <= pieces; piece++) {
    const t = piece / pieces
    const s = 1 - t
    const [wa, wb, wc, wd] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
    points.push(wa * a.x + wb * b.x + wc * c.x + wd * d.x, wa * a.y + wb * b.y + wc * c.y + wd * d.y)
  }
  return points
}
