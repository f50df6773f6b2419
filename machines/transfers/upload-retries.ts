import { isRefusal } from '../lib/refusal'
import { pauseText, statusOf } from './upload-failures'
import { type ChosenFile, newItem, type UploadItem } from './upload-rules'

/**
 * Large files are sent so that they can be continued: what has arrived waits on the server, at an address of its own.
 * Small ones are sent in one piece, and again from their beginning.
 */

const MB = 1_048_576

/** The size from which a file is sent so that it can be continued. */
export const resumableFrom = 16 * MB

/** With the pauses below, about ten minutes in which nothing arrives. */
const mostTries = 24
const longestPauseMs = 30_000

/** What is kept of a file over a reload or a login; its bytes have to be chosen again. */
export type UnsentFile = Pick<UploadItem, 'id' | 'projectId' | 'name' | 'size' | 'modified' | 'address'>

/** The server has no storage left: that does not end by waiting, and the person has to know. */
const full = 507

/** Whether a failure only pauses a file: it can be continued, and the failure says nothing against it. */
export const isPause = (item: UploadItem | undefined, error: unknown) =>
  item !== undefined &&
  item.size >= resumableFrom &&
  item.tries < mostTries &&
  !isRefusal(error) &&
  statusOf(error) !== full

export const pauseMs = (item: UploadItem | undefined) => Math.min(longestPauseMs, 1000 * 2 ** ((item?.tries ?? 1) - 1))

/** The item, waiting for the next try. Tries count from the last byte that was new. */
export const paused = (item: UploadItem, error: unknown): UploadItem => ({
  ...item,
  status: 'paused',
  speed: null,
  mark: null,
  tries: item.tries + 1,
  reached: Math.max(item.reached, item.sent),
  failure: `${pauseText(error)} The upload will resume automatically.`,
})

/** A file whose way was cut off by a reload. */
export const interrupted = (file: UnsentFile): UploadItem => ({
  ...newItem(file, file.projectId),
  address: file.address,
  status: 'interrupted',
  failure: file.address
    ? 'This upload was interrupted. Choose the file again to resume where it stopped.'
    : 'This upload was interrupted. Choose the file again.',
})

/** By which a file that was cut off is known when it is chosen again. */
const markOf = ({ name, size }: Pick<ChosenFile, 'name' | 'size'>) => `${size} ${name.normalize('NFC')}`

const isCutOff = (item: UploadItem, projectId: string) => item.projectId === projectId && item.status === 'interrupted'

/** The list without the files that were cut off and are chosen again now. */
export function withoutThose(items: UploadItem[], projectId: string, files: ChosenFile[]): UploadItem[] {
  const chosen = new Set(files.map(markOf))
  return items.filter((item) => !(isCutOff(item, projectId) && chosen.has(markOf(item))))
}

/** Files chosen again go on at the addresses of those that were cut off, unless they have been changed since. */
export function continuing(chosen: UploadItem[], projectId: string, before: UploadItem[]): UploadItem[] {
  const known = new Map(before.filter((item) => isCutOff(item, projectId)).map((item) => [markOf(item), item]))
  return chosen.map((item) => {
    const earlier = known.get(markOf(item))
    return earlier?.modified === item.modified ? { ...item, address: earlier.address } : item
  })
}
