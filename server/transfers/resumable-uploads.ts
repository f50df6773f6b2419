/**
 * Resumable uploads to Inputs with the tus protocol, implemented by @tus/server on top of our file store. The id of an
 * upload becomes the id of its file, so that a client that missed the last response can find out that the upload is
 * complete. Only the user who started an upload can access it.
 */
import { randomUUID } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { type ReadableStream, TransformStream } from 'node:stream/web'
import { DataStore, MemoryLocker, Metadata, Server, Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Identity } from '../auth/bearer-token'
import { noSuchProject, Problem, wrongField } from '../http/problem'
import { fileAnswer, findFile, type FileRow } from '../files/file-records'
import { proposeFileType } from '../files/file-type'
import { isDiskFull } from '../storage/disk-space'
import { assertNamesFree, MAX_FILES, NameTaken } from '../files/store-files'
import { findProject, type ProjectRow } from '../projects/store'
import type { Quota } from './quota'
import {
  type Announced,
  UploadCancelled,
  MAX_WAITING,
  TooManyBytes,
  TooManyWaiting,
  WAITS_MS,
} from '../storage/unfinished-files'
import type { Handlers, AppServices } from '../auth/route-context'
import { formCheck } from '../http/contract'
import {
  fileName,
  isSecond,
  nameTaken,
  noPlace,
  noRoom,
  refusalOf,
  refuseInvalidFields,
  typesFor,
} from './upload-checks'
import { assertReplaceable, keepUploads, usageOf } from './upload-commit'

type Sender = { project: ProjectRow; identity: Identity }
type Asked = Sender & { request: FastifyRequest; reply: FastifyReply }

// A client may reconnect before the server notices that the old connection is gone. The old call is then ended after this.
const LOCK_DRAIN_TIMEOUT_MS = 500

/** Number of bytes that are buffered while the disk is being written to. */
const BUFFER_BYTES = 1_048_576

const checkMetadata = formCheck('UploadMetadata', 'beginUpload')

export const resumableUploadHandlers = (services: AppServices, quota: Quota) => {
  const locker = new MemoryLocker()

  /** Handles a request with the tus server, using a store that is limited to the sender's uploads. */
  async function answer({ request, reply, ...sender }: Asked): Promise<SenderUploads> {
    let failure: unknown
    const arriving = request.method === 'PATCH' ? bytesOf(request) : null
    const metadataHeader = request.headers['upload-metadata']
    const uploads = new SenderUploads(
      services,
      quota,
      sender,
      arriving && { ...arriving, metadataHeader: metadataHeader?.toString() },
    )
    const tus = new Server({
      path: '/',
      datastore: uploads,
      locker,
      lockDrainTimeout: LOCK_DRAIN_TIMEOUT_MS,
      namingFunction: () => randomUUID(),
      generateUrl: (_request, { id }) => `uploads/${id}`,
      onResponseError: (_request, error) => {
        failure = error
        return undefined
      },
      disableTerminationForFinishedUploads: true,
    })
    const { status, headers } = await tus.handleWeb(webRequest(request, arriving))
    if (status >= 400) arriving?.cut()
    if (failure instanceof Problem) throw failure
    const refused = refusals[status]
    if (refused) throw new Problem(status, refused, { cause: failure })
    if (status >= 400) throw new Error(`An upload failed with ${status}.`, { cause: failure })
    const own = [...headers].filter(([name]) => /^(upload-|tus-|location)/.test(name))
    reply.code(status).headers(Object.fromEntries(own))
    return uploads
  }

  return {
    async beginUpload(call) {
      await answer(call)
      return undefined
    },

    async findUpload(call) {
      await answer(call)
      return undefined
    },

    async continueUpload(call) {
      const { kept } = await answer(call)
      if (!kept) return undefined
      call.reply.code(200)
      return fileAnswer(kept)
    },

    async cancelUpload(call) {
      await answer(call)
      return undefined
    },
  } satisfies Partial<Handlers>
}

/** The tus data store for the uploads of one user to one project. */
class SenderUploads extends DataStore {
  override extensions = ['creation', 'termination', 'expiration']
  /** The file, once the upload is complete. */
  kept: FileRow | null = null

  constructor(
    private readonly services: AppServices,
    private readonly quota: Quota,
    private readonly sender: Sender,
    private readonly arriving: (Arriving & { metadataHeader: string | undefined }) | null,
  ) {
    super()
  }

  override getExpiration = () => WAITS_MS

