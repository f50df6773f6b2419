/**
 * A customer's program that does not give up: it repeats calls that failed with a broken connection or a 5xx response
 * that says when to try again. Any other failure ends it with an error.
 */
import { createCipheriv, createHash } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as after } from 'node:timers/promises'

import type { components } from '../../openapi/generated/product'
import { tusHeaders } from '../api/caller'
import type { Customer } from './cluster'

type File = components['schemas']['File']

/** How long failures may last before they count as permanent. */
const PATIENCE_MS = 180_000
/**
 * A call without streamed content that takes longer is considered to hang. A node stops waiting for its database, S3
 * and a slow client before that.
 */
const ANSWER_MS = 60_000
const CHUNK_BYTES = 256 * 1024
const BLOCK_BYTES = 16

/** Content that can be generated from any offset, so that it is never in memory as a whole. */
export type Content = { name: string; size: number; from(offset: number): Readable; sha256(): Promise<string> }

export function contentOf(name: string, size: number): Content {
  const key = createHash('sha256').update(name).digest().subarray(0, BLOCK_BYTES)
  const from = (offset: number) => {
    const counter = Buffer.alloc(BLOCK_BYTES)
    counter.writeBigUInt64BE(BigInt(Math.floor(offset / BLOCK_BYTES)), 8)
    const cipher = createCipheriv('aes-128-ctr', key, counter)
    cipher.update(Buffer.alloc(offset % BLOCK_BYTES))
    const bytes = function* () {
      for (let at = offset; at < size; at += CHUNK_BYTES)
        yield cipher.update(Buffer.alloc(Math.min(CHUNK_BYTES, size - at)))
    }
    return Readable.from(bytes(), { objectMode: false })
  }
  return {
    name,
    size,
    from,
    async sha256() {
      const hash = createHash('sha256')
      await pipeline(from(0), hash)
      return hash.digest('hex')
    },
  }
}

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: IncomingMessage }
type Sent = { headers?: OutgoingHttpHeaders; json?: unknown; form?: FormData; body?: Buffer; content?: Readable }

/** A failed attempt that can be repeated. */
class Repeatable extends Error {
  override name = 'Repeatable'
  constructor(
    message: string,
    readonly pauseMs: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export type Client = ReturnType<typeof createClient>

/** Creates a client. `failures` counts the failed attempts by reason. */
export function createClient(base: string, { id, username, token }: Customer, failures: Map<string, number>) {
  const agent = new http.Agent({ keepAlive: true })
  const ask = async (
    method: string,
    path: string,
    { headers, json, form, content, ...sent }: Sent,
  ): Promise<Answer> => {
    const encoded = form && new Response(form)
    const body = encoded
      ? Buffer.from(await encoded.arrayBuffer())
      : json === undefined
        ? (sent.body ?? null)
        : Buffer.from(JSON.stringify(json))
    const request = http.request(`${base}${path}`, {
      method,
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        ...(encoded && { 'content-type': encoded.headers.get('content-type') ?? '' }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(body !== null && { 'content-length': body.length }),
        ...headers,
      },
    })
    const response = once(request, 'response') as Promise<[IncomingMessage]>
    // The response may come before the whole body is sent.
    if (content) pipeline(content, request).catch(() => undefined)
    else request.end(body ?? undefined)
    const silence = setTimeout(() => request.destroy(new Error('The call hangs.')), content ? PATIENCE_MS : ANSWER_MS)
    try {
      const [answer] = await response
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer }
    } finally {
      clearTimeout(silence)
    }
  }

  /** Reads a response to its end. If its status is not accepted, throws: Repeatable if it asks to try again later. */
  const read = async ({ status, headers, body }: Answer, accepted: number[]) => {
    const text = Buffer.concat(await body.toArray()).toString()
    if (accepted.includes(status)) return { status, headers, text }
    const pause = Number(headers['retry-after'])
    if (status > 500 && pause > 0) throw new Repeatable(`${status}`, Math.min(pause, 2) * 1000)
    throw new Error(`Status ${status}: ${text.slice(0, 500)}`)
  }

  const repeatable = (error: unknown) => {
    if (error instanceof Repeatable) return error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined || message === 'The call hangs.') throw error
    return new Repeatable(code, 200, { cause: error })
  }

