/** Opens, finds and closes the payment pages of orders, and ensures that their URLs belong to the payment provider. */
import { and, eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'

import { requestNumber } from '../../machines/requests/request-number'
import { taxText } from '../../machines/wizard/billing/tax'
import type { ServerConfig } from '../config'
import type { PaymentOrder } from '../payments/provider'
import type { Db } from '../database/database'
import { paymentsUnavailable, Problem } from '../http/problem'
import { findKeptFile } from '../files/file-records'
import { lockProject, touchProject } from '../projects/store'
import { type Caller, lockPerson, nameInLocked, refuseDeleted } from '../sharing/users'
import { OverBudget, refuseOverBudget } from './budget'
import { findRequest, notePayment, recordRequest, type RequestRow } from './store'
import { simulationRequests } from '../database/schema'
import type { AppServices } from '../auth/route-context'

/** An order in the state reported by the provider, and the URL of its payment page while the page is open. */
export type KnownOrder = { order: RequestRow; page: string | null }

/** The person who opens a payment page. The page is prefilled with their e-mail address. */
type Payer = Caller & { email: string | null }

/** Functions shared by starting and resuming a checkout. */
export const createPaymentPages = ({ db, config, payments }: Pick<AppServices, 'db' | 'config' | 'payments'>) => {
  const pagesOfProvider = paymentOrigins(config.payments)

  const open = (order: RequestRow, email: string | null) =>
    payments.open(paymentFor(order, email, config.publicUrl), order.id).catch(refuseWithoutPayments)

  /**
   * Closes the page of a checkout. Returns the request, updated with the provider's report; undefined if no request
   * matches the report.
   */
  const end = async (checkoutId: string, by: Caller | null = null): Promise<RequestRow | undefined> => {
    if (by) await refuseDeleted(db, by)
    return notePayment(db, await payments.end(checkoutId).catch(refuseWithoutPayments), by)
  }

  return {
    /** Updates an order from the provider, since a webhook call may have been missed. */
    async refresh(row: RequestRow): Promise<KnownOrder> {
      if (row.status !== 'awaiting payment' || row.checkoutId === null) return { order: row, page: null }
      const { url, ...report } = await payments.look(row.checkoutId).catch(refuseWithoutPayments)
      return { order: (await notePayment(db, report)) ?? row, page: url }
    },

    /**
     * Returns the URL where the user continues. For a paid order, this is the request itself, so that it is not paid
     * twice. Otherwise, it is the payment page. If the order has none yet, a page is created, and the order awaits
     * payment from then on.
     */
    async openFor({ order, page }: KnownOrder, caller: Payer, log: FastifyBaseLogger) {
      if (isPaid(order)) return { id: order.id, url: returnAddress(config.publicUrl, order, 'success') }
      if (!(await findKeptFile(db, order.layout.id))) {
        if (order.checkoutId !== null) await end(order.checkoutId)
        throw new Problem(
          409,
          'The layout file of this request was deleted, so the request can no longer be paid for. Nothing was charged. ' +
            'Please request the simulation again with a layout file from the project.',
        )
      }
      if (order.checkoutId !== null && page === null) {
        throw new Problem(409, 'The payment is being processed. Please check the request again in a few minutes.')
      }
      if (page === null) await refuseDeleted(db, caller)
      const { checkoutId, url } =
        page === null ? await open(order, caller.email) : { checkoutId: order.checkoutId ?? '', url: page }
      const origin = URL.canParse(url) ? new URL(url).origin : ''
      if (!pagesOfProvider.includes(origin)) {
        log.error({ origin }, 'The payment page is not hosted by the provider.')
        throw new Problem(
          502,
          'The payment provider returned an unexpected payment page, so nothing was charged. Please contact us.',
        )
      }
      /**
       * Closes the page if this call has opened it and the request does not use it. Returns whether the page was
       * closed.
       */
      const closeUnused = async () => {
        if (page !== null || (await findRequest(db, order.id))?.checkoutId === checkoutId) return false
        await payments.end(checkoutId).catch(refuseWithoutPayments)
        return true
      }
      const [sent] = await db
        .transaction(async (tx) => {
          await lockPerson(tx, caller)
          // Without this lock, a concurrent project deletion that still sees a draft would delete the updated request.
          if (!(await lockProject(tx, order.projectId))) return []
          const updated = await tx
            .update(simulationRequests)
            .set({ status: 'awaiting payment', checkoutId })
            .where(and(eq(simulationRequests.id, order.id), eq(simulationRequests.status, 'draft')))
            .returning({ id: simulationRequests.createdBy, fullname: simulationRequests.createdByName })
          if (updated.length > 0) await refuseOverBudget(tx, order, 'counted')
          // Use the name in the updated row: a deletion may just have removed the customer's name.
          for (const customer of updated) await recordRequest(tx, order, 'request ordered', nameInLocked(customer))
          return updated
        })
        .catch(async (error: unknown) => {
          // The person deleted their data while the page was being opened, or another order used up the budget. The
          // caller gets this error even if the page cannot be closed.
          if (error instanceof Problem)
            await closeUnused().catch((failure: unknown) => {
              log.error({ err: failure }, 'A payment page that is no longer needed could not be closed.')
            })
          // The order's payment page is closed, so the same order must become a new request once it is within the
          // budget.
          if (error instanceof OverBudget) await dropDraft(db, order.id)
          throw error
        })
      if (sent) await touchProject(db, order.projectId)
      else if (await closeUnused()) {
        throw new Problem(409, 'The project has been deleted, so there is nothing to pay. Nothing was charged.')
      }
      return { id: order.id, url }
    },

    end,
  }
}

const dropDraft = (db: Db, id: string) =>
  db.delete(simulationRequests).where(and(eq(simulationRequests.id, id), eq(simulationRequests.status, 'draft')))

const isPaid = ({ status }: RequestRow) => ['paid', 'in progress', 'delivered'].includes(status)

/** Rejects a call because the payment provider does not respond. */
export const refuseWithoutPayments = (cause: unknown): never => {
  throw paymentsUnavailable(cause)
}

const returnAddress = (publicUrl: string, { id }: RequestRow, outcome: 'success' | 'cancelled') =>
  `${publicUrl}/workspace?request=${id}&checkout=${outcome}`

/**
 * Returns the order for the provider. It depends only on the stored order and the e-mail address, so that a repeated
 * call requests the same page.
 */
function paymentFor(order: RequestRow, email: string | null, publicUrl: string): PaymentOrder {
  const lines = new Map<string, PaymentOrder['lines'][number]>()
  const rows = [
    ...order.si.map((row) => ({ name: `Signal integrity, ${row.interface}`, unitPrice: row.unit_price })),
    ...order.pi.map((row) => ({ name: `Power integrity, ${row.type}`, unitPrice: row.unit_price })),
  ]
  for (const { name, unitPrice } of rows) {
    const line = lines.get(name) ?? { name, quantity: 0, unitPrice }
    lines.set(name, { ...line, quantity: line.quantity + 1 })
  }
  return {
    requestId: order.id,
    title: `${requestNumber(order.number)}: simulation of ${order.layout.name}`,
    email,
    lines: [...lines.values()],
    total: order.total,
    ...(order.tax && { tax: { text: taxText(order.tax), cents: order.tax.cents } }),
    purchaseOrder: order.purchaseOrder,
    ...(order.isTrial && { isTrial: true }),
    successUrl: returnAddress(publicUrl, order, 'success'),
    cancelUrl: returnAddress(publicUrl, order, 'cancelled'),
  }
}

/** Returns the provider's origins, the only ones to which users may be sent for payment. */
function paymentOrigins(payments: ServerConfig['payments']): string[] {
  if (payments.kind === 'sandbox') return [new URL(payments.url).origin]
  return [
    'https://checkout.stripe.com',
    ...(payments.checkoutDomain === null ? [] : [`https://${payments.checkoutDomain.toLowerCase()}`]),
    ...(payments.apiBase === null ? [] : [new URL(payments.apiBase).origin]),
  ]
}
