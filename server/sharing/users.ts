/** Stores users with the names from their tokens. A user is added on their first call. */
import { eq, lt, sql } from 'drizzle-orm'

import type { Identity } from '../auth/bearer-token'
import { visibleName } from '../http/invisible-characters'
import { Problem } from '../http/problem'
import type { Db } from '../database/database'
import type { NodeSignals } from '../database/node-signals'
import { users } from '../database/schema'

const MAX_CACHED = 10_000
/** A person is looked up again after this time, in case this node has missed their deletion. */
const CACHED_MS = 3_600_000

/** The description tells pages to sign out. After any other 401, they start a login, which would store the person again. */
const personDeleted = () =>
  new Problem(401, 'Your data was deleted. Sign in again to start over.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token", error_description="data deleted"' },
  })

type Known = {
  claims: string
  until: number
  /** When the person deleted their data; null if they never did. */
  deletedAt: Date | null
}

type Person = Pick<Identity, 'id' | 'username' | 'fullname' | 'email'>

/** Adds a person or updates their names. Returns null if they deleted their data after `signedInAt`. */
export async function storePerson(db: Db, { id, username, fullname, email }: Person, signedInAt = new Date()) {
  const person = { username: visibleName(username), fullname, email: email ?? '', seenAt: new Date() }
  const [stored] = await db
    .insert(users)
    .values({ id, ...person })
    .onConflictDoUpdate({
      target: users.id,
      set: person,
      setWhere: sql`(${lt(users.deletedAt, signedInAt)}) is not false`,
    })
    .returning({ deletedAt: users.deletedAt })
  return stored ?? null
}

/**
 * Keeps users' names and e-mail addresses up to date. Unchanged claims need no query. After a person has deleted their
 * data, open pages and other devices may still send old tokens, or get new ones from a provider at which they are still
 * signed in. These would store the person again, so they are refused until the person signs in again.
 */
export function createUserStore(db: Db, signals: NodeSignals) {
  const known = new Map<string, Known>()
  const endListening = signals.listen('people', {
    onMessage: (id) => void known.delete(id),
    onConnect: () => known.clear(),
  })

  return {
    async remember(person: Person & Pick<Identity, 'signedInAt'>) {
      const { id, username, fullname, email, signedInAt } = person
      const claims = JSON.stringify([username, fullname, email])
      const cached = known.get(id)
      const isOld = cached?.deletedAt && signedInAt <= cached.deletedAt
      if (cached?.claims === claims && cached.until > Date.now() && !isOld) return
      const stored = await storePerson(db, person, signedInAt)
      if (!stored) throw personDeleted()
      if (known.size >= MAX_CACHED) known.clear()
      known.set(id, { claims, until: Date.now() + CACHED_MS, deletedAt: stored.deletedAt })
    },
    close: endListening,
  }
}

/** Whoever makes a call that writes their name. */
export type Caller = Pick<Identity, 'id' | 'fullname' | 'signedInAt'>

/**
 * Keeps a person from being deleted until the end of the transaction, which writes their name. Refuses the call if they
 * were deleted after it began: the deletion would miss what it writes.
 */
export async function lockPerson(tx: Db, { id, signedInAt }: Caller) {
  const [found] = await tx.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, id)).for('share')
  if (found?.deletedAt && signedInAt <= found.deletedAt) throw personDeleted()
}

/** The SQL condition that selects users with this e-mail address, ignoring case. */
export const isAddressOf = (email: string) => eq(sql`lower(${users.email})`, email.toLowerCase())

/** Returns all users with this e-mail address, ignoring case. */
export const peopleByEmail = (db: Db, email: string) => db.select().from(users).where(isAddressOf(email))
