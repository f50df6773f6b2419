import Papa from 'papaparse'
import { useState } from 'react'

import { extensionOf } from '../../../../machines/previews/preview-kinds'
import { canBePlotted, isPlotAddress } from '../../../../machines/previews/table-plot'
import { tablePlotMachine } from '../../../../machines/previews/table-plot.machine'
import { PageSpinner } from '../../../ui/page-spinner'
import { PartChoice } from '../part-choice'
import { usePreviewAddress } from '../preview-address'
import type { PreviewProps } from '../preview-props'
import { useContentView } from '../use-content-view'
import { Table } from './table'
import { lazyPart } from '../../../ui/lazy-part'

const LongText = lazyPart(() => import('./long-text').then((it) => it.LongText))
const TablePlot = lazyPart(() => import('./table-plot').then((it) => it.TablePlot))

/**
 * The preview of comma- or tab-separated values as a table and, if it contains numbers, as a plot. A table that is too
 * large to parse at once is shown as text.
 */
export function TablePreview(props: PreviewProps) {
  const { content, onBroken } = props
  if (content.as === 'parts') return <LongText size={content.size} read={content.read} onBroken={onBroken} />
  return content.as === 'whole' ? <WholeTable {...props} bytes={content.bytes} /> : null
}

function WholeTable({ file: { name }, bytes, onBroken }: PreviewProps & { bytes: Blob }) {
  const address = usePreviewAddress()
  const [opened] = useState(() => address?.view ?? '')
  // The plot is the same when the user returns to it from the table.
  const [plot, setPlot] = useState(isPlotAddress(opened) ? opened : 'plot')
  const view = useContentView(
    () => readTable(name, bytes),
    () => onBroken('its content could not be read'),
    isPlotAddress(opened) ? [1] : [],
  )
  if (!view.content) return <PageSpinner text="Loading preview..." />
  const { rows, hasDecimalComma, isPlottable } = view.content
  const [part = 0] = view.chosen
  const isPlot = isPlottable && part === 1
  const choose = (index: number) => {
    view.choose(0, index)
    address?.onView(index === 0 ? '' : plot)
  }
  const keep = (shown: string) => {
    setPlot(shown)
    address?.onView(shown)
  }
  return (
    <>
      {isPlottable && <PartChoice label="View" names={['Table', 'Plot']} chosen={part} onChoose={choose} />}
      {isPlot ? (
        <TablePlot
          machine={tablePlotMachine}
          rows={rows}
          hasDecimalComma={hasDecimalComma}
          name={name}
          view={plot}
          onView={keep}
        />
      ) : (
        <Table rows={rows} name={name} />
      )}
    </>
  )
}

async function readTable(name: string, bytes: Blob) {
  const delimiter = extensionOf(name) === 'tsv' ? '\t' : ''
  const { data: rows, meta } = Papa.parse<string[]>(await bytes.text(), { delimiter, skipEmptyLines: 'greedy' })
  // Where commas separate cells, they cannot separate decimals.
  const hasDecimalComma = meta.delimiter !== ','
  return { rows, hasDecimalComma, isPlottable: canBePlotted(rows, hasDecimalComma) }
}
