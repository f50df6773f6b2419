import { createHash, randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import type { PaymentOrder, PaymentProvider, PaymentState } from '../../../server/payments/provider'
import { signedEvent } from '../../../server/payments/sandbox'
import {
  files as fileTable,
  priceVersions,
  sandboxCheckouts,
  simulationRequests,
} from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type Order = Schemas['CheckoutOrder']

let api: ApiServer
let person: Person
let project: Project
let layout: File
let stackup: File
let material: File

beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
  project = await createProject(person, 'Camera')
  ;[layout, stackup, material] = (await upload(person, project.id, {
    'board.kicad_pcb': '(kicad_pcb)',
    'stackup.csv': 'x',
    'material.csv': 'y',
  })) as [File, File, File]
})
afterAll(() => api.stop())

const mipi = {
  interface: 'MIPI-D',
  speed: '1.5 Gbps',
  signal_nets: ['D0_P', 'D0_N'],
  ground_nets: ['GND'],
  clock_signal: ['CLK_P'],
  unit_price: 2000,
}
const pcie = { ...mipi, interface: 'PCIE-Gen5', speed: '32GT/s', clock_signal: ['N/A'], unit_price: 3000 }
const ac = { type: 'PowerAC', power_net: '+3V3', ground_net: 'GND', target_impedance: '50 mOhm', unit_price: 1000 }
const dc = { ...ac, type: 'PowerDC', target_impedance: 'N/A' }

