import type { Board } from './board/board'
import { kindOf } from './file-kind'
import { readIpc2581 } from './ipc2581/ipc2581'
import { readKicadBoard } from './kicad/kicad-board'
import { readOdb } from './odb/odb'

const readers = new Map<string, (bytes: Uint8Array) => Board>([
  ['KiCad board', readKicadBoard],
  ['IPC-2581', readIpc2581],
  ['ODB++', readOdb],
])

/**
 * Reads a board with its geometry. The content determines the format; the name is used only where the content is
 * ambiguous. Returns null for formats without a reader.
 */
export function readBoard(name: string, bytes: Uint8Array): { format: string; board: Board } | null {
  const { format } = kindOf(name, bytes)
  const read = readers.get(format)
  return read ? { format, board: read(bytes) } : null
}
