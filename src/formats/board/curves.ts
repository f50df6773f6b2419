/** The points of a polyline in mm, stored flat as x, y, x, y. Arcs and curves are converted to polylines. */
export type Points = number[]

export interface Point {
  x: number
  y: number
}

/** A contour as a line that ends where it begins. */
export const closedContour = (points: Points): Points => [...points, ...points.slice(0, 2)]

/** The maximum number of segments per curve, however small the tolerance. */
const MAX_SEGMENTS = 360

/** The number of segments for which every chord stays within the tolerance of the arc. */
function segmentCount(radius: number, angle: number, tolerance: number): number {
  const step = 2 * Math.acos(Math.max(0, 1 - tolerance / radius))
  return Math.min(MAX_SEGMENTS, Math.max(1, Math.ceil(Math.abs(angle) / step)))
}

/**
 * An arc around a center that begins at a start point and spans an angle in radians. With y pointing down, positive
 * angles are clockwise.
 */
export function arcAbout(center: Point, start: Point, angle: number, tolerance: number): Points {
  const x = start.x - center.x
  const y = start.y - center.y
  const radius = Math.hypot(x, y)
  if (radius === 0) return [start.x, start.y]
  const segments = segmentCount(radius, angle, tolerance)
  const points: Points = [start.x, start.y]
  for (let segment = 1; segment <= segments; segment++) {
    const cos = Math.cos((angle * segment) / segments)
    const sin = Math.sin((angle * segment) / segments)
    points.push(center.x + x * cos - y * sin, center.y + x * sin + y * cos)
  }
  return points
}

/** An arc through three points with exact endpoints. Three collinear points produce a straight line. */
export function arcThrough(start: Point, mid: Point, end: Point, tolerance: number): Points {
  const bx = mid.x - start.x
  const by = mid.y - start.y
  const cx = end.x - start.x
  const cy = end.y - start.y
  const cross = 2 * (bx * cy - by * cx)
  if (Math.abs(cross) < 1e-12) return [start.x, start.y, mid.x, mid.y, end.x, end.y]
  const b = bx * bx + by * by
  const c = cx * cx + cy * cy
  const center = { x: start.x + (cy * b - by * c) / cross, y: start.y + (bx * c - cx * b) / cross }
  const from = Math.atan2(start.y - center.y, start.x - center.x)
  const to = Math.atan2(end.y - center.y, end.x - center.x)
  // The sign of the cross product gives the direction in which the arc passes through the middle point.
  const turn = ((((to - from) * Math.sign(cross)) % TURN) + TURN) % TURN || TURN
  const points = arcAbout(center, start, turn * Math.sign(cross), tolerance)
  points.splice(-2, 2, end.x, end.y)
  return points
}

const TURN = 2 * Math.PI

export const circle = (center: Point, start: Point, tolerance: number): Points => {
  const points = arcAbout(center, start, TURN, tolerance)
  points.splice(-2, 2, start.x, start.y)
  return points
}

/**
 * A cubic Bézier curve as a polyline, sampled at equal parameter steps. The control polygon determines the step count.
 */
export function bezier([a, b, c, d]: [Point, Point, Point, Point], tolerance: number): Points {
  const bend = Math.max(
    Math.hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y),
    Math.hypot(b.x - 2 * c.x + d.x, b.y - 2 * c.y + d.y),
  )
  const segments = Math.min(MAX_SEGMENTS, Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / tolerance))))
  const points: Points = []
  for (let segment = 0; segment <= segments; segment++) {
    const t = segment / segments
    const s = 1 - t
    const [wa, wb, wc, wd] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
    points.push(wa * a.x + wb * b.x + wc * c.x + wd * d.x, wa * a.y + wb * b.y + wc * c.y + wd * d.y)
  }
  return points
}