const order = (changes: Partial<Order> = {}): Order => ({
  project_id: project.id,
  layout_file_id: layout.id,
  stackup_file_id: null,
  material_file_id: null,
  total: 7000,
  si: [mipi, pcie],
  pi: [ac, dc],
  ...changes,
})
const start = (json: object, key?: string) =>
  person.call<Schemas['Checkout']>('POST', '/payments/checkout', {
    json,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const refusal = async (json: object, key?: string) => {
  const { status, body } = await start(json, key)
  const problem = body as unknown as Schemas['StalePrices']
  return { status, field: problem.errors?.[0]?.field, message: problem.message, prices: problem.prices }
}
const readRequest = async (id: string, who = person) =>
  expected(await who.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
const tell = async (body: Buffer, headers: Record<string, string>) =>
  api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers })
const checkoutOf = (url: string) => url.split('/').at(-1) ?? ''

describe('a checkout', () => {
  test('stores the request with its pinned files, and returns the payment page', async () => {
    covers('3-request-fields', '3-si-fields', '3-pi-fields', '7-checkout', 'decisions-request-one')
    const chosen = order({ stackup_file_id: stackup.id, material_file_id: material.id })
    const { id, url } = expected(await start(chosen), 200)
    expect(new URL(url).origin).toBe(new URL((api.config.payments as { url: string }).url).origin)
    const pinned = ({ id, name, size, sha256 }: File) => ({ id, name, size, sha256 })
    const request = await readRequest(id)
    expect(request).toMatchObject({
      project_id: project.id,
      project_name: 'Camera',
      status: 'awaiting payment',
      total: 7000,
      paid: null,
      layout: pinned(layout),
      stackup: pinned(stackup),
      material: pinned(material),
      si: [mipi, pcie],
      pi: [ac, dc],
      created_by_name: `Pat ${person.username}`,
    })
  })

  test('keeps net names as they are, with commas and spaces', async () => {
    const nets = {
      signal_nets: ['/CM5_GPIO ( Ethernet, GPIO, SDCARD)/TRD3_P', '"a" b'],
      ground_nets: ['GND; digital'],
      clock_signal: ['Net-(J1-PadA4,B9)'],
    }
    const rows = { si: [{ ...mipi, ...nets }], pi: [{ ...ac, power_net: 'Net-(U1, 2)' }], total: 3000 }
    const { id } = expected(await start(order(rows)), 200)
    expect(await readRequest(id)).toMatchObject({ si: rows.si, pi: rows.pi })
  })

  test('can have 1,000 rows of 64 data lines each', async () => {
    const lines = Array.from({ length: 64 }, (_, line) => `DDR_DQ${line}`)
    const si = Array.from({ length: 1000 }, (_, bus) => ({ ...mipi, signal_nets: lines, clock_signal: [`CK${bus}`] }))
    const { id } = expected(await start(order({ si, pi: [], total: 2_000_000 })), 200)
    const found = expected(await person.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
    expect([found.si.length, found.si.at(-1)?.signal_nets]).toEqual([1000, lines])
  })

  test('can be paid with the key of an order that was sent while net lists were text', async () => {
    const sent = order({ si: [mipi], pi: [ac], total: 3000 })
    const { id } = expected(await start(sent, 'before-the-update'), 200)
    const [row] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    const { layout_file_id, project_id } = sent
    const text =
      `{"layout_file_id":"${layout_file_id}","material_file_id":null,` +
      '"pi":[{"ground_net":"GND","power_net":"+3V3","target_impedance":"50 mOhm","type":"PowerAC","unit_price":1000}],' +
      `"project_id":"${project_id}",` +
      '"si":[{"clock_signal":"CLK_P","ground_nets":"GND","interface":"MIPI-D","signal_nets":"D0_P, D0_N",' +
      '"speed":"1.5 Gbps","unit_price":2000}],"stackup_file_id":null,"total":3000}'
    expect(row?.orderHash).toBe(createHash('sha256').update(text).digest('hex'))
  })

  test('is listed without its rows and files', async () => {
    covers('decisions-request-list')
    const { id } = expected(await start(order()), 200)
    const request = await readRequest(id)
    const address = `/v1/simulation-requests?project_id=${project.id}`
    const { body } = await person.call<Schemas['SimulationRequestPage']>('GET', address)
    const { si: _, pi: __, layout: ___, stackup: ____, material: _____, turnaround_days: ______, ...summary } = request
    expect(body.requests).toContainEqual(summary)
  })

  test('sends the provider every line item, the total and the return URL', async () => {
    covers('decisions-payment-return-success', 'decisions-payment-return-cancelled')
    const { id, url } = expected(await start(order({ si: [mipi, mipi], pi: [dc], total: 5000 })), 200)
    const [row] = await api.db
      .select()
      .from(sandboxCheckouts)
      .where(eq(sandboxCheckouts.id, checkoutOf(url)))
    expect(row?.order).toEqual({
      requestId: id,
      title: expect.stringMatching(/^SI-1\d{3}: simulation of board\.kicad_pcb$/),
      email: person.email,
      lines: [
        { name: 'Signal integrity, MIPI-D', quantity: 2, unitPrice: 2000 },
        { name: 'Power integrity, PowerDC', quantity: 1, unitPrice: 1000 },
      ],
      total: 5000,
      purchaseOrder: null,
      successUrl: `${api.config.publicUrl}/workspace?request=${id}&checkout=success`,
      cancelUrl: `${api.config.publicUrl}/workspace?request=${id}&checkout=cancelled`,
    } satisfies PaymentOrder)
  })

  test('passes the trimmed purchase order to the request and the provider, and ignores an empty one', async () => {
    const stored = async (purchase_order: string | null) => {
      const { id, url } = expected(await start(order({ purchase_order })), 200)
      const [row] = await api.db
        .select()
        .from(sandboxCheckouts)
        .where(eq(sandboxCheckouts.id, checkoutOf(url)))
      return [(await readRequest(id)).purchase_order, (row!.order as PaymentOrder).purchaseOrder]
    }
    expect(await stored('  PO-4711 ')).toEqual(['PO-4711', 'PO-4711'])
    expect(await stored('   ')).toEqual([null, null])
    expect(await refusal(order({ purchase_order: 'x'.repeat(65) }))).toMatchObject({
      status: 400,
      field: 'purchase_order',
    })
  })

  test('survives the deletion of its files', async () => {
    const [gone] = await upload(person, project.id, { 'gone.brd': 'x' })
    const { id } = expected(await start(order({ layout_file_id: gone?.id ?? '' })), 200)
    await person.call('DELETE', `/v1/files/${gone?.id}`)
    expect((await readRequest(id)).layout).toMatchObject({ name: 'gone.brd', size: 1 })
  })
})

describe('rows of a request', () => {
  const wrong: [field: string, rows: Partial<Order>][] = [
    ['si', { si: [], pi: [], total: 0 }],
    ['si[0].interface', { si: [{ ...mipi, interface: 'USB4' }] }],
    ['si[1].speed', { si: [mipi, { ...pcie, speed: '16GT/s' }] }],
    ['si[0].clock_signal', { si: [{ ...pcie, clock_signal: ['CLK_P'] }] }],
    ['si[0].signal_nets', { si: [{ ...mipi, signal_nets: [] }] }],
    ['si[0].ground_nets', { si: [{ ...mipi, ground_nets: [] }] }],
    ['pi[0].type', { pi: [{ ...ac, type: 'PowerXY' }] }],
    ['pi[1].target_impedance', { pi: [ac, { ...dc, target_impedance: '50 mOhm' }] }],
    ['pi[0].power_net', { pi: [{ ...ac, power_net: ' ' }] }],
    ['si[0].extra', { si: [{ ...mipi, extra: 1 } as never] }],
    ['si[0].unit_price', { si: [{ ...mipi, unit_price: 1.5 }] }],
    ['si[0].speed', { si: [{ ...mipi, speed: 'banana' }] }],
    ['si[0].ground_nets', { si: [{ ...mipi, signal_nets: ['GND'] }] }],
    ['pi[0].ground_net', { pi: [{ ...ac, power_net: 'gnd' }] }],
    ['pi[0].target_impedance', { pi: [{ ...ac, target_impedance: 'banana' }] }],
  ]
  test.each(wrong)('with a wrong %s are rejected', async (field, rows) => {
    expect(await refusal(order(rows))).toMatchObject({ status: 400, field })
  })
})

describe('prices', () => {
  test('come from the table, and new rows in it apply immediately', async () => {
    covers('decisions-prices')
    const table = async () => expected(await api.anonymous.call<Schemas['PriceTable']>('GET', '/v1/prices'), 200)
    const seeded = {
      si: [
        { name: 'MIPI-D', unit_price: 2000 },
        { name: 'PCIE-Gen5', unit_price: 3000 },
      ],
      pi: [
        { name: 'PowerAC', unit_price: 1000 },
        { name: 'PowerDC', unit_price: 1000 },
      ],
    }
    expect(await table()).toMatchObject(seeded)
    const hold = (si: Schemas['Price'][]) =>
      api.db
        .insert(priceVersions)
        .values({ id: randomUUID(), validFrom: sql`clock_timestamp()`, si, pi: seeded.pi, turnaroundDays: 10 })
    await hold([...seeded.si, { name: 'USB4', unit_price: 4000 }])
    expect((await table()).si).toEqual([...seeded.si, { name: 'USB4', unit_price: 4000 }])
    const usb = { ...mipi, interface: 'USB4', unit_price: 4000 }
    expected(await start(order({ si: [usb], pi: [], total: 4000 })), 200)
    await hold(seeded.si)
  })

  const stale: [what: string, changes: Partial<Order>][] = [
    ['a total that is too low', { total: 6999 }],
    ['a total that is too high', { total: 7001 }],
    ['a unit price of zero', { si: [{ ...mipi, unit_price: 0 }], pi: [], total: 0 }],
    [
      'two wrong unit prices with the right sum',
      {
        si: [
          { ...mipi, unit_price: 2500 },
          { ...pcie, unit_price: 2500 },
        ],
      },
    ],
  ]
  test.each(stale)('%s is rejected with the current prices', async (_, changes) => {
    covers('decisions-prices-recomputed', 'decisions-prices-in-refusal')
    const answer = await refusal(order(changes))
    expect(answer).toMatchObject({ status: 409, message: expect.stringMatching(/The prices have changed/) })
    expect(answer.prices?.si).toContainEqual({ name: 'PCIE-Gen5', unit_price: 3000 })
  })
})

describe('files of a request', () => {
  test('must belong to the project', async () => {
    const other = await createProject(person)
    const [foreign] = await upload(person, other.id, { 'b.brd': 'x', 's-stackup.csv': 'x' })
    const stranger = await api.person('user')
    const hidden = await createProject(stranger)
    const [unseen] = await upload(stranger, hidden.id, { 'b.brd': 'x' })
    for (const id of [foreign?.id, unseen?.id, crypto.randomUUID()]) {
      expect(await refusal(order({ layout_file_id: id ?? '' }))).toMatchObject({ status: 400, field: 'layout_file_id' })
      expect(await refusal(order({ stackup_file_id: id ?? '' }))).toMatchObject({ field: 'stackup_file_id' })
      expect(await refusal(order({ material_file_id: id ?? '' }))).toMatchObject({ field: 'material_file_id' })
    }
  })

  test('must have the required type', async () => {
    expect(await refusal(order({ layout_file_id: stackup.id }))).toMatchObject({ status: 400, field: 'layout_file_id' })
    expect(await refusal(order({ stackup_file_id: layout.id }))).toMatchObject({ field: 'stackup_file_id' })
    expect(await refusal(order({ material_file_id: layout.id }))).toMatchObject({ field: 'material_file_id' })
  })

  test('must be inputs', async () => {
    const [report] = await upload(person, project.id, { 'result.brd': 'x' })
    await api.db
      .update(fileTable)
      .set({ folder: 'reports' })
      .where(eq(fileTable.id, report?.id ?? ''))
    expect(await refusal(order({ layout_file_id: report?.id ?? '' }))).toMatchObject({ field: 'layout_file_id' })
  })
})

describe('an Idempotency-Key', () => {
  test('returns the same request and page for the same order, even for simultaneous calls', async () => {
    const key = crypto.randomUUID()
    const reordered = Object.fromEntries(Object.entries(order()).reverse())
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => start(index % 2 ? order() : reordered, key)),
    )
    const bodies = answers.map((answer) => expected(answer, 200))
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1)
    expect(new Set(bodies.map(({ url }) => url)).size).toBe(1)
  })

  test('of a paid order returns the paid request', async () => {
    const key = crypto.randomUUID()
    const { id, url } = expected(await start(order(), key), 200)
    const { body, headers } = await signedEvent(api.db, checkoutOf(url), 'paid')
    await tell(body, headers)
    expect(expected(await start(order(), key), 200)).toEqual({
      id,
      url: expect.stringMatching(new RegExp(`/workspace\\?request=${id}&checkout=success$`)),
    })
  })

  test('of an order whose payment was not reported first asks the provider', async () => {
    const key = crypto.randomUUID()
    const { id, url } = expected(await start(order(), key), 200)
    const paid = eq(sandboxCheckouts.id, checkoutOf(url))
    await api.db.update(sandboxCheckouts).set({ state: 'paid' }).where(paid)
    expect(expected(await start(order(), key), 200)).toMatchObject({ id, url: expect.stringContaining('success') })
    expect((await readRequest(id)).status).toBe('paid')
  })

  test('of a canceled or expired order can be used for it again', async () => {
    const key = crypto.randomUUID()
    const first = expected(await start(order(), key), 200)
    const { body, headers } = await signedEvent(api.db, checkoutOf(first.url), 'cancelled')
    await tell(body, headers)
    const second = expected(await start(order(), key), 200)
    expect([second.id === first.id, second.url === first.url]).toEqual([false, false])
    expect([(await readRequest(first.id)).status, (await readRequest(second.id)).status]).toEqual([
      'cancelled',
      'awaiting payment',
    ])
    expect(expected(await start(order(), key), 200)).toEqual(second)
  })

  test('is rejected for another order', async () => {
    const key = crypto.randomUUID()
    expected(await start(order(), key), 200)
    expect((await refusal(order({ pi: [ac], total: 6000 }), key)).status).toBe(422)
  })

  test('of one user does not apply to another', async () => {
    const key = crypto.randomUUID()
    const mine = expected(await start(order(), key), 200)
    const admin = await api.person('sysadmin')
    const headers = { 'idempotency-key': key }
    const theirs = await admin.call<Schemas['Checkout']>('POST', '/payments/checkout', { json: order(), headers })
    expect(expected(theirs, 200).id).not.toBe(mine.id)
  })

  test('without one, every call creates a new request', async () => {
    expect(expected(await start(order()), 200).id).not.toBe(expected(await start(order()), 200).id)
  })
})

