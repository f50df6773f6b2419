/**
 * Stores the content of files under the ids of their rows, so that names chosen by users are never used as paths or
 * keys. Content is written before its row. Content whose row is never committed is deleted.
 */
import type { Readable } from 'node:stream'

import type { DiskSpace } from './disk-space'

/** The positions of the first and the last byte to read. */
export type ByteRange = { start: number; end: number }

export type StoredContent = { id: string; size: number; changedAt: Date }

/** Content that arrives in pieces, over several calls and nodes. `multipartId` identifies it on an S3 server. */
export type PartialContent = { id: string; size: number; multipartId: string | null }

export type PartialContents = {
  /** Returns how many bytes are stored. */
  lengthOf(partial: PartialContent): Promise<number>
  /**
   * Appends content at `offset`, which must be the current length. If the content ends early or fails, the bytes stored
   * so far are kept. `onMultipart` saves the multipart upload's id before anything is stored under it.
   */
  append(
    partial: PartialContent,
    content: Readable,
    offset: number,
    onMultipart: (multipartId: string) => Promise<void>,
  ): Promise<void>
  /** Makes completely received content readable under its id. Repeated calls have no effect. */
  finish(partial: PartialContent): Promise<void>
  discard(partial: PartialContent): Promise<void>
  /** Iterates over the remains of partial uploads. Any that belong to no unfinished upload can be removed. */
  leftovers(): AsyncIterable<Leftover>
}

export type Leftover = { id: string; changedAt: Date; remove(): Promise<void> }

export type Storage = {
  /** Writes content under a new id. On failure, nothing is left behind, and an error of `content` is rethrown as is. */
  put(id: string, content: Readable): Promise<void>
  /** Opens content for reading. Throws ContentMissing. */
  get(id: string, range?: ByteRange): Promise<Readable>
  /** Deletes content. Does nothing for ids without content. */
  remove(ids: string[]): Promise<void>
  /** Iterates over everything that is stored, for verification. */
  list(): AsyncIterable<StoredContent>
  /** Whether the storage responds promptly. */
  isAnswering(): Promise<boolean>
  partial: PartialContents
  /** The space available for uploads. */
  space: DiskSpace
}

/** There is no content with this id. */
export class ContentMissing extends Error {
  override name = 'ContentMissing'
  constructor(id: string, options?: ErrorOptions) {
    super(`The content of file ${id} is missing.`, options)
  }
}

/** The storage does not respond or refuses the server's access. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** Iterates over content. Throws ContentMissing, and StorageUnavailable if the content ends early. */
export async function* chunksOf(storage: Pick<Storage, 'get'>, id: string, range?: ByteRange): AsyncGenerator<Buffer> {
  const content = await storage.get(id, range)
  try {
    for await (const chunk of content) yield chunk as Buffer
  } catch (cause) {
    throw new StorageUnavailable('The storage stopped sending content.', { cause })
  }
}

/** Reads up to `length` bytes from `start`. */
export async function readBytes(storage: Pick<Storage, 'get'>, id: string, start: number, length: number) {
  const chunks: Buffer[] = []
  if (length > 0)
    for await (const chunk of chunksOf(storage, id, { start, end: start + length - 1 })) chunks.push(chunk)
  return Buffer.concat(chunks)
}
