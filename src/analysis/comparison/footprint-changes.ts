import type { Board, Footprint } from '../../formats/board/board'
import { type Box, boxOf, expanded, union } from '../../formats/board/board-box'
import { padBox } from '../../formats/board/board-lookup'
import { grouped } from '../../formats/grouped'
import { steps } from './geometry-key'

/** A footprint that differs. A moved footprint can also have a different value, library or pads. */
export interface FootprintChange {
  kind: 'added' | 'removed' | 'moved' | 'changed'
  before: Footprint | null
  after: Footprint | null
  /** How far it was moved, in mm. */
  distance: number
  hasOtherPads: boolean
  /** The rectangle around its pads on both boards. */
  box: Box
}

/** Half the size that is assumed for a footprint without pads, in mm. */
const emptySize = 0.5

const byReference = new Intl.Collator('en', { numeric: true }).compare

/**
 * The footprints that differ, sorted by reference. If several have the same reference, such as mounting holes, those at
 * the same position are treated as the same footprint; the others are matched in order.
 */
export function footprintChanges(before: Board, after: Board): FootprintChange[] {
  const [padsBefore, padsAfter] = [padsByFootprint(before), padsByFootprint(after)]
  const changes: FootprintChange[] = []
  const compare = (first: number | undefined, second: number | undefined) => {
    const one = first === undefined ? null : (before.footprints[first] ?? null)
    const other = second === undefined ? null : (after.footprints[second] ?? null)
    const [ownBefore, ownAfter] = [padsBefore.get(first ?? -1), padsAfter.get(second ?? -1)]
    const isMoved = one !== null && other !== null && placeOf(one) !== placeOf(other)
    const hasOtherPads = one !== null && other !== null && ownBefore?.key !== ownAfter?.key
    const isOther = hasOtherPads || one?.value !== other?.value || one?.library !== other?.library
    if (one && other && !isMoved && !isOther) return
    const boxes = [one && (ownBefore?.box ?? around(one)), other && (ownAfter?.box ?? around(other))]
    changes.push({
      kind: one === null ? 'added' : other === null ? 'removed' : isMoved ? 'moved' : 'changed',
      before: one,
      after: other,
      distance: one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0,
      hasOtherPads,
      box: boxes.flatMap((box) => box ?? []).reduce(union),
    })
  }

  const named = { before: indicesByReference(before), after: indicesByReference(after) }
  for (const reference of new Set([...named.before.keys(), ...named.after.keys()])) {
    const [first = [], second = []] = [named.before.get(reference), named.after.get(reference)]
    const places = grouped(second, (index) => placeOf(after.footprints[index]))
    const matched = new Set<number>()
    const left = first.filter((index) => {
      const same = places.get(placeOf(before.footprints[index]))?.shift()
      if (same === undefined) return true
      matched.add(same)
      compare(index, same)
      return false
    })
    const open = second.filter((index) => !matched.has(index))
    for (let at = 0; at < Math.max(left.length, open.length); at++) compare(left[at], open[at])
  }
  return changes.toSorted((one, other) => byReference(referenceOf(one), referenceOf(other)))
}

const referenceOf = ({ before, after }: FootprintChange) => (after ?? before)?.reference ?? ''

const indicesByReference = ({ footprints }: Board) =>
  grouped(footprints.keys(), (index) => footprints[index]?.reference ?? '')

const placeOf = (footprint: Footprint | undefined) =>
  footprint ? [steps(footprint.x), steps(footprint.y), turnOf(footprint), footprint.side].join(' ') : ''

/** The rotation within one turn, because programs write the same rotation as 270 or as -90 degrees. */
export function turnOf({ rotation }: Footprint): number {
  const turn = steps(360)
  return ((steps(rotation) % turn) + turn) % turn
}

const around = ({ x, y }: Footprint) => expanded(boxOf([x, y]), emptySize)

/**
 * The pads of each footprint: the rectangle around them, and a string that describes them independently of the position
 * and rotation of the footprint.
 */
function padsByFootprint({ pads, footprints }: Board): Map<number, { box: Box; key: string }> {
  const own = grouped(pads, ({ footprint }) => footprint)
  return new Map(
    Array.from(own, ([index, of]) => {
      const { x = 0, y = 0 } = footprints[index] ?? {}
      const texts = of.map((pad) => {
        const { width = 0, height = 0 } = pad.drill ?? {}
        const lengths = [Math.hypot(pad.x - x, pad.y - y), pad.width, pad.height, pad.roundness, width, height]
        // The lengths are rounded to micrometers, because rounded coordinates change them slightly when a footprint is
        // rotated.
        return [pad.number, pad.type, pad.shape, ...lengths.map((value) => Math.round(value * 1000))].join(' ')
      })
      return [index, { box: of.map(padBox).reduce(union), key: texts.sort().join('\n') }]
    }),
  )
}
