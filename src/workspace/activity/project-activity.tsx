import { Button } from '@chakra-ui/react/button'
import { Spinner } from '@chakra-ui/react/spinner'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiDownload, mdiHistory } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'

import type { ActivityKind } from '../../../machines/activity/activity-sentence'
import * as activity from '../../../machines/activity/project-activity.machine'
import * as manager from '../../../machines/files/project-files.machine'
import { Icon } from '../../ui/icon'
import { EmptyState, ErrorNotice } from '../../ui/notices/notices'
import { ActivityFilters } from './activity-filters'
import { ActivityList } from './activity-list'
import { useActivityMachines } from './machines'

type ProjectActivityProps = {
  project: { id: string; name: string }
  files: manager.ProjectFilesActor
  /** The filter in the URL. `kind` is null for all kinds, `person` for everyone. */
  kind: ActivityKind | null
  person: string | null
  /** Whether the user can download the activity. */
  mayExport: boolean
  onFilter: (filter: activity.ActivityFilter) => void
}

/** The activity of a project, newest first. */
export function ProjectActivity({ project, files, kind, person, mayExport, onFilter }: ProjectActivityProps) {
  const [input] = useState({ projectId: project.id, filter: { kind, person } })
  const actor = useActorRef(useActivityMachines().projectActivity, { input })
  const loading = useSelector(actor, activity.isActivityLoading)
  const failed = useSelector(actor, activity.hasActivityFailed)
  const failure = useSelector(actor, activity.activityFailureOf)
  const exportFailure = useSelector(actor, activity.exportFailureOf)
  const exporting = useSelector(actor, activity.isExporting)
  const entries = useSelector(actor, activity.entriesOf)
  const people = useSelector(actor, activity.peopleOf)
  const listed = useSelector(files, manager.filesOf)
  const kindField = useRef<HTMLSelectElement>(null)
  const isFiltered = kind !== null || person !== null

  useEffect(() => {
    actor.send({ type: 'filter.chosen', filter: { kind, person } })
  }, [actor, kind, person])

  return (
    <chakra.section aria-label={`Activity in ${project.name}`} display="grid" gap="5" maxW="4xl">
      <chakra.div display="flex" flexWrap="wrap" alignItems="end" gap="3">
        <ActivityFilters kindRef={kindField} filter={{ kind, person }} people={people} onFilter={onFilter} />
        {mayExport && (
          <Button
            size="sm"
            variant="outline"
            ms={{ md: 'auto' }}
            // A disabled button would lose the focus.
            aria-disabled={exporting}
            aria-busy={exporting}
            onClick={() => actor.send({ type: 'export.requested' })}
          >
            {exporting ? <Spinner size="inherit" borderWidth="0.125em" color="inherit" /> : <Icon path={mdiDownload} />}
            Download as CSV
          </Button>
        )}
      </chakra.div>
      {exportFailure && <ErrorNotice title={exportFailure} text="Nothing was saved. Please try again." />}
      {failure && (
        <ErrorNotice
          title={failure}
          text="No data was lost: the activity is recorded on the server."
          {...(failed && { onRetry: () => actor.send({ type: 'activity.retry' }) })}
        />
      )}
      {loading && <LoadingActivity />}
      {!loading && !failed && entries.length === 0 && (
        <EmptyState
          icon={mdiHistory}
          title={
            isFiltered ? 'No activity matches the filter.' : 'No activity yet. Actions by you and others appear here.'
          }
        >
          {isFiltered && (
            <Button
              variant="outline"
              onClick={() => {
                // This button disappears, so the first field gets the focus.
                kindField.current?.focus()
                onFilter({ kind: null, person: null })
              }}
            >
              Clear filter
            </Button>
          )}
        </EmptyState>
      )}
      {entries.length > 0 && <ActivityList actor={actor} projectId={project.id} files={listed} />}
    </chakra.section>
  )
}

const LoadingActivity = () => (
  <>
    <chakra.p role="status" srOnly>
      Loading activity...
    </chakra.p>
    <chakra.div aria-hidden display="grid" gap="2">
      {['first', 'second', 'third', 'fourth', 'fifth'].map((row) => (
        <chakra.div key={row} h="11" borderRadius="l2" bg="bg.muted" animation="pulse" />
      ))}
    </chakra.div>
  </>
)
