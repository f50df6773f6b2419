import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'

import { isLocalId, type Sort } from '../../../machines/projects/project-list'
import { type ProjectsActor, queryOf, selectedIdOf } from '../../../machines/projects/projects.machine'
import type { WorkspacePlace } from './search-params'

const route = getRouteApi('/workspace')

type Change = (now: WorkspacePlace) => WorkspacePlace

/** The same place with nothing open. */
const closed: Change = ({ dialog, step: _step, folder: _folder, ...now }) =>
  dialog === 'requests' ? withoutRequest(now) : now

const withoutRequest: Change = ({ request: _request, checkout: _checkout, ...now }) => now

const withQuery =
  (query: string): Change =>
  ({ q: _q, ...now }) =>
    query === '' ? now : { ...now, q: query }

/** The ways from one place of the workspace to another. The list's machine follows the address. */
export type WorkspaceWays = ReturnType<typeof useWorkspacePlace>

export function useWorkspacePlace(projects: ProjectsActor) {
  const place = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  /** What was typed last is on its way into the address while this is not 0; until then the machine is ahead. */
  const typing = useRef(0)

  useEffect(() => {
    projects.send({ type: 'project.selected', id: place.project ?? null })
  }, [projects, place.project])
  useEffect(() => {
    projects.send({ type: 'sort.chosen', sort: place.sort || 'activity' })
  }, [projects, place.sort])
  useEffect(() => {
    const query = place.q ?? ''
    if (typing.current === 0 && query !== queryOf(projects.getSnapshot())) {
      projects.send({ type: 'search.changed', query })
    }
  }, [projects, place.q])
  useEffect(() => {
    // A project that is saved at last takes its place in the address too.
    const saved = projects.on('project.saved', ({ localId, id }) => {
      const change: Change = (now) => (now.project === localId ? { ...now, project: id } : now)
      navigate({ search: change, replace: true, resetScroll: false }).catch(console.error)
    })
    return () => saved.unsubscribe()
  }, [projects, navigate])

  return useMemo(() => {
    const go = (change: Change, how: 'push' | 'replace' = 'push', done?: () => void) =>
      void navigate({ search: change, replace: how === 'replace', resetScroll: false })
        .catch(console.error)
        .finally(done)
    const open = (change: Change) =>
      void navigate({ search: change, state: { isDialogOverPage: true }, resetScroll: false }).catch(console.error)

    return {
      select: (project: string) => go((now) => ({ ...now, project })),
      search: (query: string) => {
        projects.send({ type: 'search.changed', query })
        typing.current += 1
        go(withQuery(query), 'replace', () => {
          typing.current -= 1
        })
      },
      sort: (sort: Sort) => go(({ sort: _sort, ...now }) => (sort === 'activity' ? now : { ...now, sort })),

      create: () => open((now) => ({ ...now, dialog: 'create' })),
      edit: (project: string) => open((now) => ({ ...now, project, dialog: 'edit' })),
      delete: (project: string) => open((now) => ({ ...now, project, dialog: 'delete' })),
      members: (project: string) => open((now) => ({ ...now, project, dialog: 'members' })),
      files: (project: string) => open((now) => ({ ...now, project, dialog: 'files' })),
      request: () => {
        const selected = selectedIdOf(projects.getSnapshot())
        // A project that is not saved yet has no files to simulate.
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
      /** From an old request to the wizard with its draft, or to what was delivered for it. */
      repeat: (project: string) =>
        go((now) => ({ ...withoutRequest(now), project, dialog: 'request', step: 1 }), 'replace'),
      reports: (project: string) =>
        go((now) => ({ ...withoutRequest(now), project, dialog: 'files', folder: 'reports' })),
      requestProject: (project: string) => go((now) => ({ ...now, project }), 'replace'),
      /** From the payment's return back to the summary. */
      continueRequest: (project: string) =>
        go((now) => ({ ...withoutRequest(now), project, dialog: 'request', step: 4 })),
      step: (step: 1 | 2 | 3 | 4, how: 'push' | 'replace') => go((now) => ({ ...now, step }), how),

      close: () => {
        if (router.state.location.state.isDialogOverPage) router.history.back()
        else go(closed, 'replace')
      },
      /** Closes the dialog with this project selected, in view whatever was searched for; or with none. */
      closeAt: (project: string | null) =>
        go((now) => {
          const { project: _project, q: _q, ...rest } = closed(now)
          return project === null ? { ...closed(now), project: undefined } : { ...rest, project }
        }, 'replace'),
      leavePayment: () => go(withoutRequest),
    }
  }, [navigate, projects, router])
}
