/** Determines which of the selected files are skipped, and provides the messages about them. */

/** Thrown when a file was selected but can no longer be read. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  constructor() {
    super('It has been changed or removed since it was chosen.')
  }
}

/** Files that operating systems and programs create in folders. They contain no information about a board. */
const systemNames = [
  // macOS
  /^\.ds_store$/i,
  /^\._/,
  /^\.localized$/i,
  /^icon\r$/i,
  // Windows
  /^(ehthumbs(_vista)?|thumbs)\.db(:encryptable)?$/i,
  /^desktop\.ini$/i,
  // Linux
  /^\.directory$/,
  /^\.nfs[0-9a-f]+$/,
  // Lock files of programs that have a file open: Office, LibreOffice, KiCad.
  /^~\$/,
  /^\.~lock\..+#$/,
  /^~.+\.lck$/,
]
const systemFolders =
  /^(__macosx|\.spotlight-v100|\.trashes|\.fseventsd|\.temporaryitems|\$recycle\.bin|system volume information)$/i

/** Whether the file with this path is a system file or is in a folder that the operating system has created. */
export function isSystemFile(path: string): boolean {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  return systemNames.some((rule) => rule.test(name)) || folders.some((folder) => systemFolders.test(folder))
}

const namedAtMost = 3

function listed(names: string[]): string {
  const rest = names.length - namedAtMost
  return names.slice(0, namedAtMost).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

/** The message about skipped system files, or null if there are none. */
export function skippedFilesText(paths: string[]): string | null {
  if (paths.length === 0) return null
  const names = listed([...new Set(paths.map((path) => path.split('/').at(-1) ?? path))])
  return paths.length === 1
    ? `1 system file was skipped: ${names}.`
    : `${paths.length} system files were skipped: ${names}.`
}

/** The message about files and folders that the browser could not read, or null if there are none. */
export function unreadableText(paths: string[]): string | null {
  if (paths.length === 0) return null
  const count = paths.length === 1 ? '1 file or folder' : `${paths.length} files or folders`
  return (
    `${count} could not be read and will not be uploaded: ${listed(paths)}. ` +
    'Check that you have access, then try again.'
  )
}
