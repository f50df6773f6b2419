/**
 * Resumable uploads to Inputs: the calls of the tus protocol. The id of an upload becomes the id of its file, so that a
 * client that missed the last response can find out that the upload is complete. Only the user who started an upload can
 * access it.
 */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

import { MAX_PROJECT_FILES, UNFINISHED_MS } from '../../machines/transfers/upload-limits'
import type { Identity } from '../auth/bearer-token'
import type { AppServices, Handlers } from '../auth/route-context'
import { fileAnswer, findFile, type FileRow } from '../files/file-records'
import { noSuchProject } from '../http/problem'
import { findProject, type ProjectRow } from '../projects/store'
import { isDiskFull } from '../storage/disk-space'
import {
  type Announced,
  TooManyBytes,
  TooManyWaiting,
  type Unfinished,
  UploadCancelled,
} from '../storage/unfinished-files'
import { assertNameFree, readAnnouncement } from './announced-files'
import { keepFinished } from './finished-uploads'
import { incomingBytes } from './incoming-bytes'
import type { Quota } from './quota'
import { alreadyComplete, expires, largerThanAnnounced, noSuchUpload, otherOffset, uploadExpired } from './tus-protocol'
import { tooManyFiles, notEnoughSpace, tooManyUnfinished } from './upload-checks'
import { usageOf } from './upload-commit'
import { createUploadLocks } from './upload-lock'

type Sender = { project: ProjectRow; identity: Identity }

/** Exactly one of `unfinished` and `file` is set. */
type Upload = { size: number; offset: number; unfinished: Unfinished | null; file: FileRow | null }

