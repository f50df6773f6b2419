import { chakra } from '@chakra-ui/react/styled-system'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'

import {
  failureOfSession,
  isLeaving,
  isPersonKnown,
  isRefused,
  isSignedOut,
  statusOf,
} from '../../machines/session/session.machine'
import { selectedIdOf } from '../../machines/workspace/projects.machine'
import { useSession } from '../session/context'
import { ErrorNotice } from '../ui/notices'
import { PageSpinner } from '../ui/page-spinner'
import { CreateProjectDialog } from '../workspace/create-project-dialog'
import { FileManagerDialog } from '../workspace/file-manager-dialog'
import { connectWorkspace, useWorkspaceMachines, WorkspaceProvider } from '../workspace/machines'
import { PaymentReturnNotice } from '../workspace/payment-return-notice'
import { ProjectsPage } from '../workspace/projects-page'
import { RequestDialog } from '../workspace/request-dialog'

const route = getRouteApi('/workspace')

/** The workspace, once it is known who works in it. */
export function WorkspaceScreen() {
  const { services } = route.useRouteContext()
  const navigate = route.useNavigate()
  const router = useRouter()
  const session = useSession()
  const status = useSelector(session, statusOf)
  const leaving = useSelector(session, isLeaving)
  const personKnown = useSelector(session, isPersonKnown)
  const refused = useSelector(session, isRefused)
  const failure = useSelector(session, failureOfSession)
  const machines = useMemo(() => connectWorkspace(services.api, services.session.who), [services])
  const signedOut = useSelector(session, isSignedOut)
  const isStranger = status === 'anonymous' && !leaving && !refused

  useEffect(() => {
    if (!isStranger) return
    if (signedOut) void navigate({ to: '/' })
    // The status came after the guard had given up waiting for it: it is asked again.
    else void router.invalidate()
  }, [isStranger, signedOut, navigate, router])

  if (refused) {
    return (
      <chakra.div maxW="3xl" mx="auto" px="4" py="16">
        <ErrorNotice
          title="Your account could not be read"
          text={`${failure?.message ?? 'The server does not answer.'} Your work is kept there.`}
          onRetry={() => session.send({ type: 'user.retry' })}
        />
      </chakra.div>
    )
  }
  if (!personKnown) return <PageSpinner text="Loading workspace..." />
  return (
    <WorkspaceProvider value={machines}>
      <Workspace />
    </WorkspaceProvider>
  )
}

function Workspace() {
  const place = route.useSearch()
  const navigate = route.useNavigate()
  const machines = useWorkspaceMachines()
  const projects = useActorRef(machines.projects, { input: { selectedId: place.project ?? null } })
  const selectedId = useSelector(projects, selectedIdOf)

  useEffect(() => {
    projects.send({ type: 'project.selected', id: place.project ?? null })
  }, [projects, place.project])

  const go = (search: typeof place) => void navigate({ search })
  const close = () => go(selectedId ? { project: selectedId } : {})

  return (
    <>
      {place.request && (
        <PaymentReturnNotice
          key={place.request}
          requestId={place.request}
          cancelled={place.checkout === 'cancelled'}
          onClose={() => go(place.project ? { project: place.project } : {})}
        />
      )}
      <ProjectsPage
        projects={projects}
        onSelect={(project) => go({ project })}
        onCreate={() => go({ ...place, dialog: 'create' })}
        onRequest={() => go({ ...(selectedId && { project: selectedId }), dialog: 'request', step: 1 })}
        onManageFiles={(project) => go({ project, dialog: 'files' })}
      />
      {place.dialog === 'create' && (
        <CreateProjectDialog
          onClose={close}
          onCreated={(project) => {
            projects.send({ type: 'project.created', project })
            go({ project: project.id })
          }}
        />
      )}
      {place.dialog === 'files' && place.project && (
        <FileManagerDialog key={place.project} projectId={place.project} projects={projects} onClose={close} />
      )}
      {place.dialog === 'request' && (
        <RequestDialog
          projectId={place.project ?? null}
          wantedStep={place.step ?? 1}
          onStep={(step) => void navigate({ search: { ...place, step }, replace: step < (place.step ?? 1) })}
          onLeave={(url) => location.assign(url)}
          onClose={close}
        />
      )}
    </>
  )
}
