import { UnreadableFile } from '../../../machines/transfers/dropped-files'
import type { Choice } from '../../../machines/transfers/upload-setup'
import type { ChosenFile } from '../../../machines/transfers/upload-rules'
import { notify } from '../../ui/notices/notify'

/** A selected file and the name to store it under. */
export type NamedFile = { file: File; name: string }

/** The files that the user selected or dropped, and the names of those that the browser could not read. */
export type NamedChoice = { files: NamedFile[]; unreadable: string[] }

/** The selected files, by the ids that the machines use for them. */
const chosenFiles = new Map<string, File>()

/** Maximum time for which processing selected files may block the page, in ms. */
const sliceMs = 10

/**
 * Stores the selected files and returns the data that the upload machine needs. Reading a file's size makes the browser
 * access the disk and blocks the page, so thousands of files are processed with pauses in between.
 */
export async function keepChosenFiles({ files, unreadable }: NamedChoice): Promise<Choice> {
  const kept: ChosenFile[] = []
  let from = performance.now()
  for (const { file, name } of files) {
    if (performance.now() - from > sliceMs) {
      await nextTask()
      from = performance.now()
    }
    const id = crypto.randomUUID()
    chosenFiles.set(id, file)
    kept.push({ id, name, size: file.size, modified: file.lastModified })
  }
  // Rendering the files and sending the first one run in a separate task.
  await nextTask()
  return { files: kept, unreadable }
}

/**
 * Stores the selected files and passes them to `onFiles`. If they cannot be read, the user gets a message that explains
 * what to do.
 */
export function handOnChoice(choosing: Promise<NamedChoice>, onFiles: (choice: Choice) => void): void {
  choosing
    .then(keepChosenFiles)
    .then(onFiles)
    .catch((error: unknown) => {
      console.error(error)
      notify('The chosen files could not be read, so nothing was uploaded. Please choose them again.')
    })
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

export const chosenFile = (id: string): File | undefined => chosenFiles.get(id)

/** Releases files that can no longer be sent or previewed. */
export const releaseFiles = (ids: string[]) => {
  for (const id of ids) chosenFiles.delete(id)
}

/**
 * Throws UnreadableFile if the file on disk has changed since it was selected. A browser refuses to read a slice of a
 * changed file, but would send the complete file with its new content.
 */
export async function expectUnchanged(file: File, { size, modified }: Pick<ChosenFile, 'size' | 'modified'>) {
  if (file.size !== size || file.lastModified !== modified) throw new UnreadableFile()
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new UnreadableFile()
    })
}
