// @vitest-environment jsdom
/** What the calls send of what is optional, and what they return. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { savedName } from '../../../src/api/download-name'
import { getNews } from '../../../src/api/news'
import { allPages } from '../../../src/api/pages'
import { createProductApi } from '../../../src/api/product'
import { ApiError } from '../../../src/api/unwrap'

const { signal } = new AbortController()
const user = { uid: 'u1', uname: 'user', uemail: null }
const accessToken = vi.fn<(minValidity?: number, signal?: AbortSignal) => Promise<string | undefined>>()
const create = () =>
  createProductApi({
    bases: { base: 'http://api.example/api', v1: 'http://api.example/api/v1' },
    accessToken,
    onUnauthorized: () => {},
  })

let api: ReturnType<typeof create>
let requests: Request[]
let answer: () => Response
beforeEach(() => {
  requests = []
  answer = () => Response.json([])
  accessToken.mockReset().mockResolvedValue('a-token')
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(request)
    return answer()
  })
  // The client keeps the `fetch` that exists when the client is created.
  api = create()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The method, the path below /api with its query, and the body of the last call. */
async function sent() {
  const request = requests.at(-1)
  const text = await request?.text()
  return [
    `${request?.method} ${request?.url.replace('http://api.example/api', '')}`,
    ...(text ? [JSON.parse(text) as unknown] : []),
  ]
}

const written = { id: 'c1', text: 'Hi', mentions: [] }
const anchor = { kind: 'board' as const, x: 1, y: 2 }
const filter = { query: ' \t', status: null, projectId: null }
const all = { query: ' eye ', status: 'paid' as never, projectId: 'p1' }

test.each<[string, () => Promise<unknown>, unknown[]]>([
  [
    'all threads',
    async () => (await api.comments()).listComments('f1', null, signal),
    ['GET /v1/files/f1/comments?limit=100'],
  ],
  [
    'some threads',
    async () => (await api.comments()).listComments('f1', 5, signal),
    ['GET /v1/files/f1/comments?limit=5'],
  ],
  [
    'a comment on a file',
    async () => (await api.comments()).addComment({ ...written, fileId: 'f1', anchor: null }, signal),
    ['POST /v1/files/f1/comments', written],
  ],
  [
    'a comment at a place',
    async () => (await api.comments()).addComment({ ...written, fileId: 'f1', anchor }, signal),
    ['POST /v1/files/f1/comments', { ...written, anchor }],
  ],
  [
    'all activity',
    async () => (await api.history()).listActivity({ projectId: 'p1', kind: null, person: null, cursor: null }, signal),
    ['GET /v1/projects/p1/activity'],
  ],
  [
    'some activity',
    async () =>
      (await api.history()).listActivity({ projectId: 'p1', kind: 'file' as never, person: 'u2', cursor: 'a' }, signal),
    ['GET /v1/projects/p1/activity?kind=file&person=u2&cursor=a'],
  ],
  ['the newest notices', async () => (await api.notices()).list(null, signal), ['GET /v1/notices']],
  ['the notices before', async () => (await api.notices()).list('a', signal), ['GET /v1/notices?cursor=a']],
  [
    'all requests',
    async () => (await api.orders()).listSimulationRequests({ filter, cursor: null }, signal),
    ['GET /v1/simulation-requests'],
  ],
  [
    'some requests',
    async () => (await api.orders()).listSimulationRequests({ filter: all, cursor: 'a' }, signal),
    ['GET /v1/simulation-requests?q=eye&status=paid&project_id=p1&cursor=a'],
  ],
  [
    'the current report',
    async () => (await api.orders()).getRequestReport('r1', null, signal),
    ['GET /v1/simulation-requests/r1/report'],
  ],
  [
    'a report',
    async () => (await api.orders()).getRequestReport('r1', 2, signal),
    ['GET /v1/simulation-requests/r1/report?delivery=2'],
  ],
  [
    'the newest messages',
    async () => (await api.orders()).listMessages('r1', null, signal),
    ['GET /v1/simulation-requests/r1/messages'],
  ],
  [
    'the messages before',
    async () => (await api.orders()).listMessages('r1', 'a', signal),
    ['GET /v1/simulation-requests/r1/messages?cursor=a'],
  ],
  [
    'a share link',
    async () => (await api.sharing()).shareFile('f1', { days: 7, password: null }, signal),
    ['POST /v1/files/f1/share', { expires_in_days: 7 }],
  ],
  [
    'a share link with a password',
    async () => (await api.sharing()).shareFile('f1', { days: 7, password: 'secret' }, signal),
    ['POST /v1/files/f1/share', { expires_in_days: 7, password: 'secret' }],
  ],
  [
    'the newest messages, for the staff',
    async () => (await api.staff()).listMessages('r1', null, signal),
    ['GET /v1/staff/requests/r1/messages'],
  ],
  [
    'the messages before, for the staff',
    async () => (await api.staff()).listMessages('r1', 'a', signal),
    ['GET /v1/staff/requests/r1/messages?cursor=a'],
  ],
  [
    'the current report, for the staff',
    async () => (await api.staff()).getReport('r1', null, signal),
    ['GET /v1/staff/requests/r1/report'],
  ],
  [
    'a report, for the staff',
    async () => (await api.staff()).getReport('r1', 2, signal),
    ['GET /v1/staff/requests/r1/report?delivery=2'],
  ],
  ['the newest prices', async () => (await api.staff()).listPrices(null, signal), ['GET /v1/staff/prices']],
  ['the prices before', async () => (await api.staff()).listPrices('a', signal), ['GET /v1/staff/prices?cursor=a']],
  ['found files', async () => (await api.search()).findFiles('cam', signal), ['GET /v1/search/files?q=cam']],
  [
    'a cancelled upload',
    () => api.cancelUpload('http://api.example/api/v1/projects/p1/uploads/n1', signal),
    ['DELETE /v1/projects/p1/uploads/n1'],
  ],
])('%s', async (_, call, expected) => {
  await call()
  expect(await sent()).toEqual(expected)
})

