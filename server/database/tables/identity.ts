import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'

import { time } from './time'

/** Sessions, grants, codes and tokens of the embedded identity provider. */
export const identityRecords = pgTable(
  'identity_records',
  {
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').notNull(),
    grantId: text('grant_id'),
    userCode: text('user_code'),
    uid: text('uid'),
    expiresAt: time('expires_at'),
    consumedAt: time('consumed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('identity_records_grant').on(table.grantId),
    index('identity_records_uid').on(table.uid),
  ],
)

/**
 * Accounts that people created with the embedded identity provider. Without a mail server, anyone can type any address,
 * so several accounts can have the same unconfirmed address, with different passwords.
 */
export const identityAccounts = pgTable(
  'identity_accounts',
  {
    sub: text('sub').primaryKey(),
    /** In lowercase. */
    email: text('email').notNull(),
    /** Whether the person proved with a code that they receive mail at the address. */
    isConfirmed: boolean('is_confirmed').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** When the person accepted the terms and the privacy policy, and confirmed that they are 18 or older. */
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('identity_accounts_confirmed').on(table.email).where(sql`${table.isConfirmed}`),
    unique('identity_accounts_password').on(table.email, table.passwordHash),
  ],
)
