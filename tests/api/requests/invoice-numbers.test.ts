/** Numbers of invoices and credit notes: one series each, without gaps, assigned with the payment or the refund. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { counters, simulationRequests } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type Person, type Project } from '../api-server'
import { createProject, expected } from '../caller'
import { type Order, payOrder, placeOrder } from './orders'

type Schemas = components['schemas']

let api: ApiServer
let customer: Person
let staff: Person
let project: Project
beforeAll(async () => {
  api = await startApi()
  customer = await api.person('user')
  staff = await api.person('staff')
  project = await createProject(customer)
})
afterAll(() => api.stop())

const order = () => placeOrder(customer, project)
const pay = (placed: Order) => payOrder(api, placed)
const read = async (id: string) =>
  expected(await customer.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
const invoiceOf = async ({ id }: { id: string }) => (await read(id)).invoice_number

test('simultaneous payments get consecutive numbers, and a repeated report gets no new number', async () => {
  covers('decisions-invoice-numbers')
  const orders = await Promise.all(Array.from({ length: 6 }, order))
  expect(await invoiceOf(orders[0]!)).toBeUndefined()
  await Promise.all([...orders, ...orders].map(pay))
  const numbers = await Promise.all(orders.map(invoiceOf))
  const first = Math.min(...numbers.map((number) => Number(number?.slice('INV-'.length))))
  expect(numbers.toSorted()).toEqual(orders.map((_, index) => `INV-${first + index}`))
  const { summary } = expected(
    await staff.call<Schemas['StaffRequest']>('GET', `/v1/staff/requests/${orders[0]!.id}`),
    200,
  )
  expect(summary.invoice_number).toBe(numbers[0])
})

test('a payment that is rolled back leaves no gap', async () => {
  const [before, lost, after] = [await order(), await order(), await order()]
  await pay(before)
  const isPaid = { status: 'paid', paidAt: new Date() } as const
  await expect(
    api.db.transaction(async (tx) => {
      await tx.update(simulationRequests).set(isPaid).where(eq(simulationRequests.id, lost.id))
      throw new Error('The server stops.')
    }),
  ).rejects.toThrow('The server stops.')
  await pay(after)
  const [one, other] = [await invoiceOf(before), await invoiceOf(after)]
  expect(Number(other?.slice(4))).toBe(Number(one?.slice(4)) + 1)
  expect(await invoiceOf(lost)).toBeUndefined()
})

test('a canceled payment keeps its invoice, and each refund gets a credit note', async () => {
  covers('decisions-credit-notes')
  const paid = await order()
  await pay(paid)
  const json = { id: randomUUID(), rows: [{ kind: 'pi', number: 1 }], reason: 'The board changed.', cancels: true }
  const pending = expected(
    await staff.call<Schemas['StaffRequest']>('POST', `/v1/staff/requests/${paid.id}/refunds`, { json }),
    200,
  )
  expect(pending.refunds).toHaveLength(1)
  await expect.poll(async () => (await read(paid.id)).refunds?.[0]?.credit_note).toMatch(/^CN-1\d{3}$/)
  expect(await invoiceOf(paid)).toMatch(/^INV-1\d{3}$/)
  const [series] = await api.db.select().from(counters).where(eq(counters.series, 'credit note'))
  expect((await read(paid.id)).refunds?.[0]?.credit_note).toBe(`CN-${series?.last}`)
})

test('a trial order has neither', async () => {
  const trial = await order()
  await api.db.update(simulationRequests).set({ isTrial: true }).where(eq(simulationRequests.id, trial.id))
  await pay(trial)
  expect(await read(trial.id)).toMatchObject({ status: 'paid', trial: true })
  expect(await invoiceOf(trial)).toBeUndefined()
  const json = { id: randomUUID(), rows: [{ kind: 'pi', number: 1 }], reason: 'Trial', cancels: false }
  expected(await staff.call('POST', `/v1/staff/requests/${trial.id}/refunds`, { json }), 200)
  await expect.poll(async () => (await read(trial.id)).refunds?.[0]?.state).toBe('done')
  expect((await read(trial.id)).refunds?.[0]?.credit_note).toBeNull()
})
