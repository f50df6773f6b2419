import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { users } from './people'
import { projects } from './projects'
import { time } from './time'

/** Filled by the migrations. */
export const fileTypes = pgTable('file_types', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
})

/** The content of a file is in the storage, under the id of its row. */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** Null is treated as inputs. */
    folder: text('folder').$type<'inputs' | 'reports'>(),
    typeId: integer('type_id')
      .notNull()
      .references(() => fileTypes.id),
    proposedType: text('proposed_type').notNull(),
    modifiedAt: time('modified_at').notNull(),
    uploadedAt: time('uploaded_at').notNull().defaultNow(),
    uploadedBy: text('uploaded_by')
      .notNull()
      .references(() => users.id),
    /**
     * Set when another revision replaces the file, when the file is deleted, and for attachments of messages. Lists
     * omit hidden files, but their content is kept while it is needed (revisions.ts, pinned-files.ts).
     */
    hiddenAt: time('hidden_at'),
    /** The id of the file's first revision, the same for all revisions. Null until there is a second one. */
    documentId: uuid('document_id'),
    /** A user's note about this revision. */
    note: text('note'),
    /**
     * The key by which names are compared, unique among the listed files of a folder. Null for files stored by earlier
     * releases until file-name-keys.ts sets it; hidden files and files with overlong names are skipped there. Null
     * again after anonymization (people/deletion.ts).
     */
    nameKey: text('name_key'),
    /**
     * When the file was deleted with all its revisions; the revision that was listed then was hidden at the same time.
     * The deletion can be undone for a short time (deferred-deletion.ts).
     */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('files_project').on(table.projectId),
    index('files_document')
      .on(table.documentId, table.uploadedAt, table.id)
      .where(sql`${table.documentId} is not null`),
    uniqueIndex('files_name')
      .on(table.projectId, sql`coalesce(${table.folder}, 'inputs')`, table.nameKey)
      .where(sql`${table.hiddenAt} is null`),
    // Matches the filter and order of the file list, so that pages are read from it even without planner statistics.
    index('files_newest').on(table.projectId, table.uploadedAt, table.id).where(sql`${table.hiddenAt} is null`),
    index('files_reports').on(table.projectId, table.uploadedAt).where(sql`${table.folder} = 'reports'`),
  ],
)

/**
 * The earlier revisions of listed files. The foreign key keeps a hidden file from being deleted, even by nodes that
 * still run a release without revisions. Database triggers count the sizes toward the project's storage.
 */
export const fileRevisions = pgTable(
  'file_revisions',
  {
    fileId: uuid('file_id')
      .primaryKey()
      .references(() => files.id),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    size: bigint('size', { mode: 'number' }).notNull(),
  },
  (table) => [index('file_revisions_project').on(table.projectId)],
)

/**
 * Small pictures of boards, drawn by the browser that uploaded the file. Each revision of a file has its own picture.
 */
export const thumbnails = pgTable(
  'thumbnails',
  {
    fileId: uuid('file_id')
      .primaryKey()
      .references(() => files.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** A PNG in Base64. */
    png: text('png').notNull(),
    drawnAt: time('drawn_at').notNull().defaultNow(),
  },
  (table) => [index('thumbnails_project').on(table.projectId, table.drawnAt, table.fileId)],
)

/**
 * The time up to which a person has seen everything new in a file: reports, and other people's comments. Without a row,
 * only items from before they joined the project count as seen.
 */
export const seenFiles = pgTable(
  'seen_files',
  {
    personId: text('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id of the file's first revision. No foreign key: that revision may have been deleted. */
    documentId: uuid('document_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    until: time('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.documentId] }),
    index('seen_files_project').on(table.projectId),
  ],
)
