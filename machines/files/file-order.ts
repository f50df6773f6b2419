import type { components } from '../../openapi/generated/product'
import { onFirstUse } from '../lib/on-first-use'

export type ProjectFile = components['schemas']['File']
export type Folder = 'inputs' | 'reports'
export type Order = { by: 'name' | 'size' | 'fileType' | 'uploaded_at'; descending: boolean }

/** Files without a folder are shown under Inputs. */
export const folderOf = (file: ProjectFile): Folder => file.folderId ?? 'inputs'

/** Natural sort order: L2 before L10. */
const names = onFirstUse(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

const compare: Record<Order['by'], (a: ProjectFile, b: ProjectFile) => number> = {
  name: (a, b) => names().compare(a.name, b.name),
  size: (a, b) => a.size - b.size,
  fileType: (a, b) => names().compare(a.fileType, b.fileType),
  uploaded_at: (a, b) => (a.uploaded_at < b.uploaded_at ? -1 : a.uploaded_at > b.uploaded_at ? 1 : 0),
}

type Arrangement = { files: ProjectFile[]; folder: Folder; search: string; order: Order | null }

/**
 * The files of a folder whose name or type contains the search text. Without an order, the API's order is kept.
 */
export function visibleFiles({ files, folder, search, order }: Arrangement): ProjectFile[] {
  const word = search.trim().toLowerCase()
  const found = files.filter(
    (file) =>
      folderOf(file) === folder &&
      (word === '' || file.name.toLowerCase().includes(word) || file.fileType.toLowerCase().includes(word)),
  )
  if (!order) return found
  const sorted = found.sort(compare[order.by])
  return order.descending ? sorted.reverse() : sorted
}
