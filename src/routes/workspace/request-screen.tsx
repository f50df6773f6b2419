import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'

import { isLocalId } from '../../../machines/projects/project-list'
import { projectsOf } from '../../../machines/projects/projects.machine'
import { RequestDialog } from '../../workspace/wizard/request-dialog'
import { pathInAddress } from '../path-in-address'
import { useWorkspace } from './context'
import { useLastListed } from './last-listed'

const route = getRouteApi('/workspace')

/** The page on which a simulation request is made. The URL contains its project and step. */
export function RequestScreen() {
  const { project: id, step = null } = route.useSearch()
  const { projects, go } = useWorkspace()
  const list = useSelector(projects, projectsOf)
  const project = useLastListed(list, id)
  const router = useRouter()
  const hasLeft = () => pathInAddress(router) !== '/workspace/request'
  return (
    <RequestDialog
      projectId={id !== undefined && !isLocalId(id) ? id : null}
      isGone={project !== undefined && !list.includes(project)}
      requestedStep={step}
      onStep={(reached) => !hasLeft() && go.step(reached, step === null || reached < step ? 'replace' : 'push')}
      onProject={(opened) => id !== opened && !hasLeft() && go.requestProject(opened)}
      onCreated={(created) => projects.send({ type: 'project.created', project: created, localId: '' })}
      onClose={go.closeRequest}
    />
  )
}
