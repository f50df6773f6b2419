/** People as their tokens name them. Someone is known from their first call on. */
import { eq, sql } from 'drizzle-orm'

import type { Identity } from '../auth/bearer-token'
import { visibleName } from '../http/invisible-characters'
import type { Db } from '../database/database'
import { users } from '../database/schema'

const MANY = 10_000

/** Keeps a person's name and address up to date; a token that says nothing new costs no query. */
export function createPeople(db: Db) {
  const known = new Map<string, string>()

  return {
    async remember({ id, username, fullname, email }: Pick<Identity, 'id' | 'username' | 'fullname' | 'email'>) {
      const said = JSON.stringify([username, fullname, email])
      if (known.get(id) === said) return
      const person = { username: visibleName(username), fullname, email: email ?? '', seenAt: new Date() }
      await db
        .insert(users)
        .values({ id, ...person })
        .onConflictDoUpdate({ target: users.id, set: person })
      if (known.size >= MANY) known.clear()
      known.set(id, said)
    },
  }
}

/** Everyone who signed in with this e-mail address, in any case. */
export const peopleByEmail = (db: Db, email: string) =>
  db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
