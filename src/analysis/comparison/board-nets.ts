import type { Board } from '../../formats/board/board'
import { grouped } from '../../formats/grouped'

/**
 * The names of a net on two boards. A name is null if only the other board has the net, and empty for copper without a
 * net.
 */
export interface NetPair {
  before: string | null
  after: string | null
}

/** The nets of two boards, matched with each other. */
export interface MatchedNets {
  /** The first pair is the copper without a net. */
  pairs: NetPair[]
  /** For each net on the earlier or later board, the index of its pair. */
  before: Int32Array
  after: Int32Array
}

/** The pins of each net, such as U1.3, sorted and without repetitions, by the index of the net. */
export function pinsOf({ nets, pads, footprints }: Board): string[][] {
  const pins = nets.map(() => new Set<string>())
  for (const { net, footprint, number } of pads) {
    const reference = footprints[footprint]?.reference
    if (reference !== undefined && number !== '') pins[net]?.add(`${reference}.${number}`)
  }
  return pins.map((of) => [...of].sort())
}

/**
 * Matches the nets of two boards. Two nets match if they have the same name and the same pins; or else if they have the
 * same pins, which means that the net was renamed; or else if they have the same name.
 */
export function matchedNets(before: Board, after: Board): MatchedNets {
  const one = namedNets(before)
  const other = namedNets(after)
  const pairs: NetPair[] = [{ before: '', after: '' }]
  const pairOf = { before: new Map<string, number>(), after: new Map<string, number>() }
  const add = (first: string | null, second: string | null) => {
    if (first !== null) pairOf.before.set(first, pairs.length)
    if (second !== null) pairOf.after.set(second, pairs.length)
    pairs.push({ before: first, after: second })
  }
  for (const [name, pins] of one) if (other.get(name) === pins) add(name, name)
  const left = [...other.keys()].filter((name) => other.get(name) !== '' && !pairOf.after.has(name))
  const byPins = grouped(left, (name) => other.get(name))
  for (const [name, pins] of one) {
    const renamed = pairOf.before.has(name) ? undefined : byPins.get(pins)?.shift()
    if (renamed !== undefined) add(name, renamed)
  }
  for (const name of one.keys()) {
    if (!pairOf.before.has(name)) add(name, other.has(name) && !pairOf.after.has(name) ? name : null)
  }
  for (const name of other.keys()) if (!pairOf.after.has(name)) add(null, name)
  const indices = ({ nets }: Board, of: Map<string, number>) => Int32Array.from(nets, ({ name }) => of.get(name) ?? 0)
  return { pairs, before: indices(before, pairOf.before), after: indices(after, pairOf.after) }
}

/** The pins of each named net, as one string. */
function namedNets(board: Board): Map<string, string> {
  const pins = pinsOf(board)
  return new Map(board.nets.flatMap(({ name }, net) => (name === '' ? [] : [[name, pins[net]?.join('\n') ?? '']])))
}
