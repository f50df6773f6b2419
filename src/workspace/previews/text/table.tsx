import { chakra, type SystemStyleObject } from '@chakra-ui/react/styled-system'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'

const rowHeight = 32
/** Column widths are measured in characters over this many rows. */
const measuredRows = 200
const columnWidth = { min: 4, max: 40 }

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

/** A table whose first row contains the headings. Only the visible rows are rendered. */
export function Table({ rows, name }: { rows: string[][]; name: string }) {
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
                {head[column] || `Column ${column + 1}`}
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
