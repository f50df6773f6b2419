/**
 * Rules for the first files and folders in an archive. The browser and the API both use them to detect the file type.
 * Pure functions.
 */

const aside = /^__macosx|\/$|(?:^|\/)(?:readme|license|\.)[^/]*$|\.(?:txt|md|pdf)$/i

/** Whether an entry is a folder or a note, which can precede any content. */
export const isAside = (entry: string) => aside.test(entry)

/** Files and folders that only jobs contain. A job can be in a folder, and its characteristic files at any depth. */
const odbEntries = [
  /^(?:\.\/)?(?:[^/\0]{1,80}\/)?(?:matrix\/|steps\/|fonts\/standard$)/,
  /(?:^|\/)(?:matrix\/matrix|fonts\/standard)(?:\.gz|\.z)?$/i,
]
/** Folders of a job that other archives can contain too, so they count only at the beginning. */
const firstOdbFolders = /^(?:\.\/)?(?:[^/\0]{1,80}\/)?(?:misc|symbols)\//
/** Folders of a job that do not identify it. */
const odbFolders = /^(?:\.\/)?(?:[^/\0]{1,80}\/)?(?:ext|fonts|input|misc|symbols|user|wheels)\//

/**
 * Whether the first entries of an archive are those of an ODB++ job. Null if they do not tell, because only notes or
 * folders that a job can contain are among them.
 */
export function isOdbJob(entries: string[]): boolean | null {
  if (entries.some((entry) => odbEntries.some((rule) => rule.test(entry)))) return true
  if (firstOdbFolders.test(entries[0] ?? '')) return true
  return entries.every((entry) => isAside(entry) || odbFolders.test(entry)) ? null : false
}

/** Whether the name of an archive suggests an ODB++ job. It decides only if the entries do not tell. */
export const isNamedOdb = (name: string) => /odb.*\.(?:tgz|gz|zip|tar|z)$|\.odb$/i.test(name)
