/**
 * All tables. They use only core types and no extensions, so that they work on the embedded PGlite and on a PostgreSQL
 * server. Times have millisecond precision like JavaScript dates, so that they survive a round trip.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import type { components } from '../../openapi/generated/product'

type Schemas = components['schemas']

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Users with the names from their latest token. A user is added on their first call to the API. */
export const users = pgTable(
  'users',
  {
    /** The token's `sub` claim. */
    id: text('id').primaryKey(),
    username: text('username').notNull(),
    fullname: text('fullname').notNull(),
    email: text('email').notNull().default(''),
    seenAt: time('seen_at').notNull().defaultNow(),
    /** The realm roles in the newest token, for the staff. Access is decided by the caller's own token. Null if unknown. */
    roles: text('roles').array(),
    /** When that token was issued. */
    rolesAt: time('roles_at'),
    /** When the person deleted their data. Tokens of earlier sign-ins are refused. Cleared a day later. */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('users_email').on(sql`lower(${table.email})`),
    index('users_staff').on(table.id).where(sql`'staff' = any(${table.roles})`),
  ],
)

export const projects = pgTable(
  'projects',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    notes: text('notes'),
    type: text('type').notNull().default('simulation'),
    isPrivate: boolean('is_private').notNull().default(false),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdByName: text('created_by_name').notNull(),
    created: time('created').notNull().defaultNow(),
    lastActivity: time('last_activity').notNull().defaultNow(),
    /** Incremented with each edit by a user, for optimistic concurrency control (If-Match). */
    version: integer('version').notNull().default(1),
    /** Identifies a repeated creation request. */
    idempotencyKey: text('idempotency_key'),
    /** The lowercase name, unique among its creator's projects. Null for duplicates that predate this rule. */
    nameKey: text('name_key'),
    /** Maintained by a database trigger on files, so that listing projects reads no files. Excludes hidden files. */
    fileCount: integer('file_count').notNull().default(0),
    usedBytes: bigint('used_bytes', { mode: 'number' }).notNull().default(0),
    /** The limit that the staff have set (staff/storage-limit.ts); null for the configured one (projects/storage-limit.ts). */
    storageLimitBytes: bigint('storage_limit_bytes', { mode: 'number' }),
    /** The budget for simulation requests in US dollars; null for none (requests/budget.ts). */
    budget: integer('budget'),
    /** The open comment threads of listed files. Maintained with `commented_files`. */
    openComments: integer('open_comments').notNull().default(0),
    /** When the project was deleted. The deletion can be undone for a short time (projects/project-deletion.ts). */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    uniqueIndex('projects_key').on(table.createdBy, table.idempotencyKey),
    uniqueIndex('projects_name').on(table.createdBy, table.nameKey),
    index('projects_newest').on(table.created, table.id),
    index('projects_lower_name').on(sql`lower(${table.name})`),
  ],
)

export const projectMembers = pgTable(
  'project_members',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role').$type<Schemas['Role']>().notNull(),
    since: time('since').notNull().defaultNow(),
  },
  (table) => [
    unique('project_members_once').on(table.projectId, table.userId),
    index('project_members_user').on(table.userId),
  ],
)

/**
 * Invitations of people to projects by e-mail, one for each address in a project: a new one replaces the earlier one.
 * Only the hash of a link's token is stored. Rows are deleted a while after they have expired.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /** The label that the membership will have. */
    role: text('role').$type<Schemas['Role']>().notNull(),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.id),
    status: text('status').$type<'open' | 'accepted' | 'revoked'>().notNull().default('open'),
    /** Null until the link has been created for the e-mail. */
    tokenHash: text('token_hash').unique(),
    created: time('created').notNull().defaultNow(),
    sentAt: time('sent_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** The user who joined. */
    acceptedBy: text('accepted_by'),
  },
  (table) => [
    uniqueIndex('invitations_once').on(table.projectId, sql`lower(${table.email})`),
    index('invitations_newest').on(table.projectId, table.created, table.id),
    index('invitations_email').on(sql`lower(${table.email})`),
    index('invitations_inviter').on(table.invitedBy),
    index('invitations_expiry').on(table.expiresAt),
  ],
)

