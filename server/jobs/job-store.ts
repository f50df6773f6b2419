/** The jobs table: claims, results, and the operator's commands. All times come from the database's clock. */
import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'

import type { Db } from '../database/database'
import { notify } from '../database/node-signals'
import { jobs } from '../database/schema'

export type JobRow = typeof jobs.$inferSelect

/** How long a claim lasts without being extended. A job whose node has died runs again after this time. */
export const CLAIM_S = 60

/** With the pauses below, the last attempt is about 14 hours after the first. */
export const MAX_ATTEMPTS = 20

const FIRST_PAUSE_S = 10
const MAX_PAUSE_S = 3600
const ERROR_CHARACTERS = 500
const LIST_LENGTH = 200

/** The pause after a failed attempt, before the next one. It triples each time, up to an hour. */
export const pauseAfter = (attempts: number): number => Math.min(FIRST_PAUSE_S * 3 ** (attempts - 1), MAX_PAUSE_S)

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

/** Makes sure that the recurring jobs exist. A new recurring job is due immediately. */
export async function planRecurring(db: Db, kinds: string[]): Promise<void> {
  if (kinds.length === 0) return
  await db
    .insert(jobs)
    .values(kinds.map((kind) => ({ kind, payload: {}, recurring: true })))
    .onConflictDoNothing()
}

/**
 * Claims the job of these kinds that has been due the longest; returns null if none is due. Unknown kinds are left to
 * nodes of another release.
 */
export async function claimJob(db: Db, kinds: string[]): Promise<JobRow | null> {
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isNull(jobs.deadAt), lte(jobs.runAt, sql`now()`), inArray(jobs.kind, kinds)))
    .orderBy(asc(jobs.runAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(jobs)
    .set({ attempts: sql`${jobs.attempts} + 1`, runAt: inSeconds(CLAIM_S) })
    // With `in`, the planner could run the subquery more than once and claim several rows.
    .where(sql`${jobs.id} = (${due})`)
    .returning()
  return claimed ?? null
}

/**
 * The condition that a claim is still valid. A claim ends when another worker starts the next attempt; the result of
 * the earlier worker then has no effect.
 */
const claimed = ({ id, attempts }: JobRow) => and(eq(jobs.id, id), eq(jobs.attempts, attempts), isNull(jobs.deadAt))

/** Extends a claim. Returns false if the claim is no longer valid. */
export async function extendClaim(db: Db, job: JobRow): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ runAt: inSeconds(CLAIM_S) })
    .where(claimed(job))
    .returning({ id: jobs.id })
  return rows.length > 0
}

/** Deletes a finished job, or schedules the next run of a recurring job. */
export async function finishJob(db: Db, job: JobRow, everyMs: number | null): Promise<void> {
  if (everyMs === null) await db.delete(jobs).where(claimed(job))
  else {
    await db
      .update(jobs)
      .set({ attempts: 0, lastError: null, runAt: inSeconds(everyMs / 1000) })
      .where(claimed(job))
  }
}

/** Schedules the next attempt of a failed job. After the last attempt, the job is dead, unless it is recurring. */
export async function failJob(db: Db, job: JobRow, reason: string): Promise<'waiting' | 'dead'> {
  const isDead = !job.recurring && job.attempts >= MAX_ATTEMPTS
  await db
    .update(jobs)
    .set({
      lastError: reason.slice(0, ERROR_CHARACTERS),
      ...(isDead ? { deadAt: sql`now()` } : { runAt: inSeconds(pauseAfter(job.attempts)) }),
    })
    .where(claimed(job))
  return isDead ? 'dead' : 'waiting'
}

/** Makes a job due immediately because its worker is stopping. The unfinished attempt does not count. */
export async function releaseJob(db: Db, job: JobRow): Promise<void> {
  await db
    .update(jobs)
    .set({ attempts: job.attempts - 1, runAt: sql`now()` })
    .where(claimed(job))
  await notify(db, 'jobs')
}

/** The numbers of waiting and dead jobs by kind, and how long the oldest due job has been waiting. */
export const countJobs = (db: Db) =>
  db
    .select({
      kind: jobs.kind,
      waiting: sql<number>`count(*) filter (where ${jobs.deadAt} is null)`.mapWith(Number),
      dead: sql<number>`count(${jobs.deadAt})`.mapWith(Number),
      lateS:
        sql<number>`greatest(0, coalesce(extract(epoch from now() - min(${jobs.runAt}) filter (where ${jobs.deadAt} is null)), 0))`.mapWith(
          Number,
        ),
    })
    .from(jobs)
    .groupBy(jobs.kind)

/** The oldest jobs; dead jobs come first. */
export const listJobs = (db: Db): Promise<JobRow[]> =>
  db.select().from(jobs).orderBy(sql`${jobs.deadAt} is null`, asc(jobs.created), asc(jobs.id)).limit(LIST_LENGTH)

/** The dead jobs, in the order in which their last attempts failed. */
export const listDead = (db: Db): Promise<JobRow[]> =>
  db.select().from(jobs).where(isNotNull(jobs.deadAt)).orderBy(asc(jobs.deadAt), asc(jobs.id)).limit(LIST_LENGTH)

/** Restarts a dead job, or all dead jobs if the id is `all`. Returns the number of restarted jobs. */
export async function retryDead(db: Db, id: string): Promise<number> {
  const rows = await db
    .update(jobs)
    .set({ deadAt: null, attempts: 0, runAt: sql`now()` })
    .where(and(isNotNull(jobs.deadAt), id === 'all' ? undefined : eq(sql`${jobs.id}::text`, id)))
    .returning({ id: jobs.id })
  await notify(db, 'jobs')
  return rows.length
}

/** Deletes a dead job; if kinds are given, only a job of one of these kinds. Returns false if there is no such job. */
export async function discardDead(db: Db, id: string, kinds?: string[]): Promise<boolean> {
  const rows = await db
    .delete(jobs)
    .where(and(isNotNull(jobs.deadAt), eq(sql`${jobs.id}::text`, id), kinds && inArray(jobs.kind, kinds)))
    .returning({ id: jobs.id })
  return rows.length > 0
}
