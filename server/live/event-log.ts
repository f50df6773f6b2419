/**
 * The log of changes, from which missed events are sent again. A position in it is the number of a transaction, before
 * which all others have ended, and the time of the database. What is read from a position on is therefore complete,
 * although transactions do not end in the order of their numbers; some events may be repeated.
 */
import { and, asc, gte, lt, type SQL, sql } from 'drizzle-orm'

import type { Db } from '../database/database'
import { liveEvents } from '../database/schema'
import { type JobHandler, recurringJob } from '../jobs/job'

export type LiveEvent = Omit<typeof liveEvents.$inferSelect, 'at' | 'transaction'> & { at: Date | string }

export type Position = { transaction: number; at: Date }

const KEPT = sql`interval '1 day'`
/** Somewhat less than the above, for what is deleted while it is being read. */
const COMPLETE_MS = 23 * 3_600_000
const CLEAN_EVERY_MS = 3_600_000
/** Whoever missed more than this loads everything again. */
const MAX_MISSED = 1000
/** An age is measured by the client, and transactions may have begun this long before they end. */
const AGE_MARGIN_S = 60

export const idOf = ({ transaction, at }: Position): string => `${transaction}-${at.getTime()}`

export function positionIn(id: string): Position {
  const [transaction, at] = id.split('-')
  return { transaction: Number(transaction), at: new Date(Number(at)) }
}

/** The current position, from which no event can be missed. */
export async function currentPosition(db: Db): Promise<Position> {
  const [row] = await db
    .select({
      transaction: sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`.mapWith(Number),
      at: sql`extract(epoch from now()) * 1000`.mapWith((ms) => new Date(Math.floor(Number(ms)))),
    })
    .from(sql`(select 1) as one`)
  if (!row) throw new Error('The position is unknown.')
  return row
}

/** The events from a position, or from an age in seconds; null if they are no longer complete. */
export async function missedEvents(
  db: Db,
  since: Position | { age: number },
  now: Position,
): Promise<LiveEvent[] | null> {
  if ('age' in since) {
    return read(db, gte(liveEvents.at, sql`now() - make_interval(secs => ${since.age + AGE_MARGIN_S})`))
  }
  // A position after the current one comes from another database, such as the one before a restore.
  if (since.transaction > now.transaction || since.at > now.at) return null
  if (now.at.getTime() - since.at.getTime() > COMPLETE_MS) return null
  return read(db, gte(liveEvents.transaction, since.transaction))
}

async function read(db: Db, where: SQL): Promise<LiveEvent[] | null> {
  const rows = await db
    .select()
    .from(liveEvents)
    .where(and(where))
    .orderBy(asc(liveEvents.transaction))
    .limit(MAX_MISSED + 1)
  return rows.length > MAX_MISSED ? null : rows
}

export const dropOldEvents = (db: Db): JobHandler =>
  recurringJob('old events', CLEAN_EVERY_MS, async () => {
    await db.delete(liveEvents).where(lt(liveEvents.at, sql`now() - ${KEPT}`))
  })
