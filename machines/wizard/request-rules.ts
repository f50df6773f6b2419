import { fixedBy, priceOf, type PriceTable } from './rows/interfaces'
import { turnaroundOf } from './turnaround'

/**
 * The rules for the rows of a request: their fields, the values that an interface or type prescribes, and their prices.
 * Pure functions, so that an SI engineer can read them without the machine. Prices are in whole US dollars.
 */

export type SiField = 'interface' | 'speed' | 'signal_nets' | 'ground_nets' | 'clock_signal'
export type PiField = 'type' | 'power_net' | 'ground_net' | 'target_impedance'

/**
 * The values of a row while it is being edited: empty until filled in. Lists of nets are arrays, because a net name can
 * contain commas.
 */
export type SiValues = Record<'interface' | 'speed', string> &
  Record<'signal_nets' | 'ground_nets' | 'clock_signal', string[]>
export type PiValues = Record<PiField, string>
export type SiRow = { id: number } & SiValues
export type PiRow = { id: number } & PiValues

/** The requested signal integrity and power integrity rows. */
export type Rows = { si: SiRow[]; pi: PiRow[] }

export const emptySiRow = (id: number): SiRow => ({
  id,
  interface: '',
  speed: '',
  signal_nets: [],
  ground_nets: [],
  clock_signal: [],
})

export const emptyPiRow = (id: number): PiRow => ({ id, type: '', power_net: '', ground_net: '', target_impedance: '' })

/** Whether a field of a row is not filled in. */
export const isBlank = (value: string | string[]) =>
  typeof value === 'string' ? value.trim() === '' : value.every((name) => name.trim() === '')

/** The fields that the row's interface or type fills in automatically, with their values. They are read-only. */
export const forcedFields = (row: { interface: string } | { type: string }) =>
  fixedBy('interface' in row ? row.interface : row.type)

/**
 * Returns the row with changed fields. Changing the interface clears the speed and clock of the previous interface and
 * fills in the values that the new one prescribes, which cannot be overwritten.
 */
export function changeSiRow(row: SiRow, fields: Partial<SiValues>): SiRow {
  const isOther = fields.interface !== undefined && fields.interface !== row.interface
  const next = { ...row, ...(isOther && { speed: '', clock_signal: [] }), ...fields }
  return { ...next, ...forcedFields(next) }
}

/**
 * Like `changeSiRow`, for a power integrity row. When the type changes, an impedance entered by the user is preserved
 * unless the new type prescribes one.
 */
export function changePiRow(row: PiRow, fields: Partial<PiValues>): PiRow {
  const isOther = fields.type !== undefined && fields.type !== row.type
  const wasForced = 'target_impedance' in forcedFields(row)
  const next = { ...row, ...(isOther && wasForced && { target_impedance: '' }), ...fields }
  return { ...next, ...forcedFields(next) }
}

/** The names of the fields, as used within a sentence. */
export const siLabels: Record<SiField, string> = {
  interface: 'interface',
  speed: 'speed',
  signal_nets: 'signal nets',
  ground_nets: 'ground nets',
  clock_signal: 'clock signal',
}

export const piLabels: Record<PiField, string> = {
  type: 'type',
  power_net: 'power net',
  ground_net: 'ground net',
  target_impedance: 'target impedance',
}

/** Shown instead of the name of a stackup file if none is selected. */
export const noStackup = 'None; the default stackup info in the layout file is used.'

export const isWithoutRows = ({ si, pi }: Rows) => si.length + pi.length === 0

/** The display name of a row: "Signal integrity row 2". */
export const rowName = (kind: 'si' | 'pi', row: number) =>
  `${kind === 'si' ? 'Signal integrity' : 'Power integrity'} row ${row}`

/**
 * The values of a row as text, which is the same for two rows that differ only in surrounding spaces and letter case.
 */
export const comparable = ({ id: _, ...fields }: SiRow | PiRow): string =>
  JSON.stringify(Object.values(fields).map((value) => [value].flat().map((text) => text.trim().toLowerCase())))

export const isRepeat = (a: SiRow | PiRow, b: SiRow | PiRow) => comparable(a) === comparable(b)

export const siPrice = (prices: PriceTable, row: SiRow) => priceOf(prices.si, row.interface) ?? 0
export const piPrice = (prices: PriceTable, row: PiRow) => priceOf(prices.pi, row.type) ?? 0

/**
 * The old prices, completed with the current ones where the old table has none: if a row was added later, the customer
 * has only seen its current price.
 */
export function completedBy(old: PriceTable, current: PriceTable): PriceTable {
  const missing = (kind: 'si' | 'pi') => current[kind].filter(({ name }) => priceOf(old[kind], name) === undefined)
  return { ...old, si: [...old.si, ...missing('si')], pi: [...old.pi, ...missing('pi')] }
}

/** Whether the price of any row differs between the old and the current table. */
export function hasOtherPrices({ si, pi }: Rows, old: PriceTable, current: PriceTable): boolean {
  const before = completedBy(old, current)
  return (
    si.some((row) => siPrice(before, row) !== siPrice(current, row)) ||
    pi.some((row) => piPrice(before, row) !== piPrice(current, row))
  )
}

/** Whether the price of any row, or the turnaround, differs between the old and the current table. */
export const isOfferChanged = (rows: Rows, old: PriceTable, current: PriceTable) =>
  hasOtherPrices(rows, old, current) || turnaroundOf(old) !== turnaroundOf(current)

/** The part of a price table that a customer has seen for these rows, to compare it with later prices. */
export function shownPrices(
  rows: { si: { interface: string }[]; pi: { type: string }[] },
  prices: PriceTable,
): PriceTable {
  const seen = (offered: PriceTable['si'], names: string[]) =>
    offered.filter(({ name }) => names.includes(name)).map(({ name, unit_price }) => ({ name, unit_price }))
  return {
    si: seen(
      prices.si,
      rows.si.map((row) => row.interface),
    ),
    pi: seen(
      prices.pi,
      rows.pi.map((row) => row.type),
    ),
    turnaround_days: turnaroundOf(prices),
  }
}

/** The sum over all rows, in US dollars. */
export const totalOf = ({ si, pi }: Rows, prices: PriceTable) =>
  si.reduce((sum, row) => sum + siPrice(prices, row), 0) + pi.reduce((sum, row) => sum + piPrice(prices, row), 0)
