/**
 * Resumable uploads, stored under `<dataDir>/files/unfinished`. For each upload there is a file with the bytes received
 * so far, named with a generated id, and a JSON file with its metadata. They survive interruptions and restarts until they
 * are complete, cancelled, or deleted after a day without new bytes.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { MB } from '../../machines/lib/file-size'
import { MAX_UNFINISHED, REPLACEABLE_AFTER_MS, UNFINISHED_MS } from '../../machines/transfers/upload-limits'
import type { DiskSpace, Reservation } from './disk-space'
import { fileWriter } from './file-writer'
import { HEAD_BYTES, type Received } from './received-content'
import type { Storage } from './storage'
import { zipContent } from './zip-entries'

/** The metadata of an upload, given when it was started. */
export type Announced = {
  id: string
  projectId: string
  /** The user who started it. */
  uploadedBy: string
  name: string
  size: number
  /** The name of a file type; null if one should be proposed. */
  type: string | null
  /** Milliseconds since 1970; null if not specified. */
  modifiedAt: number | null
  /** The id of the file that it replaces, or null. */
  replaces: string | null
  /** The metadata as sent by the client; null for uploads from an earlier version. */
  metadataHeader: string | null
}

/** An unfinished upload with the number of received bytes and the time of the last one. */
export type Unfinished = Announced & { offset: number; touchedAt: Date }

/** More bytes were received than announced. */
export class TooManyBytes extends Error {
  override name = 'TooManyBytes'
}

/** The upload was cancelled, or its project deleted, while bytes were being received. */
export class UploadCancelled extends Error {
  override name = 'UploadCancelled'
}

/** The maximum number of unfinished uploads is reached, for this user or for all users. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
  constructor(readonly whose: 'own' | 'all') {
    super('Too many uploads are waiting to be resumed.')
  }
}

/** The in-memory state of an upload. */
type Waiting = {
  announced: Announced
  reservation: Reservation
  touchedAt: number
  isArriving: boolean
  isGivenUp: boolean
}

/** Data is flushed to the disk at this interval, so that little is left to flush at the end. */
const FLUSH_INTERVAL_BYTES = 64 * MB

const SWEEP_EVERY_MS = 60 * 60 * 1000

export type UnfinishedFiles = Awaited<ReturnType<typeof openUnfinishedFiles>>

