/** The list of simulation requests returns pages of summaries, regardless of the size of the orders. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { simulationRequests } from '../../../server/database/schema'
import { listedRequests } from '../../support/listed-requests'
import { startApi, type ApiServer, type Person, type Project } from '../api-server'
import { createProject, expected } from '../caller'

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
