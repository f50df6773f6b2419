import { extensionOf } from '../../../../machines/previews/preview-kinds'
import { supplyPins } from '../../../../machines/previews/supply/supply-drops'
import { canBePlotted } from '../../../../machines/previews/text/table-plot'
import { askDocuments } from '../../readers/read-documents'

/**
 * Reads comma- or tab-separated values, and determines what can be shown in addition to the table. Unless the file name
 * ends in `.tsv`, the delimiter is detected: a comma, tab, semicolon or vertical bar.
 */
export async function readCsv(name: string, content: Blob, signal: AbortSignal) {
  const rows: string[][] = []
  const request = { content, delimiter: extensionOf(name) === 'tsv' ? '\t' : '' }
  const { delimiter } = await askDocuments('table', request, signal, (part) => {
    for (const row of part as string[][]) rows.push(row)
  })
  // Where commas separate cells, they cannot be decimal separators.
  const hasDecimalComma = delimiter !== ','
  const isPlottable = canBePlotted(rows, hasDecimalComma)
  return { rows, hasDecimalComma, isPlottable, pins: supplyPins(rows, hasDecimalComma) }
}
