import { type HistoryState, type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import type { Folder } from '../../../machines/files/file-order'
import { isLocalId, type Sort } from '../../../machines/projects/project-list'
import type { CommandItem } from '../../../machines/search/command-items'
import { type ProjectsActor, selectedIdOf } from '../../../machines/projects/projects.machine'
import type { Shortcut } from '../../workspace/search/shortcuts'
import { openProjectOf, type Tab, type WorkspaceSearch } from './search-params'

type Step = NonNullable<WorkspaceSearch['step']>

type Change = (now: WorkspaceSearch) => WorkspaceSearch

const withoutRequest: Change = ({ request: _request, checkout: _checkout, ...now }) => now
const withoutProject: Change = ({ project: _project, ...now }) => now

const requestPath = '/workspace/request'
const requestsPath = '/workspace/requests/{-$requestId}'
/**
 * Each step of a request is a history entry, so the entry before the next step is not the page from which the request
 * was opened. Therefore, the next step is not marked with `isDialogOverPage`.
 */
const inNextStep = ({ isDialogOverPage: _, ...state }: HistoryState): HistoryState => state

/** The navigation functions of the workspace. */
export type WorkspaceNav = ReturnType<typeof useWorkspaceNav>

export function useWorkspaceNav(projects: ProjectsActor) {
  const navigate = useNavigate()
  const router = useRouter()

  return useMemo(() => {
    const leave = (to: NavigateOptions) => {
      projects.send({ type: 'search.finished' })
      navigate(to).catch(console.error)
    }
    /** Changes the search parameters of the current page. */
    const go = (change: Change, how: 'push' | 'replace' = 'push') =>
      leave({ to: '.', search: change, replace: how === 'replace', resetScroll: false })
    const open = (change: Change) =>
      leave({ to: '.', search: change, state: { isDialogOverPage: true }, resetScroll: false })
    const openProject = () => openProjectOf(router.history.location.pathname)
    /** Adds the project to the search parameters, unless the path already contains it because its page is open. */
    const about =
      (project: string): Change =>
      (now) =>
        openProject() === project ? withoutProject(now) : { ...now, project }
    const toProject = (projectId: string, tab?: Tab, search: WorkspaceSearch = {}) =>
      leave({ to: '/workspace/projects/$projectId/{-$tab}', params: { projectId, tab }, search })
    /** Opens a request at the given step or, if none is given, at the step at which its draft was left. */
    const toRequest = (project: string | null, step?: Step) => {
      const openedOnProject = openProject()
      leave({
        to: requestPath,
        search: { ...(project !== null && { project }), step },
        state: { isDialogOverPage: true, ...(openedOnProject !== null && { openedOnProject }) },
      })
    }
    /** The same search parameters without the dialog and, on a project's page, without the project. */
    const closed: Change = ({ dialog: _, ...now }) => (openProject() === null ? now : withoutProject(now))

    /**
     * Closes the dialog. Selects the project and clears the query, so that its card is visible. Null selects no
     * project, and leads from the page of a project to the list.
     */
    const closeAt = (project: string | null) => {
      if (openProject() !== null && project === null) {
        leave({ to: '/workspace', replace: true })
        return
      }
      go((now) => {
        const { project: _project, q: _q, ...rest } = closed(now)
        return project === null ? { ...closed(now), project: undefined } : { ...rest, project }
      }, 'replace')
    }

    return {
      select: (project: string) => go((now) => ({ ...now, project })),
      search: (query: string) => projects.send({ type: 'search.changed', query }),
      sort: (sort: Sort) => go(({ sort: _sort, ...now }) => (sort === 'activity' ? now : { ...now, sort })),

      create: () => open((now) => ({ ...now, dialog: 'create' })),
      edit: (project: string) => open((now) => ({ ...about(project)(now), dialog: 'edit' })),
      delete: (project: string) => open((now) => ({ ...about(project)(now), dialog: 'delete' })),
      members: (project: string) => toProject(project, 'members'),
      files: (project: string) => toProject(project, 'files'),
      board: (project: string) => toProject(project, 'board'),
      folder: (folder: Folder) =>
        go(({ folder: _folder, ...now }) => (folder === 'inputs' ? now : { ...now, folder }), 'replace'),
      /** Previews a file in place of the one currently shown. Null closes the preview, and so does Back. */
      preview: (file: string | null) =>
        go(
          ({ file: _file, view: _view, comment: _comment, compare: _compare, ...now }) =>
            file === null ? now : { ...now, file },
          router.state.location.search.file === undefined ? 'push' : 'replace',
        ),
      /** Shows a thread of the comments on the previewed file. Null shows none. */
      comment: (comment: string | null) =>
        go(({ comment: _comment, ...now }) => (comment === null ? now : { ...now, comment }), 'replace'),
      /** Compares a file with another revision or file. Null shows the file itself. */
      compare: (project: string, file: string, compare: string | null) =>
        toProject(project, 'files', { file, ...(compare !== null && { compare }) }),
      /** Puts the view of the previewed file into the URL, so that a link shows the same view. */
      view: (view: string) => go(({ view: _view, ...now }) => (view === '' ? now : { ...now, view }), 'replace'),
      request: () => {
        const selected = openProject() ?? selectedIdOf(projects.getSnapshot())
        // A project that is not saved yet has no files that could be simulated.
        toRequest(selected !== null && !isLocalId(selected) ? selected : null)
      },
      /** Opens the page of a request, or with null the page that lists all requests. */
      openRequest: (request: string | null, search: WorkspaceSearch = {}) =>
        leave({ to: requestsPath, params: { requestId: request ?? undefined }, search }),
      /** Opens the wizard with the draft of a repeated request. */
      repeat: (project: string) => toRequest(project, 1),
      /** Opens a folder of a project, or a file in it with a given view of its preview. */
      file: (project: string, folder: Folder, file?: string, view = '') =>
        toProject(project, 'files', {
          ...(folder === 'reports' && { folder }),
          ...(file !== undefined && { file }),
          ...(view !== '' && { view }),
        }),
      /** Shows a row of the open request's report. */
      reportRow: (row: string) => go((now) => ({ ...now, row })),
      /** Compares the open report with the report of another request. Null shows only the open report. */
      reportComparison: (compare: string | null) =>
        go(({ compare: _compare, ...now }) => (compare === null ? now : { ...now, compare })),
      /** Shows the report of a delivery that was replaced. Null shows the current one. */
      reportDelivery: (delivery: number | null) =>
        go(({ delivery: _delivery, row: _row, compare: _compare, ...now }) =>
          delivery === null ? now : { ...now, delivery: String(delivery) },
        ),
      requestProject: (project: string) =>
        leave({ to: '.', search: (now) => ({ ...now, project }), state: true, replace: true, resetScroll: false }),
      /** Returns from the payment page to the summary of the request. */
      continueRequest: (project: string) => toRequest(project, 4),
      step: (step: Step, how: 'push' | 'replace') =>
        leave({
          to: '.',
          search: (now) => ({ ...now, step }),
          state: how === 'push' ? inNextStep : true,
          replace: how === 'replace',
          resetScroll: false,
        }),
      /** Closes the request and returns to the page from which it was opened, or else to the list of projects. */
      closeRequest: () => {
        const { state, search } = router.state.location
        if (state.isDialogOverPage) router.history.back()
        else if (state.openedOnProject !== undefined) {
          const params = { projectId: state.openedOnProject }
          leave({ to: '/workspace/projects/$projectId/{-$tab}', params, replace: true })
        } else leave({ to: '/workspace', search: search.project ? { project: search.project } : {}, replace: true })
      },

      /** Opens the command menu or the list of shortcuts. */
      shortcut: (dialog: Shortcut) => open((now) => ({ ...now, dialog })),
      /** Goes to an item of the command menu. The menu's own history entry is replaced. */
      command: (item: CommandItem) => {
        const inPlace = (change: Change) =>
          leave({ to: '.', search: change, replace: true, state: { isDialogOverPage: true }, resetScroll: false })
        const to = (projectId: string, tab?: Tab, search: WorkspaceSearch = {}) =>
          leave({
            to: '/workspace/projects/$projectId/{-$tab}',
            params: { projectId, tab },
            search,
            replace: true,
          })
        if (item.kind === 'project') to(item.projectId)
        else if (item.kind === 'request' || (item.kind === 'action' && item.action === 'requests')) {
          const requestId = item.kind === 'request' ? item.requestId : undefined
          leave({ to: requestsPath, params: { requestId }, replace: true })
        } else if (item.kind === 'file') {
          to(item.projectId, 'files', { file: item.fileId, ...(item.folder === 'reports' && { folder: 'reports' }) })
        } else if (item.action === 'projects') leave({ to: '/workspace', replace: true })
        else {
          const { action: dialog } = item
          inPlace(({ step: _step, ...now }) => ({ ...now, dialog }))
        }
      },

      close: () => {
        if (router.state.location.state.isDialogOverPage) router.history.back()
        else go(closed, 'replace')
      },
      closeAt,
      /** Closes the dialog and opens the files of a new project. Back leads to the list, with the project selected. */
      openNew: (project: string) => {
        closeAt(project)
        // Without the flush, the history would merge the two navigations.
        router.history.flush()
        toProject(project, 'files')
      },
      leavePayment: () => go(withoutRequest),
      /** Opens a project to which the user was invited. Back does not return to the link, which works only once. */
      joined: (projectId: string) =>
        leave({ to: '/workspace/projects/$projectId/{-$tab}', params: { projectId }, replace: true }),
      list: () => leave({ to: '/workspace', replace: true }),
    }
  }, [navigate, projects, router])
}
