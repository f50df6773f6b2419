import { unzipSync } from 'fflate'

import { FormatError } from '../format-error'
import { readXml } from '../xml'

/** A sheet as a table of strings. */
export interface Sheet {
  name: string
  rows: string[][]
  /** Whether the sheet has more rows, columns or cells than are read. */
  isCut: boolean
}

const format = 'Excel workbook'
const maxBytes = 128 * 1024 * 1024
const maxFiles = 5000
const maxRows = 100_000
const maxColumns = 500
const maxCells = 2_000_000

/**
 * Reads the sheets of an .xlsx workbook (ECMA-376). Unlike the available workbook libraries, it stops unpacking as soon
 * as the declared size of the archive exceeds the limits, and it never starts another worker.
 */
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  const files = unpacked(bytes)
  const xml = (path: string, on: Listeners) => {
    const content = files.get(path)
    if (content) readXml(content, format, { open: on.open ?? none, close: on.close ?? none, text: on.text ?? none })
    return content !== undefined
  }
  const sheets: { name: string; id: string }[] = []
  const isWorkbook = xml('xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'sheet') sheets.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? '' })
    },
  })
  if (!isWorkbook || sheets.length === 0) throw new FormatError(format, { byte: 0 }, 'a workbook with sheets', 'none')
  const targets = new Map<string, string>()
  xml('xl/_rels/workbook.xml.rels', {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  const strings = sharedStrings(xml)
  const dates = dateStyles(xml)
  let cells = 0
  return sheets.slice(0, 200).map(({ name, id }, index) => {
    const sheet: Sheet = { name, rows: [], isCut: false }
    readSheet(
      xml,
      targets.get(id) ?? `xl/worksheets/sheet${index + 1}.xml`,
      { strings, dates },
      (row, column, text) => {
        if (row >= maxRows || column >= maxColumns || cells >= maxCells) {
          sheet.isCut = true
          return
        }
        cells++
        while (sheet.rows.length <= row) sheet.rows.push([])
        const line = sheet.rows[row] ?? []
        while (line.length < column) line.push('')
        line[column] = text
      },
    )
    return sheet
  })
}

interface Listeners {
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}
type ReadPart = (path: string, on: Listeners) => boolean

const none = () => {}

function unpacked(bytes: Uint8Array): Map<string, Uint8Array> {
  let [size, count] = [0, 0]
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/^\/?xl\/.*\.(?:xml|rels)$/i.test(name)) return false
        size += originalSize
        if (size > maxBytes || ++count > maxFiles) {
          throw new FormatError(format, { byte: 0 }, 'at most 128 MB and 5,000 parts', 'more')
        }
        return true
      },
    })
    return new Map(Object.entries(files).map(([name, content]) => [name.replace(/^\//, ''), content]))
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw new FormatError(format, { byte: 0 }, 'a workbook that can be unpacked', 'a damaged one')
  }
}

/** The strings that cells refer to by index. Phonetic hints are left out. */
function sharedStrings(xml: ReadPart): string[] {
  const strings: string[] = []
  let [isText, isHint] = [false, false]
  xml('xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') strings.push('')
      if (name === 'rPh') isHint = true
      isText = name === 't'
    },
    close: (name) => {
      if (name === 'rPh') isHint = false
      isText = false
    },
    text: (text) => {
      if (isText && !isHint) strings.push((strings.pop() ?? '') + text)
    },
  })
  return strings
}

/** The cell styles that show a number as a date or a time: built-in formats 14 to 22, and custom date formats. */
function dateStyles(xml: ReadPart): Set<number> {
  const formats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22].map(String))
  const styles = new Set<number>()
  let [isCell, index] = [false, 0]
  xml('xl/styles.xml', {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt' && /[ymdhs]/i.test(formatCode.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))) formats.add(numFmtId)
      if (name === 'cellXfs') isCell = true
      if (name === 'xf' && isCell && formats.has(numFmtId)) styles.add(index)
      if (name === 'xf' && isCell) index++
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false
    },
  })
  return styles
}

function readSheet(
  xml: ReadPart,
  path: string,
  { strings, dates }: { strings: string[]; dates: ReadonlySet<number> },
  take: (row: number, column: number, text: string) => void,
): void {
  let [row, column, type, style, value, isValue] = [-1, -1, '', 0, '', false]
  xml(path, {
    open: (name, { r, t = 'n', s = '0' }) => {
      if (name === 'row') {
        row = r && Number(r) > 0 ? Number(r) - 1 : row + 1
        column = -1
      } else if (name === 'c') {
        column = columnOf(r) ?? column + 1
        ;[type, style, value] = [t, Number(s), '']
      }
      isValue = name === 'v' || name === 't'
    },
    close: (name) => {
      isValue = false
      if (name === 'c' && value !== '') take(Math.max(0, row), column, shown(value))
    },
    text: (text) => {
      if (isValue) value += text
    },
  })

  function shown(text: string): string {
    if (type === 's') return strings[Number(text)] ?? ''
    if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    const number = Number(text)
    if (type !== 'n' || !Number.isFinite(number)) return text
    return dates.has(style) ? dateText(number) : `${Number(number.toPrecision(15))}`
  }
}

/** The column of a cell reference such as "AB12", counted from 0; null if there is no such reference. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1]
  if (letters === undefined) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/**
 * Formats a date given in days since December 30, 1899. The fraction is the time of day. A value below 1 is only a
 * time.
 */
function dateText(days: number): string {
  const date = new Date(Math.round((days - 25_569) * 86_400) * 1000)
  if (Number.isNaN(date.getTime())) return `${days}`
  const text = date.toISOString()
  const time = text.slice(11, 19)
  if (days < 1) return time
  return time === '00:00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`
}
