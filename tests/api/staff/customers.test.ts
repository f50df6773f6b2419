/** The customers, as the staff see them: who has ordered, what they have spent, and the roles in their newest token. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { requestRefunds, simulationRequests, users } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type Person } from '../api-server'
import { caller, createProject, expected } from '../caller'
import { payOrder, placeOrder } from '../requests/orders'

type Schemas = components['schemas']
type Page = Schemas['CustomerPage']

let api: ApiServer
let staff: Person
beforeAll(async () => {
  api = await startApi()
  staff = await api.person('staff')
})
afterAll(() => api.stop())

const nameOf = ({ username }: Person) => `Pat ${username}`
const list = async (query = '') => expected(await staff.call<Page>('GET', `/v1/staff/customers${query}`), 200)
const customerAt = (id: string) =>
  staff.call<Schemas['Customer']>('GET', `/v1/staff/customers/${encodeURIComponent(id)}`)
const read = async ({ id }: Person) => expected(await customerAt(id), 200)

async function customer() {
  const person = await api.person('user', 'project_manager')
  return { person, project: await createProject(person) }
}
type Customer = Awaited<ReturnType<typeof customer>>

async function orderOf({ person, project }: Customer, change: Partial<typeof simulationRequests.$inferInsert>) {
  const { id } = await placeOrder(person, project)
  const created = at('2026-01-01T10:00:00Z')
  await api.db
    .update(simulationRequests)
    .set({ created, ...change })
    .where(eq(simulationRequests.id, id))
  return id
}
const at = (time: string) => new Date(time)

test('a customer is listed with the number of their requests and what they have spent, without trial orders', async () => {
  covers('decisions-staff-customers')
  const one = await customer()
  await orderOf(one, { status: 'delivered', total: 3000, paidAt: at('2026-01-05T10:00:00Z') })
  await orderOf(one, { status: 'in progress', total: 1000, paidAt: at('2026-02-05T10:00:00Z'), refundedCents: 25_050 })
  await orderOf(one, { status: 'paid', total: 9000, paidAt: at('2026-02-06T10:00:00Z'), isTrial: true })
  await orderOf(one, { status: 'cancelled', total: 500 })
  await orderOf(one, { status: 'draft', created: at('2999-01-01T00:00:00Z') })
  const sample = await orderOf(one, { status: 'delivered', total: 70_000, paidAt: at('2026-01-05T10:00:00Z') })
  await api.db.update(simulationRequests).set({ number: null }).where(eq(simulationRequests.id, sample))
  const newest = '2026-03-01T10:00:00.000Z'
  await orderOf(one, { status: 'awaiting payment', created: at(newest) })
  const { customers } = await list(`?q=${one.person.email}`)
  expect(customers).toEqual([
    {
      id: one.person.id,
      name: nameOf(one.person),
      email: one.person.email,
      requests: 5,
      open: 2,
      spent_cents: 400_000 - 25_050,
      last_request: newest,
    },
  ])
})

test('the customer with the newest request comes first, on pages that contain each customer once', async () => {
  const mark = `x${randomUUID().slice(0, 8)}`
  const known = []
  for (const day of [3, 1, 2]) {
    const one = await customer()
    await api.db.update(users).set({ fullname: mark }).where(eq(users.id, one.person.id))
    await orderOf(one, { status: 'paid', created: at(`2025-01-0${day}T10:00:00Z`) })
    await orderOf(one, { status: 'paid', created: at('2024-01-01T10:00:00Z') })
    known[day] = one.person.id
  }
  const listed: string[] = []
  let cursor: string | null = null
  do {
    const page: Page = await list(`?q=${mark.toUpperCase()}&limit=1${cursor === null ? '' : `&cursor=${cursor}`}`)
    listed.push(...page.customers.map(({ id }) => id))
    cursor = page.next
  } while (cursor !== null)
  expect(listed).toEqual([known[3], known[2], known[1]])
})

test('someone who has never submitted a request is not a customer', async () => {
  const one = await customer()
  await orderOf(one, { status: 'draft' })
  expect((await list(`?q=${one.person.email}`)).customers).toEqual([])
  expect(await customerAt(one.person.id)).toMatchObject({
    status: 404,
    body: { message: 'There is no such customer.' },
  })
})

test('the spending of a customer is by month, in UTC: payments when they were paid, refunds when they were made', async () => {
  covers('decisions-staff-customer')
  const one = await customer()
  await orderOf(one, { status: 'delivered', total: 3000, paidAt: at('2025-12-31T23:59:59.999Z') })
  const id = await orderOf(one, { status: 'delivered', total: 1000, paidAt: at('2026-01-01T00:00:00Z') })
  await orderOf(one, { status: 'delivered', total: 9000, paidAt: at('2026-01-06T10:00:00Z'), isTrial: true })
  for (const [cents, state, creditedAt] of [
    [10_000, 'done', at('2026-04-01T00:00:00Z')],
    // From before credit notes existed.
    [20_000, 'done', null],
    [40_000, 'failed', null],
    [80_000, 'pending', null],
  ] as const) {
    const refundId = randomUUID()
    const made = { id: refundId, requestId: id, rows: [], created: at('2026-03-31T10:00:00Z') }
    await api.db.insert(requestRefunds).values({ ...made, cents, state })
    await api.db.update(requestRefunds).set({ creditedAt }).where(eq(requestRefunds.id, refundId))
  }
  await api.db.update(simulationRequests).set({ refundedCents: 30_000 }).where(eq(simulationRequests.id, id))
  const { summary, spending } = await read(one.person)
  expect(summary.spent_cents).toBe(370_000)
  expect(spending).toEqual([
    { month: '2026-04', paid_cents: 0, refunded_cents: 10_000 },
    { month: '2026-03', paid_cents: 0, refunded_cents: 20_000 },
    { month: '2026-01', paid_cents: 100_000, refunded_cents: 0 },
    { month: '2025-12', paid_cents: 300_000, refunded_cents: 0 },
  ])
})

test('the tax of an order was paid too, so an order that was refunded with its tax leaves nothing', async () => {
  covers('decisions-order-tax')
  const one = await customer()
  const tax = { name: 'VAT', rate: 19_000, cents: 19_000 }
  const paid = { status: 'delivered', total: 1000, tax, paidAt: at('2026-05-05T10:00:00Z') } as const
  await orderOf(one, paid)
  const id = await orderOf(one, { ...paid, refundedCents: 119_000 })
  const creditedAt = at('2026-05-06T10:00:00Z')
  const refundId = randomUUID()
  const made = { id: refundId, requestId: id, rows: [], cents: 119_000, taxCents: 19_000 }
  await api.db.insert(requestRefunds).values({ ...made, state: 'done' })
  await api.db.update(requestRefunds).set({ creditedAt }).where(eq(requestRefunds.id, refundId))
  const { summary, spending } = await read(one.person)
  expect(summary.spent_cents).toBe(119_000)
  expect(spending).toEqual([{ month: '2026-05', paid_cents: 238_000, refunded_cents: 119_000 }])
})

test('the page of a customer lists their requests, and those of nobody else', async () => {
  const [one, other] = [await customer(), await customer()]
  const ids = [
    await orderOf(one, { status: 'delivered' }),
    await orderOf(one, { status: 'awaiting payment', created: at('2026-01-02T10:00:00Z') }),
  ]
  await orderOf(other, { status: 'paid' })
  const address = `/v1/staff/requests?state=all&customer=${one.person.id}`
  const { requests } = expected(await staff.call<Schemas['StaffRequestPage']>('GET', address), 200)
  expect(requests.map(({ id }) => id)).toEqual(ids.toReversed())
  expect((await one.person.call('GET', address)).status).toBe(403)
})

/** The same person with another token. */
async function withToken(person: Person, roles: string[], more: object = {}) {
  const claims = { sub: person.id, preferred_username: person.username, email: person.email, ...more }
  const named = { given_name: 'Pat', family_name: person.username, realm_access: { roles } }
  return { ...person, ...caller(person.base, await api.issuer.token({ ...claims, ...named })) }
}

