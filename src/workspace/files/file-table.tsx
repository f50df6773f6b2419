import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useSelector } from '@xstate/react'
import { startTransition, useCallback, useLayoutEffect, useMemo, useState } from 'react'

import * as manager from '../../../machines/files/project-files.machine'
import type { Order } from '../../../machines/files/file-order'
import { Icon } from '../../ui/icon'
import { type FileActions, FileRow } from './file-row'
import { deferredMeasuring } from '../../ui/deferred-measuring'
import { useDeferredSelector } from '../../ui/use-deferred-selector'
import { useWide } from '../../ui/use-wide-screen'

const columns: { by: Order['by']; name: string; className: string }[] = [
  { by: 'name', name: 'Name', className: 'name' },
  { by: 'size', name: 'Size', className: 'size' },
  { by: 'fileType', name: 'Type', className: 'type' },
  { by: 'uploaded_at', name: 'Uploaded', className: 'uploaded' },
]

/** The fixed row heights in px. On a phone, a row has two lines, both large enough for touch. */
const rowHeight = { wide: 44, narrow: 96 }

// The table can appear during uploads, as soon as the first one completes, so its measurement is deferred.
const laidOutLater = deferredMeasuring(600)

type FileTableProps = {
  files: manager.ProjectFilesActor
  /** The id of the previewed file. While a file is previewed, the table has fewer columns. */
  openId: string | null
  onOpen: (id: string) => void
  onDownload: (ids: string[]) => void
  onRevisions: (id: string) => void
}

/**
 * The files of one folder. Only visible rows are rendered, as plain elements, so that 10,000 files scroll as smoothly
 * as ten.
 */
export function FileTable({ files, openId, onOpen, onDownload, onRevisions }: FileTableProps) {
  const count = useDeferredSelector(files, (snapshot) => manager.shownFiles(snapshot).length)
  const wide = useWide()
  // The scroll container must exist before the rows, which are rendered in a separate task.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const drawRowsIn = useCallback((element: HTMLDivElement | null) => startTransition(() => setScroller(element)), [])
  const actions = useMemo<FileActions>(
    () => ({
      onOpen,
      onDownload: (id) => onDownload([id]),
      onToggle: (id) => files.send({ type: 'file.toggled', id }),
      onType: (id, fileType) => files.send({ type: 'file.typeChosen', ids: [id], fileType }),
      onRevisions,
      onDelete: (id) => files.send({ type: 'deletion.requested', ids: [id] }),
    }),
    [files, onOpen, onDownload, onRevisions],
  )

  return (
    <div ref={drawRowsIn} className="files" data-wide={wide || undefined} data-compact={openId !== null || undefined}>
      <div role="table" aria-label="Files" aria-rowcount={count + 1}>
        <Head files={files} />
        {scroller && (
          <Rows
            files={files}
            openId={openId}
            scroller={scroller}
            height={rowHeight[wide ? 'wide' : 'narrow']}
            actions={actions}
          />
        )}
      </div>
    </div>
  )
}

function Head({ files }: { files: manager.ProjectFilesActor }) {
  const shown = useDeferredSelector(files, manager.shownFiles)
  const chosen = useSelector(files, manager.chosenOf)
  const order = useSelector(files, manager.orderOf)
  const isAll = shown.every(({ id }) => chosen.has(id))
  return (
    <div role="rowgroup" className="head">
      <div role="row" aria-rowindex={1} className="row">
        <div role="columnheader" className="choice">
          <label>
            <input
              type="checkbox"
              aria-label="Select all files"
              checked={isAll}
              ref={(box) => {
                if (box) box.indeterminate = chosen.size > 0 && !isAll
              }}
              onChange={() => files.send({ type: 'files.allToggled' })}
            />
          </label>
        </div>
        {columns.map(({ by, name, className }) => (
          <div key={by} role="columnheader" className={className} aria-sort={sortOf(order, by)}>
            <button type="button" onClick={() => files.send({ type: 'order.chosen', by })}>
              {name}
              {order?.by === by && <Icon path={order.descending ? mdiArrowDown : mdiArrowUp} size="14px" />}
            </button>
          </div>
        ))}
        <div role="columnheader" className="actions">
          <span>Actions</span>
        </div>
      </div>
    </div>
  )
}

type RowsProps = {
  files: manager.ProjectFilesActor
  openId: string | null
  scroller: HTMLDivElement
  height: number
  actions: FileActions
}

function Rows({ files, openId, scroller, height, actions }: RowsProps) {
  'use no memo'
  const shown = useDeferredSelector(files, manager.shownFiles)
  const chosen = useSelector(files, manager.chosenOf)
  const types = useSelector(files, manager.fileTypesOf)
  const change = useSelector(files, manager.changeOf)
  const locked = useSelector(
    files,
    (snapshot) => manager.isProjectFilesBusy(snapshot) && manager.changeOf(snapshot) !== null,
  )
  // Without a stable function, the virtualizer would recompute up to ten thousand rows in every frame.
  const keyOf = useCallback((index: number) => shown[index]?.id ?? index, [shown])
  // oxlint-disable-next-line react/incompatible-library -- TanStack Virtual returns functions that must not be memoized, so the component opts out.
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan: 2,
    ...laidOutLater,
  })
  // Without this, the virtualizer would keep its estimates when the window becomes narrower or wider.
  useLayoutEffect(() => rows.measure(), [rows, height])
  const changing = new Set(change?.ids)

  return (
    <div role="rowgroup" className="body" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const file = shown[index]
        return (
          file && (
            <FileRow
              key={key}
              file={file}
              position={index + 2}
              top={start}
              height={height}
              chosen={chosen.has(file.id)}
              open={file.id === openId}
              fileType={change && changing.has(file.id) ? change.fileType : file.fileType}
              types={types}
              locked={locked}
              atRest={!rows.isScrolling}
              actions={actions}
            />
          )
        )
      })}
    </div>
  )
}

const sortOf = (order: Order | null, by: Order['by']) =>
  order?.by !== by ? 'none' : order.descending ? 'descending' : 'ascending'
