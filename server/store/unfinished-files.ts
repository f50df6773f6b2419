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
}

/** With the bytes that are here, and the time of the last one. */
export type Unfinished = Announced & { offset: number; touchedAt: Date }

/** More came than was announced. */
export class TooManyBytes extends Error {
  override name = 'TooManyBytes'
}

/** After so many bytes the disk is told to write what it has, so that there is little left to wait for at the end. */
const FLUSHED_EVERY = 64 * 1_048_576

export const WAITS_MS = 24 * 60 * 60 * 1000
const SWEEP_EVERY_MS = 60 * 60 * 1000

export type UnfinishedFiles = ReturnType<typeof openUnfinishedFiles>

export function openUnfinishedFiles(dataDir: string) {
  const folder = path.join(dataDir, 'files', 'unfinished')
  const bytesOf = (id: string) => path.join(folder, id)
  const sayingOf = (id: string) => path.join(folder, `${id}.json`)
  /** Sums under way, by file, and how far they have come; one that a restart took is made anew from the disk. */
  const sums = new Map<string, { hash: Hash; at: number }>()
  const arriving = new Set<string>()

  async function find(id: string): Promise<Unfinished | null> {
    try {
      const announced = JSON.parse(await readFile(sayingOf(id), 'utf8')) as Announced
      const { size: offset, mtime: touchedAt } = await stat(bytesOf(id))
      return { ...announced, offset, touchedAt }
    } catch {
      return null
    }
  }

  async function list(): Promise<Unfinished[]> {
    const names = await readdir(folder).catch(() => [])
    const found = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => find(name.slice(0, -5))),
    )
    return found.filter((one) => one !== null)
  }

  async function remove(id: string) {
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

  return {
    find,
    remove,

    async begin(announced: Announced) {
      await mkdir(folder, { recursive: true })
      await writeFile(bytesOf(announced.id), '', { flag: 'wx' })
      await writeFile(sayingOf(announced.id), JSON.stringify(announced))
    },

    /**
     * Writes what comes from `offset` on, where the file ends so far. Answers where it ends then; throws TooManyBytes
     * where that would be behind its announced end.
     */
    async append({ id, size }: Announced, content: Readable, offset: number): Promise<number> {
      const hash = await sumUntil(id, offset)
      const file = await open(bytesOf(id), 'r+')
      let [at, flushed, flushing] = [offset, offset, false]
      /** Only the last flush, of the stream's own, says whether all is there. */
      const flush = async () => {
        flushing = true
        flushed = at
        await file.datasync().catch(() => undefined)
        flushing = false
      }
      const meter = new Transform({
        transform(piece: Buffer, _encoding, done) {
          if (at + piece.length > size) {
            done(new TooManyBytes())
            return
          }
          hash.update(piece)
          at += piece.length
          done(null, piece)
          if (at - flushed >= FLUSHED_EVERY && !flushing) void flush()
        },
      })
      arriving.add(id)
      try {
        await pipeline(content, meter, fileWriter(file, offset))
      } finally {
        arriving.delete(id)
        sums.set(id, { hash, at })
      }
      return at
    },

    /** What a complete file is. */
    async sumUp({ id, size }: Announced): Promise<Received> {
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
     * Those of a project that nobody is sending now give way, the oldest first, until the sizes of the others fit into
     * this many bytes: what was left behind must not keep anybody from uploading, nor fill the disk.
     */
    async makeRoom(projectId: string, bytes: number) {
      const waiting = (await list()).filter((one) => one.projectId === projectId && !arriving.has(one.id))
      let sum = waiting.reduce((all, { size }) => all + size, 0)
      for (const { id, size } of waiting.toSorted((a, b) => a.touchedAt.getTime() - b.touchedAt.getTime())) {
        if (sum <= bytes) return
        await remove(id)
        sum -= size
      }
    },

    /** Sweeps away what has waited for too long, now and every hour, until the answer is called. */
    keepSwept(): () => void {
      const sweep = async () => {
        for (const name of await readdir(folder).catch(() => [])) {
          const { mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
          const id = path.basename(name, '.json')
          if (Date.now() - mtimeMs > WAITS_MS && (name === id || !(await find(id)))) await remove(id)
        }
      }
      const timer = setInterval(() => void sweep().catch(() => undefined), SWEEP_EVERY_MS).unref()
      void sweep().catch(() => undefined)
      return () => clearInterval(timer)
    },
  }
}
