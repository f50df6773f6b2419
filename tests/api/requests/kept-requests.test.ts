/** The person who placed an order can still find the paid request after the project was deleted. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { simulationRequests } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { endUndoTime, finishDeletions } from '../../support/deletions'
import { startApi, type ApiServer, type Person, type Project } from '../api-server'
import { createProject, expected } from '../caller'
import { payOrder, placeOrder } from './orders'

type Schemas = components['schemas']
type Request = Schemas['SimulationRequest']

let api: ApiServer
let manager: Person
let orderer: Person
let member: Person
let staff: Person
let project: Project
beforeAll(async () => {
  api = await startApi()
  staff = await api.person('user', 'staff')
})
afterAll(() => api.stop())
beforeEach(async () => {
  manager = await api.person('user', 'project_manager')
  ;[orderer, member] = [await api.person('user'), await api.person('user')]
  project = await createProject(manager, `Radar ${randomUUID()}`)
  for (const who of [orderer, member]) {
    expected(await who.call('GET', '/v1/users/me'), 200)
    const json = { project_id: project.id, email: who.email, role: 'user' }
    expected(await manager.call('POST', '/v1/users/assign-role', { json }), 200)
  }
})

const page = (id: string, who = orderer) => who.call<Request>('GET', `/v1/simulation-requests/${id}`)
const list = async (query = '', who = orderer) =>
  expected(await who.call<Schemas['SimulationRequestPage']>('GET', `/v1/simulation-requests?${query}`), 200)
const ids = async (query = '', who = orderer) => (await list(query, who)).requests.map(({ id }) => id)

async function paid(set: Partial<typeof simulationRequests.$inferInsert> = {}) {
  const order = await placeOrder(orderer, project, { purchase_order: 'PO-7' })
  await payOrder(api, order)
  if (Object.keys(set).length > 0) {
    await api.db.update(simulationRequests).set(set).where(eq(simulationRequests.id, order.id))
  }
  return order.id
}

/** Paid, then canceled and refunded by the staff. */
async function refunded() {
  const id = await paid()
  const json = { id: randomUUID(), rows: [{ kind: 'pi', number: 1 }], reason: 'The board changed.', cancels: true }
  expected(await staff.call('POST', `/v1/staff/requests/${id}/refunds`, { json }), 200)
  await expect.poll(async () => expected(await page(id), 200).refunded_cents).toBe(100_000)
  return id
}

const hideProject = async () => expected(await manager.call('DELETE', `/v1/projects/${project.id}`), 204)
async function deleteProject() {
  await hideProject()
  await endUndoTime(api.db)
  await finishDeletions(api.db)
}

const delivered = {
  status: 'delivered' as const,
  deliveredAt: sql`now() - interval '25 months'` as unknown as Date,
}

