import type { Piece } from './routing'

/** The coupling between the two nets of a pair, which run side by side. Lengths are in mm. */
export interface Coupling {
  /** The gap that the pair has over most of its length, from edge to edge. */
  gap: number
  /**
   * The length over which the negative net runs beside the positive one, with a gap of at most 1.5 times the usual one.
   */
  length: number
  /** The combination of layer and track width with the greatest coupled length. */
  layer: number
  width: number
}

/** The distance between the positions at which the gap is measured, in mm. */
const STEP = 0.2
/** Traces with a gap of more than this many trace widths are not coupled. */
const MOST_WIDTHS = 5
/** The cosine of 20°, the largest angle between pieces that count as parallel. */
const PARALLEL = Math.cos((20 * Math.PI) / 180)
/** The width of a bin in the histogram of gaps, in mm. */
const BIN = 0.005

/** Null if the nets never run side by side on the same layer. */
export function couplingOf(positive: Piece[], negative: Piece[]): Coupling | null {
  const samples: { gap: number; length: number; piece: Piece }[] = []
  for (const piece of positive) {
    const near = negative.filter((other) => other.layer === piece.layer && isNear(piece, other))
    if (near.length === 0) continue
    const count = Math.max(1, Math.ceil(piece.length / STEP))
    for (let sample = 0; sample < count; sample++) {
      const t = (sample + 0.5) / count
      const gap = gapAt(piece, piece.x1 + t * (piece.x2 - piece.x1), piece.y1 + t * (piece.y2 - piece.y1), near)
      if (gap <= MOST_WIDTHS * piece.width) samples.push({ gap, length: piece.length / count, piece })
    }
  }
  const bin = mostFrequent(samples, ({ gap }) => Math.round(gap / BIN))
  if (bin === null) return null
  const gap = bin * BIN
  const coupled = samples.filter((sample) => sample.gap <= 1.5 * gap + BIN)
  const key = mostFrequent(coupled, ({ piece }) => `${piece.layer} ${piece.width}`)
  const found = coupled.find(({ piece }) => `${piece.layer} ${piece.width}` === key)?.piece
  if (!found) return null
  const length = coupled.reduce((sum, sample) => sum + sample.length, 0)
  return { gap, length, layer: found.layer, width: found.width }
}

/** The key with the largest sum of lengths. */
export function mostFrequent<Item extends { length: number }, Key>(items: Item[], keyOf: (item: Item) => Key) {
  const sums = new Map<Key, number>()
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + item.length)
  let best: { key: Key; length: number } | null = null
  for (const [key, length] of sums) if (!best || length > best.length) best = { key, length }
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

/** The smallest gap between a position on a piece and a parallel piece. */
function gapAt(piece: Piece, x: number, y: number, others: Piece[]): number {
  const own = [piece.x2 - piece.x1, piece.y2 - piece.y1] as const
  let best = Number.POSITIVE_INFINITY
  for (const other of others) {
    const [dx, dy] = [other.x2 - other.x1, other.y2 - other.y1]
    const square = dx * dx + dy * dy
    if (Math.abs(own[0] * dx + own[1] * dy) < PARALLEL * Math.sqrt(square) * Math.hypot(...own)) continue
    const t = Math.min(1, Math.max(0, ((x - other.x1) * dx + (y - other.y1) * dy) / square))
    const distance = Math.hypot(x - other.x1 - t * dx, y - other.y1 - t * dy)
    best = Math.min(best, distance - (piece.width + other.width) / 2)
  }
  return Math.max(0, best)
}
