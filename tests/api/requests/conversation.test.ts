/** The conversation about a request: questions stop the clock, answers start it again. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { requestDeliveries, requestMessages, simulationRequests } from '../../../server/database/schema'
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
let projectId: string
let layoutId: string
beforeAll(async () => {
  api = await startApi()
  customer = await api.person('user')
  staff = await api.person('staff')
  expected(await staff.call('GET', '/v1/users/me'), 200)
})
afterAll(() => api.stop())

// A Monday, and the Friday of the week after.
const asked = new Date('2026-01-05T09:00:00Z')
const due = new Date('2026-01-16T23:59:59Z')

const order = async () => {
  const project = await createProject(customer)
  const [layout] = (await upload(customer, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
  ;[projectId, layoutId] = [project.id, layout.id]
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
  ;({ id } = expected(await customer.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200))
  await change({ status: 'in progress', paidAt: asked, dueAt: due })
}
beforeEach(order)

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
    // Friday the 16th becomes Friday the 23rd.
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

  test('is answered before the work begins if it is about assumptions', async () => {
    await change({ status: 'paid' })
    const start = () => staff.call('POST', `/v1/staff/requests/${id}/start`)
    const { id: answers } = expected(await ask('assumptions'), 201)
    expected(await ask('question'), 201)
    expect(await start()).toMatchObject({
      status: 409,
      body: { message: 'The customer has not approved the assumptions yet. Wait for the answer before you start.' },
    })
    expected(await write({ text: 'Agreed', answers, approves: true }), 201)
    expect((await start()).status).toBe(200)
  })

  test('answers only questions of its own request', async () => {
    const first = id
    const { id: foreign } = expected(await ask('question'), 201)
    await order()
    const { id: own } = expected(await ask('question'), 201)
    for (const answers of [foreign, crypto.randomUUID()]) {
      expect((await write({ text: 'Me too', answers })).status).toBe(409)
    }
    expect((await write({ text: 'Six layers', answers: own })).status).toBe(201)
    const theirs = await conversation(customer, `/v1/simulation-requests/${first}/messages`)
    expect(theirs).toMatchObject([{ id: foreign, answered: null }])
  })

  test('is not shown to other customers', async () => {
    expected(await ask('question'), 201)
    const stranger = await api.person('user')
    expect((await stranger.call('GET', `/v1/simulation-requests/${id}/messages`)).status).toBe(404)
    expect((await write({ text: 'Hello' }, stranger)).status).toBe(404)
  })
})

describe('the pins of a message', () => {
  const onNet = () => ({ file_id: layoutId, anchor: { kind: 'net', net: 'CLK' } })
  const shown = (more: object = {}) => ({ file_id: layoutId, file_name: 'board.kicad_pcb', anchor: null, ...more })

  test('lead both sides to places in files of the request', async () => {
    covers('decisions-message-pins')
    const asked = expected(await ask('question', 'Is this a clock?', { pins: [onNet(), { file_id: layoutId }] }), 201)
    expect(asked.pins).toEqual([shown(onNet()), shown()])
    const point = { file_id: layoutId, anchor: { kind: 'board', x: 12.5, y: -3 } }
    const sent = { id: crypto.randomUUID(), text: 'Yes, from here.', answers: asked.id, pins: [point] }
    // A repeated call returns what was stored.
    for (let times = 0; times < 2; times++) {
      expect(expected(await write(sent), 201)).toMatchObject({ kind: 'answer', pins: [shown(point)] })
    }
    expected(await write({ text: 'Without a place' }), 201)
    const pins = (messages: Message[]) => messages.map((one) => one.pins)
    const all = [undefined, [shown(point)], [shown(onNet()), shown()]]
    expect(pins(await conversation())).toEqual(all)
    expect(pins(await conversation(staff, `/v1/staff/requests/${id}/messages`))).toEqual(all)
  })

  test('lead to delivered files, including those of a delivery that was replaced', async () => {
    const [first, second] = (await upload(customer, projectId, { 'first.s2p': 'a', 'second.s2p': 'b' })) as [File, File]
    const delivery = { requestId: id, deliveredAt: due, byId: staff.id, byName: 'Staff' }
    const pinned = ({ id: fileId, name }: File) => [{ id: fileId, name, size: 1, sha256: '' }]
    await api.db.insert(requestDeliveries).values([
      { ...delivery, id: crypto.randomUUID(), number: 1, files: pinned(first) },
      { ...delivery, id: crypto.randomUUID(), number: 2, files: pinned(second) },
    ])
    await change({ status: 'delivered', deliveredAt: due })
    const curve = { kind: 'curve', curve: 'S21', x: 2e9 }
    const pins = [{ file_id: first.id, anchor: curve }, { file_id: second.id }]
    expect(expected(await write({ text: 'This dip?', pins }), 201).pins).toEqual([
      { file_id: first.id, file_name: 'first.s2p', anchor: curve },
      { file_id: second.id, file_name: 'second.s2p', anchor: null },
    ])
    expect((await read()).delivered_files).toEqual(pinned(second))
  })

  test('cannot lead to any other file', async () => {
    const [other] = (await upload(customer, projectId, { 'other.s2p': 'a' })) as [File]
    const stranger = await api.person('user')
    const theirs = await createProject(stranger)
    const [foreign] = (await upload(stranger, theirs.id, { 'board.kicad_pcb': 'a' })) as [File]
    for (const fileId of [other.id, foreign.id, crypto.randomUUID()]) {
      for (const answer of [
        await write({ text: 'Here', pins: [onNet(), { file_id: fileId }] }),
        await ask('question', 'Here?', { pins: [{ file_id: fileId }] }),
      ]) {
        expect([answer.status, answer.body]).toMatchObject([400, { message: expect.stringContaining('pins') }])
      }
    }
    expect(await conversation()).toEqual([])
    // A refused question does not stop the clock.
    expect((await read()).waiting).toBeNull()
  })

  test.each([
    ['too many', Array.from({ length: 11 }, onNet)],
    ['an unknown kind of place', [{ anchor: { kind: 'pad', pad: 'A1' } }]],
    ['a net without a name', [{ anchor: { kind: 'net', net: '' } }]],
    ['a net with a long name', [{ anchor: { kind: 'net', net: 'x'.repeat(501) } }]],
    ['a place off the board', [{ anchor: { kind: 'board', x: 1e6, y: 0 } }]],
    ['more than a place', [{ anchor: { kind: 'net', net: 'CLK', x: 1 } }]],
  ])('are refused: %s', async (_, pins) => {
    const answer = await write({ text: 'Here', pins: pins.map((pin) => ({ file_id: layoutId, ...pin })) })
    expect(answer.status).toBe(400)
    expect(await conversation()).toEqual([])
  })

  test('say so when their file is no longer stored', async () => {
    expected(await write({ text: 'Here', pins: [onNet()] }), 201)
    expected(await customer.call('DELETE', `/v1/files/${layoutId}`), 204)
    // The request still needs the deleted file.
    expect((await conversation())[0]?.pins).toEqual([shown(onNet())])
    await change({ status: 'cancelled' })
    expect((await conversation())[0]?.pins).toEqual([shown({ ...onNet(), gone: true })])
  })
})
