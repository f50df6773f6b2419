import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import type { components } from '../../../openapi/generated/product'
import { users } from './people'
import { projects } from './projects'
import { time } from './time'

type Schemas = components['schemas']

/**
 * Comments on files. The first comment of a thread has the anchor and the resolution; its replies refer to it. A thread
 * belongs to all revisions of its file.
 */
export const comments = pgTable(
  'comments',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** The id of the file's first revision. No foreign key: that revision may have been deleted. */
    documentId: uuid('document_id').notNull(),
    /**
     * The first comment of the thread; null in the first comment itself. No foreign key, so that a backup can be
     * restored in any order.
     */
    threadId: uuid('thread_id'),
    /** The place in the file; null for the file as a whole, and in replies. */
    anchor: jsonb('anchor').$type<Schemas['CommentAnchor']>(),
    text: text('text').notNull(),
    author: text('author')
      .notNull()
      .references(() => users.id),
    /** The user ids of the mentioned members. */
    mentions: jsonb('mentions').$type<string[]>().notNull(),
    created: time('created').notNull().defaultNow(),
    edited: time('edited'),
    /** Set when the author deletes a comment that has replies; its text is then empty. */
    deletedAt: time('deleted_at'),
    resolvedAt: time('resolved_at'),
    resolvedBy: text('resolved_by'),
  },
  (table) => [
    index('comments_document').on(table.documentId, table.created, table.id).where(sql`${table.threadId} is null`),
    index('comments_replies').on(table.threadId, table.created, table.id),
    index('comments_author').on(table.author),
    index('comments_project').on(table.projectId, table.created),
    // The newest comment of each author, which the triggers read without reading the author's other comments.
    index('comments_newest').on(table.documentId, table.author, table.created).where(sql`${table.deletedAt} is null`),
  ],
)

/**
 * What lists show about the comments on a file, stored so that the cost of a list does not depend on the number of
 * comments. Maintained by database triggers on comments and files, which recount a file after each change. Files
 * without comments have no row.
 */
export const commentedFiles = pgTable(
  'commented_files',
  {
    /** The id of the file's first revision. No foreign key: that revision may have been deleted. */
    documentId: uuid('document_id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Whether one of the file's revisions is not hidden. */
    isListed: boolean('is_listed').notNull(),
    openThreads: integer('open_threads').notNull().default(0),
    /** The time and author of the newest comment that was not deleted. */
    newest: time('newest'),
    newestBy: text('newest_by'),
    /**
     * The time of the newest comment by anyone but `newestBy`. For every person, one of the two times is the time of
     * the newest comment by others.
     */
    newestByOthers: time('newest_by_others'),
  },
  (table) => [index('commented_files_newest').on(table.projectId, table.newest)],
)
