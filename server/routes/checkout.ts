/** From an order to a payment page, and what the payment provider reports of it. */
import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { Identity } from '../auth'
import type { ServerConfig } from '../config'
import { InvalidSignature, type PaymentOrder, type PaymentProvider } from '../payments/provider'
import { Problem, wrongField } from '../problem'
import type { Db } from '../store/database'
import { findFile } from '../store/file-records'
import { priceTable } from '../store/prices'
import { touchProject } from '../store/projects'
import { notePayment, type RequestRow } from '../store/requests'
import { simulationRequests } from '../store/schema'
import type { Handlers, Surroundings } from './call'
import { checkPrices, checkRows } from './order-rules'
import { oneLine } from './text'

type Order = components['schemas']['CheckoutOrder']
type PinnedFile = components['schemas']['PinnedFile']

export const checkoutHandlers = ({ db, config, payments }: Surroundings) => {
  const pagesOfProvider = paymentOrigins(config.payments)

  return {
    async startCheckout({ identity, body, headers, request }) {
      const key = headers['idempotency-key'] ?? null
      const order = await keptOrder(db, identity, body, key, (row) => currentOrder(db, payments, row))
      // Sent again after it was paid: whoever asks is led to what was paid, and pays nothing twice.
      if (isPaid(order)) return { id: order.id, url: returnAddress(config.publicUrl, order, 'success') }
      const opened = await payments
        .open(paymentFor(order, identity, config.publicUrl), order.id)
        .catch((cause: unknown) => {
          throw unreachable(cause)
        })
      const origin = URL.canParse(opened.url) ? new URL(opened.url).origin : ''
      if (!pagesOfProvider.includes(origin)) {
        request.log.error({ origin }, 'The payment page is not on an origin of the provider.')
        throw new Problem(502, 'The payment page is not where it should be, so nothing was charged. Please tell us.')
      }
      await db
        .update(simulationRequests)
        .set({ status: 'awaiting payment', checkoutId: opened.checkoutId })
        .where(and(eq(simulationRequests.id, order.id), eq(simulationRequests.status, 'draft')))
      await touchProject(db, order.projectId)
      return { id: order.id, url: opened.url }
    },

    async receivePaymentEvent({ request }) {
      const event = await payments
        .readEvent(request.rawBody ?? Buffer.alloc(0), request.headers)
        .catch((error: unknown) => {
          throw error instanceof InvalidSignature
            ? new Problem(400, 'The signature is not the payment provider’s.', { cause: error })
            : error
        })
      if (event) await notePayment(db, event.checkoutId, event.state)
      return undefined
    },
  } satisfies Partial<Handlers>
}

/**
 * The order's row: the one kept under the same key, as it stands now, or a new draft once the order has passed every
 * check. A cancelled one cannot be paid any more, so it leaves its key to the next.
 */
async function keptOrder(
  db: Db,
  identity: Identity,
  order: Order,
  key: string | null,
  asOfNow: (row: RequestRow) => Promise<RequestRow>,
): Promise<RequestRow> {
  const orderHash = hashOf(order)
  const earlier = await orderUnder(db, identity.id, key)
  if (earlier) {
    const known = await asOfNow(sameOrder(earlier, orderHash))
    if (known.status !== 'cancelled') return known
    await db.update(simulationRequests).set({ idempotencyKey: null }).where(eq(simulationRequests.id, known.id))
  }

  const prices = await priceTable(db)
  checkRows(order, prices)
  const total = checkPrices(order, prices)
  const layout = await pinned(db, order, 'layout')
  if (!layout) throw wrongField('layout_file_id', 'layout_file_id is missing.')
  const [created] = await db
    .insert(simulationRequests)
    .values({
      projectId: order.project_id,
      status: 'draft',
      total,
      si: order.si,
      pi: order.pi,
      layout,
      stackup: await pinned(db, order, 'stackup'),
      material: await pinned(db, order, 'material'),
      createdBy: identity.id,
      createdByName: identity.fullname,
      purchaseOrder: oneLine(order.purchase_order ?? '') || null,
      idempotencyKey: key,
      orderHash,
    })
    .onConflictDoNothing()
    .returning()
  // Nothing was written: the same key arrived twice at once, and the other call was first.
  const kept = created ?? (await orderUnder(db, identity.id, key))
  if (!kept) throw new Error('The order was not written.')
  return sameOrder(kept, orderHash)
}

/** The payment provider may know more of an order than its webhook has told. */
async function currentOrder(db: Db, payments: PaymentProvider, row: RequestRow): Promise<RequestRow> {
  if (row.status !== 'awaiting payment' || row.checkoutId === null) return row
  const { checkoutId } = row
  const state = await payments.stateOf(checkoutId).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  return (await notePayment(db, checkoutId, state)) ?? row
}

const isPaid = ({ status }: RequestRow) => ['paid', 'in progress', 'delivered'].includes(status)

const unreachable = (cause: unknown) =>
  new Problem(502, 'The payment page cannot be opened at the moment. Please try again in a minute.', { cause })

async function orderUnder(db: Db, userId: string, key: string | null): Promise<RequestRow | undefined> {
  if (key === null) return undefined
  const [row] = await db
    .select()
    .from(simulationRequests)
    .where(and(eq(simulationRequests.createdBy, userId), eq(simulationRequests.idempotencyKey, key)))
  return row
}

function sameOrder(row: RequestRow, orderHash: string): RequestRow {
  if (row.orderHash === orderHash) return row
  throw new Problem(422, 'This Idempotency-Key was used for another order. Send this order under a new key.')
}

/** The same for the same order, in whatever sequence its members were written. */
const hashOf = (order: Order) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(order)))
    .digest('hex')

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

/** The chosen file as it is now. Throws a 400 when it is not one of the project's inputs of that type. */
async function pinned(db: Db, order: Order, type: 'layout' | 'stackup' | 'material'): Promise<PinnedFile | null> {
  const field = `${type}_file_id` as const
  const id = order[field]
  if (id === null) return null
  const file = await findFile(db, id)
  if (file?.projectId !== order.project_id || file.folder === 'reports') {
    throw wrongField(field, `${field} must name a file among the project's inputs.`)
  }
  if (file.typeName.toLowerCase() !== type) {
    throw wrongField(field, `${field} must name a file of type ${type}; "${file.name}" is of type ${file.typeName}.`)
  }
  return { id, name: file.name, size: file.size, sha256: file.sha256 }
}

const returnAddress = (publicUrl: string, { id }: RequestRow, outcome: 'success' | 'cancelled') =>
  `${publicUrl}/workspace?request=${id}&checkout=${outcome}`

/** Made from the kept order alone, so that a repeated call asks the provider for the very same page. */
function paymentFor(order: RequestRow, identity: Identity, publicUrl: string): PaymentOrder {
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
    email: identity.email,
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
