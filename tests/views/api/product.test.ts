// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { mostListed } from '../../../machines/projects/project-list'
import { createProductApi, mostProjects, type ProductApi } from '../../../src/api/product'
import { ApiError } from '../../../src/api/unwrap'
import { covers } from '../../spec-coverage/covers'

type Call = { method: string; path: string; query: Record<string, string>; bearer: string | undefined; body: string }

/**
 * Records every call and responds with `answer`, which the test sets. The server never responds if `answer` is null,
 * and closes the connection if `answer` is 'lost'.
 */
let server: http.Server
let calls: Call[] = []
let answer: { status: number; body?: unknown; headers?: Record<string, string> } | null | 'lost'
let token: string | undefined
let refused = 0
/** Whether each 401 said that the user's data was deleted. */
let deletions: boolean[]
let api: ProductApi
const never = new AbortController().signal
const user = { uid: 'u1', uname: 'user', uemail: 'user@example.com' }

beforeAll(async () => {
  server = http.createServer((request, response) => {
    // The page in jsdom has a different origin, so the responses need CORS headers.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-expose-headers', 'www-authenticate')
    response.setHeader('access-control-allow-headers', 'authorization, tab-id')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://api')
      calls.push({
        method: request.method ?? '',
        path: pathname,
        query: Object.fromEntries(searchParams),
        bearer: request.headers.authorization,
        body: Buffer.concat(chunks).toString(),
      })
      server.emit('called')
      if (answer === 'lost') return void response.destroy()
      if (!answer) return
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = JSON.parse(readFileSync('public/config.json', 'utf8')) as { api: { base: string; v1: string } }
  api = createProductApi({
    bases: { base: origin + config.api.base, v1: origin + config.api.v1 },
    accessToken: async () => token,
    onUnauthorized: (isDeleted) => {
      refused++
      deletions.push(isDeleted === true)
    },
  })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  calls = []
  answer = { status: 200, body: [] }
  token = 'a-token'
  refused = 0
  deletions = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The fields of a multipart body with their content. */
function fieldsOf(body: string): Record<string, string> {
  const parts = body.matchAll(/name="([^"]+)"[^\r]*\r\n(?:Content-Type: [^\r]*\r\n)?\r\n([^\r]*)/g)
  return Object.fromEntries([...parts].map(([, name = '', value = '']): [string, string] => [name, value]))
}
const failure = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('The call did not fail with an ApiError.')
  return { status: error.status, message: error.message }
}

describe('a call', () => {
  test('uses the base URLs of config.json: /api/v1, and /api for the request and the payment', async () => {
    covers('7-base-path', '7-list-projects', 'decisions-api-v1-base', 'decisions-api-main-base')
    await api.listProjects(user, never)
    await api.getFilesSize(user, 'p1', never)
    await api.listFileTypes(never)
    await api.listRequestProjects(never)
    await api.listRequestFiles('p1', never)
    expect(calls.map(({ method, path, query }) => [method, path, query])).toEqual([
      ['GET', '/api/v1/projects', { uid: 'u1', uname: 'user' }],
      ['GET', '/api/v1/projects/p1/files/size', { uid: 'u1' }],
      ['GET', '/api/v1/file-types', {}],
      ['GET', '/api/projects', {}],
      ['GET', '/api/projects/p1/files', {}],
    ])
  })

  test('sends the bearer token if there is one', async () => {
    covers('7-bearer')
    await api.listProjects(user, never)
    token = undefined
    await api.getPrices(never)
    expect(calls.map(({ bearer }) => bearer)).toEqual(['Bearer a-token', undefined])
  })

  test.each([200, 201, 299])('with the status %i succeeds', async (status) => {
    covers('7-success-range')
    answer = { status, body: [] }
    await expect(api.listProjects(user, never)).resolves.toEqual([])
  })

  test.each([300, 400, 409, 500])(
    'with the status %i fails, with the server’s message if there is one',
    async (status) => {
      covers('decisions-error-messages')
      answer = { status, body: { status, title: 'No', message: 'The name is taken.' } }
      expect(await failure(api.listProjects(user, never))).toEqual({ status, message: 'The name is taken.' })
      expect(refused).toBe(0)
    },
  )

  test('that fails without a message leaves the message to the caller', async () => {
    answer = { status: 502, body: 'a proxy’s page' }
    expect(await failure(api.listProjects(user, never))).toEqual({ status: 502, message: '' })
  })

  test('without a response leaves the message to the caller, not to the browser', async () => {
    answer = 'lost'
    expect(await failure(api.listProjects(user, never))).toEqual({ status: 0, message: '' })
  })

  test('with the status 401 notifies the session, and fails like any other call', async () => {
    answer = { status: 401, body: { status: 401, title: 'Unauthorized', message: 'Please sign in again.' } }
    expect((await failure(api.listProjects(user, never))).status).toBe(401)
    expect(refused).toBe(1)
    expect(deletions).toEqual([false])
  })

  test('with a token from before a deletion says so to the session, also when the stream of changes is opened', async () => {
    const headers = { 'www-authenticate': 'Bearer error="invalid_token", error_description="data deleted"' }
    answer = { status: 401, body: {}, headers }
    expect((await failure(api.getMe(never))).status).toBe(401)
    expect(deletions).toEqual([true])
    const changes = await api.changes()
    expect((await failure(changes.load({ lastId: null, signal: never }))).status).toBe(401)
    expect(deletions).toEqual([true, true])
    answer = { status: 401, body: {} }
    expect((await failure(changes.load({ lastId: null, signal: never }))).status).toBe(401)
    expect(deletions).toEqual([true, true])
  })

  test('with JSON times out after 50 s', async () => {
    covers('7-timeout', 'decisions-timeout-json')
    answer = null
    const deadline = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
    const call = failure(api.changeFileType('f1', 'layout', never))
    await expect.poll(() => calls).toHaveLength(1)
    expect(timeout.mock.calls).toEqual([[50_000]])
    deadline.abort()
    expect((await call).status).toBe(0)
  })
})

describe('a list of files', () => {
  const files = [{ id: 'f1' }, { id: 'f2' }]

  test.each([
    ['a list', files],
    ['an object with files', { files }],
  ])('can be received as %s', async (_, body) => {
    covers('7-files-shapes')
    answer = { status: 200, body }
    expect(await api.listFiles(user, 'p1', null, never)).toEqual({ files, total: 2 })
    expect(await api.listRequestFiles('p1', never)).toEqual(files)
    expect(calls[0]?.query).toEqual({ uid: 'u1' })
  })

  test('can be limited to the newest ones, and contains the total number', async () => {
    answer = { status: 200, body: { files, total: 9 } }
    expect(await api.listFiles(user, 'p1', 2, never)).toEqual({ files, total: 9 })
    expect(calls[0]?.query).toEqual({ uid: 'u1', limit: '2' })
  })
})

describe('the request for', () => {
  test('a new project contains name, notes, uid and created_by as a form', async () => {
    await api.createProject(user, { key: 'local-1', name: 'Camera board', notes: 'Rev B' }, never)
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/api/v1/projects' })
    expect(fieldsOf(calls[0]?.body ?? '')).toEqual({
      name: 'Camera board',
      notes: 'Rev B',
      uid: 'u1',
      created_by: 'u1',
    })
    await api.createProject(user, { key: 'local-1', name: 'Camera board', notes: null }, never)
    expect(fieldsOf(calls[1]?.body ?? '')).not.toHaveProperty('notes')
  })

  test('a change of a file’s type contains the new type', async () => {
    await api.changeFileType('f1', 'stackup', never)
    expect(calls[0]).toMatchObject({ method: 'PUT', path: '/api/v1/files/f1/type', body: '{"fileType":"stackup"}' })
  })

  const upload = (onProgress: (sent: number) => void = () => {}, replaces: string | null = null) =>
    api.uploadFile(
      user,
      {
        projectId: 'p1',
        file: new File(['(kicad_pcb)'], 'board.kicad_pcb', { lastModified: 1_735_689_601_500 }),
        name: 'board (2).kicad_pcb',
        fileType: null,
        replaces,
      },
      { onProgress, signal: never },
    )

  test('an upload contains the file, its sender, and its time in seconds', async () => {
    covers('3-upload-fields')
    answer = { status: 201, body: [] }
    await upload()
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/api/v1/projects/p1/files',
      bearer: 'Bearer a-token',
    })
    expect(fieldsOf(calls[0]?.body ?? '')).toEqual({
      uid: 'u1',
      uname: 'user',
      uemail: 'user@example.com',
      last_modified_times: '[1735689601]',
      files: '(kicad_pcb)',
    })
  })

  test('an upload that replaces a file contains the id of that file', async () => {
    answer = { status: 201, body: [] }
    await upload(undefined, 'f1')
    expect(fieldsOf(calls[0]?.body ?? '')).toMatchObject({ replaces: 'f1' })
  })

  test('an upload contains the name under which the file is stored, and returns the stored files', async () => {
    answer = { status: 201, body: [{ id: 'f1' }] }
    expect(await upload()).toEqual([{ id: 'f1' }])
    expect(calls[0]?.body).toContain('filename="board (2).kicad_pcb"')
    answer = { status: 201 }
    expect(await upload()).toEqual([])
  })

  test.each([
    ['customer', '/api/v1/simulation-requests/r1/attachments'],
    ['staff', '/api/v1/staff/requests/r1/attachments'],
  ] as const)('an attachment of the %s contains the file', async (side, path) => {
    const progress: number[] = []
    const sending = { onProgress: (bytes: number) => progress.push(bytes), signal: never }
    answer = { status: 201, body: { id: 'f1' } }
    const file = new File(['0123'], 'a.txt')
    expect(await (await api.orders()).attach({ requestId: 'r1', side }, file, 'b.txt', sending)).toEqual({ id: 'f1' })
    expect(calls[0]).toMatchObject({ method: 'POST', path, bearer: 'Bearer a-token' })
    expect(fieldsOf(calls[0]?.body ?? '')).toEqual({ files: '0123' })
    expect(calls[0]?.body).toContain('filename="b.txt"')
    expect(progress.at(-1)).toBe(4)
  })

  const deliver = async (given: { reason: string; report: { rows: [] } | null }) => {
    const progress: number[] = []
    const sending = { onProgress: (bytes: number) => progress.push(bytes), signal: never }
    const files = ['012', '3'].map((content, at) => ({ name: `${at}.pdf`, file: new File([content], 'x.pdf') }))
    await (await api.staff()).deliver('r1', { id: 'd1', replaces: 2, ...given, files } as never, sending)
    return progress.at(-1)
  }

  test('a delivery contains its files, and the report and the reason of a correction if there are any', async () => {
    answer = { status: 201, body: {} }
    expect(await deliver({ reason: 'Wrong net', report: { rows: [] } })).toBe(4)
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/api/v1/staff/requests/r1/deliveries' })
    const sent = { id: 'd1', replaces: '2', files: '3' }
    expect(fieldsOf(calls[0]?.body ?? '')).toEqual({ ...sent, reason: 'Wrong net', report: '{"rows":[]}' })
    expect(calls[0]?.body).toMatch(/filename="0\.pdf"[^]*\b012\r[^]*filename="1\.pdf"/)
    await deliver({ reason: ' ', report: null })
    expect(fieldsOf(calls[1]?.body ?? '')).toEqual(sent)
  })

  test('a rejected upload fails with the server’s message, and a 401 notifies the session', async () => {
    answer = { status: 413, body: { message: 'The project is full.' } }
    expect(await failure(upload())).toEqual({ status: 413, message: 'The project is full.' })
    answer = { status: 401, body: {} }
    expect((await failure(upload())).status).toBe(401)
    expect(refused).toBe(1)
  })

  test('an upload times out after 50 s without progress', async () => {
    covers('decisions-timeout-transfers')
    answer = null
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let ended = false
    const called = once(server, 'called')
    const call = failure(upload()).finally(() => (ended = true))
    // Not vi.waitFor: its polling would advance the fake timers.
    await called
    vi.advanceTimersByTime(49_000)
    await Promise.resolve()
    expect(ended).toBe(false)
    vi.advanceTimersByTime(2_000)
    expect(await call).toEqual({ status: 0, message: 'the transfer stopped making progress' })
  })
})

test('as many projects are loaded as the list shows', () => {
  expect(mostProjects).toBe(mostListed)
})
