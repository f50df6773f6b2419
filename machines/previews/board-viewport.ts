/** A rectangle of a board, in mm, y down. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** Which place of the board (mm) is in the middle of the picture, and how many pixels a mm takes. */
export type Viewport = { x: number; y: number; scale: number }

export type Size = { width: number; height: number }

/** Beyond these (pixels a mm) nothing can be made out. */
const scales = { least: 0.05, most: 4000 }
/** The part of the picture that a whole board fills. */
const filled = 0.94

/** All of the box, in the middle of the picture. */
export function fitted({ left, top, right, bottom }: Box, { width, height }: Size): Viewport {
  const scale = Math.min(width / Math.max(right - left, 1e-3), height / Math.max(bottom - top, 1e-3)) * filled
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: within(scale) }
}

/** Larger or smaller by a factor, while the place at `at` (pixels from the middle) stays where it is. */
export function zoomed(view: Viewport, factor: number, at: { x: number; y: number }): Viewport {
  const scale = within(view.scale * factor)
  const place = { x: view.x + at.x / view.scale, y: view.y + at.y / view.scale }
  return { x: place.x - at.x / scale, y: place.y - at.y / scale, scale }
}

/** Moved as the pointer moves, in pixels. */
export const panned = (view: Viewport, dx: number, dy: number): Viewport => ({
  ...view,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
})

const within = (scale: number) => Math.min(scales.most, Math.max(scales.least, scale))
