import { fileNameKey } from '../../files/file-names'
import { folderOf, type ProjectFile, visibleFiles } from '../../files/file-order'
import { extensionOf, kindOf } from '../preview-kinds'
import { maxCompared, maxComparedBytes } from './network-comparison'

/** The key of the folders before a file's name. It is the same for all files in the same folder of a project. */
const pathKey = ({ name }: ProjectFile) => fileNameKey(name.slice(0, name.lastIndexOf('/') + 1))

/**
 * The other networks of a file's set: those with the same ending in the same folder, sorted by name. Endings such as
 * .s4p contain the number of ports, so the networks of such a set all have the same number. There are no others if the
 * file is not a network in the list.
 */
export function othersInSet(fileId: string | null, files: ProjectFile[]): ProjectFile[] {
  const own = files.find(({ id }) => id === fileId)
  if (!own || kindOf(own) !== 'network') return []
  const [path, extension] = [pathKey(own), extensionOf(own.name)]
  const others = files.filter(
    (file) => file !== own && file.size > 0 && extensionOf(file.name) === extension && pathKey(file) === path,
  )
  return visibleFiles({ files: others, folder: folderOf(own), search: '', order: { by: 'name', descending: false } })
}

/**
 * The files that fit into a total size of `bytes`. A file that does not fit in addition to those before it is skipped.
 */
export function fittingFiles(files: ProjectFile[], bytes: number): ProjectFile[] {
  let left = bytes
  return files.filter(({ size }) => {
    const isFitting = size <= left
    if (isFitting) left -= size
    return isFitting
  })
}

/** The networks of a file's set that can be compared with it at once, and how many other networks the set has. */
export type ComparableSet = { ids: string[]; size: number }

export function comparableSet(fileId: string | null, files: ProjectFile[]): ComparableSet {
  const others = othersInSet(fileId, files)
  const ownBytes = files.find(({ id }) => id === fileId)?.size ?? 0
  const fitting = fittingFiles(others, maxComparedBytes - ownBytes).slice(0, maxCompared - 1)
  return { ids: fitting.map(({ id }) => id), size: others.length }
}

/**
 * Describes the other networks of a file's set. If there is not enough room for all of them, the text states how many
 * fit.
 */
export function othersText(name: string, count: number, room: number): string {
  const files = `other .${extensionOf(name)} ${count === 1 ? 'file' : 'files'} in this folder`
  if (count > room) return `${room} of the ${count} ${files}`
  return count === 1 ? `the ${files}` : `the ${count} ${files}`
}
