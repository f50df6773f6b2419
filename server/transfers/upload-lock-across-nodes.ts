/**
 * Holds on uploads across all nodes. A hold is stored in the upload's row and expires unless its node renews it, so
 * that the holds of a dead node expire, and those of a running node survive a restart of the database. A node that has
 * lost a hold without detecting the loss does no harm: it could only write the same bytes of the same file.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'

import type { Db } from '../database/database'
import { type NodeSignals, notify } from '../database/node-signals'
import { uploads } from '../database/schema'

const HOLD_S = 10
const RENEW_EVERY_MS = 1000
/** How often a waiting call tries to acquire the hold again, in case a notification was lost. */
const ASK_EVERY_MS = 1000

export type Holder = {
  /** Called when another node requests the upload. */
  onWanted(): void
  /** Called when another node has taken the upload, or the upload was deleted. */
  onLost(): void
}

export type HeldUpload = {
  /** Reports the number of received bytes, which is stored when the hold is renewed. */
  report(received: number): void
  release(): Promise<void>
}

export type UploadHolds = {
  /** Waits until no other node holds the upload. Returns null if the upload does not exist. */
  acquire(uploadId: string, holder: Holder): Promise<HeldUpload | null>
  close(): void
}

const soon = sql`now() + make_interval(secs => ${HOLD_S})`
const isFree = or(isNull(uploads.heldUntil), lt(uploads.heldUntil, sql`now()`))

export function createUploadHolds({ db, signals }: { db: Db; signals: NodeSignals }): UploadHolds {
  const holders = new Map<string, Holder>()
  const waiting = new Map<string, Set<() => void>>()

  const close = signals.listen('uploads', {
    onMessage(payload) {
      const [what, id = ''] = payload.split(' ')
      if (what === 'wanted') holders.get(id)?.onWanted()
      else for (const wake of waiting.get(id) ?? []) wake()
    },
    onConnect: () => undefined,
  })

  /** Resolves when a node releases the upload, or when it is time to try again. */
  const releaseOf = (id: string) =>
    new Promise<void>((resolve) => {
      const waiters = waiting.get(id) ?? new Set()
      waiting.set(id, waiters)
      const wake = () => {
        clearTimeout(timer)
        waiters.delete(wake)
        if (waiters.size === 0) waiting.delete(id)
        resolve()
      }
      const timer = setTimeout(wake, ASK_EVERY_MS)
      waiters.add(wake)
    })

  /** Acquires the hold if it is free. Returns whether it was free; null if the upload does not exist. */
  async function tryAcquire(id: string, heldBy: string): Promise<boolean | null> {
    const [held] = await db
      .update(uploads)
      .set({ heldBy, heldUntil: soon, reservedAt: null })
      .where(and(eq(uploads.id, id), isFree))
      .returning({ id: uploads.id })
    return held ? true : (await db.$count(uploads, eq(uploads.id, id))) > 0 ? false : null
  }

  return {
    close,

    async acquire(id, holder) {
      const heldBy = randomUUID()
      const own = and(eq(uploads.id, id), eq(uploads.heldBy, heldBy))
      let isAcquired = await tryAcquire(id, heldBy)
      while (isAcquired === false) {
        const released = releaseOf(id)
        await notify(db, 'uploads', `wanted ${id}`)
        await released
        isAcquired = await tryAcquire(id, heldBy)
      }
      if (isAcquired === null) return null

      holders.set(id, holder)
      let received: number | null = null
      const renew = async () => {
        const kept = await db
          .update(uploads)
          .set({ heldUntil: soon, ...(received !== null && { received, touchedAt: new Date() }) })
          .where(own)
          .returning({ id: uploads.id })
          // The next interval tries again. While the database is unavailable, no other call can acquire the upload.
          .catch(() => null)
        if (kept?.length === 0) holder.onLost()
      }
      const renewing = setInterval(() => void renew(), RENEW_EVERY_MS).unref()
      return {
        report(bytes) {
          received = bytes
        },
        async release() {
          clearInterval(renewing)
          holders.delete(id)
          await db
            .update(uploads)
            .set({ heldBy: null, heldUntil: null, reservedAt: null })
            .where(own)
            .then(() => notify(db, 'uploads', `free ${id}`))
            // If the release fails, the hold expires on its own.
            .catch(() => undefined)
        },
      }
    },
  }
}
