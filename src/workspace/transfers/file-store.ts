import { UnreadableFile } from '../../../machines/transfers/dropped-files'
import type { Choice } from '../../../machines/transfers/upload-slots'
import type { ChosenFile } from '../../../machines/transfers/upload-rules'
import { tell } from '../../ui/toaster'

/** A file as it was chosen, under the name that it is to have. */
export type NamedFile = { file: File; name: string }

/** What a person has chosen or dropped, with the names of what the browser could not read of it. */
export type NamedChoice = { files: NamedFile[]; unreadable: string[] }

/** The bytes of chosen files, by the ids under which machines speak of them. */
const chosenFiles = new Map<string, File>()

/** So long the page may be held by the files that were chosen, before it may answer the person again. In ms. */
const sliceMs = 10

/**
 * Keeps chosen files and gives what the upload machine has to know of them. The browser looks at each file on the disk
 * when it is asked for its size, and the page waits for it: thousands are asked with breaks between them.
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
  // They are drawn, and the first of them sent, in a task of its own.
  await nextTask()
  return { files: kept, unreadable }
}

/** Hands a choice on once it is kept. One that cannot be read is told to the person, with what to do. */
export function handOnChoice(choosing: Promise<NamedChoice>, onFiles: (choice: Choice) => void): void {
  choosing
    .then(keepChosenFiles)
    .then(onFiles)
    .catch((error: unknown) => {
      console.error(error)
      tell('The chosen files could not be read, so nothing was uploaded. Please choose them again.')
    })
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

export const chosenFile = (id: string): File | undefined => chosenFiles.get(id)

/** Lets go of files that nobody can send or preview any more. */
export const releaseFiles = (ids: string[]) => {
  for (const id of ids) chosenFiles.delete(id)
}

/**
 * Fails with UnreadableFile where the file on the disk is not the one that was chosen any more. A browser refuses to
 * read a part of a file that has changed, and would send the whole of it as it is now.
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
