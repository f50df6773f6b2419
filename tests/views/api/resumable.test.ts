// @vitest-environment jsdom
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { sendResumable } from '../../../src/api/resumable'

// In Node, the library would use Node's own client, which cannot send a page's files.
vi.mock('tus-js-client', () => vi.importActual('../../../node_modules/tus-js-client/lib.esm/browser/index.js'))

type Call = { method: string | undefined; offset: string | undefined; metadata: string | undefined; body: string }
/** A tus server that has received the first two bytes of the upload. */
let server: http.Server
let origin = ''
let calls: Call[] = []
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
      calls.push({ method: request.method, offset, metadata, body })
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
})

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
})

test('a resumed upload sends the rest, and states its name again, because it may have changed', async () => {
  expect(await send(`${origin}/uploads/1`)).toEqual({ id: 'f1' })
  expect(calls.map(({ method, offset }) => [method, offset])).toEqual([
    ['HEAD', undefined],
    ['PATCH', '2'],
  ])
  expect(calls[1]?.body).toBe('234')
  expect(decoded(calls[1]?.metadata)).toEqual(named)
})
