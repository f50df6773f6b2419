import { Field } from '@chakra-ui/react/field'
import { Input } from '@chakra-ui/react/input'
import { NativeSelect } from '@chakra-ui/react/native-select'
import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import * as requests from '../../../machines/requests/requests.machine'
import '../../ui/theme/form-recipes'
import '../../ui/theme/select-recipes'
import { statusNames } from '../lib/request-status'

/** Drafts are not listed: they are orders whose payment page could not be opened. */
const statuses = Object.entries(statusNames).flatMap(([id, name]) =>
  id === 'draft' ? [] : [{ id: id as keyof typeof statusNames, name }],
)

type RequestFiltersProps = { actor: requests.RequestsActor; projects: { id: string; name: string }[] }

/** The search, the status and the project that the list is limited to. */
export function RequestFilters({ actor, projects }: RequestFiltersProps) {
  const { query, status, projectId } = useSelector(actor, requests.filterOf)
  const change = (change: Partial<requests.RequestFilter>) => actor.send({ type: 'filter.changed', change })
  const isListed = projectId === null || projects.some(({ id }) => id === projectId)
  const options = isListed ? projects : [...projects, { id: projectId, name: 'Selected project' }]
  return (
    <chakra.search display="flex" flexWrap="wrap" gap="3" aria-label="Requests">
      <Field.Root w={{ base: 'full', sm: '72' }}>
        <Field.Label>Search</Field.Label>
        <Input
          type="search"
          size="sm"
          maxLength={200}
          placeholder="Number, project, layout or order"
          value={query}
          onChange={({ target }) => change({ query: target.value })}
        />
      </Field.Root>
      <Choice
        label="Status"
        all="All statuses"
        value={status ?? ''}
        options={statuses}
        onChoose={(chosen) => change({ status: statuses.find(({ id }) => id === chosen)?.id ?? null })}
      />
      <Choice
        label="Project"
        all="All projects"
        value={projectId ?? ''}
        // The address can contain a project that is not loaded yet.
        options={options}
        onChoose={(chosen) => change({ projectId: chosen || null })}
      />
    </chakra.search>
  )
}

type ChoiceProps = {
  label: string
  /** The label of the option that shows everything. */
  all: string
  value: string
  options: { id: string; name: string }[]
  onChoose: (id: string) => void
}

const Choice = ({ label, all, value, options, onChoose }: ChoiceProps) => (
  <Field.Root w={{ base: 'full', sm: '48' }}>
    <Field.Label>{label}</Field.Label>
    <NativeSelect.Root size="sm">
      <NativeSelect.Field value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{all}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  </Field.Root>
)