test('the roles are those of the newest token, as the provider has them', async () => {
  covers('decisions-staff-customer-roles')
  const one = await customer()
  await orderOf(one, { status: 'paid' })
  const first = (await read(one.person)).roles
  expect(first?.names).toEqual(['user', 'project_manager'])
  expect(Date.now() - Date.parse(first?.as_of ?? '')).toBeLessThan(3_600_000)

  const iat = Math.floor(Date.now() / 1000) - 60
  const older = await withToken(one.person, ['user'], { iat })
  expected(await older.call('GET', '/v1/users/me'), 200)
  expect((await read(one.person)).roles).toEqual(first)
  const twin = await api.twin()
  expected(await twin.of(older).call('GET', '/v1/users/me'), 200)
  await twin.stop()
  expect((await read(one.person)).roles).toEqual(first)

  await api.db
    .update(users)
    .set({ rolesAt: new Date((iat - 60) * 1000) })
    .where(eq(users.id, one.person.id))
  const newer = await withToken(one.person, ['sysadmin', 'a\u0000b'], { iat: iat + 600_000 })
  expected(await newer.call('GET', '/v1/users/me'), 200)
  const { roles } = await read(one.person)
  expect(roles?.names).toEqual(['sysadmin', 'ab'])
  // The provider's clock is ahead.
  expect(Date.parse(roles?.as_of ?? '')).toBeLessThanOrEqual(Date.now())
})

