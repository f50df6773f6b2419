import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useVirtualizer } from '@tanstack/react-virtual'
import Papa from 'papaparse'
import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'

import { extensionOf } from '../../../../machines/previews/preview-kinds'
import { PageSpinner } from '../../../ui/page-spinner'
import type { PreviewProps } from '../preview-props'

const LongText = lazy(() => import('./long-text').then((it) => ({ default: it.LongText })))

const rowHeight = 32
/** Column widths are measured in characters over this many rows. */
const measuredRows = 200
const columnWidth = { min: 4, max: 40 }

/**
 * The preview of a table of comma- or tab-separated values. A table that is too large to parse at once is shown as
 * text.
 */
export function TablePreview({ file, content, onBroken }: PreviewProps) {
  const [rows, setRows] = useState<string[][] | null>(null)

  const tellBroken = useEffectEvent(onBroken)
  useEffect(() => {
    if (content.as !== 'whole') return
    let current = true
    content.bytes.text().then(
      (text) => {
        const delimiter = extensionOf(file.name) === 'tsv' ? '\t' : ''
        const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' })
        if (current) setRows(data)
      },
      () => tellBroken('its content could not be read'),
    )
    return () => {
      current = false
    }
  }, [file.name, content])

  if (content.as === 'parts') return <LongText size={content.size} read={content.read} onBroken={onBroken} />
  if (!rows) return <PageSpinner text="Loading preview..." />
  return <Table rows={rows} name={file.name} />
}

const style: SystemStyleObject = {
  flex: '1',
  minH: '0',
  overflow: 'auto',
  borderWidth: '1px',
  borderRadius: 'l2',
  fontFamily: 'mono',
  textStyle: 'sm',
  '& .row': { display: 'grid', alignItems: 'center', minW: 'max-content', borderBottomWidth: '1px' },
  '& .head': { position: 'sticky', top: '0', zIndex: '1', bg: 'bg.subtle', fontWeight: 'semibold' },
  '& .body': { position: 'relative' },
  '& .body .row': { position: 'absolute', insetInline: '0', top: '0' },
  '& .row > *': { px: '2', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' },
  '& .number': { color: 'fg.muted', textAlign: 'end' },
}

function Table({ rows, name }: { rows: string[][]; name: string }) {
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const [head = [], ...body] = rows
  const widths = widthsOf(rows)
  // oxlint-disable-next-line react/incompatible-library -- TanStack Virtual returns functions that must not be memoized, so the component opts out.
  const visible = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const grid = { height: rowHeight, gridTemplateColumns: `7ch ${widths.map((ch) => `${ch + 3}ch`).join(' ')}` }
  const total = `calc(7ch + ${widths.reduce((sum, ch) => sum + ch + 3, 0)}ch)`

  return (
    <chakra.div ref={scroller} css={style} tabIndex={0} data-own-arrows="">
      <div role="table" aria-label={name} aria-rowcount={rows.length} style={{ minWidth: total }}>
        <div role="rowgroup" className="head">
          <div role="row" aria-rowindex={1} className="row" style={grid}>
            <span role="columnheader" className="number">
              #
            </span>
            {widths.map((_, column) => (
              <span key={column} role="columnheader" title={head[column]}>
                {head[column]}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="body" style={{ height: visible.getTotalSize() }}>
          {visible.getVirtualItems().map(({ index, key, start }) => (
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              className="row"
              style={{ ...grid, transform: `translateY(${start}px)` }}
            >
              <span role="rowheader" className="number">
                {index + 1}
              </span>
              {widths.map((_, column) => (
                <span key={column} role="cell" title={body[index]?.[column]}>
                  {body[index]?.[column]}
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
    </chakra.div>
  )
}

function widthsOf(rows: string[][]): number[] {
  const widths: number[] = []
  for (const row of rows.slice(0, measuredRows)) {
    row.forEach((cell, column) => {
      widths[column] = Math.min(columnWidth.max, Math.max(columnWidth.min, widths[column] ?? 0, cell.length))
    })
  }
  return widths
}
