/** Reads and changes the staff's view of simulation requests. */
import { and, eq, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'

import { invoiceNumber } from '../../machines/requests/invoice-number'
import { requestNumber } from '../../machines/requests/request-number'
import { isPaidFor } from '../../machines/requests/touched-rows'
import type { components } from '../../openapi/generated/product'
import type { AppServices } from '../auth/route-context'
import type { Db } from '../database/database'
import { pageClauses, pageOf, type PageRequest } from '../database/pages'
import { projects, requestMessages, requestWork, simulationRequests as requests, users } from '../database/schema'
import { deliveriesOf, deliveryAnswers } from '../requests/delivery'
import { refundAnswers, refundsOf } from '../requests/refunds'
import { orderedFiles } from '../requests/request-files'
import { containsWords, type RequestRow, summaryColumns } from '../requests/store'
import { type Caller, type Doer, lockPerson } from '../sharing/users'
import { storageAnswer } from './storage-limit'

type Schemas = components['schemas']
type Summary = Schemas['StaffRequestSummary']

export type QueueFilter = {
  state?: 'open' | RequestRow['status'] | 'all' | undefined
  assignee?: 'me' | 'nobody' | undefined
  /** The id of the person who placed the order. */
  customer?: string | undefined
  project_id?: string | undefined
  q?: string | undefined
}

const columns = {
  row: { ...summaryColumns, createdBy: requests.createdBy },
  projectName: projects.name,
  isPrivate: projects.isPrivate,
  email: users.email,
  dispute: requests.dispute,
  assigneeId: requestWork.assigneeId,
  assigneeName: requestWork.assigneeName,
  lastSide: sql<string | null>`(
    select ${requestMessages.side} from ${requestMessages} where ${requestMessages.requestId} = ${requests.id}
    order by ${requestMessages.created} desc, ${requestMessages.id} desc limit 1
  )`,
}

const found = (db: Db) =>
  db
    .select(columns)
    .from(requests)
    .leftJoin(projects, eq(projects.id, requests.projectId))
    .leftJoin(users, eq(users.id, requests.createdBy))
    .leftJoin(requestWork, eq(requestWork.requestId, requests.id))
    .$dynamic()

type Found = Awaited<ReturnType<typeof found>>[number]

/** The requests that customers have submitted. Those of sample projects have no number. */
export const isSent = and(isNotNull(requests.number), ne(requests.status, 'draft'))

const dueOrOrdered = sql`coalesce(${requests.dueAt}, ${requests.created})`

/** The states whose requests are sorted by due date. */
const expected: ReadonlySet<QueueFilter['state']> = new Set(['open', 'paid', 'in progress'])

const inState = (state: NonNullable<QueueFilter['state']>): SQL | undefined =>
  state === 'all'
    ? undefined
    : state === 'open'
      ? inArray(requests.status, ['paid', 'in progress'])
      : eq(requests.status, state)

/** Returns a page of the queue: by due date for requests that are to be delivered, newest first for all others. */
export async function listQueue(
  db: Db,
  { state = 'open', assignee, customer, project_id: projectId, q }: QueueFilter,
  reader: { id: string },
  page: PageRequest,
): Promise<Schemas['StaffRequestPage']> {
  const byDue = expected.has(state)
  const clauses = byDue
    ? pageClauses('oldest first', [dueOrOrdered, requests.id], page)
    : pageClauses('newest first', [requests.created, requests.id], page)
  const rows = await found(db)
    .where(
      clauses.where(
        and(
          isSent,
          inState(state),
          customer === undefined ? undefined : eq(requests.createdBy, customer),
          projectId === undefined ? undefined : eq(requests.projectId, projectId),
          assignee === 'me' ? eq(requestWork.assigneeId, reader.id) : undefined,
          assignee === 'nobody' ? isNull(requestWork.assigneeId) : undefined,
          containsWords(q, [requests.createdByName, users.email]),
        ),
      ),
    )
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  const { rows: listed, next } = pageOf(rows, page, ({ row: { created, dueAt, id } }) => ({
    time: byDue ? (dueAt ?? created) : created,
    id,
  }))
  return { requests: listed.map(queueAnswer), next }
}

const iso = (date: Date | null) => date?.toISOString() ?? null

const queueAnswer = ({ row, projectName, email, assigneeId, assigneeName, lastSide, dispute }: Found): Summary => ({
  id: row.id,
  number: requestNumber(row.number),
  project_id: row.projectId,
  project_name: projectName,
  status: row.status,
  layout_name: row.layoutName,
  total: row.total,
  created: row.created.toISOString(),
  customer: { id: row.createdBy, name: row.createdByName, email: email || null },
  paid: iso(row.paidAt),
  due: iso(row.dueAt),
  waiting: iso(row.waitingSince),
  started: iso(row.startedAt),
  delivered: iso(row.deliveredAt),
  cancelled: iso(row.cancelledAt),
  purchase_order: row.purchaseOrder,
  ...(row.tax && { tax: row.tax }),
  assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? '' },
  ...(lastSide === 'customer' && { written: true }),
  ...(row.isTrial && { trial: true }),
  ...(row.verdict && { verdict: row.verdict }),
  ...(row.invoiceNumber !== null && { invoice_number: invoiceNumber(row.invoiceNumber) }),
  ...(row.refundedCents > 0 && { refunded_cents: row.refundedCents }),
  ...(dispute && { dispute }),
})

/** Returns a request as seen by the staff. */
export async function staffRequest(
  { db, config }: Pick<AppServices, 'db' | 'config'>,
  id: string,
): Promise<Schemas['StaffRequest']> {
  const [one] = await found(db).where(eq(requests.id, id))
  const [order] = await db.select().from(requests).where(eq(requests.id, id))
  if (!one || !order) throw new Error('The request was deleted in the meantime.')
  const [project] = isPaidFor(order)
    ? await db
        .select()
        .from(projects)
        .where(and(eq(projects.id, order.projectId), isNull(projects.deletedAt)))
    : []
  const [work] = await db.select().from(requestWork).where(eq(requestWork.requestId, id))
  return {
    summary: queueAnswer(one),
    si: order.si,
    pi: order.pi,
    files: orderedFiles(order),
    private_project: one.isPrivate ?? false,
    notes: work?.notes ?? '',
    notes_version: work?.notesVersion ?? 0,
    done: work?.done.map(({ item, by, at }) => ({ item, by, at })) ?? [],
    refunds: refundAnswers(await refundsOf(db, id), order),
    deliveries: deliveryAnswers(await deliveriesOf(db, order)),
    turnaround_days: order.turnaroundDays,
    ...(order.projectName !== null && { deleted_project: order.projectName }),
    ...(project && { storage: storageAnswer(project, config) }),
    ...(order.billing && { billing: order.billing }),
  }
}

type Work = typeof requestWork.$inferSelect

/** Changes the staff's data about a request, one change at a time. */
export const changeWork = (
  db: Db,
  requestId: string,
  caller: Caller,
  change: (known: Work, by: Doer) => Partial<Work>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    await tx.insert(requestWork).values({ requestId }).onConflictDoNothing()
    const [known] = await tx.select().from(requestWork).where(eq(requestWork.requestId, requestId)).for('update')
    if (!known) throw new Error('The request was deleted in the meantime.')
    const changed = change(known, by)
    if (Object.keys(changed).length === 0) return
    await tx.update(requestWork).set(changed).where(eq(requestWork.requestId, requestId))
  })
