import type { Point } from './curves'

/** The distance of a point from a line of one or more segments. */
export function distanceToPath(points: ArrayLike<number>, at: Point): number {
  let distance = Infinity
  for (let from = 0; from + 3 < points.length; from += 2)
    distance = Math.min(distance, distanceToSegment(points, from, at))
  return distance
}

/** The distance to the line segment between two consecutive points. The first one is at index `from`. */
function distanceToSegment(points: ArrayLike<number>, from: number, { x, y }: Point): number {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [points[from], points[from + 1], points[from + 2], points[from + 3]]
  const [dx, dy] = [x2 - x1, y2 - y1]
  const squared = dx * dx + dy * dy
  const part = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / squared))
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy)
}
