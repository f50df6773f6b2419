import { csvCell } from '../lib/csv-cells'

/** A signed number, or a supply such as +3V3. Spreadsheets show both unchanged. */
const isSigned = (text: string) => /^[+-][\w.]*(e[+-]\d+)?$/i.test(text)

/**
 * Rows of cells as comma-separated values. Cells are made safe for spreadsheets, because names come from an untrusted
 * file.
 */
export const csvOf = (rows: string[][]): string =>
  rows.map((row) => `${row.map((cell) => (isSigned(cell) ? cell : csvCell(cell))).join(',')}\r\n`).join('')
