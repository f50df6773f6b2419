import type { RequestDraft } from './request-draft'
import type { RequestLocation } from './row-locations'
import { type PiField, piLabels, rowName, type SiField, siLabels } from './request-rules'

/** Translates the API's rejections of an order into the wizard's terms and assigns them to fields. Pure functions. */

export type Refusal = {
  kind: 'si' | 'pi'
  rowId: number
  field: SiField | PiField
  /** The rejected value. The rejection does not apply to any other value. */
  value: string
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

const rowField = /\b(si|pi)\[(\d+)\](?:\.(\w+))?/g
const member = /\b(?:project_id|layout_file_id|stackup_file_id|material_file_id|purchase_order)\b|^(?:total|si|pi)\b/g

/** A message from the API with its field names replaced: "Signal integrity row 1, signal nets must not be empty." */
export const refusalText = (message: string) =>
  message
    .replace(rowField, (_, kind: 'si' | 'pi', index: string, field: string | undefined) => {
      const name = rowName(kind, Number(index) + 1)
      return field === undefined ? name : `${name}, ${labels[field] ?? field.replaceAll('_', ' ')}`
    })
    .replace(member, (name) => members[name] ?? name)

/** The rejected values of the rows, assigned to the fields where they can be corrected. */
export function refusalsOf(error: unknown, { si, pi }: RequestDraft): Refusal[] {
  const { errors } = (error ?? {}) as { errors?: { field: string; message: string }[] }
  return (errors ?? []).flatMap(({ field: named, message }) => {
    const [match] = named.matchAll(rowField)
    const [, kind, index, field] = match ?? []
    if (field === undefined) return []
    const rows: ({ id: number } & Partial<Record<string, string | number>>)[] = kind === 'si' ? si : pi
    const row = rows[Number(index)]
    const isField = kind === 'si' ? field in siLabels : field in piLabels
    if (!row || !isField) return []
    return [
      {
        kind: kind as Refusal['kind'],
        rowId: row.id,
        field: field as Refusal['field'],
        value: String(row[field]),
        text: refusalText(message),
      },
    ]
  })
}

/** The rejections whose value has not been changed since. */
export const openRefusals = (refusals: Refusal[], { si, pi }: RequestDraft): Refusal[] =>
  refusals.filter(({ kind, rowId, field, value }) => {
    const rows: ({ id: number } & Partial<Record<string, string | number>>)[] = kind === 'si' ? si : pi
    return rows.find(({ id }) => id === rowId)?.[field] === value
  })

export const placeOfRefusal = ({ kind, rowId, field }: Refusal): RequestLocation => ({
  step: kind === 'si' ? 2 : 3,
  rowId,
  field,
})
