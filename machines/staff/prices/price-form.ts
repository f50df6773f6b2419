import type { components } from '../../../openapi/generated/product'
import {
  changeBetween,
  farthestDays,
  highestPrice,
  isPlanned,
  isUnchanged,
  longestTurnaround,
  nameMistakes,
  type PricedRows,
  priceTextLength,
  type RowKind,
  textOf,
  versionAfter,
  versionBefore,
} from './price-plan'

type Schemas = components['schemas']
export type PriceVersion = Schemas['PriceVersion']
export type NewPriceVersion = Schemas['NewPriceVersion']
type VersionList = Pick<Schemas['PriceVersionPage'], 'versions' | 'current'>

type PlannedVersion = PricedRows & Pick<PriceVersion, 'valid_from'>

/** The form in which the staff plan a version of the price table, with what they have typed. Pure functions. */

export type FormRow = { key: number; name: string; price: string; text: string; isNew: boolean }
export type PriceForm = {
  /** The id under which the version is saved. */
  id: string
  /** The planned version that the form changes, as it was when its values were taken; null for a new version. */
  planned: PlannedVersion | null
  si: FormRow[]
  pi: FormRow[]
  days: string
  isAtOnce: boolean
  /** The local date and time at which the version takes effect, in the format of a form field: 2026-12-01T00:00. */
  from: string
  /** The version that takes effect before the form's own. Values that the user has not changed are taken from it. */
  base: PricedRows
}

const DAY_MS = 24 * 60 * 60 * 1000
const two = (value: number) => String(value).padStart(2, '0')

