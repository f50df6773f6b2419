/** The company's accounting: which invoices and credit notes a month has, and what its file says. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { requestRefunds, simulationRequests } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type Person, type Project } from '../api-server'
import { createProject, expected } from '../caller'
import { type Order, payOrder, placeOrder } from '../requests/orders'

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

async function paidAt(time: string, purchaseOrder?: string) {
  const placed = await placeOrder(
    customer,
    project,
    purchaseOrder === undefined ? {} : { purchase_order: purchaseOrder },
  )
  await payOrder(api, placed)
  const change = { paidAt: new Date(time) }
  await api.db.update(simulationRequests).set(change).where(eq(simulationRequests.id, placed.id))
  return placed
}
const read = async ({ id }: Order) =>
  expected(await staff.call<Schemas['StaffRequest']>('GET', `/v1/staff/requests/${id}`), 200)

async function refundedAt(placed: Order, time: string) {
  const json = { id: randomUUID(), rows: [{ kind: 'pi', number: 1 }], reason: 'The board changed.', cancels: false }
  expected(await staff.call('POST', `/v1/staff/requests/${placed.id}/refunds`, { json }), 200)
  await expect.poll(async () => (await read(placed)).refunds[0]?.state).toBe('done')
  await api.db
    .update(requestRefunds)
    .set({ creditedAt: new Date(time) })
    .where(eq(requestRefunds.id, json.id))
}

const months = async () =>
  expected(await staff.call<Schemas['AccountingMonths']>('GET', '/v1/staff/accounting'), 200).months
const csv = (month: string) => staff.call('GET', `/v1/staff/accounting/${month}/export/csv`)
const linesOf = async (month: string) => {
  const { status, bytes } = await csv(month)
  expect(status).toBe(200)
  const lines = bytes.toString().split('\r\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => line.split(','))
}

test('a document belongs to the month of its date, in UTC, whatever happens to it later', async () => {
  covers('decisions-staff-accounting', 'decisions-staff-accounting-csv', 'decisions-staff-accounting-month')
  expect(await months()).toEqual([])
  const october = await paidAt('2026-10-31T23:59:59.999Z', 'PO 7')
  const november = await paidAt('2026-11-01T00:00:00.000Z')
  const octoberSum = {
    ...{ month: '2026-10', invoices: 1, invoiced_cents: 100_000, invoiced_tax_cents: 0 },
    ...{ credit_notes: 0, credited_cents: 0, credited_tax_cents: 0 },
  }
  const novemberSum = { ...octoberSum, month: '2026-11' }
  expect(await months()).toEqual([novemberSum, octoberSum])
  const before = await linesOf('2026-10')

  await refundedAt(october, '2026-11-30T12:00:00Z')
  await refundedAt(november, '2026-12-01T00:00:00Z')
  const credited = { credit_notes: 1, credited_cents: 100_000 }
  expect(await months()).toEqual([
    { ...octoberSum, ...credited, month: '2026-12', invoices: 0, invoiced_cents: 0 },
    { ...novemberSum, ...credited },
    octoberSum,
  ])
  expect(await linesOf('2026-10')).toEqual(before)

  const [first, second] = [await read(october), await read(november)]
  const person = [`Pat ${customer.username}`, `${customer.username}@example.com`]
  const columns = [
    ...['Document', 'Number', 'Date', 'Invoice', 'Request', 'Customer', 'Email', 'Purchase order'],
    ...['Invoiced (USD)', 'Credited (USD)', 'Payment reference'],
    ...['Tax included (USD)', 'Tax', 'Tax rate (%)', 'Company', 'Country', 'VAT or tax number'],
  ]
  const untaxed = ['', '', '', '', '', '']
  const invoice = (date: string, { summary }: Schemas['StaffRequest'], purchaseOrder: string, reference: string) => [
    ...['Invoice', summary.invoice_number, date, summary.invoice_number, summary.number, ...person, purchaseOrder],
    ...['1000.00', '', reference, ...untaxed],
  ]
  expect(before).toEqual([columns, invoice('2026-10-31', first, 'PO 7', october.checkoutId)])
  const note = first.refunds[0]?.credit_note
  expect(note).toMatch(/^CN-1\d{3}$/)
  const [refund] = await api.db.select().from(requestRefunds).where(eq(requestRefunds.requestId, october.id))
  expect(await linesOf('2026-11')).toEqual([
    columns,
    invoice('2026-11-01', second, '', november.checkoutId),
    [
      ...['Credit note', note, '2026-11-30', first.summary.invoice_number, first.summary.number, ...person, 'PO 7'],
      ...['', '1000.00', refund?.providerId, ...untaxed],
    ],
  ])
  expect((await read(october)).refunds[0]?.credited).toBe('2026-11-30T12:00:00.000Z')
})

test('the file has a name, is not evaluated by a spreadsheet, and names a month that exists', async () => {
  const { headers } = await csv('2025-02')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename=accounting-2025-02.csv')
  await paidAt('2025-02-28T12:00:00Z', '=1+1')
  expect((await csv('2025-02')).bytes.toString()).toContain(",'=1+1,")
  expect(await linesOf('2099-12')).toHaveLength(1)
  for (const month of ['2026-13', '2026-00', '2026-1', '26-01', '1999-12'])
    expect((await csv(month)).status, month).toBe(404)
})

test('a refund that waits for the provider past the end of a month has the date on which it was made', async () => {
  const placed = await paidAt('2026-01-15T12:00:00Z')
  const id = randomUUID()
  const waiting = { id, requestId: placed.id, cents: 100_000, rows: [{ kind: 'pi' as const, number: 1 }] }
  await api.db
    .insert(requestRefunds)
    .values({ ...waiting, state: 'pending', created: new Date('2026-01-31T23:00:00Z') })
  const before = Date.now()
  await api.db.update(requestRefunds).set({ state: 'done' }).where(eq(requestRefunds.id, id))
  const [refund] = await api.db.select().from(requestRefunds).where(eq(requestRefunds.id, id))
  expect(refund?.creditNumber).not.toBeNull()
  expect(refund?.creditedAt?.getTime()).toBeGreaterThanOrEqual(before - 1000)
  expect((await months()).find(({ month }) => month === '2026-01')).toMatchObject({ invoices: 1, credit_notes: 0 })
})

test('a refund that was made at the provider has a credit note of its own date, and dates follow the numbers', async () => {
  const placed = await paidAt('2026-02-15T12:00:00Z')
  const made = { requestId: placed.id, cents: 2500, rows: [], state: 'done' as const }
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  await Promise.all(ids.map((id) => api.db.insert(requestRefunds).values({ ...made, id, providerId: id })))
  const notes = await api.db
    .select()
    .from(requestRefunds)
    .where(eq(requestRefunds.requestId, placed.id))
    .orderBy(requestRefunds.creditNumber)
  const dates = notes.map(({ creditedAt }) => creditedAt?.getTime() ?? 0)
  expect(dates).toHaveLength(3)
  expect(dates.every((date) => date > 0)).toBe(true)
  expect(dates).toEqual(dates.toSorted((a, b) => a - b))
})

test('a trial order is in no month', async () => {
  const trial = await placeOrder(customer, project)
  await api.db.update(simulationRequests).set({ isTrial: true }).where(eq(simulationRequests.id, trial.id))
  await payOrder(api, trial)
  await api.db
    .update(simulationRequests)
    .set({ paidAt: new Date('2024-06-15T12:00:00Z') })
    .where(eq(simulationRequests.id, trial.id))
  expect((await months()).map(({ month }) => month)).not.toContain('2024-06')
  expect(await linesOf('2024-06')).toHaveLength(1)
})
