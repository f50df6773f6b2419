/** Payments with Stripe Checkout. Customers enter card data on Stripe's page, so it never reaches this server. */
import Stripe from 'stripe'

import {
  EVENT_TOLERANCE_SECONDS,
  InvalidSignature,
  type MoneyBack,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentReport,
  type PaymentState,
  RefundRefused,
  type RefundState,
} from './provider'

const CENTS = 100
const TIMEOUT_MS = 20_000
const PAGE = 100
const MAX_REFUNDS = 1000
/**
 * How far back refunds and disputes are queried: longer than the three days during which Stripe repeats a webhook call.
 */
const RECENT_S = 4 * 24 * 3600

/** `apiBase` replaces the URL of Stripe's API, for example with the URL of a proxy. */
export function createStripe(o: { secretKey: string; webhookSecret: string; apiBase: string | null }): PaymentProvider {
  const stripe = new Stripe(o.secretKey, {
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(o.apiBase && hostOptions(o.apiBase)),
  })

  const paymentOf = async (checkoutId: string): Promise<string | null> =>
    idOf((await stripe.checkout.sessions.retrieve(checkoutId)).payment_intent)

  const checkoutOf = async (payment: string | { id: string } | null): Promise<string | null> => {
    const id = idOf(payment)
    if (id === null) return null
    const [session] = (await stripe.checkout.sessions.list({ payment_intent: id, limit: 1 })).data
    return session?.id ?? null
  }

  return {
    async open(order, idempotencyKey) {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: order.requestId,
          metadata: {
            request_id: order.requestId,
            title: order.title,
            ...(order.purchaseOrder && { purchase_order: order.purchaseOrder }),
            ...(order.isTrial && { trial: 'yes' }),
          },
          payment_intent_data: { description: order.title },
          custom_text: { submit: { message: textOf(order) } },
          ...(order.email && { customer_email: order.email }),
          line_items: [
            ...order.lines.map(({ name, quantity, unitPrice }) => ({ name, quantity, cents: unitPrice * CENTS })),
            ...(order.tax && order.tax.cents > 0
              ? [{ name: order.tax.text, quantity: 1, cents: order.tax.cents }]
              : []),
          ].map(({ name, quantity, cents }) => ({
            quantity,
            price_data: { currency: 'usd', unit_amount: cents, product_data: { name } },
          })),
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
        },
        { idempotencyKey },
      )
      if (!session.url) throw new Error('Stripe did not return a payment page.')
      return { checkoutId: session.id, url: session.url }
    },

    async look(checkoutId) {
      const session = await stripe.checkout.sessions.retrieve(checkoutId)
      return { ...reportOf(session), url: session.url }
    },

    async end(checkoutId) {
      const session = await stripe.checkout.sessions.expire(checkoutId).catch((error: unknown) => {
        // Stripe refuses to expire a session that is no longer open; in that case, its final state is returned.
        if (error instanceof Stripe.errors.StripeInvalidRequestError)
          return stripe.checkout.sessions.retrieve(checkoutId)
        throw error
      })
      return reportOf(session)
    },

    async refund({ checkoutId, requestId, cents }, refundId) {
      const payment = await paymentOf(checkoutId)
      if (payment === null) throw new RefundRefused('Nothing was charged for this request.')
      const metadata = { request_id: requestId, refund_id: refundId }
      await stripe.refunds
        .create({ payment_intent: payment, amount: cents, metadata }, { idempotencyKey: refundId })
        .catch((error: unknown) => {
          throw error instanceof Stripe.errors.StripeInvalidRequestError
            ? new RefundRefused(error.message, { cause: error })
            : error
        })
    },

    async moneyBack(checkoutId): Promise<MoneyBack> {
      const payment = await paymentOf(checkoutId)
      if (payment === null) return { refunds: [], dispute: null }
      const refunds = await stripe.refunds
        .list({ payment_intent: payment, limit: PAGE })
        .autoPagingToArray({ limit: MAX_REFUNDS })
      const disputes = await stripe.disputes.list({ payment_intent: payment, limit: PAGE })
      return {
        refunds: refunds.map(({ id, amount, status, metadata }) => ({
          providerId: id,
          refundId: metadata?.['refund_id'] ?? null,
          cents: amount,
          state: refundStateOf(status),
        })),
        dispute: disputeOf(disputes.data.map(({ status }) => status)),
      }
    },

    async recentMoneyBack() {
      const recent = { created: { gte: Math.floor(Date.now() / 1000) - RECENT_S }, limit: PAGE }
      const [refunds, disputes] = await Promise.all([stripe.refunds.list(recent), stripe.disputes.list(recent)])
      const payments = new Set([...refunds.data, ...disputes.data].flatMap((one) => idOf(one.payment_intent) ?? []))
      const found: string[] = []
      for (const payment of payments) {
        const checkoutId = await checkoutOf(payment)
        if (checkoutId !== null) found.push(checkoutId)
      }
      return found
    },

    async readEvent(rawBody, headers) {
      const event = eventOf(stripe, rawBody, headers['stripe-signature'], o.webhookSecret)
      switch (event.type) {
        case 'checkout.session.completed':
        case 'checkout.session.async_payment_succeeded':
        case 'checkout.session.expired':
          return reportOf(event.data.object)
        // The bank refused a delayed payment. The session itself stays complete and unpaid permanently.
        case 'checkout.session.async_payment_failed':
          return { ...reportOf(event.data.object), state: 'cancelled' }
        case 'charge.refunded':
        case 'charge.refund.updated':
        case 'refund.created':
        case 'refund.updated':
        case 'refund.failed':
        case 'charge.dispute.created':
        case 'charge.dispute.updated':
        case 'charge.dispute.closed': {
          // Events can arrive late, twice or out of order, so only the id of the payment is taken from them.
          const checkoutId = await checkoutOf(event.data.object.payment_intent)
          return checkoutId === null ? null : { moneyBackOf: checkoutId }
        }
        default:
          return null
      }
    },
  }
}

