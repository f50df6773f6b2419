import { chakra } from '@chakra-ui/react/styled-system'
import { mdiArrowDown, mdiArrowUp, mdiCheckCircle, mdiDotsVertical, mdiFolderOutline, mdiLock } from '@mdi/js'
import { memo, useMemo } from 'react'

import {
  type Column,
  columnOf,
  hasNews,
  isDescending,
  isLocalId,
  type LocalProject,
  type Project,
  type Sort,
  toggledSort,
} from '../../../../machines/projects/project-list'
import { fileSize } from '../../../ui/amounts'
import { Icon } from '../../../ui/icon'
import { Menu } from '../../../ui/menu'
import { timeAgo } from '../../../ui/time'
import { useWide } from '../../../ui/use-wide-screen'
import { statusNames, statusPalettes } from '../../lib/request-status'
import { type CardActions, cardId, fileCountText, moreActions } from './project-card'
import { columnNames } from './project-search'
import { tableStyle } from './project-table-style'
import { useWindowedItems } from './windowed-items'

const shownColumns: Column[] = ['name', 'request', 'files', 'size', 'activity', 'creator']

/** On a phone, a row has two lines. */
const rowHeights = { wide: 48, narrow: 88 }

/** Keeps a row clear of the sticky headers of the page and the table. */
const margins = { above: 128, below: 8 }

const oneColumn = () => 1

type ProjectTableProps = {
  items: (Project | LocalProject)[]
  /** The id of the project whose row gets the focus when the list appears. */
  returnTo: string | null
  selectedId: string | null
  savingId: string | null
  sort: Sort
  actions: Omit<CardActions, 'onFocus'>
  onSort: (sort: Sort) => void
}

const isLocal = (item: Project | LocalProject): item is LocalProject => isLocalId(item.id)

/**
 * A list of any length as a compact table that can be sorted by its columns. Only rows near the viewport are rendered.
 */
export function ProjectTable({ items, returnTo, selectedId, savingId, sort, actions, onSort }: ProjectTableProps) {
  const rowHeight = rowHeights[useWide() ? 'wide' : 'narrow']
  const { around, height, rows, stop, move, setFocused } = useWindowedItems({
    items,
    selectedId,
    returnTo,
    rowHeight,
    columnsIn: oneColumn,
    margins,
  })
  const rowActions = useMemo(
    () => ({ ...actions, onFocus: (id: string, position: number) => setFocused({ id, place: position }) }),
    [actions, setFocused],
  )

  return (
    <Container role="table" aria-label="Projects" aria-rowcount={items.length + 1}>
      <div role="rowgroup" className="head">
        <div role="row" aria-rowindex={1} className="row">
          {shownColumns.map((column) => (
            <ColumnHead key={column} column={column} sort={sort} onSort={onSort} />
          ))}
          <div role="columnheader" className="actions">
            <span>Actions</span>
          </div>
        </div>
      </div>
      <div ref={around} role="rowgroup" className="body" style={{ height }} onKeyDown={move}>
        {rows.map((index) => {
          const item = items[index]
          if (!item) return null
          const place = {
            index,
            top: index * rowHeight,
            height: rowHeight,
            isTabStop: index === stop,
            selected: item.id === selectedId,
            actions: rowActions,
          }
          return isLocal(item) ? (
            <LocalRow key={item.id} project={item} saving={item.id === savingId} {...place} />
          ) : (
            <ProjectRow key={item.id} project={item} {...place} />
          )
        })}
      </div>
    </Container>
  )
}

type ColumnHeadProps = { column: Column; sort: Sort; onSort: (sort: Sort) => void }

function ColumnHead({ column, sort, onSort }: ColumnHeadProps) {
  const isSorted = columnOf(sort) === column
  const direction = isDescending(sort) ? 'descending' : 'ascending'
  return (
    <div role="columnheader" className={column} aria-sort={isSorted ? direction : 'none'}>
      <button type="button" onClick={() => onSort(toggledSort(sort, column))}>
        {columnNames[column]}
        {isSorted && <Icon path={direction === 'descending' ? mdiArrowDown : mdiArrowUp} size="14px" />}
      </button>
    </div>
  )
}

