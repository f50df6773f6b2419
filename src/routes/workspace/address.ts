import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { fromCallback } from 'xstate'

import { isLocalId } from '../../../machines/projects/project-list'
import type { AddressChange, ListPlace } from '../../../machines/projects/projects.machine'
import { openProjectOf, parseSearch, type WorkspaceSearch } from './search-params'

const route = getRouteApi('/workspace')

/** The part of the URL that the project list shows. */
export const listPlaceOf = ({ project, q, sort, dialog }: WorkspaceSearch): ListPlace => ({
  selectedId: project ?? null,
  query: q ?? '',
  sort: sort ?? 'activity',
  heldId: (dialog === 'edit' || dialog === 'delete') && project && isLocalId(project) ? project : null,
})

const changed =
  (change: AddressChange) =>
  ({ q, ...now }: WorkspaceSearch): WorkspaceSearch => {
    if (change.type === 'query.typed') return change.query === '' ? now : { ...now, q: change.query }
    return { ...now, ...(q && { q }), ...(now.project === change.localId && { project: change.id }) }
  }

/** The actor that connects the project list's machine to the URL. */
export function useFollowAddress() {
  const navigate = route.useNavigate()
  const router = useRouter()
  return useMemo(
    () =>
      fromCallback<AddressChange, ListPlace>(({ input, receive, sendBack }) => {
        let known = input
        /**
         * Whether the URL already leads elsewhere: the list is still shown while the page that replaces it is loading.
         */
        const hasLeft = () => router.history.location.pathname !== '/workspace'
        const report = () => {
          const { pathname, search } = router.history.location
          const openId = openProjectOf(pathname)
          if (hasLeft() && openId === null) return
          const before = known
          // The list keeps its search and order while the page of a project is open.
          known =
            openId === null
              ? listPlaceOf(parseSearch(router.options.parseSearch(search)))
              : { ...known, selectedId: openId, heldId: null }
          const { selectedId, query, sort, heldId } = known
          if (selectedId !== before.selectedId) sendBack({ type: 'project.selected', id: selectedId })
          if (sort !== before.sort) sendBack({ type: 'sort.chosen', sort })
          if (query !== before.query) sendBack({ type: 'address.changed', query })
          if (heldId !== before.heldId) sendBack({ type: 'local.held', id: heldId })
        }
        receive((change) => {
          if (hasLeft()) return
          navigate({ search: changed(change), replace: true, resetScroll: false }).catch(console.error)
          // Without the flush, the history would merge this change with an immediately following navigation, and lose
          // it.
          router.history.flush()
        })
        report()
        // The history reports every change immediately and in order. Renders come later, and not for every change.
        return router.history.subscribe(report)
      }),
    [navigate, router],
  )
}