/** Filled by the migrations. */
export const fileTypes = pgTable('file_types', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
})

/** The content of a file is in the storage, under the id of its row. */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** Null is treated as inputs. */
    folder: text('folder').$type<'inputs' | 'reports'>(),
    typeId: integer('type_id')
      .notNull()
      .references(() => fileTypes.id),
    proposedType: text('proposed_type').notNull(),
    modifiedAt: time('modified_at').notNull(),
    uploadedAt: time('uploaded_at').notNull().defaultNow(),
    uploadedBy: text('uploaded_by')
      .notNull()
      .references(() => users.id),
    /**
     * Set when a newer revision replaces a file, or when a file that a request needs is deleted. Lists omit hidden
     * files, but their content is kept (revisions.ts, pinned-files.ts).
     */
    hiddenAt: time('hidden_at'),
    /** The id of the file's first revision, the same for all revisions. Null as long as there is only one. */
    documentId: uuid('document_id'),
    /** A user's note about this revision. */
    note: text('note'),
    /** Used to compare names, unique among the files of a folder. Null until file-name-keys.ts has set it. */
    nameKey: text('name_key'),
    /**
     * When the file was deleted with all its revisions; the revision that was listed then was hidden at the same time.
     * The deletion can be undone for a short time (deferred-deletion.ts).
     */
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('files_project').on(table.projectId),
    index('files_document')
      .on(table.documentId, table.uploadedAt, table.id)
      .where(sql`${table.documentId} is not null`),
    uniqueIndex('files_name')
      .on(table.projectId, sql`coalesce(${table.folder}, 'inputs')`, table.nameKey)
      .where(sql`${table.hiddenAt} is null`),
    // Matches the filter and order of the file list, so that pages are read from it even without planner statistics.
    index('files_newest').on(table.projectId, table.uploadedAt, table.id).where(sql`${table.hiddenAt} is null`),
    index('files_reports').on(table.projectId, table.uploadedAt).where(sql`${table.folder} = 'reports'`),
  ],
)

/**
 * The earlier revisions of listed files. The foreign key keeps a hidden file from being deleted, even by nodes that
 * still run a release without revisions. Database triggers count the sizes toward the project's storage.
 */
export const fileRevisions = pgTable(
  'file_revisions',
  {
    fileId: uuid('file_id')
      .primaryKey()
      .references(() => files.id),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    size: bigint('size', { mode: 'number' }).notNull(),
  },
  (table) => [index('file_revisions_project').on(table.projectId)],
)

/**
 * Small pictures of boards, drawn by the browser that uploaded the file. Each revision of a file has its own picture.
 */
export const thumbnails = pgTable(
  'thumbnails',
  {
    fileId: uuid('file_id')
      .primaryKey()
      .references(() => files.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** A PNG in Base64. */
    png: text('png').notNull(),
    drawnAt: time('drawn_at').notNull().defaultNow(),
  },
  (table) => [index('thumbnails_project').on(table.projectId, table.drawnAt, table.fileId)],
)

/** Unfinished uploads. Their content is in the storage under their id, which becomes the id of the file. */
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
    /** The name of a file type; null if one should be proposed. */
    type: text('type'),
    modifiedAt: time('modified_at'),
    /** The id of the file that the upload replaces. */
    replaces: uuid('replaces'),
    /** The metadata as sent by the client. */
    metadataHeader: text('metadata_header').notNull(),
    /** Bytes received so far, for limits and progress. The number of stored bytes is determined from the storage. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    touchedAt: time('touched_at').notNull().defaultNow(),
    /** The id of the S3 multipart upload; null until the first part exists. */
    multipartId: text('multipart_id'),
    /** The call that holds the upload, until `heldUntil`, which its node keeps extending (upload-lock-across-nodes.ts). */
    heldBy: uuid('held_by'),
    heldUntil: time('held_until'),
    /** When the call reserved part of the project's quota for this upload. */
    reservedAt: time('reserved_at'),
  },
  (table) => [index('uploads_project').on(table.projectId), index('uploads_person').on(table.uploadedBy)],
)

