import { type FileKind, filesOf, kindOf } from '../file-kind'
import { readIpc2581 } from '../ipc2581/ipc2581'
import type { Net } from '../net'
import { readOdb } from '../odb/odb'
import { readKicadBoardNets, readKicadNetlist } from '../kicad/kicad-nets'
import { readAllegroNetlist, readIpc356, readPadsNetlist, readProtelNetlist, readTelesisNetlist } from './netlists'
import { toBytes, toText } from '../source-text'
import { readNetSheet, readNetTable, readWireList } from './wire-lists'

/** The nets of a file in file order, or a user-facing reason why they cannot be read. */
export type NetsOfFile = { format: string; nets: Net[] } | { unsupported: string }

const readers = new Map<string, (bytes: Uint8Array) => Net[]>([
  ['KiCad board', readKicadBoardNets],
  ['KiCad netlist', readKicadNetlist],
  ['IPC-2581', (bytes) => readIpc2581(bytes).nets],
  ['ODB++', (bytes) => readOdb(bytes).nets],
  ['IPC-D-356', (bytes) => readIpc356(toText(bytes))],
  ['Protel netlist', (bytes) => readProtelNetlist(toText(bytes))],
  ['Telesis netlist', (bytes) => readTelesisNetlist(toText(bytes))],
  ['Allegro netlist', (bytes) => readAllegroNetlist(toText(bytes))],
  ['PADS netlist', (bytes) => readPadsNetlist(toText(bytes))],
  ['Wire list', (bytes) => readWireList(toText(bytes))],
  ['Net table', (bytes) => readNetTable(toText(bytes))],
  ['Excel workbook', readNetSheet],
  ['PADS layout', (bytes) => readPadsNetlist(toText(bytes))],
])

/**
 * Reads the nets of any supported file. The content determines the format; the name is used only where the content is
 * ambiguous. Throws a FormatError if a file of a known format is invalid.
 */
export function readNets(name: string, source: Uint8Array | string): NetsOfFile {
  const bytes = toBytes(source)
  if (bytes.length === 0) return { unsupported: `${name} is empty.` }
  const { kind, format } = kindOf(name, bytes)
  const read = readers.get(format)
  return read ? { format, nets: read(bytes) } : { unsupported: unsupportedReason(kind, format) }
}

/** For each board format that cannot be read here, how to obtain a file of the board that can be read. */
const exportMenus = new Map([
  [
    'Cadence Allegro (binary)',
    'Export IPC-2581 (File > Export > IPC2581) or ODB++, and add that file, or type the net names.',
  ],
  [
    'Altium Designer (binary)',
    'Export IPC-2581 (File > Fabrication Outputs > IPC-2581) or ODB++, and add that file, or type the net names.',
  ],
  [
    'Eagle',
    'Open the board in KiCad (File > Import > Non-KiCad Board File), save it, and add that file, or type the net names.',
  ],
  [
    'KiCad board (before version 4)',
    'Open the board in a current version of KiCad, save it, and add that file, or type the net names.',
  ],
])

const alternatives = 'Type the net names, or add an IPC-2581, IPC-D-356 or netlist export of the same board.'

function unsupportedReason(kind: FileKind['kind'], format: string): string {
  switch (kind) {
    case 'board':
      if (exportMenus.has(format))
        return `Net names cannot be read from ${format} files here. ${exportMenus.get(format)}`
      return `Net names cannot be read from ${format} files here. ${alternatives}`
    case 'archive':
      return `${format} archives cannot be opened here. Add the board file from the archive, or type the net names.`
    case 'text':
    case 'binary':
      return `This file is not in a known format that contains net names. ${alternatives}`
    default:
      return `${filesOf(format)} contain no list of nets. ${alternatives}`
  }
}
