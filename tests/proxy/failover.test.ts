/** Two nodes behind each proxy, on one database and storage. A relay in front of each node counts what passes. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { createApp } from '../../server/app'
import { close } from '../../server/http/listener'
import { openStorage } from '../../server/storage/open-storage'
import { startApi, type ApiServer, type Person } from '../api/api-server'
import { createProject, formOf, upload } from '../api/caller'
import { programOf, startProxy, startRelay, type Relay } from './proxies'

const MB = 1024 * 1024
const content = randomBytes(64 * MB)
const sha256 = createHash('sha256').update(content).digest('hex')

let api: ApiServer
let person: Person
let nodes: { draining: { isDraining: boolean }; relay: Relay; stop(): Promise<void> }[]
beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
  const startNode = async () => {
    const draining = { isDraining: false }
    const app = await createApp({ ...api.deps, storage: await openStorage(api.config), draining })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const relay = await startRelay((app.server.address() as AddressInfo).port)
    const stop = async () => {
      relay.stop()
      await close(app)
    }
    return { draining, relay, stop }
  }
  nodes = [await startNode(), await startNode()]
})
afterEach(async () => {
  for (const { draining, relay } of nodes) {
    draining.isDraining = false
    relay.freeze(false)
    await relay.restart()
  }
})
afterAll(async () => {
  for (const { stop } of nodes) await stop()
  await api.stop()
})

type Headers = Record<string, string | number>

describe.each(['nginx', 'caddy'] as const)('two nodes behind %s', (name) => {
  const program = programOf(name)
  const missing = `${name} is not installed; set ${name.toUpperCase()}_PATH.`

  async function startBoth(program: string, changes: Record<string, string> = {}) {
    const proxy = await startProxy(
      name,
      program,
      nodes.map(({ relay }) => relay.port),
      changes,
    )
    onTestFinished(() => proxy.stop())
    const open = (method: string, path: string, headers: Headers = {}) =>
      https.request({ host: 'localhost', port: proxy.port, rejectUnauthorized: false, method, path, headers })
    const call = async (method: string, path: string, headers: Headers = {}, body?: Buffer | string) => {
      const request = open(method, path, { ...person.authorization, ...headers })
      // The proxy may break the connection while a body is sent; then there is no response, or an early one.
      request.on('error', () => undefined)
      request.end(body)
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      return { status: response.statusCode, headers: response.headers, body: await text(response) }
    }
    /** Makes enough calls for every node to get some. Returns their statuses and how many calls each node got. */
    const readSome = async () => {
      const before = nodes.map(({ relay }) => relay.counted.calls)
      const statuses: (number | undefined)[] = []
      for (let n = 0; n < 10; n++) statuses.push((await call('GET', '/api/v1/users/me')).status)
      return { statuses, calls: nodes.map(({ relay }, index) => relay.counted.calls - (before[index] ?? 0)) }
    }
    return { open, call, readSome }
  }
  const allFine = Array.from({ length: 10 }, () => 200)
  const bothNodes = [expect.toSatisfy((calls: number) => calls > 0), expect.toSatisfy((calls: number) => calls > 0)]

  test('a node that has stopped gets no calls, until it is back', async ({ skip }) => {
    if (!program) return skip(missing)
    const { readSome } = await startBoth(program)
    await expect.poll(readSome).toEqual({ statuses: allFine, calls: bothNodes })
    const [, second] = nodes
    second?.relay.stop()
    expect(await readSome()).toEqual({ statuses: allFine, calls: [10, 0] })
    await second?.relay.restart()
    // nginx tries a failed node again after ten seconds.
    await expect.poll(readSome, { timeout: 60_000 }).toEqual({ statuses: allFine, calls: bothNodes })
  })

  test('a node that answers 503 because it is about to stop is replaced by the other', async ({ skip }) => {
    if (!program) return skip(missing)
    const { call, readSome } = await startBoth(
      program,
      name === 'caddy' ? { 'health_interval 5s': 'health_interval 100ms' } : {},
    )
    await expect.poll(readSome).toEqual({ statuses: allFine, calls: bothNodes })
    const [, second] = nodes
    if (second) second.draining.isDraining = true
    if (name === 'caddy') {
      // Caddy checks whether the nodes are ready.
      await expect.poll(readSome).toEqual({ statuses: allFine, calls: [10, 0] })
    } else {
      // nginx detects this from the node's response, and repeats the call on the other node.
      const statuses: (number | undefined)[] = []
      for (let n = 0; n < 10; n++) statuses.push((await call('GET', '/health/ready')).status)
      expect(statuses).toEqual(allFine)
      expect(await readSome()).toEqual({ statuses: allFine, calls: [10, 0] })
    }
  })

  test.for(['GET', 'POST'])(
    'a %s to a node that does not respond ends, and only a GET is repeated',
    async (method, { skip }) => {
      if (!program) return skip(missing)
      const timeout = name === 'caddy' ? 'response_header_timeout' : 'proxy_read_timeout'
      const { call } = await startBoth(program, { [`${timeout} 75s`]: `${timeout} 6s` })
      const before = nodes.map(({ relay }) => relay.counted.calls)
      const calls = () => nodes.map(({ relay }, index) => relay.counted.calls - (before[index] ?? 0))
      nodes[1]?.relay.freeze(true)
      const statuses: (number | undefined)[] = []
      // The nodes get calls in turn.
      while (calls()[1] === 0) statuses.push(await (method === 'GET' ? read() : create()))
      const [last, ...earlier] = statuses.toReversed()
      expect(earlier.filter((status) => status !== (method === 'GET' ? 200 : 201))).toEqual([])
      // Caddy repeats a GET only within lb_try_duration, which has passed by then. Instead, its health checks detect nodes
      // that do not respond.
      const isRepeated = method === 'GET' && name === 'nginx'
      expect(last).toBe(isRepeated ? 200 : 504)
      expect(calls()).toEqual([earlier.length + (isRepeated ? 1 : 0), 1])

      async function read() {
        return (await call('GET', '/api/v1/users/me')).status
      }
      async function create() {
        const form = formOf({ name: `Board ${randomUUID()}`, uid: person.id, created_by: person.id })
        const sent = new Response(form)
        const bytes = Buffer.from(await sent.arrayBuffer())
        const type = sent.headers.get('content-type') ?? ''
        const headers = { 'content-type': type, 'content-length': bytes.length }
        return (await call('POST', '/api/v1/projects', headers, bytes)).status
      }
    },
  )

  test('an upload whose node disappears at half resumes at half on the other node', async ({ skip }) => {
    if (!program) return skip(missing)
    const { call, open } = await startBoth(program)
    const project = await createProject(person)
    const tus = { 'tus-resumable': '1.0.0' }
    const uploads = `/api/v1/projects/${project.id}/uploads`
    const metadata = { filename: 'board.brd', uid: person.id, uname: person.username }
    const begun = await call('POST', uploads, {
      ...tus,
      'upload-length': content.length,
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    })
    expect(begun.status).toBe(201)
    const address = new URL(String(begun.headers.location), `https://localhost${uploads}`).pathname

    const half = content.length / 2
    const patch = { ...tus, 'content-type': 'application/offset+octet-stream' }
    const before = nodes.map(({ relay }) => relay.counted.bytes)
    const got = () => nodes.map(({ relay }, index) => relay.counted.bytes - (before[index] ?? 0))
    const headers = { ...person.authorization, ...patch, 'upload-offset': 0, 'content-length': content.length }
    const cut = open('PATCH', address, headers)
    const broken = new Promise((resolve) => cut.once('close', resolve))
    cut.on('error', () => undefined)
    cut.write(content.subarray(0, half))
    await expect.poll(() => Math.max(...got()), { timeout: 60_000 }).toBeGreaterThanOrEqual(half)
    const receiving = nodes[got().findIndex((bytes) => bytes >= half)]
    receiving?.relay.stop()
    cut.destroy()
    await broken

    const offset = async () => {
      const { status, headers: found } = await call('HEAD', address, tus)
      expect(status).toBe(200)
      return Number(found['upload-offset'])
    }
    const kept = await offset()
    // The last chunks may still be on their way to the disk when the connection breaks.
    expect(kept).toBeGreaterThan(half - MB)
    expect(kept).toBeLessThanOrEqual(half)
    let file: unknown
    // Like the app, sends the rest again if the proxy does not notice in time that the node is gone. Caddy before 2.8
    // cannot send a body to another node.
    const sendRest = async () => {
      const from = await offset()
      const { status, body } = await call('PATCH', address, { ...patch, 'upload-offset': from }, content.subarray(from))
      if (status === 200) file = JSON.parse(body)
      return status
    }
    await expect.poll(sendRest, { timeout: 60_000 }).toBe(200)
    expect(file).toMatchObject({ name: 'board.brd', size: content.length, sha256 })
  })

  test('the proxy reads no more of a download than its client, apart from small buffers', async ({ skip }) => {
    if (!program) return skip(missing)
    const { open } = await startBoth(program)
    const project = await createProject(person)
    const [file] = await upload(person, project.id, { 'board.brd': content })
    const answered = () => nodes.reduce((sum, { relay }) => sum + relay.counted.answered, 0)
    const start = answered()
    const download = open('GET', `/api/v1/files/${file?.id}/download`, person.authorization)
    download.end()
    const [response] = (await once(download, 'response')) as [IncomingMessage]
    let [last, equal] = [-1, 0]
    // The client does not read the response yet, so the node soon stops sending.
    const isWaiting = () => {
      equal = answered() === last ? equal + 1 : 0
      last = answered()
      return equal >= 20
    }
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true)
    expect(last - start).toBeLessThan(content.length / 2)
    const hash = createHash('sha256')
    for await (const piece of response) hash.update(piece as Buffer)
    expect(hash.digest('hex')).toBe(sha256)
  })
})