  /** Validates the metadata of a file before any of its content is accepted. */
  private async announce({ id, size, metadata = {} }: Pick<Upload, 'id' | 'size' | 'metadata'>): Promise<Announced> {
    const { project, identity } = this.sender
    const projectId = project.id
    checkMetadata(metadata)
    refuseInvalidFields(identity, metadata)
    const name = fileName('filename', metadata['filename'] ?? '')
    const { ftype, last_modified: second, replaces = null } = metadata
    if (ftype != null) await typesFor(this.services.db, ftype)
    if (second && !isSecond(Number(second))) throw wrongField('last_modified', 'last_modified is not a time.')
    await assertReplaceable(this.services.db, { projectId, identity, replaces })
    return {
      id,
      name,
      size: size ?? 0,
      projectId,
      uploadedBy: identity.id,
      replaces,
      type: ftype ?? null,
      modifiedAt: second ? Number(second) * 1000 : null,
    }
  }

  override async create(upload: Upload): Promise<Upload> {
    const { unfinished } = this.services
    const announced = await this.announce(upload)
    await this.assertNameFree(announced, 'before')
    const { left, freedBytes, fileCount, freedFiles } = await this.usage(announced)
    if (announced.size > left + freedBytes) throw noRoom(this.quota, left)
    if (fileCount - freedFiles >= MAX_FILES) throw noPlace(0)
    await unfinished.makeRoom(announced.uploadedBy, announced.projectId, left + freedBytes - announced.size)
    await unfinished.begin(announced).catch((error: unknown) => {
      throw error instanceof TooManyWaiting ? tooManyWaiting[error.whose]() : error
    })
    if (announced.size === 0) {
      await this.keep(announced).catch(async (error: unknown) => {
        // The client does not know the upload's URL, so it cannot retry.
        await unfinished.remove(announced.id)
        throw error
      })
    }
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { db, unfinished } = this.services
    const { project, identity } = this.sender
    const waiting = await unfinished.find(id)
    const file = waiting ? undefined : await findFile(db, id)
    const found = waiting ?? file
    if (!found || found.projectId !== project.id || found.uploadedBy !== identity.id) {
      throw new Problem(404, noSuchUpload)
    }
    this.kept = file ?? null
    const { size } = found
    // If all bytes have been received but the file could not be stored, report one byte less. Otherwise, the client would
    // consider the file stored. Sending the last byte again is a retry.
    const offset = waiting ? Math.min(waiting.offset, Math.max(0, size - 1)) : size
    const since = waiting?.touchedAt ?? new Date()
    return new Upload({ id, size, offset, creation_date: since.toISOString() })
  }

  /** `open` contains no bytes. The library ends it when another call takes over the upload. */
  override async write(open: Readable, id: string, offset: number): Promise<number> {
    if (!this.arriving) throw new Error('Only a PATCH may carry bytes.')
    const { content, cut, end } = this.arriving
    open.once('end', cut).resume()
    try {
      return await this.append(content, id, offset)
    } finally {
      end()
    }
  }

  private async append(content: Readable, id: string, offset: number): Promise<number> {
    const { db, files, unfinished } = this.services
    const begun = await unfinished.find(id)
    // The file is complete, but the client missed the last response.
    if (!begun) return offset
    const announced = await this.amended(begun)
    await this.assertNameFree(announced, 'waiting')
    const { left, usedBytes, freedBytes } = await this.usage(announced)
    if (announced.size > left + freedBytes) throw noRoom(this.quota, left)
    const reservation = this.quota.reserve(announced.projectId, { usedBytes, announced: announced.size, freedBytes })
    try {
      const arrived = await unfinished.append(announced, content, offset)
      if (arrived === announced.size) await this.keep(announced)
      return arrived
    } catch (error) {
      if (error instanceof TooManyBytes) throw new Problem(413, refusals[413] ?? '')
      if (error instanceof UploadCancelled) {
        // Deleting a project cancels its uploads.
        const project = await findProject(db, announced.projectId, this.sender.identity.id)
        throw project ? new Problem(404, noSuchUpload) : noSuchProject()
      }
      // Delete the received bytes, which would continue to fill the disk.
      if (isDiskFull(error)) {
        await unfinished.remove(id)
        await files.remove(id)
      }
      throw error
    } finally {
      reservation.release()
    }
  }

  /** Applies new metadata, if any. For example, the name can be changed if it is in use. */
  private async amended(begun: Announced): Promise<Announced> {
    const metadataHeader = this.arriving?.metadataHeader
    if (metadataHeader === undefined) return begun
    const announced = await this.announce({ id: begun.id, size: begun.size, metadata: metadataIn(metadataHeader) })
    await this.services.unfinished.amend(announced)
    return announced
  }

