import Papa from 'papaparse'

/** The rows of a table in a text file, and the character that separates their cells. */
export interface CsvTable {
  rows: string[][]
  delimiter: string
}

/**
 * Reads comma- or tab-separated values. Empty rows are omitted. If `delimiter` is empty, it is detected: a comma, tab,
 * semicolon or vertical bar.
 */
export function readCsvTable(text: string, delimiter: string): CsvTable {
  const { data, meta } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' })
  return { rows: data, delimiter: meta.delimiter }
}
