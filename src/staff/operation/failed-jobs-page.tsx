import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import { mdiCheckCircleOutline } from '@mdi/js'
import { useActorRef, useSelector } from '@xstate/react'

import * as failed from '../../../machines/staff/operation/failed-jobs.machine'
import { jobName } from '../../../machines/staff/operation/job-names'
import { EmptyState, ErrorNotice } from '../../ui/notices/notices'
import { PageSpinner } from '../../ui/page-spinner'
import { dateAndTime } from '../../ui/time'
import { useStaffMachines } from '../machines'
import { jobsTitle, takeFocus, useFocusAfterwards } from '../staff-focus'
import { StaffPage } from '../staff-page'
import { TaskButton } from '../task-button'

/** The jobs that the server has given up on, and what can be done about them. */
export function FailedJobsPage() {
  const actor = useActorRef(useStaffMachines().failedJobs)
  const jobs = useSelector(actor, failed.jobsOf)
  const failure = useSelector(actor, failed.jobsFailureOf)
  const haveFailed = useSelector(actor, failed.haveJobsFailed)
  return (
    <StaffPage
      title="Failed jobs"
      titleId={jobsTitle}
      intro="Jobs that the server gave up on after about 14 hours of attempts, such as an e-mail that the mail server refused. Fix the cause first, then try again."
    >
      {failure && (
        <ErrorNotice
          title={failure}
          {...(haveFailed ? { onRetry: () => actor.send({ type: 'jobs.retry' }) } : { text: 'Nothing was changed.' })}
        />
      )}
      {!jobs && !haveFailed && <PageSpinner text="Loading failed jobs..." />}
      {jobs?.length === 0 && <EmptyState icon={mdiCheckCircleOutline} title="No job has failed." />}
      {jobs && jobs.length > 0 && (
        <chakra.ul display="grid" gap="3" aria-label="Failed jobs">
          {jobs.map((job) => (
            <Job key={job.id} actor={actor} job={job} />
          ))}
        </chakra.ul>
      )}
    </StaffPage>
  )
}

type JobProps = { actor: failed.FailedJobsActor; job: failed.FailedJob }

const discardButton = (id: string) => `discard_${id}`

function Job({ actor, job }: JobProps) {
  const { id, kind, attempts, created, failed: failedAt, error, discardable } = job
  const idle = useSelector(actor, failed.isJobWorkDone)
  const task = useSelector(actor, failed.jobTaskOf)
  const isAsked = useSelector(actor, failed.askedJobOf) === id
  const name = `${jobName(kind)}, ${dateAndTime(created)}`
  const isRunning = (what: failed.JobTask['kind']) => task?.id === id && task.kind === what
  return (
    <chakra.li display="grid" gap="3" p="4" borderWidth="1px" borderRadius="l3" bg="bg.panel">
      <chakra.div display="grid" gap="1">
        <chakra.h2 fontWeight="medium">{jobName(kind)}</chakra.h2>
        <chakra.p textStyle="sm" color="fg.muted">
          From {dateAndTime(created)}. {attempts === 1 ? '1 attempt' : `${attempts} attempts`}, the last on{' '}
          {dateAndTime(failedAt)}.
        </chakra.p>
        {error !== null && (
          <chakra.p fontFamily="mono" textStyle="sm" overflowWrap="anywhere">
            {error}
          </chakra.p>
        )}
      </chakra.div>
      {isAsked ? (
        <Question actor={actor} id={id} />
      ) : (
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <TaskButton
            variant="outline"
            aria-label={`Try again: ${name}`}
            busy={!idle}
            running={isRunning('retry')}
            next={[jobsTitle]}
            onClick={() => actor.send({ type: 'job.retried', id })}
          >
            Try again
          </TaskButton>
          {discardable && (
            <TaskButton
              id={discardButton(id)}
              variant="outline"
              aria-label={`Discard: ${name}`}
              busy={!idle}
              running={isRunning('discard')}
              next={[jobsTitle]}
              onClick={() => actor.send({ type: 'discard.begun', id })}
            >
              Discard
            </TaskButton>
          )}
        </chakra.div>
      )}
    </chakra.li>
  )
}

/** Asks for confirmation before a job is discarded. */
function Question({ actor, id }: { actor: failed.FailedJobsActor; id: string }) {
  useFocusAfterwards(discardButton(id), jobsTitle)
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <chakra.p role="alert" textStyle="sm" fontWeight="medium">
        Discard this e-mail? It will never be sent. This cannot be undone.
      </chakra.p>
      <Button size="sm" colorPalette="error" onClick={() => actor.send({ type: 'discard.confirmed' })}>
        Discard
      </Button>
      {/* This button gets the focus, because a second press of Enter must not discard anything. */}
      <Button ref={takeFocus} size="sm" variant="outline" onClick={() => actor.send({ type: 'discard.cancelled' })}>
        Keep
      </Button>
    </chakra.div>
  )
}
