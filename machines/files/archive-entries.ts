/**
 * Rules for the first files and folders in an archive. The browser and the API both use them to detect the file type.
 * Pure functions.
 */
import { modelNames } from './model-signatures'

const aside = /^__macosx|\/$|(?:^|\/)(?:readme|license|\.)[^/]*$|\.(?:txt|md|pdf)$/i

/** Whether an entry is a folder, a note or a hidden file. These can precede any content, so they do not identify it. */
export const isAside = (entry: string) => aside.test(entry)

/** Files that only ODB++ jobs contain, at any depth. */
const odbFiles = /(?:^|\/)(?:matrix\/matrix|fonts\/standard)(?:\.gz|\.z)?$/i
/** Files and folders in a step of a job. The job itself can be in a folder. */
const stepFiles = /^(?:\.\/)?(?:[^/\0]{1,80}\/)?steps\/[^/]+\//
/**
 * Folders of a job that other archives can also contain. `firstJobFolders` are common in other archives, so they count
 * only as the first entry.
 */
const jobFolders = /^(?:\.\/)?(?:[^/\0]{1,80}\/)?(?:matrix|steps)\/$/
const firstJobFolders = /^(?:\.\/)?(?:[^/\0]{1,80}\/)?(?:misc|symbols)\//
/** Folders that a job can contain, but that do not identify an archive as a job. */
const odbFolders = /^(?:\.\/)?(?:[^/\0]{1,80}\/)?(?:ext|fonts|input|misc|symbols|user|wheels)\//

const officeParts = /^\[content_types\]/i

/**
 * Whether the first entries of an archive are those of an ODB++ job. Null if they are inconclusive, because all of them
 * are folders, notes, hidden files, or in folders that a job can contain.
 */
export function isOdbJob(entries: string[]): boolean | null {
  if (entries.some((entry) => officeParts.test(entry))) return false
  const others = entries.filter((entry) => !modelNames.test(entry.toLowerCase()))
  if (others.some((entry) => odbFiles.test(entry) || stepFiles.test(entry))) return true
  const isWithoutModels = others.length === entries.length
  if (isWithoutModels && (firstJobFolders.test(entries[0] ?? '') || entries.some((entry) => jobFolders.test(entry)))) {
    return true
  }
  return entries.every((entry) => isAside(entry) || odbFolders.test(entry)) ? null : false
}

/** Whether the name of an archive suggests an ODB++ job. It decides only if the entries are inconclusive. */
export const isNamedOdb = (name: string) => /(?:^|[^a-z])odb.*\.(?:tgz|gz|zip|tar|z)$|\.odb$/i.test(name)
