import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { formOf } from '../api/caller'
import { apiOf } from '../support/projects'
import { startTestStack, type TestStack } from '../support/stack'
import { programOf, type Proxy, type Relay, startRelay, startProxy } from './proxies'

const MB = 1024 * 1024
const content = randomBytes(24 * MB)
const sha256 = createHash('sha256').update(content).digest('hex')

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

const encoded = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

describe.each(['nginx', 'caddy'] as const)('behind %s', (name) => {
  const program = programOf(name)
  let proxy: Proxy
  let relay: Relay
  beforeAll(async () => {
    if (!program) {
      console.log(`SKIPPED: ${name} is not installed; set ${name.toUpperCase()}_PATH.`)
      return
    }
    relay = await startRelay(stack.config.port)
    proxy = await startProxy(name, program, [relay.port])
  })
  afterAll(async () => {
    if (!program) return
    await proxy.stop()
    relay.stop()
  })

  const open = (method: string, path: string, headers: Record<string, string | number> = {}) =>
    https.request({
      ...{ host: 'localhost', port: proxy.port, rejectUnauthorized: false, method, path, headers },
    })
  async function call(method: string, path: string, headers: Record<string, string | number> = {}, body?: Buffer) {
    const request = open(method, path, headers)
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }

  test('an upload that is cut at half resumes at half', async ({ skip }) => {
    if (!program) return skip(`${name} is not installed; set ${name.toUpperCase()}_PATH.`)
    const api = await apiOf(stack, 'user')
    const project = await api.makeProject(`Behind ${name}`)
    const tus = { ...api.authorization, 'tus-resumable': '1.0.0' }
    const uploads = `/api/v1/projects/${project.id}/uploads`
    const begun = await call('POST', uploads, {
      ...tus,
      'upload-length': content.length,
      'upload-metadata': encoded({ filename: 'board.brd', uid: api.id, uname: 'user' }),
    })
    expect(begun.status).toBe(201)
    const address = new URL(String(begun.headers.location), `https://localhost${uploads}`).pathname
    const offset = async () => {
      const { status, headers } = await call('HEAD', address, tus)
      expect(status).toBe(200)
      return Number(headers['upload-offset'])
    }

    const half = content.length / 2
    const patch = { ...tus, 'content-type': 'application/offset+octet-stream' }
    const before = relay.counted.bytes
    const cut = open('PATCH', address, { ...patch, 'upload-offset': 0, 'content-length': content.length })
    cut.on('error', () => undefined)
    await new Promise<void>((resolve, reject) => {
      cut.write(content.subarray(0, half), (error) => (error ? reject(error) : resolve()))
    })
    // The first half reaches the node although the request is incomplete: the proxy forwards bytes as they arrive.
    await expect.poll(() => relay.counted.bytes - before, { timeout: 30_000 }).toBeGreaterThanOrEqual(half)
    cut.destroy()
    const kept = await offset()
    // The last chunks may still be on their way to the disk when the connection breaks.
    expect(kept).toBeGreaterThan(half - MB)
    expect(kept).toBeLessThanOrEqual(half)

    const rest = await call('PATCH', address, { ...patch, 'upload-offset': kept }, content.subarray(kept))
    expect(rest.status).toBe(200)
    expect(JSON.parse(rest.body)).toMatchObject({ name: 'board.brd', size: content.length, sha256 })
  })

  test('changes arrive while their stream is open, and those of an interruption afterwards', async ({ skip }) => {
    if (!program) return skip(`${name} is not installed; set ${name.toUpperCase()}_PATH.`)
    const api = await apiOf(stack, 'user')
    const follow = async (lastId?: string) => {
      const request = open('GET', '/api/v1/changes', {
        ...api.authorization,
        ...(lastId && { 'last-event-id': lastId }),
      })
      request.on('error', () => undefined)
      request.end()
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/event-stream'])
      let received = ''
      response.on('data', (piece: Buffer) => (received += piece.toString()))
      response.on('error', () => undefined)
      return { received: () => received, cut: () => request.destroy() }
    }
    const first = await follow()
    await expect.poll(first.received).toContain('event: position')
    const seen = await api.makeProject(`Seen behind ${name}`)
    await expect.poll(first.received).toContain(`"id":"${seen.id}"`)
    first.cut()
    const missed = await api.makeProject(`Missed behind ${name}`)
    const lastId = first
      .received()
      .split('\n')
      .findLast((line) => line.startsWith('id: '))
      ?.slice('id: '.length)
    const second = await follow(lastId)
    await expect.poll(second.received).toContain(`"id":"${missed.id}"`)
    second.cut()
  })

  test('a file larger than any default limit of a proxy is sent in one form', async ({ skip }) => {
    if (!program) return skip(`${name} is not installed; set ${name.toUpperCase()}_PATH.`)
    const api = await apiOf(stack, 'user')
    const project = await api.makeProject(`Form behind ${name}`)
    const body = new Response(formOf({ uid: api.id, uname: 'user' }, { 'board.brd': content.subarray(0, 15 * MB) }))
    const bytes = Buffer.from(await body.arrayBuffer())
    const headers = {
      ...api.authorization,
      'content-type': body.headers.get('content-type') ?? '',
      'content-length': bytes.length,
    }
    expect((await call('POST', `/api/v1/projects/${project.id}/files`, headers, bytes)).status).toBe(201)
  })
})
