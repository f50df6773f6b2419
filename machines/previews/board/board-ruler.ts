import { inBothUnits } from './board-lengths'
import type { Point } from './board-viewport'

/** The distance between two points of a board, directly and along the axes. */
export function distanceText(from: Point, to: Point): string {
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  return `${inBothUnits(Math.hypot(dx, dy))}, Δx ${inBothUnits(dx)}, Δy ${inBothUnits(dy)}`
}
