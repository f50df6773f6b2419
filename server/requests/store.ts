/** Stores simulation requests and applies the payment provider's reports to them. */
import { and, eq, exists, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'

import { businessDaysAfter } from '../../machines/requests/due-date'
import { invoiceNumber } from '../../machines/requests/invoice-number'
import { requestNumber } from '../../machines/requests/request-number'
import type { PgColumn } from 'drizzle-orm/pg-core'

import type { components } from '../../openapi/generated/product'
import { recordActivity } from '../activity/record'
import { tellAllMembers, tellMembers, tellStaff } from '../notices/record'
import type { PaymentReport } from '../payments/provider'
import type { Db } from '../database/database'
import { pageClauses, pageOf, type PageRequest } from '../database/pages'
import { hasAllWords } from '../database/text-search'
import { touchProject } from '../projects/store'
import { type Caller, type Doer, lockPerson } from '../sharing/users'
import { notices, projects, requestDrafts, simulationRequests } from '../database/schema'

export type RequestRow = typeof simulationRequests.$inferSelect
type Summary = components['schemas']['SimulationRequestSummary']
/** The fields of a request that a list contains. */
type SummaryRow = Pick<RequestRow, Exclude<keyof typeof summaryColumns, 'layoutName'>> & { layoutName: string }

/** The SQL expression for what is charged for a request, in cents: its total and its tax. */
export const chargedCents = () => sql<number>`(${simulationRequests.total}::bigint * 100 + ${taxCents()})`

/** The SQL expression for the tax on a request, in cents. */
export const taxCents = () => sql<number>`coalesce((${simulationRequests.tax} ->> 'cents')::bigint, 0)`

export async function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  const [found] = await db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
  return found
}

export async function findNumbered(db: Db, number: number): Promise<RequestRow | undefined> {
  const [found] = await db.select().from(simulationRequests).where(eq(simulationRequests.number, number))
  return found
}

/** The columns for lists. They exclude the rows of requests, which can be large. */
export const summaryColumns = {
  id: simulationRequests.id,
  number: simulationRequests.number,
  projectId: simulationRequests.projectId,
  projectName: simulationRequests.projectName,
  status: simulationRequests.status,
  layoutName: sql<string>`${simulationRequests.layout} ->> 'name'`,
  total: simulationRequests.total,
  created: simulationRequests.created,
  createdByName: simulationRequests.createdByName,
  paidAt: simulationRequests.paidAt,
  dueAt: simulationRequests.dueAt,
  waitingSince: simulationRequests.waitingSince,
  startedAt: simulationRequests.startedAt,
  deliveredAt: simulationRequests.deliveredAt,
  cancelledAt: simulationRequests.cancelledAt,
  purchaseOrder: simulationRequests.purchaseOrder,
  tax: simulationRequests.tax,
  isTrial: simulationRequests.isTrial,
  verdict: simulationRequests.verdict,
  refundedCents: simulationRequests.refundedCents,
  invoiceNumber: simulationRequests.invoiceNumber,
}

/** Whether a person can read a request whose project was deleted: they ordered it, and it was paid. */
export const isKeptFor = (reader: { id: string }, request?: RequestRow): boolean =>
  request !== undefined && request.projectName !== null && request.paidAt !== null && request.createdBy === reader.id

/** The condition for the requests that isKeptFor describes. */
const areKeptFor = (reader: { id: string }) =>
  and(
    isNotNull(simulationRequests.projectName),
    isNotNull(simulationRequests.paidAt),
    eq(simulationRequests.createdBy, reader.id),
  )

type Listing = {
  /** The condition that selects the projects. */
  inProjects: SQL | undefined
  filter: SQL | undefined
  /** Whether to also list the person's paid requests whose projects were deleted. */
  withKept: boolean
}

/**
 * Returns a page of the requests in the matching projects, newest first. Drafts are excluded: they are requests whose
 * payment page has not been opened, and are stored only so that the call can be repeated.
 */
