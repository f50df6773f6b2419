/** Staff members who delete their data: their names are removed, even from what they are writing at that moment. */
import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import {
  activity,
  contactMessages,
  counters,
  noticeSettings,
  notices,
  priceVersions,
  requestDeliveries,
  requestMessages,
  requestRefunds,
  requestWork,
  sandboxCheckouts,
  simulationRequests,
} from '../../../server/database/schema'
import type { Db } from '../../../server/database/database'
import { deletePerson } from '../../../server/people/deletion'
import { noteMoneyBack } from '../../../server/requests/refunds'
import { startApi, type ApiServer, type File, type Person } from '../api-server'
import { makeAtOnce } from '../at-once'
import { type Answer, createProject, expected, formOf, upload } from '../caller'

type Schemas = components['schemas']

let api: ApiServer
let customer: Person
beforeAll(async () => {
  api = await startApi()
  customer = await api.person('user', 'project_manager')
})
afterAll(() => api.stop())

const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

/** A request in a project of its own. */
async function requestAt(status: Schemas['RequestStatus']) {
  const { id: projectId } = await createProject(customer)
  const [layout] = (await upload(customer, projectId, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: projectId, ...files, total: 1000, si: [], pi: [row] }
  const { id } = expected(await customer.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  const paidAt = status === 'awaiting payment' ? null : new Date()
  await api.db.update(simulationRequests).set({ status, paidAt }).where(eq(simulationRequests.id, id))
  return { id, projectId }
}

const messagesOf = (id: string) => `/v1/simulation-requests/${id}/messages`
const put = (who: Person, id: string, part: string, json: object) =>
  who.call('PUT', `/v1/staff/requests/${id}/${part}`, { json })
const post = (who: Person, id: string, part: string, json?: object) =>
  who.call('POST', `/v1/staff/requests/${id}/${part}`, json && { json })
/** Deletes the person without the API, whose response waits for the next second (server/people/routes.ts). */
const leave = async ({ id }: Person) => {
  await deletePerson(api.db, id, { config: api.config, removeFiles: false, byOperator: false })
  return { status: 204 }
}

/** All rows of the tables in which the tested calls could leave the person's name. */
const written = async () =>
  JSON.stringify([
    await api.db.select().from(contactMessages),
    await api.db.select().from(requestWork),
    await api.db.select().from(requestMessages),
    await api.db.select().from(requestRefunds),
    await api.db.select().from(requestDeliveries),
    await api.db.select().from(activity),
    await api.db.select().from(notices),
    await api.db.select().from(priceVersions),
  ])

async function expectForgotten({ id, username }: Person) {
  const rows = await written()
  expect(rows).not.toContain(id)
  expect(rows).not.toContain(username)
}

type World = {
  status: Schemas['RequestStatus']
  /** The person has to be a member of the project. */
  member?: true
}
type Call = World & {
  /** The call consists of several transactions, so the deletion may run between two of them. */
  steps?: true
  /** The rows for which the call waits, by default the request. */
  hold?: (tx: Db) => Promise<unknown>
  call: (who: Person, id: string) => Promise<Answer>
}
const message = () => ({ id: randomUUID(), text: 'Which stackup?' })
const refund = () => ({ id: randomUUID(), rows: [{ kind: 'pi', number: 1 }], reason: 'Changed.', cancels: false })
const delivery = () => formOf({ id: randomUUID(), replaces: '0' }, { 'report.pdf': 'words' })
/** Changes a new message of the contact form. */
async function changeMessage(who: Person, part: string, change: object) {
  const json = { name: 'Ada Vance', email: 'ada@example.com', message: 'Text' }
  const { id } = expected(await api.anonymous.call<Schemas['ContactReceipt']>('POST', '/v1/contact', { json }), 201)
  return who.call('PUT', `/v1/staff/contact-messages/${id}/${part}`, { json: { ...change, from: null } })
}
const holdActivity = (tx: Db) => tx.execute(sql`lock table ${activity} in share mode`)

const calls: Record<string, Call> = {
  assign: { status: 'paid', call: (who, id) => put(who, id, 'assignment', { mine: true, from: null }) },
  start: { status: 'paid', steps: true, call: (who, id) => post(who, id, 'start') },
  cancel: { status: 'paid', call: (who, id) => post(who, id, 'cancel') },
  'cancel an unpaid': { status: 'awaiting payment', call: (who, id) => post(who, id, 'cancel') },
  'write notes about': { status: 'paid', call: (who, id) => put(who, id, 'notes', { notes: 'Text', version: 0 }) },
  'assign a message of a visitor, not': {
    status: 'paid',
    call: (who) => changeMessage(who, 'assignment', { mine: true }),
  },
  'mark a message of a visitor as done, not': {
    status: 'paid',
    call: (who) => changeMessage(who, 'done', { done: true }),
  },
  check: { status: 'paid', call: (who, id) => put(who, id, 'checklist', { item: 'nets', done: true }) },
  'ask about': { status: 'paid', call: (who, id) => post(who, id, 'messages', { ...message(), kind: 'question' }) },
  'open the files of': {
    ...{ status: 'paid', hold: holdActivity },
    call: (who, id) => who.call('GET', `/v1/staff/requests/${id}/files`),
  },
  refund: { status: 'paid', call: (who, id) => post(who, id, 'refunds', refund()) },
  'raise the storage limit of': {
    status: 'paid',
    call: (who, id) => put(who, id, 'storage-limit', { limit_gb: 8, from: api.config.storageLimitBytes }),
  },
  deliver: {
    status: 'in progress',
    call: (who, id) => who.call('POST', `/v1/staff/requests/${id}/deliveries`, { form: delivery() }),
  },
  'write as a member about': {
    ...{ status: 'paid', member: true },
    call: (who, id) => who.call('POST', messagesOf(id), { json: message() }),
  },
  'cancel as a member': {
    ...{ status: 'awaiting payment', member: true },
    call: (who, id) => who.call('POST', `/v1/simulation-requests/${id}/cancel`),
  },
}

/** A request that a person who has signed in is about to change. */
async function prepared({ status, member }: World) {
  const { id, projectId } = await requestAt(status)
  const leaving = await api.person('user', 'staff')
  // From now on, calls find the person in the node's memory.
  expected(await leaving.call('GET', '/v1/users/me'), 200)
  const role = { project_id: projectId, email: leaving.email, role: 'user' }
  if (member) expected(await customer.call('POST', '/v1/users/assign-role', { json: role }), 200)
  return { id, projectId, leaving }
}

test.each(Object.entries(calls))(
  'the name of a person who deletes their data is not kept in what they are writing: %s a request',
  async (_, { steps, hold, call, ...world }) => {
    const { id, leaving } = await prepared(world)
    const holdRequest = (tx: Db) =>
      tx.select().from(simulationRequests).where(eq(simulationRequests.id, id)).for('update')
    const rows = { hold: hold ?? holdRequest }
    const statuses = await makeAtOnce(api.db, rows, [() => call(leaving, id), () => leave(leaving)])
    // The deletion may run before the call (without PostgreSQL) or between its steps. The token is then refused.
    const isFirst = process.env['TEST_DATABASE_URL'] !== undefined && !steps
    expect(statuses).toEqual([expect.toBeOneOf(isFirst ? [200, 201] : [200, 201, 401]), 204])
    await expectForgotten(leaving)
  },
)

/** Holds a row that only the deletion needs, so that the deletion waits while it holds all others. */
const holdSetting = (who: Person) => async (tx: Db) => {
  const own = eq(noticeSettings.personId, who.id)
  await tx.select().from(noticeSettings).where(own).for('update')
}

test.skipIf(!process.env['TEST_DATABASE_URL']).each(Object.entries(calls))(
  'a call that a deletion of the caller has overtaken is refused, and changes nothing: %s a request',
  async (_, { call, ...world }) => {
    const { id, projectId, leaving } = await prepared(world)
    const [before] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    const entries = () => api.db.$count(activity, eq(activity.projectId, projectId))
    const openPages = () => api.db.$count(sandboxCheckouts, eq(sandboxCheckouts.state, 'open'))
    const counts = [await entries(), await openPages()]
    await api.db.insert(noticeSettings).values({ personId: leaving.id, kind: 'reply', delivery: 'off' })
    const calls = [() => leave(leaving), () => call(leaving, id)]
    expect(await makeAtOnce(api.db, { hold: holdSetting(leaving) }, calls)).toEqual([204, 401])
    expect(await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))).toEqual([before])
    expect([await entries(), await openPages()]).toEqual(counts)
    await expectForgotten(leaving)
  },
)

