import { sql } from 'drizzle-orm'
import { boolean, index, integer, json, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import type { components } from '../../../openapi/generated/product'
import { files } from './files'
import { users } from './people'
import { projects } from './projects'
import { time } from './time'

type Schemas = components['schemas']

/**
 * Simulation requests, with a snapshot of what was ordered. There is deliberately no foreign key to projects or files:
 * the record of a paid order outlives both.
 */
export const simulationRequests = pgTable(
  'simulation_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /**
     * Displayed as SI-1001. A database trigger replaces the 0 of an inserted row with the next number. Null in sample
     * projects.
     */
    number: integer('number').default(0),
    projectId: uuid('project_id').notNull(),
    /**
     * The name of the project once it is deleted, shown with a paid request to the person who ordered it. A trigger
     * sets it.
     */
    projectName: text('project_name'),
    status: text('status').$type<Schemas['RequestStatus']>().notNull(),
    total: integer('total').notNull(),
    si: jsonb('si').$type<Schemas['SiRow'][]>().notNull(),
    pi: jsonb('pi').$type<Schemas['PiRow'][]>().notNull(),
    layout: jsonb('layout').$type<Schemas['PinnedFile']>().notNull(),
    stackup: jsonb('stackup').$type<Schemas['PinnedFile']>(),
    material: jsonb('material').$type<Schemas['PinnedFile']>(),
    createdBy: text('created_by').notNull(),
    createdByName: text('created_by_name').notNull(),
    created: time('created').notNull().defaultNow(),
    idempotencyKey: text('idempotency_key'),
    /** SHA-256 of the order, to distinguish a repeated call from a different one with the same key. */
    orderHash: text('order_hash').notNull(),
    checkoutId: text('checkout_id'),
    paidAt: time('paid_at'),
    /**
     * When the delivery is due. Set on payment, and postponed by the time that the customer takes to answer questions.
     */
    dueAt: time('due_at'),
    /** When the staff began to wait for the customer's answers to their questions. */
    waitingSince: time('waiting_since'),
    startedAt: time('started_at'),
    deliveredAt: time('delivered_at'),
    cancelledAt: time('cancelled_at'),
    /** The number of business days from payment to delivery that was offered when the request was ordered. */
    turnaroundDays: integer('turnaround_days').notNull().default(10),
    /** The customer's purchase order number. */
    purchaseOrder: text('purchase_order'),
    /** The billing details of the order. */
    billing: jsonb('billing').$type<Schemas['BillingDetails']>(),
    /** The tax that is charged in addition to the total. Null if none was added. */
    tax: jsonb('tax').$type<Schemas['OrderTax']>(),
    /**
     * Whether the request was ordered while TRIAL=yes was set. The payment of such a request has no value, and the
     * order is not fulfilled.
     */
    isTrial: boolean('is_trial').notNull().default(false),
    /** The verdict of the delivered report. Null without a report. */
    verdict: text('verdict').$type<Schemas['ReportVerdict']>(),
    /** Shown as INV-1001. A database trigger assigns it with the payment, without gaps. Trial orders have none. */
    invoiceNumber: integer('invoice_number').unique(),
    /** The sum of the refunds that were made. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Whether the customer's bank disputes the payment, and the outcome. */
    dispute: text('dispute').$type<'open' | 'won' | 'lost'>(),
  },
  (table) => [
    uniqueIndex('simulation_requests_key').on(table.createdBy, table.idempotencyKey),
    uniqueIndex('simulation_requests_checkout').on(table.checkoutId),
    index('simulation_requests_project_newest').on(table.projectId, table.created, table.id),
    index('simulation_requests_newest').on(table.created, table.id),
    index('simulation_requests_customer').on(table.createdBy, table.created, table.id),
    index('simulation_requests_kept')
      .on(table.createdBy, table.created, table.id)
      .where(sql`${table.projectName} is not null`),
    uniqueIndex('simulation_requests_number').on(table.number).where(sql`${table.number} > 0`),
    // The staff's queues, in their sort orders.
    index('simulation_requests_due')
      .on(sql`coalesce(${table.dueAt}, ${table.created})`, table.id)
      .where(sql`${table.status} in ('paid', 'in progress')`),
    index('simulation_requests_status').on(table.status, table.created, table.id),
    index('simulation_requests_invoiced').on(table.paidAt).where(sql`${table.invoiceNumber} is not null`),
  ],
)

