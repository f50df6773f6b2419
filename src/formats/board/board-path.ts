import type { Pad } from './board'
import { placed } from './placement'
import type { PathPen } from './svg-canvas'

/** Adds the points from index `from` up to, but not including, index `to` to a path. */
export function addPath(path: PathPen, points: Float64Array, from: number, to: number, closed: boolean): void {
  for (let point = from; point < to; point++) {
    const [x = 0, y = 0] = [points[2 * point], points[2 * point + 1]]
    if (point === from) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
  if (closed) path.closePath()
}

/** Adds a pad's copper. The polygons of a custom pad are among the board's fills, so only its anchor is added here. */
export function addPad(path: PathPen, pad: Pad): void {
  const { shape, width, height, roundness } = pad
  const shorter = Math.min(width, height)
  const radius = shape === 'roundrect' ? Math.min(0.5, Math.max(0, roundness)) * shorter : 0
  if (shape === 'circle' || shape === 'custom') addSlot(path, pad, shorter, shorter)
  else if (shape === 'oval') addSlot(path, pad, width, height)
  else addRounded(path, pad, { width, height, radius })
}

/** Adds a circle, or a slot with round ends. */
export function addSlot(path: PathPen, at: Pick<Pad, 'x' | 'y' | 'rotation'>, width: number, height: number): void {
  if (width === height) {
    path.moveTo(at.x + width / 2, at.y)
    path.arc(at.x, at.y, Math.max(0, width / 2), 0, 2 * Math.PI)
  } else addRounded(path, at, { width, height, radius: Math.min(width, height) / 2 })
}

type Rounded = { width: number; height: number; radius: number }

function addRounded(path: PathPen, at: Pick<Pad, 'x' | 'y' | 'rotation'>, { width, height, radius }: Rounded): void {
  const [w, h] = [width / 2, height / 2]
  const point = (x: number, y: number) => placed(at, { x, y })
  const corners = [point(w, -h), point(w, h), point(-w, h), point(-w, -h)]
  const start = point(0, -h)
  path.moveTo(start.x, start.y)
  corners.forEach((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner
    path.arcTo(corner.x, corner.y, next.x, next.y, Math.max(0, radius))
  })
  path.closePath()
}
