/**
 * The attachments of messages. Each is a hidden file of the project and is pinned to the request, so that its content
 * is stored, backed up, verified, kept and deleted like the content of the ordered files.
 */
import { and, asc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'

import { fileSize, MB } from '../../machines/lib/file-size'
import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import {
  files,
  messageAttachments as attachments,
  requestFiles,
  simulationRequests as requests,
} from '../database/schema'
import { discardContent } from '../files/discarded-content'
import { findFileType, keptAmong } from '../files/file-records'
import { proposeFileType } from '../files/file-type'
import { deleteRows, keepsFiles, lockRequestsOf, pinFiles, type Retention } from '../files/pinned-files'
import { Problem, wrongField } from '../http/problem'
import { lockProject } from '../projects/store'
import { type Caller, type Doer, lockPerson } from '../sharing/users'
import type { Received } from '../storage/received-content'
import type { RequestRow } from './store'

type Schemas = components['schemas']
type AttachmentRow = typeof attachments.$inferSelect

/** The maximum total size of the attachments of a request, sent or not. */
export const MAX_REQUEST_BYTES = 500 * MB

/** The maximum number of attachments that a person can upload for a request without sending them. */
export const MAX_UNSENT = 100

const UNSENT_MS = 24 * 60 * 60 * 1000

const pinnedFile = ({ id, name, size, sha256 }: Schemas['PinnedFile']): Schemas['PinnedFile'] => ({
  ...{ id, name, size, sha256 },
})

/** Returns how many bytes of attachments a request can still receive. */
export async function attachmentSpace(db: Db, requestId: string): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${attachments.size}), 0)`.mapWith(Number) })
    .from(attachments)
    .where(eq(attachments.requestId, requestId))
  return Math.max(0, MAX_REQUEST_BYTES - (found?.bytes ?? 0))
}

export const noSpace = (left: number) =>
  new Problem(
    413,
    `The attachments of a request can total ${fileSize(MAX_REQUEST_BYTES)}, of which ${fileSize(left)} is left. Nothing ` +
      'was stored. Attach a smaller file, or upload this one to the project and give its name in your message.',
  )

/** Refuses attachments to a request whose files are not kept. */
export async function assertKeepsFiles(db: Db, { id }: Pick<RequestRow, 'id'>, retention: Retention): Promise<void> {
  if (await keepsFiles(db, id, retention)) return
  throw new Problem(
    409,
    'This request was canceled, was delivered long ago, or belongs to a sample project. Its files are not kept, so nothing can ' +
      'be attached. You can send your message without attachments.',
  )
}

/** Selects the attachments that a person has uploaded but not yet sent with a message. */
const unsentOf = (db: Db, personId: string, where?: SQL) =>
  db
    .select({ id: attachments.id, requestId: attachments.requestId })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.id))
    .where(and(isNull(attachments.messageId), eq(files.uploadedBy, personId), where))

/** Stores a received file for a message that its uploader will send. */
export const keepAttachment = (
  db: Db,
  { id: requestId, projectId }: RequestRow,
  { head, entries, ...received }: Received & { name: string },
  caller: Caller,
  retention: Retention,
): Promise<Schemas['PinnedFile']> =>
  db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    // The project's lock is always acquired before a request's lock, to avoid deadlocks.
    const isOpen = await lockProject(tx, projectId)
    const [current] = await tx
      .select({ id: requests.id })
      .from(requests)
      .where(eq(requests.id, requestId))
      .for('update')
    if (!current) throw new Problem(404, 'There is no such request.')
    if (!isOpen) throw new Problem(409, 'The project of this request was deleted, so nothing can be attached.')
    await assertKeepsFiles(tx, current, retention)
    if ((await unsentOf(tx, by.id, eq(attachments.requestId, requestId))).length >= MAX_UNSENT) {
      throw new Problem(
        409,
        `You have ${MAX_UNSENT} unsent attachments for this request. Send some of them, or try again tomorrow.`,
      )
    }
    const left = await attachmentSpace(tx, requestId)
    if (received.size > left) throw noSpace(left)
    const proposedType = proposeFileType(received.name, { head, entries })
    const type = (await findFileType(tx, proposedType)) ?? (await findFileType(tx, 'other'))
    if (!type) throw new Error('There is no file type "other".')
    const created = new Date()
    await tx.insert(files).values({
      ...received,
      ...{ projectId, proposedType, typeId: type.id, uploadedBy: by.id },
      ...{ modifiedAt: created, uploadedAt: created, hiddenAt: created },
    })
    await pinFiles(tx, requestId, [received.id])
    await tx.insert(attachments).values({ ...received, requestId, projectId, created })
    return pinnedFile(received)
  })

/** Adds attachments to a message, inside the transaction that adds the message and has locked the request. */
export async function sendAttachments(
  tx: Db,
  { id: messageId, requestId }: { id: string; requestId: string },
  ids: string[],
  by: Doer,
): Promise<void> {
  const own = (await unsentOf(tx, by.id, eq(attachments.requestId, requestId))).map(({ id }) => id)
  if (!ids.every((id) => own.includes(id))) {
    throw wrongField(
      'attachments',
      'An attachment was sent from another tab, or is no longer stored, because attachments that are not sent within a day are ' +
        'deleted. Remove the attachments and attach the files again.',
    )
  }
  for (const [place, id] of ids.entries()) {
    await tx.update(attachments).set({ messageId, place }).where(eq(attachments.id, id))
  }
}

/** The attachments of messages, by the ids of the messages. */
export async function attachmentsOf(
  db: Db,
  messageIds: string[],
): Promise<ReadonlyMap<string, Schemas['MessageAttachment'][]>> {
  const found = new Map<string, Schemas['MessageAttachment'][]>()
  if (messageIds.length === 0) return found
  const rows = await db
    .select()
    .from(attachments)
    .where(inArray(attachments.messageId, messageIds))
    .orderBy(asc(attachments.place))
  const kept = await keptAmong(
    db,
    rows.map(({ id }) => id),
  )
  for (const row of rows) {
    const { id, messageId } = row
    const answer = { ...pinnedFile(row), ...(!kept.has(id) && { gone: true }) }
    if (messageId !== null) found.set(messageId, [...(found.get(messageId) ?? []), answer])
  }
  return found
}

/** The sent attachments of a request. */
export async function sentAttachments(db: Db, requestId: string): Promise<Schemas['PinnedFile'][]> {
  const isSent = and(eq(attachments.requestId, requestId), isNotNull(attachments.messageId))
  return (await db.select().from(attachments).where(isSent)).map(pinnedFile)
}

/**
 * Deletes attachments that were not sent within a day. Each project has a transaction of its own, as in
 * sweepHiddenFiles.
 */
export async function sweepUnsentAttachments(db: Db, now = new Date()): Promise<void> {
  const isOld = and(isNull(attachments.messageId), lt(attachments.created, new Date(now.getTime() - UNSENT_MS)))
  const found = await db.selectDistinct({ id: attachments.projectId }).from(attachments).where(isOld)
  for (const { id } of found) {
    await db.transaction(async (tx) => {
      await lockProject(tx, id)
      const old = and(isOld, eq(attachments.projectId, id))
      const unsent = tx.select({ id: attachments.id }).from(attachments).where(old)
      // Wait for messages that are being sent, so that they keep their attachments.
      await lockRequestsOf(tx, inArray(requestFiles.fileId, unsent))
      await dropAttachments(tx, await unsent)
    })
  }
}

/** The requests for which a person has unsent attachments. */
export const requestsWithUnsent = (tx: Db, personId: string) =>
  tx
    .select({ id: attachments.requestId })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.id))
    .where(and(isNull(attachments.messageId), eq(files.uploadedBy, personId)))

/**
 * Deletes a person's attachments that were not sent, inside a transaction that has locked their projects and requests.
 */
export const dropUnsentOf = async (tx: Db, personId: string): Promise<void> =>
  dropAttachments(tx, await unsentOf(tx, personId))

async function dropAttachments(tx: Db, rows: Pick<AttachmentRow, 'id'>[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.delete(attachments).where(inArray(attachments.id, ids))
  await deleteRows(tx, ids)
  await discardContent(tx, ids)
}
