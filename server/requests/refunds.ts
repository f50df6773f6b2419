/**
 * Refunds and disputes of requests. A refund is stored first and made at the payment provider by a job, so that it is
 * neither lost nor made twice. The provider is authoritative: its refunds and disputes are compared with the stored
 * ones whenever it reports a change, and from time to time in case a report was missed.
 */
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import { dollarText } from '../../machines/lib/dollars'
import { taxShares, taxWithin } from '../../machines/wizard/billing/tax'
import { creditNoteNumber } from '../../machines/requests/invoice-number'
import type { components } from '../../openapi/generated/product'
import { recordActivity } from '../activity/record'
import type { AppServices } from '../auth/route-context'
import type { Db } from '../database/database'
import { requestRefunds, simulationRequests } from '../database/schema'
import { defineJob, type JobContext, type JobHandler } from '../jobs/job'
import { tellMembers, tellStaff } from '../notices/record'
import { type MoneyBack, RefundRefused } from '../payments/provider'
import { type Caller, lockPerson, nameInLocked } from '../sharing/users'
import { findRequest, requestSubject, type RequestRow, statusText } from './store'
import { move, Refused, steps } from './request-steps'

type Schemas = components['schemas']
type RefundRow = typeof requestRefunds.$inferSelect
type RowKey = Schemas['OrderedRowKey']

const CENTS = 100

/** A refund that a staff member decides on. Without rows, the request is only canceled. */
export type NewRefund = {
  /** Identifies a repeated call. */
  id: string
  rows: RowKey[]
  reason: string
  cancels: boolean
}

export const refundJob = defineJob<{ refundId: string }>('refund')

type Services = Pick<AppServices, 'db' | 'payments'>

export const refundJobs = ({ db, payments }: Services): JobHandler =>
  refundJob.runBy(({ refundId }, context) => makeRefund({ db, payments }, refundId, context))

/** Returns the refunds of a request, newest first. */
export const refundsOf = (db: Db, requestId: string): Promise<RefundRow[]> =>
  db
    .select()
    .from(requestRefunds)
    .where(eq(requestRefunds.requestId, requestId))
    .orderBy(sql`${requestRefunds.created} desc, ${requestRefunds.id}`)

/** Returns refunds in the API's format. */
export const refundAnswers = (rows: RefundRow[], { tax }: Pick<RequestRow, 'tax'>): Schemas['RequestRefund'][] =>
  rows.map(
    ({ id, cents, taxCents, state, rows: refunded, reason, byName, created, failure, creditNumber, creditedAt }) => ({
      ...{ id, cents, state, reason, failure },
      ...(tax && { tax_cents: taxCents }),
      rows: refunded,
      by: byName,
      credit_note: creditNoteNumber(creditNumber),
      created: created.toISOString(),
      ...(creditedAt && { credited: creditedAt.toISOString() }),
    }),
  )

/**
 * Stores a refund of whole rows, and cancels the request if `cancels` is true. Calls for the same request wait for
 * each other. A row is refunded only once. A repeated call has no effect.
 */
export const refund = (
  db: Db,
  request: RequestRow,
  { id, rows, reason, cancels }: NewRefund,
  caller: Caller,
): Promise<void> =>
  db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    const [current] = await tx
      .select()
      .from(simulationRequests)
      .where(eq(simulationRequests.id, request.id))
      .for('update')
    if (!current) throw new Refused('The request was deleted in the meantime.')
    const known = await refundsOf(tx, current.id)
    if (known.some((one) => one.id === id)) return
    if (rows.length === 0) {
      if (!cancels) throw new Refused('Choose what to refund.')
      if (current.status === 'cancelled') return
    }
    if (current.paidAt === null)
      throw new Refused(`This request is ${statusText(current.status)}: nothing was paid for it.`)
    const made = known.filter(({ state }) => state !== 'failed')
    const refunded = new Set(made.flatMap((one) => one.rows.map(keyOf)))
    const wanted = new Set(rows.map(keyOf))
    if (wanted.size < rows.length) throw new Refused('A row can be refunded only once.')
    for (const row of wanted) if (refunded.has(row)) throw new Refused(`${row} has already been refunded.`)
    const net = rows.reduce((sum, row) => sum + priceOf(current, row) * CENTS, 0)
    const { left, taxLeft } = leftOf(current, made)
    // A refund that was made at the provider may have contained part of this tax.
    const taxCents = Math.max(0, Math.min(taxOfRows(current, wanted), taxLeft))
    const cents = net + taxCents
    if (cents > left) throw new Refused(`Only ${dollarText(Math.max(0, left))} of this request is left to refund.`)
    if (cents > 0) {
      const more = { requestId: current.id, cents, taxCents, rows, reason, byId: by.id, byName: by.fullname }
      await tx.insert(requestRefunds).values({ id, state: 'pending', ...more })
      await refundJob.add(tx, { refundId: id })
    }
    if (cancels) {
      const from: readonly RequestRow['status'][] = steps.cancel.from
      if (!from.includes(current.status)) {
        throw new Refused(
          `This request is ${statusText(current.status)}: only a request that has not been delivered can be canceled.`,
        )
      }
      await move(tx, 'cancel', current, by)
    }
  })

