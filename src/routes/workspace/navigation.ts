import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import { isLocalId, type Sort } from '../../../machines/projects/project-list'
import { type ProjectsActor, selectedIdOf } from '../../../machines/projects/projects.machine'
import type { WorkspaceSearch } from './search-params'

const route = getRouteApi('/workspace')

type Change = (now: WorkspaceSearch) => WorkspaceSearch

/** The same search parameters without an open dialog. */
const closed: Change = ({ dialog, step: _step, folder: _folder, ...now }) =>
  dialog === 'requests' ? withoutRequest(now) : now

const withoutRequest: Change = ({ request: _request, checkout: _checkout, ...now }) => now

/** The navigation functions of the workspace. */
export type WorkspaceNav = ReturnType<typeof useWorkspaceNav>

export function useWorkspaceNav(projects: ProjectsActor) {
  const navigate = route.useNavigate()
  const router = useRouter()

  return useMemo(() => {
    const go = (change: Change, how: 'push' | 'replace' = 'push') => {
      projects.send({ type: 'search.finished' })
      navigate({ search: change, replace: how === 'replace', resetScroll: false }).catch(console.error)
    }
    const open = (change: Change) => {
      projects.send({ type: 'search.finished' })
      navigate({ search: change, state: { isDialogOverPage: true }, resetScroll: false }).catch(console.error)
    }

    return {
      select: (project: string) => go((now) => ({ ...now, project })),
      search: (query: string) => projects.send({ type: 'search.changed', query }),
      sort: (sort: Sort) => go(({ sort: _sort, ...now }) => (sort === 'activity' ? now : { ...now, sort })),

      create: () => open((now) => ({ ...now, dialog: 'create' })),
      edit: (project: string) => open((now) => ({ ...now, project, dialog: 'edit' })),
      delete: (project: string) => open((now) => ({ ...now, project, dialog: 'delete' })),
      members: (project: string) => open((now) => ({ ...now, project, dialog: 'members' })),
      files: (project: string) => open((now) => ({ ...now, project, dialog: 'files' })),
      request: () => {
        const selected = selectedIdOf(projects.getSnapshot())
        // A project that is not saved yet has no files that could be simulated.
        const isOpen = selected !== null && !isLocalId(selected)
        open(({ project: _project, ...now }) => ({
          ...now,
          ...(isOpen && { project: selected }),
          dialog: 'request',
          step: 1,
        }))
      },
      requests: () => open((now) => ({ ...withoutRequest(now), dialog: 'requests' })),
      openRequest: (request: string | null) =>
        go((now) => (request === null ? withoutRequest(now) : { ...now, request })),
      /** Opens the wizard with the draft of a repeated request. */
      repeat: (project: string) =>
        go((now) => ({ ...withoutRequest(now), project, dialog: 'request', step: 1 }), 'replace'),
      /** Opens the delivered reports of a project. */
      reports: (project: string) =>
        go((now) => ({ ...withoutRequest(now), project, dialog: 'files', folder: 'reports' })),
      requestProject: (project: string) => go((now) => ({ ...now, project }), 'replace'),
      /** Returns from the payment to the summary. */
      continueRequest: (project: string) =>
        go((now) => ({ ...withoutRequest(now), project, dialog: 'request', step: 4 })),
      step: (step: 1 | 2 | 3 | 4, how: 'push' | 'replace') => go((now) => ({ ...now, step }), how),

      close: () => {
        if (router.state.location.state.isDialogOverPage) router.history.back()
        else go(closed, 'replace')
      },
      /** Closes the dialog. Selects the project and clears the query so that it is visible, or deselects with null. */
      closeAt: (project: string | null) =>
        go((now) => {
          const { project: _project, q: _q, ...rest } = closed(now)
          return project === null ? { ...closed(now), project: undefined } : { ...rest, project }
        }, 'replace'),
      leavePayment: () => go(withoutRequest),
    }
  }, [navigate, projects, router])
}
