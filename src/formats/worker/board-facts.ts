import { kindOf } from '../file-kind'
import { readIpc2581 } from '../ipc2581/ipc2581'
import { readKicadBoard } from '../kicad/kicad-board'
import type { Net } from '../net'
import { readNets } from '../nets/nets'
import { sizeOf } from '../board/outline'
import { toText } from '../source-text'
import type { Board } from '../board/board'
import type { Stackup } from '../stackup'

/** What can be known of a layout before anybody simulates it. null: this format does not say, or cannot be read here. */
export interface BoardFacts {
  format: string
  /** Whether the edge of the board is drawn and closed. */
  hasOutline: boolean | null
  /** Whether there is copper beyond pads: tracks, arcs or filled zones. */
  hasCopper: boolean | null
  copperLayers: number | null
  /** In mm. */
  size: { width: number; height: number } | null
  nets: Net[]
  stackup: Stackup | null
}

/** The facts of a layout, or why it cannot be read. A file of a known format that is broken throws a FormatError. */
export function boardFacts(name: string, bytes: Uint8Array): BoardFacts | { unsupported: string } {
  const { format } = kindOf(name, bytes)
  if (format === 'KiCad board') return factsOfBoard(readKicadBoard(bytes))
  if (format === 'IPC-2581') {
    const { nets, copper, size, stackup, hasCopper } = readIpc2581(toText(bytes))
    return { format, hasOutline: size !== null, hasCopper, copperLayers: copper.length, size, nets, stackup }
  }
  const nets = readNets(name, bytes)
  if ('unsupported' in nets) return nets
  return { ...nets, hasOutline: null, hasCopper: null, copperLayers: null, size: null, stackup: null }
}

/** The facts of a KiCad board that is read already. */
export function factsOfBoard({ outline, tracks, arcs, fills, copper, nets, stackup }: Board): BoardFacts {
  return {
    format: 'KiCad board',
    hasOutline: outline.some(({ closed }) => closed),
    hasCopper: tracks.net.length + arcs.net.length + fills.net.length > 0,
    copperLayers: copper.length,
    size: sizeOf(outline),
    nets,
    stackup,
  }
}
