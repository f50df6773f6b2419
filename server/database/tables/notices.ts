import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

import type { components } from '../../../openapi/generated/product'
import { users } from './people'
import { projects } from './projects'
import { time } from './time'

type Schemas = components['schemas']

/** Notices for a person about events that concern them, with the names at that time. Deleted after a while. */
export const notices = pgTable(
  'notices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The user who receives the notice. */
    personId: text('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for the staff, who are notified of the requests of all projects. */
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    projectName: text('project_name').notNull(),
    kind: text('kind').$type<Schemas['NoticeKind']>().notNull(),
    /** The name of the file, request or project that the notice is about. */
    subject: text('subject').notNull(),
    /** What happened, for kinds that have several events. */
    detail: text('detail').$type<Schemas['NoticeDetail']>(),
    /** The user who caused the notice. Null for the product and the payment provider. */
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    /** The id of the file's first revision. No foreign key: that revision may have been deleted. */
    documentId: uuid('document_id'),
    requestId: uuid('request_id'),
    commentId: uuid('comment_id'),
    created: time('created').notNull().defaultNow(),
    readAt: time('read_at'),
    /** How the notice is sent by e-mail, in addition to being listed; null if it is only listed. */
    mail: text('mail').$type<'at once' | 'digest'>(),
    /** The daily e-mail that contains the notice. */
    digestId: uuid('digest_id'),
  },
  (table) => [
    index('notices_newest').on(table.personId, table.created, table.id),
    index('notices_unread').on(table.personId).where(sql`${table.readAt} is null`),
    index('notices_digest').on(table.digestId),
    index('notices_project').on(table.projectId),
    index('notices_comment').on(table.commentId),
    index('notices_actor').on(table.actorId),
    index('notices_created').on(table.created),
    index('notices_staff').on(table.requestId).where(sql`${table.projectId} is null`),
  ],
)

/** How people want to be notified of each kind of notice. Without a row, the default applies. */
export const noticeSettings = pgTable(
  'notice_settings',
  {
    personId: text('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<Schemas['NoticeKind']>().notNull(),
    delivery: text('delivery').$type<Schemas['NoticeDelivery']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.kind] })],
)
