/**
 * Leases: the resources that running calls hold, counted across all nodes. These are the open streams of a person, and
 * the storage that uploads reserve in a project. A lease expires unless its node renews it, so the leases of a dead
 * node end automatically.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'

import type { Db } from './database'
import { leases } from './schema'

const LEASE_S = 60
const RENEW_EVERY_MS = 20_000

const soon = sql`now() + make_interval(secs => ${LEASE_S})`

export type LeaseKind = 'stream' | 'upload'
export type Lease = {
  /** Leases are numbered in the order in which they were taken. */
  id: number
  release(): Promise<void>
}
export type Leases = ReturnType<typeof createLeases>

export function createLeases(db: Db) {
  // Identifies this node in its leases. The ids in `own` are not sufficient, since other calls can read the row of a
  // new lease before its id is in `own`.
  const node = randomUUID()
  const own = new Set<number>()
  const renew = () =>
    db
      .update(leases)
      .set({ heldUntil: soon })
      .where(inArray(leases.id, [...own]))
  // A failed renewal is repeated after the interval. While the database is unavailable, calls cannot begin anyway.
  const renewing = setInterval(() => {
    if (own.size > 0) renew().then(undefined, () => undefined)
  }, RENEW_EVERY_MS).unref()

  return {
    /** Takes a lease for a person or a project. */
    async take(kind: LeaseKind, subject: string, amount = 1): Promise<Lease> {
      const [taken] = await db.insert(leases).values({ kind, subject, amount, node, heldUntil: soon }).returning()
      if (!taken) throw new Error('The lease was not stored.')
      const { id } = taken
      own.add(id)
      return {
        id,
        async release() {
          own.delete(id)
          // If this fails, the lease expires on its own.
          await db
            .delete(leases)
            .where(eq(leases.id, id))
            .catch(() => undefined)
        },
      }
    },

    /**
     * The sum of the amounts of the leases that have not expired, or only of those taken before the lease `before`.
     * `others` excludes the leases of this node.
     */
    async sum(
      kind: LeaseKind,
      subject: string,
      { before, others = false }: { before?: number | undefined; others?: boolean } = {},
    ): Promise<number> {
      const [found] = await db
        .select({ amount: sql<number>`coalesce(sum(${leases.amount}), 0)`.mapWith(Number) })
        .from(leases)
        .where(
          and(
            eq(leases.kind, kind),
            eq(leases.subject, subject),
            gt(leases.heldUntil, sql`now()`),
            before === undefined ? undefined : lt(leases.id, before),
            others ? ne(leases.node, node) : undefined,
          ),
        )
      return found?.amount ?? 0
    },

    /** Ends the leases of this node. */
    async close() {
      clearInterval(renewing)
      if (own.size === 0) return
      await db
        .delete(leases)
        .where(eq(leases.node, node))
        .catch(() => undefined)
    },
  }
}

/**
 * Deletes leases an hour after they expired. Until then, a node that could not reach the database can still renew them.
 */
export const dropExpiredLeases = (db: Db) =>
  db.delete(leases).where(lt(leases.heldUntil, sql`now() - interval '1 hour'`))
