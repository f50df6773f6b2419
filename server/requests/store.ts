/** Simulation requests as they are kept, and how the payment provider's word changes them. */
import { and, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { PaymentReport } from '../payments/provider'
import type { Db } from '../database/database'
import { pageClauses, pageOf, type PageRequest } from '../database/pages'
import { touchProject } from '../projects/store'
import { projects, simulationRequests } from '../database/schema'

export type RequestRow = typeof simulationRequests.$inferSelect
type Summary = components['schemas']['SimulationRequestSummary']

export async function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  const [found] = await db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
  return found
}

/** What a list says of a request. The rows, which can be long, are not read from the database for it. */
export const summaryColumns = {
  id: simulationRequests.id,
  projectId: simulationRequests.projectId,
  status: simulationRequests.status,
  total: simulationRequests.total,
  created: simulationRequests.created,
  createdByName: simulationRequests.createdByName,
  paidAt: simulationRequests.paidAt,
  startedAt: simulationRequests.startedAt,
  deliveredAt: simulationRequests.deliveredAt,
  cancelledAt: simulationRequests.cancelledAt,
  purchaseOrder: simulationRequests.purchaseOrder,
}

/**
 * A page of the requests of the projects that `where` lets through, newest first. Drafts are left out: one is a call
 * whose payment page could not be opened, kept only so that the same call can be repeated.
 */
export async function listRequests(db: Db, where: SQL, page: PageRequest) {
  const clauses = pageClauses('newest first', [simulationRequests.created, simulationRequests.id], page)
  const found = await db
    .select({ row: summaryColumns, projectName: projects.name })
    .from(simulationRequests)
    .innerJoin(projects, eq(projects.id, simulationRequests.projectId))
    .where(clauses.where(and(where, ne(simulationRequests.status, 'draft'))))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  const { rows, next } = pageOf(found, page, ({ row }) => ({ time: row.created, id: row.id }))
  return { requests: rows.map(({ row, projectName }) => requestSummary(row, projectName)), next }
}

/**
 * Takes the provider's word on a checkout; the same word twice changes nothing, also when the operator has cancelled
 * what was paid. A payment counts even after a cancellation, since the money has been taken. Answers the request if
 * there is one for this checkout. A report about another request or another sum is none about this one.
 */
export async function notePayment(db: Db, report: PaymentReport): Promise<RequestRow | undefined> {
  const { checkoutId, state, requestId, total } = report
  const reported = and(
    eq(simulationRequests.checkoutId, checkoutId),
    requestId === null ? undefined : eq(sql`${simulationRequests.id}::text`, requestId),
    total === null ? undefined : eq(sql`${simulationRequests.total}::numeric`, total),
  )
  if (state !== 'open') {
    const from: RequestRow['status'][] =
      state === 'paid' ? ['draft', 'awaiting payment', 'cancelled'] : ['awaiting payment']
    const [changed] = await db
      .update(simulationRequests)
      .set(
        state === 'paid'
          ? { status: 'paid', paidAt: new Date(), cancelledAt: null }
          : { status: 'cancelled', cancelledAt: new Date() },
      )
      .where(and(reported, inArray(simulationRequests.status, from), isNull(simulationRequests.paidAt)))
      .returning()
    if (changed) {
      await touchProject(db, changed.projectId)
      return changed
    }
  }
  const [kept] = await db.select().from(simulationRequests).where(reported)
  return kept
}

const requestSummary = (row: Omit<RequestRow, keyof RequestDetails>, projectName: string): Summary => ({
  id: row.id,
  project_id: row.projectId,
  project_name: projectName,
  status: row.status,
  total: row.total,
  created: row.created.toISOString(),
  created_by_name: row.createdByName,
  paid: row.paidAt?.toISOString() ?? null,
  started: row.startedAt?.toISOString() ?? null,
  delivered: row.deliveredAt?.toISOString() ?? null,
  cancelled: row.cancelledAt?.toISOString() ?? null,
  purchase_order: row.purchaseOrder,
})

type RequestDetails = Omit<RequestRow, keyof typeof summaryColumns>

/** One request with its files and rows. */
export const requestAnswer = (row: RequestRow, projectName: string): components['schemas']['SimulationRequest'] => ({
  ...requestSummary(row, projectName),
  si: row.si,
  pi: row.pi,
  layout: row.layout,
  stackup: row.stackup,
  material: row.material,
})
