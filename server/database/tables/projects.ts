import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { users } from './people'
import { time } from './time'

export const projects = pgTable(
  'projects',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    notes: text('notes'),
    type: text('type').notNull().default('simulation'),
    isPrivate: boolean('is_private').notNull().default(false),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdByName: text('created_by_name').notNull(),
    created: time('created').notNull().defaultNow(),
    lastActivity: time('last_activity').notNull().defaultNow(),
    /** Incremented with each edit by a user, for optimistic concurrency control (If-Match). */
    version: integer('version').notNull().default(1),
    /**
     * The key of the call that created the project, so that a repeated call does not create another one. Null after
     * deletion.
     */
    idempotencyKey: text('idempotency_key'),
    /**
     * The name in lowercase, unique among the creator's projects. Null for duplicates that predate this rule, for
     * deleted projects, and for a project that was restored although its name was in use.
     */
    nameKey: text('name_key'),
    /**
     * The number of files that are not hidden. Database triggers maintain this number and `usedBytes`, which includes
     * earlier revisions, so that listing projects reads no files.
     */
    fileCount: integer('file_count').notNull().default(0),
    usedBytes: bigint('used_bytes', { mode: 'number' }).notNull().default(0),
    /**
     * The limit that the staff have set (staff/storage-limit.ts); null for the configured one
     * (projects/storage-limit.ts).
     */
    storageLimitBytes: bigint('storage_limit_bytes', { mode: 'number' }),
    /** The budget for simulation requests in US dollars; null for none (requests/budget.ts). */
    budget: integer('budget'),
    /** The number of open comment threads on listed files. Maintained by the same triggers as `commented_files`. */
    openComments: integer('open_comments').notNull().default(0),
    /** When the project was deleted. The deletion can be undone for a short time (projects/project-deletion.ts). */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    uniqueIndex('projects_key').on(table.createdBy, table.idempotencyKey),
    uniqueIndex('projects_name').on(table.createdBy, table.nameKey),
    index('projects_newest').on(table.created, table.id),
    index('projects_lower_name').on(sql`lower(${table.name})`),
  ],
)
