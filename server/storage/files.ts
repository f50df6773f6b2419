/**
 * The bytes of files, each under an id of our own making below `<dataDir>/files`, so that no name a person chose ever
 * reaches the disk. An upload is written beside the kept files first and moved among them only when its row is written.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { zipEntries } from './zip-entries'

/**
 * What came in: its size in bytes, its SHA-256 in hex, and, by which its kind can be told, its first bytes and the names
 * of what is in it, where it is a zip.
 */
export type Received = { id: string; size: number; sha256: string; head: Buffer; entries: string[] }

/** There is no room for more bytes than `left`, where that is known. */
export class OverQuota extends Error {
  override name = 'OverQuota'
  constructor(readonly left: number | null = null) {
    super('There is no room for more bytes.')
  }
}

/** Is asked for every piece of an upload before it is written; throws OverQuota to end it. */
export type Allowance = { take(bytes: number): void }

export type FileStore = {
  /** Writes an upload to the disk under a new id. Whatever ends it early leaves nothing behind. */
  receive(content: Readable, allowance: Allowance): Promise<Received>
  /** Moves what was received among the kept files. */
  keep(id: string): Promise<void>
  /** Deletes a file, kept or only received. Nothing there is no error. */
  remove(id: string): Promise<void>
  /** Where a kept file stands. */
  pathOf(id: string): string
}

/** So many first bytes tell the kind of a file. */
export const HEAD_BYTES = 4096

const incomingOf = (dataDir: string) => path.join(dataDir, 'files', 'incoming')

/** Opens the store and clears what uploads left there when the process ended under them. */
export async function openFileStore(dataDir: string): Promise<FileStore> {
  await rm(incomingOf(dataDir), { recursive: true, force: true })
  return shareFileStore(dataDir)
}

/** The same beside a server that may be receiving uploads: nothing is cleared. */
export async function shareFileStore(dataDir: string): Promise<FileStore> {
  const root = path.join(dataDir, 'files')
  const incoming = incomingOf(dataDir)
  await mkdir(incoming, { recursive: true })

  const incomingPath = (id: string) => path.join(incoming, id)
  // A folder of many thousands of files is slow to list: they are spread by the first two digits.
  const pathOf = (id: string) => path.join(root, id.slice(0, 2), id)

  return {
    pathOf,

    async receive(content, allowance) {
      const id = randomUUID()
      const hash = createHash('sha256')
      let size = 0
      let head = Buffer.alloc(0)
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          try {
            allowance.take(chunk.length)
          } catch (error) {
            done(error as Error)
            return
          }
          size += chunk.length
          hash.update(chunk)
          if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
          done(null, chunk)
        },
      })
      const written = createWriteStream(incomingPath(id), { flags: 'wx', flush: true })
      try {
        await pipeline(content, meter, written)
      } catch (error) {
        // A refusal may come before the disk has made the file: removed too early, it would come to stay.
        if (!written.closed) await new Promise<void>((resolve) => written.once('close', () => resolve()))
        await rm(incomingPath(id), { force: true })
        throw error
      }
      const entries = await zipEntries(incomingPath(id), head)
      return { id, size, sha256: hash.digest('hex'), head, entries }
    },

    async keep(id) {
      const kept = pathOf(id)
      await mkdir(path.dirname(kept), { recursive: true })
      await rename(incomingPath(id), kept)
    },

    async remove(id) {
      await rm(incomingPath(id), { force: true })
      await rm(pathOf(id), { force: true })
    },
  }
}
