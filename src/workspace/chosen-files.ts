import type { NamedFile } from './file-machines'

type PlacedFile = { file: File; folders: string[] }

/**
 * Files with the names that they get in the project, which has no folders of its own. A name that appears in several
 * folders of the same choice gets its folders in front, so that each file can be told from the others.
 */
export function namedFiles(placed: PlacedFile[]): NamedFile[] {
  const counts = new Map<string, number>()
  for (const { file } of placed) counts.set(file.name.toLowerCase(), (counts.get(file.name.toLowerCase()) ?? 0) + 1)
  return placed.map(({ file, folders }) => ({
    file,
    name: (counts.get(file.name.toLowerCase()) ?? 0) > 1 ? [...folders, file.name].join('_') : file.name,
  }))
}

/** What was chosen by a button for files or for a folder. */
export const pickedFiles = (list: FileList | null) =>
  namedFiles(
    Array.from(list ?? [], (file) => ({
      file,
      folders: file.webkitRelativePath.split('/').filter(Boolean).slice(0, -1),
    })),
  )

/** What was dropped, with all that is in dropped folders. The entries must be taken before the event is over. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<NamedFile[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return pickedFiles(files)
  return namedFiles((await Promise.all(entries.map((entry) => filesIn(entry, [])))).flat())
}

async function filesIn(entry: FileSystemEntry, folders: string[]): Promise<PlacedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ file, folders }]
  }
  if (!isFolder(entry)) return []
  const inside = [...folders, entry.name]
  return (await Promise.all((await entriesOf(entry)).map((child) => filesIn(child, inside)))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A folder is read in portions, until one of them is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (portion.length === 0) return all
    all.push(...portion)
  }
}