describe.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a person who works on a request, and its customer, leave at once',
  () => {
    /** A project whose only member is a customer, with entries in its activity that name the person. */
    async function worked() {
      const [leaving, alone] = [await api.person('user', 'staff'), await api.person('user', 'project_manager')]
      for (const one of [leaving, alone]) expected(await one.call('GET', '/v1/users/me'), 200)
      const { id: projectId } = await createProject(alone)
      const entry = { kind: 'request started' as const, subject: 'board', personId: leaving.id, personName: 'Pat' }
      const [first, held, last] = ['0', '8', 'f'].map((digit) => `${digit}${randomUUID().slice(1)}`)
      if (!first || !held || !last) throw new Error('There are no ids.')
      // The deletion of the person waits for the entry in the middle, which belongs to another project.
      await api.db.insert(activity).values([
        { ...entry, id: first, projectId },
        { ...entry, id: held, projectId: randomUUID() },
        { ...entry, id: last, projectId },
      ])
      const hold = (tx: Db) => tx.select().from(activity).where(eq(activity.id, held)).for('update')
      return { leaving, alone, projectId, hold }
    }

    test('although somebody has just been notified of what the person did', async () => {
      const { leaving, alone, projectId, hold } = await worked()
      const leaveNotified = async () => {
        const about = { personId: alone.id, projectId, projectName: 'board', subject: 'board' }
        await api.db.insert(notices).values({ ...about, kind: 'request', actorId: leaving.id, actorName: 'Pat' })
        return leave(alone)
      }
      expect(await makeAtOnce(api.db, { hold }, [() => leave(leaving), leaveNotified])).toEqual([204, 204])
    })

    test('although the request is deleted with the message and the work of the person', async () => {
      const { leaving, alone, projectId, hold } = await worked()
      const [layout] = (await upload(alone, projectId, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
      const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
      const json = { project_id: projectId, ...files, total: 1000, si: [], pi: [row] }
      const { id } = expected(await alone.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
      expected(await alone.call('POST', `/v1/simulation-requests/${id}/cancel`), 200)
      const author = { authorId: leaving.id, authorName: 'Pat', side: 'staff' as const, kind: 'message' as const }
      await api.db
        .insert(requestMessages)
        .values({ ...author, id: randomUUID(), requestId: id, projectId, text: 'Text' })
      await api.db.insert(requestWork).values({ requestId: id, assigneeId: leaving.id, assigneeName: 'Pat' })
      const calls = [() => leave(leaving), () => leave(alone)]
      expect(await makeAtOnce(api.db, { hold }, calls)).toEqual([204, 204])
      await expectForgotten(leaving)
    })
  },
)

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a person who has written about requests leaves, while an order deletes those of them that are old and canceled',
  async () => {
    const { id: projectId } = await createProject(customer)
    const [layout] = (await upload(customer, projectId, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
    const order = {
      ...{ projectId, status: 'cancelled' as const, total: 1000, si: [], pi: [row], layout, orderHash: '' },
      ...{ createdBy: customer.id, createdByName: 'Pat' },
    }
    const idFrom = (digit: string) => `${digit}${randomUUID().slice(1)}`
    const [first, middle] = [idFrom('0'), idFrom('8')]
    // So many that an order would almost certainly delete another one before `first` if it did not lock them by
    // ascending id.
    const old = [...Array.from({ length: 30 }, () => idFrom('f')), first]
    await api.db.insert(simulationRequests).values([
      ...old.map((id) => ({ ...order, id, created: new Date(1) })),
      // The deletion of the person waits for this request.
      { ...order, id: middle, status: 'paid' as const, paidAt: new Date() },
      // As many canceled requests as an order keeps.
      ...Array.from({ length: 100 }, () => order),
    ])
    const leaving = await api.person('user', 'staff')
    expected(await leaving.call('GET', '/v1/users/me'), 200)
    const work = { assigneeId: leaving.id, assigneeName: 'Pat' }
    await api.db.insert(requestWork).values([middle, ...old].map((requestId) => ({ requestId, ...work })))
    const hold = (tx: Db) => tx.select().from(simulationRequests).where(eq(simulationRequests.id, middle)).for('update')
    const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
    const json = { project_id: projectId, ...files, total: 1000, si: [], pi: [row] }
    const orderAgain = () => customer.call('POST', '/payments/checkout', { json })
    expect(await makeAtOnce(api.db, { hold }, [() => leave(leaving), orderAgain])).toEqual([204, 200])
    expect(await api.db.$count(simulationRequests, inArray(simulationRequests.id, old))).toBe(0)
    await expectForgotten(leaving)
  },
)

/** Returns a function that plans prices that take effect tomorrow. */
const planPrices = async (who: Person) => {
  const { revision } = expected(await who.call<Schemas['PriceVersionPage']>('GET', '/v1/staff/prices'), 200)
  const valid_from = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  const si = [{ name: 'MIPI-D', unit_price: 2500, text: 'A report on each lane.' }]
  const pi = [{ name: 'PowerDC', unit_price: 1000, text: 'A report on the voltage drop.' }]
  const json = { valid_from, si, pi, turnaround_days: 10, revision }
  return () => who.call('PUT', `/v1/staff/prices/${randomUUID()}`, { json })
}

test('the name of a person who deletes their data is not kept in the prices that they are planning', async () => {
  const leaving = await api.person('user', 'staff')
  const plan = await planPrices(leaving)
  const hold = (tx: Db) => tx.select().from(counters).where(eq(counters.series, 'price change')).for('update')
  const statuses = await makeAtOnce(api.db, { hold }, [plan, () => leave(leaving)])
  const isFirst = process.env['TEST_DATABASE_URL'] !== undefined
  expect(statuses).toEqual([expect.toBeOneOf(isFirst ? [200] : [200, 401]), 204])
  await expectForgotten(leaving)
})

test('the name of a person who deletes their data is removed from checklists, and those of others stay', async () => {
  const { id } = await requestAt('paid')
  const [leaving, colleague] = [await api.person('user', 'staff'), await api.person('user', 'staff')]
  const check = (who: Person, item: string) => put(who, id, 'checklist', { item, done: true })
  expected(await check(leaving, 'files'), 200)
  expected(await check(colleague, 'nets'), 200)
  const [work] = await api.db.select().from(requestWork).where(eq(requestWork.requestId, id))
  // As written by an earlier version.
  const old = { item: 'models', by: `Pat ${leaving.username}`, at: new Date().toISOString() } as const
  await api.db
    .update(requestWork)
    .set({ done: [...(work?.done ?? []), old] })
    .where(eq(requestWork.requestId, id))
  await leave(leaving)
  const { done } = expected(await colleague.call<Schemas['StaffRequest']>('GET', `/v1/staff/requests/${id}`), 200)
  const [nobody, at] = ['Deleted user', expect.any(String)]
  expect(done).toEqual([
    { item: 'files', by: nobody, at },
    { item: 'nets', by: `Pat ${colleague.username}`, at },
    { item: 'models', by: nobody, at },
  ])
  await expectForgotten(leaving)
})

test.each(['before', 'after'])(
  'the name of a person who deletes their data just %s their refund is made is not kept',
  async (when) => {
    const { id } = await requestAt('paid')
    const leaving = await api.person('user', 'staff')
    expected(await leaving.call('GET', '/v1/users/me'), 200)
    const [request] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    const about = { id: randomUUID(), requestId: id, cents: 100_000, state: 'pending' as const }
    const by = { byId: leaving.id, byName: `Pat ${leaving.username}` }
    await api.db.insert(requestRefunds).values({ ...about, ...by, rows: [{ kind: 'pi', number: 1 }] })
    const make = async () => {
      const made = { providerId: `re_${about.id}`, refundId: about.id, cents: 100_000, state: 'done' as const }
      await noteMoneyBack(api.db, request?.checkoutId ?? '', { refunds: [made], dispute: null })
      return { status: 204 }
    }
    const calls = [make, () => leave(leaving)]
    const hold = (tx: Db) => tx.select().from(requestRefunds).where(eq(requestRefunds.id, about.id)).for('update')
    expect(await makeAtOnce(api.db, { hold }, when === 'after' ? calls : calls.toReversed())).toEqual([204, 204])
    await expectForgotten(leaving)
  },
)
