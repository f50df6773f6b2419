/** Queries the payment provider about unpaid requests, since webhook calls may be late or missed. */
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'

import { notePayment, type RequestRow } from './store'
import { everyPage, pageClauses, pageOf } from '../database/pages'
import { simulationRequests } from '../database/schema'
import type { AppServices } from '../auth/route-context'
import type { JobContext } from '../jobs/job'

const MAX_PER_PROJECT = 50
/** A small batch size for the hourly cleanup, so that it does not slow down users' calls to the provider. */
const CLEANUP_BATCH_SIZE = 5

type PaymentServices = Pick<AppServices, 'db' | 'payments'>

/** Returns the request, updated from the provider, or unchanged if the provider cannot be reached. */
export async function askAboutPayment({ db, payments }: PaymentServices, row: RequestRow, log: FastifyBaseLogger) {
  if (row.status !== 'awaiting payment' || row.checkoutId === null) return row
  try {
    return (await notePayment(db, await payments.look(row.checkoutId))) ?? row
  } catch (error) {
    // The stored state is still valid, and the next call queries the provider again.
    log.warn({ err: error }, 'The payment provider did not report the status of a checkout.')
    return row
  }
}

/**
 * Updates the oldest unpaid requests of a project, so that requests with a closed payment page neither block its
 * deletion nor count toward its budget. Newer requests do not matter for a deletion: if the payment page of an older
 * one is still open, the deletion is blocked anyway.
 */
export async function askAboutUnpaid(
  services: PaymentServices,
  projectId: string,
  log: FastifyBaseLogger,
): Promise<void> {
  const { checkoutId, created, projectId: inProject, status } = simulationRequests
  const unpaid = await services.db
    .select()
    .from(simulationRequests)
    .where(and(eq(inProject, projectId), eq(status, 'awaiting payment'), isNotNull(checkoutId)))
    .orderBy(asc(created))
    .limit(MAX_PER_PROJECT)
  await Promise.all(unpaid.map((row) => askAboutPayment(services, row, log)))
}

/**
 * Updates all unpaid requests, oldest first, since the report of an expired payment page may have been missed. Ends
 * early if the job is stopped.
 */
export async function askAboutEveryUnpaid(services: PaymentServices, { log, signal }: JobContext): Promise<void> {
  const { checkoutId, created, id, status } = simulationRequests
  const isUnpaid = and(eq(status, 'awaiting payment'), isNotNull(checkoutId))
  const pages = everyPage(CLEANUP_BATCH_SIZE, async (page) => {
    const clauses = pageClauses('oldest first', [created, id], page)
    const found = await services.db
      .select()
      .from(simulationRequests)
      .where(clauses.where(isUnpaid))
      .orderBy(...clauses.orderBy)
      .limit(clauses.limit)
    return pageOf(found, page, (row) => ({ time: row.created, id: row.id }))
  })
  for await (const rows of pages) {
    await Promise.all(rows.map((row) => askAboutPayment(services, row, log)))
    if (signal.aborted) return
  }
}
