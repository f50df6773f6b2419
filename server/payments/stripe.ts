/** Payments by Stripe Checkout: Stripe's page takes the card, so that no card data ever reaches this server. */
import Stripe from 'stripe'

import { InvalidSignature, type PaymentProvider, type PaymentState } from './provider'

const CENTS = 100
const TIMEOUT_MS = 20_000

/** `apiBase` sends the calls to another address than Stripe's own, such as a proxy. */
export function createStripe(o: { secretKey: string; webhookSecret: string; apiBase: string | null }): PaymentProvider {
  const stripe = new Stripe(o.secretKey, { timeout: TIMEOUT_MS, telemetry: false, ...(o.apiBase && at(o.apiBase)) })

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
      if (!session.url) throw new Error('Stripe opened no payment page.')
      return { checkoutId: session.id, url: session.url }
    },

    async stateOf(checkoutId) {
      return stateOf(await stripe.checkout.sessions.retrieve(checkoutId))
    },

    async readEvent(rawBody, headers) {
      const event = eventOf(stripe, rawBody, headers['stripe-signature'], o.webhookSecret)
      switch (event.type) {
        case 'checkout.session.completed':
        case 'checkout.session.async_payment_succeeded':
        case 'checkout.session.expired':
          return { checkoutId: event.data.object.id, state: stateOf(event.data.object) }
        // The bank refused afterwards; the session itself stays complete and unpaid for good.
        case 'checkout.session.async_payment_failed':
          return { checkoutId: event.data.object.id, state: 'cancelled' }
        default:
          return null
      }
    },
  }
}

function eventOf(stripe: Stripe, body: Buffer, signature: string | string[] | undefined, secret: string) {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', secret)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new InvalidSignature('The signature of the payment event is not Stripe’s.')
    }
    throw error
  }
}

/** A completed session may still wait for a slow bank; that is open, not paid. */
function stateOf({ status, payment_status }: Stripe.Checkout.Session): PaymentState {
  if (status === 'complete' && payment_status !== 'unpaid') return 'paid'
  return status === 'expired' ? 'cancelled' : 'open'
}

function at(address: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(address)
  const secure = protocol === 'https:'
  return { protocol: secure ? 'https' : 'http', host: hostname, port: port || (secure ? '443' : '80') }
}