/** Opens the unfinished uploads. Disk space is reserved again for those from an earlier run. */
export async function openUnfinishedFiles(dataDir: string, disk: DiskSpace) {
  const folder = path.join(dataDir, 'files', 'unfinished')
  const contentPath = (id: string) => path.join(folder, id)
  const metadataPath = (id: string) => path.join(folder, `${id}.json`)
  /** Running hashes by upload id and the number of hashed bytes. After a restart, they are recomputed from the disk. */
  const hashes = new Map<string, { hash: Hash; length: number }>()
  const waiting = new Map<string, Waiting>()
  const byUser = new Map<string, Set<string>>()

  function remember(announced: Announced, reservation: Reservation, touchedAt: number) {
    waiting.set(announced.id, { announced, reservation, touchedAt, isArriving: false, isGivenUp: false })
    const own = byUser.get(announced.uploadedBy) ?? new Set()
    byUser.set(announced.uploadedBy, own.add(announced.id))
  }

  function forget(id: string) {
    const known = waiting.get(id)
    if (!known) return
    known.isGivenUp = true
    known.reservation.release()
    waiting.delete(id)
    const { uploadedBy } = known.announced
    const own = byUser.get(uploadedBy)
    own?.delete(id)
    if (own?.size === 0) byUser.delete(uploadedBy)
  }

  const uploadsOf = (userId: string) =>
    [...(byUser.get(userId) ?? [])].flatMap((id) => waiting.get(id) ?? []).toSorted((a, b) => a.touchedAt - b.touchedAt)

  async function find(id: string): Promise<Unfinished | null> {
    try {
      const metadata = JSON.parse(await readFile(metadataPath(id), 'utf8')) as Announced
      // Uploads from an earlier version do not have these.
      const announced = {
        ...metadata,
        replaces: metadata.replaces ?? null,
        metadataHeader: metadata.metadataHeader ?? null,
      }
      const { size: offset, mtime: touchedAt } = await stat(contentPath(id))
      return { ...announced, offset, touchedAt }
    } catch {
      return null
    }
  }

  async function remove(id: string) {
    forget(id)
    hashes.delete(id)
    await rm(metadataPath(id), { force: true })
    await rm(contentPath(id), { force: true })
  }

  /** Returns the running hash of the first `length` bytes. */
  async function hashOf(id: string, length: number): Promise<Hash> {
    const known = hashes.get(id)
    if (known?.length === length) return known.hash
    const hash = createHash('sha256')
    if (length > 0)
      for await (const chunk of createReadStream(contentPath(id), { end: length - 1 })) hash.update(chunk as Buffer)
    return hash
  }

  for (const name of await readdir(folder).catch(() => [])) {
    const found = name.endsWith('.json') ? await find(name.slice(0, -'.json'.length)) : null
    if (found) remember(found, disk.restore(found.size - found.offset), found.touchedAt.getTime())
  }

  return {
    find,
    remove,

    /** Starts an upload and reserves disk space for it. Throws TooManyWaiting or DiskFull without storing anything. */
    async begin(announced: Announced) {
      const own = uploadsOf(announced.uploadedBy)
      const [oldest] = own
      const mayReplace = oldest && !oldest.isArriving && Date.now() - oldest.touchedAt > REPLACEABLE_AFTER_MS
      if (own.length >= MAX_UNFINISHED.own) {
        if (!mayReplace) throw new TooManyWaiting('own')
        await remove(oldest.announced.id)
      }
      if (waiting.size >= MAX_UNFINISHED.all) throw new TooManyWaiting('all')
      const { id, size } = announced
      remember(announced, disk.reserve(size), Date.now())
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(contentPath(id), '', { flag: 'wx' })
        await writeFile(metadataPath(id), JSON.stringify(announced))
      } catch (error) {
        await remove(id)
        throw error
      }
    },

    /** Changes the metadata of an upload, such as its name. Its id, size, project and user must stay the same. */
    async amend(announced: Announced) {
      const { id } = announced
      // Written to a temporary file and moved, so that an interruption leaves either the old or the new version.
      await writeFile(`${contentPath(id)}.amended`, JSON.stringify(announced))
      await rename(`${contentPath(id)}.amended`, metadataPath(id))
    },

    /**
     * Appends content at `offset`, which must be the current length. Returns the new length. Throws TooManyBytes if it
     * would exceed the announced size, and DiskFull if something else has filled the disk.
     */
    async append(announced: Announced, content: Readable, offset: number): Promise<number> {
      const { id, size } = announced
      // The upload was started by another server on the same folder.
      if (!waiting.has(id)) remember(announced, disk.restore(size - offset), Date.now())
      const own = waiting.get(id)
      if (!own) throw new UploadCancelled()
      own.reservation.resize(size - offset)
      disk.assertAvailable(size - offset)
      const hash = await hashOf(id, offset)
      const file = await open(contentPath(id), 'r+')
      let length = offset
      let flushed = offset
      let isFlushing = false
      // Errors are ignored: the stream's final flush reports whether all data is on the disk.
      const flush = () => {
        isFlushing = true
        flushed = length
        file
          .datasync()
          .catch(() => undefined)
          .finally(() => {
            isFlushing = false
          })
      }
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          if (own.isGivenUp) {
            done(new UploadCancelled())
            return
          }
          if (length + chunk.length > size) {
            done(new TooManyBytes())
            return
          }
          own.reservation.take(chunk.length)
          hash.update(chunk)
          length += chunk.length
          done(null, chunk)
          if (length - flushed >= FLUSH_INTERVAL_BYTES && !isFlushing) flush()
        },
      })
      own.isArriving = true
      try {
        await pipeline(content, meter, fileWriter(file, offset))
      } finally {
        own.isArriving = false
        own.touchedAt = Date.now()
        if (!own.isGivenUp) {
          hashes.set(id, { hash, length })
          own.reservation.resize(size - length)
        }
      }
      return length
    },

    /** Returns the size, hash and type information of a completely received file. */
    async finish({ id, size }: Announced): Promise<Received> {
      const hash = await hashOf(id, size)
      // Kept until the file is stored, since the last step may be retried.
      hashes.set(id, { hash, length: size })
      const file = await open(contentPath(id))
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
        const head = buffer.subarray(0, bytesRead)
        const read = async (start: number, length: number) => {
          const found = await file.read(Buffer.alloc(length), 0, length, start)
          return found.buffer.subarray(0, found.bytesRead)
        }
        return { id, size, sha256: hash.copy().digest('hex'), head, ...(await zipContent(read, { size, head })) }
      } finally {
        await file.close()
      }
    },

    /** Moves the content of a complete file into the storage. */
    async moveInto(storage: Storage, id: string) {
      await storage.putFile(id, contentPath(id))
      await remove(id)
    },

    /**
     * Deletes a user's interrupted uploads to a project, oldest first, until the rest fit into this many bytes. This way,
     * abandoned uploads do not prevent new ones.
     */
    async makeRoom(userId: string, projectId: string, bytes: number) {
      const interrupted = uploadsOf(userId).filter(
        ({ announced, isArriving }) => announced.projectId === projectId && !isArriving,
      )
      let total = interrupted.reduce((sum, { announced }) => sum + announced.size, 0)
      for (const { announced } of interrupted) {
        if (total <= bytes) return
        await remove(announced.id)
        total -= announced.size
      }
    },

    /** Deletes all unfinished uploads to a project. */
    async removeProject(projectId: string) {
      for (const { announced } of [...waiting.values()])
        if (announced.projectId === projectId) await remove(announced.id)
    },

    /** Deletes expired uploads, now and every hour. Returns a function that stops this. */
    startSweeping(onFailure: (error: unknown) => void): () => void {
      const sweep = async () => {
        for (const name of await readdir(folder).catch(() => [])) {
          const { mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
          const id = path.basename(name, '.json')
          if (Date.now() - mtimeMs > UNFINISHED_MS && (name === id || !(await find(id)))) await remove(id)
        }
      }
      const timer = setInterval(() => void sweep().catch(onFailure), SWEEP_EVERY_MS).unref()
      sweep().catch(onFailure)
      return () => clearInterval(timer)
    },
  }
}
