/** The payment page of an order: opened, found again, closed, and never a page of anybody but the payment provider. */
import { and, eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'

import type { ServerConfig } from '../config'
import type { PaymentOrder } from '../payments/provider'
import { Problem } from '../http/problem'
import { findKeptFile } from '../files/file-records'
import { touchProject } from '../projects/store'
import { findRequest, notePayment, type RequestRow } from './store'
import { projects, simulationRequests } from '../database/schema'
import type { AppServices } from '../auth/route-context'

/** An order by the provider's own word, and its page while that is open. */
export type KnownOrder = { order: RequestRow; page: string | null }

/** What a checkout and its resumption share. */
export const createPaymentPages = ({ db, config, payments }: Pick<AppServices, 'db' | 'config' | 'payments'>) => {
  const pagesOfProvider = paymentOrigins(config.payments)

  const open = async (order: RequestRow, email: string | null) => {
    const payment = paymentFor(order, email, config.publicUrl)
    const opened = await payments.open(payment, order.id).catch(unreachable)
    return opened
  }

  /** Closes the page of a checkout. Answers the request as the provider's word makes it. */
  const end = async (checkoutId: string): Promise<RequestRow | undefined> =>
    notePayment(db, await payments.end(checkoutId).catch(unreachable))

  return {
    /** The provider may know more of an order than its webhook has told. */
    async asOfNow(row: RequestRow): Promise<KnownOrder> {
      if (row.status !== 'awaiting payment' || row.checkoutId === null) return { order: row, page: null }
      const { url, ...report } = await payments.look(row.checkoutId).catch(unreachable)
      return { order: (await notePayment(db, report)) ?? row, page: url }
    },

    /**
     * Where the person goes on. An order that is paid leads to itself, so that nobody pays twice. The others lead to
     * their payment page, which is opened now when there is none yet.
     */
    async openFor({ order, page }: KnownOrder, email: string | null, log: FastifyBaseLogger) {
      if (isPaid(order)) return { id: order.id, url: returnAddress(config.publicUrl, order, 'success') }
      if (!(await findKeptFile(db, order.layout.id))) {
        if (order.checkoutId !== null) await end(order.checkoutId)
        throw new Problem(
          409,
          'The layout file of this request was deleted, so it can no longer be paid for. Nothing was charged. ' +
            'Please request the simulation again with a layout file of the project.',
        )
      }
      if (order.checkoutId !== null && page === null) {
        throw new Problem(409, 'The payment is being processed. Please look at the request again in a few minutes.')
      }
      const { checkoutId, url } =
        page === null ? await open(order, email) : { checkoutId: order.checkoutId ?? '', url: page }
      const origin = URL.canParse(url) ? new URL(url).origin : ''
      if (!pagesOfProvider.includes(origin)) {
        log.error({ origin }, 'The payment page is not on an origin of the provider.')
        throw new Problem(
          502,
          'The payment provider returned an unexpected payment page, so nothing was charged. Please contact us.',
        )
      }
      const [sent] = await db.transaction(async (tx) => {
        // Without the lock, a deletion that has just seen the draft would take the request that awaits payment along.
        await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, order.projectId)).for('share')
        return tx
          .update(simulationRequests)
          .set({ status: 'awaiting payment', checkoutId })
          .where(and(eq(simulationRequests.id, order.id), eq(simulationRequests.status, 'draft')))
          .returning({ id: simulationRequests.id })
      })
      if (sent) await touchProject(db, order.projectId)
      else if (page === null && (await findRequest(db, order.id))?.checkoutId !== checkoutId) {
        await payments.end(checkoutId).catch(unreachable)
        throw new Problem(
          409,
          'The project has been deleted in the meantime, so there is nothing to pay. Nothing was charged.',
        )
      }
      return { id: order.id, url }
    },

    end,
  }
}

const isPaid = ({ status }: RequestRow) => ['paid', 'in progress', 'delivered'].includes(status)

const unreachable = (cause: unknown): never => {
  throw new Problem(502, 'The payment page cannot be reached at the moment. Please try again in a minute.', { cause })
}

const returnAddress = (publicUrl: string, { id }: RequestRow, outcome: 'success' | 'cancelled') =>
  `${publicUrl}/workspace?request=${id}&checkout=${outcome}`

/** Made from the kept order alone, so that a repeated call asks the provider for the very same page. */
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
    title: `Simulation of ${order.layout.name}`,
    email,
    lines: [...lines.values()],
    total: order.total,
    purchaseOrder: order.purchaseOrder,
    successUrl: returnAddress(publicUrl, order, 'success'),
    cancelUrl: returnAddress(publicUrl, order, 'cancelled'),
  }
}

/** Where a person may be sent to pay: nowhere but to the provider. */
function paymentOrigins(payments: ServerConfig['payments']): string[] {
  if (payments.kind === 'sandbox') return [new URL(payments.url).origin]
  const stripe = 'https://checkout.stripe.com'
  return payments.apiBase === null ? [stripe] : [stripe, new URL(payments.apiBase).origin]
}
