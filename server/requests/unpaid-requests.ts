/** Requests that await their payment, by the payment provider's own word: its webhook may be late, or never come. */
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'

import { notePayment, type RequestRow } from './store'
import { simulationRequests } from '../database/schema'
import type { AppServices } from '../auth/call'

const MOST_AT_ONCE = 50

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
