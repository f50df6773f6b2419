import { chakra } from '@chakra-ui/react/styled-system'
import { mdiArrowDown, mdiArrowUp, mdiDeleteOutline, mdiDownload } from '@mdi/js'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'

import * as manager from '../../machines/workspace/file-manager.machine'
import type { Order, ProjectFile } from '../../machines/workspace/file-order'
import { Icon } from '../ui/icon'
import { fileSize } from './amounts'
import { tableStyle } from './file-table-style'
import { lastActivityText } from './time'
import { useWide } from './wide'

const columns: { by: Order['by']; name: string; className: string }[] = [
  { by: 'name', name: 'Name', className: 'name' },
  { by: 'size', name: 'Size', className: 'size' },
  { by: 'fileType', name: 'Type', className: 'type' },
  { by: 'uploaded_at', name: 'Uploaded', className: 'uploaded' },
]

/** Rows of one height: 44 px, and on a phone two lines. */
const rowHeight = { wide: 44, narrow: 84 }

type FileTableProps = {
  files: manager.FileManagerActor
  onOpen: (id: string) => void
  onDownload: (id: string) => void
}

/** The files of one folder. Only the rows in sight exist, as plain elements, so that 10,000 files scroll like ten. */
export function FileTable({ files, onOpen, onDownload }: FileTableProps) {
  'use no memo' // The virtualizer changes under the same identity, which memoised rows would not notice.
  const shown = useSelector(files, manager.shownFiles)
  const chosen = useSelector(files, manager.chosenOf)
  const order = useSelector(files, manager.orderOf)
  const types = useSelector(files, manager.fileTypesOf)
  const change = useSelector(files, manager.changeOf)
  const busy = useSelector(files, manager.isBusy)
  const wide = useWide()
  const scroller = useRef<HTMLDivElement>(null)
  const height = wide ? rowHeight.wide : rowHeight.narrow
  // eslint-disable-next-line react-hooks/incompatible-library -- Said above: this component is not memoised.
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: 3,
  })
  const changing = new Set(change?.ids)

  return (
    <chakra.div ref={scroller} css={tableStyle} data-wide={wide || undefined}>
      <div role="table" aria-label="Files" aria-rowcount={shown.length + 1}>
        <div role="rowgroup" className="head">
          <div role="row" aria-rowindex={1} className="row">
            <div role="columnheader" className="choice">
              <input
                type="checkbox"
                aria-label="Select all files"
                checked={shown.every(({ id }) => chosen.has(id))}
                ref={(box) => {
                  if (box) box.indeterminate = chosen.size > 0 && !shown.every(({ id }) => chosen.has(id))
                }}
                onChange={() => files.send({ type: 'files.allToggled' })}
              />
            </div>
            {columns.map(({ by, name, className }) => (
              <div key={by} role="columnheader" className={className} aria-sort={sortOf(order, by)}>
                <button type="button" onClick={() => files.send({ type: 'order.chosen', by })}>
                  {name}
                  {order?.by === by && <Icon path={order.descending ? mdiArrowDown : mdiArrowUp} size="14px" />}
                </button>
              </div>
            ))}
            <div role="columnheader" className="actions" aria-label="Actions" />
          </div>
        </div>
        <div role="rowgroup" className="body" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const file = shown[index]
            return (
              file && (
                <div
                  key={key}
                  role="row"
                  aria-rowindex={index + 2}
                  className="row"
                  data-chosen={chosen.has(file.id) || undefined}
                  style={{ height, transform: `translateY(${start}px)` }}
                >
                  <div role="cell" className="choice">
                    <input
                      type="checkbox"
                      aria-label={`Select ${file.name}`}
                      checked={chosen.has(file.id)}
                      onChange={() => files.send({ type: 'file.toggled', id: file.id })}
                    />
                  </div>
                  <div role="cell" className="name">
                    <button type="button" title={file.name} onClick={() => onOpen(file.id)}>
                      {file.name}
                    </button>
                  </div>
                  <div role="cell" className="size">
                    {fileSize(file.size)}
                  </div>
                  <div role="cell" className="type">
                    <select
                      aria-label={`Type of ${file.name}`}
                      value={change && changing.has(file.id) ? change.fileType : file.fileType}
                      disabled={busy && change !== null}
                      onChange={(event) =>
                        files.send({ type: 'file.typeChosen', ids: [file.id], fileType: event.target.value })
                      }
                    >
                      {types.map(({ id, name }) => (
                        <option key={id} value={name}>
                          {name}
                        </option>
                      ))}
                    </select>
                  </div>
                  <div role="cell" className="uploaded" title={timeOf(file)}>
                    {lastActivityText(file.uploaded_at)}
                  </div>
                  <div role="cell" className="actions">
                    <button type="button" aria-label={`Download ${file.name}`} onClick={() => onDownload(file.id)}>
                      <Icon path={mdiDownload} />
                    </button>
                    <button
                      type="button"
                      aria-label={`Delete ${file.name}`}
                      onClick={() => files.send({ type: 'deletion.requested', ids: [file.id] })}
                    >
                      <Icon path={mdiDeleteOutline} />
                    </button>
                  </div>
                </div>
              )
            )
          })}
        </div>
      </div>
    </chakra.div>
  )
}

const sortOf = (order: Order | null, by: Order['by']) =>
  order?.by !== by ? 'none' : order.descending ? 'descending' : 'ascending'

const timeOf = ({ uploaded_at }: ProjectFile) =>
  new Date(uploaded_at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
