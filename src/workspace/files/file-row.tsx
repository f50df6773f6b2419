import { mdiDeleteOutline, mdiDownload } from '@mdi/js'
import { memo, useDeferredValue, useState } from 'react'

import type { FileType } from '../../../machines/files/file-listing'
import type { ProjectFile } from '../../../machines/files/file-order'
import { Icon } from '../../ui/icon'
import { fileSize } from '../../ui/amounts'
import { lastActivityText } from '../../ui/time'

/** What can be done with a file, by its id. */
export type FileActions = {
  onOpen: (id: string) => void
  onToggle: (id: string) => void
  onType: (id: string, fileType: string) => void
  onDownload: (id: string) => void
  onDelete: (id: string) => void
}

type FileRowProps = {
  file: ProjectFile
  /** Where in the list, for those who cannot see the whole of it; and where on the page. */
  position: number
  top: number
  height: number
  chosen: boolean
  /** The type as it is, or as it was just chosen. */
  fileType: string
  types: FileType[]
  locked: boolean
  /** False while the table is scrolled. */
  atRest: boolean
  actions: FileActions
}

/** One file, in plain elements: a hundred of them come and go while the table is scrolled. */
export const FileRow = memo(function FileRow({ file, position, top, height, actions, ...now }: FileRowProps) {
  const { id, name } = file
  return (
    <div
      role="row"
      aria-rowindex={position}
      className="row"
      data-chosen={now.chosen || undefined}
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
        <button type="button" title={name} onClick={() => actions.onOpen(id)}>
          {name}
        </button>
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
      <div role="cell" className="uploaded" title={times.format(new Date(file.uploaded_at))}>
        {lastActivityText(file.uploaded_at)}
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
 * A list of choices is a third of what a row costs, so that a new row shows the text alone, in the same box: until
 * there is time, and the table is at rest. What is a list once stays one.
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

const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
