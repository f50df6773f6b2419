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

/** A signature that does not prove the provider's authorship. */
export class InvalidSignature extends Error {
  override name = 'InvalidSignature'
}

/** Whoever takes the money: the sandbox or Stripe. The API asks; the page and the card data are the provider's. */
export type PaymentProvider = {
  /** Opens a payment page. The same idempotencyKey gives the same page. */
  open(order: PaymentOrder, idempotencyKey: string): Promise<{ checkoutId: string; url: string }>
  /** The provider's own word on a checkout, for when no webhook came. */
  stateOf(checkoutId: string): Promise<PaymentState>
  /** Reads a webhook call; null for an event that says nothing about a checkout. Throws InvalidSignature. */
  readEvent(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): Promise<{ checkoutId: string; state: PaymentState } | null>
}
