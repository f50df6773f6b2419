import { type Connectors, connectorsOf } from '../interfaces/connectors'
import type { Net } from '../net'
import { readNets } from '../nets/nets'
import { netsWithParts } from '../board/board-nets'
import { sizeOf } from '../board/outline'
import { readBoard } from '../boards'
import type { Board } from '../board/board'
import type { Stackup } from '../stackup'

/**
 * The facts about a layout that are checked before a simulation. Properties are null if the format does not contain
 * them or cannot be read here.
 */
export interface BoardFacts {
  format: string
  /** Whether the board has a closed outline. */
  hasOutline: boolean | null
  /** Whether there is copper other than pads: tracks, arcs or filled zones. */
  hasCopper: boolean | null
  copperLayers: number | null
  /** In mm. */
  size: { width: number; height: number } | null
  nets: Net[]
  connectors: Connectors
  stackup: Stackup | null
}

/**
 * Returns the facts about a layout, or the reason why it cannot be read. Throws a FormatError if a file of a known
 * format is invalid.
 */
export function boardFacts(name: string, bytes: Uint8Array): BoardFacts | { unsupported: string } {
  const board = readBoard(name, bytes)
  if (board) return factsOfBoard(board.board, board.format)
  const nets = readNets(name, bytes)
  if ('unsupported' in nets) return nets
  return {
    ...nets,
    hasOutline: null,
    hasCopper: null,
    copperLayers: null,
    size: null,
    connectors: new Map(),
    stackup: null,
  }
}

/** Returns the facts about a board that has already been read. */
export function factsOfBoard(board: Board, format: string): BoardFacts {
  const { outline, tracks, arcs, fills, copper, stackup, footprints } = board
  return {
    format,
    hasOutline: outline.some(({ closed }) => closed),
    hasCopper: tracks.net.length + arcs.net.length + fills.net.length > 0,
    copperLayers: copper.length,
    size: sizeOf(outline),
    nets: netsWithParts(board),
    connectors: connectorsOf(footprints),
    stackup,
  }
}
