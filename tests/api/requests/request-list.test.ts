/** The list of simulation requests returns pages of summaries, regardless of the size of the orders. */
import { isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { notices, simulationRequests } from '../../../server/database/schema'
import { listedRequests } from '../../support/listed-requests'
import { startApi, type ApiServer, type Person, type Project } from '../api-server'
import { createProject, expected, listAll } from '../caller'

type Page = components['schemas']['SimulationRequestPage']

let api: ApiServer
let person: Person
let project: Project

beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
  project = await createProject(person)
  const order = { projectId: project.id, total: 1, si: [], pi: [], orderHash: '', createdBy: person.id }
  const pinned = { id: crypto.randomUUID(), name: 'b.brd', size: 1, sha256: '0'.repeat(64) }
  const rows = Array.from({ length: 120 }, (_, index) => ({
    ...order,
    layout: pinned,
    createdByName: 'Pat',
    status: 'paid' as const,
    // Groups of four requests share the same millisecond.
    created: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 4)),
  }))
  await api.db.insert(simulationRequests).values(rows)
  // More requests than the operator's list reads in one batch.
  const elsewhere = Array.from({ length: 200 }, () => ({ ...rows[0], projectId: crypto.randomUUID() }))
  await api.db.insert(simulationRequests).values(elsewhere as typeof rows)
})
afterAll(() => api.stop())

const list = (query = '') => person.call<Page>('GET', `/v1/simulation-requests?project_id=${project.id}${query}`)

test.each([1, 3, 50, 100])('pages of %i contain every request once, newest first', async (limit) => {
  const found: Page['requests'] = []
  let cursor: string | null = null
  do {
    const page: Page = expected(await list(`&limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`), 200)
    expect(page.requests.length).toBeLessThanOrEqual(limit)
    found.push(...page.requests)
    cursor = page.next
  } while (cursor !== null)
  expect(new Set(found.map(({ id }) => id)).size).toBe(120)
  expect(found.map(({ created }) => created)).toEqual(
    found
      .map(({ created }) => created)
      .toSorted()
      .toReversed(),
  )
})

test('of the operator contains every request once, newest first', async () => {
  const found = (await listedRequests(api.db)).map(({ row }) => row)
  expect(new Set(found.map(({ id }) => id)).size).toBe(320)
  expect(found.map(({ created }) => created.getTime())).toEqual(
    found.map(({ created }) => created.getTime()).toSorted((a, b) => b - a),
  )
  expect(found[0]).not.toHaveProperty('si')
})

test('has 50 requests per page by default, without rows', async () => {
  const { requests, next } = expected(await list(), 200)
  expect([requests.length, typeof next]).toEqual([50, 'string'])
  expect(Object.keys(requests[0] ?? {})).not.toContain('si')
})

test.each(['limit=0', 'limit=101', 'limit=all', 'cursor=', 'cursor=1', `cursor=1_${'z'.repeat(36)}`])(
  'rejects %s',
  async (query) => {
    expect((await list(`&${query}`)).status).toBe(400)
  },
)

test('is empty for a cursor beyond all dates', async () => {
  const { requests, next } = expected(await list(`&cursor=0_${crypto.randomUUID()}`), 200)
  expect([requests, next]).toEqual([[], null])
})

describe('the list can be limited', () => {
  let other: Project
  const found = async (query: string) =>
    expected(await person.call<Page>('GET', `/v1/simulation-requests?${query}`), 200).requests
  beforeAll(async () => {
    other = await createProject(person, 'Radar 100%_front')
    const order = { projectId: other.id, total: 1, si: [], pi: [], orderHash: '', createdBy: person.id }
    const pinned = { id: crypto.randomUUID(), name: 'Front End.brd', size: 1, sha256: '0'.repeat(64) }
    await api.db.insert(simulationRequests).values([
      { ...order, layout: pinned, createdByName: 'Pat', status: 'delivered' },
      { ...order, layout: pinned, createdByName: 'Pat', status: 'awaiting payment', purchaseOrder: 'PO-77' },
    ])
  })

  test.each([
    ['q=radar', 2],
    ['q=front radar', 2],
    ['q=100%25_f', 2],
    ['q=%25', 2],
    ['q=FRONT END', 2],
    ['q=po-77', 1],
    ['q=radar PO-78', 0],
    ['q=%20%20', 50],
    ['status=delivered', 1],
    ['status=delivered&q=po-77', 0],
    ['status=awaiting payment&q=radar', 1],
    ['status=cancelled', 0],
  ])('by %s', async (query, count) => {
    expect(await found(query)).toHaveLength(count)
  })

  test('by a number, in full or in part', async () => {
    const [{ number, id } = { number: '', id: '' }] = await found('q=po-77')
    expect((await found(`q=${number.toLowerCase()}`)).map((one) => one.id)).toEqual([id])
    expect((await found(`q=${number.slice(3)}`)).map((one) => one.id)).toContain(id)
  })

  test('and never contains the requests of others', async () => {
    const stranger = await api.person('user')
    const page = await stranger.call<Page>('GET', '/v1/simulation-requests?q=radar')
    expect(expected(page, 200).requests).toEqual([])
    const address = `/v1/simulation-requests?q=radar&project_id=${other.id}`
    expect((await stranger.call('GET', address)).status).toBe(404)
  })

  test.each(['status=draftt', `q=${'x'.repeat(201)}`])('not by %s', async (query) => {
    expect((await list(`&${query}`)).status).toBe(400)
  })
})

test('a request is unread until its notices are marked as read', async () => {
  const [request] = expected(await list('&limit=1'), 200).requests
  const about = { projectId: project.id, projectName: project.name, kind: 'request', subject: 'b.brd' } as const
  const other = await api.person('user')
  expected(await other.call('GET', '/v1/users/me'), 200)
  await api.db.insert(notices).values([
    { ...about, personId: person.id, requestId: request?.id ?? '', detail: 'paid' },
    { ...about, personId: person.id, requestId: crypto.randomUUID(), detail: 'paid' },
    { ...about, personId: other.id, requestId: request?.id ?? '', detail: 'paid' },
  ])
  const unread = async () => expected(await list(), 200).requests.flatMap((one) => (one.unread ? [one.id] : []))
  const marked = async () =>
    (await listAll<Project>(person, '/v1/projects')).flatMap(({ id, hasRequestNews }) => (hasRequestNews ? [id] : []))
  expect([await unread(), await marked()]).toEqual([[request?.id], [project.id]])
  expected(await person.call('PUT', '/v1/notices/read', { json: { request_id: request?.id } }), 204)
  expect([await unread(), await marked()]).toEqual([[], []])
  const left = await api.db.select().from(notices).where(isNull(notices.readAt))
  expect(left.map(({ personId, requestId }) => [personId === person.id, requestId === request?.id])).toEqual(
    expect.arrayContaining([
      [true, false],
      [false, true],
    ]),
  )
  expect(left).toHaveLength(2)
})
