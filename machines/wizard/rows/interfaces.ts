import type { components } from '../../../openapi/generated/product'
import { TURNAROUND_DAYS } from '../turnaround'

/**
 * The interfaces and PI types that can be simulated, with their list prices in whole US dollars per row and the fields
 * that they determine. PCIe Gen5 runs at one rate and embeds its clock; DC power has no impedance versus frequency.
 *
 * `found` is the kind of interface on a board that an entry simulates, and `speed` is the usual speed of its lanes: 1.5
 * Gbps is the maximum in D-PHY 1.1. `buys` describes what customers get for the price of a row.
 *
 * The API's price table replaces the prices once it is loaded.
 */
export const interfaces = [
  {
    name: 'MIPI-D',
    unit_price: 2000,
    fixed: {},
    found: 'MIPI D-PHY',
    speed: '1.5 Gbps',
    buys: 'A report with the loss, crosstalk and eye of each lane, and its skew to the clock.',
  },
  {
    name: 'PCIE-Gen5',
    unit_price: 3000,
    fixed: { speed: '32GT/s', clock_signal: ['N/A'] },
    found: 'PCIe',
    speed: '32GT/s',
    buys: 'A report with the loss, crosstalk and eye of each lane at 32 GT/s.',
  },
]

export const powerTypes = [
  {
    name: 'PowerAC',
    unit_price: 1000,
    fixed: {},
    buys: 'A report with the impedance of the supply over frequency, compared with the target.',
  },
  {
    name: 'PowerDC',
    unit_price: 1000,
    fixed: { target_impedance: 'N/A' },
    buys: 'A report with the voltage drop and current density from the source to each load.',
  },
]

/** Returns the values that an interface or PI type determines, by field. An unknown name determines none. */
export const fixedBy = (name: string): Record<string, string | string[]> =>
  [...interfaces, ...powerTypes].find((offered) => offered.name === name)?.fixed ?? {}

/**
 * Returns a sentence that describes what customers get for a row. The sentence in the price table takes precedence. An
 * entry that exists only in the table, without a sentence, gets a general one; an empty name gets none.
 */
export function boughtBy(name: string, offered: PriceTable['si'] = []): string | null {
  if (name === '') return null
  const { text } = offered.find((price) => price.name === name) ?? {}
  if (text !== undefined) return text
  return [...interfaces, ...powerTypes].find((offered) => offered.name === name)?.buys ?? `A report on ${name}.`
}

export type PriceTable = components['schemas']['PriceTable']

const listPrices = (offered: PriceTable['si']) => offered.map(({ name, unit_price }) => ({ name, unit_price }))

/** Used while the price table is unavailable. */
export const defaultPrices: PriceTable = {
  si: listPrices(interfaces),
  pi: listPrices(powerTypes),
  turnaround_days: TURNAROUND_DAYS,
}

/** The lowest price of a row. */
export const lowestPriceOf = ({ si, pi }: PriceTable) => Math.min(...[...si, ...pi].map(({ unit_price }) => unit_price))

/** Returns the price of an interface or PI type, in US dollars; undefined when the table does not offer it. */
export const priceOf = (offered: PriceTable['si'], name: string) =>
  offered.find((price) => price.name === name)?.unit_price

/**
 * Whether a row for this interface or PI type can be ordered. True if the name is empty, because none has been chosen
 * yet. Without the API's table, which has a version, true for every name, because the interfaces that the staff have
 * added are not known.
 */
export const isOffered = (prices: PriceTable, kind: 'si' | 'pi', name: string) =>
  name === '' || prices.version === undefined || priceOf(prices[kind], name) !== undefined

/** The mistake of a row whose interface or type the company has stopped offering. */
export const notOffered = (kind: 'si' | 'pi', name: string) =>
  `${name} is no longer offered. Choose another ${kind === 'si' ? 'interface' : 'type'}, or remove this row.`

type Ordered = { si: { interface: string }[]; pi: { type: string }[] }

/**
 * What an order includes: each kind of row once, in the order of the rows. `offered` contains the prices of the order;
 * without it, kinds of rows that only a price table describes are omitted.
 */
export function boughtWith({ si, pi }: Ordered, offered?: Pick<PriceTable, 'si' | 'pi'>) {
  const own = new Set([...interfaces, ...powerTypes].map(({ name }) => name))
  const textOf = (name: string, table: PriceTable['si'] | undefined) =>
    table || own.has(name) ? boughtBy(name, table) : null
  const entries = [
    ...si.map((row) => [row.interface, textOf(row.interface, offered?.si)] as const),
    ...pi.map((row) => [row.type, textOf(row.type, offered?.pi)] as const),
  ]
  return [...new Map(entries)].flatMap(([name, text]) => (text === null ? [] : [{ name, text }]))
}
