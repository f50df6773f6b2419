/** Stores the provider's sessions, grants, codes and tokens in the database, so that they survive a restart. */
import { and, eq, lt, type SQL } from 'drizzle-orm'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

import type { Db } from '../database/database'
import { identityRecords as records } from '../database/schema'

export const createRecords =
  (db: Db): AdapterFactory =>
  (kind): Adapter => {
    const findOne = async (condition: SQL) => {
      const [row] = await db
        .select()
        .from(records)
        .where(and(eq(records.kind, kind), condition))
      if (!row) return undefined
      const payload = row.payload as AdapterPayload
      return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) } : payload
    }

    return {
      async upsert(id, payload, expiresIn) {
        const row = {
          payload,
          grantId: payload.grantId ?? null,
          userCode: payload.userCode ?? null,
          uid: payload.uid ?? null,
          expiresAt: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
        }
        await db
          .insert(records)
          .values({ kind, id, ...row })
          .onConflictDoUpdate({ target: [records.kind, records.id], set: row })
      },
      find: (id) => findOne(eq(records.id, id)),
      findByUid: (uid) => findOne(eq(records.uid, uid)),
      findByUserCode: (userCode) => findOne(eq(records.userCode, userCode)),
      async consume(id) {
        await db
          .update(records)
          .set({ consumedAt: new Date() })
          .where(and(eq(records.kind, kind), eq(records.id, id)))
      },
      async destroy(id) {
        await db.delete(records).where(and(eq(records.kind, kind), eq(records.id, id)))
      },
      async revokeByGrantId(grantId) {
        await db.delete(records).where(and(eq(records.kind, kind), eq(records.grantId, grantId)))
      },
    }
  }

/** Deletes expired records. */
export async function sweepRecords(db: Db) {
  await db.delete(records).where(lt(records.expiresAt, new Date()))
}

/** Ends all sessions, which also invalidates their refresh tokens. */
export async function endSessions(db: Db) {
  await db.delete(records).where(eq(records.kind, 'Session'))
}
