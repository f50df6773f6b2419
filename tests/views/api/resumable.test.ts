// @vitest-environment jsdom
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { createProductApi } from '../../../src/api/product'
import { sendResumable } from '../../../src/api/resumable'
import type { ApiError } from '../../../src/api/unwrap'

// In Node, the library would use Node's own client, which cannot send a page's files.
vi.mock('tus-js-client', () => vi.importActual('../../../node_modules/tus-js-client/lib.esm/browser/index.js'))

type Call = {
  method: string | undefined
  path: string | undefined
  offset: string | undefined
  metadata: string | undefined
  headers: http.IncomingHttpHeaders
  body: string
}
/** The answer to a call; null for none, and 'lost' for a closed connection. */
type Answer = { status: number; headers?: Record<string, string>; body?: unknown } | null | 'lost'

/** A tus server that has received the first two bytes of the upload, unless a test gives the answers to its calls. */
let server: http.Server
let origin = ''
let calls: Call[] = []
let answers: Answer[] = []
let closed = 0
beforeAll(async () => {
  server = http.createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-methods', '*')
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '')
    response.setHeader('access-control-expose-headers', 'upload-offset, upload-length, location, tus-resumable')
    response.setHeader('tus-resumable', '1.0.0')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { 'upload-offset': offset, 'upload-metadata': metadata } = request.headers as Record<string, string>
      calls.push({ method: request.method, path: request.url, offset, metadata, headers: request.headers, body })
      response.on('close', () => {
        if (!response.writableEnded) closed++
      })
      server.emit('called')
      const answer = answers.shift()
      if (answer === null) return
      if (answer === 'lost') return void response.destroy()
      if (answer) return void response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body))
      if (request.method === 'POST') return void response.writeHead(201, { location: `${origin}/uploads/1` }).end()
      if (request.method === 'HEAD')
        return void response.writeHead(200, { 'upload-offset': '2', 'upload-length': '5' }).end()
      response.writeHead(200, { 'upload-offset': '5' }).end(JSON.stringify({ id: 'f1' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  calls = []
  answers = []
  closed = 0
})
afterEach(() => void vi.useRealTimers())

const send = (address: string | null) =>
  sendResumable({
    ...{ endpoint: `${origin}/uploads`, address, file: new File(['01234'], 'a.txt'), tabId: 't1' },
    metadata: { filename: 'übung.txt', replaces: 'f0' },
    token: async () => 'a-token',
    ...{ onBegun: () => {}, onProgress: () => {}, onUnauthorized: () => {} },
    ...{ signal: new AbortController().signal, stallTimeoutMs: 60_000 },
  })

/** Decodes metadata as the tus protocol describes it (https://tus.io/protocols/resumable-upload#upload-metadata). */
const decoded = (metadata: string | undefined) =>
  metadata
    ?.split(',')
    .map((pair) => pair.split(' '))
    .map(([name, value]) => [name, Buffer.from(value ?? '', 'base64').toString()])

const named = [
  ['filename', 'übung.txt'],
  ['replaces', 'f0'],
]

test('a new upload states its name when it is created', async () => {
  expect(await send(null)).toEqual({ id: 'f1' })
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'PATCH'])
  expect(decoded(calls[0]?.metadata)).toEqual(named)
  expect(calls[1]?.metadata).toBeUndefined()
})

test('a resumed upload sends the rest, and states its name again, because it may have changed', async () => {
  expect(await send(`${origin}/uploads/1`)).toEqual({ id: 'f1' })
  expect(calls.map(({ method, offset }) => [method, offset])).toEqual([
    ['HEAD', undefined],
    ['PATCH', '2'],
  ])
  expect(calls[1]?.body).toBe('234')
  expect(decoded(calls[1]?.metadata)).toEqual(named)
  expect(calls[0]?.metadata).toBeUndefined()
})

