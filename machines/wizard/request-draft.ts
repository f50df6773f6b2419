import type { components } from '../../openapi/generated/product'
import type { ProjectFile } from '../files/file-order'
import type { PriceTable } from './interfaces'
import { piPrice, type Rows, siPrice, totalOf } from './request-rules'

/** A request before it is paid: what is chosen and written, how the browser keeps it, and the order it becomes. Pure. */

export type CheckoutOrder = components['schemas']['CheckoutOrder']

export type FileType = 'layout' | 'stackup' | 'material'

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

/** The files of a type, compared without case, among those a request can be made with. */
export const filesOfType = (files: ProjectFile[], type: FileType) =>
  files.filter((file) => file.fileType.toLowerCase() === type && file.folderId !== 'reports')

/** A file as it was when it was chosen. */
export type PinnedFile = Pick<ProjectFile, 'id' | 'name' | 'sha256'>
export type PinnedFiles = Record<FileType, PinnedFile | null>

/** The chosen files as they are now. */
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
 * Files that were chosen before, among those of today: each is found by its id, or by its name when it was uploaded
 * anew. What has vanished or changed is said in words.
 */
export function filesAgain(pinned: PinnedFiles, files: ProjectFile[]) {
  const differences: string[] = []
  const again = (type: FileType) => {
    const was = pinned[type]
    if (!was) return null
    const known = filesOfType(files, type)
    const found = known.find(({ id }) => id === was.id) ?? known.find(({ name }) => name === was.name)
    if (!found) differences.push(`The ${type} file ${was.name} is no longer in the project.`)
    else if (found.sha256 !== was.sha256) differences.push(`The ${type} file ${was.name} has changed since.`)
    return found?.id ?? null
  }
  const chosen = {
    layoutFileId: again('layout'),
    stackupFileId: again('stackup'),
    materialFileId: again('material'),
  }
  return { chosen, differences }
}

/** An unpaid request as the browser keeps it, for its project. */
export type KeptRequest = {
  draft: RequestDraft
  /** Names the request towards the API, in whatever tab and after whatever reload it is paid. */
  key: string
  files: PinnedFiles
  /** The id under which the API knows it, from the way to the payment page until the next change. */
  sentAs: string | null
  /** When the request was ordered that this draft repeats, until the first change. */
  repeats?: string
}

/** `stamp` is another one after each writing, by whatever tab. */
export type StoredRequest = KeptRequest & { stamp: string; at: string }

/** The way back from what was kept; null for anything else, also for what an older version kept. */
export const isStoredRequest = (kept: unknown): kept is StoredRequest =>
  hasAll(kept, ['draft', 'key', 'files', 'sentAs', 'stamp', 'at']) &&
  hasAll(kept['draft'], Object.keys(emptyDraft)) &&
  Array.isArray(kept['draft']['si']) &&
  Array.isArray(kept['draft']['pi']) &&
  hasAll(kept['files'], ['layout', 'stackup', 'material'])

const hasAll = (value: unknown, names: string[]): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && names.every((name) => name in value)

/** Whether two requests ask for the same rows. */
export const askTheSame = (one: Rows, other: Rows) =>
  JSON.stringify([one.si, one.pi]) === JSON.stringify([other.si, other.pi])

const withoutId = <Row extends { id: number }>({ id: _, ...fields }: Row) => fields

/** The order for a draft that has project and layout; its prices are the table's. */
export const orderOf = (draft: RequestDraft, prices: PriceTable): CheckoutOrder => ({
  project_id: draft.projectId ?? '',
  layout_file_id: draft.layoutFileId ?? '',
  stackup_file_id: draft.stackupFileId,
  material_file_id: draft.materialFileId,
  total: totalOf(draft, prices),
  purchase_order: draft.purchaseOrder.trim() || null,
  si: draft.si.map((row) => ({ ...withoutId(row), unit_price: siPrice(prices, row) })),
  pi: draft.pi.map((row) => ({ ...withoutId(row), unit_price: piPrice(prices, row) })),
})
