/** Stores users with the names from their tokens. A user is added on their first call. */
import { eq, inArray, lt, sql } from 'drizzle-orm'

import type { Identity } from '../auth/bearer-token'
import { visibleName } from '../http/invisible-characters'
import { Problem } from '../http/problem'
import type { Db } from '../database/database'
import type { NodeSignals } from '../database/node-signals'
import { users } from '../database/schema'

const MAX_CACHED = 10_000
/** A person is looked up again after this time, in case this node has missed their deletion. */
const CACHED_MS = 3_600_000

/**
 * The error description makes pages sign out. After any other 401, they start a login, which would store the person
 * again.
 */
const personDeleted = () =>
  new Problem(401, 'Your data was deleted. Sign in again to start over.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token", error_description="data deleted"' },
  })

/** The maximum number of roles that are stored for a person. In practice, tokens contain fewer. */
const MAX_ROLES = 100

type Known = {
  names: string
  roles: string
  issuedAt: Date
  until: number
  /** When the person deleted their data; null if they never did. */
  deletedAt: Date | null
}

type Person = Pick<Identity, 'id' | 'username' | 'fullname' | 'email'>
type TokenRoles = Pick<Identity, 'roles' | 'issuedAt'>

/**
 * Adds a person or updates their names and, from a token, their roles. Returns null if they deleted their data after
 * `signedInAt`.
 */
export async function storePerson(
  db: Db,
  { id, username, fullname, email }: Person,
  signedInAt = new Date(),
  token: TokenRoles | null = null,
) {
  const person = { username: visibleName(username), fullname, email: email ?? '', seenAt: new Date() }
  const seen = token && { roles: token.roles.slice(0, MAX_ROLES).map(visibleName), rolesAt: token.issuedAt }
  // Another tab or device may still send an older token, whose roles must not replace newer ones.
  const isOlder = sql`excluded.roles_at < ${users.rolesAt}`
  const newest = seen && {
    roles: sql`case when ${isOlder} then ${users.roles} else excluded.roles end`,
    rolesAt: sql`greatest(excluded.roles_at, ${users.rolesAt})`,
  }
  const [stored] = await db
    .insert(users)
    .values({ id, ...person, ...seen })
    .onConflictDoUpdate({
      target: users.id,
      set: { ...person, ...newest },
      setWhere: sql`(${lt(users.deletedAt, signedInAt)}) is not false`,
    })
    .returning({ deletedAt: users.deletedAt })
  return stored ?? null
}

/**
 * Keeps users' names, e-mail addresses and roles up to date. Unchanged claims need no query. After a person has deleted
 * their data, open pages and other devices may still send old tokens, or get new ones from a provider where the person
 * is still signed in. Such tokens would store the person again, so they are refused until the person signs in again.
 */
export function createUserStore(db: Db, signals: NodeSignals) {
  const known = new Map<string, Known>()
  const endListening = signals.listen('people', {
    onMessage: (id) => void known.delete(id),
    onConnect: () => known.clear(),
  })

  return {
    async remember(person: Person & TokenRoles & Pick<Identity, 'signedInAt'>) {
      const { id, username, fullname, email, signedInAt, issuedAt } = person
      const names = JSON.stringify([username, fullname, email])
      const roles = JSON.stringify(person.roles)
      const cached = known.get(id)
      const isOld = cached?.deletedAt && signedInAt <= cached.deletedAt
      const isKnown = cached?.names === names && (cached.roles === roles || issuedAt < cached.issuedAt)
      if (isKnown && cached.until > Date.now() && !isOld) return
      const stored = await storePerson(db, person, signedInAt, person)
      if (!stored) throw personDeleted()
      if (known.size >= MAX_CACHED) known.clear()
      known.set(id, { names, roles, issuedAt, until: Date.now() + CACHED_MS, deletedAt: stored.deletedAt })
    },
    close: endListening,
  }
}

/** The person who makes a call that changes something. */
export type Caller = Pick<Identity, 'id' | 'fullname' | 'signedInAt'>

declare const isLocked: unique symbol

/** A person whose name may be written: the transaction ensures that a deletion of their data finds the name. */
export type Doer = Pick<Identity, 'id' | 'fullname'> & { readonly [isLocked]: true }

/**
 * Keeps a person from being deleted until the end of the transaction, which changes something or writes their name.
 * Refuses the call if they were deleted after it began: the call is no longer theirs to make, and the deletion would
 * miss what the call writes. This must be the first statement of the transaction, because a deletion locks the person
 * before everything else.
 */
export async function lockPerson(tx: Db, caller: Caller): Promise<Doer> {
  const [found] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, caller.id))
    .for('share')
  return admitted(caller, found)
}

/**
 * Replaces lockPerson in calls that must run one at a time per person: calls that count or name what the caller or a
 * project's creator owns, and calls that write about another person. Both people are locked in the order of their ids,
 * so that two people who rename each other's projects do not deadlock. If this function were called after lockPerson,
 * two calls by the same person would deadlock.
 */
export async function lockPersonAlone(tx: Db, caller: Caller, other = caller.id): Promise<Doer> {
  const found = await tx
    .select({ id: users.id, deletedAt: users.deletedAt })
    .from(users)
    .where(inArray(users.id, [caller.id, other]))
    .orderBy(users.id)
    .for('no key update')
  return admitted(
    caller,
    found.find(({ id }) => id === caller.id),
  )
}

function admitted({ id, fullname, signedInAt }: Caller, found?: { deletedAt: Date | null }): Doer {
  if (found?.deletedAt && signedInAt <= found.deletedAt) throw personDeleted()
  return { id, fullname } as Doer
}

/** Refuses a call as lockPerson does, before the call changes something outside the database. */
export const refuseDeleted = (db: Db, caller: Caller): Promise<unknown> =>
  db.transaction((tx) => lockPerson(tx, caller))

/**
 * The person whose name is copied from a row that the transaction has locked: a deletion waits for that lock, and then
 * replaces the name.
 */
export const nameInLocked = (row: Pick<Identity, 'id' | 'fullname'>) => row as Doer

/** The SQL condition that selects users whose newest token had the staff role. */
export const isOfStaff = sql`'staff' = any(${users.roles})`

/** The SQL condition that selects users with this e-mail address, ignoring case. */
export const isAddressOf = (email: string) => eq(sql`lower(${users.email})`, email.toLowerCase())

/** Returns all users with this e-mail address, ignoring case. */
export const peopleByEmail = (db: Db, email: string) => db.select().from(users).where(isAddressOf(email))
