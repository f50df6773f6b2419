/** Counts calls in the database, so that limits apply across all nodes. Only rate-limited calls are counted. */
import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'

import type { Db } from '../database/database'
import { rateCounts } from '../database/schema'

/** A store for @fastify/rate-limit. Each route with a limit has its own counters. */
export function sharedRateLimits(db: Db): FastifyRateLimitStoreCtor {
  class SharedStore implements FastifyRateLimitStore {
    constructor(private readonly scope: string) {}

    incr(
      caller: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs = 60_000,
    ) {
      count(db, `${this.scope} ${caller}`, windowMs).then(
        (result) => done(null, result),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    }

    child(settings: object) {
      // The route is in `routeInfo`. This is undocumented, but the plugin's own Redis store relies on it too.
      const { routeInfo } = settings as { routeInfo?: { method?: string | string[]; url?: string } }
      return new SharedStore(
        routeInfo?.url === undefined ? 'several routes' : `${String(routeInfo.method)} ${routeInfo.url}`,
      )
    }
  }
  return class extends SharedStore {
    constructor() {
      super('every route')
    }
  }
}

async function count(db: Db, counted: string, windowMs: number) {
  // The key is hashed, so that the table does not record who called from which address.
  const key = createHash('sha256').update(counted).digest('base64url')
  const ends = sql`now() + make_interval(secs => ${windowMs / 1000})`
  const hasEnded = sql`${rateCounts.endsAt} <= now()`
  const [row] = await db
    .insert(rateCounts)
    .values({ key, calls: 1, endsAt: ends })
    .onConflictDoUpdate({
      target: rateCounts.key,
      set: {
        calls: sql`case when ${hasEnded} then 1 else ${rateCounts.calls} + 1 end`,
        endsAt: sql`case when ${hasEnded} then ${ends} else ${rateCounts.endsAt} end`,
      },
    })
    .returning({
      current: rateCounts.calls,
      ttl: sql<number>`extract(epoch from ${rateCounts.endsAt} - now()) * 1000`.mapWith(Number),
    })
  if (!row) throw new Error('The call could not be counted.')
  return row
}

/** Deletes the counters of expired time windows. */
export const dropEndedCounts = (db: Db) => db.delete(rateCounts).where(lt(rateCounts.endsAt, sql`now()`))
