/** From an order to its payment with Stripe: the API, the official SDK, and Stripe's webhooks. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { deletePerson } from '../../../server/people/deletion'
import { createStripe } from '../../../server/payments/stripe'
import { type Session, signedByStripe, startFakeStripe, webhookSecret } from '../../support/services/fake-stripe'
import { startApi, type ApiServer, type Person } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']

let fake: Awaited<ReturnType<typeof startFakeStripe>>
let api: ApiServer
let person: Person
let order: object
const log: string[] = []

beforeAll(async () => {
  fake = await startFakeStripe()
  const { apiBase } = fake
  const env = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase }
  const payments = createStripe({ secretKey: 'sk_test_1', webhookSecret, apiBase })
  const written = { write: (line: string) => void log.push(line) }
  api = await startApi({ env: { ...env, LOG_LEVEL: 'error' }, payments, log: written })
  person = await api.person('user', 'project_manager')
  const project = await createProject(person)
  const [layout] = await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const chosen = { layout_file_id: layout?.id, stackup_file_id: null, material_file_id: null }
  order = { project_id: project.id, ...chosen, si: [], pi: [row], total: 1000 }
})
afterAll(async () => {
  await api.stop()
  fake.close()
})

const pay = async (key: string = crypto.randomUUID(), json = order) => {
  const headers = { 'idempotency-key': key }
  const answer = await person.call<Schemas['Checkout']>('POST', '/payments/checkout', { json, headers })
  const { id, url } = expected(answer, 200)
  return { id, url, session: fake.sessions.get(url.split('/').at(-1) ?? '') as Session }
}
const tell = async (type: string, session: Session, changes: Partial<Session>, secret?: string) => {
  const { body, headers } = signedByStripe(type, Object.assign(session, changes), secret ? { secret } : {})
  const sent = { ...headers, 'content-type': 'application/json' }
  return (await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers: sent })).status
}
const readRequest = async (id: string) =>
  expected(await person.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200).status

test('a completed session marks its request as paid, but only if Stripe confirms it', async () => {
  const { id, url, session } = await pay()
  expect(url).toBe(`https://checkout.stripe.com/c/pay/${session.id}`)
  const completed = { status: 'complete', payment_status: 'paid' }
  expect(await tell('checkout.session.completed', { ...session }, completed, 'whsec_other')).toBe(400)
  expect(await readRequest(id)).toBe('awaiting payment')
  expect(await tell('checkout.session.completed', session, completed)).toBe(204)
  expect(await readRequest(id)).toBe('paid')
})

test('an expired session cancels its request, and the same order gets a new session', async () => {
  const key = crypto.randomUUID()
  const first = await pay(key)
  expect((await pay(key)).url).toBe(first.url)
  expect(await tell('checkout.session.expired', first.session, { status: 'expired' })).toBe(204)
  expect(await readRequest(first.id)).toBe('cancelled')
  const second = await pay(key)
  expect([second.id === first.id, second.url === first.url]).toEqual([false, false])
})

test('an expiry that was not reported is detected before the user is sent to an expired page', async () => {
  const key = crypto.randomUUID()
  const first = await pay(key)
  Object.assign(first.session, { status: 'expired' })
  expect((await pay(key)).url).not.toBe(first.url)
  expect(await readRequest(first.id)).toBe('cancelled')
})

test('a payment that was not reported is detected', async () => {
  const { id, session } = await pay()
  Object.assign(session, { status: 'complete', payment_status: 'paid' })
  expect(await readRequest(id)).toBe('paid')
})

test('a payment that is reported before its page is stored counts', async () => {
  fake.meanwhile.opened = async (session) => {
    expect(await tell('checkout.session.completed', session, { status: 'complete', payment_status: 'paid' })).toBe(204)
  }
  const { id } = await pay()
  delete fake.meanwhile.opened
  expect(await readRequest(id)).toBe('paid')
})

test.each([
  ['only the older is', [true, false]],
  ['both are', [true, true]],
])('of two open pages with different orders, %s paid', async (_, isPaid) => {
  const open = [await pay(), await pay(crypto.randomUUID(), { ...order, purchase_order: 'PO-2' })]
  expect(new Set(open.flatMap(({ id, url }) => [id, url])).size).toBe(4)
  for (const [at, { session }] of open.entries()) {
    if (isPaid[at]) {
      const paid = { status: 'complete', payment_status: 'paid' }
      expect(await tell('checkout.session.completed', session, paid)).toBe(204)
    }
  }
  // Each payment belongs to its own request: nothing is paid for twice, and nothing that was paid is lost.
  for (const [at, { id }] of open.entries()) {
    expect(await readRequest(id)).toBe(isPaid[at] ? 'paid' : 'awaiting payment')
  }
})

test('a payment of another amount does not pay for a request', async () => {
  const { id, session } = await pay()
  const paid = { status: 'complete', payment_status: 'paid', amount_total: session.amount_total - 1 }
  expect(await tell('checkout.session.completed', session, paid)).toBe(204)
  expect(await readRequest(id)).toBe('awaiting payment')
})

test('an expiry that was not reported does not prevent the deletion of a project', async () => {
  const project = await createProject(person)
  const [layout] = await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  const json = { ...order, project_id: project.id, layout_file_id: layout?.id }
  const started = await person.call<Schemas['Checkout']>('POST', '/payments/checkout', { json })
  const session = fake.sessions.get(expected(started, 200).url.split('/').at(-1) ?? '')!
  const preview = async () =>
    expected(await person.call<Schemas['ProjectDeletion']>('GET', `/v1/projects/${project.id}/deletion`), 200)
  const remove = () => person.call('DELETE', `/v1/projects/${project.id}`)
  expect((await preview()).refusal).toContain('It has 1 unpaid simulation request')
  expect((await remove()).status).toBe(409)

  // As long as the provider has not confirmed the expiry, the request may still be paid.
  Object.assign(session, { status: 'expired', url: null })
  fake.sessions.delete(session.id)
  expect((await remove()).status).toBe(409)
  fake.sessions.set(session.id, session)
  expect(await preview()).toMatchObject({ refusal: null, cancelled_requests: 1 })
  expect((await remove()).status).toBe(204)
})

test('a person who deletes their data while the page is opened is told so, even if the page cannot be closed', async () => {
  const leaving = await api.person('user', 'project_manager')
  const project = await createProject(leaving)
  const [layout] = await upload(leaving, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  const json = { ...order, project_id: project.id, layout_file_id: layout?.id }
  fake.meanwhile.opened = async ({ id }) => {
    await deletePerson(api.db, leaving.id, { config: api.config, removeFiles: false, byOperator: false })
    fake.sessions.delete(id)
  }
  const answer = await leaving.call('POST', '/payments/checkout', { json })
  delete fake.meanwhile.opened
  expect([answer.status, answer.body.message]).toEqual([401, 'Your data was deleted. Sign in again to start over.'])
  expect(log.join('')).toContain('The payment provider cannot be reached')
})
