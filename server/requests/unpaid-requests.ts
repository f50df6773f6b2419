/** Requests that await their payment, by the payment provider's own word: its webhook may be late, or never come. */
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'

import { notePayment, type RequestRow } from './store'
import { everyPage, pageClauses, pageOf } from '../database/pages'
import { simulationRequests } from '../database/schema'
import type { AppServices } from '../auth/route-context'

const MOST_AT_ONCE = 50
/** The sweep is in no hurry, and leaves the provider time for people. */
const SWEPT_AT_ONCE = 5

type Desk = Pick<AppServices, 'db' | 'payments'>

/** The request as the provider's word makes it; as it is kept where the provider cannot be asked. */
export async function askAboutPayment({ db, payments }: Desk, row: RequestRow, log: FastifyBaseLogger) {
  if (row.status !== 'awaiting payment' || row.checkoutId === null) return row
  try {
    return (await notePayment(db, await payments.look(row.checkoutId))) ?? row
  } catch (error) {
    // What is kept is still true; the next call asks again.
    log.warn({ err: error }, 'The payment provider did not report the status of a checkout.')
    return row
  }
}

/**
 * Asks about the oldest unpaid requests of a project, so that one whose payment page has closed keeps nothing. As long
 * as one of them is still open, those that were not asked about make no difference.
 */
export async function askAboutUnpaid(desk: Desk, projectId: string, log: FastifyBaseLogger): Promise<void> {
  const { checkoutId, created, projectId: inProject, status } = simulationRequests
  const unpaid = await desk.db
    .select()
    .from(simulationRequests)
    .where(and(eq(inProject, projectId), eq(status, 'awaiting payment'), isNotNull(checkoutId)))
    .orderBy(asc(created))
    .limit(MOST_AT_ONCE)
  await Promise.all(unpaid.map((row) => askAboutPayment(desk, row, log)))
}

/**
 * Asks about every unpaid request, the oldest first: the report of a payment page that has expired may never have come.
 * Ends early when it is `stopped`.
 */
export async function askAboutEveryUnpaid(desk: Desk, log: FastifyBaseLogger, stopped: AbortSignal): Promise<void> {
  const { checkoutId, created, id, status } = simulationRequests
  const isUnpaid = and(eq(status, 'awaiting payment'), isNotNull(checkoutId))
  const pages = everyPage(SWEPT_AT_ONCE, async (page) => {
    const clauses = pageClauses('oldest first', [created, id], page)
    const found = await desk.db
      .select()
      .from(simulationRequests)
      .where(clauses.where(isUnpaid))
      .orderBy(...clauses.orderBy)
      .limit(clauses.limit)
    return pageOf(found, page, (row) => ({ time: row.created, id: row.id }))
  })
  for await (const rows of pages) {
    await Promise.all(rows.map((row) => askAboutPayment(desk, row, log)))
    if (stopped.aborted) return
  }
}
