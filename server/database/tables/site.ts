import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import type { components } from '../../../openapi/generated/product'
import { time } from './time'

type Schemas = components['schemas']

/** The news and publications of the home page; see site/entries.ts. */
export const siteEntries = pgTable(
  'site_entries',
  {
    /** Chosen by the client, so that a repeated call is recognized. */
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<SiteEntryKind>().notNull(),
    /** The id of the entry on the home page. */
    number: integer('number').notNull(),
    /**
     * The position among the entries of the same kind: as chosen by the staff for publications, and by date for news,
     * latest first.
     */
    rank: integer('rank').notNull(),
    content: jsonb('content').$type<SiteEntryContent[SiteEntryKind]>().notNull(),
    published: boolean('published').notNull(),
    /** Incremented with each change, for optimistic concurrency control (If-Match). */
    version: integer('version').notNull().default(1),
    /** Null until someone changes the entry. */
    byId: text('by_id'),
    byName: text('by_name'),
    changed: time('changed').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('site_entries_number').on(table.kind, table.number),
    index('site_entries_order').on(table.kind, table.rank, table.number),
  ],
)

export type SiteEntryContent = {
  news: Schemas['NewsContent']
  publication: Omit<Schemas['NewPublication'], 'place' | 'published'>
}
export type SiteEntryKind = keyof SiteEntryContent

/** The messages of the contact form, with the staff's data about them, which visitors never see. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    received: time('received').notNull().defaultNow(),
    /** The staff member who answers the message. */
    assigneeId: text('assignee_id'),
    assigneeName: text('assignee_name'),
    /** When and by whom the message was marked as done. */
    doneAt: time('done_at'),
    doneById: text('done_by_id'),
    doneByName: text('done_by_name'),
    notes: text('notes').notNull().default(''),
    /** Incremented with each change to the notes. */
    notesVersion: integer('notes_version').notNull().default(0),
  },
  (table) => [
    index('contact_messages_newest').on(table.received, table.id),
    index('contact_messages_open').on(table.received, table.id).where(sql`${table.doneAt} is null`),
    index('contact_messages_assignee').on(table.assigneeId),
    index('contact_messages_done_by').on(table.doneById),
  ],
)

/** The staff's answers to contact messages, which are sent by e-mail. */
export const contactAnswers = pgTable(
  'contact_answers',
  {
    /** Chosen by the client, so that a repeated call is recognized. */
    id: uuid('id').primaryKey(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    created: time('created').notNull().defaultNow(),
    /** When the mail server accepted the answer. */
    sentAt: time('sent_at'),
    /** Why the latest attempt to send it failed. */
    failure: text('failure'),
  },
  (table) => [
    index('contact_answers_message').on(table.messageId, table.created, table.id),
    index('contact_answers_person').on(table.byId),
  ],
)
