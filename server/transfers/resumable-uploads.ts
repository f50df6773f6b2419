/**
 * Resumable uploads to Inputs: the calls of the tus protocol. The id of an upload becomes the id of its file, so that a
 * client that missed the last response can find out that the upload is complete. Only the user who started an upload
 * can access it.
 */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

import { MAX_PROJECT_FILES, UNFINISHED_MS } from '../../machines/transfers/upload-limits'
import type { Identity } from '../auth/bearer-token'
import type { AppServices, Handlers } from '../auth/route-context'
import { findKeptFile, type FileRow } from '../files/file-records'
import { fileAnswers } from '../files/revisions'
import { noSuchProject } from '../http/problem'
import { findProject, type ProjectRow } from '../projects/store'
import { isDiskFull } from '../storage/disk-space'
import { assertNameFree, readAnnouncement } from './upload-metadata'
import { keepFinished } from './finished-uploads'
import { incomingBytes } from './incoming-bytes'
import type { Quota } from './quota'
import { alreadyComplete, expires, largerThanAnnounced, noSuchUpload, otherOffset, uploadExpired } from './tus-protocol'
import { tooManyFiles, notEnoughSpace, tooManyUnfinished } from './upload-checks'
import { usageOf } from './upload-commit'
import { type Announced, TooManyBytes, TooManyWaiting, type Unfinished } from './unfinished-uploads'
import type { Hold } from './upload-lock-on-node'

/** The offset at which content is appended, and the call's hold on the upload. */
type At = { offset: number; hold: Hold }

type Sender = { project: ProjectRow; identity: Identity }

/** Exactly one of `unfinished` and `file` is set. */
type Upload = { size: number; offset: number; unfinished: Unfinished | null; file: FileRow | null }

export const resumableUploadHandlers = (services: AppServices, quota: Quota) => {
  const { db, unfinished, locks } = services

  /** Finds an upload of the sender, even if it is complete. */
  async function findOwn({ project, identity }: Sender, id: string) {
    const waiting = await unfinished.find(id)
    const file = waiting ? null : ((await findKeptFile(db, id)) ?? null)
    const found = waiting ?? file
    if (!found || found.projectId !== project.id || found.uploadedBy !== identity.id) throw noSuchUpload()
    return { waiting, file, size: found.size }
  }

  async function stateOf(sender: Sender, id: string): Promise<Upload> {
    const { waiting, file, size } = await findOwn(sender, id)
    // If all bytes have been received but the file could not be stored, report one byte fewer, so that the client does
    // not consider the file stored. By sending the last byte again, it retries.
    const offset = waiting ? Math.min(await unfinished.lengthOf(waiting), Math.max(0, size - 1)) : size
    return { size, offset, unfinished: waiting, file }
  }

  /**
   * Runs `work` while no other call works on the upload. Calls by other users cannot interrupt a call by the sender.
   */
  async function holdOwn<Result>(
    sender: Sender,
    id: string,
    work: (upload: Upload, hold: Hold) => Promise<Result>,
  ): Promise<Result> {
    await findOwn(sender, id)
    return locks.hold(id, async (hold) => work(await stateOf(sender, id), hold))
  }

  function assertUnexpired(upload: Upload) {
    if (upload.unfinished && Date.now() - upload.unfinished.touchedAt.getTime() > UNFINISHED_MS) throw uploadExpired()
  }

  async function usage({ projectId, replaces }: Announced, identity: Identity, before: string | null = null) {
    const { fileCount, ...use } = await usageOf(services, { projectId, identity, replaces }, { before })
    return { fileCount, space: { left: quota.left(projectId, use), limitBytes: use.limitBytes } }
  }

  /** Applies new metadata, if any. For example, a client can change the name if it is already in use. */
  async function amended(
    begun: Unfinished,
    identity: Identity,
    metadataHeader: string | undefined,
  ): Promise<Unfinished> {
    if (metadataHeader === undefined) return begun
    const { id, size, projectId } = begun
    const announced = await readAnnouncement(db, { id, size, projectId, identity, metadataHeader })
    await unfinished.amend(announced)
    return { ...begun, ...announced }
  }

  /** Appends content to an upload. Returns the new offset and, if the upload is now complete, its file. */
  async function append({ upload, identity }: { upload: Unfinished; identity: Identity }, content: Readable, at: At) {
    const { id, size, projectId } = upload
    await assertNameFree(db, upload, 'waiting')
    await unfinished.reserve(id)
    const { space } = await usage(upload, identity, id)
    if (size > space.left) throw notEnoughSpace(space)
    try {
      const received = await unfinished.append(upload, content, at.offset, at.hold)
      const isComplete = received === size
      return { received, file: isComplete ? await keepFinished(services, identity, upload) : null }
    } catch (error) {
      if (error instanceof TooManyBytes) throw largerThanAnnounced()
      // Deleting a project cancels its uploads, so bytes that arrived after the deletion have no row.
      if (!(await unfinished.find(id))) {
        await services.storage.partial.discard(upload)
        throw (await findProject(db, projectId, identity.id)) ? noSuchUpload() : noSuchProject()
      }
      // Delete the received bytes, which would otherwise keep taking up disk space.
      if (isDiskFull(error)) await unfinished.remove(id)
      throw error
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
      const { space, fileCount } = await usage(announced, identity)
      if (size > space.left) throw notEnoughSpace(space)
      if (fileCount >= MAX_PROJECT_FILES) throw tooManyFiles(0)
      await unfinished.makeRoom(identity.id, project.id, space.left - size)
      const begun = await unfinished.begin(announced, identity).catch((error: unknown) => {
        throw error instanceof TooManyWaiting ? tooManyUnfinished(error) : error
      })
      if (!begun) throw noSuchProject()
      if (size === 0) {
        await keepFinished(services, identity, begun).catch(async (error: unknown) => {
          // The client has not received the upload's URL and cannot continue the upload, so it is deleted.
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
        return await holdOwn({ project, identity }, uploadId, async (upload, hold) => {
          const { takenOver } = hold
          if (takenOver.aborted) cut()
          takenOver.addEventListener('abort', cut)
          assertUnexpired(upload)
          const { offset, size, unfinished: waiting } = upload
          if (Number(headers['upload-offset']) !== offset) throw otherOffset()
          if (offset + announcedLength > size) throw largerThanAnnounced()
          const current = waiting && (await amended(waiting, identity, headers['upload-metadata']))
          const { received, file } = current
            ? await append({ upload: current, identity }, content, { offset, hold })
            : { received: offset, file: upload.file }
          const lastByteAt = received > offset ? new Date() : waiting?.touchedAt
          reply.code(file ? 200 : 204)
          reply.headers({ 'upload-offset': received, ...(!file && lastByteAt && expires(lastByteAt)) })
          return file ? (await fileAnswers(db, [file], services.config, identity.id))[0] : undefined
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
