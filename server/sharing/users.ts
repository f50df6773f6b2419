/** Stores users with the names from their tokens. A user is added on their first call. */
import { eq, sql } from 'drizzle-orm'

import type { Identity } from '../auth/bearer-token'
import { visibleName } from '../http/invisible-characters'
import type { Db } from '../database/database'
import { users } from '../database/schema'

const MAX_CACHED = 10_000
/** After this time, a person who was deleted on another node is stored again. */
const CACHED_MS = 3_600_000

/** Keeps users' names and e-mail addresses up to date. Unchanged claims need no query. */
export function createUserStore(db: Db) {
  const known = new Map<string, { claims: string; until: number }>()

  return {
    async remember({ id, username, fullname, email }: Pick<Identity, 'id' | 'username' | 'fullname' | 'email'>) {
      const claims = JSON.stringify([username, fullname, email])
      const cached = known.get(id)
      if (cached?.claims === claims && cached.until > Date.now()) return
      const person = { username: visibleName(username), fullname, email: email ?? '', seenAt: new Date() }
      await db
        .insert(users)
        .values({ id, ...person })
        .onConflictDoUpdate({ target: users.id, set: person })
      if (known.size >= MAX_CACHED) known.clear()
      known.set(id, { claims, until: Date.now() + CACHED_MS })
    },
  }
}

/** Returns all users with this e-mail address, ignoring case. */
export const peopleByEmail = (db: Db, email: string) =>
  db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
