import type { Piece } from './routing'

/** How closely, and over what length, the two nets of a pair run side by side. Lengths are in mm. */
export interface Coupling {
  /** The most frequent gap along the pair, from edge to edge. */
  gap: number
  /**
   * The length over which the negative net runs beside the positive one, with a gap of at most 1.5 times the most
   * frequent one.
   */
  length: number
  /** The combination of layer and track width with the greatest coupled length. */
  layer: number
  width: number
}

/** The distance between the positions at which the gap is measured, in mm. */
const STEP = 0.2
/** The maximum number of these positions on a straight piece, to limit the computing time for a long piece. */
const MOST_SAMPLES = 256
/** Traces with a gap of more than this many trace widths count as uncoupled. */
const MOST_WIDTHS = 5
/** The cosine of 20°, the largest angle between pieces that count as parallel. */
const PARALLEL = Math.cos((20 * Math.PI) / 180)
/** The width of a bin in the histogram of gaps, in mm. */
const BIN = 0.005

/** Measures how the nets of a pair are coupled; null if they never run side by side on the same layer. */
export function couplingOf(positive: Piece[], negative: Piece[]): Coupling | null {
  const measured: { piece: Piece; gaps: Float64Array; step: number }[] = []
  const gaps = new Gaps()
  for (const piece of positive) {
    gaps.start(piece)
    for (const other of negative) if (other.layer === piece.layer && isBeside(piece, other)) gaps.measure(piece, other)
    if (gaps.isMeasured) measured.push({ piece, gaps: gaps.measured(), step: piece.length / gaps.count })
  }
  const lengths = new Map<number, number>()
  for (const { piece, gaps, step } of measured) addLengths(lengths, gaps, step, MOST_WIDTHS * piece.width)
  const bin = longest(lengths)
  if (bin === null) return null
  const gap = bin * BIN
  const coupled = measured.map(({ piece, gaps, step }) => {
    const most = Math.min(MOST_WIDTHS * piece.width, 1.5 * gap + BIN)
    let count = 0
    for (let sample = 0; sample < gaps.length; sample++) if ((gaps[sample] ?? Infinity) <= most) count++
    return { piece, length: step * count }
  })
  const key = mostFrequent(coupled, ({ piece }) => `${piece.layer} ${piece.width}`)
  const found = coupled.find(({ piece }) => `${piece.layer} ${piece.width}` === key)?.piece
  if (!found) return null
  const length = coupled.reduce((sum, part) => sum + part.length, 0)
  return { gap, length, layer: found.layer, width: found.width }
}

/**
 * Adds to `lengths`, by bin, the length over which each gap of up to `most` occurs. Each element of `gaps` represents a
 * length of `step`.
 */
function addLengths(lengths: Map<number, number>, gaps: Float64Array, step: number, most: number): void {
  // Neighboring positions mostly have the same gap, so their lengths are added together first: updating the map for
  // each position would take most of the time.
  let bin = -1
  let count = 0
  for (let sample = 0; sample < gaps.length; sample++) {
    const gap = gaps[sample] ?? Infinity
    const next = gap > most ? -1 : Math.round(gap / BIN)
    if (next !== bin) {
      if (bin >= 0) lengths.set(bin, (lengths.get(bin) ?? 0) + count * step)
      bin = next
      count = 0
    }
    count++
  }
  if (bin >= 0) lengths.set(bin, (lengths.get(bin) ?? 0) + count * step)
}

/** The key with the largest sum of lengths; null if there are no items. */
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

/** The greatest distance between the center lines of traces that can be coupled, in mm. */
const reachOf = (a: Piece, b: Piece) => (MOST_WIDTHS + 1) * Math.max(a.width, b.width)

// `isBeside` and `Gaps.measure` run for combinations of a piece of one net and a piece of the other, millions of times
// for a large board, so they allocate nothing.

/** Whether the pieces are nearly parallel and close enough to be coupled. */
function isBeside(a: Piece, b: Piece): boolean {
  const reach = reachOf(a, b)
  if (Math.max(a.x1, a.x2) + reach < Math.min(b.x1, b.x2) || Math.max(b.x1, b.x2) + reach < Math.min(a.x1, a.x2))
    return false
  if (Math.max(a.y1, a.y2) + reach < Math.min(b.y1, b.y2) || Math.max(b.y1, b.y2) + reach < Math.min(a.y1, a.y2))
    return false
  const ax = a.x2 - a.x1
  const ay = a.y2 - a.y1
  const bx = b.x2 - b.x1
  const by = b.y2 - b.y1
  const product = ax * bx + ay * by
  if (product * product < PARALLEL * PARALLEL * (ax * ax + ay * ay) * (bx * bx + by * by)) return false
  // The signed distances of the ends of `b` from the line through `a`, multiplied by the length of `a`.
  const from = ax * (b.y1 - a.y1) - ay * (b.x1 - a.x1)
  const to = ax * (b.y2 - a.y1) - ay * (b.x2 - a.x1)
  const limit = reach * Math.sqrt(ax * ax + ay * ay)
  return (from <= limit || to <= limit) && (from >= -limit || to >= -limit)
}

/** Measures, at evenly spaced positions on a piece, the smallest gap to the pieces that run beside it. */
class Gaps {
  readonly #gaps = new Float64Array(MOST_SAMPLES)
  /** The number of positions on the whole piece. */
  count = 0
  #first = 0
  #last = -1

  /** Starts over with another piece. */
  start(piece: Piece): void {
    this.count = Math.min(MOST_SAMPLES, Math.max(1, Math.ceil(piece.length / STEP)))
    this.#first = this.count
    this.#last = -1
  }

  get isMeasured(): boolean {
    return this.#last >= this.#first
  }

  /** The gaps from the first to the last measured position; Infinity at positions in between that were not measured. */
  measured = (): Float64Array => this.#gaps.slice(this.#first, this.#last + 1)

  /** Measures the gaps to another piece, except at positions that are too far away from it to be coupled. */
  measure(piece: Piece, other: Piece): void {
    const ux = piece.x2 - piece.x1
    const uy = piece.y2 - piece.y1
    const dx = other.x2 - other.x1
    const dy = other.y2 - other.y1
    const square = dx * dx + dy * dy
    const halves = (piece.width + other.width) / 2
    // Where the other piece starts and ends along this one, and how far the coupling reaches, as fractions of the
    // length of this piece.
    const own = ux * ux + uy * uy
    const from = ((other.x1 - piece.x1) * ux + (other.y1 - piece.y1) * uy) / own
    const to = ((other.x2 - piece.x1) * ux + (other.y2 - piece.y1) * uy) / own
    const reach = reachOf(piece, other) / Math.sqrt(own)
    const first = Math.max(0, Math.floor((Math.min(from, to) - reach) * this.count))
    const last = Math.min(this.count - 1, Math.ceil((Math.max(from, to) + reach) * this.count))
    if (first > last) return
    if (!this.isMeasured) this.#gaps.fill(Infinity, 0, this.count)
    this.#first = Math.min(this.#first, first)
    this.#last = Math.max(this.#last, last)
    for (let sample = first; sample <= last; sample++) {
      const along = (sample + 0.5) / this.count
      const x = piece.x1 + along * ux - other.x1
      const y = piece.y1 + along * uy - other.y1
      const t = Math.min(1, Math.max(0, (x * dx + y * dy) / square))
      const left = x - t * dx
      const up = y - t * dy
      const gap = Math.max(0, Math.sqrt(left * left + up * up) - halves)
      if (gap < (this.#gaps[sample] ?? 0)) this.#gaps[sample] = gap
    }
  }
}
