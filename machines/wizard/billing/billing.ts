import type { components } from '../../../openapi/generated/product'
import { countryCodes, countryName } from './countries'
import type { TaxRate } from './tax'

/** The billing details of an order, which invoices show. Pure functions. */

export type BillingDetails = components['schemas']['BillingDetails']
export type BillingField = keyof BillingDetails

export const billingLabels: Record<BillingField, string> = {
  company: 'Company',
  address_1: 'Address',
  address_2: 'Address, second line',
  postal_code: 'Postal code',
  city: 'City',
  region: 'State or region',
  country: 'Country',
  tax_id: 'VAT or tax number',
}

export const billingFields = Object.keys(billingLabels) as BillingField[]

/** The maximum length of each field. The contract has the same limits. */
export const billingLengths: Record<BillingField, number> = {
  company: 120,
  address_1: 120,
  address_2: 120,
  postal_code: 20,
  city: 80,
  region: 80,
  country: 2,
  tax_id: 30,
}

export const noBilling: BillingDetails = {
  company: '',
  address_1: '',
  address_2: '',
  postal_code: '',
  city: '',
  region: '',
  country: '',
  tax_id: '',
}

export const isBillingEmpty = (details: BillingDetails) => billingFields.every((field) => details[field].trim() === '')

/** The code of a region in this country that has its own tax rate, as an example; null if there is none. */
export const taxedRegion = (rates: readonly TaxRate[], country: string): string | null =>
  rates.find((rate) => rate.country === country && rate.region !== undefined)?.region ?? null

const hasAddress = ({ address_1, address_2, postal_code, city, region }: BillingDetails) =>
  [address_1, address_2, postal_code, city, region].some((part) => part.trim() !== '')

/**
 * The mistakes in the details, by field. The country is required if there are tax rates or if an address was entered.
 * The region's code is required if the country has regions with rates of their own: if the region field were empty or
 * contained the region's name, the region's tax would be missed.
 */
export function billingMistakes(
  details: BillingDetails,
  rates: readonly TaxRate[],
): Partial<Record<BillingField, string>> {
  const { country, region, tax_id } = details
  const example = taxedRegion(rates, country)
  const countryMistake =
    country === ''
      ? rates.length > 0
        ? 'Choose the country. The tax depends on it.'
        : hasAddress(details) && 'Choose the country of the address.'
      : !countryCodes.includes(country) && 'Choose a country from the list.'
  const regionMistake =
    example !== null &&
    !/^[A-Z\d]{1,3}$/.test(region.trim()) &&
    `Enter the code of the state or region, such as ${example}. The tax depends on it.`
  const taxIdMistake =
    tax_id.trim() !== '' &&
    !/^[\p{L}\d][\p{L}\d ./-]*$/u.test(tax_id.trim()) &&
    'Use only letters, digits, spaces, periods, slashes and hyphens.'
  return {
    ...(countryMistake && { country: countryMistake }),
    ...(regionMistake && { region: regionMistake }),
    ...(taxIdMistake && { tax_id: taxIdMistake }),
  }
}

/** The details as names and values, for pages and invoices. Empty fields are left out. */
export function billingFacts(details: BillingDetails): [name: string, value: string][] {
  const { company, address_1, address_2, postal_code, city, region, country, tax_id } = details
  const address = [address_1, address_2, `${postal_code} ${city}`.trim(), region, country && countryName(country)]
  const billedTo = [company, ...address].filter((part) => part !== '').join(', ')
  const facts: [string, string][] = [
    ['Billed to', billedTo],
    [billingLabels.tax_id, tax_id],
  ]
  return facts.filter(([, value]) => value !== '')
}