const keyOf = ({ kind, number }: RowKey) => `${kind.toUpperCase()} ${number}`

function priceOf({ si, pi }: RequestRow, row: RowKey): number {
  const found = (row.kind === 'si' ? si : pi)[row.number - 1]
  if (!found) throw new Refused(`The request has no row ${keyOf(row)}.`)
  return found.unit_price
}

/**
 * What is left of the payment for a request, including tax, and of its tax, after the refunds that were made, in cents.
 */
function leftOf({ total, tax }: RequestRow, made: RefundRow[]) {
  const taxPaid = tax?.cents ?? 0
  return {
    left: total * CENTS + taxPaid - made.reduce((sum, one) => sum + one.cents, 0),
    taxLeft: taxPaid - made.reduce((sum, one) => sum + one.taxCents, 0),
  }
}

/** The tax on the rows with these keys. The shares of all rows add up to the tax on the order. */
function taxOfRows({ si, pi, tax }: RequestRow, keys: ReadonlySet<string>): number {
  const rows = [
    ...si.map((row, at) => ({ key: keyOf({ kind: 'si', number: at + 1 }), price: row.unit_price })),
    ...pi.map((row, at) => ({ key: keyOf({ kind: 'pi', number: at + 1 }), price: row.unit_price })),
  ]
  const shares = taxShares(
    rows.map(({ price }) => price),
    tax?.cents ?? 0,
  )
  return rows.reduce((sum, { key }, at) => sum + (keys.has(key) ? (shares[at] ?? 0) : 0), 0)
}

/**
 * The tax in a refund that was made at the provider. Such a refund does not name rows: the tax in the sum of all
 * refunds is kept in proportion to the payment, so that a full refund contains the whole tax.
 */
function taxOfPart(request: RequestRow, made: RefundRow[], cents: number): number {
  const taxPaid = request.tax?.cents ?? 0
  const { left, taxLeft } = leftOf(request, made)
  const paid = request.total * CENTS + taxPaid
  const reached = taxWithin(Math.min(paid, paid - left + cents), paid, taxPaid)
  return Math.max(0, Math.min(cents, taxLeft, reached - (taxPaid - taxLeft)))
}

/** Makes a stored refund at the provider, unless an earlier run has made it. */
async function makeRefund({ db, payments }: Services, refundId: string, { log }: JobContext): Promise<void> {
  const [wanted] = await db.select().from(requestRefunds).where(eq(requestRefunds.id, refundId))
  const request = wanted?.state === 'pending' ? await findRequest(db, wanted.requestId) : undefined
  if (!wanted || !request?.checkoutId) return
  const { id: requestId, checkoutId } = request
  const before = await payments.moneyBack(checkoutId)
  if (!before.refunds.some((one) => one.refundId === refundId)) {
    try {
      await payments.refund({ checkoutId, requestId, cents: wanted.cents }, refundId)
    } catch (error) {
      if (!(error instanceof RefundRefused)) throw error
      log.error({ err: error, requestId, refundId }, 'The payment provider has refused a refund.')
      const isPending = and(eq(requestRefunds.id, refundId), eq(requestRefunds.state, 'pending'))
      await db
        .update(requestRefunds)
        .set({ state: 'failed', failure: error.message.slice(0, 500) })
        .where(isPending)
    }
  }
  await noteMoneyBack(db, checkoutId, await payments.moneyBack(checkoutId))
}

/**
 * Applies the provider's list of a checkout's refunds and its dispute to the request. Applying the same list again has
 * no effect. The order of the provider's reports does not matter, since the current list is queried after each report.
 */
