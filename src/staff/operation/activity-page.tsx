import { chakra } from '@chakra-ui/react/styled-system'
import { mdiDownload, mdiHistory } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'

import {
  activityKindName,
  activityKinds,
  activitySentence,
  isActivityKind,
} from '../../../machines/activity/activity-sentence'
import * as csv from '../../../machines/staff/operation/activity-export.machine'
import { filterOf, itemsOf } from '../../../machines/staff/filtered-list'
import * as activity from '../../../machines/staff/operation/staff-activity.machine'
import { FilterSearch, FilterSelect } from '../../ui/filter-fields'
import { Icon } from '../../ui/icon'
import { EmptyState, ErrorNotice } from '../../ui/notices/notices'
import { pageClick } from '../../ui/page-click'
import { dateAndTime } from '../../ui/time'
import { useEmitted } from '../../ui/use-emitted'
import { FilteredList } from '../filtered-list'
import { useStaffMachines } from '../machines'
import { StaffTable } from '../staff-table'
import { TaskButton } from '../task-button'

type ActivityPageProps = {
  /** The filter in the URL. */
  filter: activity.StaffActivityFilter
  onFilter: (filter: activity.StaffActivityFilter) => void
  onRequest: (requestId: string) => void
}

const kinds = [
  { id: '', name: 'All activity' },
  ...activityKinds.map((kind) => ({ id: kind as string, name: activityKindName(kind) })),
]

/** The activity of all projects; for private ones, only what relates to paid requests. */
export function ActivityPage({ filter, onFilter, onRequest }: ActivityPageProps) {
  const [input] = useState({ filter })
  const machines = useStaffMachines()
  const actor = useActorRef(machines.staffActivity, { input })
  const { kind, person, project } = useSelector(actor, filterOf)
  const narrowed = useSelector(actor, activity.isActivityNarrowed)
  const file = useActorRef(machines.activityExport)
  const exporting = useSelector(file, csv.isExporting)
  const exportFailure = useSelector(file, csv.exportFailureOf)
  useEmitted(actor, { 'filter.applied': ({ filter }) => onFilter(filter) })
  const change = (change: Partial<activity.StaffActivityFilter>) => actor.send({ type: 'filter.changed', change })

  return (
    <FilteredList
      actor={actor}
      title="Activity"
      intro="What people did in all projects. For a private project, only activity related to its paid requests is listed."
      label="Activity"
      items="activity"
      fields={
        <>
          <FilterSelect
            label="Activity type"
            w="56"
            value={kind ?? ''}
            options={kinds}
            onChoose={(chosen) => change({ kind: isActivityKind(chosen) ? chosen : null })}
          />
          <FilterSearch
            label="Person"
            placeholder="Name or e-mail"
            w="56"
            value={person}
            onQuery={(words) => change({ person: words })}
          />
          <FilterSearch
            label="Project"
            placeholder="Name"
            w="56"
            value={project}
            onQuery={(words) => change({ project: words })}
          />
        </>
      }
      narrowed={narrowed}
      onClear={() => change(activity.allActivity)}
      action={
        <TaskButton
          variant="outline"
          running={exporting}
          onClick={() => file.send({ type: 'export.requested', filter: filterOf(actor.getSnapshot()) })}
        >
          {!exporting && <Icon path={mdiDownload} />}
          Download as CSV
        </TaskButton>
      }
      notice={exportFailure && <ErrorNotice title={exportFailure} text="Nothing was saved. Please try again." />}
      loadingText="Loading activity..."
      table={<ActivityTable actor={actor} onRequest={onRequest} />}
      nothing={<EmptyState icon={mdiHistory} title="No activity yet." />}
      noMatch="No activity matches the filter."
    />
  )
}

/** The columns around the sentence. A narrow window has no space for them. */
const OtherHeader = chakra('th', { base: { hideBelow: 'md' } })
const OtherCell = chakra('td', { base: { hideBelow: 'md' } })

const projectNameOf = ({ project_name: name }: activity.StaffActivityEntry) => name ?? 'Deleted project'

type TableProps = { actor: activity.StaffActivityActor; onRequest: (requestId: string) => void }

/** In a narrow window, the layout is fixed, so that long words do not widen the only column. */
function ActivityTable({ actor, onRequest }: TableProps) {
  const entries = useSelector(actor, itemsOf<activity.StaffActivityEntry>)
  return (
    <StaffTable tableLayout={{ base: 'fixed', md: 'auto' }}>
      <thead>
        <tr>
          <OtherHeader scope="col">Time</OtherHeader>
          <th scope="col">Activity</th>
          <OtherHeader scope="col">Project</OtherHeader>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <OtherCell whiteSpace="nowrap">
              <time dateTime={entry.at}>{dateAndTime(entry.at)}</time>
            </OtherCell>
            <chakra.td overflowWrap="anywhere">
              <Sentence entry={entry} onRequest={onRequest} />
              <chakra.div className="quiet" hideFrom="md">
                <time dateTime={entry.at}>{dateAndTime(entry.at)}</time>
                {', '}
                {projectNameOf(entry)}
              </chakra.div>
            </chakra.td>
            <OtherCell overflowWrap="anywhere" minW="40">
              {projectNameOf(entry)}
            </OtherCell>
          </tr>
        ))}
      </tbody>
    </StaffTable>
  )
}

type SentenceProps = { entry: activity.StaffActivityEntry; onRequest: (requestId: string) => void }

function Sentence({ entry, onRequest }: SentenceProps) {
  const { who, lead, subject, tail } = activitySentence(entry)
  const { request_id: requestId } = entry
  return (
    <>
      {who !== null && <strong>{who}</strong>} {lead}
      {requestId === null || subject === '' ? (
        subject
      ) : (
        <a href={`/staff/${requestId}`} onClick={pageClick(() => onRequest(requestId))}>
          {subject}
        </a>
      )}
      {tail}
    </>
  )
}
