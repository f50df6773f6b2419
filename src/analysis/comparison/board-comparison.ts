import type { Board } from '../../formats/board/board'
import { matchedNets } from './board-nets'
import { type NetChange, netChanges } from './net-changes'
import { type FootprintChange, footprintChanges } from './footprint-changes'
import { type OutlineChange, outlineChange } from './outline-change'
import { type LayerChange, stackupChanges } from './stackup-changes'

/** The differences between two boards, item by item rather than as text. Lengths are in mm. */
export interface BoardComparison {
  nets: NetChange[]
  footprints: FootprintChange[]
  /** The stackup layers that differ, from top to bottom. */
  stackup: LayerChange[]
  /**
   * The thicknesses of the boards; null if they are the same. The thickness of a board is null if its file does not
   * state it.
   */
  thickness: { before: number | null; after: number | null } | null
  /** Copper layers that only one of the boards has. */
  copper: { added: string[]; removed: string[] }
  /** Null if the outlines are the same. */
  outline: OutlineChange | null
}

/** Compares a board with an earlier one. The time grows linearly with the number of items on both boards. */
export function compareBoards(before: Board, after: Board): BoardComparison {
  return {
    nets: netChanges(before, after, matchedNets(before, after)),
    footprints: footprintChanges(before, after),
    stackup: stackupChanges(before.stackup?.layers ?? [], after.stackup?.layers ?? []),
    thickness: before.thickness === after.thickness ? null : { before: before.thickness, after: after.thickness },
    copper: {
      added: after.copper.filter((name) => !before.copper.includes(name)),
      removed: before.copper.filter((name) => !after.copper.includes(name)),
    },
    outline: outlineChange(before.outline, after.outline),
  }
}
