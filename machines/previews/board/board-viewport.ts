/** A rectangle on a board, in mm. The y axis points down. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** A point on a board in mm, or in a view in pixels. The y axis points down. */
export type Point = { x: number; y: number }

/**
 * The board point (in mm) at the center of the view, the scale (in pixels per mm), and whether the board is seen from
 * below, which mirrors it left to right.
 */
export type Viewport = Point & { scale: number; isFlipped: boolean }

export type Size = { width: number; height: number }

/** The usable scales in pixels per mm; beyond these limits no detail is visible. */
const scales = { min: 0.05, max: 4000 }
/** The fraction of the view that a fitted board fills. */
const fillRatio = 0.94

/**
 * The space around a part in a close-up, in multiples of the part's size. Parts smaller than `smallestPart` mm are
 * treated as having this size.
 */
const surroundings = 2
const smallestPart = 2

/** The viewport that shows the whole box, centered. */
export function fitted({ left, top, right, bottom }: Box, { width, height }: Size, isFlipped = false): Viewport {
  const scale = Math.min(width / Math.max(right - left, 1e-3), height / Math.max(bottom - top, 1e-3)) * fillRatio
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: clamped(scale), isFlipped }
}

/** The viewport that shows a part of the board with its surroundings, but at most the whole board. */
export function closeUp({ left, top, right, bottom }: Box, board: Box, size: Size, isFlipped: boolean): Viewport {
  const space = Math.max(right - left, bottom - top, smallestPart) * surroundings
  const around = { left: left - space, top: top - space, right: right + space, bottom: bottom + space }
  const [near, whole] = [fitted(around, size, isFlipped), fitted(board, size, isFlipped)]
  return near.scale > whole.scale ? near : whole
}

/** The viewport that is `at.width` mm wide and has the point `at` at its center. */
export const centered = (at: Point & { width: number }, { width }: Size, isFlipped: boolean): Viewport => ({
  x: at.x,
  y: at.y,
  scale: clamped(width / at.width),
  isFlipped,
})

/** Converts a point in the view, in pixels from its center, to a point on the board, in mm. */
export const toBoard = ({ x, y, scale, isFlipped }: Viewport, at: Point): Point => ({
  x: x + (isFlipped ? -at.x : at.x) / scale,
  y: y + at.y / scale,
})

/** Converts a point on the board, in mm, to a point in the view, in pixels from its center. */
export const toView = ({ x, y, scale, isFlipped }: Viewport, at: Point): Point => ({
  x: (isFlipped ? x - at.x : at.x - x) * scale,
  y: (at.y - y) * scale,
})

/** The viewport zoomed by a factor around the point `at`, in pixels from the center. */
export function zoomed(view: Viewport, factor: number, at: Point): Viewport {
  const scale = clamped(view.scale * factor)
  const anchor = toBoard(view, at)
  const offset = toBoard({ ...view, x: 0, y: 0, scale }, at)
  return { ...view, x: anchor.x - offset.x, y: anchor.y - offset.y, scale }
}

/** The viewport panned by a pointer movement in pixels. */
export const panned = (view: Viewport, dx: number, dy: number): Viewport => ({
  ...view,
  ...toBoard(view, { x: -dx, y: -dy }),
})

const clamped = (scale: number) => Math.min(scales.max, Math.max(scales.min, scale))
