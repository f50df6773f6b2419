import { useLocation } from '@tanstack/react-router'

import { useSession } from '../../session/context'
import { InvitationPage } from '../../workspace/sharing/invitation-page'
import { useWorkspace } from './context'

/**
 * The page of an invitation link. The token is in the URL fragment, which browsers include neither in page requests nor
 * in referrers, so that it appears in no log.
 */
export function InvitationScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  const session = useSession()
  const { projects, go } = useWorkspace()
  return (
    <InvitationPage
      key={token}
      token={token}
      onJoined={(project) => {
        projects.send({ type: 'project.created', project, localId: '' })
        go.joined(project.id)
      }}
      onLogOut={() => session.send({ type: 'logout.requested' })}
      onProjects={go.list}
    />
  )
}