test('the roles of someone who has not been seen since the upgrade are not known', async () => {
  const one = await customer()
  await orderOf(one, { status: 'paid' })
  await api.db.update(users).set({ roles: null, rolesAt: null }).where(eq(users.id, one.person.id))
  expect((await read(one.person)).roles).toBeNull()
})

test('a customer who has deleted their data is listed without name, address and roles, and their page is gone', async () => {
  covers('decisions-staff-customer-deleted')
  const one = await customer()
  const placed = await placeOrder(one.person, one.project)
  await payOrder(api, placed)
  await api.db.update(simulationRequests).set({ status: 'delivered' }).where(eq(simulationRequests.id, placed.id))
  const json = { username: one.person.username }
  expected(await one.person.call('POST', '/v1/users/me/deletion', { json }), 204)

  expect((await customerAt(one.person.id)).status).toBe(404)
  for (const words of [one.person.email, nameOf(one.person)]) {
    expect((await list(`?q=${encodeURIComponent(words)}`)).customers).toEqual([])
  }
  const [request] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, placed.id))
  const body = expected(await customerAt(request?.createdBy ?? ''), 200)
  expect(body).toMatchObject({ roles: null, summary: { name: 'Deleted user', email: null, requests: 1 } })
  expect(JSON.stringify(body)).not.toContain(one.person.username)
  const [row] = await api.db.select().from(users).where(eq(users.id, one.person.id))
  expect(row).toMatchObject({ roles: null, rolesAt: null })
})

test.each(['nobody', "'; drop table users; --", 'a/b', 'x'.repeat(255), '%', '\u{1F600}'])(
  'nobody has the id %j',
  async (id) => {
    expect((await customerAt(id)).status).toBe(404)
  },
)

test('an id may be as long as the provider wants, and contain any character', async () => {
  const one = await customer()
  const id = await orderOf(one, { status: 'paid' })
  const odd = `f:1/${'ü?'.repeat(40)}`
  await api.db.insert(users).values({ id: odd, username: 'odd', fullname: 'Odd Id' })
  await api.db.update(simulationRequests).set({ createdBy: odd }).where(eq(simulationRequests.id, id))
  expect(expected(await customerAt(odd), 200).summary).toMatchObject({ id: odd, name: 'Odd Id', email: null })
})
