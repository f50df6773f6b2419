import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { fromCallback } from 'xstate'

import type { ListPlace, QueryTyped } from '../../../machines/projects/projects.machine'
import { parseSearch, type WorkspaceSearch } from './search-params'

const route = getRouteApi('/workspace')

/** The part of the address that the project list shows. */
export const listPlaceOf = ({ project, q, sort }: WorkspaceSearch): ListPlace => ({
  selectedId: project ?? null,
  query: q ?? '',
  sort: sort ?? 'activity',
})

const withQuery =
  (query: string) =>
  ({ q: _q, ...now }: WorkspaceSearch): WorkspaceSearch =>
    query === '' ? now : { ...now, q: query }

/** The actor that connects the project list's machine to the address. */
export function useFollowAddress() {
  const navigate = route.useNavigate()
  const router = useRouter()
  return useMemo(
    () =>
      fromCallback<QueryTyped, ListPlace>(({ input, receive, sendBack }) => {
        let known = input
        /** The workspace is still shown while the page that replaces it is loading. */
        const hasLeft = () => router.history.location.pathname !== '/workspace'
        const report = () => {
          if (hasLeft()) return
          const before = known
          known = listPlaceOf(parseSearch(router.options.parseSearch(router.history.location.search)))
          const { selectedId, query, sort } = known
          if (selectedId !== before.selectedId) sendBack({ type: 'project.selected', id: selectedId })
          if (sort !== before.sort) sendBack({ type: 'sort.chosen', sort })
          if (query !== before.query) sendBack({ type: 'address.changed', query })
        }
        receive(({ query }) => {
          if (hasLeft()) return
          navigate({ search: withQuery(query), replace: true, resetScroll: false }).catch(console.error)
          // The history would merge this with a navigation that follows immediately and lose the change of this entry.
          router.history.flush()
        })
        report()
        // The history reports every change at once and in order. Renders come later, and not for every change.
        return router.history.subscribe(report)
      }),
    [navigate, router],
  )
}
