/** The accounts of the embedded provider: those that the server is started with, and those that people created. */
import { createHmac, randomUUID, scrypt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'

import type { Db } from '../database/database'
import { identityAccounts, identityRecords } from '../database/schema'
import { type Account, accountNamed, isPasswordOf, type Person } from './accounts'

/** One of the settings that OWASP recommends for scrypt: 32 MB and about a quarter of a second per password. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 }
const HASH_BYTES = 32
const MAX_NAME = 254

export type NewAccount = { email: string; isConfirmed: boolean; firstName: string; lastName: string; hash: string }

export type Accounts = ReturnType<typeof createAccounts>

/**
 * `key` must be kept secret. Each salt is derived from it and the address, not chosen at random, so that an account can
 * be looked up by its address and the hash of the password.
 */
export function createAccounts({ db, fixed, key }: { db: Db; fixed: Account[]; key: string }) {
  const one = async (where: ReturnType<typeof and>) => {
    const [row] = await db.select().from(identityAccounts).where(where)
    return row ? personOf(row) : null
  }

  /** Returns the hash of a password, which is deliberately slow to compute. The password itself is never stored. */
  const hashOf = (email: string, password: string) =>
    new Promise<string>((resolve, reject) => {
      const salt = createHmac('sha256', key).update(`password of ${email}`).digest()
      scrypt(password.normalize('NFKC'), salt, HASH_BYTES, SCRYPT, (error, hash) =>
        error ? reject(error) : resolve(hash.toString('base64url')),
      )
    })

  return {
    hashOf,

    find: async (sub: string | undefined): Promise<Person | null> =>
      sub === undefined
        ? null
        : (fixed.find((account) => account.sub === sub) ?? (await one(eq(identityAccounts.sub, sub)))),

    /**
     * The key that identifies the account with this username or address in the sign-in limits, whether or not it
     * exists.
     */
    keyOf: (username: string) => accountNamed(fixed, username)?.sub ?? addressOf(username),

    /**
     * Returns null if the username or the password is wrong. Takes the same time whether or not the account exists,
     * unless it is one that the server is started with.
     */
    async signIn(username: string, password: string): Promise<Person | null> {
      const account = accountNamed(fixed, username)
      if (isPasswordOf(account, password)) return account
      const email = addressOf(username)
      const passwordHash = await hashOf(email, password)
      return one(and(eq(identityAccounts.email, email), eq(identityAccounts.passwordHash, passwordHash)))
    },

    /**
     * Who owns this address: an account that the server is started with (`fixed`), a person who confirmed it, or nobody
     * (null).
     */
    async ownerOf(email: string): Promise<'fixed' | 'person' | null> {
      const isOwn = and(eq(identityAccounts.email, email), eq(identityAccounts.isConfirmed, true))
      if ((await db.$count(identityAccounts, isOwn)) > 0) return 'person'
      return accountNamed(fixed, email) ? 'fixed' : null
    },

    /**
     * Adds an account, and returns it. If an account with this address and password exists, confirms that account if
     * `isConfirmed` is true, and returns it. Returns null if someone else has confirmed the address in the meantime.
     */
    add: ({ email, isConfirmed, firstName, lastName, hash }: NewAccount): Promise<Person | null> =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`account ${email}`}))`)
        const [account] = await tx
          .insert(identityAccounts)
          .values({ sub: randomUUID(), email, isConfirmed, firstName, lastName, passwordHash: hash })
          .onConflictDoNothing()
          .returning()
        if (account) return personOf(account)
        const isSame = and(eq(identityAccounts.email, email), eq(identityAccounts.passwordHash, hash))
        const [same] = await tx
          .update(identityAccounts)
          .set({ isConfirmed: sql`${identityAccounts.isConfirmed} or ${isConfirmed}` })
          .where(isSame)
          .returning()
        return same ? personOf(same) : null
      }),

    /** Sets a new password and returns the account; null if nobody has confirmed this address. */
    setPassword: (email: string, hash: string): Promise<Person | null> =>
      db.transaction(async (tx) => {
        const isOf = eq(identityAccounts.email, email)
        const isSame = eq(identityAccounts.passwordHash, hash)
        // An unconfirmed account, which could be anyone's, must not have the same password: sign-in could not tell the
        // two apart.
        await tx.delete(identityAccounts).where(and(isOf, isSame, eq(identityAccounts.isConfirmed, false)))
        const [account] = await tx
          .update(identityAccounts)
          .set({ passwordHash: hash })
          .where(and(isOf, eq(identityAccounts.isConfirmed, true)))
          .returning()
        return account ? personOf(account) : null
      }),
  }
}

/** Returns an address in the form in which addresses are compared and stored. */
export const addressOf = (text: string) => text.trim().toLowerCase().slice(0, MAX_NAME)

const personOf = (row: typeof identityAccounts.$inferSelect): Person => ({
  sub: row.sub,
  username: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.isConfirmed ? row.email : null,
  roles: ['user'],
})

/** Ends all sessions of an account. */
export const endSessionsOf = (db: Db, sub: string) =>
  db.delete(identityRecords).where(eq(sql`${identityRecords.payload} ->> 'accountId'`, sub))

/** Deletes an account that a person created, and ends its sessions. Returns whether there was such an account. */
export async function deleteAccount(db: Db, sub: string): Promise<boolean> {
  const deleted = await db.delete(identityAccounts).where(eq(identityAccounts.sub, sub)).returning()
  await endSessionsOf(db, sub)
  return deleted.length > 0
}
