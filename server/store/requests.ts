/** Simulation requests as they are kept, and how the payment provider's word changes them. */
import { and, desc, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { PaymentState } from '../payments/provider'
import type { Db } from './database'
import { touchProject } from './projects'
import { projects, simulationRequests } from './schema'

export type RequestRow = typeof simulationRequests.$inferSelect

export async function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  const [found] = await db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
  return found
}

/**
 * Requests of the projects that `where` lets through, newest first. Drafts are left out: one is a call whose payment
 * page could not be opened, kept only so that the same call can be repeated.
 */
export async function listRequests(db: Db, where: SQL): Promise<{ row: RequestRow; projectName: string }[]> {
  return db
    .select({ row: simulationRequests, projectName: projects.name })
    .from(simulationRequests)
    .innerJoin(projects, eq(projects.id, simulationRequests.projectId))
    .where(and(where, ne(simulationRequests.status, 'draft')))
    .orderBy(desc(simulationRequests.created), simulationRequests.id)
}

/**
 * Takes the provider's word on a checkout; the same word twice changes nothing, also when the operator has cancelled
 * what was paid. A payment counts even after a cancellation, since the money has been taken. Answers the request if
 * there is one for this checkout.
 */
export async function notePayment(db: Db, checkoutId: string, state: PaymentState): Promise<RequestRow | undefined> {
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
      .where(
        and(
          eq(simulationRequests.checkoutId, checkoutId),
          inArray(simulationRequests.status, from),
          isNull(simulationRequests.paidAt),
        ),
      )
      .returning()
    if (changed) {
      await touchProject(db, changed.projectId)
      return changed
    }
  }
  const [kept] = await db.select().from(simulationRequests).where(eq(simulationRequests.checkoutId, checkoutId))
  return kept
}

export const requestAnswer = (row: RequestRow, projectName: string): components['schemas']['SimulationRequest'] => ({
  id: row.id,
  project_id: row.projectId,
  project_name: projectName,
  status: row.status,
  total: row.total,
  si: row.si,
  pi: row.pi,
  layout: row.layout,
  stackup: row.stackup,
  material: row.material,
  created: row.created.toISOString(),
  created_by_name: row.createdByName,
  paid: row.paidAt?.toISOString() ?? null,
  started: row.startedAt?.toISOString() ?? null,
  delivered: row.deliveredAt?.toISOString() ?? null,
  cancelled: row.cancelledAt?.toISOString() ?? null,
  purchase_order: row.purchaseOrder,
})
