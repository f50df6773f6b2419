import { Field } from '@chakra-ui/react/field'
import { NativeSelect } from '@chakra-ui/react/native-select'

import { activityKindName, activityKinds, isActivityKind } from '../../../machines/activity/activity-sentence'
import type { ActivityFilter, ActivityPerson } from '../../../machines/activity/project-activity.machine'
import '../../ui/theme/form-recipes'
import '../../ui/theme/select-recipes'

const kinds = activityKinds.map((kind) => ({ id: kind, name: activityKindName(kind) }))

type ActivityFiltersProps = {
  filter: ActivityFilter
  people: ActivityPerson[]
  onFilter: (filter: ActivityFilter) => void
}

/** The kind and the person that the list is limited to. */
export function ActivityFilters({ filter, people, onFilter }: ActivityFiltersProps) {
  const { person } = filter
  const isListed = person === null || people.some(({ id }) => id === person)
  return (
    <>
      <Choice
        label="Activity type"
        all="All activity"
        value={filter.kind ?? ''}
        options={kinds}
        onChoose={(kind) => onFilter({ person, kind: isActivityKind(kind) ? kind : null })}
      />
      <Choice
        label="Person"
        all="Everyone"
        value={person ?? ''}
        // The URL can contain a person who is not loaded yet, or who has no activity in this project.
        options={isListed ? people : [...people, { id: person, name: 'Selected person' }]}
        onChoose={(chosen) => onFilter({ ...filter, person: chosen || null })}
      />
    </>
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
  <Field.Root w={{ base: 'full', sm: '56' }}>
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
