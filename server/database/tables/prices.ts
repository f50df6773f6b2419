import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

import type { components } from '../../../openapi/generated/product'
import { time } from './time'

type Schemas = components['schemas']

/** Replaced by `price_versions`. Only nodes that still run the release before that change read this table. */
export const prices = pgTable(
  'prices',
  {
    kind: text('kind').$type<'si' | 'pi'>().notNull(),
    name: text('name').notNull(),
    unitPrice: integer('unit_price').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
)

/**
 * The versions of the price table. The one with the latest date that has passed is in effect; see requests/prices.ts. A
 * trigger refuses to delete a version that has taken effect, or to change its date, rows or turnaround.
 */
export const priceVersions = pgTable('price_versions', {
  /** Chosen by the client, so that a repeated call is recognized. */
  id: uuid('id').primaryKey(),
  validFrom: time('valid_from').notNull().unique(),
  si: jsonb('si').$type<Schemas['Price'][]>().notNull(),
  pi: jsonb('pi').$type<Schemas['Price'][]>().notNull(),
  turnaroundDays: integer('turnaround_days').notNull(),
  /** Null for the first version. */
  byId: text('by_id'),
  byName: text('by_name'),
  created: time('created').notNull().defaultNow(),
})
