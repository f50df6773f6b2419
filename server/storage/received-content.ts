/** Receives an upload: counts, limits and hashes the bytes while they are written to storage. */
import { createHash, randomUUID } from 'node:crypto'
import { pipeline, Transform, type Readable } from 'node:stream'

import { readBytes, type Storage } from './storage'
import { packedContent } from './packed-content'
import type { PackedContent } from './zip-entries'

/**
 * A received file: its size in bytes and its SHA-256 in hex. Its first bytes and, for an archive or a compressed file,
 * the names and first bytes of its entries are used to detect its type.
 */
export type Received = { id: string; size: number; sha256: string; head: Buffer } & PackedContent

/** How many bytes a project has left of its limit. */
export type Space = { left: number; limitBytes: number }

/** The storage quota is exceeded. */
export class OverQuota extends Error {
  override name = 'OverQuota'
  constructor(readonly space: Space | null = null) {
    super('The storage quota is exceeded.')
  }
}

/**
 * `take` is called with the size of each chunk of an upload before the chunk is written. It throws an error, such as
 * OverQuota, to abort the upload.
 */
export type Allowance = { take(bytes: number): void }

/** Number of leading bytes used to detect a file's type. */
export const HEAD_BYTES = 4096

/** Writes an upload to the storage under a new id. If it fails, nothing is left behind. */
export async function receiveContent(storage: Storage, content: Readable, allowance: Allowance): Promise<Received> {
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
  // A failure of either stream destroys the other. `put` reports the error.
  pipeline(content, meter, () => undefined)
  await storage.put(id, meter)
  const packed = await packedContent((start, length) => readBytes(storage, id, start, length), { size, head })
  return { id, size, sha256: hash.digest('hex'), head, ...packed }
}
