import { useState } from 'react'

import { isDropAddress } from '../../../../machines/previews/supply/supply-drops'
import { supplyDropsMachine } from '../../../../machines/previews/supply/supply-drops.machine'
import { isPlotAddress } from '../../../../machines/previews/text/table-plot'
import { tablePlotMachine } from '../../../../machines/previews/text/table-plot.machine'
import { PageSpinner } from '../../../ui/page-spinner'
import { PartChoice } from '../part-choice'
import { usePreviewAddress } from '../preview-address'
import type { PreviewProps } from '../preview-props'
import { useContentView } from '../use-content-view'
import { readCsv } from './csv-reader'
import { Table } from './table'
import { lazyPart } from '../../../ui/loading/lazy-part'

const LongText = lazyPart(() => import('./long-text').then((it) => it.LongText))
const SupplyDrops = lazyPart(() => import('../supply/supply-drops').then((it) => it.SupplyDrops))
const TablePlot = lazyPart(() => import('./table-plot').then((it) => it.TablePlot))

/**
 * The preview of comma- or tab-separated values as a table and, if it contains numbers, as a plot. If it lists the
 * voltages of pins, their drops are shown first. A table that is too large to parse at once is shown as text.
 */
export function TablePreview(props: PreviewProps) {
  const { file, content, onBroken } = props
  if (content.as === 'parts') return <LongText fileId={file.id} content={content} onBroken={onBroken} />
  return content.as === 'whole' ? <WholeTable {...props} bytes={content.bytes} /> : null
}

const [table, plotted, dropped] = [0, 1, 2]
const names = ['Table', 'Plot', 'DC drop']

function WholeTable({ file: { name }, bytes, onBroken }: PreviewProps & { bytes: Blob }) {
  const address = usePreviewAddress()
  const [opened] = useState(() => address?.view ?? '')
  // The plot and the limits are kept while the user looks at the table.
  const [plot, setPlot] = useState(isPlotAddress(opened) ? opened : 'plot')
  const [limits, setLimits] = useState(isDropAddress(opened) ? opened : 'drop')
  const view = useContentView(
    (_, signal) => readCsv(name, bytes, signal),
    () => onBroken('its content could not be read'),
    firstPart(opened),
  )
  if (!view.content) return <PageSpinner text="Loading preview..." />
  const { rows, hasDecimalComma, isPlottable, pins } = view.content
  const offered = [...(pins ? [dropped] : []), table, ...(isPlottable ? [plotted] : [])]
  const [chosen = offered[0]] = view.chosen
  const part = offered.find((one) => one === chosen) ?? table
  const choose = (index: number) => {
    const next = offered[index] ?? table
    view.choose(0, next)
    // For the part that is shown by default, the URL contains no view.
    if (next === plotted) address?.onView(plot)
    else if (next === dropped) address?.onView(limits === 'drop' ? '' : limits)
    else address?.onView(pins ? 'table' : '')
  }
  const keep = (setView: (shown: string) => void) => (shown: string) => {
    setView(shown)
    address?.onView(shown)
  }
  return (
    <>
      {offered.length > 1 && (
        <PartChoice
          label="View"
          names={offered.map((one) => names[one] ?? '')}
          chosen={offered.indexOf(part)}
          onChoose={choose}
        />
      )}
      {part === table && <Table rows={rows} name={name} />}
      {part === plotted && (
        <TablePlot
          machine={tablePlotMachine}
          rows={rows}
          hasDecimalComma={hasDecimalComma}
          name={name}
          view={plot}
          onView={keep(setPlot)}
        />
      )}
      {part === dropped && pins && (
        <SupplyDrops machine={supplyDropsMachine} pins={pins} name={name} view={limits} onView={keep(setLimits)} />
      )}
    </>
  )
}

/** The part that the view in the URL refers to, if any. */
function firstPart(opened: string): number[] {
  if (isPlotAddress(opened)) return [plotted]
  if (isDropAddress(opened)) return [dropped]
  return opened === 'table' ? [table] : []
}
