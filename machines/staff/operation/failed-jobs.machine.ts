import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { messageOr } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'

export type FailedJob = components['schemas']['FailedJob']
export type JobTask = { kind: 'retry' | 'discard'; id: string }

/**
 * The jobs that the server has given up on. They can be run again or, after confirmation, discarded, one at a time.
 * Each task returns the remaining jobs, so what a colleague has done in the meantime is shown, too. Only e-mails can be
 * discarded.
 */
export const failedJobsMachine = setup({
  types: {
    context: {} as {
      /** In the order in which the jobs have failed; null until they are loaded. */
      jobs: FailedJob[] | null
      task: JobTask | null
      failure: string | null
    },
    events: {} as
      | { type: 'jobs.retry' }
      | { type: 'job.retried'; id: string }
      | { type: 'discard.begun'; id: string }
      | { type: 'discard.confirmed' }
      | { type: 'discard.cancelled' },
  },
  actors: {
    loadJobs: placeholderActor<FailedJob[], void>('loadJobs'),
    perform: placeholderActor<FailedJob[], JobTask>('perform'),
  },
  actions: {
    clearFailure: assign({ failure: null }),
    clearTask: assign({ task: null }),
    fail: assign({ failure: (_, message: string) => message }),
    setJobs: assign({ jobs: (_, jobs: FailedJob[]) => jobs }),
  },
  guards: {
    isDiscardable: ({ context: { jobs } }, id: string) => jobs?.find((job) => job.id === id)?.discardable === true,
  },
}).createMachine({
  id: 'failedJobs',
  context: { jobs: null, task: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      entry: 'clearFailure',
      invoke: {
        src: 'loadJobs',
        onDone: { target: 'resting', actions: { type: 'setJobs', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'fail', params: messageOr('The jobs could not be loaded.') } },
      },
    },
    failed: { on: { 'jobs.retry': 'loading' } },
    resting: {
      on: {
        'job.retried': {
          target: 'working',
          actions: assign({ task: ({ event }) => ({ kind: 'retry', id: event.id }) }),
        },
        'discard.begun': {
          guard: { type: 'isDiscardable', params: ({ event }) => event.id },
          target: 'asking',
          actions: ['clearFailure', assign({ task: ({ event }) => ({ kind: 'discard', id: event.id }) })],
        },
      },
    },
    asking: {
      on: {
        'discard.confirmed': 'working',
        'discard.cancelled': { target: 'resting', actions: 'clearTask' },
      },
    },
    working: {
      entry: 'clearFailure',
      invoke: {
        src: 'perform',
        input: ({ context: { task } }) => {
          if (!task) throw new Error('There is no task.')
          return task
        },
        onDone: {
          target: 'resting',
          actions: [{ type: 'setJobs', params: ({ event }) => event.output }, 'clearTask'],
        },
        onError: {
          target: 'resting',
          actions: [{ type: 'fail', params: messageOr('The change could not be made.') }, 'clearTask'],
        },
      },
    },
  },
})

export type FailedJobsActor = ActorRefFrom<typeof failedJobsMachine>
type Snapshot = SnapshotFrom<typeof failedJobsMachine>

export const jobsOf = ({ context }: Snapshot) => context.jobs
export const jobsFailureOf = ({ context }: Snapshot) => context.failure
export const haveJobsFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const isJobWorkDone = (snapshot: Snapshot) => snapshot.matches('resting')

/** The id of the job that will be discarded if the user confirms; null if no confirmation is awaited. */
export const askedJobOf = (snapshot: Snapshot) =>
  snapshot.matches('asking') ? (snapshot.context.task?.id ?? null) : null

/** The task that is running, if any. */
export const jobTaskOf = (snapshot: Snapshot) => (snapshot.matches('working') ? snapshot.context.task : null)
