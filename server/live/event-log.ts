/**
 * The log of changes, from which clients get the events that they missed. A position consists of a transaction number
 * and the database's time; all transactions with lower numbers have ended. Reading from a position is therefore
 * complete, although transactions do not end in the order of their numbers; some events may be repeated.
 */
import { and, asc, gte, lt, type SQL, sql } from 'drizzle-orm'

import type { Db } from '../database/database'
import { lockInOrder } from '../database/lock-in-order'
import { liveEvents } from '../database/schema'
import { type JobHandler, recurringJob } from '../jobs/job'

export type LiveEvent = Omit<typeof liveEvents.$inferSelect, 'at' | 'transaction'> & { at: Date | string }

export type Position = { transaction: number; at: Date }

const KEPT = sql`interval '1 day'`
/**
 * All events since a position of at most this age still exist. This is somewhat less than KEPT, because events may be
 * deleted while they are being read.
 */
const COMPLETE_MS = 23 * 3_600_000
const CLEAN_EVERY_MS = 3_600_000
/** A client that has missed more events than this reloads everything. */
const MAX_MISSED = 1000
/**
 * A margin that is added to the age that a client sends, for two reasons: the client measures the age by its own clock,
 * and an event bears the time when its transaction began, not when it ended.
 */
const AGE_MARGIN_S = 60

export const idOf = ({ transaction, at }: Position): string => `${transaction}-${at.getTime()}`

export function positionIn(id: string): Position {
  const [transaction, at] = id.split('-')
  return { transaction: Number(transaction), at: new Date(Number(at)) }
}

/** Returns the current position. A client that continues from it misses no event. */
export async function currentPosition(db: Db): Promise<Position> {
  const [row] = await db
    .select({
      transaction: sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`.mapWith(Number),
      at: sql`extract(epoch from now()) * 1000`.mapWith((ms) => new Date(Math.floor(Number(ms)))),
    })
    .from(sql`(select 1) as one`)
  if (!row) throw new Error('The position could not be read.')
  return row
}

/**
 * Returns the events since a position, or from the last `age` seconds; null if there are too many, or if some of them
 * may have been deleted. For a position, also returns null if it comes from a different database.
 */
export async function missedEvents(
  db: Db,
  since: Position | { age: number },
  now: Position,
): Promise<LiveEvent[] | null> {
  if ('age' in since) {
    if ((since.age + AGE_MARGIN_S) * 1000 > COMPLETE_MS) return null
    return read(db, gte(liveEvents.at, sql`now() - make_interval(secs => ${since.age + AGE_MARGIN_S})`))
  }
  // A position after the current one comes from a different database, such as the one before a restore.
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
    const isOld = lt(liveEvents.at, sql`now() - ${KEPT}`)
    await db.transaction(async (tx) => {
      await lockEvents(tx, isOld)
      await tx.delete(liveEvents).where(isOld)
    })
  })

/** Locks events in the order of their keys. */
export function lockEvents(tx: Db, where: SQL | undefined): Promise<void> {
  const { transaction, kind, subject, person } = liveEvents
  return lockInOrder(tx, [transaction, kind, subject, person], where)
}
