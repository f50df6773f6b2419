/** Pure validation rules for the rows and prices of an order. */
import { isDeepStrictEqual } from 'node:util'

import { deliveryText, TURNAROUND_DAYS, turnaroundOf } from '../../machines/wizard/turnaround'
import { priceOf, type PriceTable } from '../../machines/wizard/rows/interfaces'
import { forcedFields, isBlank } from '../../machines/wizard/request-rules'
import { piMistakes, siMistakes } from '../../machines/wizard/rows/row-checks'
import type { components } from '../../openapi/generated/product'
import { Problem, wrongField } from '../http/problem'

type Order = Pick<components['schemas']['CheckoutOrder'], 'si' | 'pi' | 'total'>

const MAX_ROWS = 1000

/** Throws a 400 that names the first field that breaks a rule, such as si[0].speed. */
export function checkRows({ si, pi }: Order, prices: PriceTable): void {
  if (si.length + pi.length > MAX_ROWS) {
    throw wrongField(
      'si',
      `A request can have at most ${MAX_ROWS.toLocaleString('en-US')} rows. Order the others separately.`,
    )
  }
  if (si.length + pi.length === 0) throw wrongField('si', 'Add at least one signal integrity or power integrity row.')
  si.forEach((row, index) => {
    const field = `si[${index}]`
    assertOffered(`${field}.interface`, row.interface, prices.si)
    assertFilled(field, row)
    assertShort(field, row)
    assertFixed(field, row, forcedFields(row))
    assertValid(field, siMistakes(row))
  })
  pi.forEach((row, index) => {
    const field = `pi[${index}]`
    assertOffered(`${field}.type`, row.type, prices.pi)
    assertFilled(field, row)
    assertFixed(field, row, forcedFields(row))
    assertValid(field, piMistakes(row))
  })
}

/** Returns the total in US dollars. Throws a 409 with the current prices if a price or the order's total differs. */
export function checkPrices({ si, pi, total }: Order, prices: PriceTable): number {
  const rows = [
    ...si.map((row) => ({ requested: row.unit_price, current: priceOf(prices.si, row.interface) ?? Number.NaN })),
    ...pi.map((row) => ({ requested: row.unit_price, current: priceOf(prices.pi, row.type) ?? Number.NaN })),
  ]
  const current = rows.reduce((sum, row) => sum + row.current, 0)
  if (total !== current || rows.some((row) => row.requested !== row.current)) {
    throw new Problem(
      409,
      `The prices have changed: the total is now $${current.toLocaleString('en-US')}. Please review it.`,
      {
        members: { prices },
      },
    )
  }
  return current
}

/**
 * Throws a 409 with the current prices if the customer has seen a different turnaround. Pages that show the default
 * turnaround send none, and neither do pages of earlier releases. These would mistake the current prices in the
 * response for changed prices, so if none was sent, the response contains no prices and asks the user to reload the
 * page.
 */
export function checkTurnaround(seen: number | undefined, prices: PriceTable): void {
  const current = turnaroundOf(prices)
  if (seen === undefined) {
    if (current <= TURNAROUND_DAYS) return
    throw new Problem(
      409,
      `The report is now expected ${deliveryText(current)}. Please reload this page, and then start the payment again.`,
    )
  }
  if (seen === current) return
  throw new Problem(
    409,
    `The delivery time has changed: the report is now expected ${deliveryText(current)}. Please review it.`,
    {
      members: { prices },
    },
  )
}

function assertOffered(field: string, name: string, offered: PriceTable['si']) {
  if (priceOf(offered, name) !== undefined) return
  throw wrongField(field, `${field} must be one of ${offered.map((price) => price.name).join(', ')}.`)
}

function assertFilled(field: string, row: object) {
  for (const [name, value] of Object.entries(row)) {
    const isEmpty = Array.isArray(value) ? value.some(isBlank) : typeof value === 'string' && isBlank(value)
    if (isEmpty) throw wrongField(`${field}.${name}`, `${field}.${name} must not be empty.`)
  }
}

/** The maximum total length of the names in a list of nets. The contract limits each name and the number of names. */
const NET_LIST_LENGTHS = { signal_nets: 10_000, ground_nets: 2000, clock_signal: 500 } as const

function assertShort(field: string, row: Order['si'][number]) {
  for (const [name, limit] of Object.entries(NET_LIST_LENGTHS) as [keyof typeof NET_LIST_LENGTHS, number][]) {
    const length = row[name].reduce((sum, net) => sum + net.length, 0)
    if (length <= limit) continue
    throw wrongField(
      `${field}.${name}`,
      `${field}.${name} must have at most ${limit.toLocaleString('en-US')} characters (it has ${length.toLocaleString('en-US')}). Order the other nets in another row.`,
    )
  }
}

function assertFixed(field: string, row: object, fixed: Record<string, string | string[]>) {
  const values = new Map(Object.entries(row))
  for (const [name, value] of Object.entries(fixed)) {
    if (!isDeepStrictEqual(values.get(name), value))
      throw wrongField(`${field}.${name}`, `${field}.${name} must be ${[value].flat().join(', ')}.`)
  }
}

function assertValid(field: string, mistakes: Record<string, string>) {
  for (const [name, text] of Object.entries(mistakes)) {
    throw wrongField(`${field}.${name}`, `${field}.${name}: ${text}`)
  }
}
