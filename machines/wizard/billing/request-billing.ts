import {
  type BillingDetails,
  billingLengths,
  billingFields,
  billingMistakes,
  isBillingEmpty,
  noBilling,
  taxedRegion,
} from './billing'
import type { PriceTable } from '../rows/interfaces'
import { totalOf } from '../request-rules'
import type { RequestDraft } from '../drafts/request-draft'
import { type OrderTax, taxOn } from './tax'

/**
 * The billing details in the summary of a request. They belong to the person, not to the draft: the API stores them
 * from one order to the next, and the browser keeps typed details only in the tab where they were typed, until they are
 * used for an order. Pure functions.
 */

export type RequestBilling = {
  details: BillingDetails
  /** The remembered details: undefined until they are loaded, null if there are none. */
  remembered: BillingDetails | null | undefined
  /** Whether the user has changed the details here. If so, remembered details that arrive later do not replace them. */
  isEdited: boolean
  /** Whether the remembered details could not be loaded. */
  hasFailed: boolean
  /** The number of payments that were refused because of a mistake in the details. From then on, mistakes are shown. */
  refusals: number
}

/** The details before the remembered ones are loaded: those that the user typed before a reload, if there are any. */
export const firstBilling = (typed: BillingDetails | null): RequestBilling => ({
  details: typed ?? noBilling,
  remembered: undefined,
  isEdited: typed !== null,
  hasFailed: false,
  refusals: 0,
})

/** The details that the user has typed but not yet used for an order; null if there are none. */
export const typedIn = ({ details, isEdited }: RequestBilling): BillingDetails | null => (isEdited ? details : null)

/** Whether a stored value contains billing details that were typed before. */
export const isBillingDetails = (stored: unknown): stored is BillingDetails =>
  typeof stored === 'object' &&
  stored !== null &&
  billingFields.every((field) => typeof Reflect.get(stored, field) === 'string')

export const billingLoaded = (billing: RequestBilling, remembered: BillingDetails | null): RequestBilling => ({
  ...billing,
  remembered,
  hasFailed: false,
  ...(!billing.isEdited && { details: remembered ?? noBilling }),
})

export function billingEdited(
  billing: RequestBilling,
  fields: Partial<BillingDetails>,
  { tax_rates: rates = [] }: PriceTable,
): RequestBilling {
  const details = { ...billing.details, ...fields }
  if (fields.country !== undefined && fields.country !== billing.details.country) details.region = ''
  // Rates are looked up by the region's code, which is in uppercase.
  if (taxedRegion(rates, details.country) !== null) details.region = details.region.toUpperCase()
  for (const field of billingFields) details[field] = details[field].slice(0, billingLengths[field])
  return { ...billing, details, isEdited: true }
}

function trimmed(details: BillingDetails): BillingDetails {
  const kept = { ...details }
  for (const field of billingFields) kept[field] = details[field].trim()
  return kept
}

/**
 * The details to send with an order; null if the user has cleared them. Undefined if the API should use the remembered
 * ones, because the user has neither seen nor changed them, or if there are none at all.
 */
export function billingToSend({ details, remembered, isEdited }: RequestBilling): BillingDetails | null | undefined {
  if (remembered === undefined && !isEdited) return undefined
  if (!isBillingEmpty(details)) return trimmed(details)
  // The previous server release rejects unknown fields, so this field is sent only if it is needed.
  return remembered === null ? undefined : null
}

export const mistakesIn = ({ details }: RequestBilling, { tax_rates: rates = [] }: PriceTable) =>
  billingMistakes(details, rates)

/**
 * The tax that will be added to the order. Null if no tax is added at the customer's location, or if the location is
 * not known.
 */
export const estimatedTax = (draft: RequestDraft, prices: PriceTable, { details }: RequestBilling): OrderTax | null =>
  taxOn(totalOf(draft, prices), prices.tax_rates ?? [], trimmed(details))