export async function listRequests(db: Db, listing: Listing, reader: { id: string }, page: PageRequest) {
  const { inProjects, filter, withKept } = listing
  const clauses = pageClauses('newest first', [simulationRequests.created, simulationRequests.id], page)
  const columns = { row: summaryColumns, projectName: projects.name, isUnread: isUnreadBy(db, reader.id) }
  const ofProject = eq(projects.id, simulationRequests.projectId)
  const matching = (which: SQL | undefined) => clauses.where(and(which, filter, ne(simulationRequests.status, 'draft')))
  const present = await db
    .select(columns)
    .from(simulationRequests)
    .innerJoin(projects, ofProject)
    .where(matching(inProjects))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  // This is a separate query, because it reads an index that usually contains nothing for the reader.
  const kept = withKept
    ? await db
        .select(columns)
        .from(simulationRequests)
        .leftJoin(projects, ofProject)
        .where(matching(areKeptFor(reader)))
        .orderBy(...clauses.orderBy)
        .limit(clauses.limit)
    : []
  const found = kept.length === 0 ? present : [...present, ...kept].toSorted(newestFirst)
  const { rows, next } = pageOf(found, page, ({ row }) => ({ time: row.created, id: row.id }))
  const requests = rows.map(({ row, projectName, isUnread }) => ({
    ...requestSummary(row, projectName ?? row.projectName ?? ''),
    ...(isUnread && { unread: true }),
  }))
  return { requests, next }
}

type Listed = { row: { created: Date; id: string } }

const newestFirst = ({ row: one }: Listed, { row: other }: Listed) =>
  other.created.getTime() - one.created.getTime() || (one.id < other.id ? 1 : -1)

/** Whether a notice about the request is unread. */
const isUnreadBy = (db: Db, personId: string) =>
  sql<boolean>`${exists(
    db
      .select({ one: sql`1` })
      .from(notices)
      .where(and(eq(notices.personId, personId), isNull(notices.readAt), eq(notices.requestId, simulationRequests.id))),
  )}`

/** The condition that selects the requests that match the filter of a list. */
export const requestFilter = ({ q, status }: { q?: string; status?: RequestRow['status'] }): SQL | undefined =>
  and(status && eq(simulationRequests.status, status), containsWords(q))

/**
 * The condition that all words occur in a request's number, project, layout or purchase order number, or in the
 * additional columns; undefined if there are no words.
 */
export function containsWords(q?: string, others: PgColumn[] = []): SQL | undefined {
  const { number, layout, purchaseOrder } = simulationRequests
  const projectName = sql`coalesce(${projects.name}, ${simulationRequests.projectName})`
  const columns = [sql`'SI-' || ${number}`, projectName, sql`${layout} ->> 'name'`, purchaseOrder, ...others]
  return hasAllWords(sql`concat_ws(' ', ${sql.join(columns, sql`, `)})`, q)
}

/**
 * Applies a provider's report on a checkout. A repeated report has no effect, even if the operator has canceled the
 * paid request. A payment counts even after a cancellation, since the money has been charged. A report with a different
 * request id or amount is ignored. Returns the request of the checkout, or undefined if none matches the report.
 * `caller` is the user who asked to close the checkout.
 */
export async function notePayment(
  db: Db,
  report: PaymentReport,
  caller: Caller | null = null,
): Promise<RequestRow | undefined> {
  const { checkoutId, state, requestId, cents } = report
  const reported = and(
    eq(simulationRequests.checkoutId, checkoutId),
    requestId === null ? undefined : eq(sql`${simulationRequests.id}::text`, requestId),
    cents === null ? undefined : eq(chargedCents(), cents),
  )
  if (state !== 'open') {
    const from: RequestRow['status'][] =
      state === 'paid' ? ['draft', 'awaiting payment', 'cancelled'] : ['awaiting payment']
    const now = new Date()
    const changed = await db.transaction(async (tx) => {
      const by = caller && (await lockPerson(tx, caller))
      const [known] = await tx
        .select({ turnaroundDays: simulationRequests.turnaroundDays })
        .from(simulationRequests)
        .where(reported)
      if (!known) return undefined
      const [moved] = await tx
        .update(simulationRequests)
        .set(
          state === 'paid'
            ? { status: 'paid', paidAt: now, dueAt: businessDaysAfter(now, known.turnaroundDays), cancelledAt: null }
            : { status: 'cancelled', cancelledAt: now },
        )
        .where(and(reported, inArray(simulationRequests.status, from), isNull(simulationRequests.paidAt)))
        .returning()
      if (moved) {
        const isPaid = state === 'paid'
        // The draft is no longer needed, unless it was edited after it was sent.
        if (isPaid) await tx.delete(requestDrafts).where(eq(requestDrafts.sentAs, moved.id))
        await recordRequest(tx, moved, isPaid ? 'request paid' : 'request cancelled', isPaid ? null : by)
      }
      return moved
    })
    if (changed) {
      await db.transaction((tx) => touchProject(tx, changed.projectId))
      return changed
    }
  }
  const [unchanged] = await db.select().from(simulationRequests).where(reported)
  return unchanged
}

