/**
 * Uploads into Inputs that may be interrupted and continued: the tus protocol, by @tus/server, between the policy in
 * front of it and the file store behind it. An upload's id becomes its file's, so that a sender who missed the last
 * answer finds everything arrived. Only who began an upload finds it.
 */
import { randomUUID } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { type ReadableStream, TransformStream } from 'node:stream/web'
import { DataStore, MemoryLocker, Metadata, Server, Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Identity } from '../auth/bearer-token'
import { Problem, wrongField } from '../http/problem'
import { fileAnswer, findFile, type FileRow } from '../files/file-records'
import { proposeFileType } from '../files/file-type'
import { isDiskFull } from '../storage/disk-space'
import { assertNamesFree, MAX_FILES, NameTaken } from '../files/keep-files'
import type { ProjectRow } from '../projects/store'
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
  refuseWhatIsWrongAlready,
  typesFor,
} from './upload-checks'
import { assertReplaceable, keepUploads, usageOf } from './uploading'

type Sender = { project: ProjectRow; identity: Identity }
type Asked = Sender & { request: FastifyRequest; reply: FastifyReply }

// A sender whose connection is gone may come back before the server knows; the old call then gives way after this.
const GIVES_WAY_MS = 500

/** So many bytes may come while the disk is written to. */
const AT_HAND = 1_048_576

const checkMetadata = formCheck('UploadMetadata', 'beginUpload')

export const resumableUploadHandlers = (surroundings: AppServices, quota: Quota) => {
  const locker = new MemoryLocker()

  /** Lets the protocol answer, over a store that sees what its sender may see. */
  async function answer({ request, reply, ...sender }: Asked): Promise<SenderUploads> {
    let failure: unknown
    const arriving = request.method === 'PATCH' ? bytesOf(request) : null
    const said = request.headers['upload-metadata']
    const uploads = new SenderUploads(surroundings, quota, sender, arriving && { ...arriving, said: said?.toString() })
    const tus = new Server({
      ...{ path: '/', datastore: uploads, locker, lockDrainTimeout: GIVES_WAY_MS },
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

/** The unfinished uploads of one person into one project, as the protocol sees them. */
class SenderUploads extends DataStore {
  override extensions = ['creation', 'termination', 'expiration']
  /** The file, once all of it is here. */
  kept: FileRow | null = null

  constructor(
    private readonly world: AppServices,
    private readonly quota: Quota,
    private readonly sender: Sender,
    private readonly arriving: (Arriving & { said: string | undefined }) | null,
  ) {
    super()
  }

  override getExpiration = () => WAITS_MS

  /** Checks what is said of a file before anything of it is taken in. */
  private async announce({ id, size, metadata = {} }: Pick<Upload, 'id' | 'size' | 'metadata'>): Promise<Announced> {
    const { project, identity } = this.sender
    const projectId = project.id
    checkMetadata(metadata)
    refuseWhatIsWrongAlready(identity, metadata)
    const name = fileName('filename', metadata['filename'] ?? '')
    const { ftype, last_modified: second, replaces = null } = metadata
    if (ftype != null) await typesFor(this.world.db, ftype)
    if (second && !isSecond(Number(second))) throw wrongField('last_modified', 'last_modified is not a time.')
    await assertReplaceable(this.world.db, { projectId, identity, replaces })
    return {
      ...{ id, name, size: size ?? 0, projectId, uploadedBy: identity.id, replaces },
      type: ftype ?? null,
      modifiedAt: second ? Number(second) * 1000 : null,
    }
  }

  override async create(upload: Upload): Promise<Upload> {
    const { unfinished } = this.world
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
        // Its sender does not know where it is.
        await unfinished.remove(announced.id)
        throw error
      })
    }
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { db, unfinished } = this.world
    const { project, identity } = this.sender
    const waiting = await unfinished.find(id)
    const file = waiting ? undefined : await findFile(db, id)
    const found = waiting ?? file
    if (!found || found.projectId !== project.id || found.uploadedBy !== identity.id) {
      throw new Problem(404, noSuchUpload)
    }
    this.kept = file ?? null
    const { size } = found
    // All of it is here and could not be kept: were that said, its sender would take the file for kept. The last byte,
    // sent again, is another try.
    const offset = waiting ? Math.min(waiting.offset, Math.max(0, size - 1)) : size
    const since = waiting?.touchedAt ?? new Date()
    return new Upload({ id, size, offset, creation_date: since.toISOString() })
  }

  /** `open` has no bytes; the library ends it when this call has to give way to another. */
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
    const { files, unfinished } = this.world
    const begun = await unfinished.find(id)
    // A complete file, whose sender missed the last answer.
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
      if (error instanceof UploadCancelled) throw new Problem(404, noSuchUpload)
      // What has arrived would go on filling the disk.
      if (isDiskFull(error)) {
        await unfinished.remove(id)
        await files.remove(id)
      }
      throw error
    } finally {
      reservation.release()
    }
  }

  /** What is said of an upload now: a name that was taken meanwhile may be another one. */
  private async amended(begun: Announced): Promise<Announced> {
    const said = this.arriving?.said
    if (said === undefined) return begun
    const announced = await this.announce({ id: begun.id, size: begun.size, metadata: metadataIn(said) })
    await this.world.unfinished.amend(announced)
    return announced
  }

  private async assertNameFree({ name, projectId, replaces }: Announced, stage: 'before' | 'waiting') {
    await assertNamesFree(this.world.db, [name], { projectId, folder: 'inputs', except: replaces }).catch(
      (error: unknown) => {
        throw error instanceof NameTaken ? nameTaken('filename', error, stage) : error
      },
    )
  }

  override async remove(id: string): Promise<void> {
    await this.world.unfinished.remove(id)
  }

  private async usage({ projectId, replaces }: Announced) {
    const usage = await usageOf(this.world.db, { projectId, identity: this.sender.identity, replaces })
    return { ...usage, left: this.quota.left(projectId, usage.usedBytes) }
  }

  /** What is complete becomes a file of the project. Where its name or the room for it is taken by now, it waits. */
  private async keep(announced: Announced) {
    const { db, files, unfinished } = this.world
    const { id, name, projectId, uploadedBy, modifiedAt, replaces, type: asked } = announced
    const { size, sha256, ...content } = await unfinished.finish(announced)
    const proposed = proposeFileType(name, content)
    const type = (await typesFor(db, asked ?? undefined))(proposed)
    const uploadedAt = new Date()
    const row: FileRow = {
      ...{ id, projectId, name, size, sha256, uploadedBy, uploadedAt },
      folder: 'inputs',
      typeId: type.id,
      typeName: type.name,
      proposedType: proposed,
      modifiedAt: modifiedAt === null ? uploadedAt : new Date(modifiedAt),
    }
    const store = { keep: () => unfinished.moveTo(id, files.pathOf(id)) }
    try {
      const kept = await keepUploads(this.world, store, [row], { projectId, identity: this.sender.identity, replaces })
      this.kept = row
      for (const unneeded of kept.unneeded) await files.remove(unneeded)
    } catch (error) {
      if (error instanceof NameTaken) throw nameTaken('filename', error, 'waiting')
      throw refusalOf(error, this.quota, 0)
    }
  }
}

