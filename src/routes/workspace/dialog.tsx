import { chakra } from '@chakra-ui/react/styled-system'
import { getRouteApi, useParams } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { Suspense, use, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

import { isEditDraft } from '../../../machines/projects/project-edit.machine'
import { isLoading, localsOf, projectsOf, savingIdOf } from '../../../machines/projects/projects.machine'
import { hasRealmRoles } from '../../../machines/session/roles'
import { sessionOf, userOf } from '../../../machines/session/session.machine'
import { useSession } from '../../session/context'
import { readDraft } from '../../session/drafts/drafts'
import { HeaderSlot } from '../../ui/header-slot'
import { loadWhenIdle } from '../../ui/loading/load-when-idle'
import { useLiveMachines } from '../../workspace/live/machines'
import { useUndoMachines } from '../../workspace/undo/machines'
import { noticeAddress } from '../notice-address'
import { useWorkspace } from './context'
import type { WorkspaceSearch } from './search-params'
import { useLastListed } from './last-listed'
import { lazyPart } from '../../ui/loading/lazy-part'

const route = getRouteApi('/workspace')

/** The code of dialogs and of other pages, preloaded when the browser is idle after the list has become usable. */
const chunks = {
  create: async () => {
    const [dialog] = await Promise.all([
      import('../../workspace/projects/dialogs/create-project-dialog'),
      // The card of a project that could not be saved, probably because there is no connection.
      import('../../workspace/projects/list/local-project-card'),
    ])
    return dialog
  },
  edit: () => import('../../workspace/projects/dialogs/edit-project-dialog'),
  delete: () => import('../../workspace/projects/dialogs/delete-project-dialog'),
  page: () => import('./project-screen'),
  files: () => import('../../workspace/files/project-files'),
  request: () => import('./request-screen'),
  requests: () => import('../../workspace/requests/requests-page'),
}
const CreateProjectDialog = lazyPart(() => chunks.create().then((it) => it.CreateProjectDialog))
const EditProjectDialog = lazyPart(() => chunks.edit().then((it) => it.EditProjectDialog))
const DeleteProjectDialog = lazyPart(() => chunks.delete().then((it) => it.DeleteProjectDialog))
const DiscardProjectDialog = lazyPart(() => chunks.delete().then((it) => it.DiscardProjectDialog))

const ExportDataDialog = lazyPart(() =>
  import('../../workspace/people/export-data-dialog').then((it) => it.ExportDataDialog),
)
const DeleteDataDialog = lazyPart(() =>
  import('../../workspace/people/delete-data-dialog').then((it) => it.DeleteDataDialog),
)
const CommandMenu = lazyPart(() => import('../../workspace/search/command-menu').then((it) => it.CommandMenu))
const ShortcutsDialog = lazyPart(() =>
  import('../../workspace/search/shortcuts-dialog').then((it) => it.ShortcutsDialog),
)
const UndoOffers = lazyPart(() => import('../../workspace/undo/undo-offers').then((it) => it.UndoOffers))
const StaffLink = lazyPart(() => import('../staff/staff-link').then((it) => it.StaffLink))
const NoticesMenu = lazyPart(() => import('../../workspace/notices/notices-menu').then((it) => it.NoticesMenu))
const NoticeSettingsDialog = lazyPart(() =>
  import('../../workspace/notices/notice-settings-dialog').then((it) => it.NoticeSettingsDialog),
)

/** Deletes an expired board here too, for users who only ever open the workspace. */
const checkKeptBoard = () => import('../../site/pricing/expired-board').then((it) => it.deleteExpiredBoard())

/** The project with this id, if its form was open with unsaved changes before the page was reloaded. */
function editedBefore(id: string | undefined) {
  const draft = readDraft('project-edit', isEditDraft)
  return draft?.project.id === id ? draft?.project : undefined
}

/**
 * The part of the workspace that is not needed until the list is usable: the stream of changes, the offers to undo
 * deletions, the dialog named in the URL, and the later part of the header.
 */
export function WorkspaceDialog() {
  const { projects } = useWorkspace()
  const { undoOffers } = useUndoMachines()
  const hasOffers = useSyncExternalStore(undoOffers.subscribe, () => undoOffers.list().length > 0)
  return (
    <>
      <OpenDialog />
      <HeaderNotices />
      {hasOffers && (
        <Suspense>
          <UndoOffers onRestored={() => projects.send({ type: 'projects.reload' })} />
        </Suspense>
      )}
    </>
  )
}

/** The later part of the header: the link to the staff queue, and the notifications button. */
function HeaderNotices() {
  const navigate = route.useNavigate()
  const isOfStaff = useSelector(useSession(), (snapshot) => hasRealmRoles(sessionOf(snapshot), ['staff']))
  // Once the slot exists, the header has been rendered, including the place for the link and the button.
  const place = use(HeaderSlot)?.ownerDocument.getElementById('notices')
  return (
    place &&
    createPortal(
      <Suspense>
        <chakra.div display="flex">
          {isOfStaff && <StaffLink />}
          <NoticesMenu
            onOpen={(place) => {
              navigate(noticeAddress(place)).catch(console.error)
            }}
            onSettings={() => {
              const search = (now: WorkspaceSearch) => ({ ...now, dialog: 'notifications' as const })
              navigate({ to: '.', search, state: { isDialogOverPage: true }, resetScroll: false }).catch(console.error)
            }}
          />
        </chakra.div>
      </Suspense>,
      place,
    )
  )
}

/** The dialog named in the URL, if the user has permission to open it and its subject exists. */
function OpenDialog() {
  const { services } = route.useRouteContext()
  const place = route.useSearch()
  const session = useSession()
  const { projectId } = useParams({ strict: false })
  const { projects, go, mayDelete } = useWorkspace()
  const { undoOffers } = useUndoMachines()
  const [input] = useState(() => ({ userId: sessionOf(session.getSnapshot())?.userId ?? '', projects }))
  useActorRef(useLiveMachines().liveChanges, { input })
  const subject = place.project ?? projectId
  const list = useSelector(projects, projectsOf)
  const locals = useSelector(projects, localsOf)
  const local = locals.find(({ id }) => id === subject)
  const loading = useSelector(projects, isLoading)
  const project = useLastListed(list, subject)
  // After a reload, a project that has disappeared is known only from the unsaved changes.
  const edited = project ?? (loading ? undefined : editedBefore(subject))
  const savingId = useSelector(projects, savingIdOf)
  const user = useSelector(session, userOf)

  useEffect(() => {
    if (loading) return
    return loadWhenIdle([services.tools.load, ...Object.values(chunks), checkKeptBoard])
  }, [loading, services])

  if (place.dialog === 'delete' && local) {
    return (
      <DiscardProjectDialog
        project={local}
        isSaving={savingId === local.id}
        onClose={go.close}
        onDiscard={() => {
          go.closeAt(null)
          projects.send({ type: 'local.discarded', id: local.id })
        }}
      />
    )
  }
  if (place.dialog === 'create' || (place.dialog === 'edit' && local)) {
    const unsaved = (place.dialog === 'edit' && local) || null
    return (
      <CreateProjectDialog
        key={unsaved?.id}
        local={unsaved}
        otherNames={[...list, ...locals.filter((one) => one !== unsaved)].map(({ name }) => name)}
        onClose={go.close}
        onCreated={(created, localId) => {
          projects.send({ type: 'project.created', project: created, localId })
          go.openNew(created.id)
        }}
        onKept={(kept) => {
          projects.send({ type: 'local.kept', project: kept })
          go.closeAt(kept.id)
        }}
      />
    )
  }
  if (place.dialog === 'edit' && edited) {
    const names = list.filter(({ id }) => id !== edited.id).map(({ name }) => name)
    return (
      <EditProjectDialog
        key={edited.id}
        project={edited}
        projects={projects}
        otherNames={names}
        onKnown={(known) => projects.send({ type: 'project.changed', project: known })}
        onClose={go.close}
      />
    )
  }
  if (place.dialog === 'delete' && project && mayDelete) {
    return (
      <DeleteProjectDialog
        key={project.id}
        project={project}
        projects={projects}
        onClose={go.close}
        onDeleted={() => {
          go.closeAt(null)
          projects.send({ type: 'project.deleted', id: project.id })
          undoOffers.add({ kind: 'project', projectId: project.id, name: project.name })
        }}
      />
    )
  }
  if (place.dialog === 'search') {
    const byActivity = list.toSorted((one, other) => (one.lastActivity < other.lastActivity ? 1 : -1))
    return <CommandMenu projects={byActivity} onOpen={go.command} onClose={go.close} />
  }
  if (place.dialog === 'shortcuts') return <ShortcutsDialog onClose={go.close} />
  if (place.dialog === 'notifications') return <NoticeSettingsDialog onClose={go.close} />
  if (place.dialog === 'export-data') return <ExportDataDialog onClose={go.close} />
  if (place.dialog === 'delete-data' && user) {
    const onDeleted = () => session.send({ type: 'person.deleted' })
    return <DeleteDataDialog username={user.username} onClose={go.close} onDeleted={onDeleted} />
  }
  return null
}