describe.each([
  { kind: 'was canceled and refunded', make: refunded },
  { kind: 'was delivered longer ago than its files are kept', make: () => paid(delivered) },
])('a paid request that $kind', ({ make }) => {
  test('is found by the person who ordered after the deletion of its project, with its price and documents', async () => {
    covers('decisions-paid-found')
    const id = await make()
    const before = expected(await page(id), 200)
    expect(before).not.toHaveProperty('project_deleted')
    await hideProject()
    // The request is found even before the deletion is final.
    expect(await ids()).toEqual([id])
    await endUndoTime(api.db)
    await finishDeletions(api.db)
    const kept = expected(await page(id), 200)
    expect(kept).toEqual({ ...before, project_deleted: true })
    expect(kept).toMatchObject({
      ...{ number: expect.stringMatching(/^SI-\d+$/), total: 1000, purchase_order: 'PO-7' },
      ...{ project_name: project.name, invoice_number: expect.stringMatching(/^INV-\d+$/) },
      pi: [{ type: 'PowerDC', unit_price: 1000 }],
    })
    if (kept.status === 'cancelled') {
      expect(kept.refunds).toMatchObject([{ cents: 100_000, credit_note: expect.stringMatching(/^CN-\d+$/) }])
    }
    const [listed] = (await list()).requests
    expect(listed).toMatchObject({ id, project_name: project.name, project_deleted: true })
    for (const query of [`q=${kept.number}`, `q=${encodeURIComponent(project.name)}`, `status=${kept.status}`]) {
      expect(await ids(query)).toEqual([id])
    }
    expect(await ids('q=another')).toEqual([])
    expect((await orderer.call('GET', `/v1/files/${kept.layout.id}/download`)).status).toBe(404)
  })

  test('is hidden from everyone else, and can only be read', async () => {
    const id = await make()
    await deleteProject()
    const admin = await api.person('user', 'organization_admin')
    for (const who of [member, manager, admin, staff]) {
      expect((await page(id, who)).status).toBe(404)
      expect(await ids('', who)).not.toContain(id)
    }
    for (const [method, part] of [
      ['POST', 'checkout'],
      ['POST', 'cancel'],
      ['GET', 'report'],
      ['GET', 'messages'],
    ] as const) {
      const answer = await orderer.call(method, `/v1/simulation-requests/${id}/${part}`)
      expect([part, answer.status]).toEqual([part, 404])
    }
    expect((await orderer.call('GET', `/v1/simulation-requests?project_id=${project.id}`)).status).toBe(404)
    const seen = expected(await staff.call<Schemas['StaffRequest']>('GET', `/v1/staff/requests/${id}`), 200)
    expect([seen.summary.project_name, seen.deleted_project]).toEqual([null, project.name])
  })
})

test('a restored project has its requests back, for all members', async () => {
  const id = await refunded()
  await hideProject()
  expect(expected(await page(id), 200).project_deleted).toBe(true)
  expect((await page(id, member)).status).toBe(404)
  expected(await manager.call('POST', `/v1/projects/${project.id}/restore`), 200)
  for (const who of [orderer, member]) {
    expect(expected(await page(id, who), 200)).not.toHaveProperty('project_deleted')
    expect(await ids('', who)).toEqual([id])
  }
})

test('a request that was canceled without a payment is gone with its project', async () => {
  const { id } = await placeOrder(orderer, project)
  expected(await orderer.call('POST', `/v1/simulation-requests/${id}/cancel`), 200)
  await deleteProject()
  expect((await page(id)).status).toBe(404)
  expect(await ids()).toEqual([])
})

test('the deletion of a project counts only the canceled requests that nobody will find anymore', async () => {
  const { id } = await placeOrder(orderer, project)
  expected(await orderer.call('POST', `/v1/simulation-requests/${id}/cancel`), 200)
  await refunded()
  const loss = await manager.call<Schemas['ProjectDeletion']>('GET', `/v1/projects/${project.id}/deletion`)
  expect(expected(loss, 200).cancelled_requests).toBe(1)
})

test('pages list the requests of present and deleted projects together, newest first', async () => {
  const first = project
  const made = [await refunded()]
  project = await createProject(orderer)
  made.push(await paid())
  project = first
  made.push(await paid({ status: 'cancelled' }))
  await deleteProject()
  const found: string[] = []
  let cursor: string | null = null
  do {
    const one: Schemas['SimulationRequestPage'] = await list(`limit=1${cursor === null ? '' : `&cursor=${cursor}`}`)
    found.push(...one.requests.map(({ id }) => id))
    cursor = one.next
  } while (cursor !== null)
  expect(found).toEqual(made.toReversed())
})

test('a person who deletes their data leaves only the order, for the company’s books', async () => {
  const id = await refunded()
  const { layout } = expected(await page(id), 200)
  await deleteProject()
  expected(await orderer.call('POST', '/v1/users/me/deletion', { json: { username: orderer.username } }), 204)
  const [row] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
  expect(row).toMatchObject({
    ...{ invoiceNumber: expect.any(Number), total: 1000, createdByName: 'Deleted user' },
    ...{ createdBy: expect.stringMatching(/^deleted-/), projectName: 'Deleted project' },
  })
  const text = JSON.stringify(row)
  for (const name of [orderer.id, orderer.username, project.name, layout.name]) expect(text).not.toContain(name)
})