/** A date and time in the local time zone, in the format of a form field. */
export const localTime = (date: Date) =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`

/** Converts a row of a version to a row of the form. */
const formRow = (row: PricedRows['si'][number], key: number): FormRow => ({
  key,
  name: row.name,
  price: String(row.unit_price),
  text: textOf(row),
  isNew: false,
})

/** The start of the next day, when a new version takes effect unless a different time is entered. */
export const tomorrowOf = (now: Date) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)

/**
 * Returns a form with the values of `version`. If `id` is the id of `version`, the form changes that version;
 * otherwise, it is for a new version that takes effect tomorrow. `base` is the version before the form's own.
 */
export function priceFormOf(version: PriceVersion, id: string, now: Date, base: PricedRows = version): PriceForm {
  const planned = version.id === id ? version : null
  return {
    id,
    planned,
    si: version.si.map((row, index) => formRow(row, index)),
    pi: version.pi.map((row, index) => formRow(row, version.si.length + index)),
    days: String(version.turnaround_days),
    isAtOnce: false,
    from: localTime(planned ? new Date(planned.valid_from) : tomorrowOf(now)),
    base,
  }
}

/** The time at which a form's version takes effect, in UTC; null if the entered time is invalid or in the past. */
function startOf({ isAtOnce, from }: PriceForm, now: Date): string | null {
  const start = isAtOnce ? now : new Date(from)
  return Number.isNaN(start.getTime()) || start < now ? null : start.toISOString()
}

/**
 * The versions before and after a form's own. Each is null if there is none, or if the entered time is invalid or in
 * the past.
 */
export function neighborsOf(form: PriceForm, { versions, current }: VersionList, now: Date) {
  const start = startOf(form, now)
  // The list has all planned versions, but the current one may be on a later page.
  const all = [...versions, current]
  return {
    before:
      start === null ? null : form.isAtOnce && current.id !== form.id ? current : versionBefore(all, start, form.id),
    after: start === null ? null : versionAfter(all, start, form.id),
  }
}

/**
 * The form based on another version. Values that the user has not changed are taken from that version, so that the new
 * version changes only what was entered.
 */
function withBase(form: PriceForm, base: PricedRows): PriceForm {
  const { base: old } = form
  let key = nextKey(form)
  const rows = (kind: RowKind): FormRow[] => {
    const named = (table: PricedRows, name: string) => table[kind].find((row) => row.name === name)
    const kept = form[kind].flatMap((row): FormRow[] => {
      const was = named(old, row.name)
      const is = named(base, row.name)
      if (!was) return [row]
      const hasPrice = wholeNumber(row.price, highestPrice) === was.unit_price
      const hasText = row.text.trim() === textOf(was)
      if (!is) return hasPrice && hasText ? [] : [row]
      return [{ ...row, ...(hasPrice && { price: String(is.unit_price) }), ...(hasText && { text: textOf(is) }) }]
    })
    const added = base[kind].filter(({ name }) => !named(old, name) && !kept.some((row) => row.name.trim() === name))
    return [...kept, ...added.map((row) => formRow(row, key++))]
  }
  const hasDays = wholeNumber(form.days, longestTurnaround) === old.turnaround_days
  const days = hasDays ? String(base.turnaround_days) : form.days
  return { ...form, si: rows('si'), pi: rows('pi'), days, base }
}

/**
 * The form after someone else has changed the versions, or after its time was changed. Values that were not entered are
 * taken from the version before the form's own and from the planned version that the form changes.
 */
export function followed(form: PriceForm, list: VersionList, now: Date): PriceForm {
  const { base, planned } = form
  const own = list.versions.find(({ id }) => id === form.id)
  if (planned && own && (own.valid_from !== planned.valid_from || !isUnchanged(changeBetween(planned, own)))) {
    // The form keeps its time if the user has changed it, or if the version has taken effect: the form is then for a
    // new version.
    const isKept = !isPlanned(own, list) || form.from !== localTime(new Date(planned.valid_from))
    const from = isKept ? form.from : localTime(new Date(own.valid_from))
    return followed({ ...withBase({ ...form, base: planned }, own), base, planned: own, from }, list, now)
  }
  const { before } = neighborsOf(form, list, now)
  return before && !isUnchanged(changeBetween(base, before)) ? withBase(form, before) : form
}

/**
 * The planned version that a form changes may have taken effect, in which case it can no longer be changed. The typed
 * values then form a new version with the id `newId`, unless they equal those of the current version: in that case, the
 * version was saved and only the response was lost, so repeating the call has no effect.
 */
export function withUsableId(form: PriceForm, list: VersionList, newId: string): PriceForm {
  const begun = list.versions.find((one) => one.id === form.id && !isPlanned(one, list))
  if (!begun) return form
  const isSame = begun.id === list.current.id && isUnchanged(changeBetween(begun, pricedRows(form)))
  return isSame ? form : { ...form, id: newId, planned: null, base: begun }
}

const nextKey = ({ si, pi }: PriceForm) => Math.max(-1, ...[...si, ...pi].map((row) => row.key)) + 1

/** A form with an additional empty row. */
export const withRow = (form: PriceForm, kind: RowKind): PriceForm => {
  return { ...form, [kind]: [...form[kind], { key: nextKey(form), name: '', price: '', text: '', isNew: true }] }
}

export const withoutRow = (form: PriceForm, kind: RowKind, key: number): PriceForm => ({
  ...form,
  [kind]: form[kind].filter((row) => row.key !== key),
})

export const withChangedRow = (form: PriceForm, kind: RowKind, key: number, change: Partial<FormRow>): PriceForm => ({
  ...form,
  [kind]: form[kind].map((row) => (row.key === key ? { ...row, ...change } : row)),
})

/** Parses a whole number from 1 to a maximum, as typed: "2,500" or "$2500". Null for any other text. */
function wholeNumber(text: string, highest: number): number | null {
  const digits = text.replaceAll(/[$,\s]/g, '')
  const value = /^\d{1,9}$/.test(digits) ? Number(digits) : 0
  return value >= 1 && value <= highest ? value : null
}

/** The mistakes in the form, by API field, such as si[0].unit_price. */
export function formMistakes(form: PriceForm, now: Date, current: PricedRows): Record<string, string> {
  const mistakes = nameMistakes(form, current)
  for (const kind of ['si', 'pi'] as const) {
    if (form[kind].length === 0) mistakes[kind] = 'Add at least one row.'
    for (const [index, { price, text }] of form[kind].entries()) {
      const field = `${kind}[${index}]`
      if (wholeNumber(price, highestPrice) === null) {
        mistakes[`${field}.unit_price`] =
          `Enter a whole number of dollars from 1 to ${highestPrice.toLocaleString('en-US')}.`
      }
      if (text.trim() === '') mistakes[`${field}.text`] = 'Enter what the customer gets.'
      if (text.trim().length > priceTextLength) mistakes[`${field}.text`] = `Use at most ${priceTextLength} characters.`
    }
  }
  if (wholeNumber(form.days, longestTurnaround) === null) {
    mistakes['turnaround_days'] = `Enter a whole number of business days from 1 to ${longestTurnaround}.`
  }
  const mistake = form.isAtOnce ? null : dateMistake(new Date(form.from), now)
  if (mistake !== null) mistakes['valid_from'] = mistake
  return mistakes
}

function dateMistake(from: Date, now: Date): string | null {
  if (Number.isNaN(from.getTime())) return 'Enter a date and time.'
  if (from <= now) return 'Enter a time in the future.'
  return from.getTime() - now.getTime() > farthestDays * DAY_MS ? 'Enter a time within the next two years.' : null
}

/** The rows and turnaround of a form without mistakes. */
export function pricedRows(form: PriceForm): PricedRows & Pick<NewPriceVersion, RowKind> {
  const rows = (kind: RowKind) =>
    form[kind].map(({ name, price, text }) => ({
      name: name.trim(),
      unit_price: wholeNumber(price, highestPrice) ?? 0,
      text: text.trim(),
    }))
  return { si: rows('si'), pi: rows('pi'), turnaround_days: wholeNumber(form.days, longestTurnaround) ?? 0 }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isText = (value: unknown) => typeof value === 'string'
const areRows = (rows: unknown) =>
  Array.isArray(rows) &&
  rows.every(
    (row) => isRecord(row) && typeof row['key'] === 'number' && [row['name'], row['price'], row['text']].every(isText),
  )
const arePrices = (version: unknown) =>
  isRecord(version) && Array.isArray(version['si']) && Array.isArray(version['pi'])

export const isPriceForm = (stored: unknown): stored is PriceForm =>
  isRecord(stored) &&
  [stored['id'], stored['days'], stored['from']].every(isText) &&
  [stored['si'], stored['pi']].every(areRows) &&
  arePrices(stored['base']) &&
  (stored['planned'] === null || arePrices(stored['planned']))

/** The version in a form without mistakes, as sent to the API. */
export const versionIn = (form: PriceForm, revision: string): NewPriceVersion => ({
  ...pricedRows(form),
  valid_from: form.isAtOnce ? null : new Date(form.from).toISOString(),
  revision,
})
