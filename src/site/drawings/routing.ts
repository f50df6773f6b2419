/**
 * The geometry of routed traces: center lines with 45-degree bends, rounded corners, exact offsets for the two lines of
 * a differential pair, and their exact lengths. All values are in drawing units; the y axis points down, as in SVG.
 */
export type Point = readonly [x: number, y: number]

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]]
const plus = (a: Point, b: Point, scale = 1): Point => [a[0] + b[0] * scale, a[1] + b[1] * scale]
const cross = (a: Point, b: Point) => a[0] * b[1] - a[1] * b[0]
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1]
const unit = (a: Point): Point => plus([0, 0], a, 1 / Math.hypot(...a))

const formatted = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** A line parallel to `points` at a signed distance, positive to the right of its direction, with mitered corners. */
export function offset(points: readonly Point[], distance: number): Point[] {
  return points.map((point, n) => {
    const before = points[n - 1]
    const after = points[n + 1]
    const into = before ? unit(minus(point, before)) : after ? unit(minus(after, point)) : ([1, 0] as const)
    const out = after ? unit(minus(after, point)) : into
    const normal: Point = [-(into[1] + out[1]), into[0] + out[0]]
    return plus(point, normal, distance / (1 + dot(into, out)))
  })
}

export type Trace = { path: string; length: number }

/**
 * A trace along `points` with corners rounded to `radius`. `shift` moves the trace sideways, while the radius still
 * applies to the line along `points`, so that both lines of a pair turn around the same center.
 */
export function trace(points: readonly Point[], radius: number, shift = 0): Trace {
  const line = offset(points, shift)
  let path = ''
  let length = 0
  let at: Point | undefined
  line.forEach((point, n) => {
    const before = line[n - 1]
    const after = line[n + 1]
    if (!before || !after) {
      if (at) length += Math.hypot(...minus(point, at))
      path += `${at ? 'L' : 'M'}${formatted(point)}`
      at = point
      return
    }
    const into = unit(minus(point, before))
    const out = unit(minus(after, point))
    const turn = Math.acos(Math.min(1, Math.max(-1, dot(into, out))))
    const right = cross(into, out) > 0
    const bend = Math.max(0.1, radius + (right ? -shift : shift))
    const cut = bend * Math.tan(turn / 2)
    const start = plus(point, into, -cut)
    const end = plus(point, out, cut)
    if (at) length += Math.hypot(...minus(start, at))
    length += bend * turn
    path += `L${formatted(start)}A${bend.toFixed(1)} ${bend.toFixed(1)} 0 0 ${right ? 1 : 0} ${formatted(end)}`
    at = end
  })
  return { path, length }
}

/** The two lines of a differential pair, each half a pitch from the center line. */
export const pair = (points: readonly Point[], pitch: number, radius: number): [Trace, Trace] => [
  trace(points, radius, -pitch / 2),
  trace(points, radius, pitch / 2),
]

/**
 * Returns `count` trapezoids along x, which lengthen a line. Each occupies `width`, and its sides are at 45 degrees.
 */
export function meander(from: Point, count: number, width: number, height: number): Point[] {
  const rise = Math.abs(height)
  return Array.from({ length: count }, (_, n): Point[] => {
    const x = from[0] + n * width
    const flat = width / 2 - rise
    return [
      [x + flat / 2, from[1]],
      [x + flat / 2 + rise, from[1] + height],
      [x + flat / 2 + rise + flat, from[1] + height],
      [x + flat / 2 + 2 * rise + flat, from[1]],
    ]
  }).flat()
}