/**
 * Who did what in a project. A row is written in the same transaction as the change, and a database trigger prevents it
 * from being changed or deleted. There is no foreign key: the record outlives projects, files and users.
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

/** Share links to one file. The token itself is shown once and never stored. */
export const fileShares = pgTable(
  'file_shares',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    /** Salt and hash. Null if the link needs no password. */
    passwordHash: text('password_hash'),
  },
  (table) => [index('file_shares_file').on(table.fileId)],
)

/**
 * Comments on files. The first comment of a thread has the anchor and the resolution; its replies refer to it. A thread
 * belongs to all revisions of its file.
 */
export const comments = pgTable(
  'comments',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** The id of the file's first revision. No foreign key: that revision may have been deleted. */
    documentId: uuid('document_id').notNull(),
    /** The first comment of the thread; null in the first comment itself. No foreign key, so that a backup can be restored in any order. */
    threadId: uuid('thread_id'),
    /** The place in the file; null for the file as a whole, and in replies. */
    anchor: jsonb('anchor').$type<Schemas['CommentAnchor']>(),
    text: text('text').notNull(),
    author: text('author')
      .notNull()
      .references(() => users.id),
    /** The ids of the mentioned members. */
    mentions: jsonb('mentions').$type<string[]>().notNull(),
    created: time('created').notNull().defaultNow(),
    edited: time('edited'),
    /** Set when a comment with replies was deleted by its author. Its text is empty then. */
    deletedAt: time('deleted_at'),
    resolvedAt: time('resolved_at'),
    resolvedBy: text('resolved_by'),
  },
  (table) => [
    index('comments_document').on(table.documentId, table.created, table.id).where(sql`${table.threadId} is null`),
    index('comments_replies').on(table.threadId, table.created, table.id),
    index('comments_author').on(table.author),
    index('comments_project').on(table.projectId, table.created),
    // The newest comment of each author, which the triggers read without reading the author's other comments.
    index('comments_newest').on(table.documentId, table.author, table.created).where(sql`${table.deletedAt} is null`),
  ],
)

/**
 * What lists show about the comments on a file, so that their cost does not depend on the number of comments. Maintained by
 * database triggers on comments and files, which recount a file after each change. Files without comments have no row.
 */
