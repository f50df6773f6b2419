/** A rectangle in mm; y points down. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The bounding box of points stored flat as x, y, x, y. */
export function boxOf(points: ArrayLike<number>): Box {
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let at = 0; at < points.length; at += 2) {
    const x = points[at] ?? 0
    const y = points[at + 1] ?? 0
    if (x < box.left) box.left = x
    if (x > box.right) box.right = x
    if (y < box.top) box.top = y
    if (y > box.bottom) box.bottom = y
  }
  return box
}

export const expanded = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

export const union = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})

export const areDisjoint = (a: Box, b: Box) =>
  a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top
