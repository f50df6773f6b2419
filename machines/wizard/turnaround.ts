import type { components } from '../../openapi/generated/product'

/**
 * A simulation is delivered within this many business days of its payment, unless the price table specifies otherwise.
 */
export const TURNAROUND_DAYS = 10

type Table = Pick<components['schemas']['PriceTable'], 'turnaround_days'>

/** The turnaround of a price table. Tables of earlier releases have none, so the usual one applies. */
export const turnaroundOf = (prices: Table | null) => prices?.turnaround_days ?? TURNAROUND_DAYS

/**
 * The turnaround to send in a header with a payment. Null for the usual one, whose header is omitted, because a server
 * on another host that still runs the previous release would reject it.
 */
export const namedTurnaround = (turnaroundDays: number) => (turnaroundDays === TURNAROUND_DAYS ? null : turnaroundDays)

/** The delivery time of reports, in words. */
export const deliveryText = (turnaroundDays: number) =>
  `within ${turnaroundDays} business ${turnaroundDays === 1 ? 'day' : 'days'} of payment`
