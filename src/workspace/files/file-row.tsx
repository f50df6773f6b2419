import { mdiDeleteOutline, mdiDownload } from '@mdi/js'
import { memo, useDeferredValue, useState } from 'react'

import type { FileType } from '../../../machines/files/file-listing'
import type { ProjectFile } from '../../../machines/files/file-order'
import { Icon } from '../../ui/icon'
import { fileSize } from '../../ui/amounts'
import { dateAndTime, timeAgo } from '../../ui/time'

/** Actions on a file, identified by its id. */
export type FileActions = {
  onOpen: (id: string) => void
  onToggle: (id: string) => void
  onType: (id: string, fileType: string) => void
  onDownload: (id: string) => void
  onDelete: (id: string) => void
  onRevisions: (id: string) => void
}

type FileRowProps = {
  file: ProjectFile
  /** The number of the row in the whole table, for assistive technology. The head is row 1. */
  position: number
  /** The vertical offset in the body of the table, in px. */
  top: number
  height: number
  chosen: boolean
  /** Whether the file is previewed. */
  open: boolean
  /** The stored type, or the one that the user just selected. */
  fileType: string
  types: FileType[]
  locked: boolean
  /** False while the table is being scrolled. */
  atRest: boolean
  actions: FileActions
}

/** A file's row, built from plain elements because a hundred rows can mount and unmount while the table is scrolled. */
export const FileRow = memo(function FileRow({ file, position, top, height, actions, ...now }: FileRowProps) {
  const { id, name } = file
  return (
    <div
      role="row"
      aria-rowindex={position}
      className="row"
      data-chosen={now.chosen || undefined}
      data-open={now.open || undefined}
      style={{ height, top }}
    >
      <div role="cell" className="choice">
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={now.chosen}
            onChange={() => actions.onToggle(id)}
          />
        </label>
      </div>
      <div role="cell" className="name">
        <button type="button" title={name} aria-current={now.open || undefined} onClick={() => actions.onOpen(id)}>
          {name}
        </button>
        {file.revisions !== undefined && file.revisions > 1 && (
          <button
            type="button"
            className="revisions"
            aria-label={`${file.revisions} revisions of ${name}`}
            onClick={() => actions.onRevisions(id)}
          >
            {file.revisions} revisions
          </button>
        )}
        {file.news && <span className="new">New</span>}
        {file.open_comments !== undefined && file.open_comments > 0 && (
          <span role="img" className="comments" aria-label={`Open comments: ${file.open_comments}`}>
            {file.open_comments}
          </span>
        )}
      </div>
      <div role="cell" className="size">
        {fileSize(file.size)}
      </div>
      <div role="cell" className="type">
        <TypeChoice
          label={`Type of ${name}`}
          value={now.fileType}
          types={now.types}
          disabled={now.locked}
          atRest={now.atRest}
          onChoose={(fileType) => actions.onType(id, fileType)}
        />
      </div>
      <div role="cell" className="uploaded" title={dateAndTime(file.uploaded_at)}>
        {timeAgo(file.uploaded_at)}
      </div>
      <div role="cell" className="actions">
        <button type="button" aria-label={`Download ${name}`} onClick={() => actions.onDownload(id)}>
          <Icon path={mdiDownload} />
        </button>
        <button type="button" aria-label={`Delete ${name}`} onClick={() => actions.onDelete(id)}>
          <Icon path={mdiDeleteOutline} />
        </button>
      </div>
    </div>
  )
})

type TypeChoiceProps = {
  label: string
  value: string
  types: FileType[]
  disabled: boolean
  atRest: boolean
  onChoose: (fileType: string) => void
}

/**
 * A select accounts for a third of the cost of rendering a row. A new row therefore shows only the text, in a box of
 * the same size, until the browser has time and the table is not being scrolled. After that, the select is kept.
 */
function TypeChoice({ label, value, types, disabled, atRest, onChoose }: TypeChoiceProps) {
  const [isLive, setLive] = useState(false)
  const isTime = useDeferredValue(atRest, false)
  if (isTime && !isLive) setLive(true)
  if (!isLive) return <span className="kind">{value}</span>
  return (
    <select
      className="kind"
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChoose(target.value)}
    >
      {types.map(({ id, name }) => (
        <option key={id} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}
