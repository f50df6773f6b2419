import type { components } from '../../openapi/generated/product'
import type { ProjectFile } from './file-manager.machine'

/**
 * The rules of a simulation request: what a row is, when it is complete, what it costs. Pure, so that an SI engineer can
 * read them without the machine. Prices are whole US dollars.
 */

export type PriceTable = components['schemas']['PriceTable']
export type CheckoutOrder = components['schemas']['CheckoutOrder']

type SiField = 'interface' | 'speed' | 'signal_nets' | 'ground_nets' | 'clock_signal'
type PiField = 'type' | 'power_net' | 'ground_net' | 'target_impedance'

/** A row as it is being written: every field a text, empty until filled. */
export type SiRow = { id: number } & Record<SiField, string>
export type PiRow = { id: number } & Record<PiField, string>

export type RequestDraft = {
  projectId: string | null
  layoutFileId: string | null
  stackupFileId: string | null
  materialFileId: string | null
  si: SiRow[]
  pi: PiRow[]
  /** The customer's own reference. */
  purchaseOrder: string
}

export const purchaseOrderLength = 64

/** A draft as it was kept; there was a time without purchase orders. */
export type KeptDraft = Omit<RequestDraft, 'purchaseOrder'> & Partial<Pick<RequestDraft, 'purchaseOrder'>>

export const isRequestDraft = (kept: unknown): kept is KeptDraft =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.keys(emptyDraft).every((field) => field in kept || field === 'purchaseOrder') &&
  'si' in kept &&
  Array.isArray(kept.si) &&
  'pi' in kept &&
  Array.isArray(kept.pi)

/** Used while the price table is unavailable. */
export const defaultPrices: PriceTable = {
  si: [
    { name: 'MIPI-D', unit_price: 2000 },
    { name: 'PCIE-Gen5', unit_price: 3000 },
  ],
  pi: [
    { name: 'PowerAC', unit_price: 1000 },
    { name: 'PowerDC', unit_price: 1000 },
  ],
}

export const emptyDraft: RequestDraft = {
  projectId: null,
  layoutFileId: null,
  stackupFileId: null,
  materialFileId: null,
  si: [],
  pi: [],
  purchaseOrder: '',
}

export const emptySiRow = (id: number): SiRow => ({
  id,
  interface: '',
  speed: '',
  signal_nets: '',
  ground_nets: '',
  clock_signal: '',
})

export const emptyPiRow = (id: number): PiRow => ({ id, type: '', power_net: '', ground_net: '', target_impedance: '' })

/** PCIe Gen5 runs at one rate and embeds its clock; DC power has no impedance over frequency. */
const forcedBy: Record<string, Partial<Record<SiField | PiField, string>>> = {
  'PCIE-Gen5': { speed: '32GT/s', clock_signal: 'N/A' },
  PowerDC: { target_impedance: 'N/A' },
}

/** The fields that the row's interface or type fills in by itself, with their values; they are read-only. */
export const forcedFields = (row: SiRow | PiRow) => forcedBy['interface' in row ? row.interface : row.type] ?? {}

/**
 * The row with changed fields. Another interface or type clears what the last one forced or needed, and fills in what it
 * forces itself; forced fields cannot be typed over.
 */
export function changeSiRow(row: SiRow, fields: Partial<Record<SiField, string>>): SiRow {
  const isOther = fields.interface !== undefined && fields.interface !== row.interface
  const next = { ...row, ...(isOther && { speed: '', clock_signal: '' }), ...fields }
  return { ...next, ...forcedFields(next) }
}

/** The same for a power integrity row, where an impedance that the person typed outlives a change of type. */
export function changePiRow(row: PiRow, fields: Partial<Record<PiField, string>>): PiRow {
  const isOther = fields.type !== undefined && fields.type !== row.type
  const wasForced = 'target_impedance' in forcedFields(row)
  const next = { ...row, ...(isOther && wasForced && { target_impedance: '' }), ...fields }
  return { ...next, ...forcedFields(next) }
}

const siLabels: Record<SiField, string> = {
  interface: 'interface',
  speed: 'speed',
  signal_nets: 'signal nets',
  ground_nets: 'ground nets',
  clock_signal: 'clock signal',
}

const piLabels: Record<PiField, string> = {
  type: 'type',
  power_net: 'power net',
  ground_net: 'ground net',
  target_impedance: 'target impedance',
}

export type Gap = { kind: 'si' | 'pi'; rowId: number; row: number; fields: string[] }

const gapsIn = <Field extends string>(
  kind: Gap['kind'],
  rows: ({ id: number } & Record<Field, string>)[],
  labels: Record<Field, string>,
): Gap[] =>
  rows.flatMap((row, index) => {
    const fields = (Object.keys(labels) as Field[]).filter((field) => row[field].trim() === '')
    return fields.length === 0
      ? []
      : [{ kind, rowId: row.id, row: index + 1, fields: fields.map((field) => labels[field]) }]
  })

/** Which rows lack what. A row is complete when every field is filled; forced fields fill themselves. */
export const gapsOf = (draft: RequestDraft): Gap[] => [
  ...gapsIn('si', draft.si, siLabels),
  ...gapsIn('pi', draft.pi, piLabels),
]

/** What a row is called: "Signal integrity row 2". */
export const rowName = (kind: Gap['kind'], row: number) =>
  `${kind === 'si' ? 'Signal integrity' : 'Power integrity'} row ${row}`

/** A gap in words: "Signal integrity row 2 lacks speed and clock signal." */
export const gapText = ({ kind, row, fields }: Gap) =>
  `${rowName(kind, row)} lacks ${new Intl.ListFormat('en').format(fields)}.`

/** The rows with a copy of one of them right after it. */
export const withCopy = <Row extends { id: number }>(rows: Row[], rowId: number, copyId: number): Row[] =>
  rows.flatMap((row) => (row.id === rowId ? [row, { ...row, id: copyId }] : [row]))

const priceIn = (prices: PriceTable['si'], name: string) => prices.find((price) => price.name === name)?.unit_price ?? 0

export const siPrice = (prices: PriceTable, row: SiRow) => priceIn(prices.si, row.interface)
export const piPrice = (prices: PriceTable, row: PiRow) => priceIn(prices.pi, row.type)

/** The sum over all rows, in US dollars. */
export const totalOf = (draft: RequestDraft, prices: PriceTable) =>
  draft.si.reduce((sum, row) => sum + siPrice(prices, row), 0) +
  draft.pi.reduce((sum, row) => sum + piPrice(prices, row), 0)

/** The files of a type, compared without case, among those a request can be made with. */
export const filesOfType = (files: ProjectFile[], type: 'layout' | 'stackup' | 'material') =>
  files.filter((file) => file.fileType.toLowerCase() === type && file.folderId !== 'reports')

/** The order for a draft that has project and layout; its prices are the table's. */
export const orderOf = (draft: RequestDraft, prices: PriceTable): CheckoutOrder => ({
  project_id: draft.projectId ?? '',
  layout_file_id: draft.layoutFileId ?? '',
  stackup_file_id: draft.stackupFileId,
  material_file_id: draft.materialFileId,
  total: totalOf(draft, prices),
  purchase_order: draft.purchaseOrder.trim() || null,
  si: draft.si.map(({ id: _, ...row }) => ({ ...row, unit_price: priceIn(prices.si, row.interface) })),
  pi: draft.pi.map(({ id: _, ...row }) => ({ ...row, unit_price: priceIn(prices.pi, row.type) })),
})
