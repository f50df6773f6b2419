/** Stores content in a bucket of an S3 server. The key is the file's id. */
import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

import { unlimitedSpace } from './disk-space'
import { KEYS_PER_CALL, PART_BYTES, PARTS_AT_ONCE, s3Partial } from './s3-partial'
import { ContentMissing, type Storage, StorageUnavailable } from './storage'

export type S3Settings = {
  /** URL of the server; null for AWS. */
  url: string | null
  bucket: string
  region: string
  /** If null, the AWS SDK finds the credentials in the machine's environment. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Whether the bucket is part of the path instead of the host name. */
  pathStyle: boolean
}

const CONNECTION_TIMEOUT_MS = 3000
/** How long the server may take to begin a response. */
const RESPONSE_TIMEOUT_MS = 30_000
const ANSWER_TIMEOUT_MS = 2000
/** The interval at which the server is checked while a response is pending. */
const WATCH_MS = 3000
/** The limit is high because each download in progress occupies a socket for as long as its receiver takes. */
const MAX_SOCKETS = 2000

const isId = (key: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key)

export function createS3Client({ url, region, credentials, pathStyle }: S3Settings): S3Client {
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS }
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(url !== null && { endpoint: url }),
    ...(credentials && { credentials }),
    // Not every S3 server supports these checksums. The database has the SHA-256 of every file anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      // A receiver may pause a download for any length of time.
      socketTimeout: 0,
      httpAgent: new http.Agent(agent),
      httpsAgent: new https.Agent(agent),
    },
  })
}

/**
 * Aborts calls when the server no longer responds to anything. A slow call may take up to 30 seconds while the server
 * responds to other calls; that timeout alone would make users of a frozen server wait too long.
 */
function abortWhenSilent({ config: { requestHandler } }: S3Client, isAnswering: () => Promise<boolean>) {
  const handle = requestHandler.handle.bind(requestHandler)
  let asking: Promise<boolean> | null = null
  const ask = () => {
    asking ??= isAnswering().finally(() => {
      asking = null
    })
    return asking
  }
  requestHandler.handle = async (request, options: { abortSignal?: unknown } = {}) => {
    const silent = new AbortController()
    const { abortSignal: given } = options
    const abortSignal = given instanceof AbortSignal ? AbortSignal.any([given, silent.signal]) : silent.signal
    let isPending = true
    const check = async () => {
      const isUp = await ask()
      if (isPending && !isUp) silent.abort()
    }
    const watch = setInterval(() => void check(), WATCH_MS)
    try {
      return await handle(request, { ...options, abortSignal })
    } finally {
      isPending = false
      clearInterval(watch)
    }
  }
}

/** Whether the server has refused a call, as opposed to not responding or being overloaded. */
function isRefusal(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  if (status === undefined) return name === 'CredentialsProviderError'
  return status < 500 && status !== 429
}

/**
 * Opens the bucket. Throws StorageUnavailable if the server refuses access to it. If the server does not respond,
 * the bucket is opened anyway: calls fail until it does.
 */
export async function openS3Storage(settings: S3Settings): Promise<Storage> {
  const client = createS3Client(settings)
  const { bucket: Bucket } = settings
  const unavailable = (cause: unknown) => new StorageUnavailable('The S3 storage is not responding.', { cause })
  const refuse = (cause: unknown) => {
    throw unavailable(cause)
  }

  const isAnswering = () =>
    client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).then(
      () => true,
      () => false,
    )
  abortWhenSilent(client, isAnswering)

  await client.send(new HeadBucketCommand({ Bucket })).catch((cause: unknown) => {
    if (isRefusal(cause))
      throw new StorageUnavailable(`The S3 storage refuses access to the bucket ${Bucket}.`, { cause })
  })

  async function put(id: string, content: Readable) {
    const params = { Bucket, Key: id, Body: content }
    try {
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done()
    } catch (error) {
      const isCut = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
      throw content.errored ?? (isCut ? error : unavailable(error))
    } finally {
      content.destroy()
    }
  }

  return {
    space: unlimitedSpace,
    put,
    partial: s3Partial(client, Bucket),

    async get(id, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket, Key: id, ...(Range !== undefined && { Range }) }))
        .catch((cause: unknown) => {
          throw cause instanceof NoSuchKey ? new ContentMissing(id, { cause }) : unavailable(cause)
        })
      return Body as Readable
    },

    async remove(ids) {
      for (let from = 0; from < ids.length; from += KEYS_PER_CALL) {
        const Objects = ids.slice(from, from + KEYS_PER_CALL).map((Key) => ({ Key }))
        const { Errors = [] } = await client
          .send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
          .catch(refuse)
        if (Errors.length > 0) throw unavailable(new Error(`${Errors[0]?.Key}: ${Errors[0]?.Message}`))
      }
    },

    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
        for (const { Key = '', Size = 0, LastModified = new Date() } of Contents)
          if (isId(Key)) yield { id: Key, size: Size, changedAt: LastModified }
      }
    },

    isAnswering,
  }
}
