import {
  mdiAccountMultipleOutline,
  mdiCheckCircle,
  mdiDeleteOutline,
  mdiDotsVertical,
  mdiFolderOutline,
  mdiLock,
  mdiPencilOutline,
} from '@mdi/js'
import { memo, type ReactNode } from 'react'

import { MB } from '../../../../machines/lib/file-size'
import { hasNews, type Project } from '../../../../machines/projects/project-list'
import { Icon } from '../../../ui/icon'
import { Menu } from '../../../ui/menu'
import { PlainStorageBar } from '../../../ui/storage-bar'
import { fileSize } from '../../../ui/amounts'
import { timeAgo } from '../../../ui/time'
import { CardPicture } from './card-picture'
import { statusNames, statusPalettes } from '../../lib/request-status'

/** Actions on a card, identified by the project's id. */
export type CardActions = {
  onSelect: (id: string) => void
  onManageFiles: (id: string) => void
  onMembers: (id: string) => void
  onEdit: (id: string) => void
  /** Null if the user has no permission to delete. */
  onDelete: ((id: string) => void) | null
  onRetry: (id: string) => void
  onDiscard: (id: string) => void
  onFocus: (id: string, position: number) => void
}

/** A card's place in the list. Assistive technology needs `position` and `size`, because not all cards are rendered. */
export type CardPlace = { position: number; size: number; isTabStop: boolean; selected: boolean }

/** The id of the element that gets the focus for a project: its card, or its name in the table. */
export const cardId = (id: string) => `project-${id}`

export type CardFrameProps = CardPlace & {
  project: { id: string; name: string; notes: string | null }
  actions: CardActions
  className?: string
  /** Shown at the top of the card. */
  picture?: ReactNode
  /** Shown above the name. */
  legend: ReactNode
  onOpen: () => void
  children: ReactNode
}

/**
 * A few plain elements, styled by class from the surrounding grid, because hundreds of cards mount and unmount while
 * the list is scrolled. Clicking the card selects the project, and double-clicking its name opens it. Enter opens
 * the project whose card has the focus, and Space selects it.
 */
export function CardFrame({
  project,
  actions,
  className,
  picture,
  legend,
  onOpen,
  children,
  ...place
}: CardFrameProps) {
  const { id, name, notes } = project
  return (
    <article
      id={cardId(id)}
      className={className ? `card ${className}` : 'card'}
      aria-label={name}
      aria-posinset={place.position}
      aria-setsize={place.size}
      tabIndex={place.isTabStop ? 0 : -1}
      data-selected={place.selected || undefined}
      onFocus={() => actions.onFocus(id, place.position)}
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest('button')) actions.onSelect(id)
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
        event.preventDefault()
        if (event.key === 'Enter') onOpen()
        else actions.onSelect(id)
      }}
    >
      {picture}
      <p className="legend">
        {legend}
        {place.selected && <Icon path={mdiCheckCircle} size="20px" label="Selected" />}
      </p>
      <h2>
        <button
          type="button"
          className="name"
          title={name}
          aria-pressed={place.selected}
          onClick={() => actions.onSelect(id)}
          onDoubleClick={onOpen}
        >
          {name}
        </button>
      </h2>
      <p className="notes">{notes ?? 'No notes available'}</p>
      {children}
    </article>
  )
}

type ProjectCardProps = CardPlace & { project: Project; actions: CardActions }

export const ProjectCard = memo(function ProjectCard({ project, actions, ...place }: ProjectCardProps) {
  const { id, name, newestRequest } = project
  const legend = project.isPrivate ? (
    <>
      {project.type}
      <Icon path={mdiLock} size="14px" label="Private" />
    </>
  ) : (
    project.type
  )
  return (
    <CardFrame
      project={project}
      actions={actions}
      picture={<CardPicture thumbnail={project.thumbnail} newestFile={project.newestFile} />}
      legend={legend}
      onOpen={() => actions.onManageFiles(id)}
      {...place}
    >
      <dl>
        {hasNews(project) && newMark}
        {newestRequest && (
          <div>
            <dt className="hidden">Newest request</dt>
            <dd className="status" data-palette={statusPalettes[newestRequest]}>
              {statusNames[newestRequest]}
            </dd>
          </div>
        )}
        <div>
          <dt className="hidden">Files</dt>
          <dd>{fileCountText(project.fileCount)}</dd>
        </div>
        <div>
          <dt className="hidden">Last activity</dt>
          <dd>{timeAgo(project.lastActivity)}</dd>
        </div>
        {project.openComments > 0 && (
          <div>
            <dt>Open comments</dt>
            <dd>{project.openComments}</dd>
          </div>
        )}
        <div className="creator">
          <dt>Created by</dt>
          <dd title={project.created_by_name}>{project.created_by_name}</dd>
        </div>
      </dl>
      <PlainStorageBar
        usedMb={project.usedBytes / MB}
        limitMb={project.storageLimitBytes / MB}
        text={`${fileSize(project.usedBytes)} of ${fileSize(project.storageLimitBytes)}`}
      />
      <div className="actions">
        <button type="button" className="action" onClick={() => actions.onManageFiles(id)}>
          <Icon path={mdiFolderOutline} />
          Manage files
        </button>
        <Menu label={`More actions for ${name}`} className="action" items={moreActions(project, actions)}>
          <Icon path={mdiDotsVertical} />
        </Menu>
      </div>
    </CardFrame>
  )
})

/** Marks a project with content that the user has not seen, in the style of a status. */
const newMark = (
  <div>
    <dt className="hidden">Reports, comments and requests</dt>
    <dd className="status" data-palette="info">
      New
    </dd>
  </div>
)

export const fileCountText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'file' : 'files'}`

/** The actions of a project's menu. */
export const moreActions = ({ id, name }: Project, { onEdit, onMembers, onDelete }: CardActions) => [
  { key: 'Edit', label: `Edit ${name}`, icon: <Icon path={mdiPencilOutline} />, onChoose: () => onEdit(id) },
  {
    key: 'Members',
    label: `Members of ${name}`,
    icon: <Icon path={mdiAccountMultipleOutline} />,
    onChoose: () => onMembers(id),
  },
  ...(onDelete
    ? [
        {
          key: 'Delete',
          label: `Delete ${name}`,
          icon: <Icon path={mdiDeleteOutline} />,
          isDangerous: true,
          onChoose: () => onDelete(id),
        },
      ]
    : []),
]
