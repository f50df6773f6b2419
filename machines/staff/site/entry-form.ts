import { isWebAddress, lastDay, mostEntries, newsPictures } from '../../site/site-news'

/** The form in which the staff edit a news item or a publication, with what they have typed. Pure functions. */

export type EntryKind = 'news' | 'publication'

/** The typed text of each field, keyed by the API's field names. */
export type EntryFields = Record<string, string>

/** A news item or publication as stored. */
export type Entry = {
  id: string
  published: boolean
  version: number
  /** The person who last changed the entry; null if nobody has. */
  by: string | null
  changed: string
  fields: EntryFields
}

export type EntryForm = {
  id: string
  /** The version that the form changes; null for a new entry. */
  version: number | null
  published: boolean
  fields: EntryFields
}

type FieldRule = { label: string; longest: number; isOptional?: boolean; mistake?: (text: string) => string | null }

const webAddressMistake = (text: string) =>
  text === '' || isWebAddress(text) ? null : 'Enter a web address that starts with https://.'
const dayMistake = (text: string) =>
  lastDay(text) ? null : 'Enter a date that ends with a day, a month and a year, such as 21 August 2025.'
const placeMistake = (text: string) =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= mostEntries
    ? null
    : `Enter a whole number from 1 to ${mostEntries}.`

/** The fields of the forms, in display order. The maximum lengths are those of the API. */
export const entryFields: Record<EntryKind, Record<string, FieldRule>> = {
  news: {
    title: { label: 'Title', longest: 200 },
    date: { label: 'Date', longest: 60, mistake: dayMistake },
    image: { label: 'Picture', longest: 200 },
    content: { label: 'Text in HTML', longest: 5000 },
  },
  publication: {
    title: { label: 'Title', longest: 300 },
    authors: { label: 'Authors', longest: 500 },
    conference: { label: 'Conference', longest: 200 },
    url: { label: 'Link', longest: 1000, isOptional: true, mistake: webAddressMistake },
    place: { label: 'Place in the list', longest: 3, mistake: placeMistake },
  },
}

/** A form for a new entry. A new publication comes last, after the others. */
export const newEntryForm = (kind: EntryKind, id: string, others: number): EntryForm => ({
  id,
  version: null,
  published: false,
  fields:
    kind === 'news'
      ? { title: '', date: '', image: newsPictures[0]?.path ?? '', content: '' }
      : { title: '', authors: '', conference: '', url: '', place: String(Math.min(others + 1, mostEntries)) },
})

/** The mistakes in the form, by field. */
export function entryMistakes(kind: EntryKind, fields: EntryFields): Record<string, string> {
  const mistakes: Record<string, string> = {}
  for (const [field, { label, longest, isOptional = false, mistake }] of Object.entries(entryFields[kind])) {
    const text = trimmed(fields[field])
    const found =
      text === '' && !isOptional
        ? `Enter the ${labelInText(label)}.`
        : text.length > longest
          ? `Use at most ${longest.toLocaleString('en-US')} characters.`
          : (mistake?.(text) ?? null)
    if (found !== null) mistakes[field] = found
  }
  return mistakes
}

const trimmed = (text = '') => text.trim()
const labelInText = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/** The fields without surrounding spaces. */
export const trimmedFields = (fields: EntryFields): EntryFields =>
  Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, trimmed(text)]))

export const hasSameFields = (one: EntryFields, other: EntryFields) =>
  Object.keys(one).every((field) => one[field] === other[field])

/** A message from the API as a sentence with the field's label instead of its name: "The date must not be empty." */
export function entryRefusalText(kind: EntryKind, message: string): string {
  const names = Object.keys(entryFields[kind]).join('|')
  return message.replace(new RegExp(`^(${names})\\b`), (field) => {
    return `The ${labelInText(entryFields[kind][field]?.label ?? field)}`
  })
}

/** The rejected fields, with messages that are shown beside them. */
export function refusedEntryFields(kind: EntryKind, error: unknown): Record<string, string> {
  const { errors = [] } = (error ?? {}) as { errors?: { field: string; message: string }[] }
  return Object.fromEntries(errors.map(({ field, message }) => [field, entryRefusalText(kind, message)]))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether a stored value is a form for this kind of entry. */
export const isEntryForm =
  (kind: EntryKind) =>
  (stored: unknown): stored is EntryForm =>
    isRecord(stored) &&
    typeof stored['id'] === 'string' &&
    typeof stored['published'] === 'boolean' &&
    (stored['version'] === null || typeof stored['version'] === 'number') &&
    isRecord(stored['fields']) &&
    Object.keys(entryFields[kind]).every((field) => typeof Reflect.get(Object(stored['fields']), field) === 'string')
