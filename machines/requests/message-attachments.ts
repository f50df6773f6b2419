import type { components } from '../../openapi/generated/product'
import { fileSize, MB } from '../lib/file-size'
import type { Choice } from '../transfers/upload-setup'
import type { ChosenFile } from '../transfers/upload-rules'

/** A file that a message carries. */
export type MessageAttachment = components['schemas']['MessageAttachment']
/** An attachment that the server has stored for a message that has not been sent yet. */
export type StoredAttachment = components['schemas']['PinnedFile']

/** The maximum number of files attached to a message, as in the API contract. */
export const mostAttachments = 10

export const MAX_ATTACHMENT_BYTES = 25 * MB

export const tooLarge = (what: string) =>
  `${what} is larger than ${fileSize(MAX_ATTACHMENT_BYTES)}, the maximum size of an attachment.`

/**
 * A file that the user has attached to a message that has not been sent yet. The key is the id of the chosen file or,
 * if the file was uploaded before the page was loaded, of the attachment.
 */
export type Attached = { key: string; name: string; size: number } & (
  | { state: 'uploading'; file: ChosenFile; sent: number }
  | { state: 'failed'; file: ChosenFile; failure: string; isFinal?: true }
  | { state: 'uploaded'; stored: StoredAttachment }
)

export const isUploaded = ({ state }: Attached) => state === 'uploaded'

/** Makes a chosen file an attachment. If the file is too large, it is not uploaded. */
function attach(file: ChosenFile): Attached {
  const { id: key, name, size } = file
  return size > MAX_ATTACHMENT_BYTES
    ? { key, name, size, file, state: 'failed', failure: tooLarge(`“${name}”`), isFinal: true }
    : { key, name, size, file, state: 'uploading', sent: 0 }
}

/** Chosen files as additional attachments, and why some of them are left out. */
export function attachedFrom(attached: Attached[], { files, unreadable }: Choice) {
  const room = mostAttachments - attached.length
  const leftOut = files.slice(room)
  const reasons = [
    ...(leftOut.length > 0
      ? [`A message can have at most ${mostAttachments} files. Not attached: ${namesOf(leftOut)}.`]
      : []),
    ...(unreadable.length > 0 ? [`Could not be read: ${unreadable.join(', ')}.`] : []),
  ]
  return {
    added: files.slice(0, room).map(attach),
    leftOut: leftOut.map(({ id }) => id),
    unattached: reasons.length > 0 ? reasons.join(' ') : null,
  }
}

const namesOf = (files: ChosenFile[]) => files.map(({ name }) => name).join(', ')

/** An uploaded attachment: one from before the page was loaded, or one whose upload has just finished. */
export const reattach = (stored: StoredAttachment): Attached => ({
  key: stored.id,
  name: stored.name,
  size: stored.size,
  state: 'uploaded',
  stored,
})

export const storedOf = (attached: Attached[]): StoredAttachment[] =>
  attached.flatMap((one) => (one.state === 'uploaded' ? [one.stored] : []))

export const isStoredAttachment = (stored: unknown): stored is StoredAttachment =>
  typeof stored === 'object' &&
  stored !== null &&
  'id' in stored &&
  typeof stored.id === 'string' &&
  'name' in stored &&
  typeof stored.name === 'string' &&
  'size' in stored &&
  typeof stored.size === 'number' &&
  'sha256' in stored &&
  typeof stored.sha256 === 'string'
