/**
 * Jobs: work that has to happen after a transaction, even if the process ends in between. A job is a row that is
 * written in the transaction that causes it (an outbox), and workers run it on any node, at least once: an interrupted
 * job runs again, so its handler must tolerate that an earlier run has already done some of the work.
 *
 *     export const removeBytes = defineJob<{ fileIds: string[] }>('remove bytes')
 *     await db.transaction(async (tx) => { …; await removeBytes.add(tx, { fileIds }) })
 *     removeBytes.runBy(async ({ fileIds }, { signal }) => { … })   // in the list of handlers in app.ts
 */
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'

import type { Db } from '../database/database'
import { notify } from '../database/node-signals'
import { jobs } from '../database/schema'

export type JobContext = {
  /**
   * Aborted when the server stops or another worker has taken over the job. A handler that ends early should throw, so
   * that the job runs again.
   */
  signal: AbortSignal
  log: FastifyBaseLogger
}

export type JobHandler = {
  kind: string
  /** A recurring job starts again this long after each run, on one node at a time. Null for all other jobs. */
  everyMs: number | null
  /** A rejection leads to another attempt later. */
  run(payload: unknown, context: JobContext): Promise<void>
}

export type Job<Payload> = {
  kind: string
  /** Adds a job, which starts as soon as the transaction is committed, or after `delayMs`. */
  add(tx: Db, payload: Payload, options?: { delayMs?: number }): Promise<void>
  runBy(run: (payload: Payload, context: JobContext) => Promise<void>): JobHandler
}

/** Defines a kind of job. Payloads must be serializable as JSON; rows may contain payloads of earlier releases. */
export const defineJob = <Payload extends object>(kind: string): Job<Payload> => ({
  kind,
  async add(tx, payload, { delayMs = 0 } = {}) {
    await tx.insert(jobs).values({ kind, payload, runAt: sql`now() + make_interval(secs => ${delayMs / 1000})` })
    await notify(tx, 'jobs')
  },
  runBy: (run) => ({ kind, everyMs: null, run: (payload, context) => run(payload as Payload, context) }),
})

/** Defines a job that runs at regular intervals, on one node at a time. It never becomes dead. */
export const recurringJob = (
  kind: string,
  everyMs: number,
  run: (context: JobContext) => Promise<void>,
): JobHandler => ({ kind, everyMs, run: (_payload, context) => run(context) })
