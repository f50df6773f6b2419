import type { StackupLayer } from '../../formats/stackup'
import { grouped } from '../../formats/grouped'

/** A layer that differs: a layer that only one of the stackups has, or one whose properties or order differ. */
export interface LayerChange {
  before: StackupLayer | null
  after: StackupLayer | null
  changed: (keyof StackupLayer)[]
  /** Whether the order of the layers shared by both stackups changes at this layer. */
  isReordered: boolean
}

const properties = ['name', 'type', 'thickness', 'material', 'dk', 'df', 'copperWeight'] as const

/**
 * The layers that differ, from top to bottom. Layers are the same if they have the same name; several with the same
 * name are matched in order. If both stackups have the same number of layers, remaining layers at the same position
 * count as one layer that was renamed.
 */
export function stackupChanges(before: StackupLayer[], after: StackupLayer[]): LayerChange[] {
  const ofName = grouped(after.keys(), (index) => after[index]?.name)
  const partner = new Map<number, number>()
  before.forEach(({ name }, index) => {
    const same = ofName.get(name)?.shift()
    if (same !== undefined) partner.set(index, same)
  })
  const taken = new Set(partner.values())
  if (before.length === after.length) {
    before.forEach((_, index) => {
      if (!partner.has(index) && !taken.has(index)) partner.set(index, index)
    })
  }
  const matched = [...partner].toSorted(([one], [other]) => one - other)
  const ranks = new Map(
    matched
      .map(([, index]) => index)
      .toSorted((one, other) => one - other)
      .map((index, rank) => [index, rank]),
  )
  const rows: (LayerChange & { at: number })[] = matched.map(([first, second], rank) => {
    const [one, other] = [before[first] ?? null, after[second] ?? null]
    const changed = properties.filter((property) => one?.[property] !== other?.[property])
    return { before: one, after: other, changed, isReordered: ranks.get(second) !== rank, at: second }
  })
  let above = -1
  const removed = before.flatMap((layer, index): (LayerChange & { at: number })[] => {
    above = partner.get(index) ?? above
    // A removed layer is listed after the layer that was above it.
    const at = above + 0.5
    return partner.has(index) ? [] : [{ before: layer, after: null, changed: [], isReordered: false, at }]
  })
  const used = new Set(partner.values())
  const added = after.flatMap((layer, index): (LayerChange & { at: number })[] =>
    used.has(index) ? [] : [{ before: null, after: layer, changed: [], isReordered: false, at: index }],
  )
  return [...rows, ...removed, ...added]
    .filter((row) => row.before === null || row.after === null || row.isReordered || row.changed.length > 0)
    .toSorted((one, other) => one.at - other.at)
    .map(({ at: _, ...row }) => row)
}
