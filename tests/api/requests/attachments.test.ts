/** The attachments of messages about a request, in both directions. */
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import {
  activity,
  files,
  messageAttachments,
  requestFiles,
  simulationRequests,
  users,
} from '../../../server/database/schema'
import { findings } from '../../../server/files/verification'
import { sweepHiddenFiles } from '../../../server/files/pinned-files'
import { deletePerson } from '../../../server/people/deletion'
import { MAX_REQUEST_BYTES, sweepUnsentAttachments } from '../../../server/requests/attachments'
import { take } from '../../../server/requests/request-steps'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person } from '../api-server'
import { createProject, expected, formOf, upload } from '../caller'

type Schemas = components['schemas']
type Message = Schemas['RequestMessage']

const MB = 1_048_576
const DAY_MS = 86_400_000

let api: ApiServer
let customer: Person
let staff: Person
let id: string
let projectId: string
let layout: File
beforeAll(async () => {
  api = await startApi()
  staff = await api.person('staff')
  expected(await staff.call('GET', '/v1/users/me'), 200)
})
afterAll(() => api.stop())

beforeEach(async () => {
  customer = await api.person('user')
  ;({ id, projectId, layout } = await ordered(customer))
})

/** A paid request in a project of its own. */
async function ordered(who: Person) {
  const project = await createProject(who)
  const [board] = (await upload(who, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const chosen = { layout_file_id: board.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...chosen, total: 1000, si: [], pi: [row] }
  const { id: requestId } = expected(await who.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  await change({ status: 'in progress', paidAt: new Date() }, requestId)
  return { id: requestId, projectId: project.id, layout: board }
}

const change = (values: Partial<typeof simulationRequests.$inferInsert>, requestId = id) =>
  api.db.update(simulationRequests).set(values).where(eq(simulationRequests.id, requestId))

const sides = ['customer', 'staff'] as const
type Side = (typeof sides)[number]
const addressOf = (side: Side, requestId = id) =>
  side === 'staff' ? `/v1/staff/requests/${requestId}` : `/v1/simulation-requests/${requestId}`
const writer = (side: Side) => (side === 'staff' ? staff : customer)
const other = (side: Side): Side => (side === 'staff' ? 'customer' : 'staff')

type Content = string | Uint8Array<ArrayBuffer>

const attach = (side: Side, name: string, content: Content = name, { who = writer(side), requestId = id } = {}) =>
  who.call<Schemas['PinnedFile']>('POST', `${addressOf(side, requestId)}/attachments`, {
    form: formOf({}, { [name]: content }),
  })
const attached = async (side: Side, name: string, content: Content = name) =>
  expected(await attach(side, name, content), 201)
const write = (side: Side, attachments: string[], more: object = {}, who = writer(side)) =>
  who.call<Message>('POST', `${addressOf(side)}/messages`, {
    json: {
      ...{ id: crypto.randomUUID(), text: 'Here it is.', attachments, ...more },
      ...(side === 'staff' && { kind: 'message' }),
    },
  })
const read = (side: Side, fileId: string, { who = writer(side), requestId = id, method = 'GET' } = {}) =>
  who.call(method, `${addressOf(side, requestId)}/files/${fileId}`)
const conversation = async (side: Side) =>
  expected(await writer(side).call<Schemas['RequestMessagePage']>('GET', `${addressOf(side)}/messages`), 200).messages
const opened = async () =>
  (await api.db.select().from(activity).where(eq(activity.projectId, projectId))).filter(
    ({ kind }) => kind === 'request files opened',
  )

/** Whether the content of a file is stored. */
const isStored = (fileId: string) =>
  api.deps.storage.get(fileId).then(
    (content) => {
      content.destroy()
      return true
    },
    () => false,
  )

describe.each(sides)('an attachment of the %s', (side) => {
  test('reaches the other side in the order of the message, and is downloaded as a file', async () => {
    covers('decisions-message-attachments', 'decisions-message-attachment-add', 'decisions-staff-attachment-add')
    covers('decisions-request-file')
    const content = '# GHz S MA R 50\n1 0.1 0 0.9 0 0.9 0 0.1 0\n'
    const sha256 = createHash('sha256').update(content).digest('hex')
    const picture = await attached(side, 'eye.html', '<script>alert(1)</script>')
    const network = await attached(side, 'Ausführung.s2p', content)
    expect(network).toEqual({ id: expect.any(String), name: 'Ausführung.s2p', size: content.length, sha256 })

    const sent = { id: crypto.randomUUID() }
    // A repeated call returns what was stored.
    for (let times = 0; times < 2; times++) {
      const message = expected(await write(side, [network.id, picture.id], sent), 201)
      expect(message.attachments).toEqual([network, picture])
    }
    expected(await write(side, []), 201)
    const all = [undefined, [network, picture]]
    for (const reader of sides) expect((await conversation(reader)).map((one) => one.attachments)).toEqual(all)

    const answer = await read(other(side), picture.id)
    expect(answer.bytes.toString()).toBe('<script>alert(1)</script>')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=eye.html',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect((await read(side, network.id)).bytes.toString()).toBe(content)
    // An attachment is not one of the project's files.
    const listed = expected(await customer.call<File[]>('GET', `/v1/projects/${projectId}/files`), 200)
    expect(listed.map(({ name }) => name)).toEqual(['board.kicad_pcb'])
    expect(expected(await customer.call('GET', `/v1/projects/${projectId}/files/size`), 200)).toBeLessThan(0.001)
  })

  test('answers a question or points to a place, too', async () => {
    const { id: fileId, name } = await attached(side, 'channel.s2p')
    expected(await write(side, [fileId]), 201)
    const pins = [{ file_id: fileId, anchor: { kind: 'curve', curve: 'S21', x: 2e9 } }]
    const { pins: shown } = expected(await write(other(side), [], { pins }), 201)
    expect(shown).toEqual([{ ...pins[0], file_name: name }])
  })

  test('can be sent only once, by its uploader, and about its request', async () => {
    covers('decisions-message-attachment-access')
    const { id: fileId } = await attached(side, 'stackup.csv')
    const theirs = await attached(other(side), 'other.csv')
    const elsewhere = await ordered(customer)
    const foreign = expected(await attach(side, 'foreign.csv', 'x', { requestId: elsewhere.id }), 201)
    for (const wrong of [theirs.id, foreign.id, layout.id, crypto.randomUUID()]) {
      const answer = await write(side, [fileId, wrong])
      expect([answer.status, answer.body]).toMatchObject([400, { errors: [{ field: 'attachments' }] }])
    }
    expect(await conversation(side)).toEqual([])
    const both = await Promise.all([write(side, [fileId]), write(side, [fileId])])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
  })

  test.each([
    ['two of the same', (fileId: string) => [fileId, fileId]],
    ['more than ten', () => Array.from({ length: 11 }, () => crypto.randomUUID())],
    ['anything but ids', () => ['stackup.csv']],
  ])('%s are refused', async (_, idsOf) => {
    const { id: fileId } = await attached(side, 'stackup.csv')
    expect((await write(side, idsOf(fileId))).status).toBe(400)
  })

  test('is not readable before it is sent', async () => {
    const { id: fileId } = await attached(side, 'stackup.csv')
    for (const reader of sides) expect((await read(reader, fileId)).status).toBe(404)
  })

  test.each([
    ['a name with a backslash', formOf({}, { 'a\\b.csv': 'x' })],
    ['a name of dots', formOf({}, { '..': 'x' })],
    ['two files', formOf({}, { 'a.csv': 'x', 'b.csv': 'x' })],
    ['no file', formOf({ name: 'a.csv' })],
  ])('is refused with %s', async (_, form) => {
    const before = (await api.storedFiles()).length
    expect((await writer(side).call('POST', `${addressOf(side)}/attachments`, { form })).status).toBe(400)
    expect((await api.storedFiles()).length).toBe(before)
  })

  test('has at most 25 MB', async () => {
    expected(await attach(side, 'large.bin', new Uint8Array(25 * MB)), 201)
    for (const bytes of [25 * MB + 1, 26 * MB]) {
      const answer = await attach(side, 'large.bin', new Uint8Array(bytes))
      expect([answer.status, answer.bytes.toString()]).toEqual([413, expect.stringContaining('larger than 25 MB')])
    }
    expect(await api.db.$count(messageAttachments, eq(messageAttachments.requestId, id))).toBe(1)
  })
})

test('the attachments of a request have at most 500 MB in total', async () => {
  const row = { requestId: id, projectId, name: 'x', sha256: '' }
  await api.db
    .insert(messageAttachments)
    .values({ ...row, id: crypto.randomUUID(), size: MAX_REQUEST_BYTES - 10, messageId: null })
  expect(MAX_REQUEST_BYTES).toBe(500 * MB)
  expected(await attach('customer', 'small.csv', '0123456'), 201)
  for (const content of ['0123', 'x'.repeat(MB)]) {
    const answer = await attach('customer', 'more.csv', content)
    expect([answer.status, answer.bytes.toString()]).toEqual([413, expect.stringContaining('can total 500 MB')])
  }
  // Both arrive at once, and only one of them fits.
  const both = await Promise.all([attach('customer', 'a.csv', 'ab'), attach('staff', 'b.csv', 'ab')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 413])
})

test('a person has at most 100 unsent attachments for a request', async () => {
  const { id: first } = await attached('customer', 'first.csv')
  const [row] = await api.db.select().from(files).where(eq(files.id, first))
  if (!row) throw new Error('There is no file.')
  const more = Array.from({ length: 99 }, () => ({ ...row, id: crypto.randomUUID() }))
  await api.db.insert(files).values(more)
  await api.db.insert(messageAttachments).values(more.map((one) => ({ ...one, requestId: id })))
  expect((await attach('customer', 'next.csv')).status).toBe(409)
  expected(await attach('staff', 'theirs.csv'), 201)
  expected(await write('customer', [first]), 201)
  expected(await attach('customer', 'next.csv'), 201)
})

test('an attachment is refused if the disk is full up to the reserve', async () => {
  const full = await startApi({ env: { DISK_RESERVE_MB: '99999999' } })
  onTestFinished(() => full.stop())
  // Nothing can be uploaded there, so the request is made without files.
  const person = await full.person('user')
  const project = await createProject(person)
  const pinned = { id: crypto.randomUUID(), name: 'board.kicad_pcb', size: 1, sha256: '' }
  const [{ id: requestId } = { id: '' }] = await full.db
    .insert(simulationRequests)
    .values({
      ...{ projectId: project.id, status: 'paid', layout: pinned, si: [], pi: [], total: 1000, orderHash: '' },
      ...{ createdBy: person.id, createdByName: person.username },
    })
    .returning()
  const { status } = await person.call('POST', `/v1/simulation-requests/${requestId}/attachments`, {
    form: formOf({}, { 'stackup.csv': 'x' }),
  })
  // A bucket has no reserve.
  expect(status).toBe(full.partlyStored === 1 ? 507 : 201)
})

describe('the files of a request are downloaded', () => {
  test('by its customers only, and by the staff of the company', async () => {
    covers('decisions-message-attachment-access')
    const { id: fileId } = await attached('customer', 'stackup.csv')
    expected(await write('customer', [fileId]), 201)
    const stranger = await api.person('user')
    const elsewhere = await ordered(stranger)
    for (const one of [fileId, layout.id]) {
      expect((await read('customer', one, { who: stranger })).status).toBe(404)
      // Strangers cannot read it through a request of their own, either.
      expect((await read('customer', one, { who: stranger, requestId: elsewhere.id })).status).toBe(404)
      expect((await read('staff', one, { requestId: elsewhere.id })).status).toBe(404)
      expect((await read('staff', one, { who: stranger })).status).toBe(403)
      expect((await read('customer', one, { who: staff })).status).toBe(404)
      expected(await read('customer', one), 200)
    }
    expect((await attach('customer', 'theirs.csv', 'x', { who: stranger })).status).toBe(404)
    expect((await attach('staff', 'theirs.csv', 'x', { who: stranger })).status).toBe(403)
    expect(await opened()).toEqual([])
    expected(await read('staff', fileId), 200)
    expect(await opened()).toMatchObject([{ personId: staff.id, requestId: id }])
  })

  test('by the staff once it is paid', async () => {
    const { id: fileId } = await attached('customer', 'stackup.csv')
    expected(await write('customer', [fileId]), 201)
    await change({ status: 'awaiting payment', paidAt: null })
    expect((await read('staff', fileId)).status).toBe(409)
    expect((await conversation('staff'))[0]?.attachments).toMatchObject([{ id: fileId, name: 'stackup.csv' }])
    // The staff can answer with a file, just as they can answer with text.
    const { id: answered } = await attached('staff', 'offer.pdf')
    expected(await write('staff', [answered]), 201)
    expected(await read('customer', answered), 200)
  })

  test('although they were deleted from the project', async () => {
    expected(await customer.call('DELETE', `/v1/files/${layout.id}`), 204)
    const answer = await read('customer', layout.id)
    expect([answer.status, answer.bytes.toString()]).toEqual([200, '(kicad_pcb)'])
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=board.kicad_pcb')
    expect((await read('customer', layout.id, { method: 'HEAD' })).headers.get('content-length')).toBe('11')
  })

  test('unless the project has other files', async () => {
    const [file] = (await upload(customer, projectId, { 'other.s2p': 'a' })) as [File]
    for (const reader of sides) expect((await read(reader, file.id)).status).toBe(404)
  })
})

describe('an attachment that is not sent', () => {
  const age = (ms: number, fileId: string) =>
    api.db
      .update(messageAttachments)
      .set({ created: new Date(Date.now() - ms) })
      .where(eq(messageAttachments.id, fileId))

  test('is deleted after a day, with its content', async () => {
    covers('decisions-message-attachment-unsent')
    const [young, old, sent] = [
      await attached('customer', 'young.csv'),
      await attached('staff', 'old.csv'),
      await attached('staff', 'sent.csv'),
    ]
    expected(await write('staff', [sent.id]), 201)
    await age(DAY_MS - 60_000, young.id)
    await age(DAY_MS + 60_000, old.id)
    await age(2 * DAY_MS, sent.id)
    await sweepUnsentAttachments(api.db)
    await expect.poll(() => isStored(old.id)).toBe(false)
    expect([await isStored(young.id), await isStored(sent.id)]).toEqual([true, true])
    expect((await write('staff', [old.id])).status).toBe(400)
    expected(await write('customer', [young.id]), 201)
    expect(await api.db.$count(files, eq(files.id, old.id))).toBe(0)
  })

  test('is deleted with the data of its uploader, and a sent one loses their name', async () => {
    const member = await api.person('user')
    const json = { project_id: projectId, email: member.email, role: 'user' }
    const admin = await api.person('organization_admin')
    expected(await member.call('GET', '/v1/users/me'), 200)
    expected(await admin.call('POST', '/v1/users/assign-role', { json }), 200)
    const [unsent, sent] = [
      expected(await attach('customer', 'unsent.csv', 'x', { who: member }), 201),
      expected(await attach('customer', 'sent.csv', 'y', { who: member }), 201),
    ]
    expected(await write('customer', [sent.id], {}, member), 201)
    await deletePerson(api.db, member.id, { config: api.config, removeFiles: false, byOperator: false })
    await expect.poll(() => isStored(unsent.id)).toBe(false)
    expect(await api.db.$count(messageAttachments, eq(messageAttachments.id, unsent.id))).toBe(0)
    expect((await conversation('staff'))[0]).toMatchObject({
      author: 'Deleted user',
      attachments: [{ id: sent.id, name: 'sent.csv' }],
    })
    expected(await read('staff', sent.id), 200)
    expect(await api.db.$count(files, eq(files.uploadedBy, member.id))).toBe(0)
    expect(await api.db.$count(users, eq(users.id, member.id))).toBe(1)
  })
})

describe('a sent attachment', () => {
  const sent = async () => {
    const file = await attached('customer', 'stackup.csv')
    expected(await write('customer', [file.id]), 201)
    return file
  }

  test('is kept as long as the files of its request, and its message names it afterwards', async () => {
    const file = await sent()
    await change({ status: 'delivered', deliveredAt: new Date() })
    await sweepHiddenFiles(api.db, api.config)
    expected(await read('customer', file.id), 200)
    const over = new Date()
    over.setMonth(over.getMonth() - api.config.retentionMonths - 1)
    await change({ deliveredAt: over })
    await sweepHiddenFiles(api.db, api.config)
    await expect.poll(() => isStored(file.id)).toBe(false)
    expect((await read('customer', file.id)).status).toBe(404)
    expect((await conversation('customer'))[0]?.attachments).toEqual([{ ...file, gone: true }])
    expect((await attach('customer', 'late.csv')).status).toBe(409)
    expected(await write('customer', []), 201)
  })

  test('is deleted like them after a cancellation', async () => {
    const file = await sent()
    await take({ db: api.db, payments: api.deps.payments }, 'cancel', id)
    expect((await attach('customer', 'late.csv')).status).toBe(409)
    await sweepHiddenFiles(api.db, api.config)
    await expect.poll(() => isStored(file.id)).toBe(false)
    expect((await conversation('customer'))[0]?.attachments).toEqual([{ ...file, gone: true }])
  })

  test('loses its name when nobody is left in the project', async () => {
    const file = await sent()
    await deletePerson(api.db, customer.id, { config: api.config, removeFiles: false, byOperator: false })
    expect((await conversation('staff'))[0]?.attachments).toMatchObject([{ id: file.id, name: 'Deleted file' }])
    expected(await read('staff', file.id), 200)
  })

  test('is verified like any other file', async () => {
    const file = await sent()
    await api.deps.storage.remove([file.id])
    const found: string[] = []
    for await (const finding of findings({ db: api.db, storage: api.deps.storage, hashes: false })) {
      if (finding.kind === 'missing') found.push(finding.id)
    }
    expect(found).toContain(file.id)
    expect(await api.db.$count(requestFiles, eq(requestFiles.fileId, file.id))).toBe(1)
  })
})
