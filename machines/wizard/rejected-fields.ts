import type { ProjectFile } from '../files/file-order'
import { type FileType, fileTypes, type RequestDraft } from './drafts/request-draft'
import type { RequestLocation } from './rows/row-locations'
import { type PiField, piLabels, type PiRow, rowName, type SiField, siLabels, type SiRow } from './request-rules'

/** Translates the API's rejections of an order into the wizard's terms and assigns them to fields. Pure functions. */

export type Refusal = {
  kind: 'si' | 'pi'
  rowId: number
  field: SiField | PiField
  /** The rejected value. The rejection does not apply to any other value. */
  value: string | string[]
  text: string
}

const labels: Record<string, string> = { ...siLabels, ...piLabels, unit_price: 'price' }

const members: Record<string, string> = {
  project_id: 'The project',
  layout_file_id: 'The layout file',
  stackup_file_id: 'The stackup file',
  material_file_id: 'The material file',
  purchase_order: 'The purchase order reference',
  total: 'The total',
  si: 'The signal integrity rows',
  pi: 'The power integrity rows',
}

const rowField = /\b(si|pi)\[(\d+)\](?:\.(\w+)(?:\[(\d+)\])?)?/g
const member = /\b(?:project_id|layout_file_id|stackup_file_id|material_file_id|purchase_order)\b|^(?:total|si|pi)\b/g

/** A message from the API with its field names replaced: "Signal integrity row 1, signal nets must not be empty." */
export const refusalText = (message: string) =>
  message
    .replace(rowField, (_, kind: 'si' | 'pi', index: string, field?: string, entry?: string) => {
      const name = rowName(kind, Number(index) + 1)
      if (field === undefined) return name
      const label = `${name}, ${labels[field] ?? field.replaceAll('_', ' ')}`
      return entry === undefined ? label : `${label}, name ${Number(entry) + 1}`
    })
    .replace(member, (name) => members[name] ?? name)

/**
 * The value of a row's field. Undefined if the row has no such field. An edited list is a new array, so values are
 * compared by identity.
 */
const valueOf = ({ id: _, ...values }: SiRow | PiRow, field: string) =>
  new Map<string, string | string[]>(Object.entries(values)).get(field)

/** The rejected values of the rows, assigned to the fields where they can be corrected. */
export function refusalsOf(error: unknown, { si, pi }: RequestDraft): Refusal[] {
  const { errors } = (error ?? {}) as { errors?: { field: string; message: string }[] }
  return (errors ?? []).flatMap(({ field: named, message }) => {
    const [match] = named.matchAll(rowField)
    const [, kind, index, field] = match ?? []
    if (field === undefined) return []
    const row = (kind === 'si' ? si : pi)[Number(index)]
    const value = row && valueOf(row, field)
    if (!row || value === undefined) return []
    return [
      {
        kind: kind as Refusal['kind'],
        rowId: row.id,
        field: field as Refusal['field'],
        value,
        text: refusalText(message),
      },
    ]
  })
}

/** The rejections whose value has not been changed since. */
export const openRefusals = (refusals: Refusal[], { si, pi }: RequestDraft): Refusal[] =>
  refusals.filter(({ kind, rowId, field, value }) => {
    const row = (kind === 'si' ? si : pi).find(({ id }) => id === rowId)
    return row !== undefined && valueOf(row, field) === value
  })

export type FileRefusal = {
  type: FileType
  /** What happened to the file, and how to continue. */
  text: string
}

/**
 * The rejection of a chosen file that someone else has deleted, or whose type they have changed. Null if there is none.
 */
export function fileRefusalOf(error: unknown, draft: RequestDraft, files: ProjectFile[]): FileRefusal | null {
  const { errors } = (error ?? {}) as { errors?: { field: string }[] }
  const type = fileTypes.find((one) => errors?.some(({ field }) => field === `${one}_file_id`))
  const file = type && files.find(({ id }) => id === draft[`${type}FileId`])
  if (!type || !file) return null
  const instead = type === 'layout' ? '' : ', or continue without one'
  return {
    type,
    text: `${file.name} was deleted, or is no longer a ${type} file. Choose another ${type} file${instead}.`,
  }
}

export const placeOfRefusal = ({ kind, rowId, field }: Refusal): RequestLocation => ({
  step: kind === 'si' ? 2 : 3,
  rowId,
  field,
})