export async function noteMoneyBack(db: Db, checkoutId: string, { refunds, dispute }: MoneyBack): Promise<void> {
  await db.transaction(async (tx) => {
    const [request] = await tx
      .select()
      .from(simulationRequests)
      .where(eq(simulationRequests.checkoutId, checkoutId))
      .for('update')
    if (!request) return
    const known = await refundsOf(tx, request.id)
    for (const { providerId, refundId, cents, state } of refunds) {
      const stored = known.find((one) => one.id === refundId || one.providerId === providerId)
      if (stored?.providerId === providerId && stored.state === state) continue
      const others = known.filter((one) => one.state !== 'failed')
      const taxCents = stored || state === 'failed' ? 0 : taxOfPart(request, others, cents)
      // Read the row now, because a deletion may just have removed the name of the staff member. A later deletion waits
      // for this transaction.
      const [current] = stored
        ? await tx.update(requestRefunds).set({ providerId, state }).where(eq(requestRefunds.id, stored.id)).returning()
        : await tx
            .insert(requestRefunds)
            .values({ id: randomUUID(), requestId: request.id, providerId, cents, taxCents, state, rows: [] })
            .returning()
      if (current) known.splice(stored ? known.indexOf(stored) : known.length, stored ? 1 : 0, current)
      if (state === 'done' && stored?.state !== 'done') await tellRefunded(tx, request, cents, current)
    }
    const isDone = and(eq(requestRefunds.requestId, request.id), eq(requestRefunds.state, 'done'))
    const sum = tx
      .select({ sum: sql`coalesce(sum(${requestRefunds.cents}), 0)` })
      .from(requestRefunds)
      .where(isDone)
    await tx
      .update(simulationRequests)
      .set({ refundedCents: sql`(${sum})`, dispute })
      .where(eq(simulationRequests.id, request.id))
    if (dispute !== null && dispute !== request.dispute) {
      const entry = { kind: 'request disputed', subject: requestSubject(request), after: dispute } as const
      await recordActivity(tx, request.projectId, null, [{ ...entry, requestId: request.id }])
      const about = { requestId: request.id, subject: entry.subject, by: null }
      await tellStaff(tx, about, dispute === 'open' ? 'disputed' : 'dispute decided')
    }
  })
}

/** Records a refund, and notifies the staff and the person who placed the order. */
async function tellRefunded(tx: Db, request: RequestRow, cents: number, stored: RefundRow | undefined): Promise<void> {
  const by = stored?.byId && stored.byName ? nameInLocked({ id: stored.byId, fullname: stored.byName }) : null
  const about = { subject: requestSubject(request), requestId: request.id }
  const { projectId, createdBy } = request
  await recordActivity(tx, projectId, by, [{ kind: 'request refunded', after: dollarText(cents), ...about }])
  await tellMembers(tx, { projectId, by, people: [createdBy] }, { kind: 'request', detail: 'refunded', ...about })
  await tellStaff(tx, { ...about, by }, 'refunded')
}

/**
 * Updates the refunds and disputes of checkouts that have changed recently or are not settled, as reported by the
 * provider. A checkout that the provider does not report, or whose report cannot be stored, is skipped: it must not
 * hold up the others. If the provider does not even report what has changed, it is down, and no checkout is checked.
 */
export async function askAboutMoneyBack({ db, payments }: Services, { log, signal }: JobContext): Promise<void> {
  const pending = db
    .select({ id: requestRefunds.requestId })
    .from(requestRefunds)
    .where(eq(requestRefunds.state, 'pending'))
  const unsettled = await db
    .select({ checkoutId: simulationRequests.checkoutId })
    .from(simulationRequests)
    .where(or(eq(simulationRequests.dispute, 'open'), inArray(simulationRequests.id, pending)))
    .limit(MAX_UNSETTLED)
  const changed = await payments.recentMoneyBack().catch((error: unknown) => {
    log.warn({ err: error }, 'The payment provider did not report which payments have changed.')
    return null
  })
  if (!changed) return
  for (const checkoutId of new Set([...unsettled.flatMap((row) => row.checkoutId ?? []), ...changed])) {
    signal.throwIfAborted()
    try {
      await noteMoneyBack(db, checkoutId, await payments.moneyBack(checkoutId))
    } catch (error) {
      log.warn({ err: error }, 'The refunds and disputes of a checkout were not updated.')
    }
  }
}

const MAX_UNSETTLED = 200
