/** What the payment page is asked to charge. Amounts are whole US dollars. */
export type PaymentOrder = {
  requestId: string
  title: string
  email: string | null
  lines: { name: string; quantity: number; unitPrice: number }[]
  total: number
  /** The customer's own reference. */
  purchaseOrder: string | null
  successUrl: string
  cancelUrl: string
}

export type PaymentState = 'open' | 'paid' | 'cancelled'

/** What the provider says of a checkout: how it stands and, where it tells, for which request and what it charges. */
export type PaymentReport = {
  checkoutId: string
  state: PaymentState
  requestId: string | null
  total: number | null
}

/** A signature that does not prove the provider's authorship. */
export class InvalidSignature extends Error {
  override name = 'InvalidSignature'
}

/** Seconds by which a signed event may be older or newer than this server's clock. */
export const EVENT_TOLERANCE_SECONDS = 300

/** Whoever takes the money: the sandbox or Stripe. The API asks; the page and the card data are the provider's. */
export type PaymentProvider = {
  /** Opens a payment page. The same idempotencyKey gives the same page. */
  open(order: PaymentOrder, idempotencyKey: string): Promise<{ checkoutId: string; url: string }>
  /** The provider's own word on a checkout, for when no webhook came. `url` is its page, null once that is closed. */
  look(checkoutId: string): Promise<PaymentReport & { url: string | null }>
  /** Closes the page of a checkout that is still open. Answers how the checkout stands afterwards. */
  end(checkoutId: string): Promise<PaymentReport>
  /** Reads a webhook call; null for an event that says nothing about a checkout. Throws InvalidSignature. */
  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): Promise<PaymentReport | null>
}
