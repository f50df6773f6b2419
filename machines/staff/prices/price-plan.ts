import type { components } from '../../../openapi/generated/product'
import { boughtBy, interfaces, powerTypes, type PriceTable } from '../../wizard/rows/interfaces'

type Schemas = components['schemas']
type NamedRows = Record<RowKind, { name: string }[]>

/**
 * Rules for versions of the price table, as planned by the staff. Pure functions, used by the form and by the server.
 * Prices are in whole US dollars.
 */

export type RowKind = 'si' | 'pi'
export type PricedRows = Pick<Schemas['PriceVersion'], RowKind | 'turnaround_days'>

/** The limits of the contract. The payment provider accepts amounts of less than a million dollars. */
export const mostPriceRows = 50
export const highestPrice = 999_999
export const longestTurnaround = 365
export const priceTextLength = 300
export const priceNameLength = 64
/** A version takes effect at most this many days in the future. */
export const farthestDays = 730
/** The maximum number of planned versions. */
export const mostPlanned = 20

const kinds = ['si', 'pi'] as const
const fixed = { si: interfaces, pi: powerTypes }
const kindName = { si: 'a signal integrity interface', pi: 'a power integrity type' }

type SeenName = { name: string; isKept: boolean }

/**
 * The mistakes in the names of the rows, by field, such as si[2].name. The interfaces and types that determine fields
 * of a request are recognized by their exact names, so any other spelling of these names is a mistake. Names that the
 * current version already has are accepted in any spelling, since they cannot be changed: operators could once enter
 * any name.
 */
export function nameMistakes(rows: NamedRows, current: NamedRows): Record<string, string> {
  const mistakes: Record<string, string> = {}
  const seen: SeenName[] = []
  for (const kind of kinds) {
    for (const [index, row] of rows[kind].entries()) {
      const name = row.name.trim()
      const one = { name, isKept: current[kind].some((kept) => kept.name === name) }
      const text = nameMistake(kind, one, seen)
      if (text !== null) mistakes[`${kind}[${index}].name`] = text
      seen.push(one)
    }
  }
  return mistakes
}

const isSameName = (one: SeenName, other: SeenName) =>
  one.isKept && other.isKept ? one.name === other.name : one.name.toLowerCase() === other.name.toLowerCase()

function nameMistake(kind: RowKind, one: SeenName, seen: SeenName[]): string | null {
  const { name } = one
  if (name === '') return 'Enter a name.'
  if (seen.some((other) => isSameName(one, other))) return 'Another row already has this name.'
  if (one.isKept) return null
  for (const its of kinds) {
    const known = fixed[its].find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (!known) continue
    if (its !== kind) return `${known.name} is ${kindName[its]}.`
    if (known.name !== name) return `Write it as ${known.name}.`
  }
  return null
}

/** How a row of the price list differs between two versions. A price is null if its version does not have the row. */
export type PriceDifference = {
  name: string
  price: { was: number | null; is: number | null }
  /** The new text; null if it is unchanged or the row was removed. */
  text: string | null
}

/** The differences from one version to another: rows in the order of the later one, then the removed rows. */
export function differencesBetween(was: PricedRows, is: PricedRows): PriceDifference[] {
  return kinds.flatMap((kind) => {
    const changed = is[kind].flatMap((row): PriceDifference[] => {
      const before = was[kind].find(({ name }) => name === row.name)
      const text = before && textOf(before) === textOf(row) ? null : textOf(row)
      if (before?.unit_price === row.unit_price && text === null) return []
      return [{ name: row.name, price: { was: before?.unit_price ?? null, is: row.unit_price }, text }]
    })
    const removed = was[kind]
      .filter(({ name }) => !is[kind].some((row) => row.name === name))
      .map(({ name, unit_price }) => ({ name, price: { was: unit_price, is: null }, text: null }))
    return [...changed, ...removed]
  })
}

type Dated = Pick<Schemas['PriceVersion'], 'id' | 'valid_from'>

type DatedOnly = Pick<Dated, 'valid_from'>

/** `isPlanned`: the version has yet to take effect. `isEarlier`: the version is no longer in effect. */
export const isPlanned = ({ valid_from }: DatedOnly, { current }: { current: DatedOnly }) =>
  valid_from > current.valid_from
export const isEarlier = ({ valid_from }: DatedOnly, { current }: { current: DatedOnly }) =>
  valid_from < current.valid_from

/**
 * The version that is in effect immediately before a given time, ignoring the version with the given id; null if there
 * is none. Times are in UTC, as in the API.
 */
export const versionBefore = <One extends Dated>(versions: One[], at: string, id: string): One | null =>
  versions
    .filter((one) => one.id !== id && one.valid_from < at)
    .reduce<One | null>((last, one) => (last && last.valid_from > one.valid_from ? last : one), null)

/** The first version after a given time, ignoring the version with the given id; null if there is none. */
export const versionAfter = <One extends Dated>(versions: One[], at: string, id: string): One | null =>
  versions
    .filter((one) => one.id !== id && one.valid_from > at)
    .reduce<One | null>((first, one) => (first && first.valid_from < one.valid_from ? first : one), null)

export type PriceChange = { rows: PriceDifference[]; days: { was: number; is: number } }

export const changeBetween = (was: PricedRows, is: PricedRows): PriceChange => ({
  rows: differencesBetween(was, is),
  days: { was: was.turnaround_days, is: is.turnaround_days },
})

/** Whether the two compared versions have the same rows and turnaround. */
export const isUnchanged = ({ rows, days }: PriceChange) => rows.length === 0 && days.was === days.is

/** The changes that a version makes and the next one reverts. */
export function changedBack(before: PricedRows, version: PricedRows, next: PricedRows): PriceChange {
  const versions = [before, version, next] as const
  const isBack = ([was, is, then]: unknown[]) => is !== was && then === was
  const { rows, days } = changeBetween(version, next)
  return {
    rows: rows.filter(({ name }) => {
      const found = versions.map(({ si, pi }) => [...si, ...pi].find((row) => row.name === name))
      return isBack(found.map((row) => row?.unit_price)) || isBack(found.map((row) => row && textOf(row)))
    }),
    days: isBack(versions.map(({ turnaround_days }) => turnaround_days)) ? days : { was: days.is, is: days.is },
  }
}

/** A description of what the customer gets for a row. */
export const textOf = ({ name, text }: PriceTable['si'][number]): string => text ?? boughtBy(name) ?? ''