type RequestActivity =
  | 'request ordered'
  | 'request paid'
  | 'request started'
  | 'request delivered'
  | 'delivery corrected'
  | 'request cancelled'

/**
 * The detail of the notice for the person who ordered a request, by activity. For a delivery, all members get a notice.
 */
const noticeDetails = {
  'request paid': 'paid',
  'request started': 'in progress',
  'request cancelled': 'cancelled',
} as const

/** The name of a request in activity and notices. */
export const requestSubject = ({ layout, number }: RequestRow) => `${layout.name} (${requestNumber(number)})`

/** The status in American spelling; `cancelled` is only the API's identifier. */
export const statusText = (status: RequestRow['status']) => (status === 'cancelled' ? 'canceled' : status)

/** Records a change to a request inside the transaction that makes the change, and notifies the people concerned. */
export async function recordRequest(tx: Db, row: RequestRow, kind: RequestActivity, by: Doer | null): Promise<void> {
  const about = { subject: requestSubject(row), requestId: row.id }
  const after = kind === 'request ordered' && { after: `$${row.total.toLocaleString('en-US')}` }
  await recordActivity(tx, row.projectId, by, [{ kind, ...about, ...after }])
  if (kind === 'request ordered') return
  const cause = { projectId: row.projectId, by }
  if (kind === 'request delivered') await tellAllMembers(tx, cause, { kind: 'delivery', ...about })
  else if (kind === 'delivery corrected')
    await tellAllMembers(tx, cause, { kind: 'delivery', detail: 'corrected', ...about })
  else {
    const notice = { kind: 'request', detail: noticeDetails[kind], ...about } as const
    await tellMembers(tx, { ...cause, people: [row.createdBy] }, notice)
    if (kind === 'request paid') await tellStaff(tx, { ...about, by }, 'paid')
  }
}

const requestSummary = (row: SummaryRow, projectName: string): Summary => ({
  id: row.id,
  number: requestNumber(row.number),
  project_id: row.projectId,
  project_name: projectName,
  status: row.status,
  layout_name: row.layoutName,
  total: row.total,
  created: row.created.toISOString(),
  created_by_name: row.createdByName,
  paid: row.paidAt?.toISOString() ?? null,
  due: row.dueAt?.toISOString() ?? null,
  waiting: row.waitingSince?.toISOString() ?? null,
  started: row.startedAt?.toISOString() ?? null,
  delivered: row.deliveredAt?.toISOString() ?? null,
  cancelled: row.cancelledAt?.toISOString() ?? null,
  purchase_order: row.purchaseOrder,
  ...(row.tax && { tax: row.tax }),
  ...(row.isTrial && { trial: true }),
  ...(row.projectName !== null && { project_deleted: true }),
  ...(row.verdict && { verdict: row.verdict }),
  ...(row.invoiceNumber !== null && { invoice_number: invoiceNumber(row.invoiceNumber) }),
  ...(row.refundedCents > 0 && { refunded_cents: row.refundedCents }),
})

/** Returns one request with its files and rows in the API's format. */
export const requestAnswer = (row: RequestRow, projectName: string): components['schemas']['SimulationRequest'] => ({
  ...requestSummary({ ...row, layoutName: row.layout.name }, projectName),
  si: row.si,
  pi: row.pi,
  layout: row.layout,
  stackup: row.stackup,
  material: row.material,
  turnaround_days: row.turnaroundDays,
  ...(row.billing && { billing: row.billing }),
})
