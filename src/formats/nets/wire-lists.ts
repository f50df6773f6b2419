import Papa from 'papaparse'

import { isNetHeading, NET_HEADING_LINES, netColumnOf } from '../../../machines/files/net-list-signatures'
import { FormatError, quoted } from '../format-error'
import type { Net } from '../net'
import { eachLine } from '../source-text'
import { readWorkbook } from '../workbook/workbook'
import { PinCounter } from './netlists'

/**
 * Reads a wire list, as written by OrCAD and Altium Designer: `[00001] GND`, then one line per pin, which begins with
 * the component and the pin.
 */
export function readWireList(text: string): Net[] {
  const counter = new PinCounter()
  let pins: Set<string> | null = null
  eachLine(text, (line) => {
    const [, name] = /^\s*\[\d+\]\s+(\S.*)$/.exec(line) ?? []
    if (name !== undefined) pins = counter.net(name.trim())
    else if (/^\s*<<</.test(line)) pins = null
    else {
      const [, component, pin] = /^\s+(\S+)\s+(\S+)/.exec(line) ?? []
      if (component !== undefined && pin !== undefined) pins?.add(`${component}.${pin}`)
    }
    return true
  })
  if (counter.nets.length === 0) {
    throw new FormatError('Wire list', { line: 1 }, 'a net such as "[00001] GND"', quoted(text.slice(0, 60)))
  }
  return counter.nets
}

/** Reads a table with one row per pin and columns for the net, the component and the pin, in any order. */
export const readNetTable = (text: string): Net[] =>
  netsOfRows(Papa.parse<string[]>(text, { delimitersToGuess: [';', ',', '\t', '|'] }).data)

/** Reads a workbook's first sheet with columns for the net, the component and the pin. */
export function readNetSheet(bytes: Uint8Array): Net[] {
  const sheets = readWorkbook(bytes)
  const sheet = sheets.find(({ rows }) => rows.slice(0, NET_HEADING_LINES).some(isNetHeading)) ?? sheets[0]
  return netsOfRows(sheet?.rows ?? [])
}

function netsOfRows(rows: string[][]): Net[] {
  const at = rows.slice(0, NET_HEADING_LINES).findIndex(isNetHeading)
  const columns = rows[at]?.map(netColumnOf)
  if (!columns) {
    throw new FormatError(
      'Net table',
      { line: 1 },
      'headings for net, component and pin',
      quoted((rows[0] ?? []).join(', ').slice(0, 60)),
    )
  }
  const [net, component, pin] = (['net', 'component', 'pin'] as const).map((column) => columns.indexOf(column))
  const counter = new PinCounter()
  for (const cells of rows.slice(at + 1)) {
    const [name, ...place] = [net, component, pin].map((column) => cells[column ?? -1]?.trim() ?? '')
    if (name) counter.net(name).add(place.join('.'))
  }
  return counter.nets
}
