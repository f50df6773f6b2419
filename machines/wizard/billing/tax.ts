import type { components } from '../../../openapi/generated/product'

/** The tax on orders. Pure functions on whole dollars and cents. */

export type TaxRate = components['schemas']['TaxRate']
export type OrderTax = components['schemas']['OrderTax']

type Place = { country: string; region: string }

/** Returns the rate for a location: the rate of its region, or else of its country. Null if no tax is added there. */
export function rateFor(rates: readonly TaxRate[], { country, region }: Place): TaxRate | null {
  const ofCountry = rates.filter((rate) => rate.country === country)
  return (
    ofCountry.find((rate) => rate.region !== undefined && rate.region === region) ??
    ofCountry.find((rate) => rate.region === undefined) ??
    null
  )
}

/**
 * Divides integers and rounds to the nearest integer, halves up. The arguments are bigints, because the products can
 * exceed the integers that a number represents exactly.
 */
const rounded = (dividend: bigint, divisor: bigint) => Number((2n * dividend + divisor) / (2n * divisor))

/** Returns the tax on a total in whole dollars. Null if no tax is added at this location. */
export function taxOn(total: number, rates: readonly TaxRate[], place: Place): OrderTax | null {
  const found = rateFor(rates, place)
  if (!found) return null
  // A rate is in thousandths of a percent, and a dollar has 100 cents.
  return { name: found.name, rate: found.rate, cents: rounded(BigInt(total) * BigInt(found.rate), 1000n) }
}

/**
 * Returns each row's share of the tax. The running sum is rounded instead of each share, so that the shares add up to
 * the tax exactly.
 */
export function taxShares(prices: readonly number[], cents: number): number[] {
  const total = prices.reduce((sum, price) => sum + price, 0)
  let sum = 0
  let before = 0
  return prices.map((price) => {
    sum += price
    const reached = taxWithin(sum, total, cents)
    const share = reached - before
    before = reached
    return share
  })
}

/** Returns the part of the tax that belongs to a part of an amount. */
export const taxWithin = (part: number, whole: number, cents: number): number =>
  whole === 0 ? 0 : rounded(BigInt(cents) * BigInt(part), BigInt(whole))

/** The amount charged for an order, in cents: its total in whole dollars, and the tax. */
export const chargedCents = ({ total, tax }: { total: number; tax?: { cents: number } | undefined }) =>
  total * 100 + (tax?.cents ?? 0)

/** Returns the name of a tax with its rate: "VAT, 19%". */
export const taxText = ({ name, rate }: Pick<OrderTax, 'name' | 'rate'>) => `${name}, ${rate / 1000}%`