describe('an upload', () => {
  let file: File
  let leaving: AbortController
  let tokens: boolean[]
  let begun: string[]
  let refusals: number
  let progress: number[]
  beforeEach(() => {
    file = new File(['01234'], 'a.txt')
    leaving = new AbortController()
    tokens = []
    begun = []
    refusals = 0
    progress = []
  })

  /** Resolves with the answer, or with the status, message and field errors of the failure. */
  const start = (address: string | null, { partBytes, token }: { partBytes?: number; token?: string } = {}) =>
    sendResumable({
      ...{ endpoint: `${origin}/uploads`, address, file, tabId: 't1', metadata: {} },
      ...(partBytes !== undefined && { partBytes }),
      token: async (isRefused) => {
        tokens.push(isRefused)
        return token
      },
      ...{
        onBegun: (at) => begun.push(at),
        onProgress: (bytes) => progress.push(bytes),
        onUnauthorized: () => refusals++,
      },
      ...{ signal: leaving.signal, stallTimeoutMs: 50_000 },
    }).catch((error: unknown) => {
      const { status, message, errors } = error as ApiError
      return [status, message, errors]
    })
  const methods = () => calls.map(({ method }) => method)
  const created = { status: 201, headers: { location: '/uploads/1' } }
  const resumed = { status: 200, headers: { 'upload-offset': '2', 'upload-length': '5' } }
  const stalled = [0, 'the transfer stopped making progress', []]

  test('states the token and the tab in each call, and nothing is kept for later', async () => {
    expect(await start(null, { token: 'a-token' })).toEqual({ id: 'f1' })
    const expected = { authorization: 'Bearer a-token', 'tab-id': 't1' }
    expect(calls.map(({ headers }) => headers)).toMatchObject([expected, expected])
    expect(tokens).toEqual([false, false])
    expect(begun).toEqual([`${origin}/uploads/1`])
    expect(progress.at(-1)).toBe(5)
    expect(localStorage).toHaveLength(0)
  })

  test('states no token if there is none', async () => {
    await start(null)
    expect(calls.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
  })

  test('sends the whole file as it is, and slices only the rest', async () => {
    const slice = vi.spyOn(file, 'slice')
    await start(null)
    expect(slice).not.toHaveBeenCalled()
    await start(`${origin}/uploads/1`)
    expect(slice.mock.calls).toEqual([[2, 5]])
  })

  test('sends parts if the calls are limited', async () => {
    answers = [created, ...['2', '4', '5'].map((offset) => ({ status: 204, headers: { 'upload-offset': offset } }))]
    expect(await start(null, { partBytes: 2 })).toBeUndefined()
    expect(calls.slice(1).map(({ offset, body }) => [offset, body])).toEqual([
      ['0', '01'],
      ['2', '23'],
      ['4', '4'],
    ])
  })

  test.each([404, 410])('that is gone (%i) starts again at a new URL', async (status) => {
    answers = [{ status }, created]
    expect(await start(`${origin}/uploads/0`)).toEqual({ id: 'f1' })
    expect(methods()).toEqual(['HEAD', 'POST', 'PATCH'])
  })

  test.each([400, 403, 405, 409, 411, 500, 503])(
    'whose state cannot be read (%i) does not start again',
    async (status) => {
      answers = [{ status }]
      expect(await start(`${origin}/uploads/1`)).toEqual([status === 409 ? 0 : status, '', []])
      expect(methods()).toEqual(['HEAD'])
      expect(refusals).toBe(0)
    },
  )

  test('is tried once more with another token after a 401', async () => {
    answers = [{ status: 401 }]
    expect(await start(null)).toEqual({ id: 'f1' })
    expect(methods()).toEqual(['POST', 'POST', 'PATCH'])
    expect(tokens).toEqual([false, true, false])
    expect(refusals).toBe(0)
  })

  test('that is refused twice notifies the session', async () => {
    answers = [{ status: 401 }, { status: 401, body: { message: 'Please sign in.' } }]
    expect(await start(null)).toEqual([401, 'Please sign in.', []])
    expect([tokens, refusals]).toEqual([[false, true], 1])
  })

  test('is tried once more only once, also if a part arrived in between', async () => {
    const part = { status: 204, headers: { 'upload-offset': '4', 'upload-length': '5' } }
    answers = [resumed, { status: 401 }, resumed, part, { status: 401 }]
    expect(await start(`${origin}/uploads/1`, { partBytes: 2 })).toEqual([401, '', []])
    expect([methods(), refusals]).toEqual([['HEAD', 'PATCH', 'HEAD', 'PATCH', 'PATCH'], 1])
  })

  const errors = [{ field: 'filename', message: 'Too long.' }]
  test.each([
    [{ status: 409, body: { message: 'Wrong offset.' } }, [0, '', []]],
    [{ status: 409, body: { message: 'No.', errors } }, [409, 'No.', errors]],
    [{ status: 410, body: { message: 'Gone.' } }, [410, 'Gone.', []]],
    [{ status: 402, body: { message: 'No.' } }, [402, 'No.', []]],
    [{ status: 413, body: { message: 'Full.' } }, [413, 'Full.', []]],
    ['lost' as const, [0, '', []]],
  ])('that is answered with %j fails with %j, and is not tried again', async (answer, failed) => {
    answers = [created, answer]
    expect(await start(null)).toEqual(failed)
    expect([methods(), refusals]).toEqual([['POST', 'PATCH'], 0])
  })

  test('ends when its page is left', async () => {
    answers = [created, null]
    const called = once(server, 'called').then(() => once(server, 'called'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stopped = vi.spyOn(leaving.signal, 'removeEventListener')
    const sent = start(null)
    await called
    leaving.abort()
    expect(await sent).toEqual([0, '', []])
    // After the limit, nothing happens.
    vi.advanceTimersByTime(50_000)
    expect(stopped).toHaveBeenCalledOnce()
    vi.useRealTimers()
    await expect.poll(() => closed).toBe(1)
  })

  test('ends after 50 s without progress', async () => {
    answers = [null]
    const called = once(server, 'called')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stopped = vi.spyOn(leaving.signal, 'removeEventListener')
    const sent = start(null)
    await called
    vi.advanceTimersByTime(49_999)
    expect(stopped).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(await sent).toEqual(stalled)
    expect(stopped).toHaveBeenCalledOnce()
    vi.useRealTimers()
    await expect.poll(() => closed).toBe(1)
  })

  test('has another 50 s after each progress', async () => {
    answers = [created, null]
    const called = once(server, 'called').then(() => once(server, 'called'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stopped = vi.spyOn(leaving.signal, 'removeEventListener')
    const sent = start(null)
    vi.advanceTimersByTime(49_999)
    await called
    expect(progress).toEqual([0])
    vi.advanceTimersByTime(49_999)
    expect(stopped).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(await sent).toEqual(stalled)
  })

  test.each<[string, Answer[]]>([
    ['is complete', []],
    ['has failed', [created, { status: 413 }]],
  ])('that %s waits for nothing', async (_, given) => {
    answers = given
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stopped = vi.spyOn(leaving.signal, 'removeEventListener')
    await start(null)
    // After the limit, nothing happens.
    vi.advanceTimersByTime(50_000)
    expect(stopped).toHaveBeenCalledOnce()
  })
})

describe('a resumable upload of the API', () => {
  const accessToken = vi.fn(async (minValidity?: number) => `token ${minValidity}`)
  beforeEach(() => void accessToken.mockClear())
  type Chosen = { fileType: string | null; replaces: string | null; uemail: string | null; file?: File }
  const upload = (
    { file = new File(['01234'], 'a.txt', { lastModified: 1_735_689_601_999 }), ...chosen }: Chosen,
    uploadPartMb?: number,
  ) => {
    const bases = { base: `${origin}/api`, v1: `${origin}/api/v1` }
    return createProductApi({ bases, uploadPartMb, accessToken, onUnauthorized: () => {} }).uploadResumably(
      { uid: 'u1', uname: 'user', uemail: chosen.uemail },
      { projectId: 'p/1', file, name: 'b.txt', address: null, fileType: chosen.fileType, replaces: chosen.replaces },
      { onBegun: () => {}, onProgress: () => {}, signal: new AbortController().signal },
    )
  }
  const plain = { fileType: null, replaces: null, uemail: null }
  const stated = [
    ['uid', 'u1'],
    ['uname', 'user'],
    ['filename', 'b.txt'],
    ['last_modified', '1735689601'],
  ]

  test('states who uploads which file, and its time in seconds', async () => {
    expect(await upload(plain)).toEqual([{ id: 'f1' }])
    expect(calls[0]?.path).toBe('/api/v1/projects/p%2F1/uploads')
    expect(decoded(calls[0]?.metadata)).toEqual(stated)
  })

  test('states the address, the type and the replaced file if they are known', async () => {
    await upload({ fileType: 'layout', replaces: 'f0', uemail: 'user@example.com' })
    const known = [
      ['uemail', 'user@example.com'],
      ['ftype', 'layout'],
      ['replaces', 'f0'],
    ]
    expect(decoded(calls[0]?.metadata)).toEqual([...stated, ...known])
  })

  test('returns nothing if the server already had the whole file', async () => {
    answers = [
      { status: 201, headers: { location: '/uploads/1' } },
      { status: 204, headers: { 'upload-offset': '5' } },
    ]
    expect(await upload(plain)).toEqual([])
  })

  test('renews the token after it was refused', async () => {
    answers = [{ status: 401 }]
    await upload(plain)
    expect(accessToken.mock.calls.map(([minValidity]) => minValidity)).toEqual([undefined, -1, undefined])
  })

  test('is sent in parts of the given size in MB (1,048,576 bytes)', async () => {
    const offsets = [1_048_576, 1_048_577]
    answers = [
      { status: 201, headers: { location: '/uploads/1' } },
      ...offsets.map((offset) => ({ status: 204, headers: { 'upload-offset': `${offset}` } })),
    ]
    await upload({ ...plain, file: new File([new Uint8Array(1_048_577)], 'a.txt') }, 1)
    expect(calls.map(({ offset, body }) => [offset, body.length])).toEqual([
      [undefined, 0],
      ['0', 1_048_576],
      ['1048576', 1],
    ])
  })
})