describe('a notification from the provider', () => {
  test('marks a request as paid, once', async () => {
    covers('decisions-payment-webhook')
    const { id, url } = expected(await start(order()), 200)
    const { body, headers } = await signedEvent(api.db, checkoutOf(url), 'paid')
    expect((await tell(body, headers)).status).toBe(204)
    const paid = await readRequest(id)
    expect(paid.status).toBe('paid')
    expect(Math.abs(Date.parse(paid.paid ?? '') - Date.now())).toBeLessThan(60_000)
    expect((await tell(body, headers)).status).toBe(204)
    const late = await signedEvent(api.db, checkoutOf(url), 'cancelled')
    expect((await tell(late.body, late.headers)).status).toBe(204)
    expect(await readRequest(id)).toEqual(paid)
  })

  test('of a payment is accepted after a cancellation', async () => {
    const { id, url } = expected(await start(order()), 200)
    const cancelled = await signedEvent(api.db, checkoutOf(url), 'cancelled')
    await tell(cancelled.body, cancelled.headers)
    expect((await readRequest(id)).status).toBe('cancelled')
    const paid = await signedEvent(api.db, checkoutOf(url), 'paid')
    await tell(paid.body, paid.headers)
    expect((await readRequest(id)).status).toBe('paid')
  })

  test('is rejected with an invalid signature', async () => {
    const { id, url } = expected(await start(order()), 200)
    const { body, headers } = await signedEvent(api.db, checkoutOf(url), 'paid')
    const changed = Buffer.from(body.toString().replace('paid', 'cancelled'))
    const { 'content-type': type } = headers
    const spaced = Buffer.from(body.toString().replace('{', '{ '))
    for (const answer of [
      await tell(changed, headers),
      await tell(spaced, headers),
      await tell(body, { 'content-type': type }),
      await tell(body, { ...headers, 'payment-signature': 't=1,v1=00' }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([
        400,
        'The signature or the timestamp of the payment event is invalid.',
      ])
    }
    const [row] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    expect(row?.status).toBe('awaiting payment')
  })

  test('for an unknown checkout changes nothing', async () => {
    const { body, headers } = await signedEvent(api.db, crypto.randomUUID(), 'paid')
    expect((await tell(body, headers)).status).toBe(204)
  })

  test('that never arrives is replaced by a query', async () => {
    covers('decisions-payment-asks')
    const { id, url } = expected(await start(order()), 200)
    await api.db
      .update(sandboxCheckouts)
      .set({ state: 'paid' })
      .where(eq(sandboxCheckouts.id, checkoutOf(url)))
    expect((await readRequest(id)).status).toBe('paid')
    const [row] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    expect(row?.status).toBe('paid')
  })
})

describe('a payment provider', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const own = { ...stripe, STRIPE_API_BASE: 'http://localhost:9999' }
  const branded = { ...stripe, STRIPE_CHECKOUT_DOMAIN: 'Pay.Boards.example' }
  const page = 'https://checkout.stripe.com/c/pay/1'
  /** The provider's response; null while the provider is down. */
  let response: { url: string; state: PaymentState } | null
  /** What the provider's webhook call reports. */
  let event: () => { moneyBackOf: string } | null = () => null
  const payments: PaymentProvider = {
    open: async () => ({ checkoutId: crypto.randomUUID(), url: reported().url }),
    look: async (checkoutId) => ({ checkoutId, ...emptyReport, ...reported() }),
    end: async (checkoutId) => ({ checkoutId, ...emptyReport, state: reported().state }),
    refund: async () => {},
    moneyBack: async () => {
      reported()
      return { refunds: [], dispute: null }
    },
    recentMoneyBack: async () => [],
    readEvent: async () => event(),
  }
  const emptyReport = { requestId: null, cents: null }
  const reported = () => {
    if (!response) throw new Error('Down.')
    return response
  }

  let servers: Record<'own' | 'branded' | 'sandbox', { server: ApiServer; who: Person; json: object }>
  beforeAll(async () => {
    const at = async (env: Record<string, string>) => {
      const server = await startApi({ payments, env })
      const who = await server.person('user')
      const board = await createProject(who)
      const [file] = await upload(who, board.id, { 'b.brd': 'x' })
      return { server, who, json: { ...order(), project_id: board.id, layout_file_id: file?.id } }
    }
    servers = { own: await at(own), branded: await at(branded), sandbox: await at({}) }
  })
  afterAll(() => Promise.all(Object.values(servers).map(({ server }) => server.stop())))

  const pay = (kind: keyof typeof servers, key?: string) =>
    servers[kind].who.call<Schemas['Checkout']>('POST', '/payments/checkout', {
      json: servers[kind].json,
      headers: { 'idempotency-key': key ?? crypto.randomUUID() },
    })

  const pages: [kind: keyof typeof servers, url: string, status: number][] = [
    ['own', page, 200],
    ['own', 'http://localhost:9999/pay', 200],
    ['own', 'http://checkout.stripe.com/c/pay/1', 502],
    ['own', 'https://checkout.stripe.com.evil.example/c', 502],
    ['own', 'https://evil.example/checkout.stripe.com', 502],
    ['own', 'https://checkout.stripe.com@evil.example/', 502],
    ['own', 'javascript:alert(1)', 502],
    ['own', '', 502],
    ['own', 'https://pay.boards.example/c/pay/1', 502],
    ['branded', 'https://pay.boards.example/c/pay/1', 200],
    ['branded', page, 200],
    ['branded', 'http://pay.boards.example/c/pay/1', 502],
    ['branded', 'https://boards.example/c/pay/1', 502],
    ['branded', 'https://pay.boards.example.evil.example/', 502],
    ['branded', 'https://pay.boards.example:8443/', 502],
    ['sandbox', page, 502],
  ]
  test.each(pages)('(%s) that returns the page %j: %i', async (kind, url, status) => {
    response = { url, state: 'open' }
    const answer = await pay(kind)
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.body.url).toBe(url)
    else if (url !== '') expect(answer.bytes.toString()).not.toContain(url)
  })

  test('that is down gives 503, and the same call succeeds once it is back', async () => {
    covers('decisions-request-draft')
    const { who, server } = servers.own
    const count = async () =>
      expected(await who.call<Schemas['SimulationRequestPage']>('GET', '/v1/simulation-requests'), 200).requests.length
    const before = await count()
    const key = crypto.randomUUID()
    const statuses = async () => {
      const isSame = eq(simulationRequests.idempotencyKey, key)
      const requests = await server.db.select().from(simulationRequests).where(isSame)
      return requests.map(({ status }) => status)
    }
    response = null
    const refused = await pay('own', key)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await count()).toBe(before)
    expect(await statuses()).toEqual(['draft'])
    response = { url: page, state: 'open' }
    expected(await pay('own', key), 200)
    expect(await count()).toBe(before + 1)
    expect(await statuses()).toEqual(['awaiting payment'])
  })

  test('that is down lets every call that needs it be repeated later', async () => {
    const { who, server } = servers.own
    const staff = await server.person('staff')
    response = { url: page, state: 'open' }
    const { id } = expected(await pay('own'), 200)
    response = null
    const resume = () => who.call('POST', `/v1/simulation-requests/${id}/checkout`)
    const cancel = () => who.call('POST', `/v1/simulation-requests/${id}/cancel`)
    const cancelAsStaff = () => staff.call('POST', `/v1/staff/requests/${id}/cancel`)
    const report = () => server.anonymous.call('POST', '/payments/webhook', { json: {} })
    for (const call of [resume, cancel, cancelAsStaff]) {
      const { status, headers } = await call()
      expect([status, headers.get('retry-after')], call.name).toEqual([503, '60'])
    }
    event = () => ({ moneyBackOf: 'cs_1' })
    const unanswered = await report()
    event = () => {
      throw new Error('Down.')
    }
    const unread = await report()
    event = () => null
    for (const { status, headers } of [unanswered, unread])
      expect([status, headers.get('retry-after')]).toEqual([503, '60'])
    expect((await readRequest(id, who)).status).toBe('awaiting payment')
    response = { url: page, state: 'open' }
    expect((await resume()).status).toBe(200)
    response = { url: page, state: 'cancelled' }
    expect((await cancel()).status).toBe(200)
  })

  test('that cannot report the state of a checkout does not change the request', async () => {
    response = { url: page, state: 'open' }
    const { id } = expected(await pay('own'), 200)
    response = null
    expect((await readRequest(id, servers.own.who)).status).toBe('awaiting payment')
  })
})
