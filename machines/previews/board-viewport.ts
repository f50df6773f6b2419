/** A rectangle on a board, in mm. The y axis points down. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** The point of the board at the center of the view, in mm, and the scale in pixels per mm. */
export type Viewport = { x: number; y: number; scale: number }

export type Size = { width: number; height: number }

/** The usable scales in pixels per mm; beyond these limits no detail is visible. */
const scales = { min: 0.05, max: 4000 }
/** The fraction of the view that a fitted board fills. */
const fillRatio = 0.94

/** The viewport that shows the whole box, centered. */
export function fitted({ left, top, right, bottom }: Box, { width, height }: Size): Viewport {
  const scale = Math.min(width / Math.max(right - left, 1e-3), height / Math.max(bottom - top, 1e-3)) * fillRatio
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: clamped(scale) }
}

/** The viewport zoomed by a factor around the point `at`, in pixels from the center. */
export function zoomed(view: Viewport, factor: number, at: { x: number; y: number }): Viewport {
  const scale = clamped(view.scale * factor)
  const anchor = { x: view.x + at.x / view.scale, y: view.y + at.y / view.scale }
  return { x: anchor.x - at.x / scale, y: anchor.y - at.y / scale, scale }
}

/** The viewport panned by a pointer movement in pixels. */
export const panned = (view: Viewport, dx: number, dy: number): Viewport => ({
  ...view,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
})

const clamped = (scale: number) => Math.min(scales.max, Math.max(scales.min, scale))
