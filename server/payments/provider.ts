/** An order to be charged on the payment page. Amounts are whole US dollars. */
export type PaymentOrder = {
  requestId: string
  title: string
  email: string | null
  lines: { name: string; quantity: number; unitPrice: number }[]
  total: number
  /** The customer's purchase order number. */
  purchaseOrder: string | null
  /** Present for an order from a trial. The payment page then states that the order has no value. */
  isTrial?: true
  successUrl: string
  cancelUrl: string
}

export type PaymentState = 'open' | 'paid' | 'cancelled'

/** The provider's report on a checkout: its state and, if available, its request and total. */
export type PaymentReport = {
  checkoutId: string
  state: PaymentState
  requestId: string | null
  total: number | null
}

/** The signature of a payment event is invalid. */
export class InvalidSignature extends Error {
  override name = 'InvalidSignature'
}

/** Maximum difference in seconds between a signed event's timestamp and this server's clock. */
export const EVENT_TOLERANCE_SECONDS = 300

/** A payment provider: the sandbox or Stripe. The provider hosts the payment page and handles the card data. */
export type PaymentProvider = {
  /** Opens a payment page. The same idempotencyKey returns the same page. */
  open(order: PaymentOrder, idempotencyKey: string): Promise<{ checkoutId: string; url: string }>
  /** Queries the state of a checkout, in case a webhook call was missed. `url` is null if the page is closed. */
  look(checkoutId: string): Promise<PaymentReport & { url: string | null }>
  /** Closes the page of an open checkout. Returns the resulting state of the checkout. */
  end(checkoutId: string): Promise<PaymentReport>
  /** Reads a webhook call. Returns null for events that are not about a checkout. Throws InvalidSignature. */
  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): Promise<PaymentReport | null>
}
