/** An order to be charged on the payment page. Amounts are whole US dollars, except the tax. */
export type PaymentOrder = {
  requestId: string
  title: string
  email: string | null
  lines: { name: string; quantity: number; unitPrice: number }[]
  /** The sum of the lines. */
  total: number
  /** The tax that is charged in addition, and its name and rate. */
  tax?: { text: string; cents: number }
  /** The customer's purchase order number. */
  purchaseOrder: string | null
  /** Present for an order from a trial. The payment page then states that the order has no value. */
  isTrial?: true
  successUrl: string
  cancelUrl: string
}

export type PaymentState = 'open' | 'paid' | 'cancelled'

/** The provider's report on a checkout: its state and, if available, its request and what is charged, in US cents. */
export type PaymentReport = {
  checkoutId: string
  state: PaymentState
  requestId: string | null
  cents: number | null
}

export type RefundState = 'pending' | 'done' | 'failed'

/** A refund at the provider. `refundId` is the id under which it was requested; null if it was made at the provider. */
export type ProviderRefund = { providerId: string; refundId: string | null; cents: number; state: RefundState }

/**
 * What has happened to the payment of a checkout: its refunds, and the state of its dispute with the customer's bank,
 * which is null if there is none.
 */
export type MoneyBack = { refunds: ProviderRefund[]; dispute: 'open' | 'won' | 'lost' | null }

/** The provider will never make this refund. The message contains the reason. */
export class RefundRefused extends Error {
  override name = 'RefundRefused'
}

/** The signature of a payment event is invalid. */
export class InvalidSignature extends Error {
  override name = 'InvalidSignature'
}

/** Maximum difference in seconds between a signed event's timestamp and this server's clock. */
export const EVENT_TOLERANCE_SECONDS = 300

/** An event from the provider: the state of a checkout, or a change to the refunds or the dispute of a checkout. */
export type PaymentEvent = PaymentReport | { moneyBackOf: string }

/** A payment provider: the sandbox or Stripe. The provider hosts the payment page and handles the card data. */
export type PaymentProvider = {
  /** Opens a payment page. The same idempotencyKey returns the same page. */
  open(order: PaymentOrder, idempotencyKey: string): Promise<{ checkoutId: string; url: string }>
  /** Queries the state of a checkout, in case a webhook call was missed. `url` is null if the page is closed. */
  look(checkoutId: string): Promise<PaymentReport & { url: string | null }>
  /** Closes the page of an open checkout. Returns the resulting state of the checkout. */
  end(checkoutId: string): Promise<PaymentReport>
  /** Refunds part of a payment. Another call with the same refundId does not refund it again. Throws RefundRefused. */
  refund(part: { checkoutId: string; requestId: string; cents: number }, refundId: string): Promise<void>
  /** Queries the refunds of a checkout and its dispute. */
  moneyBack(checkoutId: string): Promise<MoneyBack>
  /**
   * Returns the ids of the checkouts that were refunded or disputed in the last few days, in case a webhook call was
   * missed.
   */
  recentMoneyBack(): Promise<string[]>
  /** Reads a webhook call. Returns null for events that are not about a checkout. Throws InvalidSignature. */
  readEvent(rawBody: Buffer, headers: Record<string, string | string[] | undefined>): Promise<PaymentEvent | null>
}
