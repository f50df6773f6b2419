import { mdiAlertCircleOutline, mdiRefresh } from '@mdi/js'
import type { ComponentType } from 'react'

import type { LocalProject } from '../../../../machines/projects/project-list'
import { Icon } from '../../../ui/icon'
import type { CardActions, CardFrameProps, CardPlace } from './project-card'

type LocalCardProps = CardPlace & {
  project: LocalProject
  saving: boolean
  actions: CardActions
  /** Passed as a prop, because an import would move the code of all cards out of the list's file. */
  Frame: ComponentType<CardFrameProps>
}

/**
 * The card of a project that exists only in this tab, with the reason why it was not saved and the available actions.
 * Files and requests are unavailable until the project is saved.
 */
export function LocalProjectCard({ project, saving, actions, Frame, ...place }: LocalCardProps) {
  const { id } = project
  return (
    <Frame
      project={project}
      actions={actions}
      className="local"
      legend={<strong>Not saved yet</strong>}
      onOpen={() => actions.onEdit(id)}
      {...place}
    >
      <div role="alert" className="reason">
        <Icon path={mdiAlertCircleOutline} />
        <p>
          <strong>{project.failure}</strong>{' '}
          {project.isRefused
            ? 'Edit it, or discard it.'
            : 'It is kept in this tab and will be saved automatically when the server responds.'}
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
    </Frame>
  )
}
