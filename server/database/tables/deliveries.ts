import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'

import type { components } from '../../../openapi/generated/product'
import { simulationRequests } from './requests'
import { time } from './time'

type Schemas = components['schemas']

/** The reports of delivered requests: checks and curves by row, computed from the delivered files. */
export const requestReports = pgTable('request_reports', {
  requestId: uuid('request_id')
    .primaryKey()
    .references(() => simulationRequests.id, { onDelete: 'cascade' }),
  report: jsonb('report').$type<Schemas['RequestReport']>().notNull(),
})

/**
 * The deliveries of a request. Each one replaces the previous one. Deliveries made before this table existed are added
 * when they are replaced.
 */
export const requestDeliveries = pgTable(
  'request_deliveries',
  {
    /** Chosen by the client, so that a repeated call is recognized. */
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => simulationRequests.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    deliveredAt: time('delivered_at').notNull(),
    byId: text('by_id'),
    byName: text('by_name'),
    /** What was corrected and why. Null for the first delivery. */
    reason: text('reason'),
    files: jsonb('files').$type<Schemas['PinnedFile'][]>().notNull(),
    verdict: text('verdict').$type<Schemas['ReportVerdict']>(),
    /** The report of a replaced delivery. The current delivery's report is in `request_reports`. */
    report: jsonb('report').$type<Schemas['RequestReport']>(),
  },
  (table) => [
    unique('request_deliveries_once').on(table.requestId, table.number),
    index('request_deliveries_person').on(table.byId),
  ],
)