/** The staff's data about a request. Customers never see it. */
export const requestWork = pgTable(
  'request_work',
  {
    requestId: uuid('request_id')
      .primaryKey()
      .references(() => simulationRequests.id, { onDelete: 'cascade' }),
    /** The staff member who works on the request. */
    assigneeId: text('assignee_id'),
    assigneeName: text('assignee_name'),
    notes: text('notes').notNull().default(''),
    /** Incremented with each change to the notes. */
    notesVersion: integer('notes_version').notNull().default(0),
    /** The finished items of the checklist. Items from before `byId` existed contain only the person's name. */
    done: jsonb('done').$type<(Schemas['StaffCheck'] & { byId?: string })[]>().notNull().default([]),
  },
  (table) => [index('request_work_assignee').on(table.assigneeId)],
)

/** Drafts of simulation requests: one per person and project. */
export const requestDrafts = pgTable(
  'request_drafts',
  {
    personId: text('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Identifies the version. Chosen by the client, so that a repeated call is recognized. */
    stamp: uuid('stamp').notNull(),
    /** The request that was created from this version. No foreign key: it may have been deleted. */
    sentAs: uuid('sent_as'),
    /** The draft as stored by the client. Not jsonb, which would reorder the keys. */
    content: json('content').$type<Schemas['RequestDraftVersion']['content']>().notNull(),
    savedAt: time('saved_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.projectId] }),
    index('request_drafts_project').on(table.projectId),
    index('request_drafts_sent').on(table.sentAs),
  ],
)

/** The billing details of a person's most recent order, which are offered for the next one. */
export const billingDetails = pgTable('billing_details', {
  personId: text('person_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  details: jsonb('details').$type<Schemas['BillingDetails']>().notNull(),
})

/** Refunds of requests, made by the staff or directly at the payment provider (refunds.ts). */
export const requestRefunds = pgTable(
  'request_refunds',
  {
    /** Chosen by the client, so that a repeated call is recognized. Also the idempotency key for the provider. */
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => simulationRequests.id, { onDelete: 'cascade' }),
    providerId: text('provider_id').unique(),
    cents: integer('cents').notNull(),
    /** The part of the amount that is tax. */
    taxCents: integer('tax_cents').notNull().default(0),
    state: text('state').$type<Schemas['RequestRefund']['state']>().notNull(),
    /** The refunded rows. Empty if the refund was made at the provider. */
    rows: jsonb('rows').$type<Schemas['OrderedRowKey'][]>().notNull(),
    /** The explanation for the customer. */
    reason: text('reason'),
    byId: text('by_id'),
    byName: text('by_name'),
    /** Shown as CN-1001. A database trigger assigns it when the refund is made, if there is an invoice. */
    creditNumber: integer('credit_number').unique(),
    /** The date of the credit note, set by the same trigger. */
    creditedAt: time('credited_at'),
    /** Why the provider has refused the refund. */
    failure: text('failure'),
    created: time('created').notNull().defaultNow(),
  },
  (table) => [
    index('request_refunds_request').on(table.requestId, table.created),
    index('request_refunds_person').on(table.byId),
    index('request_refunds_pending').on(table.requestId).where(sql`${table.state} = 'pending'`),
    index('request_refunds_credited').on(table.creditedAt).where(sql`${table.creditNumber} is not null`),
  ],
)

/** The input files, results and attachments of a request. They cannot be deleted while they are listed here. */
export const requestFiles = pgTable(
  'request_files',
  {
    requestId: uuid('request_id')
      .notNull()
      .references(() => simulationRequests.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (table) => [primaryKey({ columns: [table.requestId, table.fileId] }), index('request_files_file').on(table.fileId)],
)