type RowProps = {
  /** The position in the whole list, because not all rows are rendered. */
  index: number
  top: number
  height: number
  isTabStop: boolean
  selected: boolean
  actions: CardActions
}

/** The props that the rows of saved and unsaved projects share. A click in a row, except on a button, selects the project. */
function rowProps(id: string, { index, top, height, selected, actions }: RowProps) {
  return {
    role: 'row',
    'aria-rowindex': index + 2,
    style: { top, height },
    'data-selected': selected || undefined,
    onFocus: () => actions.onFocus(id, index),
    onClick: ({ target }: { target: EventTarget }) => {
      if (target instanceof Element && !target.closest('button')) actions.onSelect(id)
    },
  }
}

type NameProps = {
  project: { id: string; name: string; notes: string | null }
  isTabStop: boolean
  selected: boolean
  actions: CardActions
}

const Name = ({ project: { id, name, notes }, isTabStop, selected, actions }: NameProps) => (
  <button
    id={cardId(id)}
    type="button"
    title={notes === null ? name : `${name}\n${notes}`}
    aria-pressed={selected}
    {...(isTabStop && { tabIndex: 0 })}
    onClick={() => actions.onSelect(id)}
  >
    {name}
  </button>
)

const ProjectRow = memo(function ProjectRow({ project, ...row }: RowProps & { project: Project }) {
  const { id, name, newestRequest } = project
  return (
    <div
      className="row"
      {...rowProps(id, row)}
      onDoubleClick={({ target }) =>
        target instanceof Element && !target.closest('.actions') && row.actions.onManageFiles(id)
      }
    >
      <div role="cell" className="name">
        <Name project={project} {...row} />
        {hasNews(project) && (
          <span className="status" data-palette="info">
            New
          </span>
        )}
        {project.isPrivate && <Icon path={mdiLock} size="14px" label="Private" />}
        {row.selected && <Icon path={mdiCheckCircle} size="16px" label="Selected" />}
      </div>
      <div role="cell" className="request">
        {newestRequest && (
          <span className="status" data-palette={statusPalettes[newestRequest]}>
            {statusNames[newestRequest]}
          </span>
        )}
      </div>
      <div role="cell" className="files">
        {fileCountText(project.fileCount)}
      </div>
      <div role="cell" className="size">
        {fileSize(project.usedBytes)}
      </div>
      <div role="cell" className="activity">
        {timeAgo(project.lastActivity)}
      </div>
      <div role="cell" className="creator" title={project.created_by_name}>
        {project.created_by_name}
      </div>
      <div role="cell" className="actions">
        <button
          type="button"
          className="action"
          aria-label={`Manage files of ${name}`}
          title="Manage files"
          onClick={() => row.actions.onManageFiles(id)}
        >
          <Icon path={mdiFolderOutline} />
          <span>Manage files</span>
        </button>
        <Menu label={`More actions for ${name}`} className="action" items={moreActions(project, row.actions)}>
          <Icon path={mdiDotsVertical} />
        </Menu>
      </div>
    </div>
  )
})

/** A project that exists only in this tab, with the reason why it was not saved and the available actions. */
function LocalRow({ project, saving, ...row }: RowProps & { project: LocalProject; saving: boolean }) {
  const { id, failure } = project
  return (
    <div className="row local" {...rowProps(id, row)}>
      <div role="cell" className="name">
        <Name project={project} {...row} />
      </div>
      <div role="cell" aria-colspan={5} className="reason" title={failure}>
        <strong>Not saved yet</strong> <span role="alert">{failure}</span>
      </div>
      <div role="cell" className="actions">
        <button type="button" className="action" disabled={saving} onClick={() => row.actions.onRetry(id)}>
          {saving ? 'Saving...' : 'Retry'}
        </button>
        <button type="button" className="action" disabled={saving} onClick={() => row.actions.onEdit(id)}>
          Edit
        </button>
        <button type="button" className="action" disabled={saving} onClick={() => row.actions.onDiscard(id)}>
          Discard
        </button>
      </div>
    </div>
  )
}

const Container = chakra('div', { base: tableStyle })
