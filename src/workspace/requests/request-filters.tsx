import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import type { Ref } from 'react'

import * as requests from '../../../machines/requests/requests.machine'
import { FilterSearch, FilterSelect } from '../../ui/filter-fields'
import { statusNames } from '../lib/request-status'

/** Drafts are not listed: they are orders whose payment page could not be opened. */
const statuses = Object.entries(statusNames).flatMap(([id, name]) =>
  id === 'draft' ? [] : [{ id: id as keyof typeof statusNames, name }],
)

type RequestFiltersProps = {
  actor: requests.RequestsActor
  projects: { id: string; name: string }[]
  searchRef: Ref<HTMLInputElement>
}

/** The search, the status and the project by which the list is filtered. */
export function RequestFilters({ actor, projects, searchRef }: RequestFiltersProps) {
  const { query, status, projectId } = useSelector(actor, requests.filterOf)
  const change = (change: Partial<requests.RequestFilter>) => actor.send({ type: 'filter.changed', change })
  const isListed = projectId === null || projects.some(({ id }) => id === projectId)
  const options = [
    { id: '', name: 'All projects' },
    ...projects,
    ...(isListed ? [] : [{ id: projectId, name: 'Selected project' }]),
  ]
  return (
    <chakra.search display="flex" flexWrap="wrap" gap="3" aria-label="Requests">
      <FilterSearch
        ref={searchRef}
        placeholder="Number, project, layout or purchase order"
        value={query}
        w="80"
        onQuery={(text) => change({ query: text })}
      />
      <FilterSelect
        label="Status"
        w="48"
        value={status ?? ''}
        options={[{ id: '', name: 'All statuses' }, ...statuses]}
        onChoose={(chosen) => change({ status: statuses.find(({ id }) => id === chosen)?.id ?? null })}
      />
      <FilterSelect
        label="Project"
        w="48"
        value={projectId ?? ''}
        // The URL can contain a project that has not been loaded yet. The options then contain an entry for it.
        options={options}
        onChoose={(chosen) => change({ projectId: chosen || null })}
      />
    </chakra.search>
  )
}
