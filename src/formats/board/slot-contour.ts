import type { Points } from './curves'

/**
 * The points of a contour may deviate from a slot with round ends by this distance, in mm, because files draw the ends
 * as polylines.
 */
const tolerance = 0.02

/**
 * The center line and width of a slot with round ends, from its contour. For a circle, the line is a single point. Null
 * for all other contours.
 */
export function centerLineOf(contour: Points): { line: Points; width: number } | null {
  const { area, x, y, axis } = momentsOf(contour)
  if (area <= 0) return null
  const [cos, sin] = [Math.cos(axis), Math.sin(axis)]
  const along: number[] = []
  const across: number[] = []
  for (let at = 0; at < contour.length; at += 2) {
    const [dx, dy] = [(contour[at] ?? 0) - x, (contour[at + 1] ?? 0) - y]
    along.push(Math.abs(dx * cos + dy * sin))
    across.push(Math.abs(dy * cos - dx * sin))
  }
  const reach = along.reduce((most, value) => Math.max(most, value), 0)
  const side = across.reduce((most, value) => Math.max(most, value), 0)
  const isRound = reach - side <= tolerance
  // The radius of a circle is the greatest distance of a point from the center. The extents along the axes can be
  // smaller, because there may be no point on an axis.
  const corner = along.reduce((most, value, index) => Math.max(most, Math.hypot(value, across[index] ?? 0)), 0)
  const [radius, half] = isRound ? [corner, 0] : [side, reach - side]
  const isAtEdge = (distance: number, index: number) =>
    Math.abs(Math.hypot(Math.max(0, distance - half), across[index] ?? 0) - radius) <= tolerance
  // Comparing the areas excludes contours of which only the corners are on the edge of the slot. For example, the area
  // of an octagon is 9.97% less than that of its circle.
  const expected = 4 * half * radius + Math.PI * radius * radius
  if (!along.every(isAtEdge) || Math.abs(area - expected) > 0.08 * expected) return null
  const width = 2 * radius
  if (isRound) return { line: [x, y], width }
  return { line: [x - half * cos, y - half * sin, x + half * cos, y + half * sin], width }
}

/** The area of a polygon, its center of mass, and the direction, in radians, in which it is longest. */
function momentsOf(points: Points): { area: number; x: number; y: number; axis: number } {
  // Coordinates are relative to a corner, because the squares of distant coordinates would lose precision.
  const [left = 0, top = 0] = points
  let [sum, mx, my, xx, yy, xy] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < points.length; at += 2) {
    const next = (at + 2) % points.length
    const [a, b] = [(points[at] ?? 0) - left, (points[at + 1] ?? 0) - top]
    const [u, v] = [(points[next] ?? 0) - left, (points[next + 1] ?? 0) - top]
    const cross = a * v - u * b
    sum += cross / 2
    mx += ((a + u) * cross) / 6
    my += ((b + v) * cross) / 6
    xx += ((a * a + a * u + u * u) * cross) / 12
    yy += ((b * b + b * v + v * v) * cross) / 12
    xy += ((a * v + 2 * a * b + 2 * u * v + u * b) * cross) / 24
  }
  if (sum === 0) return { area: 0, x: left, y: top, axis: 0 }
  const [x, y] = [mx / sum, my / sum]
  const [ofX, ofY, mixed] = [xx / sum - x * x, yy / sum - y * y, xy / sum - x * y]
  return { area: Math.abs(sum), x: x + left, y: y + top, axis: Math.atan2(2 * mixed, ofX - ofY) / 2 }
}
