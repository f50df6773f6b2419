import type { Ref } from 'react'

import { activityKindName, activityKinds, isActivityKind } from '../../../machines/activity/activity-sentence'
import type { ActivityFilter, ActivityPerson } from '../../../machines/activity/project-activity.machine'
import { FilterSelect } from '../../ui/filter-fields'

const kinds = [
  { id: '', name: 'All activity' },
  ...activityKinds.map((kind) => ({ id: kind as string, name: activityKindName(kind) })),
]
const everyone = { id: '', name: 'Everyone' }

type ActivityFiltersProps = {
  kindRef: Ref<HTMLSelectElement>
  filter: ActivityFilter
  people: ActivityPerson[]
  onFilter: (filter: ActivityFilter) => void
}

/** The fields that filter the list by kind and by person. */
export function ActivityFilters({ kindRef, filter, people, onFilter }: ActivityFiltersProps) {
  const { person } = filter
  const isListed = person === null || people.some(({ id }) => id === person)
  return (
    <>
      <FilterSelect
        ref={kindRef}
        label="Activity type"
        w="56"
        value={filter.kind ?? ''}
        options={kinds}
        onChoose={(kind) => onFilter({ person, kind: isActivityKind(kind) ? kind : null })}
      />
      <FilterSelect
        label="Person"
        w="56"
        value={person ?? ''}
        // The URL can refer to a person who has not been loaded yet, or who has no activity in this project.
        options={[everyone, ...people, ...(isListed ? [] : [{ id: person, name: 'Selected person' }])]}
        onChoose={(chosen) => onFilter({ ...filter, person: chosen || null })}
      />
    </>
  )
}
