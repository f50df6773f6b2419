import type { Points } from '../board/curves'

/** The spokes of a thermal: how many, how wide in mm, and the angle of the first in degrees, counterclockwise. */
interface Spokes {
  count: number
  width: number
  start: number
}

/**
 * Cuts the spokes of a thermal out of its ring and returns the remaining parts of the ring, each as a contour with its
 * hole. A thermal without spokes is the whole ring. Both contours of the ring are convex and contain the origin; y
 * points down. Returns null for a number of spokes that the standard does not allow.
 */
export function thermalAreas({ outer, inner }: { outer: Points; inner: Points }, spokes: Spokes): Points[][] | null {
  if (spokes.count === 0 || spokes.width === 0) return [[outer, inner]]
  if (![2, 3, 4].includes(spokes.count)) return null
  return Array.from({ length: spokes.count }, (_, part) => {
    const from = spokes.start + (360 * part) / spokes.count
    const to = from + 360 / spokes.count
    const between = (contour: Points) =>
      cut(cut(contour, leftOf(from, spokes.width / 2)), leftOf(to + 180, spokes.width / 2))
    return [between(outer), between(inner)].filter((contour) => contour.length >= 6)
  }).filter((area) => area.length > 0)
}

/** How far a point is to the left of a line, such as a side of a spoke; negative if it is to the right. */
type Side = (x: number, y: number) => number

function leftOf(degrees: number, distance: number): Side {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return (x, y) => -sin * x - cos * y - distance
}

/** The part of a convex polygon on one side of a line. */
function cut(points: Points, side: Side): Points {
  const kept: Points = []
  for (let at = 0; at < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]]
    const next = (at + 2) % points.length
    const [u = 0, v = 0] = [points[next], points[next + 1]]
    const [here, there] = [side(x, y), side(u, v)]
    if (here >= 0) kept.push(x, y)
    if (here * there >= 0) continue
    const share = here / (here - there)
    kept.push(x + share * (u - x), y + share * (v - y))
  }
  return kept
}
