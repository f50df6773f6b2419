/** The billing details of orders, and the tax on them. The details are remembered for a person's next order. */
import { eq } from 'drizzle-orm'

import { dollarText } from '../../machines/lib/dollars'
import {
  type BillingDetails,
  billingFields,
  billingLabels,
  billingMistakes,
  isBillingEmpty,
  noBilling,
} from '../../machines/wizard/billing/billing'
import { type OrderTax, taxOn } from '../../machines/wizard/billing/tax'
import type { PriceTable } from '../../machines/wizard/rows/interfaces'
import type { components } from '../../openapi/generated/product'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { billingDetails } from '../database/schema'
import { Problem, wrongField } from '../http/problem'
import { oneLine } from '../http/text'

export const billingHandlers = ({ db }: AppServices) =>
  ({
    getBillingDetails: async ({ identity }) => ({ billing: await rememberedBilling(db, identity.id) }),
  }) satisfies Partial<Handlers>

async function rememberedBilling(db: Db, personId: string): Promise<BillingDetails | null> {
  const [found] = await db.select().from(billingDetails).where(eq(billingDetails.personId, personId))
  return found?.details ?? null
}

type Order = Pick<components['schemas']['CheckoutOrder'], 'billing'>

/**
 * Returns the billing details of an order: those that it contains, or else those from the person's last order; null if
 * they are empty. Throws a 400 that names the first wrong field.
 */
export async function billingOf(
  db: Db,
  personId: string,
  { billing }: Order,
  { tax_rates: rates = [] }: PriceTable,
): Promise<BillingDetails | null> {
  const given = billing === undefined ? await rememberedBilling(db, personId) : billing
  const details = { ...noBilling }
  for (const field of billingFields) details[field] = oneLine(given?.[field] ?? '')
  const mistakes = billingMistakes(details, rates)
  for (const field of billingFields) {
    const text = mistakes[field]
    if (text !== undefined) throw wrongField(`billing.${field}`, `Billing details, ${billingLabels[field]}: ${text}`)
  }
  return isBillingEmpty(details) ? null : details
}

/**
 * Stores the billing details that an order contains; if they are empty, deletes the stored ones. If the order contains
 * none, nothing changes. Call it in a transaction that has locked the person.
 */
export async function rememberBilling(
  tx: Db,
  personId: string,
  { billing }: Order,
  details: BillingDetails | null,
): Promise<void> {
  if (billing === undefined) return
  if (details === null) await tx.delete(billingDetails).where(eq(billingDetails.personId, personId))
  else {
    await tx
      .insert(billingDetails)
      .values({ personId, details })
      .onConflictDoUpdate({ target: billingDetails.personId, set: { details } })
  }
}

/**
 * Returns the tax on an order; null if no tax applies. Throws a 409 with the current rates if the customer has seen a
 * different amount.
 */
export function checkTax(
  total: number,
  seenCents: number | undefined,
  billing: BillingDetails | null,
  prices: PriceTable,
): OrderTax | null {
  const tax = taxOn(total, prices.tax_rates ?? [], billing ?? noBilling)
  const cents = tax?.cents ?? 0
  if (cents === (seenCents ?? 0)) return tax
  throw new Problem(
    409,
    `The tax has changed: it is now ${dollarText(cents)}. Please review it, and then start the payment again.`,
    { members: { prices } },
  )
}
