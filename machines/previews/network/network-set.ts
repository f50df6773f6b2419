import { fileNameKey } from '../../files/file-names'
import { folderOf, type ProjectFile } from '../../files/file-order'
import { onFirstUse } from '../../lib/on-first-use'
import { extensionOf, kindOf } from '../preview-kinds'

/** Natural sort order: port2 before port10. */
const byName = onFirstUse(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

/** The folder of a file and the ending of its name, which are the same for all networks of a set. */
const setOf = (file: ProjectFile) =>
  JSON.stringify([
    folderOf(file),
    fileNameKey(file.name.slice(0, file.name.lastIndexOf('/') + 1)),
    extensionOf(file.name),
  ])

/**
 * The other networks of a file's set: those with the same ending in the same folder, sorted by name. Endings such as .s4p
 * contain the number of ports. There are none if the file is not a network in the list.
 */
export function othersInSet(fileId: string | null, files: ProjectFile[]): ProjectFile[] {
  const own = files.find(({ id }) => id === fileId)
  if (!own || kindOf(own) !== 'network') return []
  const set = setOf(own)
  return files
    .filter((file) => file !== own && file.size > 0 && setOf(file) === set)
    .toSorted((one, other) => byName().compare(one.name, other.name))
}

/** The files that fit together into this size, each of them unless it is too large after those before it. */
export function fittingFiles(files: ProjectFile[], bytes: number): ProjectFile[] {
  let left = bytes
  return files.filter(({ size }) => {
    const isFitting = size <= left
    if (isFitting) left -= size
    return isFitting
  })
}

/** Names the other networks of a file's set. If there is not enough room for all of them, the text says for how many. */
export function othersText(name: string, count: number, room: number): string {
  const files = `other .${extensionOf(name)} ${count === 1 ? 'file' : 'files'} in this folder`
  if (count > room) return `${room} of the ${count} ${files}`
  return count === 1 ? `the ${files}` : `the ${count} ${files}`
}
