import { inBothUnits } from './board-lengths'
import type { Point } from './board-viewport'

/** Describes the distance between two points on a board: in a straight line, and along each axis. */
export function distanceText(from: Point, to: Point): string {
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  return `${inBothUnits(Math.hypot(dx, dy))}, Δx ${inBothUnits(dx)}, Δy ${inBothUnits(dy)}`
}
