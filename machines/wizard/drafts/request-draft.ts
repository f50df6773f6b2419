import type { components } from '../../../openapi/generated/product'
import type { ProjectFile } from '../../files/file-order'
import type { PriceTable } from '../rows/interfaces'
import { splitNets } from '../board/net-list'
import { piPrice, type PiRow, type Rows, siPrice, type SiRow, totalOf } from '../request-rules'

/**
 * A request before it is paid: its selected files and input, how the browser stores it, and the order created from it.
 * Pure functions.
 */

export type Step = 1 | 2 | 3 | 4

export type CheckoutOrder = components['schemas']['CheckoutOrder']

export const fileTypes = ['layout', 'stackup', 'material'] as const
export type FileType = (typeof fileTypes)[number]

export type RequestDraft = Rows & {
  projectId: string | null
  layoutFileId: string | null
  stackupFileId: string | null
  materialFileId: string | null
  /** The customer's own reference. */
  purchaseOrder: string
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

export const purchaseOrderLength = 64

/** The files of a type that can be used for a request. The type is compared case-insensitively. */
export const filesOfType = (files: ProjectFile[], type: FileType) =>
  files.filter((file) => file.fileType.toLowerCase() === type && file.folderId !== 'reports')

/** A file as it was when it was selected. */
export type PinnedFile = Pick<ProjectFile, 'id' | 'name' | 'sha256'>
export type PinnedFiles = Record<FileType, PinnedFile | null>

/** The selected files in their current version. */
export function pinnedFiles(draft: RequestDraft, files: ProjectFile[]): PinnedFiles {
  const pinned = (wanted: string | null): PinnedFile | null => {
    const file = files.find(({ id }) => id === wanted)
    return file ? { id: file.id, name: file.name, sha256: file.sha256 } : null
  }
  return {
    layout: pinned(draft.layoutFileId),
    stackup: pinned(draft.stackupFileId),
    material: pinned(draft.materialFileId),
  }
}

/**
 * Matches previously selected files with the current ones: by id, or by name if a file was uploaded again.
 * `differences` describes files that no longer exist or have changed.
 */
export function filesAgain(pinned: PinnedFiles, files: ProjectFile[]) {
  const differences: string[] = []
  const again = (type: FileType) => {
    const was = pinned[type]
    if (!was) return null
    const known = filesOfType(files, type)
    const found = known.find(({ id }) => id === was.id) ?? known.find(({ name }) => name === was.name)
    const instead = type === 'layout' ? 'Choose another one' : 'Choose another one, or continue without one'
    if (!found) differences.push(`The ${type} file ${was.name} is no longer in the project. ${instead}.`)
    else if (found.sha256 !== was.sha256) differences.push(`The ${type} file ${was.name} has changed since then.`)
    return found?.id ?? null
  }
  const chosen = {
    layoutFileId: again('layout'),
    stackupFileId: again('stackup'),
    materialFileId: again('material'),
  }
  return { chosen, differences }
}

/** An unpaid request as the browser stores it, for its project. */
export type KeptRequest = {
  draft: RequestDraft
  /** Identifies the request to the API. The key is the same in every tab and after every reload. */
  key: string
  files: PinnedFiles
  /** The API's id of the request, set from the redirect to the payment page until the next change. */
  sentAs: string | null
  /** The time at which the request that this draft repeats was ordered. Removed at the first change. */
  repeats?: string
  /** Set if the rows were chosen on the price page. Removed at the first change. */
  fromPrices?: true
  /** The prices and the turnaround that were last shown for the rows. Earlier releases did not store them. */
  shown?: PriceTable
  /** The step in which the user was last. Earlier releases did not store it. */
  step?: Step
}

/**
 * `stamp` changes with each write, by any tab. `savedAs` is the stamp of the API's version that this one replaces: this
 * version's own stamp once it has been saved, null or missing if the API had none. `sent` contains the stamps of the
 * versions that are being saved, or whose responses were lost, oldest first.
 */
export type StoredRequest = KeptRequest & { stamp: string; at: string; savedAs?: string | null; sent?: string[] }

export const isSameDraft = (one: RequestDraft, other: RequestDraft) => JSON.stringify(one) === JSON.stringify(other)

/** Reads a stored value. Returns null if it is not a request. */
export function parseStoredRequest(kept: unknown): StoredRequest | null {
  if (!isStoredRequest(kept)) return null
  const { draft, shown, step, ...request } = kept
  return {
    ...request,
    draft: { ...draft, si: draft.si.map(withNetLists), pi: draft.pi.map(withSingleNets) },
    ...(isTable(shown) && { shown }),
    ...(isStep(step) && { step }),
  }
}

const isStoredRequest = (kept: unknown): kept is StoredRequest =>
  hasAll(kept, ['draft', 'key', 'files', 'sentAs', 'stamp', 'at']) &&
  hasAll(kept['draft'], Object.keys(emptyDraft)) &&
  Array.isArray(kept['draft']['si']) &&
  Array.isArray(kept['draft']['pi']) &&
  hasAll(kept['files'], ['layout', 'stackup', 'material'])

const isTable = (shown: unknown): shown is PriceTable =>
  hasAll(shown, ['si', 'pi']) && Array.isArray(shown['si']) && Array.isArray(shown['pi'])

const isStep = (step: unknown): step is Step => step === 1 || step === 2 || step === 3 || step === 4

/** Earlier versions stored a list of nets as a single string, with quotes around names that contain a separator. */
const netList = (nets: string[] | string) => (typeof nets === 'string' ? splitNets(nets) : nets)
const singleNet = (net: string) => (/^".*[,;\t].*"$/.test(net) ? splitNets(net).join(', ') : net)

const withNetLists = (row: SiRow): SiRow => ({
  ...row,
  signal_nets: netList(row.signal_nets),
  ground_nets: netList(row.ground_nets),
  clock_signal: netList(row.clock_signal),
})

const withSingleNets = (row: PiRow): PiRow => ({
  ...row,
  power_net: singleNet(row.power_net),
  ground_net: singleNet(row.ground_net),
})

const hasAll = (value: unknown, names: string[]): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && names.every((name) => name in value)

export const hasSameRows = (one: Rows, other: Rows) =>
  JSON.stringify([one.si, one.pi]) === JSON.stringify([other.si, other.pi])

const withoutId = <Row extends { id: number }>({ id: _, ...fields }: Row) => fields

/** The order for a draft that has a project and a layout, with the prices of the table. */
export const orderOf = (
  draft: RequestDraft,
  prices: PriceTable,
  billing?: CheckoutOrder['billing'],
): CheckoutOrder => ({
  project_id: draft.projectId ?? '',
  layout_file_id: draft.layoutFileId ?? '',
  stackup_file_id: draft.stackupFileId,
  material_file_id: draft.materialFileId,
  total: totalOf(draft, prices),
  purchase_order: draft.purchaseOrder.trim() || null,
  ...(billing !== undefined && { billing }),
  si: draft.si.map((row) => ({ ...withoutId(row), unit_price: siPrice(prices, row) })),
  pi: draft.pi.map((row) => ({ ...withoutId(row), unit_price: piPrice(prices, row) })),
})
