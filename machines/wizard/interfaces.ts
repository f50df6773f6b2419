import type { components } from '../../openapi/generated/product'

/**
 * The interfaces and PI types that can be simulated, with their list prices in whole US dollars per row and the fields
 * that they determine. PCIe Gen5 runs at one rate and embeds its clock; DC power has no impedance over frequency.
 *
 * `found` is the kind of interface on a board that an entry simulates, with the usual speed of its lanes: 1.5 Gbps is
 * the maximum in D-PHY 1.1.
 *
 * The API's price table replaces the prices as soon as it is loaded.
 */
export const interfaces = [
  { name: 'MIPI-D', unit_price: 2000, fixed: {}, found: 'MIPI D-PHY', speed: '1.5 Gbps' },
  {
    name: 'PCIE-Gen5',
    unit_price: 3000,
    fixed: { speed: '32GT/s', clock_signal: ['N/A'] },
    found: 'PCIe',
    speed: '32GT/s',
  },
]

export const powerTypes = [
  { name: 'PowerAC', unit_price: 1000, fixed: {} },
  { name: 'PowerDC', unit_price: 1000, fixed: { target_impedance: 'N/A' } },
]

/** Returns the values that an interface or PI type determines, by field. An unknown name determines none. */
export const fixedBy = (name: string): Record<string, string | string[]> =>
  [...interfaces, ...powerTypes].find((offered) => offered.name === name)?.fixed ?? {}

export type PriceTable = components['schemas']['PriceTable']

const listPrices = (offered: PriceTable['si']) => offered.map(({ name, unit_price }) => ({ name, unit_price }))

/** Used while the price table is unavailable. */
export const defaultPrices: PriceTable = { si: listPrices(interfaces), pi: listPrices(powerTypes) }

/** Returns the price of an interface or PI type, in US dollars; undefined when the table does not offer it. */
export const priceOf = (offered: PriceTable['si'], name: string) =>
  offered.find((price) => price.name === name)?.unit_price
