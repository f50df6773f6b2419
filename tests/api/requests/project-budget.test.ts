/**
 * The budget of a project: who sets it, what counts, and that no order exceeds it, even if several are placed at once.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { sandboxCheckouts, simulationRequests } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'
import { payOrder } from './orders'

type Schemas = components['schemas']
type Budget = Schemas['ProjectBudget']

const dc = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

let api: ApiServer
let manager: Person
let member: Person
let staff: Person
let project: Project
let layout: File

beforeAll(async () => {
  api = await startApi()
  manager = await api.person('user', 'project_manager')
  member = await api.person('user')
  staff = await api.person('staff')
  expected(await member.call('GET', '/v1/users/me'), 200)
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await createProject(manager)
  const json = { project_id: project.id, email: member.email, role: 'user' }
  expected(await (await api.person('sysadmin')).call('POST', '/v1/users/assign-role', { json }), 200)
  ;[layout] = (await upload(manager, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
})

const address = () => `/v1/projects/${project.id}/budget`
const set = (budget: number | null, from: number | null, by = manager) =>
  by.call<Budget & Schemas['Problem']>('PUT', address(), { json: { budget, from } })
const read = async (by = manager) => expected(await by.call<Budget>('GET', address()), 200)
const order = (rows: number, { by = manager, key = randomUUID() } = {}) =>
  by.call<Schemas['Checkout'] & Schemas['Problem']>('POST', '/payments/checkout', {
    json: {
      ...{ project_id: project.id, layout_file_id: layout.id, stackup_file_id: null, material_file_id: null },
      ...{ total: rows * 1000, si: [], pi: Array.from({ length: rows }, () => dc) },
    },
    headers: { 'idempotency-key': key },
  })
const placed = async (rows: number) => {
  const { id, url } = expected(await order(rows), 200)
  return { id, checkoutId: url.split('/').at(-1) ?? '' }
}

test('a leader sets the budget, all members see it, and the record says who changed it', async () => {
  covers('decisions-project-budget-get', 'decisions-project-budget-set')
  expect(await read(member)).toEqual({ budget: null, spent_cents: 0, open_cents: 0 })
  expect((await set(5000, null, member)).status).toBe(403)
  expect(expected(await set(5000, null), 200).budget).toBe(5000)
  expect((await read(member)).budget).toBe(5000)
  expected(await set(5000, null), 200)
  const { entries } = expected(
    await manager.call<Schemas['ActivityPage']>('GET', `/v1/projects/${project.id}/activity`),
    200,
  )
  const changes = entries.filter(({ kind }) => kind === 'budget changed')
  expect(changes).toMatchObject([{ before: 'none', after: '$5,000', person: { id: manager.id } }])
})

test('a change that was not seen is not overwritten, even if two are made at once', async () => {
  expected(await set(5000, null), 200)
  const { status, body } = await set(1000, null)
  expect(status).toBe(409)
  expect(body.message).toBe(
    'The budget was set to $5,000 in the meantime. Please check whether it still has to be changed.',
  )
  const answers = await Promise.all([set(6000, 5000), set(7000, 5000)])
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409])
  for (const wrong of [-1, 1.5, 10_000_001]) expect((await set(wrong, 5000)).status).toBe(400)
})

test('what was paid and not refunded counts as spent, and open payment pages as reserved', async () => {
  const [first] = [await placed(2), await placed(1)]
  expect(await read()).toMatchObject({ spent_cents: 0, open_cents: 300_000 })
  await payOrder(api, first)
  expect(await read()).toMatchObject({ spent_cents: 200_000, open_cents: 100_000 })
  const json = { id: randomUUID(), rows: [{ kind: 'pi', number: 1 }], reason: 'The board changed.', cancels: false }
  expected(await staff.call('POST', `/v1/staff/requests/${first.id}/refunds`, { json }), 200)
  await expect.poll(async () => (await read()).spent_cents).toBe(100_000)
  const trial = await placed(1)
  await api.db.update(simulationRequests).set({ isTrial: true }).where(eq(simulationRequests.id, trial.id))
  expect(await read()).toMatchObject({ spent_cents: 100_000, open_cents: 100_000 })
  await payOrder(api, trial)
  expect(await read()).toMatchObject({ spent_cents: 100_000, open_cents: 100_000 })
})

test('an order that exceeds it is refused, with what is left and who can raise it', async () => {
  covers('decisions-project-budget')
  expected(await set(2500, null), 200)
  const open = await placed(1)
  const { status, body } = await order(2)
  expect(status).toBe(409)
  expect(body.message).toBe(
    'This order of $2,000 exceeds the project’s budget of $2,500, of which $1,500 is left. $1,000 is reserved for unpaid ' +
      'requests; canceling them frees it. A project manager can raise the budget on the Requests tab of the project.',
  )
  expected(await manager.call('POST', `/v1/simulation-requests/${open.id}/cancel`), 200)
  expect((await order(2)).status).toBe(200)
  expect((await order(1)).status).toBe(409)
  expected(await set(3000, 2500), 200)
  expect((await order(1)).status).toBe(200)
})

test('simultaneous orders cannot exceed it together', async () => {
  expected(await set(3000, null), 200)
  const answers = await Promise.all(Array.from({ length: 8 }, () => order(1)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  expect(await read()).toMatchObject({ spent_cents: 0, open_cents: 300_000 })
  // Nothing is left of the other orders, neither here nor at the payment provider.
  const rows = await api.db.select().from(simulationRequests).where(eq(simulationRequests.projectId, project.id))
  expect(rows.map(({ status }) => status)).toEqual(['awaiting payment', 'awaiting payment', 'awaiting payment'])
  const pages = await api.db.select().from(sandboxCheckouts)
  const ofProject = pages.filter(({ order: one, state }) => {
    const { requestId } = one as { requestId: string }
    return state === 'open' && rows.some(({ id }) => id === requestId)
  })
  expect(ofProject).toHaveLength(3)
})

test('the same order twice at once counts once', async () => {
  expected(await set(2000, null), 200)
  const key = randomUUID()
  const answers = await Promise.all([order(2, { key }), order(2, { key }), order(2, { key })])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
})

test('an order that was refused can be placed under the same key once the budget is raised', async () => {
  expected(await set(1000, null), 200)
  const key = randomUUID()
  expect((await order(2, { key })).status).toBe(409)
  expected(await set(null, 1000), 200)
  expect((await order(2, { key })).status).toBe(200)
})

test('an expired payment page does not use the budget, even if its report was missed', async () => {
  expected(await set(1000, null), 200)
  const open = await placed(1)
  await api.db.update(sandboxCheckouts).set({ state: 'cancelled' }).where(eq(sandboxCheckouts.id, open.checkoutId))
  expect((await order(1)).status).toBe(200)
})

test('a budget below what is spent refuses new orders, but not the payment of an open page', async () => {
  const [paid, open] = [await placed(1), await placed(1)]
  await payOrder(api, paid)
  expected(await set(500, null), 200)
  expect((await order(1)).status).toBe(409)
  const resumed = await manager.call('POST', `/v1/simulation-requests/${open.id}/checkout`)
  expect(resumed.status).toBe(200)
  await payOrder(api, open)
  expect(await read()).toEqual({ budget: 500, spent_cents: 200_000, open_cents: 0 })
})

test('a deleted project has no budget', async () => {
  expected(await manager.call('DELETE', `/v1/projects/${project.id}`), 204)
  expect((await set(5000, null)).status).toBe(404)
  expect((await manager.call('GET', address())).status).toBe(404)
})