export const resumableUploadHandlers = (services: AppServices, quota: Quota) => {
  const { db, storage, unfinished } = services
  const locks = createUploadLocks()

  /** Finds an upload of the sender, even if it is complete. */
  async function findOwn({ project, identity }: Sender, id: string): Promise<Upload> {
    const waiting = await unfinished.find(id)
    const file = waiting ? null : ((await findFile(db, id)) ?? null)
    const found = waiting ?? file
    if (!found || found.projectId !== project.id || found.uploadedBy !== identity.id) throw noSuchUpload()
    const { size } = found
    // If all bytes have been received but the file could not be stored, report one byte less. Otherwise, the client would
    // consider the file stored. Sending the last byte again is a retry.
    const offset = waiting ? Math.min(waiting.offset, Math.max(0, size - 1)) : size
    return { size, offset, unfinished: waiting, file }
  }

  /**
   * Runs `work` while no other call works on the upload. Calls by other users cannot interrupt a call by the sender.
   */
  async function holdOwn<Result>(
    sender: Sender,
    id: string,
    work: (upload: Upload, takenOver: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    await findOwn(sender, id)
    return locks.hold(id, async (takenOver) => work(await findOwn(sender, id), takenOver))
  }

  function assertUnexpired(upload: Upload) {
    if (upload.unfinished && Date.now() - upload.unfinished.touchedAt.getTime() > UNFINISHED_MS) throw uploadExpired()
  }

  async function usage({ projectId, replaces }: Announced, identity: Identity) {
    const { usedBytes, fileCount, freedBytes, freedFiles } = await usageOf(db, { projectId, identity, replaces })
    return { usedBytes, freedBytes, fileCount: fileCount - freedFiles, left: quota.left(projectId, usedBytes) }
  }

  /** Applies new metadata, if any. For example, the name can be changed if it is in use. */
  async function amended(begun: Announced, identity: Identity, metadataHeader: string | undefined) {
    if (metadataHeader === undefined) return begun
    const { id, size, projectId } = begun
    const announced = await readAnnouncement(db, { id, size, projectId, identity, metadataHeader })
    await unfinished.amend(announced)
    return announced
  }

  /** Appends content to an upload. Returns the new offset and, if the upload is now complete, its file. */
  async function append(announced: Announced, identity: Identity, content: Readable, offset: number) {
    await assertNameFree(db, announced, 'waiting')
    const { left, usedBytes, freedBytes } = await usage(announced, identity)
    if (announced.size > left + freedBytes) throw notEnoughSpace(quota, left)
    const reservation = quota.reserve(announced.projectId, { usedBytes, announced: announced.size, freedBytes })
    try {
      const received = await unfinished.append(announced, content, offset)
      const isComplete = received === announced.size
      return { received, file: isComplete ? await keepFinished(services, quota, identity, announced) : null }
    } catch (error) {
      if (error instanceof TooManyBytes) throw largerThanAnnounced()
      if (error instanceof UploadCancelled) {
        // Deleting a project cancels its uploads.
        throw (await findProject(db, announced.projectId, identity.id)) ? noSuchUpload() : noSuchProject()
      }
      // Delete the received bytes, which would continue to fill the disk.
      if (isDiskFull(error)) {
        await unfinished.remove(announced.id)
        await storage.remove([announced.id])
      }
      throw error
    } finally {
      reservation.release()
    }
  }

  return {
    async beginUpload({ project, identity, headers, reply }) {
      const announced = await readAnnouncement(db, {
        id: randomUUID(),
        size: Number(headers['upload-length']),
        projectId: project.id,
        identity,
        metadataHeader: headers['upload-metadata'],
      })
      const { id, size } = announced
      await assertNameFree(db, announced, 'before')
      const { left, freedBytes, fileCount } = await usage(announced, identity)
      if (size > left + freedBytes) throw notEnoughSpace(quota, left)
      if (fileCount >= MAX_PROJECT_FILES) throw tooManyFiles(0)
      await unfinished.makeRoom(identity.id, project.id, left + freedBytes - size)
      await unfinished.begin(announced).catch((error: unknown) => {
        throw error instanceof TooManyWaiting ? tooManyUnfinished(error) : error
      })
      if (size === 0) {
        await keepFinished(services, quota, identity, announced).catch(async (error: unknown) => {
          // The client does not know the upload's URL, so it cannot retry.
          await unfinished.remove(id)
          throw error
        })
      }
      reply.headers({ location: `uploads/${id}`, ...(size > 0 && expires(new Date())) })
      return undefined
    },

    async findUpload({ path: { uploadId }, reply, ...sender }) {
      // This ends an older call that is still receiving bytes, so that the offset is final.
      const upload = await holdOwn(sender, uploadId, async (found) => found)
      assertUnexpired(upload)
      const { offset, size, unfinished: waiting } = upload
      reply.headers({
        'upload-offset': offset,
        'upload-length': size,
        ...(waiting?.metadataHeader && { 'upload-metadata': waiting.metadataHeader }),
      })
      return undefined
    },

    async continueUpload({ path: { uploadId }, headers, request, reply, project, identity }) {
      const { content, cut } = incomingBytes(request)
      const announcedLength = Number(request.headers['content-length'] ?? 0)
      try {
        return await holdOwn({ project, identity }, uploadId, async (upload, takenOver) => {
          if (takenOver.aborted) cut()
          takenOver.addEventListener('abort', cut)
          assertUnexpired(upload)
          const { offset, size, unfinished: waiting } = upload
          if (Number(headers['upload-offset']) !== offset) throw otherOffset()
          if (offset + announcedLength > size) throw largerThanAnnounced()
          const announced = waiting && (await amended(waiting, identity, headers['upload-metadata']))
          const { received, file } = announced
            ? await append(announced, identity, content, offset)
            : { received: offset, file: upload.file }
          const lastByteAt = received > offset ? new Date() : waiting?.touchedAt
          reply.code(file ? 200 : 204)
          reply.headers({ 'upload-offset': received, ...(!file && lastByteAt && expires(lastByteAt)) })
          return file ? fileAnswer(file) : undefined
        })
      } catch (error) {
        cut()
        throw error
      }
    },

    async cancelUpload({ path: { uploadId }, ...sender }) {
      await holdOwn(sender, uploadId, async ({ file }) => {
        if (file) throw alreadyComplete()
        await unfinished.remove(uploadId)
      })
      return undefined
    },
  } satisfies Partial<Handlers>
}
