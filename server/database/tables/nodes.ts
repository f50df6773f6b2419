import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import type { SiteEntryKind } from './site'
import { time } from './time'

/** The last number of each gapless series. Unlike a sequence, a counter is rolled back with its transaction. */
export const counters = pgTable('counters', {
  series: text('series').$type<'request' | 'invoice' | 'credit note' | 'price change' | SiteEntryKind>().primaryKey(),
  last: integer('last').notNull(),
})

/** Work to do after the transaction that caused it; see server/jobs. A finished job is deleted. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').notNull(),
    payload: jsonb('payload').notNull(),
    /** Whether the job starts again after each run. Each recurring kind has one job. */
    recurring: boolean('recurring').notNull().default(false),
    /** Counts the runs that have started, so that a job that crashes its process is not repeated forever. */
    attempts: integer('attempts').notNull().default(0),
    /** When the job is due. While a worker runs it, this is when the worker's claim expires. */
    runAt: time('run_at').notNull().defaultNow(),
    lastError: text('last_error'),
    /** Set after the last attempt has failed. The job then waits for an operator. */
    deadAt: time('dead_at'),
    created: time('created').notNull().defaultNow(),
  },
  (table) => [
    index('jobs_due').on(table.runAt).where(sql`${table.deadAt} is null`),
    uniqueIndex('jobs_recurring').on(table.kind).where(sql`${table.recurring}`),
  ],
)

/**
 * The changes that open pages are notified of; see server/live. Written by database triggers, so that no change is
 * missed. A transaction writes each event once.
 */
export const liveEvents = pgTable(
  'live_events',
  {
    transaction: bigint('transaction', { mode: 'number' }).notNull(),
    kind: text('kind')
      .$type<'project' | 'files' | 'request' | 'comments' | 'notices' | 'contact' | 'prices'>()
      .notNull(),
    /**
     * The id of the project, request, contact message, price version or staff notice. There is no foreign key, since
     * any of them may have been deleted.
     */
    subject: uuid('subject').notNull(),
    /** The only recipient; empty if the event is for everyone who can access the project, or for the staff. */
    person: text('person').notNull().default(''),
    /** The id of the project. If the event belongs to no project, as for contact messages, the same as `subject`. */
    projectId: uuid('project_id').notNull(),
    /**
     * Whether administrators who are not members of the project receive the event, too. For prices, whether everyone
     * receives it, and not only the staff.
     */
    open: boolean('open').notNull(),
    /** A transaction number: all transactions before it had ended when the event was written. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /** The person and the tab whose call made the change; empty if unknown (author.ts). */
    author: text('author').notNull().default(''),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.transaction, table.kind, table.subject, table.person] }),
    index('live_events_at').on(table.at),
  ],
)

/** Counters of rate-limited calls; see http/shared-rate-limits.ts. */
export const rateCounts = pgTable('rate_counts', {
  key: text('key').primaryKey(),
  calls: integer('calls').notNull(),
  endsAt: time('ends_at').notNull(),
})

/** Resources that running calls hold, counted across all nodes; see leases.ts. */
export const leases = pgTable(
  'leases',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<'stream' | 'upload'>().notNull(),
    /** The id of the person or the project. */
    subject: text('subject').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Chosen by each process when it starts. */
    node: uuid('node').notNull(),
    heldUntil: time('held_until').notNull(),
  },
  (table) => [index('leases_subject').on(table.kind, table.subject)],
)

/** Secrets and markers that are generated once; see stored-secrets.ts. */
export const serverKeys = pgTable('server_keys', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
})
