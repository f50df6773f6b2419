import type { Board, Paths } from '../../formats/board/board'
import { type Box, boxOf, expanded, union } from '../../formats/board/board-box'
import { padBox, pathAt } from '../../formats/board/board-lookup'
import { type MatchedNets, pinsOf } from './board-nets'
import { GeometryKey, steps, unmatched } from './geometry-key'

/** The number of items of a net on each board, and the numbers of added and removed ones. */
export interface Tally {
  before: number
  after: number
  added: number
  removed: number
}

/**
 * A net that differs. Copper without a net has an empty name. `refilled` means that only its zones differ: zones are
 * filled around other nets, so they change with every nearby track.
 */
export interface NetChange {
  kind: 'added' | 'removed' | 'renamed' | 'changed' | 'refilled'
  before: string | null
  after: string | null
  /** Straight and curved tracks. */
  tracks: Tally
  vias: Tally
  areas: Tally
  /** The length of all tracks. */
  length: { before: number; after: number }
  pins: { before: number; after: number; added: string[]; removed: string[] }
  /**
   * The rectangle around everything that differs and, for a renamed net, around all of its pins. Null for an added or
   * removed net without copper.
   */
  box: Box | null
}

type Side = 'before' | 'after'
type Part = 'tracks' | 'vias' | 'areas'

const byName = new Intl.Collator('en', { numeric: true }).compare

/** The nets that differ, sorted by name. */
export function netChanges(before: Board, after: Board, matched: MatchedNets): NetChange[] {
  const tally = (): Tally => ({ before: 0, after: 0, added: 0, removed: 0 })
  const changes = matched.pairs.map(
    (pair): NetChange => ({
      kind:
        pair.before === null
          ? 'added'
          : pair.after === null
            ? 'removed'
            : pair.before === pair.after
              ? 'changed'
              : 'renamed',
      ...pair,
      ...{ tracks: tally(), vias: tally(), areas: tally(), length: { before: 0, after: 0 } },
      pins: { before: 0, after: 0, added: [], removed: [] },
      box: null,
    }),
  )
  const boards = { before, after }
  const pairAt = (side: Side, net: number) => matched[side][net] ?? 0
  const layerNumbers = numberedLayers(before, after)

  const compare = (part: Part, read: (board: Board) => Items) => {
    const items = { before: read(before), after: read(after) }
    const keys = (side: Side) => keysOf(items[side], layerNumbers[side], (net) => pairAt(side, net))
    for (const side of ['before', 'after'] as const) {
      items[side].net.forEach((net, index) => {
        const change = changes[pairAt(side, net)]
        if (!change) return
        change[part][side]++
        if (part === 'tracks') change.length[side] += items[side].lengthOf(index)
      })
    }
    const { removed, added } = unmatched(keys('before'), keys('after'))
    for (const [side, kind, indices] of [
      ['before', 'removed', removed],
      ['after', 'added', added],
    ] as const) {
      for (const index of indices) {
        const change = changes[pairAt(side, items[side].net[index] ?? -1)]
        if (!change) continue
        change[part][kind]++
        change.box = joined(change.box, items[side].boxOf(index))
      }
    }
  }
  compare('tracks', straightItems)
  compare('tracks', ({ arcs }) => pathItems(arcs, arcs.width))
  compare('vias', viaItems)
  compare('areas', ({ fills }) => pathItems(fills, null))
  comparePins(boards, matched, changes)

  return changes
    .flatMap((change): NetChange[] => {
      const { kind, tracks, vias, areas, pins } = change
      const differs = ({ added, removed }: { added: unknown; removed: unknown }) => added !== 0 || removed !== 0
      if (kind !== 'changed' || differs(tracks) || differs(vias) || pins.added.length + pins.removed.length > 0)
        return [change]
      return differs(areas) ? [{ ...change, kind: 'refilled' }] : []
    })
    .toSorted((one, other) => byName(nameOf(one), nameOf(other)))
}

/** The name of a net on the later board, or on the earlier one if only that board has the net. */
const nameOf = ({ before, after }: Pick<NetChange, 'before' | 'after'>) => after ?? before ?? ''

const joined = (one: Box | null, other: Box) => (one ? union(one, other) : other)

function comparePins(boards: Record<Side, Board>, matched: MatchedNets, changes: NetChange[]): void {
  const pins = { before: changes.map((): string[] => []), after: changes.map((): string[] => []) }
  for (const side of ['before', 'after'] as const) {
    pinsOf(boards[side]).forEach((of, net) => pins[side][matched[side][net] ?? 0]?.push(...of))
  }
  changes.forEach((change, pair) => {
    // Pins of copper without a net are not connected, so they are not compared.
    if (pair === 0) return
    const [first, second] = [new Set(pins.before[pair]), new Set(pins.after[pair])]
    change.pins = {
      before: first.size,
      after: second.size,
      added: [...second].filter((pin) => !first.has(pin)).toSorted(byName),
      removed: [...first].filter((pin) => !second.has(pin)).toSorted(byName),
    }
  })
  for (const side of ['before', 'after'] as const) {
    const { pads, footprints } = boards[side]
    const shown = changes.map(({ kind, pins: { added, removed } }) =>
      kind === 'changed' ? new Set(side === 'before' ? removed : added) : null,
    )
    for (const pad of pads) {
      const pair = matched[side][pad.net] ?? 0
      const change = changes[pair]
      const wanted = shown[pair]
      if (!change || pair === 0) continue
      const pin = `${footprints[pad.footprint]?.reference ?? ''}.${pad.number}`
      if (wanted === null ? change.kind !== 'changed' : wanted?.has(pin)) change.box = joined(change.box, padBox(pad))
    }
  }
}

