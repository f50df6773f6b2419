import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'

import { isPersonKnown, isRefused, sessionOf, statusOf } from '../../../machines/session/session.machine'
import { mayAssignRoles, mayDeleteProjects, mayManageMembers } from '../../../machines/projects/project-rights'
import { keptProjectsOf } from '../../../machines/projects/kept-list.machine'
import { isLoading, isUnsaved, unsavedOf } from '../../../machines/projects/projects.machine'
import { useSession } from '../../session/context'
import { readDraft } from '../../session/drafts/drafts'
import { useDraft } from '../../session/drafts/use-draft'
import { PageSpinner } from '../../ui/page-spinner'
import { connectWorkspace, WorkspaceProvider } from '../../workspace/lib/machines'
import { keptView } from '../../workspace/projects/list/kept-view'
import { useProjectMachines } from '../../workspace/projects/machines'
import { ProjectsPage } from '../../workspace/projects/list/projects-page'
import { shortcutOf } from '../../workspace/search/shortcuts'
import { RefusedNotice } from '../refused-notice'
import { listPlaceOf, useFollowAddress } from './address'
import { useWorkspace, WorkspaceParts } from './context'
import { useWorkspaceNav } from './navigation'
import { lazyPart } from '../../ui/loading/lazy-part'

const PaymentReturnNotice = lazyPart(() =>
  import('../../workspace/requests/payment-return-notice').then((it) => it.PaymentReturnNotice),
)

const FirstSteps = lazyPart(() => import('../../workspace/wizard/first-steps/first-steps').then((it) => it.FirstSteps))

/**
 * Loaded once the list is shown, or earlier if the URL contains a dialog. Stays mounted, because it subscribes to the
 * stream of changes.
 */
const WorkspaceDialog = lazyPart(() => import('./dialog').then((it) => it.WorkspaceDialog))

const route = getRouteApi('/workspace')

/**
 * Shown until the user is known or the list of projects kept in the browser is available. It is in this chunk so that the
 * chunk is loaded during the session check.
 */
export const WorkspaceOpening = () => <PageSpinner text="Loading workspace..." />

/**
 * The layout of the workspace, shown once the user is known or the list of projects kept in the browser is available.
 */
export function WorkspaceScreen() {
  const { services } = route.useRouteContext()
  const session = useSession()
  const status = useSelector(session, statusOf)
  const userKnown = useSelector(session, isPersonKnown)
  const refused = useSelector(session, isRefused)
  const connection = useMemo(() => connectWorkspace(services.api, services.session.currentUser), [services])
  const hasKeptList = useSelector(services.keptList, keptProjectsOf) !== null

  if (refused) return <RefusedNotice />
  if (!userKnown && (status !== 'authenticated' || !hasKeptList)) return <WorkspaceOpening />
  return (
    <WorkspaceProvider value={connection}>
      <Workspace />
    </WorkspaceProvider>
  )
}

function Workspace() {
  const { services } = route.useRouteContext()
  const place = route.useSearch()
  const [start] = useState(() => ({
    ...listPlaceOf(place),
    locals: readDraft('local-projects', isUnsaved)?.locals ?? [],
    projects: keptProjectsOf(services.keptList.getSnapshot()) ?? [],
  }))
  const followAddress = useFollowAddress()
  const listMachine = useProjectMachines().projects.provide({
    actors: { followAddress },
    actions: { keepList: (_, projects) => services.keptList.send({ type: 'list.shown', projects }) },
  })
  const projects = useActorRef(listMachine, { input: start })
  const session = useSelector(useSession(), sessionOf)
  const mayDelete = mayDeleteProjects(session)
  const mayAssign = mayAssignRoles(session)
  const go = useWorkspaceNav(projects)
  const mayManage = mayManageMembers(session)
  const [isListed, setListed] = useState(false)
  if (!useSelector(projects, isLoading) && !isListed) setListed(true)
  // Deferred, so that the code of dialogs is requested after the list is shown, not while it is rendered.
  const wantsDialogs = useDeferredValue(isListed)
  const [lastVisit, onVisit] = useState<string | null>(null)
  const parts = useMemo(
    () => ({ projects, go, mayDelete, mayManageMembers: mayManage, mayAssign, lastVisit, onVisit }),
    [projects, go, mayDelete, mayManage, mayAssign, lastVisit],
  )

  useDraft('local-projects', projects, unsavedOf)

  // The listener is here and not with the dialogs, whose code may not be loaded yet when the first shortcut is pressed.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event)
    if (shortcut === null || place.dialog) return
    event.preventDefault()
    go.shortcut(shortcut)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return (
    <WorkspaceParts value={parts}>
      <Outlet />
      {(place.dialog || wantsDialogs) && (
        <Suspense>
          <WorkspaceDialog />
        </Suspense>
      )}
    </WorkspaceParts>
  )
}

/** The start page of the workspace: the list of projects. */
export function ProjectListScreen() {
  const place = route.useSearch()
  const { projects, go, mayDelete, lastVisit } = useWorkspace()
  const isSearching = useLocation({ select: ({ state }) => state.isSearching === true })
  const [start] = useState(() => ({ view: keptView() }))
  const listView = useActorRef(useProjectMachines().listView, { input: start })

  return (
    <>
      {place.request && (
        <Suspense>
          <PaymentReturnNotice
            key={place.request}
            requestId={place.request}
            cancelled={place.checkout === 'cancelled'}
            onContinue={go.continueRequest}
            onOpen={go.openRequest}
            onClose={go.leavePayment}
          />
        </Suspense>
      )}
      <ProjectsPage
        projects={projects}
        listView={listView}
        returnTo={lastVisit}
        onSelect={go.select}
        onCreate={go.create}
        onRequest={go.request}
        onManageFiles={go.files}
        onMembers={go.members}
        onEdit={go.edit}
        onDelete={mayDelete ? go.delete : null}
        onDiscard={go.delete}
        isSearching={isSearching}
        onSearch={go.search}
        onSort={go.sort}
        firstSteps={
          <Suspense>
            <FirstSteps
              onOpening={() => projects.send({ type: 'sample.opening' })}
              onFailed={() => projects.send({ type: 'sample.failed' })}
              onOpened={(project) => {
                projects.send({ type: 'project.created', project, localId: '' })
                go.board(project.id)
              }}
            />
          </Suspense>
        }
      />
    </>
  )
}
