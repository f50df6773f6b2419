import type { Piece } from './routing'

/** The coupling between the two nets of a pair, which run side by side. Lengths are in mm. */
export interface Coupling {
  /** The most frequent gap along the pair, from edge to edge. */
  gap: number
  /**
   * The length over which the negative net runs beside the positive one, with at most 1.5 times the most frequent gap.
   */
  length: number
  /** The combination of layer and track width with the greatest coupled length. */
  layer: number
  width: number
}

/** The distance between the positions at which the gap is measured, in mm. */
const STEP = 0.2
/** The maximum number of these positions on a straight piece, which limits the time for a long piece. */
const MOST_SAMPLES = 256
/** Traces with a gap of more than this many trace widths are not coupled. */
const MOST_WIDTHS = 5
/** The cosine of 20°, the largest angle between pieces that count as parallel. */
const PARALLEL = Math.cos((20 * Math.PI) / 180)
/** The width of a bin in the histogram of gaps, in mm. */
const BIN = 0.005

/** Null if the nets never run side by side on the same layer. */
export function couplingOf(positive: Piece[], negative: Piece[]): Coupling | null {
  const measured = positive.flatMap((piece) => {
    const near = negative.filter(
      (other) => other.layer === piece.layer && isNear(piece, other) && isParallel(piece, other),
    )
    return near.length === 0 ? [] : [{ piece, gaps: gapsAlong(piece, near) }]
  })
  const lengths = new Map<number, number>()
  for (const { piece, gaps } of measured) {
    for (const gap of gaps) {
      if (gap > MOST_WIDTHS * piece.width) continue
      const bin = Math.round(gap / BIN)
      lengths.set(bin, (lengths.get(bin) ?? 0) + piece.length / gaps.length)
    }
  }
  const bin = longest(lengths)
  if (bin === null) return null
  const gap = bin * BIN
  const coupled = measured.map(({ piece, gaps }) => {
    const most = Math.min(MOST_WIDTHS * piece.width, 1.5 * gap + BIN)
    let count = 0
    for (const one of gaps) if (one <= most) count++
    return { piece, length: (piece.length * count) / gaps.length }
  })
  const key = mostFrequent(coupled, ({ piece }) => `${piece.layer} ${piece.width}`)
  const found = coupled.find(({ piece }) => `${piece.layer} ${piece.width}` === key)?.piece
  if (!found) return null
  const length = coupled.reduce((sum, part) => sum + part.length, 0)
  return { gap, length, layer: found.layer, width: found.width }
}

/** The key with the largest sum of lengths. */
export function mostFrequent<Item extends { length: number }, Key>(items: Item[], keyOf: (item: Item) => Key) {
  const sums = new Map<Key, number>()
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + item.length)
  return longest(sums)
}

function longest<Key>(lengths: Map<Key, number>): Key | null {
  let best: { key: Key; length: number } | null = null
  for (const [key, length] of lengths) if (!best || length > best.length) best = { key, length }
  return best?.key ?? null
}

function isNear(a: Piece, b: Piece): boolean {
  const reach = (MOST_WIDTHS + 1) * Math.max(a.width, b.width)
  return (
    Math.max(a.x1, a.x2) + reach >= Math.min(b.x1, b.x2) &&
    Math.max(b.x1, b.x2) + reach >= Math.min(a.x1, a.x2) &&
    Math.max(a.y1, a.y2) + reach >= Math.min(b.y1, b.y2) &&
    Math.max(b.y1, b.y2) + reach >= Math.min(a.y1, a.y2)
  )
}

function isParallel(a: Piece, b: Piece): boolean {
  const [ax, ay, bx, by] = [a.x2 - a.x1, a.y2 - a.y1, b.x2 - b.x1, b.y2 - b.y1]
  return Math.abs(ax * bx + ay * by) >= PARALLEL * Math.hypot(ax, ay) * Math.hypot(bx, by)
}

/**
 * The smallest gap to the pieces parallel to a piece, at evenly spaced positions on it. This is the innermost loop of the
 * facts of a board, so it allocates only the result.
 */
function gapsAlong({ x1, y1, x2, y2, length, width }: Piece, others: Piece[]): Float64Array {
  const gaps = new Float64Array(Math.min(MOST_SAMPLES, Math.max(1, Math.ceil(length / STEP)))).fill(Infinity)
  for (const other of others) {
    const [dx, dy] = [other.x2 - other.x1, other.y2 - other.y1]
    const square = dx * dx + dy * dy
    const halves = (width + other.width) / 2
    for (let sample = 0; sample < gaps.length; sample++) {
      const along = (sample + 0.5) / gaps.length
      const x = x1 + along * (x2 - x1) - other.x1
      const y = y1 + along * (y2 - y1) - other.y1
      const t = Math.min(1, Math.max(0, (x * dx + y * dy) / square))
      const [left, up] = [x - t * dx, y - t * dy]
      const gap = Math.max(0, Math.sqrt(left * left + up * up) - halves)
      if (gap < (gaps[sample] ?? 0)) gaps[sample] = gap
    }
  }
  return gaps
}
