/** Runs jobs on this node. Every node has a worker; a row lock decides which worker gets a job. */
import { setTimeout as after } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

import type { Db } from '../database/database'
import type { NodeSignals } from '../database/node-signals'
import type { JobHandler } from './job'
import {
  CLAIM_S,
  claimJob,
  extendClaim,
  failJob,
  finishJob,
  type JobRow,
  MAX_ATTEMPTS,
  planRecurring,
  releaseJob,
} from './job-store'

const JOBS_AT_ONCE = 4
/** The polling interval for retried, recurring and abandoned jobs. New jobs are announced by a notification. */
const LOOK_EVERY_MS = 5000
/** How long a stopping worker waits for its jobs. Another node picks up any that are still unfinished. */
const STOP_MS = 5000

export type JobOutcome = 'done' | 'failed' | 'dead'

type WorkerOptions = {
  db: Db
  signals: NodeSignals
  handlers: JobHandler[]
  log: FastifyBaseLogger
  /** Called for the metrics after each run, except those that were interrupted because the worker is stopping. */
  onRun?: (kind: string, outcome: JobOutcome) => void
  /** Wraps each run, for the traces. */
  trace?: (kind: string, run: () => Promise<void>) => Promise<void>
}

/** Starts the worker. The returned function stops it: no further jobs start, and running jobs are signaled to end. */
export function startWorker({ db, signals, handlers, log, onRun, trace }: WorkerOptions): () => Promise<void> {
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]))
  const kinds = [...byKind.keys()]
  const recurring = handlers.flatMap(({ kind, everyMs }) => (everyMs === null ? [] : [kind]))
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const bell = createBell()

  let isPlanned = false
  const next = async (): Promise<JobRow | null> => {
    if (running.size >= JOBS_AT_ONCE) return null
    try {
      if (!isPlanned) await planRecurring(db, recurring)
      isPlanned = true
      const job = await claimJob(db, kinds)
      if (!job || !stopping.signal.aborted) return job
      // The worker was stopped while it claimed the job, for example one that it has just released.
      await releaseJob(db, job)
      return null
    } catch (error) {
      log.warn({ err: error }, 'The jobs could not be read. The next attempt is in a few seconds.')
      return null
    }
  }

  const work = async () => {
    while (!stopping.signal.aborted) {
      const job = await next()
      if (!job) {
        await bell.rungWithin(LOOK_EVERY_MS)
        continue
      }
      const handler = byKind.get(job.kind)
      if (!handler) continue
      const context = { db, log, stopping: stopping.signal, ...(onRun && { onRun }), ...(trace && { trace }) }
      const run = runJob(context, handler, job).then(() => {
        running.delete(run)
        bell.ring()
      })
      running.add(run)
    }
  }

  const endListening = signals.listen('jobs', {
    onMessage: () => bell.ring(),
    onConnect: () => bell.ring(),
  })
  const working = work()
  return async () => {
    endListening()
    stopping.abort()
    bell.ring()
    await working
    await Promise.race([Promise.all(running), after(STOP_MS, undefined, { ref: false })])
  }
}

type RunContext = Pick<WorkerOptions, 'db' | 'log' | 'onRun' | 'trace'> & { stopping: AbortSignal }

/** Runs a job and records the result. Never rejects: a result that cannot be recorded leads to another run. */
async function runJob(
  { db, log, onRun, trace = (_kind, run) => run(), stopping }: RunContext,
  handler: JobHandler,
  job: JobRow,
): Promise<void> {
  const lost = new AbortController()
  const renewal = setInterval(
    () => {
      extendClaim(db, job).then(
        (isOurs) => isOurs || lost.abort(),
        (error: unknown) => log.warn({ err: error, job: job.id }, 'The claim on a job could not be extended.'),
      )
    },
    (CLAIM_S * 1000) / 3,
  )
  const about = { job: job.id, kind: job.kind, attempt: job.attempts }
  try {
    // The process ended during the last attempt, so the failure of that attempt was never recorded.
    if (!job.recurring && job.attempts > MAX_ATTEMPTS)
      throw new Error(job.lastError ?? 'The process ended during every attempt.')
    const signal = AbortSignal.any([stopping, lost.signal])
    await trace(job.kind, () => handler.run(job.payload, { signal, log }))
    await finishJob(db, job, handler.everyMs)
    onRun?.(job.kind, 'done')
  } catch (error) {
    try {
      if (stopping.aborted) {
        await releaseJob(db, job)
        return
      }
      const outcome = await failJob(db, job, reasonOf(error))
      onRun?.(job.kind, outcome === 'dead' ? 'dead' : 'failed')
      if (outcome === 'dead')
        log.error({ err: error, ...about }, 'A job failed and will not be retried. See npm run jobs.')
      else log.warn({ err: error, ...about }, 'A job failed and will be retried.')
    } catch (failure) {
      log.warn({ err: failure, ...about }, 'The result of a job could not be stored. The job will run again.')
    }
  } finally {
    clearInterval(renewal)
  }
}

/**
 * Returns the reason to store for a failed run. The message of a failed query contains its parameters and thus user
 * data, so the message of its cause is used instead.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'query' in error && error.cause ? reasonOf(error.cause) : error.message
}

/** Creates a bell that wakes the worker. A call to `ring` between two waits makes the next wait end immediately. */
function createBell() {
  let isRung = false
  let wake = () => {}
  return {
    ring() {
      isRung = true
      wake()
    },
    async rungWithin(ms: number) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, ms).unref()
        })
      }
      isRung = false
    },
  }
}
