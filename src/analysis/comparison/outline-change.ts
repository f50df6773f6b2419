import { type Box, boxOf, union } from '../../formats/board/board-box'
import { type Outline, sizeOf } from '../../formats/board/outline'
import { GeometryKey, steps, unmatched } from './geometry-key'

type Size = { width: number; height: number }

/** The difference between the outlines of two boards. */
export interface OutlineChange {
  /** The size in mm; null for a board without an outline. */
  before: Size | null
  after: Size | null
  /** The number of straight pieces that only one of the boards has. */
  added: number
  removed: number
  /** The rectangle around these pieces. */
  box: Box
}

/** The difference between two outlines; null if they are the same. */
export function outlineChange(before: Outline[], after: Outline[]): OutlineChange | null {
  const [first, second] = [piecesOf(before), piecesOf(after)]
  const { removed, added } = unmatched(first.map(keyOf), second.map(keyOf))
  const differing = [...removed.map((at) => first[at] ?? []), ...added.map((at) => second[at] ?? [])]
  if (differing.length === 0) return null
  return {
    before: sizeOf(before),
    after: sizeOf(after),
    added: added.length,
    removed: removed.length,
    box: differing.map(boxOf).reduce(union),
  }
}

/** The straight pieces of outlines, each as x, y, x, y. */
const piecesOf = (outlines: Outline[]): number[][] =>
  outlines.flatMap(({ points, closed }) => {
    const count = points.length / 2
    return Array.from({ length: closed ? count : Math.max(0, count - 1) }, (_, from) => {
      const to = (from + 1) % count
      return [points[2 * from] ?? 0, points[2 * from + 1] ?? 0, points[2 * to] ?? 0, points[2 * to + 1] ?? 0]
    })
  })

/** A piece has the same key in both directions. */
function keyOf(piece: number[]): number {
  const [x = 0, y = 0, u = 0, v = 0] = piece.map(steps)
  const key = new GeometryKey().reset()
  const isReversed = u < x || (u === x && v < y)
  return (isReversed ? [u, v, x, y] : [x, y, u, v]).reduce((of, value) => of.add(value), key).value()
}
