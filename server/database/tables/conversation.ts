import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import type { components } from '../../../openapi/generated/product'
import { simulationRequests } from './requests'
import { time } from './time'

type Schemas = components['schemas']

/** The conversation between the customer and the staff about a request. */
export const requestMessages = pgTable(
  'request_messages',
  {
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => simulationRequests.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id').notNull(),
    side: text('side').$type<Schemas['RequestMessage']['side']>().notNull(),
    kind: text('kind').$type<Schemas['RequestMessage']['kind']>().notNull(),
    text: text('text').notNull(),
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    created: time('created').notNull().defaultNow(),
    /** The question that the message answers. No foreign key, so that a backup can be restored in any order. */
    answers: uuid('answers'),
    /** When a question was answered. */
    answeredAt: time('answered_at'),
    pins: jsonb('pins').$type<Omit<Schemas['MessagePin'], 'gone'>[]>().notNull().default([]),
  },
  (table) => [
    index('request_messages_newest').on(table.requestId, table.created, table.id),
    index('request_messages_author').on(table.authorId),
  ],
)

/**
 * The attachments of messages, by the ids of their files, which are hidden and pinned to the request. A row outlives
 * its file, so that the message still contains its name.
 */
export const messageAttachments = pgTable(
  'message_attachments',
  {
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => simulationRequests.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id').notNull(),
    /** Null until a message with the attachment is sent. The row of the file contains the uploader. */
    messageId: uuid('message_id').references(() => requestMessages.id, { onDelete: 'cascade' }),
    /** The position among the attachments of the message. */
    place: integer('place'),
    name: text('name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    created: time('created').notNull().defaultNow(),
  },
  (table) => [
    index('message_attachments_request').on(table.requestId),
    index('message_attachments_message').on(table.messageId),
    index('message_attachments_project').on(table.projectId),
    index('message_attachments_unsent').on(table.created).where(sql`${table.messageId} is null`),
  ],
)
