import type { ActorRefFrom } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import type { ActivityKind } from '../../activity/activity-sentence'
import { filteredListMachine } from '../filtered-list'

export type StaffActivityEntry = components['schemas']['StaffActivityEntry']

/** `kind` is null for all kinds. `person` and `project` are search words. */
export type StaffActivityFilter = { kind: ActivityKind | null; person: string; project: string }

export const allActivity: StaffActivityFilter = { kind: null, person: '', project: '' }

/** The staff's list of the activity in all projects, newest first. It can be filtered and is loaded page by page. */
export const staffActivityMachine = filteredListMachine<StaffActivityEntry, StaffActivityFilter>({
  id: 'staffActivity',
  failures: { list: 'The activity could not be loaded.', page: 'Older activity could not be loaded.' },
})

export type StaffActivityActor = ActorRefFrom<typeof staffActivityMachine>

/** Whether the filter restricts the list. */
export const isActivityNarrowed = ({ context: { filter } }: { context: { filter: StaffActivityFilter } }) =>
  filter.kind !== null || filter.person.trim() !== '' || filter.project.trim() !== ''
