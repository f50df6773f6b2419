import type { ExportWanted } from '../../../../../machines/previews/network-export.machine'
import { figureCsv, figurePng, figureSvg } from './figure-files'
import { figureOf } from './figure-of'

/** The table or picture of a tab's content, as a file. */
export async function savedFigure(name: string, { wanted, shown }: ExportWanted): Promise<Blob> {
  const figure = figureOf(name, shown)
  if (wanted === 'csv') return new Blob([figureCsv(figure)], { type: 'text/csv' })
  if (wanted === 'svg') return new Blob([figureSvg(figure)], { type: 'image/svg+xml' })
  return figurePng(figure)
}
