import Papa from 'papaparse'

import { FormatError, quoted } from '../format-error'
import { filesOf, kindOf } from '../file-kind'
import { readIpc2581 } from '../ipc2581/ipc2581'
import { readKicadBoardStackup } from '../kicad/kicad-stackup'
import { readOdb } from '../odb/odb'
import { toBytes, toText } from '../source-text'
import type { Stackup } from '../stackup'
import { readWorkbook } from '../workbook/workbook'
import { headingOf, type StackupRow, stackupOfRows } from './stackup-table'

export type StackupOfFile = (Stackup & { format: string }) | { unsupported: string }

/**
 * Reads the stackup of a file: a table (CSV with any common delimiter, or a sheet of a workbook), JSON, or an IPC-2581,
 * ODB++ or KiCad board. The content determines the format; the name is used only where the content is ambiguous. Throws
 * a FormatError if a file of a known format is invalid.
 */
export function readStackup(name: string, source: Uint8Array | string): StackupOfFile {
  const bytes = toBytes(source)
  const { kind, format } = kindOf(name, bytes)
  if (format === 'KiCad board') return ofBoard(format, readKicadBoardStackup(bytes))
  if (format === 'ODB++') return ofBoard(format, readOdb(bytes).stackup)
  if (format === 'IPC-2581') return ofBoard(format, readIpc2581(bytes).stackup)
  if (format === 'Excel workbook') return { format, ...readSheetStackup(bytes) }
  if (kind !== 'stackup' && kind !== 'table' && kind !== 'text') {
    const reason =
      kind === 'binary' ? 'This file is not in a known format' : `No stackup can be read from ${filesOf(format)}`
    return { unsupported: `${reason}. Add the stackup as a CSV, JSON or IPC-2581 file.` }
  }
  const text = toText(bytes)
  if (/^\s*[[{]/.test(text)) return { format: 'JSON stackup', ...readJsonStackup(text) }
  return { format: 'CSV stackup', ...readCsvStackup(text) }
}

const ofBoard = (format: string, stackup: Stackup | null): StackupOfFile =>
  stackup ? { format, ...stackup } : { unsupported: `This ${format} file contains no stackup.` }

/** The number of lines at the start of a table within which the headings must be. A title may precede them. */
const HEADING_LINES = 30

export function readCsvStackup(text: string): Stackup {
  const format = 'CSV stackup'
  const rows: Line[] = []
  let line = 1
  for (const cells of Papa.parse<string[]>(text, { delimitersToGuess: [';', ',', '\t', '|'] }).data) {
    rows.push({ cells, line })
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0)
  }
  return stackupOfLines(rows, format, text)
}

/** Reads a workbook's first sheet with the headings of a stackup. */
function readSheetStackup(bytes: Uint8Array): Stackup {
  const sheets = readWorkbook(bytes).map(({ rows }) => rows.map((cells, index) => ({ cells, line: index + 1 })))
  const lines = sheets.find((rows) => headingsAt(rows) >= 0) ?? sheets[0] ?? []
  return stackupOfLines(lines, 'Excel workbook', (lines[0]?.cells ?? []).join(', '))
}

type Line = { cells: string[]; line: number }

const headingsAt = (rows: Line[]): number =>
  rows.slice(0, HEADING_LINES).findIndex(({ cells }) => {
    const found = new Set(cells.map((cell) => headingOf(cell)?.column))
    return (found.has('name') || found.has('type')) && (found.has('thickness') || found.has('weight'))
  })

function stackupOfLines(rows: Line[], format: string, start: string): Stackup {
  const at = headingsAt(rows)
  const headings = rows[at]?.cells
  if (!headings) {
    throw new FormatError(
      format,
      { line: 1 },
      'a header row with layer and thickness columns',
      quoted(start.slice(0, 60)),
    )
  }
  const table: StackupRow[] = rows.slice(at + 1).map(({ cells, line }) => ({
    cells: new Map(headings.map((heading, column) => [heading, cells[column] ?? null])),
    line: () => line,
  }))
  return stackupOfRows(table, format)
}

export function readJsonStackup(text: string): Stackup {
  const format = 'JSON stackup'
  const list = layersIn(parsed(text, format))
  if (!list)
    throw new FormatError(format, { line: 1 }, 'a list of layers, such as {"layers": […]}', quoted(text.slice(0, 60)))
  const table = list.map((item): StackupRow => {
    const cells = new Map<string, string | number | null>()
    for (const [key, value] of Object.entries(item)) {
      if (typeof value === 'string' || typeof value === 'number') cells.set(key, value)
    }
    return { cells, line: () => lineOf(text, cells.get('name') ?? null) }
  })
  return stackupOfRows(table, format)
}

function parsed(text: string, format: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? 0)
    throw new FormatError(format, { line: text.slice(0, position).split('\n').length }, 'JSON', quoted(message))
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Finds the list of layers: the value itself, or a list under a key such as "layers" or "stackup". Returns null if
 * there is none.
 */
function layersIn(value: unknown, depth = 0): object[] | null {
  if (Array.isArray(value)) return value.length > 0 && value.every(isObject) ? value : null
  if (!isObject(value) || depth > 2) return null
  for (const [key, part] of Object.entries(value)) {
    const found = /^(?:layers|stack-?_?up|layer_?stack)$/i.test(key) ? layersIn(part, depth + 1) : null
    if (found) return found
  }
  return null
}

function lineOf(text: string, name: string | number | null): number {
  const at = name === null ? -1 : text.indexOf(JSON.stringify(name))
  return at < 0 ? 1 : text.slice(0, at).split('\n').length
}