  private async assertNameFree({ name, projectId, replaces }: Announced, stage: 'before' | 'waiting') {
    await assertNamesFree(this.services.db, [name], { projectId, folder: 'inputs', except: replaces }).catch(
      (error: unknown) => {
        throw error instanceof NameTaken ? nameTaken('filename', error, stage) : error
      },
    )
  }

  override async remove(id: string): Promise<void> {
    await this.services.unfinished.remove(id)
  }

  private async usage({ projectId, replaces }: Announced) {
    const usage = await usageOf(this.services.db, { projectId, identity: this.sender.identity, replaces })
    return { ...usage, left: this.quota.left(projectId, usage.usedBytes) }
  }

  /** Turns a complete upload into a file of the project. If the name is in use or there is no space, the upload is kept. */
  private async keep(announced: Announced) {
    const { db, files, unfinished } = this.services
    const { id, name, projectId, uploadedBy, modifiedAt, replaces, type: asked } = announced
    const { size, sha256, ...content } = await unfinished.finish(announced)
    const proposed = proposeFileType(name, content)
    const type = (await typesFor(db, asked ?? undefined))(proposed)
    const uploadedAt = new Date()
    const row: FileRow = {
      id,
      projectId,
      name,
      size,
      sha256,
      uploadedBy,
      uploadedAt,
      folder: 'inputs',
      typeId: type.id,
      typeName: type.name,
      proposedType: proposed,
      modifiedAt: modifiedAt === null ? uploadedAt : new Date(modifiedAt),
    }
    const store = { keep: () => unfinished.moveTo(id, files.pathOf(id)) }
    try {
      const kept = await keepUploads(this.services, store, [row], {
        projectId,
        identity: this.sender.identity,
        replaces,
      })
      this.kept = row
      for (const unneeded of kept.unneeded) await files.remove(unneeded)
    } catch (error) {
      if (error instanceof NameTaken) throw nameTaken('filename', error, 'waiting')
      throw refusalOf(error, this.quota, 0)
    }
  }
}

/** Parses an upload-metadata header. Throws a 400 if it is invalid. */
function metadataIn(header: string) {
  try {
    return Metadata.parse(header)
  } catch {
    throw wrongField(
      'upload-metadata',
      'upload-metadata must be a comma-separated list of names, each followed by its value in base64.',
    )
  }
}

/**
 * The body of a request. Its bytes bypass the tus library, which would pass each chunk through six streams at half the
 * speed. The library gets an empty body instead, which stays open until all bytes have been received.
 */
type Arriving = {
  content: PassThrough
  /** Discards the remaining bytes, so that the client can finish sending and read the response. */
  cut: () => void
  open: ReadableStream<Uint8Array>
  end: () => void
}

/** If the connection breaks, the stream ends early, and the received bytes count. */
function bytesOf({ raw }: FastifyRequest): Arriving {
  const content = raw.pipe(new PassThrough({ highWaterMark: BUFFER_BYTES }))
  raw.once('close', () => content.end())
  raw.once('error', () => content.end())
  const cut = () => {
    raw.unpipe(content).resume()
    content.end()
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  return { content, cut, open: readable, end: () => void writable.close().catch(() => undefined) }
}

/** The request for the tus library: only tus headers, and a body that stays open while bytes are being received. */
function webRequest({ method, url, headers }: FastifyRequest, arriving: Arriving | null): Request {
  const own = Object.entries(headers).filter(([name]) => /^(upload-|tus-|content-)/.test(name))
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
    ...(arriving && { body: arriving.open as never, duplex: 'half' }),
  })
}

const tooManyWaiting = {
  own: () =>
    new Problem(429, `You have ${MAX_WAITING.own} unfinished uploads. Finish or cancel some of them, then try again.`, {
      headers: { 'retry-after': '600' },
    }),
  all: () =>
    new Problem(503, 'Too many uploads are unfinished at the moment. Please try again in ten minutes.', {
      headers: { 'retry-after': '600' },
    }),
}

const noSuchUpload = 'There is no such upload. Please upload the file again.'

/** Messages for the errors of the tus protocol. */
const refusals: Record<number, string> = {
  400: 'This request is not part of an upload. Please upload the file again.',
  404: noSuchUpload,
  409: 'The upload has reached a different offset. Request the current offset, then continue from there.',
  410: 'The upload was paused for too long. Please upload the file again.',
  413: 'The file is larger than announced. Please upload it again.',
}
