import type { components } from '../../openapi/generated/product'
import { MB } from '../lib/file-size'
import type { ProjectFile } from './file-order'

export type FileType = components['schemas']['FileType']

/** The files shown in the file manager. `total` exceeds the number of files if only the newest were requested. */
export type FileListing = { files: ProjectFile[]; total: number; types: FileType[]; usedMb: number }

/** The files that were added or changed, as returned by the API, and the ids of removed files. */
export type FileChanges = { files: ProjectFile[]; gone: string[] }

export const noChanges: FileChanges = { files: [], gone: [] }

/** Combines two consecutive changes into one. */
export const followedBy = (first: FileChanges, then: FileChanges): FileChanges => ({
  files: [...first.files, ...then.files],
  gone: [...first.gone, ...then.gone],
})

/** Applies changes to the list. New files are added at the beginning, newest first, as in the API's list. */
export function changed(listing: FileListing, { files, gone }: FileChanges): FileListing {
  if (files.length + gone.length === 0) return listing
  const isGone = new Set(gone)
  const newest = new Map(files.map((file) => [file.id, file]))
  const known = new Set(listing.files.map(({ id }) => id))
  const arrived = [...newest.values()].filter(({ id }) => !known.has(id) && !isGone.has(id)).toReversed()
  const left = listing.files.filter(({ id }) => isGone.has(id))
  const stayed = listing.files.filter(({ id }) => !isGone.has(id)).map((file) => newest.get(file.id) ?? file)
  return {
    ...listing,
    files: [...arrived, ...stayed],
    total: listing.total + arrived.length - left.length,
    usedMb: Math.max(0, listing.usedMb + (bytesOf(arrived) - bytesOf(left)) / MB),
  }
}

/** The total size of the files in bytes, including their earlier revisions, which also occupy storage. */
const bytesOf = (files: ProjectFile[]) => files.reduce((sum, { size, total_size = size }) => sum + total_size, 0)
