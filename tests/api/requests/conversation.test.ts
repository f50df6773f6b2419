/** The conversation about a request: questions stop the clock, answers start it again. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { requestMessages, simulationRequests } from '../../../server/database/schema'
import { take } from '../../../server/requests/request-steps'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type Message = Schemas['RequestMessage']

let api: ApiServer
let customer: Person
let staff: Person
let id: string
beforeAll(async () => {
  api = await startApi()
  customer = await api.person('user')
  staff = await api.person('staff')
  expected(await staff.call('GET', '/v1/users/me'), 200)
})
afterAll(() => api.stop())

// Mondays.
const asked = new Date('2026-01-05T09:00:00Z')
const due = new Date('2026-01-16T23:59:59Z')

beforeEach(async () => {
  const project = await createProject(customer)
  const [layout] = (await upload(customer, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
  ;({ id } = expected(await customer.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200))
  await change({ status: 'in progress', paidAt: asked, dueAt: due })
})

const change = (values: Partial<typeof simulationRequests.$inferInsert>) =>
  api.db.update(simulationRequests).set(values).where(eq(simulationRequests.id, id))
const write = (json: object, who = customer) =>
  who.call<Message>('POST', `/v1/simulation-requests/${id}/messages`, { json: { id: crypto.randomUUID(), ...json } })
const ask = (kind: string, text = 'Which stackup?', more: object = {}) =>
  staff.call<Message>('POST', `/v1/staff/requests/${id}/messages`, {
    json: { id: crypto.randomUUID(), text, kind, ...more },
  })
const read = async () =>
  expected(await customer.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
const conversation = async (who = customer, address = `/v1/simulation-requests/${id}/messages`) =>
  expected(await who.call<Schemas['RequestMessagePage']>('GET', address), 200).messages
const queued = async () =>
  expected(await staff.call<Schemas['StaffRequest']>('GET', `/v1/staff/requests/${id}`), 200).summary

/** Makes the wait a week long, which is five business days. */
const wait = () => change({ waitingSince: new Date(Date.now() - 7 * 86_400_000) })

describe('a question from the staff', () => {
  test('stops the clock until it is answered, and the customer is notified', async () => {
    covers('decisions-staff-message-add', 'decisions-message-add')
    const question = expected(await ask('question'), 201)
    expect(question).toMatchObject({ side: 'staff', kind: 'question', answered: null })
    expect((await read()).waiting).not.toBeNull()
    expect((await queued()).waiting).not.toBeNull()
    const { notices } = expected(await customer.call<Schemas['NoticePage']>('GET', '/v1/notices'), 200)
    expect(notices).toContainEqual(expect.objectContaining({ kind: 'message', detail: 'question', request_id: id }))

    await wait()
    const answer = expected(await write({ text: 'Six layers', answers: question.id }), 201)
    expect(answer).toMatchObject({ side: 'customer', kind: 'answer', answers: question.id })
    const after = await read()
    expect(after.waiting).toBeNull()
    // Friday 16 becomes Friday 23.
    expect(after.due).toBe('2026-01-23T23:59:59.000Z')
    expect((await conversation())[1]?.answered).toBe(answer.created)
  })

  test('and another one wait together, from the first question to the last answer', async () => {
    const first = expected(await ask('question'), 201)
    const { waiting } = await read()
    const second = expected(await ask('assumptions', 'Ideal capacitors.'), 201)
    expect((await read()).waiting).toBe(waiting)
    expected(await write({ text: 'Six layers', answers: first.id }), 201)
    expect((await read()).waiting).toBe(waiting)
    await wait()
    const approval = expected(await write({ text: 'Approved.', answers: second.id, approves: true }), 201)
    expect(approval.kind).toBe('approval')
    // The assumptions are only seconds old.
    expect(await read()).toMatchObject({ waiting: null, due: '2026-01-23T23:59:59.000Z' })
  })

  test('is answered once', async () => {
    const { id: answers } = expected(await ask('question'), 201)
    const both = await Promise.all([write({ text: 'Six', answers }), write({ text: 'Eight', answers })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await conversation()).toHaveLength(2)
  })

  test('cannot be approved, unlike assumptions', async () => {
    const question = expected(await ask('question'), 201)
    expect((await write({ text: 'Yes', answers: question.id, approves: true })).status).toBe(400)
    expect((await write({ text: 'Yes', approves: true })).status).toBe(400)
    expect((await read()).waiting).not.toBeNull()
  })

  test.each(['awaiting payment', 'delivered', 'cancelled'] as const)(
    'is refused while the request is %s',
    async (status) => {
      await change({ status })
      expect((await ask('question')).status).toBe(409)
      expected(await ask('message', 'We will look at it.'), 201)
      expect((await read()).waiting).toBeNull()
    },
  )

  test('no longer waits when the request is canceled', async () => {
    expected(await ask('question'), 201)
    await take({ db: api.db, payments: api.deps.payments }, 'cancel', id)
    expect((await read()).waiting).toBeNull()
  })
})

describe('a message', () => {
  test('reaches the other side, in one order, page by page', async () => {
    covers('decisions-message-list', 'decisions-staff-message-list')
    expected(await write({ text: 'Hello\r\nthere\u0007' }), 201)
    expect((await queued()).written).toBe(true)
    expected(await ask('message', 'Hello'), 201)
    expect((await queued()).written).toBeUndefined()
    const texts = (messages: Message[]) => messages.map(({ text, side }) => [side, text])
    const both = [
      ['staff', 'Hello'],
      ['customer', 'Hello\nthere'],
    ]
    expect(texts(await conversation())).toEqual(both)
    expect(texts(await conversation(staff, `/v1/staff/requests/${id}/messages`))).toEqual(both)
    const address = `/v1/simulation-requests/${id}/messages?limit=1`
    const { next } = expected(await customer.call<Schemas['RequestMessagePage']>('GET', address), 200)
    expect(texts(await conversation(customer, `${address}&cursor=${next}`))).toEqual([both[1]])
  })

  test('that is sent again is not stored again, and its id belongs to its author', async () => {
    const messageId = crypto.randomUUID()
    for (let sent = 0; sent < 2; sent++) expected(await write({ id: messageId, text: 'Hello' }), 201)
    expect(await conversation()).toHaveLength(1)
    expect((await ask('message', 'Hello', { id: messageId })).status).toBe(400)
  })

  test.each([{ text: '' }, { text: ' \n ' }, { text: 'x'.repeat(4001) }, {}])('%j is refused', async (json) => {
    expect((await write(json)).status).toBe(400)
    expect(await conversation()).toEqual([])
  })

  test('is refused after 1,000', async () => {
    const [request] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    const row = { requestId: id, projectId: request?.projectId ?? '', side: 'staff', kind: 'message' } as const
    const many = Array.from({ length: 1000 }, () => ({
      ...row,
      ...{ id: crypto.randomUUID(), text: 'x', authorId: staff.id, authorName: 'Staff' },
    }))
    await api.db.insert(requestMessages).values(many)
    expect((await write({ text: 'One more' })).status).toBe(409)
  })

  test('answers only questions of its own request', async () => {
    const { id: foreign } = expected(await ask('question'), 201)
    const first = id
    await change({ waitingSince: null })
    const stranger = await api.person('user')
    expect((await stranger.call('GET', `/v1/simulation-requests/${first}/messages`)).status).toBe(404)
    expect((await write({ text: 'Me too', answers: crypto.randomUUID() })).status).toBe(409)
    expect((await write({ text: 'Hello', answers: foreign })).status).toBe(201)
  })
})
