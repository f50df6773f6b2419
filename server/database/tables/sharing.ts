import { sql } from 'drizzle-orm'
import { index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import type { components } from '../../../openapi/generated/product'
import { files } from './files'
import { users } from './people'
import { projects } from './projects'
import { time } from './time'

type Schemas = components['schemas']

export const projectMembers = pgTable(
  'project_members',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role').$type<Schemas['Role']>().notNull(),
    since: time('since').notNull().defaultNow(),
  },
  (table) => [
    unique('project_members_once').on(table.projectId, table.userId),
    index('project_members_user').on(table.userId),
  ],
)

/**
 * Invitations to projects by e-mail, one per address and project: a new one replaces the earlier one. Only the hash of
 * a link's token is stored. Rows are deleted a while after they have expired.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /** The label that the membership will have. */
    role: text('role').$type<Schemas['Role']>().notNull(),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.id),
    status: text('status').$type<'open' | 'accepted' | 'revoked'>().notNull().default('open'),
    /** Null until the link has been created. */
    tokenHash: text('token_hash').unique(),
    created: time('created').notNull().defaultNow(),
    sentAt: time('sent_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** The user who joined. */
    acceptedBy: text('accepted_by'),
  },
  (table) => [
    uniqueIndex('invitations_once').on(table.projectId, sql`lower(${table.email})`),
    index('invitations_newest').on(table.projectId, table.created, table.id),
    index('invitations_email').on(sql`lower(${table.email})`),
    index('invitations_inviter').on(table.invitedBy),
    index('invitations_expiry').on(table.expiresAt),
  ],
)

/** Share links to one file. The token itself is shown once and never stored. */
export const fileShares = pgTable(
  'file_shares',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    /** Salt and hash. Null if the link needs no password. */
    passwordHash: text('password_hash'),
  },
  (table) => [index('file_shares_file').on(table.fileId)],
)
