import {
  mdiAlertCircleOutline,
  mdiCheckCircle,
  mdiDeleteOutline,
  mdiFolderOutline,
  mdiLock,
  mdiPencilOutline,
  mdiRefresh,
} from '@mdi/js'
import { memo, type ReactNode } from 'react'

import type { LocalProject, Project } from '../../machines/workspace/project-list'
import { Icon } from '../ui/icon'
import { PlainStorageBar } from '../ui/storage-bar'
import { lastActivityText } from './time'

/** What can be done with a card, by the project's id. */
export type CardActions = {
  onSelect: (id: string) => void
  onManageFiles: (id: string) => void
  onEdit: (id: string) => void
  /** Null where the person may not delete. */
  onDelete: ((id: string) => void) | null
  onRetry: (id: string) => void
  onDiscard: (id: string) => void
  onFocus: (id: string) => void
}

/** Where a card stands, for those who cannot see the whole list. */
export type CardPlace = { position: number; size: number; isTabStop: boolean; selected: boolean }

/** The element that has the focus when a project's card has it. */
export const cardId = (id: string) => `project-${id}`

type FrameProps = CardPlace & {
  project: { id: string; name: string }
  actions: CardActions
  className?: string
  onOpen: () => void
  children: ReactNode
}

/**
 * Plain elements, styled by class from the grid around them: hundreds come and go while the list is scrolled. Enter
 * opens the project whose card has the focus, Space selects it.
 */
function CardFrame({ project, actions, position, size, isTabStop, selected, className, onOpen, children }: FrameProps) {
  return (
    <article
      id={cardId(project.id)}
      className={className ? `card ${className}` : 'card'}
      aria-label={project.name}
      aria-posinset={position}
      aria-setsize={size}
      tabIndex={isTabStop ? 0 : -1}
      data-selected={selected || undefined}
      onFocus={() => actions.onFocus(project.id)}
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest('button')) actions.onSelect(project.id)
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
        event.preventDefault()
        if (event.key === 'Enter') onOpen()
        else actions.onSelect(project.id)
      }}
    >
      {children}
    </article>
  )
}

function CardName({ name, selected, onSelect }: { name: string; selected: boolean; onSelect: () => void }) {
  return (
    <h2>
      <button type="button" className="name" title={name} aria-pressed={selected} onClick={onSelect}>
        {name}
      </button>
    </h2>
  )
}

type ProjectCardProps = CardPlace & { project: Project; actions: CardActions }

/** A project at a glance. Its name selects it. */
export const ProjectCard = memo(function ProjectCard({ project, actions, ...place }: ProjectCardProps) {
  const { id, name } = project
  return (
    <CardFrame project={project} actions={actions} {...place} onOpen={() => actions.onManageFiles(id)}>
      <p className="legend">
        {project.type}
        {project.isPrivate && <Icon path={mdiLock} size="14px" label="Private" />}
        {place.selected && (
          <span className="mark">
            <Icon path={mdiCheckCircle} size="20px" label="Selected" />
          </span>
        )}
      </p>
      <div className="words">
        <CardName name={name} selected={place.selected} onSelect={() => actions.onSelect(id)} />
        <p className="notes">{project.notes ?? 'No notes available'}</p>
      </div>
      <dl>
        <div>
          <dt>Files</dt>
          <dd>{project.fileCount}</dd>
        </div>
        <div>
          <dt>Last activity</dt>
          <dd>{lastActivityText(project.lastActivity)}</dd>
        </div>
        <div>
          <dt>Created by</dt>
          <dd title={project.created_by_name}>{project.created_by_name}</dd>
        </div>
      </dl>
      <PlainStorageBar usedMb={project.usedBytes / 1_048_576} limitMb={project.storageLimitBytes / 1_048_576} />
      <div className="actions">
        <button type="button" className="action" onClick={() => actions.onManageFiles(id)}>
          <Icon path={mdiFolderOutline} />
          Manage files
        </button>
        <button type="button" className="action" aria-label={`Edit ${name}`} onClick={() => actions.onEdit(id)}>
          <Icon path={mdiPencilOutline} />
        </button>
        {actions.onDelete && (
          <button
            type="button"
            className="action danger"
            aria-label={`Delete ${name}`}
            onClick={() => actions.onDelete?.(id)}
          >
            <Icon path={mdiDeleteOutline} />
          </button>
        )}
      </div>
    </CardFrame>
  )
})

type LocalCardProps = CardPlace & { project: LocalProject; saving: boolean; actions: CardActions }

/** A project that is only here: why it is not saved, and what can be done. Files and requests wait until it is. */
export function LocalProjectCard({ project, saving, actions, ...place }: LocalCardProps) {
  const { id, name } = project
  return (
    <CardFrame project={project} actions={actions} {...place} className="local" onOpen={() => actions.onEdit(id)}>
      <p className="legend">
        <strong>Not saved yet</strong>
        {place.selected && (
          <span className="mark">
            <Icon path={mdiCheckCircle} size="20px" label="Selected" />
          </span>
        )}
      </p>
      <div className="words">
        <CardName name={name} selected={place.selected} onSelect={() => actions.onSelect(id)} />
        <p className="notes">{project.notes ?? 'No notes available'}</p>
      </div>
      <div role="alert" className="reason">
        <Icon path={mdiAlertCircleOutline} />
        <p>
          <strong>{project.failure}</strong>{' '}
          {project.isRefused
            ? 'Edit it, or discard it.'
            : 'It is kept in this tab and saved by itself when the server answers.'}
        </p>
      </div>
      <div className="actions">
        <button type="button" className="action" disabled={saving} onClick={() => actions.onRetry(id)}>
          <Icon path={mdiRefresh} />
          {saving ? 'Saving...' : 'Retry'}
        </button>
        <button type="button" className="action" disabled={saving} onClick={() => actions.onEdit(id)}>
          Edit
        </button>
        <button type="button" className="action danger" disabled={saving} onClick={() => actions.onDiscard(id)}>
          Discard
        </button>
      </div>
    </CardFrame>
  )
}
