/**
 * Files that arrive in pieces, below `<dataDir>/files/unfinished`: each has its bytes so far under an id of our own
 * making, and beside them what was said of it. They wait over an interruption and over a restart until they are
 * complete, given up, or swept away after a day without a byte.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { DiskSpace, SetAside } from './disk-space'
import { fileWriter } from './file-writer'
import { HEAD_BYTES, type Received } from './files'
import { zipEntries } from './zip-entries'

/** What was said of a file when its upload was begun. */
export type Announced = {
  id: string
  projectId: string
  /** Who began it. */
  uploadedBy: string
  name: string
  size: number
  /** A file type's name; null when one is to be proposed. */
  type: string | null
  /** Milliseconds since 1970; null when it was not said. */
  modifiedAt: number | null
  /** The id of the file that makes way for it; null when none does. */
  replaces: string | null
}

/** With the bytes that are here, and the time of the last one. */
export type Unfinished = Announced & { offset: number; touchedAt: Date }

/** More came than was announced. */
export class TooManyBytes extends Error {
  override name = 'TooManyBytes'
}

/** The upload was given up, or its project deleted, while its bytes came. */
export class UploadCancelled extends Error {
  override name = 'UploadCancelled'
}

/** So many uploads may wait already: of this person, or of all people. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
  constructor(readonly whose: 'own' | 'all') {
    super('Too many uploads are waiting to be resumed.')
  }
}

/** What the server keeps of an upload in its memory. */
type Waiting = { announced: Announced; room: SetAside; touchedAt: number; isArriving: boolean; isGivenUp: boolean }

/** So many may wait at a time. */
export const MOST_WAITING = { own: 100, all: 2000 }

/** After so long without a byte an upload gives way to another one of the same person. */
const GIVES_WAY_MS = 60 * 60 * 1000

/** After so many bytes the disk is told to write what it has, so that there is little left to wait for at the end. */
const FLUSHED_EVERY = 64 * 1_048_576

export const WAITS_MS = 24 * 60 * 60 * 1000
const SWEEP_EVERY_MS = 60 * 60 * 1000

export type UnfinishedFiles = Awaited<ReturnType<typeof openUnfinishedFiles>>

