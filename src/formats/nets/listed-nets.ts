import { groupNets } from './net-groups'
import type { Board } from '../board/board'
import { netsWithParts } from '../board/board-nets'

/** A net with the pins that it connects, such as U1.3, and its purpose. */
export interface ListedNet {
  name: string
  pins: string[]
  purpose: string
}

const natural = new Intl.Collator('en', { numeric: true }).compare

/**
 * The named nets of a board in natural order, with their pins in natural order. Several pads of one pin count as one
 * pin.
 */
export function listedNets(board: Board): ListedNet[] {
  const pins = board.nets.map(() => new Set<string>())
  for (const { net, footprint, number } of board.pads) {
    const reference = board.footprints[footprint]?.reference
    if (reference && number !== '') pins[net]?.add(`${reference}.${number}`)
  }
  const { power, ground, pairs } = groupNets(netsWithParts(board))
  const purposes = new Map([
    ...power.map((name) => [name, 'supply'] as const),
    ...ground.map((name) => [name, 'ground'] as const),
    ...pairs.flatMap(({ positive, negative }) => [
      [positive, `pair with ${negative}`] as const,
      [negative, `pair with ${positive}`] as const,
    ]),
  ])
  return board.nets
    .flatMap(({ name }, index) =>
      name === ''
        ? []
        : [{ name, pins: [...(pins[index] ?? [])].toSorted(natural), purpose: purposes.get(name) ?? '' }],
    )
    .toSorted((a, b) => natural(a.name, b.name))
}