export const commentedFiles = pgTable(
  'commented_files',
  {
    /** The id of the file's first revision. No foreign key: that revision may have been deleted. */
    documentId: uuid('document_id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Whether one of the file's revisions is not hidden. */
    isListed: boolean('is_listed').notNull(),
    openThreads: integer('open_threads').notNull().default(0),
    /** The time and author of the newest comment that was not deleted. */
    newest: time('newest'),
    newestBy: text('newest_by'),
    /**
     * The time of the newest comment by anyone but `newestBy`. For each reader, one of the two times is that of the
     * newest comment by others.
     */
    newestByOthers: time('newest_by_others'),
  },
  (table) => [index('commented_files_newest').on(table.projectId, table.newest)],
)

/**
 * The time up to which a person has seen everything new in a file: reports, and other people's comments. Without a row,
 * only items from before they joined the project count as seen.
 */
export const seenFiles = pgTable(
  'seen_files',
  {
    personId: text('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id of the file's first revision. No foreign key: that revision may have been deleted. */
    documentId: uuid('document_id').notNull(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    until: time('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.documentId] }),
    index('seen_files_project').on(table.projectId),
  ],
)

/**
 * Notices for a person about what others did that concerns them, with the names at that time. Deleted after a while.
 */
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
    /** The name of the file or project that the notice is about. */
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
    /** How the notice is also sent by e-mail; null if it is only listed. */
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

/** Read only by nodes of the version before `price_versions`, which has replaced it. */
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
 * trigger refuses changes to a version that has taken effect.
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
    /** Null until somebody changes the entry. */
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

/**
 * Simulation requests, with a snapshot of what was ordered. There is deliberately no foreign key to projects or files:
 * the record of a paid order outlives both.
 */
export const simulationRequests = pgTable(
  'simulation_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Displayed as SI-1001. A database trigger replaces the 0 of an inserted row. Null in sample projects. */
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
    /** Since when a question from the staff has been waiting for the customer's answer. */
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
    /** Ordered while TRIAL=yes was set: the payment has no value, and the order is not fulfilled. */
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

/** The last number of each gapless series. Unlike a sequence, a counter is rolled back with its transaction. */
export const counters = pgTable('counters', {
  series: text('series').$type<'request' | 'invoice' | 'credit note' | 'price change' | SiteEntryKind>().primaryKey(),
  last: integer('last').notNull(),
})

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
    /** The draft as stored by the client. Not jsonb, which would change the order of members. */
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

/** The reports of delivered requests: checks and curves by row, computed from the delivered files. */
export const requestReports = pgTable('request_reports', {
  requestId: uuid('request_id')
    .primaryKey()
    .references(() => simulationRequests.id, { onDelete: 'cascade' }),
  report: jsonb('report').$type<Schemas['RequestReport']>().notNull(),
})

/**
 * The deliveries of a request. Each one replaces the previous one. Deliveries made by releases without this table are
 * added when they are replaced.
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

/** The input and result files of a request. They cannot be deleted while they are listed here. */
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

/**
 * The attachments of messages, by the ids of their files, which are hidden and pinned to the request. A row outlives its
 * file, so that the message still names it.
 */
export const messageAttachments = pgTable(
  'message_attachments',
  {
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => simulationRequests.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id').notNull(),
    /** Null until a message with the attachment is sent. The row of the file names the uploader. */
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
     * The id of the project, request, contact message or version of the prices. There is no foreign key, since any of them
     * may have been deleted.
     */
    subject: uuid('subject').notNull(),
    /** The only recipient; empty if the event is for everyone who can access the project, or for the staff. */
    person: text('person').notNull().default(''),
    /** The id of the project. For a contact message, which belongs to no project, the id of the message. */
    projectId: uuid('project_id').notNull(),
    /** Whether administrators who are not members can access the project. For prices, whether customers are notified. */
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

/** Sessions, grants, codes and tokens of the embedded identity provider. */
export const identityRecords = pgTable(
  'identity_records',
  {
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').notNull(),
    grantId: text('grant_id'),
    userCode: text('user_code'),
    uid: text('uid'),
    expiresAt: time('expires_at'),
    consumedAt: time('consumed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id] }),
    index('identity_records_grant').on(table.grantId),
    index('identity_records_uid').on(table.uid),
  ],
)

/**
 * Accounts that people created with the embedded identity provider. Without a mail server, anyone can type any address,
 * so several accounts can have the same unconfirmed address, with different passwords.
 */
export const identityAccounts = pgTable(
  'identity_accounts',
  {
    sub: text('sub').primaryKey(),
    /** In lowercase. */
    email: text('email').notNull(),
    /** Whether the person proved with a code that they receive mail at the address. */
    isConfirmed: boolean('is_confirmed').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** When the person accepted the terms and the privacy policy, and said that they are 18 or older. */
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('identity_accounts_confirmed').on(table.email).where(sql`${table.isConfirmed}`),
    unique('identity_accounts_password').on(table.email, table.passwordHash),
  ],
)

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
