import { isRefusal } from '../lib/refusal'
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

/** Whether a failure only pauses a file: it can be continued, and the failure says nothing against it. */
export const isPause = (item: UploadItem | undefined, error: unknown) =>
  item !== undefined && item.size >= resumableFrom && item.tries < mostTries && !isRefusal(error)

export const pauseMs = (item: UploadItem | undefined) => Math.min(longestPauseMs, 1000 * 2 ** ((item?.tries ?? 1) - 1))

/** The item, waiting for the next try. Tries count from the last byte that was new. */
export const paused = (item: UploadItem, error: unknown): UploadItem => ({
  ...item,
  ...{ status: 'paused', speed: null, mark: null, tries: item.tries + 1, reached: Math.max(item.reached, item.sent) },
  failure: `${causeOf(error)} The upload continues from here by itself.`,
})

function causeOf(error: unknown): string {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  if (status === 401) return 'The sign-in has expired.'
  return status === 0 ? 'The connection was lost.' : 'The server had a fault.'
}

/** A file whose way was cut off by a reload. */
export const interrupted = (file: UnsentFile): UploadItem => ({
  ...newItem(file, file.projectId),
  address: file.address,
  status: 'interrupted',
  failure: file.address
    ? 'This upload was interrupted. Choose the file again, and it continues where it stood.'
    : 'This upload was interrupted. Choose the file again.',
})

/** Whether this chosen file is the one whose way was cut off. */
const isSame = (item: UploadItem, file: ChosenFile) =>
  item.status === 'interrupted' && item.name === file.name && item.size === file.size

/** The files that were cut off and are not chosen again now. */
export const stillMissing = (items: UploadItem[], projectId: string, files: ChosenFile[]) =>
  items.filter((item) => item.projectId !== projectId || !files.some((file) => isSame(item, file)))

/** Files chosen again go on at the addresses of those that were cut off, unless they have been changed since. */
export function continuing(chosen: UploadItem[], before: UploadItem[]): UploadItem[] {
  const known = before.filter(({ status }) => status === 'interrupted')
  if (known.length === 0) return chosen
  return chosen.map((item) => {
    const earlier = known.find(
      (one) => one.projectId === item.projectId && isSame(one, item) && one.modified === item.modified,
    )
    return earlier ? { ...item, address: earlier.address } : item
  })
}
