import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import type { components } from '../../../openapi/generated/product'
import { time } from './time'

type Schemas = components['schemas']

/**
 * Who did what in a project. A row is written in the same transaction as the change, and a database trigger prevents it
 * from being changed or deleted, except when a person's data is deleted. There is no foreign key: the record outlives
 * projects, files and users.
 */
export const activity = pgTable(
  'activity',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    projectId: uuid('project_id').notNull(),
    at: time('at').notNull().defaultNow(),
    kind: text('kind').$type<Schemas['ActivityKind']>().notNull(),
    /** The user's id. Null for actions by the product or the payment provider. */
    personId: text('person_id'),
    /** The user's name at that time. */
    personName: text('person_name'),
    /** The name of the changed item at that time. */
    subject: text('subject').notNull(),
    /** The user's id if the changed item is a member. Null in entries from before this column existed. */
    memberId: text('member_id'),
    before: text('before'),
    after: text('after'),
    fileId: uuid('file_id'),
    requestId: uuid('request_id'),
  },
  (table) => [
    index('activity_newest').on(table.projectId, table.at, table.id),
    index('activity_kind').on(table.projectId, table.kind, table.at, table.id),
    index('activity_person').on(table.projectId, table.personId, table.at, table.id),
    // The activity of all projects, for the staff.
    index('activity_all').on(table.at, table.id),
    index('activity_all_kind').on(table.kind, table.at, table.id),
  ],
)
