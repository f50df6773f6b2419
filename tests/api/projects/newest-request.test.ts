/** The list of projects contains the status of each project's newest request. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { simulationRequests } from '../../../server/database/schema'
import { startApi, type ApiServer, type Person, type Project } from '../api-server'
import { createProject, expected, listAll } from '../caller'

type Status = components['schemas']['RequestStatus']

let api: ApiServer
let person: Person
let project: Project

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  person = await api.person('user')
  project = await createProject(person)
})

/** Stores a request that was created on this day. */
const order = (status: Status, day: number, { id = crypto.randomUUID(), projectId = project.id } = {}) =>
  api.db.insert(simulationRequests).values({
    id,
    projectId,
    status,
    total: 1,
    si: [],
    pi: [],
    layout: { id: crypto.randomUUID(), name: 'b.brd', size: 1, sha256: '0'.repeat(64) },
    orderHash: '',
    createdBy: person.id,
    createdByName: 'Pat',
    created: new Date(Date.UTC(2026, 0, day)),
  })
const listed = async () =>
  new Map((await listAll<Project>(person, '/v1/projects')).map(({ id, newestRequest }) => [id, newestRequest]))

test('a project without requests has none', async () => {
  expect(project.newestRequest).toBeNull()
  expect((await listed()).get(project.id)).toBeNull()
})

test.each(['awaiting payment', 'paid', 'in progress', 'delivered', 'cancelled'] as const)(
  'of several requests, the newest one counts: %s',
  async (status) => {
    await order('paid', 1)
    await order(status, 3)
    await order('delivered', 2)
    expect((await listed()).get(project.id)).toBe(status)
  },
)

test('drafts do not count, as they are not listed either', async () => {
  await order('draft', 2)
  expect((await listed()).get(project.id)).toBeNull()
  await order('paid', 1)
  expect((await listed()).get(project.id)).toBe('paid')
})

test('of requests from the same moment, the first one in the list of requests counts', async () => {
  await order('delivered', 1, { id: '0198aaaa-0000-4000-8000-000000000001' })
  await order('paid', 1, { id: '0198aaaa-0000-4000-8000-000000000002' })
  type Page = components['schemas']['SimulationRequestPage']
  const page = expected(await person.call<Page>('GET', `/v1/simulation-requests?project_id=${project.id}`), 200)
  expect(page.requests[0]?.status).toBe('paid')
  expect((await listed()).get(project.id)).toBe('paid')
})

test('each project has its own, on every page, even after the project has changed', async () => {
  const other = await createProject(person, 'Other')
  const third = await createProject(person, 'Third')
  await order('paid', 1)
  await order('cancelled', 2, { projectId: other.id })
  const changed = expected(await person.call<Project>('PUT', `/v1/projects/${other.id}`, { json: { notes: 'n' } }), 200)
  expect(changed.newestRequest).toBe('cancelled')
  const found = await listAll<Project>(person, '/v1/projects?limit=1')
  expect(Object.fromEntries(found.map(({ id, newestRequest }) => [id, newestRequest]))).toEqual({
    [project.id]: 'paid',
    [other.id]: 'cancelled',
    [third.id]: null,
  })
})
