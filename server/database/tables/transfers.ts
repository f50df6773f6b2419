import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { users } from './people'
import { projects } from './projects'
import { time } from './time'

/**
 * Unfinished uploads. The content of each is in the storage under the upload's id, which becomes the id of the file.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    uploadedBy: text('uploaded_by')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** The name of the file type; null if the server should propose one. */
    type: text('type'),
    modifiedAt: time('modified_at'),
    /** The id of the file that the upload replaces. */
    replaces: uuid('replaces'),
    /** The Upload-Metadata header as sent by the client. */
    metadataHeader: text('metadata_header').notNull(),
    /**
     * The number of bytes received so far, for limits and progress. How many of them are stored is determined from the
     * storage.
     */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    touchedAt: time('touched_at').notNull().defaultNow(),
    /** The id of the S3 multipart upload; null until the first part is about to be sent. */
    multipartId: text('multipart_id'),
    /**
     * The id of the call that holds the upload until `heldUntil`. Its node keeps extending this time
     * (upload-lock-across-nodes.ts).
     */
    heldBy: uuid('held_by'),
    heldUntil: time('held_until'),
    /** When the call that holds the upload reserved part of the project's quota for the upload. */
    reservedAt: time('reserved_at'),
  },
  (table) => [index('uploads_project').on(table.projectId), index('uploads_person').on(table.uploadedBy)],
)