/** The items of one kind on a board. */
interface Items {
  net: Int32Array
  /** Adds the distinguishing properties of an item to its key. */
  describe: (key: GeometryKey, index: number, layerNumber: (layer: number) => number) => void
  boxOf: (index: number) => Box
  lengthOf: (index: number) => number
}

function keysOf(items: Items, layers: number[], pairOf: (net: number) => number): Float64Array {
  const key = new GeometryKey()
  const layerNumber = (layer: number) => layers[layer] ?? -1
  // This loop is several times faster than Float64Array.from.
  const keys = new Float64Array(items.net.length)
  for (let index = 0; index < keys.length; index++) {
    items.describe(key.reset().add(pairOf(items.net[index] ?? -1)), index, layerNumber)
    keys[index] = key.value()
  }
  return keys
}

const straightItems = ({ tracks: { ends, width, layer, net } }: Board): Items => ({
  net,
  describe: (key, index, layerNumber) => {
    key.add(layerNumber(layer[index] ?? -1)).add(steps(width[index] ?? 0))
    addPoints(key, ends, 2 * index, 2 * index + 2)
  },
  boxOf: (index) => expanded(boxOf(ends.subarray(4 * index, 4 * index + 4)), (width[index] ?? 0) / 2),
  lengthOf: (index) => lengthAlong(ends, 2 * index, 2 * index + 2),
})

const pathItems = (paths: Paths, width: Float64Array | null): Items => ({
  net: paths.net,
  describe: (key, index, layerNumber) => {
    key.add(layerNumber(paths.layer[index] ?? -1)).add(steps(width?.[index] ?? 0))
    addPoints(key, paths.points, paths.starts[index] ?? 0, paths.starts[index + 1] ?? 0)
  },
  boxOf: (index) => expanded(boxOf(pathAt(paths, index)), (width?.[index] ?? 0) / 2),
  lengthOf: (index) => lengthAlong(paths.points, paths.starts[index] ?? 0, paths.starts[index + 1] ?? 0),
})

const viaItems = ({ vias: { at, diameter, drill, layers, net } }: Board): Items => ({
  net,
  describe: (key, index, layerNumber) => {
    const [first, last] = [layerNumber(layers[2 * index] ?? -1), layerNumber(layers[2 * index + 1] ?? -1)]
    key.add(Math.min(first, last)).add(Math.max(first, last))
    key.add(steps(diameter[index] ?? 0)).add(steps(drill[index] ?? 0))
    key.add(steps(at[2 * index] ?? 0)).add(steps(at[2 * index + 1] ?? 0))
  },
  boxOf: (index) => expanded(boxOf(at.subarray(2 * index, 2 * index + 2)), (diameter[index] ?? 0) / 2),
  lengthOf: () => 0,
})

/** Adds points to a key. A path drawn from its other end has the same key. */
function addPoints(key: GeometryKey, points: Float64Array, from: number, to: number): void {
  const [x1, y1] = [steps(points[2 * from] ?? 0), steps(points[2 * from + 1] ?? 0)]
  const [x2, y2] = [steps(points[2 * to - 2] ?? 0), steps(points[2 * to - 1] ?? 0)]
  const isReversed = x2 < x1 || (x2 === x1 && y2 < y1)
  for (let count = 0; count < to - from; count++) {
    const point = isReversed ? to - 1 - count : from + count
    key.add(steps(points[2 * point] ?? 0)).add(steps(points[2 * point + 1] ?? 0))
  }
}

function lengthAlong(points: Float64Array, from: number, to: number): number {
  let length = 0
  for (let at = 2 * from + 2; at < 2 * to; at += 2) {
    length += Math.hypot((points[at] ?? 0) - (points[at - 2] ?? 0), (points[at + 1] ?? 0) - (points[at - 1] ?? 0))
  }
  return length
}

/**
 * Numbers the copper layers so that the same layer has the same number on both boards. Layers are the same if they have
 * the same name. On boards with the same number of layers, two layers whose names the other board lacks are the same if
 * they have the same position.
 */
function numberedLayers(before: Board, after: Board): Record<Side, number[]> {
  const isSameCount = before.copper.length === after.copper.length
  const first = before.copper.map((name, index) => {
    const named = after.copper.indexOf(name)
    if (named >= 0) return named
    return isSameCount && !before.copper.includes(after.copper[index] ?? '') ? index : after.copper.length + index
  })
  return { before: first, after: after.copper.map((_, index) => index) }
}