  /** Repeats `attempt` until it succeeds. Throws if a failure is not repeatable, or when `PATIENCE_MS` is over. */
  async function persist<Result>(what: string, attempt: () => Promise<Result>): Promise<Result> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        let failure: Repeatable
        try {
          failure = repeatable(error)
        } catch (cause) {
          throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
        }
        failures.set(failure.message, (failures.get(failure.message) ?? 0) + 1)
        if (Date.now() > deadline) throw new Error(`${what} did not succeed in time.`, { cause: error })
        await after(failure.pauseMs)
      }
    }
  }

  const call = (method: string, path: string, sent: Sent = {}, accepted = [200, 201, 204]) =>
    persist(`${method} ${path}`, async () => read(await ask(method, path, sent), accepted))
  const get = async <Body>(path: string) => JSON.parse((await call('GET', path)).text) as Body

  return {
    id,
    username,
    call,
    get,

    /** Reads all pages of a list. */
    async list<Item>(path: string): Promise<Item[]> {
      const items: Item[] = []
      for (let query: string | undefined = ''; query !== undefined; ) {
        const { text, headers } = await call('GET', `${path}${query}`)
        items.push(...(JSON.parse(text) as Item[]))
        query = /^<(\?[^>]+)>; rel="next"$/.exec(String(headers['link']))?.[1]
      }
      return items
    },

    /**
     * Uploads a file as the site's tus client does. `pause` holds the upload once, when `at` bytes have been sent.
     */
    async upload(projectId: string, content: Content, pause?: { at: number; reached(): Promise<void> }): Promise<File> {
      const { name, size } = content
      const uploads = `/api/v1/projects/${projectId}/uploads`
      const metadata = { filename: name, uid: id, uname: username }
      const begun = await call('POST', uploads, { headers: tusHeaders(size, metadata) })
      const address = `/api/v1/projects/${projectId}/${begun.headers.location}`
      const tus = { 'tus-resumable': '1.0.0' }
      let isPaused = false
      const bytesFrom = async function* (offset: number) {
        let at = offset
        for await (const chunk of content.from(offset)) {
          if (pause && !isPaused && at >= pause.at) {
            isPaused = true
            await pause.reached()
          }
          yield chunk as Buffer
          at += (chunk as Buffer).length
        }
      }
      let isFirst = true
      return persist(`Upload of ${name}`, async () => {
        const offset = isFirst ? 0 : Number((await call('HEAD', address, { headers: tus })).headers['upload-offset'])
        isFirst = false
        const headers = {
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'content-length': size - offset,
          'upload-offset': offset,
        }
        const sent = { headers, content: Readable.from(bytesFrom(offset), { objectMode: false }) }
        const answer = await read(await ask('PATCH', address, sent), [200, 204, 409])
        // Another call was still using the upload, or the connection broke while its last part was being stored.
        if (answer.status !== 200) throw new Repeatable(`${answer.status}`, 500)
        return JSON.parse(answer.text) as File
      })
    },

    /** Downloads a file, continuing after interruptions. Returns its SHA-256. */
    async download(fileId: string): Promise<string> {
      const hash = createHash('sha256')
      let received = 0
      let etag: string | undefined
      return persist(`Download of ${fileId}`, async () => {
        const rest = etag !== undefined && received > 0 ? { range: `bytes=${received}-`, 'if-range': etag } : {}
        const answer = await ask('GET', `/api/v1/files/${fileId}/download`, { headers: rest })
        const expectedStatus = received > 0 ? 206 : 200
        if (answer.status !== expectedStatus) await read(answer, [])
        etag = answer.headers.etag
        for await (const chunk of answer.body) {
          hash.update(chunk as Buffer)
          received += (chunk as Buffer).length
        }
        return hash.digest('hex')
      })
    },

    /** Follows changes until `leaving` is aborted. `on.reset` is called when everything has to be loaded again. */
    async follow(
      leaving: AbortSignal,
      on: { open(): void; change(change: { kind: string; id: string }): void; reset(): Promise<void> },
    ) {
      let lastId: string | undefined
      const isLeaving = () => leaving.aborted
      while (!isLeaving()) {
        try {
          const last = lastId === undefined ? {} : { 'last-event-id': lastId }
          const answer = await ask('GET', '/api/v1/changes', { headers: last })
          if (answer.status !== 200) await read(answer, [])
          const leave = () => answer.body.destroy()
          leaving.addEventListener('abort', leave)
          let rest = ''
          for await (const chunk of answer.body) {
            const blocks = `${rest}${String(chunk)}`.split('\n\n')
            rest = blocks.pop() ?? ''
            for (const block of blocks) {
              const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2)))
              if (fields['event'] === 'change') on.change(JSON.parse(String(fields['data'])) as never)
              if (fields['event'] === 'reset') await on.reset()
              if (fields['event'] === 'position') on.open()
              if (fields['id'] !== undefined) lastId = String(fields['id'])
            }
          }
          leaving.removeEventListener('abort', leave)
        } catch (error) {
          if (isLeaving()) return
          const { message, pauseMs } = repeatable(error)
          failures.set(message, (failures.get(message) ?? 0) + 1)
          await after(pauseMs)
        }
      }
    },
    close: () => agent.destroy(),
  }
}
