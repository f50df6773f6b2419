/** Reads a person's notices and settings. */
import { and, eq, getTableColumns, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm'

import { type NoticeDeliveries, usualDeliveries } from '../../machines/notices/notice-kinds'
import { isStaff } from '../../machines/staff/staff-role'
import type { components } from '../../openapi/generated/product'
import type { Identity } from '../auth/bearer-token'
import type { Db } from '../database/database'
import { lockInOrder } from '../database/lock-in-order'
import { pageClauses, pageOf, type PageRequest } from '../database/pages'
import { comments, notices, noticeSettings, projects } from '../database/schema'
import { type JobHandler, recurringJob } from '../jobs/job'
import { visibleTo } from '../projects/store'
import { listedFile } from './listed-file'

type Schemas = components['schemas']

const DAY_MS = 24 * 3_600_000
const KEPT = sql`interval '90 days'`
const TEXT_CHARACTERS = 200
const MOST_COUNTED = 100

/**
 * A notice about a project is hidden once the person can no longer see the project. The notice that they were removed
 * is always shown. A notice for the staff is hidden from a person who no longer belongs to the staff.
 */
const isShown = (db: Db, person: Identity): SQL | undefined =>
  and(
    eq(notices.personId, person.id),
    or(
      inArray(notices.projectId, db.select({ id: projects.id }).from(projects).where(visibleTo(db, person))),
      and(eq(notices.kind, 'membership'), eq(notices.detail, 'removed')),
      isStaff(person.roles) ? isNull(notices.projectId) : undefined,
    ),
  )

/** Returns a page of a person's notices, newest first, and the number of unread ones up to 100. */
export async function listNotices(db: Db, person: Identity, page: PageRequest): Promise<Schemas['NoticePage']> {
  const clauses = pageClauses('newest first', [notices.created, notices.id], page)
  const found = await db
    .select({ row: getTableColumns(notices), fileId: listedFile, text: comments.text })
    .from(notices)
    .leftJoin(comments, eq(comments.id, notices.commentId))
    .where(clauses.where(isShown(db, person)))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  const { rows, next } = pageOf(found, page, ({ row: { created, id } }) => ({ time: created, id }))
  const unread = db
    .select({ id: notices.id })
    .from(notices)
    .where(and(isShown(db, person), isNull(notices.readAt)))
    .limit(MOST_COUNTED)
    .as('unread')
  return { notices: rows.map(noticeAnswer), next, unread: await db.$count(unread) }
}

type Found = { row: typeof notices.$inferSelect; fileId: string | null; text: string | null }

const noticeAnswer = ({ row, fileId, text }: Found): Schemas['Notice'] => ({
  id: row.id,
  kind: row.kind,
  detail: row.detail,
  project_id: row.projectId,
  project_name: row.projectName,
  subject: row.subject,
  person: row.actorName,
  text: text === null ? null : [...text].slice(0, TEXT_CHARACTERS).join(''),
  file_id: fileId,
  request_id: row.requestId,
  comment_id: row.commentId,
  created: row.created.toISOString(),
  read: row.readAt !== null,
})

/** Marks the selected notices of a person as read, inside a transaction. */
export async function readNotices(tx: Db, personId: string, chosen: SQL): Promise<void> {
  const isUnread = and(eq(notices.personId, personId), isNull(notices.readAt), chosen)
  await lockInOrder(tx, [notices.id], isUnread)
  await tx.update(notices).set({ readAt: sql`now()` }).where(isUnread)
}

/** Returns how a person receives each kind of notice. */
export async function deliveriesOf(db: Db, personId: string): Promise<NoticeDeliveries> {
  const chosen = await db
    .select({ kind: noticeSettings.kind, delivery: noticeSettings.delivery })
    .from(noticeSettings)
    .where(eq(noticeSettings.personId, personId))
  return { ...usualDeliveries, ...Object.fromEntries(chosen.map(({ kind, delivery }) => [kind, delivery])) }
}

export const dropOldNotices = (db: Db): JobHandler =>
  recurringJob('old notices', DAY_MS, async () => {
    const isOld = lt(notices.created, sql`now() - ${KEPT}`)
    await db.transaction(async (tx) => {
      await lockInOrder(tx, [notices.id], isOld)
      await tx.delete(notices).where(isOld)
    })
  })
