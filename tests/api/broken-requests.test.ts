/** Calls that are aborted, addressed to another host, or malformed in ways that no browser produces. */
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import net from 'node:net'
import { json, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../openapi/generated/product'
import { createApp } from '../../server/app'
import { close } from '../../server/http/listener'
import { createMetrics } from '../../server/operation/metrics'
import { type ApiServer, type Person, type Project, startApi } from './api-server'
import { createProject, expected, tusHeaders, upload } from './caller'

type Schemas = components['schemas']

const MB = 1_048_576
/** The process holds open file descriptors only if files are stored on the local disk. */
const isOnS3 = process.env['TEST_S3_URL'] !== undefined

let api: ApiServer
let person: Person
let project: Project
let port: number
const log: string[] = []
beforeAll(async () => {
  api = await startApi({ env: { LOG_LEVEL: 'error' }, log: { write: (line) => void log.push(line) } })
  person = await api.person('user')
  project = await createProject(person)
  port = Number(new URL(person.base).port)
})
afterAll(() => api.stop())

/** Opens an HTTP call as the signed-in user. The test controls its headers and how its body is sent. */
const send = (method: string, path: string, headers: Record<string, string> = {}, at = port) =>
  http.request({
    port: at,
    host: 'localhost',
    method,
    path: `/api${path}`,
    headers: { ...person.authorization, ...headers },
  })

const answerOf = async (request: http.ClientRequest) => {
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer
}

/** Sends these bytes over a socket and returns the response. */
async function answerToBytes(bytes: string): Promise<string> {
  const socket = net.connect(port, 'localhost')
  socket.end(bytes)
  return text(socket)
}

const expectAnswering = async () => expected(await api.anonymous.call('GET', '/v1/health'), 200)

describe('a request', () => {
  test.each(['evil.example', 'evil.example:443', '[::1]', 'a b', ''])(
    'with the Host header "%s" changes no URL in the response',
    async (host) => {
      const [file] = await upload(person, project.id, { [`${crypto.randomUUID()}.txt`]: 'x' })
      const request = send('POST', `/v1/files/${file?.id}/share`, { host, 'content-type': 'application/json' })
      request.end('{}')
      const answer = await answerOf(request)
      expect(answer.statusCode).toBe(201)
      const { url } = (await json(answer)) as Schemas['Share']
      expect(new URL(url).origin).toBe(api.config.publicUrl)
      expect(JSON.stringify(answer.headers)).not.toContain('evil')
    },
  )

  test('without a Host header is rejected with 400', async () => {
    expect(await answerToBytes('GET /api/v1/health HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    await expectAnswering()
  })
})

test.each([
  ['one header', `x: ${'h'.repeat(20_000)}\r\n`],
  ['many headers', Array.from({ length: 2000 }, (_, n) => `x-${n}: header\r\n`).join('')],
])('%s of more than 16 KB is rejected with 431, and the server still responds', async (_, headers) => {
  const answer = await answerToBytes(`GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  await expectAnswering()
})

test.each([
  ['%zz', 400],
  ['%', 400],
  ['%c3%28', 400],
  ['%00', 404],
  ['%2e%2e%2f%2e%2e%2fhealth', 404],
  ['..%5c..%5chealth', 404],
  ['%25zz', 404],
])('an id encoded as %s is rejected with 400 or 404', async (id, status) => {
  for (const path of [`/v1/projects/${id}/files`, `/v1/files/${id}/download`, `/v1/simulation-requests/${id}`]) {
    const answer = await answerOf(send('GET', path).end())
    expect([path, answer.statusCode]).toEqual([path, status])
    expect(await json(answer)).toMatchObject({ status, message: expect.stringMatching(/\w/) })
  }
})

test('a query parameter is decoded only once', async () => {
  const asked = send('GET', `/v1/projects?uid=${encodeURIComponent(encodeURIComponent('a/b'))}`).end()
  expect((await answerOf(asked)).statusCode).toBe(403)
})

/** The paths of the stored files, or parts of them, that this process has open. */
async function openFiles(): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((link) => link.startsWith(`${api.config.dataDir}/files/`))
}

describe('when the client disconnects in the middle of a request', () => {
  test('the bytes of a form are deleted and its space is released', async () => {
    const own = await createProject(person)
    const before = (await api.storedFiles()).length
    const form = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n'
    const request = send('POST', `/v1/projects/${own.id}/files`, {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(1500 * MB),
    })
    request.on('error', () => undefined)
    request.write(form)
    request.write(Buffer.alloc(MB))
    await expect.poll(() => api.storedFiles()).toHaveLength(before + api.partlyStored)
    request.destroy()
    await expect.poll(() => api.storedFiles()).toHaveLength(before)
    await expect.poll(openFiles).toEqual([])
    // The aborted call had reserved 1500 of 2048 MB.
    const start = async () => {
      const headers = tusHeaders(1000 * MB, { filename: 'b.bin', uid: person.id, uname: person.username })
      return (await person.call('POST', `/v1/projects/${own.id}/uploads`, { headers })).status
    }
    await expect.poll(start).toBe(201)
  })

  test.skipIf(isOnS3).each([
    ['a download', (id: string, _: string) => `/v1/files/${id}/download`],
    ['a zip', (_: string, projectId: string) => `/v1/projects/${projectId}/inputs/export`],
  ])('%s closes its files', async (_, pathOf) => {
    const own = await createProject(person)
    const [file] = await upload(person, own.id, {
      'a.bin': crypto.getRandomValues(new Uint8Array(65_536)),
      'large.bin': new Uint8Array(64 * MB),
    })
    const large = (await person.call<Schemas['File'][]>('GET', `/v1/projects/${own.id}/files`)).body.find(
      ({ name }) => name === 'large.bin',
    )
    expect(file).toBeDefined()
    const answer = await answerOf(send('GET', pathOf(large?.id ?? '', own.id)).end())
    expect(answer.statusCode).toBe(200)
    await once(answer, 'data')
    answer.pause()
    // Between two files of a ZIP, no file is open. The large file does not fit into the buffers, so it stays open.
    await expect.poll(openFiles).not.toEqual([])
    answer.on('error', () => undefined)
    answer.destroy()
    await expect.poll(openFiles).toEqual([])
    await expectAnswering()
  })

  test('a form is neither logged as a failure of the server nor counted as in progress', async () => {
    const metrics = createMetrics(api.deps.database)
    const node = await createApp({ ...api.deps, metrics })
    const { port: nodePort } = new URL(await node.listen({ host: '127.0.0.1', port: 0 }))
    const before = log.length
    const inProgress = async () => /^uploads_in_progress (\d+)$/m.exec(await metrics.read())?.[1]
    const own = await createProject(person)
    const stored = (await api.storedFiles()).length
    const request = send(
      'POST',
      `/v1/projects/${own.id}/files`,
      { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(8 * MB) },
      Number(nodePort),
    )
    request.on('error', () => undefined)
    request.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n')
    request.write(Buffer.alloc(MB))
    await expect.poll(inProgress).toBe('1')
    await expect.poll(() => api.storedFiles()).toHaveLength(stored + api.partlyStored)
    request.destroy()
    await expect.poll(() => api.storedFiles()).toHaveLength(stored)
    await expect.poll(inProgress).toBe('0')
    // After this, the error has been handled.
    await close(node)
    expect(log.slice(before)).toEqual([])
  })

  test('a checkout is stored once, and repeating it returns the same order', async () => {
    const [layout] = await upload(person, project.id, { [`${crypto.randomUUID()}.kicad_pcb`]: '(kicad_pcb)' })
    const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
    const order = { project_id: project.id, layout_file_id: layout?.id, stackup_file_id: null, material_file_id: null }
    const body = JSON.stringify({ ...order, si: [], pi: [row], total: 1000 })
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const list = async () =>
      expected(
        await person.call<{ requests: Schemas['SimulationRequestSummary'][] }>('GET', '/v1/simulation-requests'),
        200,
      ).requests
    const before = (await list()).length
    const request = send('POST', '/payments/checkout', headers)
    request.on('error', () => undefined)
    request.end(body, () => request.destroy())
    await new Promise((resolve) => request.once('close', resolve))
    const again = await person.call<Schemas['Checkout']>('POST', '/payments/checkout', { body, headers })
    const { id } = expected(again, 200)
    expect(
      expected(await person.call<Schemas['Checkout']>('POST', '/payments/checkout', { body, headers }), 200).id,
    ).toBe(id)
    expect(await list()).toHaveLength(before + 1)
  })
})
