/** Cells and lines of CSV files that are safe to open in a spreadsheet. */

/** Characters that start a formula in a spreadsheet, and variants that some applications treat the same way. */
const FORMULA = '=+\\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−﬩'
const formulaStart = new RegExp(`(^|[;|\\t\\r\\n\\0])((?:(?![\\t\\r\\n])[\\s\\p{C}"'])*)(?=[${FORMULA}])`, 'gu')

/**
 * Formats a cell of comma-separated values (RFC 4180). Spreadsheets would evaluate cells that start like a formula; an
 * apostrophe makes them text. The same applies after semicolons and other characters that some spreadsheets use as
 * separators.
 */
export function csvCell(value: string): string {
  const harmless = value.replace(formulaStart, "$1'$2").replace(/^(?=[\t\r\0])/, "'")
  return /[",;\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Returns a line of a CSV file, including its line break. */
export const csvLine = (cells: string[]) => `${cells.map(csvCell).join(',')}\r\n`