/** Opens them; those that wait since an earlier run have their bytes set aside again. */
export async function openUnfinishedFiles(dataDir: string, disk: DiskSpace) {
  const folder = path.join(dataDir, 'files', 'unfinished')
  const bytesOf = (id: string) => path.join(folder, id)
  const sayingOf = (id: string) => path.join(folder, `${id}.json`)
  /** Sums under way, by file, and how far they have come; one that a restart took is made anew from the disk. */
  const sums = new Map<string, { hash: Hash; at: number }>()
  const waiting = new Map<string, Waiting>()
  const byPerson = new Map<string, Set<string>>()

  function remember(announced: Announced, room: SetAside, touchedAt: number) {
    waiting.set(announced.id, { announced, room, touchedAt, isArriving: false, isGivenUp: false })
    const own = byPerson.get(announced.uploadedBy) ?? new Set()
    byPerson.set(announced.uploadedBy, own.add(announced.id))
  }

  function forget(id: string) {
    const known = waiting.get(id)
    if (!known) return
    known.isGivenUp = true
    known.room.release()
    waiting.delete(id)
    const { uploadedBy } = known.announced
    const own = byPerson.get(uploadedBy)
    own?.delete(id)
    if (own?.size === 0) byPerson.delete(uploadedBy)
  }

  const ownOf = (person: string) =>
    [...(byPerson.get(person) ?? [])]
      .flatMap((id) => waiting.get(id) ?? [])
      .toSorted((a, b) => a.touchedAt - b.touchedAt)

  async function find(id: string): Promise<Unfinished | null> {
    try {
      const saying = JSON.parse(await readFile(sayingOf(id), 'utf8')) as Announced
      // An earlier version did not say what a file replaces.
      const announced = { ...saying, replaces: saying.replaces ?? null }
      const { size: offset, mtime: touchedAt } = await stat(bytesOf(id))
      return { ...announced, offset, touchedAt }
    } catch {
      return null
    }
  }

  async function remove(id: string) {
    forget(id)
    sums.delete(id)
    await rm(sayingOf(id), { force: true })
    await rm(bytesOf(id), { force: true })
  }

  /** The sum of the first `at` bytes. */
  async function sumUntil(id: string, at: number): Promise<Hash> {
    const known = sums.get(id)
    if (known?.at === at) return known.hash
    const hash = createHash('sha256')
    if (at > 0) for await (const piece of createReadStream(bytesOf(id), { end: at - 1 })) hash.update(piece as Buffer)
    return hash
  }

  for (const name of await readdir(folder).catch(() => [])) {
    const found = name.endsWith('.json') ? await find(name.slice(0, -'.json'.length)) : null
    if (found) remember(found, disk.hold(found.size - found.offset), found.touchedAt.getTime())
  }

  return {
    find,
    remove,

    /** Sets room aside for a new upload. Throws TooManyWaiting, or DiskFull; then nothing is kept. */
    async begin(announced: Announced) {
      const own = ownOf(announced.uploadedBy)
      const [oldest] = own
      const mayReplace = oldest && !oldest.isArriving && Date.now() - oldest.touchedAt > GIVES_WAY_MS
      if (own.length >= MOST_WAITING.own) {
        if (!mayReplace) throw new TooManyWaiting('own')
        await remove(oldest.announced.id)
      }
      if (waiting.size >= MOST_WAITING.all) throw new TooManyWaiting('all')
      const { id, size } = announced
      remember(announced, disk.setAside(size), Date.now())
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(bytesOf(id), '', { flag: 'wx' })
        await writeFile(sayingOf(id), JSON.stringify(announced))
      } catch (error) {
        await remove(id)
        throw error
      }
    },

    /** Changes what was said of an upload: its name, for instance. Its id, size, project and sender stay. */
    async amend(announced: Announced) {
      const { id } = announced
      // Written beside and moved, so that an interruption leaves one or the other.
      await writeFile(`${bytesOf(id)}.amended`, JSON.stringify(announced))
      await rename(`${bytesOf(id)}.amended`, sayingOf(id))
    },

    /**
     * Writes what comes from `offset` on, where the file ends so far. Answers where it ends then; throws TooManyBytes
     * where that would be behind its announced end, and DiskFull where others have filled the disk.
     */
    async append(announced: Announced, content: Readable, offset: number): Promise<number> {
      const { id, size } = announced
      // Begun by another server on the same folder.
      if (!waiting.has(id)) remember(announced, disk.hold(size - offset), Date.now())
      const own = waiting.get(id)
      if (!own) throw new UploadCancelled()
      own.room.holdOnly(size - offset)
      disk.assertRoom(size - offset)
      const hash = await sumUntil(id, offset)
      const file = await open(bytesOf(id), 'r+')
      let [at, flushed, flushing] = [offset, offset, false]
      /** Only the last flush, of the stream's own, says whether all is there. */
      const flush = () => {
        flushing = true
        flushed = at
        file
          .datasync()
          .catch(() => undefined)
          .finally(() => {
            flushing = false
          })
      }
      const meter = new Transform({
        transform(piece: Buffer, _encoding, done) {
          if (own.isGivenUp) {
            done(new UploadCancelled())
            return
          }
          if (at + piece.length > size) {
            done(new TooManyBytes())
            return
          }
          own.room.take(piece.length)
          hash.update(piece)
          at += piece.length
          done(null, piece)
          if (at - flushed >= FLUSHED_EVERY && !flushing) flush()
        },
      })
      own.isArriving = true
      try {
        await pipeline(content, meter, fileWriter(file, offset))
      } finally {
        own.isArriving = false
        own.touchedAt = Date.now()
        if (!own.isGivenUp) {
          sums.set(id, { hash, at })
          own.room.holdOnly(size - at)
        }
      }
      return at
    },

    /** What a complete file is. */
    async finish({ id, size }: Announced): Promise<Received> {
      const sum = await sumUntil(id, size)
      // Kept until the file is: the last step may be tried again.
      sums.set(id, { hash: sum, at: size })
      const file = await open(bytesOf(id))
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
        const head = buffer.subarray(0, bytesRead)
        return { id, size, sha256: sum.copy().digest('hex'), head, entries: await zipEntries(bytesOf(id), head) }
      } finally {
        await file.close()
      }
    },

    /** Moves a complete file's bytes to where they are kept. */
    async moveTo(id: string, kept: string) {
      await mkdir(path.dirname(kept), { recursive: true })
      await rename(bytesOf(id), kept)
      await remove(id)
    },

    /**
     * Of one person's uploads into a project, those that nobody is sending now give way, the oldest first, until the
     * sizes of the others fit into this many bytes: what somebody left behind must not keep them from uploading.
     */
    async makeRoom(person: string, projectId: string, bytes: number) {
      const left = ownOf(person).filter(({ announced, isArriving }) => announced.projectId === projectId && !isArriving)
      let sum = left.reduce((all, { announced }) => all + announced.size, 0)
      for (const { announced } of left) {
        if (sum <= bytes) return
        await remove(announced.id)
        sum -= announced.size
      }
    },

    /** Deletes all that was coming into a project. */
    async removeProject(projectId: string) {
      for (const { announced } of [...waiting.values()])
        if (announced.projectId === projectId) await remove(announced.id)
    },

    /** Sweeps away what has waited for too long, now and every hour, until the answer is called. */
    keepSwept(onFailure: (error: unknown) => void): () => void {
      const sweep = async () => {
        for (const name of await readdir(folder).catch(() => [])) {
          const { mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
          const id = path.basename(name, '.json')
          if (Date.now() - mtimeMs > WAITS_MS && (name === id || !(await find(id)))) await remove(id)
        }
      }
      const timer = setInterval(() => void sweep().catch(onFailure), SWEEP_EVERY_MS).unref()
      sweep().catch(onFailure)
      return () => clearInterval(timer)
    },
  }
}
