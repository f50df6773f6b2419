import type { Point, Points } from './curves'

/** The position of a footprint, with its rotation in degrees. Local coordinates are rotated first, then translated. */
export interface Placement {
  x: number
  y: number
  rotation: number
}

/**
 * Converts footprint coordinates to board coordinates. KiCad rotates counterclockwise as seen on screen, with y down.
 */
export function placed({ x, y, rotation }: Placement, at: Point): Point {
  const angle = (rotation * Math.PI) / 180
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  return { x: x + at.x * cos + at.y * sin, y: y - at.x * sin + at.y * cos }
}

export function placedPoints(placement: Placement, points: Points): Points {
  const moved: Points = []
  for (let at = 0; at < points.length; at += 2) {
    const { x, y } = placed(placement, { x: points[at] ?? 0, y: points[at + 1] ?? 0 })
    moved.push(x, y)
  }
  return moved
}
