import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { time } from './time'

/** A refund at the payment sandbox, in the format of `ProviderRefund`. */
type SandboxRefund = {
  providerId: string
  refundId: string | null
  cents: number
  state: 'pending' | 'done' | 'failed'
}

/** Checkouts of the payment sandbox. */
export const sandboxCheckouts = pgTable('sandbox_checkouts', {
  id: uuid('id').primaryKey().defaultRandom(),
  idempotencyKey: text('idempotency_key').unique(),
  order: jsonb('order').notNull(),
  state: text('state').$type<'open' | 'paid' | 'cancelled'>().notNull().default('open'),
  refunds: jsonb('refunds').$type<SandboxRefund[]>().notNull().default([]),
  dispute: text('dispute').$type<'open' | 'won' | 'lost'>(),
  createdAt: time('created_at').notNull().defaultNow(),
})