test.each(['zip', 'csv'] as const)('the inputs are exported as %s', async (what) => {
  answer = () => new Response('content')
  await api.exportInputs(user, what, 'p1', { signal, onProgress: () => {} })
  const path = { zip: '/v1/projects/p1/inputs/export?uid=u1', csv: '/v1/projects/p1/inputs/export/csv?uid=u1' }[what]
  expect(await sent()).toEqual([`GET ${path}`])
})

test('every call contains a token that can be aborted, the cookies, and the same id of the tab', async () => {
  await api.getPrices(signal)
  await api.listRequestProjects(signal)
  const [first, second] = requests
  expect(accessToken.mock.calls).toEqual([
    [undefined, first?.signal],
    [undefined, second?.signal],
  ])
  expect(requests.map(({ credentials }) => credentials)).toEqual(['same-origin', 'include'])
  expect(first?.headers.get('tab-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(second?.headers.get('tab-id')).toBe(first?.headers.get('tab-id'))
})

describe('a version of published content', () => {
  const save = async (version: number | null) => {
    await (await api.staff()).saveNews('n1', version, {} as never, signal)
    return requests[0]?.headers.get('if-match')
  }
  test('is changed only if it is the one that the user has seen', async () => {
    expect(await save(0)).toBe('"0"')
  })
  test('is added without a version', async () => {
    expect(await save(null)).toBeNull()
  })
})

describe('a range of bytes', () => {
  const range = { from: 4, to: 6 }
  test.each<[string, () => Promise<Uint8Array>]>([
    ['a file', () => api.readFilePart('f1', range, signal)],
    ['a file of a request', async () => (await api.staff()).readFilePart('r1', { fileId: 'f1', ...range }, signal)],
  ])('of %s ends before its end', async (_, read) => {
    answer = () => new Response(new Uint8Array([8, 9]))
    expect([...(await read())]).toEqual([8, 9])
    // The last position of a range is included (RFC 9110, section 14.1.2).
    expect(requests[0]?.headers.get('range')).toBe('bytes=4-5')
  })
})

describe('a draft that was changed elsewhere', () => {
  const current = { draft: { stamp: 's2' } }
  const version = { stamp: 's1', sent_as: null, content: {} } as never
  const save = async () => (await api.orders()).saveRequestDraft('p1', 's0', version, signal)
  test('is returned', async () => {
    answer = () => Response.json(current, { status: 412 })
    expect(await save()).toEqual(current)
    expect(requests[0]?.headers.get('if-match')).toBe('"s0"')
    expect(await (await api.orders()).deleteRequestDraft('p1', null, signal)).toEqual(current)
    expect(requests[1]?.headers.get('if-match')).toBeNull()
  })
  test('is not returned if the call succeeded', async () => {
    answer = () => Response.json(current)
    expect(await save()).toBeUndefined()
  })
  test.each([409, 413])('is not a failure with the status %i', async (status) => {
    answer = () => Response.json({ message: 'No.' }, { status })
    await expect(save()).rejects.toMatchObject({ status, message: 'No.' })
  })
})

test('a tax of one cent that the user has seen is sent', async () => {
  const order = { project_id: 'p1', layout_file_id: 'f1', si: [], pi: [], total: 0 } as never
  await (await api.orders()).startCheckout(order, { turnaround: null, taxCents: 1 }, 'key-1', signal)
  expect(requests[0]?.headers.get('tax-cents')).toBe('1')
})

test.each([
  [{}, false],
  [{ link: '</api/v1/search/files?cursor=a>; rel="next"' }, true],
])('a search with the headers %j has more results: %s', async (headers, more) => {
  answer = () => Response.json([{ id: 'f1' }], { headers })
  expect(await (await api.search()).findFiles('cam', signal)).toEqual({ files: [{ id: 'f1' }], more })
})

test('the projects for a request are sorted by activity, newest first', async () => {
  const projects = ['02', '03', '03', '01', '04'].map((day, at) => ({
    id: `p${at}`,
    lastActivity: `2026-01-${day}T00:00:00.000Z`,
  }))
  answer = () => Response.json(projects)
  expect((await api.listRequestProjects(signal)).map(({ id }) => id)).toEqual(['p4', 'p1', 'p2', 'p0', 'p3'])
})

test('the total of limited files without a total is their number', async () => {
  answer = () => Response.json({ files: [{ id: 'f1' }] })
  expect(await api.listFiles(user, 'p1', 5, signal)).toEqual({ files: [{ id: 'f1' }], total: 1 })
})

test('a thumbnail is its content', async () => {
  answer = () => Response.json({ png: 'iVBO' })
  expect(await api.readThumbnail('f1', signal)).toBe('iVBO')
})

test('the position of the changes is the last one that was received', async () => {
  const changes = await api.changes()
  expect(changes.lastId()).toBeNull()
  answer = () => Response.json([], { headers: { 'change-position': '7' } })
  await api.getPrices(signal)
  answer = () => Response.json([])
  await api.getPrices(signal)
  expect(changes.lastId()).toBe('7')
})

test('the news are loaded without a token, and time out after 50 s', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await getNews('http://api.example/api/v1', signal)
  expect(await sent()).toEqual(['GET /v1/news'])
  expect(requests[0]?.headers.get('authorization')).toBeNull()
  expect(timeout.mock.calls).toEqual([[50_000]])
})

describe('a paginated list', () => {
  const page = (cursor: string, ...items: string[]) => ({
    response: new Response(null, { headers: { link: `</x?cursor=${cursor}>; rel="next"` } }),
    data: items.map((id) => ({ id })),
  })
  test('ends when there are as many items as wanted', async () => {
    const load = vi.fn().mockResolvedValueOnce(page('a', '1')).mockResolvedValueOnce(page('b', '2'))
    expect(await allPages(load, 2)).toEqual([{ id: '1' }, { id: '2' }])
    expect(load.mock.calls).toEqual([[{}], [{ cursor: 'a' }]])
  })
  test('that repeats a page fails like a broken gateway', async () => {
    await expect(allPages(async () => page('a', '1'))).rejects.toMatchObject({ status: 502 })
  })
})

test.each([
  ['a page of text', ''],
  [null, ''],
  [{ message: 'No.' }, 'No.'],
])('the message of a failure with the content %j is “%s”', async (body, message) => {
  answer = () => Response.json(body, { status: 500 })
  const failure = await api.getPrices(signal).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 500, message, errors: [] })
})

// RFC 6266 and RFC 8187.
test.each([
  ['attachment', null],
  ['attachment; filename=a.txt', 'a.txt'],
  ['attachment; filename="a \\"b\\".txt"', 'a "b".txt'],
  [`attachment; filename="u.txt"; filename*=UTF-8''%C3%BC.txt`, 'ü.txt'],
  [`attachment; filename="u.txt"; filename*=UTF-8''%C3.txt`, 'u.txt'],
])('the suggested name in %s is %s', (disposition, name) => {
  expect(savedName(new Headers({ 'content-disposition': disposition }))).toBe(name)
})