/**
 * The text that Stripe shows beside the pay button. Stripe accepts 1,200 characters. File names have at most 1,024
 * bytes, and purchase order numbers at most 64 characters, so the text always fits.
 */
const textOf = ({ title, purchaseOrder, isTrial }: PaymentOrder) =>
  [
    title,
    ...(purchaseOrder ? [`Purchase order ${purchaseOrder}`] : []),
    ...(isTrial ? ['This is a trial order. It will not be fulfilled.'] : []),
  ].join('. ')

function eventOf(stripe: Stripe, body: Buffer, signature: string | string[] | undefined, secret: string) {
  try {
    const event = stripe.webhooks.constructEvent(body, signature ?? '', secret, EVENT_TOLERANCE_SECONDS)
    refuseFuture(String(signature))
    return event
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new InvalidSignature('The signature of the payment event is invalid.')
    }
    throw error
  }
}

/**
 * Refuses events whose timestamp is too far in the future, since Stripe's library refuses only old ones. The timestamp
 * is signed, so it can be trusted.
 */
function refuseFuture(signature: string) {
  const latest = Date.now() / 1000 + EVENT_TOLERANCE_SECONDS
  for (const [, timestamp] of signature.matchAll(/(?:^|,)\s*t=(\d+)/g)) {
    if (Number(timestamp) > latest)
      throw new InvalidSignature('The timestamp of the payment event is too far in the future.')
  }
}

const idOf = (one: string | { id: string } | null): string | null => (typeof one === 'string' ? one : (one?.id ?? null))

const refundStateOf = (status: string | null): RefundState =>
  status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'

/**
 * Combines the disputes of a payment, which can be disputed more than once. Returns null if there are none. An inquiry
 * that the bank has closed and a dispute that was prevented do not count.
 */
function disputeOf(statuses: Stripe.Dispute.Status[]): MoneyBack['dispute'] {
  const decided = statuses.filter((status) => status !== 'warning_closed' && status !== 'prevented')
  if (decided.some((status) => status !== 'won' && status !== 'lost')) return 'open'
  return decided.includes('lost') ? 'lost' : decided.includes('won') ? 'won' : null
}

const reportOf = (session: Stripe.Checkout.Session): PaymentReport => ({
  checkoutId: session.id,
  state: stateOf(session),
  requestId: session.client_reference_id ?? null,
  cents: session.amount_total ?? null,
})

/** A completed session may still be waiting for a delayed payment. It then counts as open, not paid. */
function stateOf({ status, payment_status }: Stripe.Checkout.Session): PaymentState {
  if (status === 'complete' && payment_status !== 'unpaid') return 'paid'
  return status === 'expired' ? 'cancelled' : 'open'
}

function hostOptions(address: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(address)
  const secure = protocol === 'https:'
  return { protocol: secure ? 'https' : 'http', host: hostname, port: port || (secure ? '443' : '80') }
}
