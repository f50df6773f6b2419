import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'

import { time } from './time'

/** Users with the names from their latest token. A user is added on their first call to the API. */
export const users = pgTable(
  'users',
  {
    /** The token's `sub` claim. */
    id: text('id').primaryKey(),
    username: text('username').notNull(),
    fullname: text('fullname').notNull(),
    email: text('email').notNull().default(''),
    seenAt: time('seen_at').notNull().defaultNow(),
    /**
     * The realm roles in the newest token, shown to the staff and used to decide whom to notify. Access is decided by
     * the caller's own token. Null if unknown.
     */
    roles: text('roles').array(),
    /** When the newest token was issued. */
    rolesAt: time('roles_at'),
    /** When the person deleted their data. Tokens of earlier sign-ins are refused. Cleared a day later. */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('users_email').on(sql`lower(${table.email})`),
    index('users_staff').on(table.id).where(sql`'staff' = any(${table.roles})`),
  ],
)
