import { csvCell } from '../lib/csv-cells'

/**
 * Whether text is a signed number, or a supply such as +3V3. Spreadsheets show both unchanged, whereas +A1 or +VDD would
 * refer to a cell or a name.
 */
const isSigned = (text: string) => /^[+-](\d[\w.]*|\.\d+)(e[+-]\d+)?$/i.test(text)

/**
 * Rows of cells as comma-separated values. Cells are made safe for spreadsheets, because names come from an untrusted
 * file.
 */
export const csvOf = (rows: string[][]): string =>
  rows.map((row) => `${row.map((cell) => (isSigned(cell) ? cell : csvCell(cell))).join(',')}\r\n`).join('')
