/**
 * Uploads into Inputs that may be interrupted and continued: the tus protocol, by @tus/server, between the policy in
 * front of it and the file store behind it. An upload's id becomes its file's, so that a sender who missed the last
 * answer finds everything arrived. Only who began an upload finds it.
 */
import { randomUUID } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { type ReadableStream, TransformStream } from 'node:stream/web'
import { DataStore, MemoryLocker, Server, Upload } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Identity } from '../auth'
import { noSuchProject, Problem, wrongField } from '../problem'
import { fileAnswer, findFile, type FileRow } from '../store/file-records'
import { proposeFileType } from '../store/file-type'
import { isDiskFull } from '../store/disk-room'
import { OverQuota } from '../store/files'
import { keepFiles } from '../store/keep-files'
import { type ProjectRow, usedBytes } from '../store/projects'
import type { Quota } from '../store/quota'
import {
  type Announced,
  GivenUp,
  MOST_WAITING,
  TooManyBytes,
  TooManyWaiting,
  WAITS_MS,
} from '../store/unfinished-files'
import type { Handlers, Surroundings } from './call'
import { formCheck } from './contract'
import { fileName, isSecond, noRoom, refuseWhatIsWrongAlready, typesFor } from './upload-checks'

type Sender = { project: ProjectRow; identity: Identity }
type Asked = Sender & { request: FastifyRequest; reply: FastifyReply }

// A sender whose connection is gone may come back before the server knows; the old call then gives way after this.
const GIVES_WAY_MS = 500

/** So many bytes may come while the disk is written to. */
const AT_HAND = 1_048_576

const checkMetadata = formCheck('UploadMetadata', 'beginUpload')

export const resumableUploadHandlers = (surroundings: Surroundings, quota: Quota) => {
  const locker = new MemoryLocker()

  /** Lets the protocol answer, over a store that sees what its sender may see. */
  async function answer({ request, reply, ...sender }: Asked): Promise<SenderUploads> {
    let failure: unknown
    const arriving = request.method === 'PATCH' ? bytesOf(request) : null
    const uploads = new SenderUploads(surroundings, quota, sender, arriving)
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
    private readonly world: Surroundings,
    private readonly quota: Quota,
    private readonly sender: Sender,
    private readonly arriving: Arriving | null,
  ) {
    super()
  }

  override getExpiration = () => WAITS_MS

  /** Checks what is said of a file before anything of it is taken in. */
  private async announce({ id, size, metadata = {} }: Upload): Promise<Announced> {
    const { project, identity } = this.sender
    checkMetadata(metadata)
    refuseWhatIsWrongAlready(identity, metadata)
    const name = fileName('filename', metadata['filename'] ?? '')
    const { ftype, last_modified: second } = metadata
    if (ftype != null) await typesFor(this.world.db, ftype)
    if (second && !isSecond(Number(second))) throw wrongField('last_modified', 'last_modified is not a time.')
    return {
      ...{ id, name, size: size ?? 0, projectId: project.id, uploadedBy: identity.id },
      type: ftype ?? null,
      modifiedAt: second ? Number(second) * 1000 : null,
    }
  }

  override async create(upload: Upload): Promise<Upload> {
    const { unfinished } = this.world
    const announced = await this.announce(upload)
    const left = await this.left()
    if (announced.size > left) throw noRoom(this.quota, left)
    await unfinished.makeRoom(announced.uploadedBy, announced.projectId, left - announced.size)
    await unfinished.begin(announced).catch((error: unknown) => {
      throw error instanceof TooManyWaiting ? tooManyWaiting[error.whose]() : error
    })
    if (announced.size === 0) await this.keep(announced)
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
    const { offset, touchedAt } = waiting ?? { offset: found.size, touchedAt: new Date() }
    return new Upload({ id, size: found.size, offset, creation_date: touchedAt.toISOString() })
  }

  /** `open` has no bytes; the library ends it when this call has to give way to another. */
  override async write(open: Readable, id: string, offset: number): Promise<number> {
    if (!this.arriving) throw new Error('Only a PATCH brings bytes.')
    const { content, cut, end } = this.arriving
    open.once('end', cut).resume()
    try {
      return await this.append(content, id, offset)
    } finally {
      end()
    }
  }

  private async append(content: Readable, id: string, offset: number): Promise<number> {
    const { db, files, unfinished } = this.world
    const announced = await unfinished.find(id)
    // A complete file, whose sender missed the last answer.
    if (!announced) return offset
    const left = await this.left()
    if (announced.size > left) throw noRoom(this.quota, left)
    const used = await usedBytes(db, announced.projectId)
    const reservation = this.quota.reserve(announced.projectId, used, announced.size)
    try {
      const arrived = await unfinished.append(announced, content, offset)
      if (arrived === announced.size) await this.keep(announced)
      return arrived
    } catch (error) {
      if (error instanceof TooManyBytes) throw new Problem(413, refusals[413] ?? '')
      if (error instanceof GivenUp) throw new Problem(404, noSuchUpload)
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

  override async remove(id: string): Promise<void> {
    await this.world.unfinished.remove(id)
  }

  private async left() {
    const { id } = this.sender.project
    return this.quota.left(id, await usedBytes(this.world.db, id))
  }

  /** What is complete becomes a file of the project. Where there is no room for it any more, it waits. */
  private async keep(announced: Announced) {
    const { db, files, unfinished } = this.world
    const { id, name, projectId, uploadedBy, modifiedAt, type: asked } = announced
    const { size, sha256, ...content } = await unfinished.sumUp(announced)
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
      const isKept = await db.transaction((tx) => keepFiles(tx, store, [row], { projectId, ...this.quota }))
      if (!isKept) throw noSuchProject()
      this.kept = row
    } catch (error) {
      throw error instanceof OverQuota ? noRoom(this.quota, error.left ?? 0) : error
    }
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
    new Problem(
      429,
      `You have ${MOST_WAITING.own} unfinished uploads. Finish or cancel some of them, then try again.`,
      {
        headers: { 'retry-after': '600' },
      },
    ),
  all: () =>
    new Problem(503, 'Too many uploads are unfinished at the moment. Please try again in ten minutes.', {
      headers: { 'retry-after': '600' },
    }),
}

const noSuchUpload = 'There is no such upload. Please send the file again.'

/** The protocol's own refusals, in words for a person. */
const refusals: Record<number, string> = {
  400: 'This request is not part of an upload. Please send the file again.',
  404: noSuchUpload,
  409: 'The upload has reached a different offset. Ask for it, then continue from there.',
  410: 'The upload has waited for too long. Please send the file again.',
  413: 'More bytes arrived than were announced for the file. Please send the file again.',
}
