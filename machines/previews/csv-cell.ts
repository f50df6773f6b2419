/**
 * A cell of comma-separated values (RFC 4180). Names come from an untrusted file. A spreadsheet would evaluate a name
 * that is a formula, so an apostrophe is prepended to such a cell. A name such as +3V3 is harmless and is not changed.
 */
export function csvCell(text: string): string {
  const isFormula = /^[=@+\-\t\r]/.test(text) && !/^[+-][\w.]*$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of cells as comma-separated values. */
export const csvOf = (rows: string[][]): string => rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
