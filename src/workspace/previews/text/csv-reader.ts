import Papa from 'papaparse'

import { extensionOf } from '../../../../machines/previews/preview-kinds'
import { supplyPins } from '../../../../machines/previews/supply/supply-drops'
import { canBePlotted } from '../../../../machines/previews/text/table-plot'

/**
 * Reads comma- or tab-separated values, and finds out what can be shown besides the table. In a file that is not named
 * `.tsv`, the delimiter is detected: a comma, tab, semicolon or vertical bar.
 */
export async function readCsv(name: string, bytes: Blob) {
  const delimiter = extensionOf(name) === 'tsv' ? '\t' : ''
  const { data: rows, meta } = Papa.parse<string[]>(await bytes.text(), { delimiter, skipEmptyLines: 'greedy' })
  // Where commas separate cells, they cannot be decimal separators.
  const hasDecimalComma = meta.delimiter !== ','
  const isPlottable = canBePlotted(rows, hasDecimalComma)
  return { rows, hasDecimalComma, isPlottable, pins: supplyPins(rows, hasDecimalComma) }
}
