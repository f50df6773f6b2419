import type { Piece } from './routing'
import type { Planes } from './plane-map'

/** The reference planes of a net on one of its layers. */
export interface References {
  /** The copper layers of the planes above and below; null on a side without a reference plane. */
  above: number | null
  below: number | null
  /** The share of the length, from 0 to 1, over which the nearer plane covers the whole width of the trace. */
  unbroken: number
}

/** The distance between the positions at which the planes are sampled, in mm. */
const STEP = 0.25
/** The maximum number of these positions on a straight piece, to limit the computing time for a long piece. */
const MOST_SAMPLES = 512
/** A plane is a reference if it covers at least this share of the net's length on a layer. */
const LEAST_SHARE = 0.5

/** Finds the nearest planes above and below the pieces of a net on one layer. */
export function referencesOf(pieces: Piece[], layer: number, planes: Planes, layers: number): References {
  const found = (step: 1 | -1): { layer: number; share: number } | null => {
    for (let other = layer + step; other >= 0 && other < layers; other += step) {
      const share = shareOver(pieces, other, planes)
      if (share >= LEAST_SHARE) return { layer: other, share }
    }
    return null
  }
  const [above, below] = [found(-1), found(1)]
  const isAboveNearer = above && (!below || layer - above.layer < below.layer - layer)
  const nearest = isAboveNearer ? above : below
  return { above: above?.layer ?? null, below: below?.layer ?? null, unbroken: nearest?.share ?? 0 }
}

/** The share of the length over which one plane covers the whole width of the trace. */
function shareOver(pieces: Piece[], layer: number, planes: Planes): number {
  const map = planes.of(layer)
  if (map.isEmpty) return 0
  let [covered, all] = [0, 0]
  for (const { x1, y1, x2, y2, length, width } of pieces) {
    const count = Math.min(MOST_SAMPLES, Math.max(1, Math.ceil(length / STEP)))
    const chord = Math.hypot(x2 - x1, y2 - y1)
    const [ox, oy] = [((y1 - y2) / chord) * (width / 2), ((x2 - x1) / chord) * (width / 2)]
    for (let sample = 0; sample < count; sample++) {
      const t = (sample + 0.5) / count
      const [x, y] = [x1 + t * (x2 - x1), y1 + t * (y2 - y1)]
      const plane = map.at(x, y)
      all += length / count
      if (plane !== 0 && map.at(x + ox, y + oy) === plane && map.at(x - ox, y - oy) === plane) covered += length / count
    }
  }
  return all === 0 ? 0 : covered / all
}
