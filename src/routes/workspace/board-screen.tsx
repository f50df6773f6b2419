import { useNavigate, useRouter } from '@tanstack/react-router'

import { projectsOf } from '../../../machines/projects/projects.machine'
import { KeptBoardPage } from '../../workspace/pricing/kept-board-page'
import { pathInAddress } from '../path-in-address'
import { useWorkspace } from './context'

/** The page that a visitor with a priced board reaches after signing in. */
export function BoardScreen() {
  const { projects } = useWorkspace()
  const navigate = useNavigate()
  const router = useRouter()
  return (
    <KeptBoardPage
      names={projectsOf(projects.getSnapshot()).map(({ name }) => name)}
      onCreated={(project) => projects.send({ type: 'project.created', project, localId: '' })}
      onBegun={({ projectId, step }) => {
        if (pathInAddress(router) !== '/workspace/board') return
        // Back must not return here.
        navigate({ to: '/workspace/request', search: { project: projectId, step }, replace: true }).catch(console.error)
      }}
    />
  )
}
