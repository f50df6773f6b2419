/**
 * The tax on orders, from the configured table, and the billing details that determine it: how they are shown, frozen,
 * refunded and printed.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { noBilling } from '../../../machines/wizard/billing/billing'
import type { components } from '../../../openapi/generated/product'
import { billingDetails, requestRefunds, sandboxCheckouts, simulationRequests } from '../../../server/database/schema'
import type { ProviderRefund } from '../../../server/payments/provider'
import { createStripe } from '../../../server/payments/stripe'
import { signedEvent } from '../../../server/payments/sandbox'
import { deletePerson } from '../../../server/people/deletion'
import { noteMoneyBack } from '../../../server/requests/refunds'
import { covers } from '../../spec-coverage/covers'
import { startFakeStripe, webhookSecret } from '../../support/services/fake-stripe'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type Billing = Schemas['BillingDetails']

const TAX_RATES = 'DE VAT 19; US-NY Sales tax 8.875; US-CA Sales tax 9.25%; CH Export 0'
const dc = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
const german: Billing = { ...noBilling, company: 'Beispiel GmbH', city: 'Berlin', country: 'DE', tax_id: 'DE123456789' }
const newYork: Billing = { ...noBilling, country: 'US', region: 'NY' }

let api: ApiServer
let staff: Person
let customer: Person
let project: Project
let layout: File

async function newCustomer(server = api) {
  const person = await server.person('user', 'project_manager')
  const made = await createProject(person)
  const [file] = (await upload(person, made.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
  return { person, made, file }
}

beforeAll(async () => {
  api = await startApi({ env: { TAX_RATES } })
  staff = await api.person('staff')
  const { person, made, file } = await newCustomer()
  customer = person
  project = made
  layout = file
})
afterAll(() => api.stop())

type Given = { rows?: number; billing?: Billing | null; tax?: number; key?: string; by?: Person; more?: object }

const order = ({ rows = 1, billing, tax, key, by = customer, more = {} }: Given) =>
  by.call<Schemas['Checkout'] & Schemas['StalePrices']>('POST', '/payments/checkout', {
    json: {
      ...{ project_id: project.id, layout_file_id: layout.id, stackup_file_id: null, material_file_id: null },
      ...{ total: rows * 1000, si: [], pi: Array.from({ length: rows }, () => dc) },
      ...(billing !== undefined && { billing }),
      ...more,
    },
    headers: { ...(tax !== undefined && { 'tax-cents': String(tax) }), ...(key && { 'idempotency-key': key }) },
  })
const placed = async (given: Given) => {
  const { id, url } = expected(await order(given), 200)
  return { id, checkoutId: url.split('/').at(-1) ?? '' }
}
const read = async (id: string, by = customer) =>
  expected(await by.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
const report = async (checkoutId: string, charged: { requestId?: string; cents?: number } = {}) => {
  const { body, headers } = await signedEvent(api.db, checkoutId, 'paid', charged)
  const sent = await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers })
  expect(sent.status).toBe(204)
}
const pay = async ({ checkoutId }: { checkoutId: string }) => {
  await api.db.update(sandboxCheckouts).set({ state: 'paid' }).where(eq(sandboxCheckouts.id, checkoutId))
  await report(checkoutId)
}
const remembered = async (by = customer) =>
  expected(await by.call<Schemas['KnownBillingDetails']>('GET', '/v1/users/me/billing-details'), 200).billing
const refund = (id: string, rows: number[], refundId: string = randomUUID()) =>
  staff.call<Schemas['StaffRequest']>('POST', `/v1/staff/requests/${id}/refunds`, {
    json: {
      ...{ id: refundId, reason: 'The board changed.', cancels: false },
      rows: rows.map((number) => ({ kind: 'pi', number })),
    },
  })
const settled = async (id: string) => {
  await expect.poll(async () => (await read(id)).refunds?.every(({ state }) => state === 'done')).toBe(true)
  return read(id)
}

describe('the tax of an order', () => {
  test('is that of its country or region, to the cent, and is charged in addition to the total', async () => {
    covers('decisions-order-tax')
    // 19% of $1,000, 8.875% of $1,000, and a rate of 0%.
    for (const [billing, tax] of [
      [german, { name: 'VAT', rate: 19_000, cents: 19_000 }],
      [newYork, { name: 'Sales tax', rate: 8875, cents: 8875 }],
      [
        { ...noBilling, country: 'CH' },
        { name: 'Export', rate: 0, cents: 0 },
      ],
    ] as const) {
      const { id, checkoutId } = await placed({ billing, tax: tax.cents })
      expect(await read(id)).toMatchObject({ total: 1000, tax, billing })
      const [checkout] = await api.db.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, checkoutId))
      expect(checkout?.order).toMatchObject({ total: 1000, tax: { cents: tax.cents } })
    }
    const { id } = await placed({ billing: { ...noBilling, country: 'FR' } })
    expect(await read(id)).not.toHaveProperty('tax')
  })

  test('is part of the price table, only if it is configured', async () => {
    const prices = expected(await api.anonymous.call<Schemas['PriceTable']>('GET', '/v1/prices'), 200)
    expect(prices.tax_rates?.[1]).toEqual({ country: 'US', region: 'NY', name: 'Sales tax', rate: 8875 })
  })

  test('that the customer has not seen is refused with the current rates, and nothing is stored', async () => {
    const before = await api.db.$count(simulationRequests)
    for (const tax of [undefined, 18_999, 19_001]) {
      const { status, body } = await order({ billing: german, ...(tax !== undefined && { tax }) })
      expect(status).toBe(409)
      expect(body.message).toBe(
        'The tax has changed: it is now $190. Please review it, and then start the payment again.',
      )
      expect(body.prices?.tax_rates).toHaveLength(4)
    }
    expect((await order({ billing: { ...noBilling, country: 'FR' }, tax: 1 })).status).toBe(409)
    expect(await api.db.$count(simulationRequests)).toBe(before)
  })

  test('stays as it was ordered when the same order is sent again', async () => {
    const key = randomUUID()
    const first = await placed({ billing: german, tax: 19_000, key })
    expect(await placed({ billing: german, tax: 20_000, key })).toEqual(first)
    expect((await order({ billing: newYork, tax: 8875, key })).status).toBe(422)
  })

  test('is part of what the provider must report, so another sum does not count', async () => {
    const { id, checkoutId } = await placed({ rows: 3, billing: newYork, tax: 26_625 })
    await report(checkoutId, { requestId: id, cents: 300_000 })
    expect((await read(id)).status).toBe('awaiting payment')
    await report(checkoutId, { requestId: id, cents: 326_625 })
    expect((await read(id)).status).toBe('paid')
  })
})

describe('billing details', () => {
  test('are remembered for the next order, and replaced or forgotten by it', async () => {
    covers('decisions-billing-details', 'decisions-billing-details-call')
    const { person, made, file } = await newCustomer()
    const more = { project_id: made.id, layout_file_id: file.id }
    expect(await remembered(person)).toBeNull()
    const typed = { ...german, company: '  Beispiel\u0007GmbH ' }
    const { id } = await placed({ by: person, more, billing: typed, tax: 19_000 })
    expect(await remembered(person)).toEqual(german)
    const second = await placed({ by: person, more, tax: 19_000 })
    expect((await read(second.id, person)).billing).toEqual(german)
    await placed({ by: person, more, billing: newYork, tax: 8875 })
    expect(await remembered(person)).toEqual(newYork)
    expect((await read(id, person)).billing).toEqual(german)
    // Without a country, the tax is not known.
    expect((await order({ by: person, more, billing: null })).status).toBe(400)
    expect(await remembered(person)).toEqual(newYork)
    expect(await remembered(staff)).toBeNull()
  })

  test('name the field that is wrong', async () => {
    for (const [billing, field, text] of [
      [noBilling, 'country', 'Billing details, Country: Choose the country. The tax depends on it.'],
      [{ ...german, country: 'XX' }, 'country', 'Billing details, Country: Choose a country from the list.'],
      [
        { ...newYork, region: 'New York' },
        'region',
        'Billing details, State or region: Enter the code of the state or region, such as NY. The tax depends on it.',
      ],
      [
        { ...german, tax_id: '?' },
        'tax_id',
        'Billing details, VAT or tax number: Use only letters, digits, spaces, periods, slashes and hyphens.',
      ],
    ] as const) {
      const { status, body } = await order({ billing, tax: 0 })
      expect(status).toBe(400)
      expect((body as unknown as Schemas['Problem']).errors).toEqual([{ field: `billing.${field}`, message: text }])
    }
    const long = { ...german, company: 'x'.repeat(121) }
    expect((await order({ billing: long, tax: 19_000 })).status).toBe(400)
  })

  test('and the tax are optional without a tax table', async () => {
    const plain = await startApi()
    try {
      const { person, made, file } = await newCustomer(plain)
      const more = { project_id: made.id, layout_file_id: file.id }
      const { id } = await placed({ by: person, more })
      expect(await read(id, person)).not.toHaveProperty('tax')
      expect(await read(id, person)).not.toHaveProperty('billing')
      const billed = await placed({ by: person, more, billing: { ...noBilling, company: 'Example Ltd' } })
      expect((await read(billed.id, person)).billing?.company).toBe('Example Ltd')
      expect((await order({ by: person, more, billing: { ...noBilling, city: 'Berlin' } })).status).toBe(400)
      expect((await placed({ by: person, more, billing: null })).id).toBeDefined()
      expect(await remembered(person)).toBeNull()
    } finally {
      await plain.stop()
    }
  })

  test('of a deleted person stay only on invoices', async () => {
    const { person, made, file } = await newCustomer()
    const more = { project_id: made.id, layout_file_id: file.id }
    const invoiced = await placed({ by: person, more, billing: german, tax: 19_000 })
    await pay(invoiced)
    const unpaid = await placed({ by: person, more, billing: german, tax: 19_000 })
    await deletePerson(api.db, person.id, { config: api.config, removeFiles: false, byOperator: false })
    const billingOf = async (id: string) =>
      (await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id)))[0]
    expect(await billingOf(invoiced.id)).toMatchObject({ createdByName: 'Deleted user', billing: german })
    expect(await billingOf(unpaid.id)).toMatchObject({ createdByName: 'Deleted user', billing: null })
    expect(await api.db.$count(billingDetails, eq(billingDetails.personId, person.id))).toBe(0)
  })
})

describe('the refund of a taxed order', () => {
  test('contains the tax share of each row, and the refunds of all rows together are what was paid', async () => {
    covers('decisions-tax-refund')
    // 8.875% of $3,000 is $266.25; each row has a third, $88.75.
    const paid = await placed({ rows: 3, billing: newYork, tax: 26_625 })
    await pay(paid)
    expected(await refund(paid.id, [2]), 200)
    expect(await settled(paid.id)).toMatchObject({
      refunded_cents: 108_875,
      refunds: [{ cents: 108_875, tax_cents: 8875 }],
    })
    expected(await refund(paid.id, [1, 3]), 200)
    expect(await settled(paid.id)).toMatchObject({ total: 3000, refunded_cents: 326_625 })
    expect((await refund(paid.id, [1])).status).toBe(409)
    const { refunds } = await api.deps.payments.moneyBack(paid.checkoutId)
    expect(refunds.map(({ cents }) => cents)).toEqual([108_875, 217_750])
  })

  test('divides cents that cannot be divided so that the shares add up', async () => {
    const paid = await placed({ rows: 3, billing: newYork, tax: 26_625 })
    // As if the tax had been $1.00: shares of 33, 34 and 33 cents.
    await api.db
      .update(simulationRequests)
      .set({ tax: { name: 'Sales tax', rate: 33, cents: 100 } })
      .where(eq(simulationRequests.id, paid.id))
    const [checkout] = await api.db.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, paid.checkoutId))
    const taxed = { ...(checkout?.order as object), tax: { text: 'Sales tax', cents: 100 } }
    await api.db.update(sandboxCheckouts).set({ order: taxed }).where(eq(sandboxCheckouts.id, paid.checkoutId))
    await pay(paid)
    for (const row of [1, 2, 3]) {
      expected(await refund(paid.id, [row]), 200)
      await settled(paid.id)
    }
    const { refunds, refunded_cents: sum } = await read(paid.id)
    expect(refunds?.map(({ tax_cents: cents }) => cents).toReversed()).toEqual([33, 34, 33])
    expect(sum).toBe(300_100)
  })

  test('that was made at the provider contains its part of the tax, and the refund of the rest contains the rest of the tax', async () => {
    const paid = await placed({ rows: 2, billing: german, tax: 38_000 })
    await pay(paid)
    const made = (providerId: string, cents: number): ProviderRefund => ({
      ...{ providerId, refundId: null, cents, state: 'done' },
    })
    const [a, b] = [randomUUID(), randomUUID()]
    // A refund of $1.19 of the $2,380 contains $0.19 of tax, and so does the next refund.
    await noteMoneyBack(api.db, paid.checkoutId, { refunds: [made(a, 119), made(b, 119)], dispute: null })
    const taxes = async () =>
      (await api.db.select().from(requestRefunds).where(eq(requestRefunds.requestId, paid.id))).map(
        ({ taxCents }) => taxCents,
      )
    expect(await taxes()).toEqual([19, 19])
    expect((await refund(paid.id, [1, 2])).status).toBe(409)
    const rest = [made(a, 119), made(b, 119), made(randomUUID(), 238_000 - 238)]
    await noteMoneyBack(api.db, paid.checkoutId, { refunds: rest, dispute: null })
    expect((await taxes()).reduce((sum, cents) => sum + cents, 0)).toBe(38_000)
  })

  test('twice at once is made once', async () => {
    const paid = await placed({ rows: 2, billing: german, tax: 38_000 })
    await pay(paid)
    const answers = await Promise.all([refund(paid.id, [1, 2]), refund(paid.id, [1, 2]), refund(paid.id, [2])])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await settled(paid.id)).refunded_cents).toBeLessThanOrEqual(238_000)
  })
})

test('the accounting contains the tax of invoices and credit notes', async () => {
  const { person, made, file } = await newCustomer()
  const more = { project_id: made.id, layout_file_id: file.id }
  const paid = await placed({ by: person, more, rows: 2, billing: german, tax: 38_000 })
  await pay(paid)
  await api.db
    .update(simulationRequests)
    .set({ paidAt: new Date('2025-04-10T12:00:00Z') })
    .where(eq(simulationRequests.id, paid.id))
  expected(await refund(paid.id, [1]), 200)
  await expect.poll(async () => (await read(paid.id, person)).refunds?.[0]?.state).toBe('done')
  await api.db
    .update(requestRefunds)
    .set({ creditedAt: new Date('2025-04-11T12:00:00Z') })
    .where(eq(requestRefunds.requestId, paid.id))
  const { months } = expected(await staff.call<Schemas['AccountingMonths']>('GET', '/v1/staff/accounting'), 200)
  expect(months.find(({ month }) => month === '2025-04')).toEqual({
    ...{ month: '2025-04', invoices: 1, invoiced_cents: 238_000, invoiced_tax_cents: 38_000 },
    ...{ credit_notes: 1, credited_cents: 119_000, credited_tax_cents: 19_000 },
  })
  const { bytes } = await staff.call('GET', '/v1/staff/accounting/2025-04/export/csv')
  const [, invoice = [], note = []] = bytes
    .toString()
    .split('\r\n')
    .map((line) => line.split(','))
  expect([invoice[8], ...invoice.slice(11)]).toEqual([
    '2380.00',
    '380.00',
    'VAT',
    '19',
    'Beispiel GmbH',
    'DE',
    'DE123456789',
  ])
  expect([note[9], ...note.slice(11)]).toEqual(['1190.00', '190.00', 'VAT', '19', 'Beispiel GmbH', 'DE', 'DE123456789'])
})

test('Stripe gets the tax as a line of its own', async () => {
  const fake = await startFakeStripe()
  const payments = createStripe({ secretKey: 'sk_test_1', webhookSecret, apiBase: fake.apiBase })
  const line = { name: 'Power integrity, PowerDC', quantity: 1, unitPrice: 1000 }
  try {
    await payments.open(
      {
        ...{ requestId: randomUUID(), title: 'SI-1', email: null, lines: [line], total: 1000, purchaseOrder: null },
        ...{
          tax: { text: 'Sales tax, 8.875%', cents: 8875 },
          successUrl: 'https://a.example',
          cancelUrl: 'https://a.example',
        },
      },
      randomUUID(),
    )
    const [session] = fake.sessions.values()
    expect(session?.amount_total).toBe(108_875)
    const { form } = fake.calls[0]!
    expect(form.get('line_items[1][price_data][product_data][name]')).toBe('Sales tax, 8.875%')
    expect(form.get('line_items[1][price_data][unit_amount]')).toBe('8875')
  } finally {
    fake.close()
  }
})
