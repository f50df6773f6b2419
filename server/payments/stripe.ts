/** Payments with Stripe Checkout. Customers enter card data on Stripe's page, so it never reaches this server. */
import Stripe from 'stripe'

import {
  EVENT_TOLERANCE_SECONDS,
  InvalidSignature,
  type PaymentProvider,
  type PaymentReport,
  type PaymentState,
} from './provider'

const CENTS = 100
const TIMEOUT_MS = 20_000

/** `apiBase` replaces the URL of Stripe's API, for example with that of a proxy. */
export function createStripe(o: { secretKey: string; webhookSecret: string; apiBase: string | null }): PaymentProvider {
  const stripe = new Stripe(o.secretKey, {
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(o.apiBase && hostOptions(o.apiBase)),
  })

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
          custom_text: {
            submit: {
              message: order.isTrial ? `${order.title}. This is a trial order. It will not be fulfilled.` : order.title,
            },
          },
          ...(order.email && { customer_email: order.email }),
          line_items: order.lines.map(({ name, quantity, unitPrice }) => ({
            quantity,
            price_data: { currency: 'usd', unit_amount: unitPrice * CENTS, product_data: { name } },
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
        default:
          return null
      }
    },
  }
}

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
 * Refuses events with a future timestamp, since Stripe's library only refuses old ones. The timestamp is signed, so it
 * can be trusted.
 */
function refuseFuture(signature: string) {
  const latest = Date.now() / 1000 + EVENT_TOLERANCE_SECONDS
  for (const [, timestamp] of signature.matchAll(/(?:^|,)\s*t=(\d+)/g)) {
    if (Number(timestamp) > latest) throw new InvalidSignature('The timestamp of the payment event is in the future.')
  }
}

const reportOf = (session: Stripe.Checkout.Session): PaymentReport => ({
  checkoutId: session.id,
  state: stateOf(session),
  requestId: session.client_reference_id ?? null,
  total: typeof session.amount_total === 'number' ? session.amount_total / CENTS : null,
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