/** What a header says of a file; a 400 where it cannot be read. */
function metadataIn(header: string) {
  try {
    return Metadata.parse(header)
  } catch {
    throw wrongField('upload-metadata', 'upload-metadata must be names, each with its value in base64, between commas.')
  }
}

/**
 * What a request brings. Its bytes go past the protocol's library, which would lead each piece through six streams, at
 * half the speed: the library reads a body without bytes, which is open until the end of them is told.
 */
type Arriving = {
  content: PassThrough
  /** What comes from now on is dropped, so that the sender, still writing, comes to read the answer. */
  cut: () => void
  open: ReadableStream<Uint8Array>
  end: () => void
}

/** Where the connection breaks the bytes end early, and what has come counts. */
function bytesOf({ raw }: FastifyRequest): Arriving {
  const content = raw.pipe(new PassThrough({ highWaterMark: AT_HAND }))
  raw.once('close', () => content.end())
  raw.once('error', () => content.end())
  const cut = () => {
    raw.unpipe(content).resume()
    content.end()
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  return { content, cut, open: readable, end: () => void writable.close().catch(() => undefined) }
}

/** The request as the protocol's library reads it: its own headers, and a body that is open as long as bytes come. */
function webRequest({ method, url, headers }: FastifyRequest, arriving: Arriving | null): Request {
  const own = Object.entries(headers).filter(([name]) => /^(upload-|tus-|content-)/.test(name))
  return new Request(new URL(url, 'http://localhost'), {
    ...{ method, headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])) },
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

/** The protocol's own refusals, in words for a person. */
const refusals: Record<number, string> = {
  400: 'This request is not part of an upload. Please upload the file again.',
  404: noSuchUpload,
  409: 'The upload has reached a different offset. Request the current offset, then continue from there.',
  410: 'The upload was paused for too long. Please upload the file again.',
  413: 'The file is larger than announced. Please upload it again.',
}
