import type { NamedChoice } from './file-store'

/** The files selected with a file or folder button. The name of a file from a folder includes its path. */
export const pickedFiles = (list: FileList | null): NamedChoice => ({
  files: Array.from(list ?? [], (file) => ({ file, name: file.webkitRelativePath || file.name })),
  unreadable: [],
})

/**
 * The dropped files, including the contents of dropped folders. Unreadable entries do not block the others. Must be
 * called before the event handler returns, because the entries are not available later.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<NamedChoice> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return pickedFiles(files)
  const choice: NamedChoice = { files: [], unreadable: [] }
  for (const entry of entries) await addEntry(choice, entry, '')
  return choice
}

/** Adds a file, or everything in a folder. */
async function addEntry(choice: NamedChoice, entry: FileSystemEntry, parent: string) {
  const name = `${parent}${entry.name}`
  try {
    if (isFile(entry)) choice.files.push({ file: await fileOf(entry), name })
    if (isFolder(entry))
      for await (const portion of portionsOf(entry)) {
        for (const child of portion) await addEntry(choice, child, `${name}/`)
      }
  } catch {
    choice.unreadable.push(name)
  }
}

/** `readEntries` returns a folder's entries in batches; an empty batch marks the end. */
async function* portionsOf(folder: FileSystemDirectoryEntry) {
  const reader = folder.createReader()
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (portion.length === 0) return
    yield portion
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
