/**
 * Refunds, cancellations and disputes: decided by the staff or at the payment provider, made once, and always
 * consistent with the provider.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { jobs, requestRefunds, sandboxCheckouts, simulationRequests } from '../../../server/database/schema'
import { createStripe } from '../../../server/payments/stripe'
import { signedEvent } from '../../../server/payments/sandbox'
import { askAboutMoneyBack } from '../../../server/requests/refunds'
import { covers } from '../../spec-coverage/covers'
import {
  paymentOf,
  type Session,
  signedByStripe,
  signedEventOf,
  startFakeStripe,
  webhookSecret,
} from '../../support/services/fake-stripe'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type StaffRequest = Schemas['StaffRequest']

type World = { api: ApiServer; customer: Person; staff: Person; colleague: Person; project: Project }

const worldOf = async (api: ApiServer): Promise<World> => {
  const customer = await api.person('user')
  const [staff, colleague] = [await api.person('user', 'staff'), await api.person('staff')]
  return { api, customer, staff, colleague, project: await createProject(customer) }
}

const si = {
  ...{ interface: 'PCIE-Gen5', speed: '32GT/s', clock_signal: ['N/A'], unit_price: 3000 },
  ...{ signal_nets: ['TX_P', 'TX_N'], ground_nets: ['GND'] },
}
const pi = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

async function order({ customer, project }: World) {
  const [layout] = (await upload(customer, project.id, { [`${randomUUID()}.kicad_pcb`]: '(kicad_pcb)' })) as [File]
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 4000, si: [si], pi: [pi] }
  const { id, url } = expected(await customer.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  return { id, checkoutId: url.split('/').at(-1) ?? '' }
}

const webhook = ({ api }: World, { body, headers }: { body: Buffer; headers: Record<string, string> }) =>
  api.anonymous.call('POST', '/payments/webhook', {
    body: new Uint8Array(body),
    headers: { ...headers, 'content-type': 'application/json' },
  })
const read = async ({ customer }: World, id: string) =>
  expected(await customer.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
const seen = async ({ staff }: World, id: string) =>
  expected(await staff.call<StaffRequest>('GET', `/v1/staff/requests/${id}`), 200)
const notices = async ({ customer }: World, id: string) =>
  expected(await customer.call<Schemas['NoticePage']>('GET', '/v1/notices'), 200)
    .notices.filter((one) => one.request_id === id)
    .map(({ detail }) => detail)

type Given = { by?: Person; id?: string; rows?: Schemas['OrderedRowKey'][]; cancels?: boolean; reason?: string }
const siRow = { kind: 'si', number: 1 } as const
const piRow = { kind: 'pi', number: 1 } as const

const refund = (world: World, requestId: string, given: Given) => {
  const { by = world.staff, id = randomUUID(), rows = [], cancels = false, reason = 'The board changed.' } = given
  return by.call<StaffRequest>('POST', `/v1/staff/requests/${requestId}/refunds`, {
    json: { id, rows, reason, cancels },
  })
}
const isSettled = async (world: World, id: string) =>
  expect.poll(async () => (await seen(world, id)).refunds.every(({ state }) => state !== 'pending')).toBe(true)

describe('with the sandbox', () => {
  let world: World
  let paid: { id: string; checkoutId: string }
  beforeAll(async () => {
    world = await worldOf(await startApi())
  })
  afterAll(() => world.api.stop())
  beforeEach(async () => {
    paid = await order(world)
    await world.api.db.update(sandboxCheckouts).set({ state: 'paid' }).where(eq(sandboxCheckouts.id, paid.checkoutId))
    expect((await webhook(world, await signedEvent(world.api.db, paid.checkoutId, 'paid'))).status).toBe(204)
  })
  const atProvider = async () => {
    const found = await world.api.deps.payments.moneyBack(paid.checkoutId)
    return found.refunds.map(({ cents }) => cents)
  }

  test('one row is refunded, and the customer sees why', async () => {
    covers('decisions-staff-refund')
    const { refunds } = expected(await refund(world, paid.id, { rows: [piRow] }), 200)
    expect(refunds).toMatchObject([{ cents: 100_000, rows: [piRow], by: `Pat ${world.staff.username}` }])
    await isSettled(world, paid.id)
    const request = await read(world, paid.id)
    expect(request).toMatchObject({ status: 'paid', total: 4000, refunded_cents: 100_000 })
    expect(request.refunds).toMatchObject([{ cents: 100_000, state: 'done', reason: 'The board changed.' }])
    expect(await atProvider()).toEqual([100_000])
    expect(await notices(world, paid.id)).toContain('refunded')
    const { entries } = expected(
      await world.customer.call<Schemas['ActivityPage']>('GET', `/v1/projects/${world.project.id}/activity`),
      200,
    )
    expect(entries[0]).toMatchObject({ kind: 'request refunded', after: '$1,000', person: { id: world.staff.id } })
    expect((await seen(world, paid.id)).summary.refunded_cents).toBe(100_000)
  })

  test('the whole request is refunded and canceled in one step', async () => {
    const { summary } = expected(await refund(world, paid.id, { rows: [siRow, piRow], cancels: true }), 200)
    expect(summary.status).toBe('cancelled')
    await isSettled(world, paid.id)
    expect(await read(world, paid.id)).toMatchObject({ status: 'cancelled', refunded_cents: 400_000 })
    expect(await notices(world, paid.id)).toEqual(expect.arrayContaining(['cancelled', 'refunded']))
  })

  test('a double click and a repeated call refund once', async () => {
    const again = { id: randomUUID(), rows: [siRow] }
    const answers = await Promise.all([refund(world, paid.id, again), refund(world, paid.id, again)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await isSettled(world, paid.id)
    expected(await refund(world, paid.id, again), 200)
    expect(await atProvider()).toEqual([300_000])
    expect((await notices(world, paid.id)).filter((detail) => detail === 'refunded')).toHaveLength(1)
  })

  test('two members of the staff cannot refund the same row', async () => {
    const by = [world.staff, world.colleague]
    const answers = await Promise.all(by.map((one) => refund(world, paid.id, { by: one, rows: [piRow] })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await isSettled(world, paid.id)
    expect(await atProvider()).toEqual([100_000])
  })

  test.each([
    ['an unknown row', { rows: [{ kind: 'si', number: 2 } as const] }, 409, 'The request has no row SI 2.'],
    ['a row twice', { rows: [piRow, piRow] }, 409, 'A row can be refunded only once.'],
    ['nothing', {}, 409, 'Choose what to refund.'],
    ['no reason', { rows: [piRow], reason: ' ' }, 400, 'reason must not be empty.'],
  ])('%s is refused', async (_, given, status, message) => {
    const refused = await refund(world, paid.id, given)
    expect([refused.status, (refused.body as unknown as Schemas['Problem']).message]).toEqual([status, message])
    expect(await world.api.db.$count(requestRefunds, eq(requestRefunds.requestId, paid.id))).toBe(0)
  })

  test('a row whose refund has not reached the provider yet cannot be refunded again', async () => {
    const pending = { requestId: paid.id, cents: 100_000, rows: [piRow], state: 'pending' as const }
    await world.api.db.insert(requestRefunds).values({ id: randomUUID(), ...pending })
    const again = await refund(world, paid.id, { rows: [piRow] })
    expect(again).toMatchObject({ status: 409, body: { message: 'PI 1 has already been refunded.' } })
    expect((await refund(world, paid.id, { rows: [siRow] })).status).toBe(200)
  })

  test('a request that is not paid has nothing to refund, and is canceled with its payment page', async () => {
    covers('decisions-staff-cancel')
    const open = await order(world)
    expect((await refund(world, open.id, { rows: [piRow] })).status).toBe(409)
    const cancel = () => world.staff.call<StaffRequest>('POST', `/v1/staff/requests/${open.id}/cancel`)
    expect(expected(await cancel(), 200).summary.status).toBe('cancelled')
    expect((await cancel()).status).toBe(409)
    expect((await world.api.deps.payments.look(open.checkoutId)).url).toBeNull()
    expect(await notices(world, open.id)).toContain('cancelled')
  })

  test('a delivered request is refunded, but not canceled', async () => {
    await world.api.db
      .update(simulationRequests)
      .set({ status: 'delivered', deliveredAt: new Date() })
      .where(eq(simulationRequests.id, paid.id))
    expect((await refund(world, paid.id, { rows: [piRow], cancels: true })).status).toBe(409)
    expected(await refund(world, paid.id, { rows: [piRow] }), 200)
    await isSettled(world, paid.id)
    expect(await read(world, paid.id)).toMatchObject({ status: 'delivered', refunded_cents: 100_000 })
  })

  test('a refund that the provider refuses says so, and the row can be refunded again', async () => {
    await world.api.db
      .update(sandboxCheckouts)
      .set({ state: 'cancelled' })
      .where(eq(sandboxCheckouts.id, paid.checkoutId))
    expected(await refund(world, paid.id, { rows: [piRow] }), 200)
    await isSettled(world, paid.id)
    expect((await seen(world, paid.id)).refunds).toMatchObject([
      { state: 'failed', failure: 'Nothing was charged for this request.' },
    ])
    // The customer was promised nothing.
    expect(await read(world, paid.id)).not.toHaveProperty('refunds')
    expected(await refund(world, paid.id, { rows: [piRow] }), 200)
  })
})

describe('with Stripe', () => {
  let fake: Awaited<ReturnType<typeof startFakeStripe>>
  let world: World
  let paid: { id: string; checkoutId: string }
  let session: Session
  beforeAll(async () => {
    fake = await startFakeStripe()
    const { apiBase } = fake
    const env = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase }
    const payments = createStripe({ secretKey: 'sk_test_1', webhookSecret, apiBase })
    world = await worldOf(await startApi({ env, payments }))
  })
  afterAll(async () => {
    await world.api.stop()
    fake.close()
  })
  beforeEach(async () => {
    paid = await order(world)
    session = Object.assign(fake.sessions.get(paid.checkoutId)!, { status: 'complete', payment_status: 'paid' })
    expect((await webhook(world, signedByStripe('checkout.session.completed', session))).status).toBe(204)
  })
  /** A refund in Stripe's dashboard. */
  const atDashboard = (amount: number, status = 'succeeded') => {
    const id = `re_dashboard_${randomUUID()}`
    const made = { id, object: 'refund', amount, payment_intent: paymentOf(session) ?? '', status, metadata: {} }
    fake.refunds.push(made)
    return made
  }
  const dispute = (status: string) => {
    const made = { id: `dp_${randomUUID()}`, object: 'dispute', payment_intent: paymentOf(session) ?? '', status }
    fake.disputes.push(made)
    return made
  }
  /** Asks the provider, as the hourly cleanup does. */
  const ask = () =>
    askAboutMoneyBack(
      { db: world.api.db, payments: world.api.deps.payments },
      { log: Fastify().log, signal: new AbortController().signal },
    )
  const ofPayment = () => fake.refunds.filter((one) => one.payment_intent === paymentOf(session))

  test('a refund is made once, even if the answer is lost', async () => {
    covers('decisions-refund-truth')
    fake.lost.refunds = 3
    expected(await refund(world, paid.id, { rows: [piRow] }), 200)
    // The SDK repeats a lost call, and so does the job.
    await expect.poll(() => ofPayment().length).toBe(1)
    await world.api.db.update(jobs).set({ runAt: new Date() }).where(eq(jobs.kind, 'refund'))
    await expect
      .poll(async () => {
        await world.api.db.update(jobs).set({ runAt: new Date() }).where(eq(jobs.kind, 'refund'))
        return (await seen(world, paid.id)).refunds[0]?.state
      })
      .toBe('done')
    expect(ofPayment().map(({ amount }) => amount)).toEqual([100_000])
    expect((await notices(world, paid.id)).filter((detail) => detail === 'refunded')).toHaveLength(1)
  })

  test.each(['charge.refunded', 'refund.created', 'refund.updated'])(
    'a refund at the dashboard is known after %s, once or twice',
    async (type) => {
      const made = atDashboard(1234)
      const event = signedEventOf(type, made)
      expect((await webhook(world, event)).status).toBe(204)
      expect((await webhook(world, event)).status).toBe(204)
      const request = await read(world, paid.id)
      expect(request.refunded_cents).toBe(1234)
      expect(request.refunds).toMatchObject([{ cents: 1234, state: 'done', rows: [], by: null, reason: null }])
      expect((await notices(world, paid.id)).filter((detail) => detail === 'refunded')).toHaveLength(1)
    },
  )

  test('a report that arrives before the answer, or never, leaves the same state', async () => {
    const made = atDashboard(50_000, 'pending')
    expect((await webhook(world, signedEventOf('refund.created', made))).status).toBe(204)
    expect((await read(world, paid.id)).refunds).toMatchObject([{ state: 'pending' }])
    expect(await read(world, paid.id)).not.toHaveProperty('refunded_cents')
    // The report that this refund has succeeded is lost.
    made.status = 'succeeded'
    const unreported = atDashboard(700)
    await ask()
    expect((await read(world, paid.id)).refunded_cents).toBe(50_700)
    // A late report that this refund has begun changes nothing.
    expect((await webhook(world, signedEventOf('refund.created', { ...made, status: 'pending' }))).status).toBe(204)
    expect((await read(world, paid.id)).refunded_cents).toBe(50_700)
    // The bank returns one of the refunds.
    unreported.status = 'failed'
    expect((await webhook(world, signedEventOf('refund.failed', unreported))).status).toBe(204)
    expect((await read(world, paid.id)).refunded_cents).toBe(50_000)
  })

  test('what was refunded at the dashboard is not refunded again', async () => {
    atDashboard(350_000)
    // The API does not know of the dashboard's refund yet, so only the provider refuses.
    expected(await refund(world, paid.id, { rows: [piRow] }), 200)
    // The refusal is stored first, then the refunds in the provider's list.
    const states = async () => (await seen(world, paid.id)).refunds.map(({ state }) => state).toSorted()
    await expect.poll(states).toEqual(['done', 'failed'])
    expect((await seen(world, paid.id)).summary.refunded_cents).toBe(350_000)
    const late = await refund(world, paid.id, { rows: [siRow] })
    expect(late.body).toMatchObject({ message: 'Only $500 of this request is left to refund.' })
  })

  test('a dispute is shown to the staff until it is decided, and its end is known without a report', async () => {
    const made = dispute('needs_response')
    expect((await webhook(world, signedEventOf('charge.dispute.created', made))).status).toBe(204)
    expect((await seen(world, paid.id)).summary.dispute).toBe('open')
    expect((await webhook(world, signedEventOf('charge.dispute.created', made))).status).toBe(204)
    made.status = 'lost'
    await ask()
    expect((await seen(world, paid.id)).summary.dispute).toBe('lost')
    const { entries } = expected(
      await world.customer.call<Schemas['ActivityPage']>('GET', `/v1/projects/${world.project.id}/activity`),
      200,
    )
    const ofRequest = entries.filter((one) => one.request_id === paid.id && one.kind === 'request disputed')
    expect(ofRequest.map(({ after }) => after)).toEqual(['lost', 'open'])
  })

  test('a disputed checkout that Stripe no longer knows does not hold up the others', async () => {
    const gone = await order(world)
    await world.api.db
      .update(simulationRequests)
      .set({ status: 'paid', dispute: 'open', checkoutId: 'cs_gone' })
      .where(eq(simulationRequests.id, gone.id))
    atDashboard(700)
    await ask()
    expect((await read(world, paid.id)).refunded_cents).toBe(700)
    expect((await seen(world, gone.id)).summary.dispute).toBe('open')
  })

  test('an event about another payment, or with a wrong signature, changes nothing', async () => {
    const other = { ...atDashboard(100), payment_intent: 'pi_other' }
    expect((await webhook(world, signedEventOf('refund.created', other))).status).toBe(204)
    expect((await webhook(world, signedEventOf('refund.created', other, { secret: 'whsec_other' }))).status).toBe(400)
    expect(await read(world, paid.id)).not.toHaveProperty('refunds')
  })
})
