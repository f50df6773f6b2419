/**
 * Registrations and new passwords that are waiting for the code from an e-mail. They are stored with the sign-in that
 * they are part of, so that it can continue afterward. Codes are derived with a secret key and never stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'

import type { Db } from '../database/database'
import { identityRecords as records } from '../database/schema'

export type Purpose = 'Registration' | 'New password'

/** The action that is waiting for the code. */
export type Waiting = {
  email: string
  /**
   * Whether the code has an effect: for a registration, the address must be free; for a new password, it must belong to
   * an account. Only the e-mail reveals this, never a page.
   */
  isUsable: boolean
  /** The account to create; null for a new password. */
  account: { firstName: string; lastName: string; hash: string } | null
}

type Stored = Waiting & { tries: number; begun: number }

const VALID_MS = 30 * 60_000
const MAX_TRIES = 10
const DIGITS = 8

const recordOf = (purpose: Purpose, uid: string) =>
  and(eq(records.kind, purpose), eq(records.id, uid), gt(records.expiresAt, sql`now()`))

export async function startWaiting(db: Db, purpose: Purpose, uid: string, waiting: Waiting): Promise<void> {
  const row = {
    payload: { ...waiting, tries: 0, begun: Date.now() } satisfies Stored,
    expiresAt: new Date(Date.now() + VALID_MS),
  }
  await db
    .insert(records)
    .values({ kind: purpose, id: uid, ...row })
    .onConflictDoUpdate({ target: [records.kind, records.id], set: row })
}

export async function findWaiting(db: Db, purpose: Purpose, uid: string): Promise<Stored | null> {
  const [row] = await db.select().from(records).where(recordOf(purpose, uid))
  return row ? (row.payload as Stored) : null
}

/**
 * Counts the attempt, and returns the action for this code. The action is deleted, so that the code works only once.
 * `none`: no action is waiting, for example after too many wrong codes.
 */
export async function useCode(
  db: Db,
  { key, purpose, uid, code }: { key: string; purpose: Purpose; uid: string; code: string },
): Promise<Waiting | 'wrong' | 'none'> {
  const tries = sql`(${records.payload} ->> 'tries')::int`
  // The attempt is counted before the comparison, so that simultaneous attempts cannot exceed the limit.
  const [row] = await db
    .update(records)
    .set({ payload: sql`${records.payload} || jsonb_build_object('tries', ${tries} + 1)` })
    .where(and(recordOf(purpose, uid), lt(tries, MAX_TRIES)))
    .returning()
  if (!row) return 'none'
  const stored = row.payload as Stored
  const [given, expected] = [Buffer.from(code.replace(/\D/g, '')), Buffer.from(codeOf(key, purpose, uid, stored))]
  const isRight = given.length === expected.length && timingSafeEqual(given, expected)
  // A code that would have no effect was never sent, so it counts as wrong.
  if (!isRight || !stored.isUsable) return 'wrong'
  const used = await db.delete(records).where(recordOf(purpose, uid)).returning({ id: records.id })
  return used.length > 0 ? stored : 'none'
}

/**
 * Derives the code for an action. The code depends on when the action was started, so it changes when someone starts
 * over.
 */
export const codeOf = (key: string, purpose: Purpose, uid: string, { email, begun }: Stored) =>
  String(
    createHmac('sha256', key).update(`${purpose} ${uid} ${email} ${begun}`).digest().readUInt32BE() % 10 ** DIGITS,
  ).padStart(DIGITS, '0')
