/**
 * Content that arrives in pieces, on an S3 server: a multipart upload, whose parts must each be at least 5 MB, except
 * for the last. Bytes that do not fill a part when a call ends are stored as a separate object, the tail, and become
 * the beginning of the next part. A tail's key contains the number of complete parts, so an outdated tail is ignored.
 */
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  NoSuchKey,
  NoSuchUpload,
  NotFound,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

import { MB } from '../../machines/lib/file-size'
import { type PartialContent, type PartialContents, StorageUnavailable } from './storage'

/** The size of a part. The parts of content that arrives in pieces can be slightly larger. */
export const PART_BYTES = 8 * MB
/** The number of parts that are sent at the same time. Each is kept in memory until it has been sent. */
export const PARTS_AT_ONCE = 3
/** The maximum number of keys that one call can delete. */
export const KEYS_PER_CALL = 1000

type Part = { PartNumber: number; ETag: string; Size: number }

/** The stored parts and the length of the tail. `parts` is null once the content is a complete object. */
type State = { parts: Part[] | null; tail: number; length: number }

const tailKey = (id: string, parts: number) => `tails/${id}/${parts}`
const isMissing = (error: unknown) =>
  error instanceof NotFound || error instanceof NoSuchKey || error instanceof NoSuchUpload

export function s3Partial(client: S3Client, Bucket: string): PartialContents {
  /** Returns the response, or null if the requested object or upload does not exist. */
  const ask = <Answer>(asking: Promise<Answer>): Promise<Answer | null> =>
    asking.catch((cause: unknown) => {
      if (isMissing(cause)) return null
      throw new StorageUnavailable('The S3 storage is not responding.', { cause })
    })
  /** Like `ask`, for calls that store something: an upload that no longer exists is an error. */
  const store = async <Answer>(asking: Promise<Answer>): Promise<Answer> => {
    const answer = await ask(asking)
    if (answer === null) throw new Error('The S3 storage no longer has this upload.')
    return answer
  }
  const sizeOf = async (Key: string) =>
    (await ask(client.send(new HeadObjectCommand({ Bucket, Key }))))?.ContentLength ?? null

  /** Lists the parts up to the first gap: after a crash, a part may have been stored without its predecessor. */
  async function partsOf(Key: string, UploadId: string): Promise<Part[]> {
    const parts: Part[] = []
    let after: string | undefined
    // The SDK's paginator continues until there is no marker, but some servers also send a marker with the last page.
    for (let isLast = false; !isLast; ) {
      const page = { Bucket, Key, UploadId, ...(after !== undefined && { PartNumberMarker: after }) }
      const { Parts = [], IsTruncated, NextPartNumberMarker } = await client.send(new ListPartsCommand(page))
      for (const { PartNumber, ETag = '', Size = 0 } of Parts)
        if (PartNumber === parts.length + 1) parts.push({ PartNumber, ETag, Size })
      isLast = !IsTruncated
      after = NextPartNumberMarker
    }
    return parts
  }

  async function stateOf({ id, size, multipartId }: PartialContent): Promise<State> {
    const parts = multipartId === null ? [] : await ask(partsOf(id, multipartId))
    if (parts === null || multipartId === null) {
      const whole = await sizeOf(id)
      if (whole !== null) return { parts: null, tail: 0, length: whole }
    }
    const known = parts ?? []
    const inParts = known.reduce((sum, { Size }) => sum + Size, 0)
    const tail = inParts === size ? 0 : ((await sizeOf(tailKey(id, known.length))) ?? 0)
    return { parts: known, tail, length: inParts + tail }
  }

  async function read(Key: string): Promise<Buffer> {
    const found = await ask(client.send(new GetObjectCommand({ Bucket, Key })))
    return Buffer.from((await found?.Body?.transformToByteArray()) ?? [])
  }

  /** Deletes all tails of an upload that has this many parts. */
  const dropTails = async (id: string, parts: number) => {
    const keys = Array.from({ length: parts + 1 }, (_, index) => ({ Key: tailKey(id, index) }))
    for (let from = 0; from < keys.length; from += KEYS_PER_CALL) {
      const Objects = keys.slice(from, from + KEYS_PER_CALL)
      await ask(client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })))
    }
  }

  const put = async (Key: string, Body: Buffer) => {
    await store(client.send(new PutObjectCommand({ Bucket, Key, Body })))
  }

  return {
    lengthOf: async (partial) => (await stateOf(partial)).length,

    async append(partial, content, offset, onMultipart) {
      const { id, size } = partial
      const { parts, tail } = await stateOf(partial)
      // All content is stored already: the client sends the last byte again because the final step failed.
      if (parts === null || parts.reduce((sum, { Size }) => sum + Size, 0) === size) {
        content.resume()
        return
      }
      let { multipartId } = partial
      let number = parts.length
      let length = offset
      let pending = tail > 0 ? [await read(tailKey(id, number))] : []
      let bytes = tail
      const sending = new Set<Promise<void>>()
      let failure: Error | undefined

      const sendPart = async (Body: Buffer) => {
        if (multipartId === null) {
          const { UploadId = '' } = await store(client.send(new CreateMultipartUploadCommand({ Bucket, Key: id })))
          multipartId = UploadId
          await onMultipart(multipartId)
        }
        const params = { Bucket, Key: id, UploadId: multipartId, PartNumber: ++number, Body }
        const sent = store(client.send(new UploadPartCommand(params)))
          .then(() => undefined)
          .catch((error: unknown) => {
            failure ??= error instanceof Error ? error : new Error(String(error))
          })
          .finally(() => sending.delete(sent))
        sending.add(sent)
        if (sending.size >= PARTS_AT_ONCE) await Promise.race(sending)
        if (failure) throw failure
      }
      const take = () => {
        const all = Buffer.concat(pending)
        pending = []
        bytes = 0
        return all
      }
      /** Stores the remaining bytes when the content ends or is interrupted. */
      const sendRest = async () => {
        if (bytes > 0) {
          if (length < size) await put(tailKey(id, number), take())
          else if (number === 0) await put(id, take())
          else await sendPart(take())
        }
        await Promise.all(sending)
        if (failure) throw failure
      }
      const write = async (chunks: Buffer[]) => {
        for (const chunk of chunks) {
          pending.push(chunk)
          bytes += chunk.length
          length += chunk.length
        }
        if (bytes >= PART_BYTES && length < size) await sendPart(take())
      }
      const writer = new Writable({
        highWaterMark: 2 * MB,
        writev: (chunks, done) => void write(chunks.map(({ chunk }) => chunk as Buffer)).then(() => done(), done),
        final: (done) => void sendRest().then(() => done(), done),
        destroy: (error, done) =>
          void Promise.all(sending).then(
            () => done(error),
            () => done(error),
          ),
      })
      await pipeline(content, writer)
    },

    async finish(partial) {
      const { id, multipartId } = partial
      if (partial.size === 0) return put(id, Buffer.alloc(0))
      const { parts, tail } = await stateOf(partial)
      if (parts === null) return dropTails(id, 0)
      if (multipartId === null || tail > 0) throw new Error(`The upload ${id} is not complete.`)
      const Parts = parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
      const params = { Bucket, Key: id, UploadId: multipartId, MultipartUpload: { Parts } }
      await store(client.send(new CompleteMultipartUploadCommand(params)))
      await dropTails(id, parts.length)
    },

    async discard({ id, size, multipartId }) {
      if (multipartId !== null)
        await ask(client.send(new AbortMultipartUploadCommand({ Bucket, Key: id, UploadId: multipartId })))
      await ask(client.send(new DeleteObjectCommand({ Bucket, Key: id })))
      await dropTails(id, Math.ceil(size / PART_BYTES))
    },

    async *leftovers() {
      let page: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
      while (page) {
        const found: ListMultipartUploadsCommandOutput = await client.send(
          new ListMultipartUploadsCommand({ Bucket, ...page }),
        )
        for (const { Key = '', UploadId = '', Initiated = new Date() } of found.Uploads ?? []) {
          const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
          yield { id: Key, changedAt: Initiated, remove: async () => void (await ask(client.send(abort))) }
        }
        const { IsTruncated, NextKeyMarker = '', NextUploadIdMarker = '' } = found
        page = IsTruncated ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker } : null
      }
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: 'tails/' })) {
        for (const { Key = '', LastModified = new Date() } of Contents) {
          const removal = new DeleteObjectCommand({ Bucket, Key })
          const id = Key.split('/')[1] ?? ''
          yield { id, changedAt: LastModified, remove: async () => void (await ask(client.send(removal))) }
        }
      }
    },
  }
}
