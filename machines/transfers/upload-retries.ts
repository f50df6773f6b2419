import { MB } from '../lib/file-size'
import { isRefusal } from '../lib/refusal'
import { pauseText, statusOf } from './upload-failures'
import { type ChosenFile, type FileData, newItem, type UploadItem } from './upload-rules'

/**
 * Large files are sent as resumable uploads: the server keeps the bytes received so far, each upload at its own URL.
 * Small files are sent in one call and start over after a failure.
 */

/** The minimum size of a resumable upload. */
export const resumableFrom = 16 * MB

/** With the pauses below, retries end after about ten minutes without progress. */
const maxTries = 24
const longestPauseMs = 30_000

/** The data about a file that is stored across a reload or a login. The file itself has to be selected again. */
export type UnsentFile = Pick<UploadItem, 'id' | 'projectId' | 'name' | 'size' | 'modified' | 'address'>

export const unsentFile = ({ id, projectId, name, size, modified, address }: UnsentFile): UnsentFile => ({
  id,
  projectId,
  name,
  size,
  modified,
  address,
})

/** The server has run out of storage. Waiting does not help, so the upload fails instead of pausing. */
const full = 507

/**
 * Whether a failure only pauses the upload: it can be resumed, the file was not rejected, and neither the attempts nor
 * the server's storage have run out.
 */
export const isPause = (item: FileData, error: unknown) =>
  item.size >= resumableFrom && item.tries < maxTries && !isRefusal(error) && statusOf(error) !== full

export const pauseMs = ({ tries }: FileData) => Math.min(longestPauseMs, 1000 * 2 ** (tries - 1))

/** The item while it waits for its next attempt. Attempts are counted since the last progress. */
export const paused = (item: FileData, error: unknown): FileData => ({
  ...item,
  speed: null,
  mark: null,
  tries: item.tries + 1,
  reached: Math.max(item.reached, item.sent),
  failure: `${pauseText(error)} The upload will resume automatically.`,
})

/** An upload that was interrupted by a reload. */
export const interrupted = (file: UnsentFile): UploadItem => ({
  ...newItem(file, file.projectId),
  address: file.address,
  status: 'interrupted',
  failure: file.address
    ? 'This upload was interrupted. Choose the file again to resume where it stopped.'
    : 'This upload was interrupted. Choose the file again.',
})

/** Identifies an interrupted file when it is selected again. */
const markOf = ({ name, size }: Pick<ChosenFile, 'name' | 'size'>) => `${size} ${name.normalize('NFC')}`

const isCutOff = (item: UploadItem, projectId: string) => item.projectId === projectId && item.status === 'interrupted'

/** Removes interrupted files that have now been selected again. */
export function withoutFiles(items: UploadItem[], projectId: string, files: ChosenFile[]): UploadItem[] {
  if (!items.some((item) => isCutOff(item, projectId))) return items
  const chosen = new Set(files.map(markOf))
  return items.filter((item) => !(isCutOff(item, projectId) && chosen.has(markOf(item))))
}

/** Resumes interrupted uploads whose files are selected again, unless the files have changed since. */
export function continuing(chosen: UploadItem[], projectId: string, before: UploadItem[]): UploadItem[] {
  const known = new Map(before.filter((item) => isCutOff(item, projectId)).map((item) => [markOf(item), item]))
  if (known.size === 0) return chosen
  return chosen.map((item) => {
    const earlier = known.get(markOf(item))
    return earlier?.modified === item.modified ? { ...item, address: earlier.address } : item
  })
}
