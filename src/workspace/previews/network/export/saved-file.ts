import type { ExportWanted } from '../../../../../machines/previews/network/network-export.machine'
import { comparisonFigure } from './comparison-figure'
import { figureCsv, figurePng, figureSvg } from './figure-files'
import { figureOf } from './figure-of'

/** The content of a tab or a comparison as a file: a table or a picture. */
export async function savedFigure(name: string, { wanted, shown }: ExportWanted): Promise<Blob> {
  const figure = 'comparison' in shown ? comparisonFigure(name, shown.comparison) : figureOf(name, shown)
  if (wanted === 'csv') return new Blob([figureCsv(figure)], { type: 'text/csv' })
  if (wanted === 'svg') return new Blob([figureSvg(figure)], { type: 'image/svg+xml' })
  return figurePng(figure)
}
