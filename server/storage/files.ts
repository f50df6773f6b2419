/**
 * Stores the content of files in `<dataDir>/files` under generated ids, so that names chosen by users are never used
 * as paths. An upload is first written to a separate folder and moved to the stored files when its row is written.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { zipEntries } from './zip-entries'

/**
 * A received file: its size in bytes and its SHA-256 in hex. Its first bytes and, for a zip, the names of its entries
 * are used to detect its type.
 */
export type Received = { id: string; size: number; sha256: string; head: Buffer; entries: string[] }

/** The storage quota is exceeded. `left` is the remaining number of bytes, if known. */
export class OverQuota extends Error {
  override name = 'OverQuota'
  constructor(readonly left: number | null = null) {
    super('The storage quota is exceeded.')
  }
}

/** Called with the size of each chunk of an upload before it is written. Throws OverQuota to abort the upload. */
export type Allowance = { take(bytes: number): void }

export type FileStore = {
  /** Writes an upload to the disk under a new id. If it fails, nothing is left behind. */
  receive(content: Readable, allowance: Allowance): Promise<Received>
  /** Moves a received file to the stored files. */
  keep(id: string): Promise<void>
  /** Deletes a stored or received file. Does nothing if it does not exist. */
  remove(id: string): Promise<void>
  /** Returns the path of a stored file. */
  pathOf(id: string): string
}

/** Number of leading bytes used to detect a file's type. */
export const HEAD_BYTES = 4096

const incomingOf = (dataDir: string) => path.join(dataDir, 'files', 'incoming')

/** Opens the store and deletes the remains of uploads that were interrupted when the process ended. */
export async function openFileStore(dataDir: string): Promise<FileStore> {
  await rm(incomingOf(dataDir), { recursive: true, force: true })
  return shareFileStore(dataDir)
}

/** Opens the store while another server may be receiving uploads, so nothing is deleted. */
export async function shareFileStore(dataDir: string): Promise<FileStore> {
  const root = path.join(dataDir, 'files')
  const incoming = incomingOf(dataDir)
  await mkdir(incoming, { recursive: true })

  const incomingPath = (id: string) => path.join(incoming, id)
  // Folders with many thousands of files are slow to list, so files are distributed by the first two digits.
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
        // Wait until the file is closed: it may not exist yet, and removing it too early would leave it behind.
        if (!written.closed) await new Promise<void>((resolve) => written.once('close', () => resolve()))
        await rm(incomingPath(id), { force: true })
        throw error
      }
      const entries = await zipEntries(incomingPath(id), head)
      return { id, size, sha256: hash.digest('hex'), head, entries }
    },

    async keep(id) {
      const target = pathOf(id)
      await mkdir(path.dirname(target), { recursive: true })
      await rename(incomingPath(id), target)
    },

    async remove(id) {
      await rm(incomingPath(id), { force: true })
      await rm(pathOf(id), { force: true })
    },
  }
}
