import { describe, expect, test } from 'vitest'

import { billingFacts, billingMistakes, noBilling } from '../../../machines/wizard/billing/billing'
import { rateFor, type TaxRate, taxOn, taxShares, taxText } from '../../../machines/wizard/billing/tax'

const rates: TaxRate[] = [
  { country: 'DE', name: 'VAT', rate: 19_000 },
  { country: 'US', region: 'NY', name: 'Sales tax', rate: 8875 },
  { country: 'US', region: 'CA', name: 'Sales tax', rate: 9250 },
  { country: 'CH', name: 'VAT', rate: 8100 },
  { country: 'CH', region: 'ZG', name: 'Cantonal tax', rate: 0 },
]
const at = (country: string, region = '') => ({ country, region })

describe('the rate', () => {
  test('is that of the region, or else of the country', () => {
    expect(rateFor(rates, at('DE'))?.rate).toBe(19_000)
    expect(rateFor(rates, at('DE', 'Bavaria'))?.rate).toBe(19_000)
    expect(rateFor(rates, at('US', 'CA'))?.rate).toBe(9250)
    expect(rateFor(rates, at('CH', 'ZG'))?.name).toBe('Cantonal tax')
    expect(rateFor(rates, at('CH'))?.name).toBe('VAT')
  })
  test('does not exist elsewhere', () => {
    for (const place of [at('US'), at('US', 'TX'), at('FR'), at('')]) expect(rateFor(rates, place)).toBeNull()
  })
})

describe('the tax', () => {
  test.each([
    // $1,000 × 19% = $190 exactly.
    [1000, 'DE', '', 19_000],
    // $1 × 8.875% = 8.875 cents.
    [1, 'US', 'NY', 9],
    // $2 × 9.25% = 18.5 cents; half a cent is rounded up.
    [2, 'US', 'CA', 19],
    // $4 × 8.875% = 35.5 cents; half a cent is rounded up.
    [4, 'US', 'NY', 36],
    // $3 × 8.1% = 24.3 cents.
    [3, 'CH', '', 24],
    [0, 'DE', '', 0],
    [2_000_000_000, 'DE', '', 38_000_000_000],
  ])('on $%i in %s %s is %i cents', (total, country, region, cents) => {
    expect(taxOn(total, rates, at(country, region))?.cents).toBe(cents)
  })
  test('of 0% is a tax, unlike none', () => {
    expect(taxOn(1000, rates, at('CH', 'ZG'))).toEqual({ name: 'Cantonal tax', rate: 0, cents: 0 })
    expect(taxOn(1000, rates, at('FR'))).toBeNull()
  })
  test('is named with its rate', () => {
    expect(taxText({ name: 'VAT', rate: 19_000 })).toBe('VAT, 19%')
    expect(taxText({ name: 'Sales tax', rate: 8875 })).toBe('Sales tax, 8.875%')
  })
})

describe('the shares of rows', () => {
  test('add up to the tax', () => {
    // Three equal shares of 100 cents are 33 1/3 each: the rounded running sums are 33, 67 and 100.
    expect(taxShares([1, 1, 1], 100)).toEqual([33, 34, 33])
    expect(taxShares([2000, 1000, 3000], 11_400)).toEqual([3800, 1900, 5700])
    expect(taxShares([0, 0], 0)).toEqual([0, 0])
    expect(taxShares([0, 5], 1)).toEqual([0, 1])
    for (let cents = 0; cents < 50; cents += 1) {
      const shares = taxShares([7, 11, 13, 17, 19], cents)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents)
      expect(shares.every((share) => share >= 0)).toBe(true)
    }
  })
})

describe('billing details', () => {
  test('are optional', () => {
    expect(billingMistakes(noBilling, [])).toEqual({})
    expect(billingMistakes({ ...noBilling, company: 'Example Ltd' }, [])).toEqual({})
  })
  test('need a country if there is an address, or if the tax depends on it', () => {
    expect(billingMistakes({ ...noBilling, city: 'Berlin' }, [])).toEqual({
      country: 'Choose the country of the address.',
    })
    expect(billingMistakes(noBilling, rates)).toEqual({ country: 'Choose the country. The tax depends on it.' })
    expect(billingMistakes({ ...noBilling, country: 'XX' }, [])).toEqual({ country: 'Choose a country from the list.' })
  })
  test('need the code of the region if the tax depends on it', () => {
    const inUs = { ...noBilling, country: 'US' }
    for (const region of ['CA', 'TX', ' NY ']) expect(billingMistakes({ ...inUs, region }, rates)).toEqual({})
    for (const region of ['', 'California', 'ca', 'N.Y.']) {
      expect(billingMistakes({ ...inUs, region }, rates), region).toEqual({
        region: 'Enter the code of the state or region, such as NY. The tax depends on it.',
      })
    }
    expect(billingMistakes(inUs, [])).toEqual({})
    expect(billingMistakes({ ...noBilling, country: 'DE', region: 'Bavaria' }, rates)).toEqual({})
  })
  test('have a plausible tax number', () => {
    expect(billingMistakes({ ...noBilling, tax_id: 'DE 123.456/78-9' }, [])).toEqual({})
    expect(billingMistakes({ ...noBilling, tax_id: '<b>' }, [])).toEqual({
      tax_id: 'Use only letters, digits, spaces, periods, slashes and hyphens.',
    })
  })
  test('are printed as facts, without what is missing', () => {
    expect(billingFacts(noBilling)).toEqual([])
    const details = {
      ...noBilling,
      company: 'Example Ltd',
      address_1: '1 Main St',
      postal_code: '12345',
      city: 'Berlin',
    }
    expect(billingFacts({ ...details, country: 'DE', tax_id: 'DE123456789' })).toEqual([
      ['Billed to', 'Example Ltd, 1 Main St, 12345 Berlin, Germany'],
      ['VAT or tax number', 'DE123456789'],
    ])
  })
})
