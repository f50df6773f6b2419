import type { BoardBuilder, PadOwner, PadShape } from './board-builder'
import { contourOfShape } from './contours'
import { closedContour, type Point, type Points } from './curves'
import { distanceToPath } from './distance'
import { placedPoints } from './placement'

/**
 * A reusable drawing around an origin: a standard shape, areas that each consist of a contour and its holes, or a line
 * with round ends.
 */
export type Drawing = { shape: PadShape } | { areas: Points[][] } | { line: Points; width: number }

/** Where a drawing is placed. It is first mirrored left to right, then rotated counterclockwise, and then moved. */
export type Pose = Point & { rotation: number; isMirrored: boolean }

export const origin = (): Pose => ({ x: 0, y: 0, rotation: 0, isMirrored: false })

/** All contours of a drawing, including those of holes. */
export function contoursOf(drawing: Drawing): Points[] {
  if ('shape' in drawing) return [contourOfShape(drawing.shape)]
  return 'areas' in drawing ? drawing.areas.flat() : [drawing.line]
}

export function transformed(points: Points, at: Pose): Points {
  if (at.x === 0 && at.y === 0 && at.rotation === 0 && !at.isMirrored) return points
  const source = at.isMirrored ? points.map((value, index) => (index % 2 === 0 ? -value : value)) : points
  return placedPoints(at, source)
}

/** Combines the pose of a drawing with the pose of the drawing that contains it. */
export function within(outer: Pose, inner: Pose): Pose {
  const [x = 0, y = 0] = transformed([inner.x, inner.y], outer)
  return {
    x,
    y,
    rotation: outer.rotation + (outer.isMirrored ? -inner.rotation : inner.rotation),
    isMirrored: outer.isMirrored !== inner.isMirrored,
  }
}

export interface Owner extends PadOwner {
  number: string
}

/** Adds a drawing to a copper layer of a board, as a pad, areas or a line. */
export function addDrawing(
  board: BoardBuilder,
  drawing: Drawing,
  { at, on, owner }: { at: Pose; on: { layer: number; net: number }; owner: Owner },
): void {
  if (!('shape' in drawing)) {
    if ('line' in drawing) addLine(board, drawing.line, drawing.width, { at, on })
    else for (const area of drawing.areas) addArea(board, area, { at, on, owner })
    // For a pin, the areas or the line form a custom pad, which also needs an anchor pad inside its copper.
    if (owner.number !== '') {
      const size = anchorOf(drawing)
      addDrawing(board, { shape: { shape: 'custom', width: size, height: size, roundness: 0 } }, { at, on, owner })
    }
    return
  }
  const { x, y, rotation } = at
  const { footprint, number, reference } = owner
  const place = { x, y, rotation, layers: [on.layer], net: on.net }
  board.pad({ footprint, number, ...drawing.shape, type: 'smd', drill: null, ...place }, reference)
}

function addArea(
  board: BoardBuilder,
  area: Points[],
  { at, on, owner }: { at: Pose; on: { layer: number; net: number }; owner: Owner },
): void {
  board.area(
    area.map((points) => transformed(points, at)),
    on,
    owner,
  )
}

/** Adds a line or a curve to a copper layer of a board. */
export function addLine(
  board: BoardBuilder,
  points: Points,
  width: number,
  { at, on }: { at: Pose; on: { layer: number; net: number } },
): void {
  const moved = transformed(points, at)
  const [x = 0, y = 0, u = 0, v = 0] = moved
  if (moved.length === 4) board.track({ x, y }, { x: u, y: v }, width, on)
  else if (moved.length > 4) board.arc(moved, width, on)
}

/** The diameter of the largest circle around the origin within one of the areas or the line; 0 if there is none. */
function anchorOf(drawing: { areas: Points[][] } | { line: Points; width: number }): number {
  if ('line' in drawing) return Math.max(0, drawing.width - 2 * distanceToPath(drawing.line, origin()))
  let largest = 0
  for (const contours of drawing.areas) {
    if (!isOriginIn(contours)) continue
    const nearest = contours.reduce(
      (least, points) => Math.min(least, distanceToPath(closedContour(points), origin())),
      Infinity,
    )
    largest = Math.max(largest, 2 * nearest)
  }
  return largest
}

/** Whether the origin is within an area, which consists of a contour and its holes. */
function isOriginIn(contours: Points[]): boolean {
  let isInside = false
  for (const points of contours) {
    for (let at = 0; at < points.length; at += 2) {
      const next = (at + 2) % points.length
      const [x = 0, y = 0, u = 0, v = 0] = [points[at], points[at + 1], points[next], points[next + 1]]
      if (y > 0 !== v > 0 && x - (y * (u - x)) / (v - y) > 0) isInside = !isInside
    }
  }
  return isInside
}
