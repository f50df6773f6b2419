/** Limits on what one user can store and request. Two nodes share them; the calls alternate between the nodes. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../openapi/generated/product'
import {
  files as fileTable,
  fileShares,
  projectMembers,
  projects,
  rateCounts,
  users,
} from '../../server/database/schema'
import { startApi, type ApiServer, type File, type Person, type Project, type Twin } from './api-server'
import { createProject, expected, listAll, tusHeaders, upload, uploadForm } from './caller'

type Schemas = components['schemas']

let api: ApiServer
let twin: Twin
let person: Person
let project: Project
let layout: File

beforeAll(async () => {
  api = await startApi()
  twin = await api.twin()
  person = await personOfBoth('user')
  project = await createProject(person)
  ;[layout] = (await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
})
afterAll(async () => {
  await twin.stop()
  await api.stop()
})
const personOfBoth = async (role: string) => twin.both(await api.person(role))

const row = {
  interface: 'MIPI-D',
  speed: '1.5 Gbps',
  signal_nets: ['D0_P'],
  ground_nets: ['GND'],
  clock_signal: ['CLK'],
  unit_price: 2000,
}
const pi = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

const order = (rows: Pick<Schemas['CheckoutOrder'], 'si' | 'pi'>, who = person) => {
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const total = 2000 * rows.si.length + 1000 * rows.pi.length
  return who.call('POST', '/payments/checkout', { json: { project_id: project.id, ...files, total, ...rows } })
}
const times = <Row>(count: number, one: Row) => Array.from({ length: count }, () => one)

test('an order has at most 1,000 rows', async () => {
  expected(await order({ si: times(999, row), pi: [pi] }), 200)
  for (const rows of [
    { si: times(1000, row), pi: [pi] },
    { si: times(1001, row), pi: [] },
  ]) {
    expect((await order(rows)).status).toBe(400)
  }
  const { message } = (await order({ si: times(1000, row), pi: [pi] })).body
  expect(message).toBe('A request can have at most 1,000 rows. Order the others separately.')
})

/** Distinct net names with this many characters in total. */
const netsOf = (characters: number) =>
  Array.from({ length: Math.ceil(characters / 100) }, (_, index) =>
    String(index).padStart(Math.min(100, characters - 100 * index), 'N'),
  )

test.each([
  ['signal_nets', 2000],
  ['ground_nets', 500],
  ['clock_signal', 100],
])('%s of a row has at most %i names of at most 500 characters, each once', async (field, count) => {
  const names = Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + index))
  expected(await order({ si: [{ ...row, [field]: names }], pi: [] }), 200)
  for (const nets of [[...names, 'N'], ['N'.repeat(501)], ['A', 'A'], []]) {
    const answer = await order({ si: [{ ...row, [field]: nets }], pi: [] })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, expect.stringContaining(`si[0].${field}`)])
  }
})

test.each([
  ['signal_nets', 10_000],
  ['ground_nets', 2000],
  ['clock_signal', 500],
])('%s of a row has at most %i characters', async (field, length) => {
  expected(await order({ si: [{ ...row, [field]: netsOf(length) }], pi: [] }), 200)
  const answer = await order({ si: [{ ...row, [field]: netsOf(length + 1) }], pi: [] })
  expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, `si[0].${field}`])
})

test('an order has at most 1 MB', async () => {
  const long = { ...row, signal_nets: netsOf(10_000) }
  expected(await order({ si: times(100, long), pi: [] }), 200)
  expect((await order({ si: times(110, long), pi: [] })).status).toBe(413)
})

test('one user can start 120 checkouts a minute, without affecting other users', async () => {
  const busy = await personOfBoth('sysadmin')
  const statuses = new Map<number, number>()
  for (let call = 0; call < 125; call++) {
    const { status } = await order({ si: [], pi: [] }, busy)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 400: 120, 429: 5 })
  // As if half a minute had passed. Refused calls do not restart the minute.
  await api.db.update(rateCounts).set({ endsAt: sql`now() + interval '30 seconds'` })
  const late = await order({ si: [], pi: [] }, busy)
  expect(late.status).toBe(429)
  const wait = Number(late.headers.get('retry-after'))
  expect([wait > 0, wait <= 30]).toEqual([true, true])
  expect((await order({ si: [], pi: [] })).status).toBe(400)
})

test('a project has at most 200 members, whose roles can still be changed', async () => {
  const people = Array.from({ length: 200 }, (_, index) => ({
    id: crypto.randomUUID(),
    username: `m${index}`,
    fullname: 'Mo',
    email: `m${index}@example.com`,
  }))
  await api.db.insert(users).values(people)
  const members = people.slice(0, 199).map(({ id }) => ({ projectId: project.id, userId: id, role: 'user' as const }))
  await api.db.insert(projectMembers).values(members)
  const admin = await personOfBoth('sysadmin')
  const assign = (email: string) =>
    admin.call('POST', '/v1/users/assign-role', { json: { project_id: project.id, email, role: 'user' } })
  expect((await assign('m199@example.com')).status).toBe(409)
  expected(await assign('m0@example.com'), 200)
})

test('only one of several people added at the same time becomes the 200th member', async () => {
  const full = await createProject(person)
  const people = Array.from({ length: 204 }, (_, index) => ({
    id: crypto.randomUUID(),
    username: `n${index}`,
    fullname: 'Noa',
    email: `n${index}@example.com`,
  }))
  await api.db.insert(users).values(people)
  const members = people.slice(0, 198).map(({ id }) => ({ projectId: full.id, userId: id, role: 'user' as const }))
  await api.db.insert(projectMembers).values(members)
  const admin = await personOfBoth('sysadmin')
  const answers = await Promise.all(
    people
      .slice(198)
      .map(({ email }) =>
        admin.call('POST', '/v1/users/assign-role', { json: { project_id: full.id, email, role: 'user' } }),
      ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  expect(await listAll(person, `/v1/projects/${full.id}/members`)).toHaveLength(200)
})

describe('a project has at most 10,000 files', () => {
  const message = (left: number) =>
    `A project can have at most 10,000 files, and this one has room for ${left} more. Nothing was stored. ` +
    'Delete files that are no longer needed, or upload fewer files.'
  const filledTo = async (count: number) => {
    const full = await createProject(person)
    const [stored] = await upload(person, full.id, { 'a.txt': 'a' })
    const [known] = await api.db
      .select()
      .from(fileTable)
      .where(eq(fileTable.id, stored?.id ?? ''))
    if (!known) throw new Error('The file was not kept.')
    for (let left = count - 1; left > 0; left -= 1000) {
      const rows = Array.from({ length: Math.min(1000, left) }, () => {
        const id = crypto.randomUUID()
        return { ...known, id, name: `${id}.txt`, nameKey: `${id}.txt` }
      })
      await api.db.insert(fileTable).values(rows)
    }
    return full
  }
  const send = ({ id }: Project, ...names: string[]) =>
    person.call('POST', `/v1/projects/${id}/files`, {
      form: uploadForm(person, Object.fromEntries(names.map((name) => [name, 'x']))),
    })
  const begin = ({ id }: Project, size: number, filename = 'tus.txt') =>
    person.call('POST', `/v1/projects/${id}/uploads`, {
      headers: tusHeaders(size, { filename, uid: person.id, uname: person.username }),
    })
  const proceed = ({ id }: Project, location: string | null) =>
    person.call('PATCH', `/v1/projects/${id}/${location}`, {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: 'x',
    })

  test('even if several are uploaded at once, in one request or resumable, and each request is stored completely or not at all', async () => {
    const full = await filledTo(9998)
    const storedBefore = (await api.storedFiles()).length
    const three = await send(full, 'b.txt', 'c.txt', 'd.txt')
    expect([three.status, three.body.message]).toEqual([413, message(2)])
    expect((await api.storedFiles()).length).toBe(storedBefore)

    const waiting = await begin(full, 1)
    const location = waiting.headers.get('location')
    const answers = await Promise.all([
      ...['e.txt', 'f.txt', 'g.txt'].map((name) => send(full, name)),
      proceed(full, location),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(
      answers[3]?.status === 200 ? [200, 201, 413, 413] : [201, 201, 413, 413],
    )
    const { total } = expected(
      await person.call<{ total: number }>('GET', `/v1/projects/${full.id}/files?limit=1`),
      200,
    )
    expect(total).toBe(10_000)

    // A different name, because the upload that was waiting may have been stored.
    const late = await begin(full, 1, 'late.txt')
    expect([late.status, late.body.message]).toEqual([413, message(0)])
    const one = await send(full, 'h.txt')
    expect([one.status, one.body.message]).toEqual([413, message(0)])
  })

  test('and still accepts replacements, in one request or resumable', async () => {
    const full = await filledTo(10_000)
    const replaceable = async () =>
      expected(await person.call<{ files: File[] }>('GET', `/v1/projects/${full.id}/files?limit=1`), 200).files[0]
        ?.id ?? ''
    const whole = await person.call('POST', `/v1/projects/${full.id}/files`, {
      form: uploadForm(person, { 'whole.txt': 'x' }, { replaces: await replaceable() }),
    })
    expect(whole.status).toBe(201)
    const started = await person.call('POST', `/v1/projects/${full.id}/uploads`, {
      headers: tusHeaders(1, {
        filename: 'parts.txt',
        uid: person.id,
        uname: person.username,
        replaces: await replaceable(),
      }),
    })
    expect(started.status).toBe(201)
    expect((await proceed(full, started.headers.get('location'))).status).toBe(200)
    const [size] = await api.db.select().from(projects).where(eq(projects.id, full.id))
    expect(size?.fileCount).toBe(10_000)
    expect((await send(full, 'more.txt')).status).toBe(413)
  })
})

test('a project has at most 1,000 links, not counting expired ones', async () => {
  const own = await createProject(person)
  const created: File[] = []
  for (let n = 0; n < 11; n++) created.push(...(await upload(person, own.id, { [`${n}.txt`]: 'x' })))
  const links = (count: number, expiresAt: Date) =>
    created.slice(0, 10).flatMap(({ id: fileId }) =>
      Array.from({ length: count }, () => ({
        fileId,
        createdBy: person.id,
        expiresAt,
        tokenHash: crypto.randomUUID(),
      })),
    )
  const tomorrow = new Date(Date.now() + 86_400_000)
  await api.db.insert(fileShares).values(links(10, new Date(Date.now() - 1000)))
  await api.db.insert(fileShares).values(links(100, tomorrow).slice(0, 999))
  const share = () => person.call('POST', `/v1/files/${created[10]?.id}/share`, { json: {} })
  const answers = await Promise.all([share(), share(), share()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    'A project can have at most 1,000 links. Revoke one that is no longer needed, then try again.',
  )
})

test('a file has at most 100 links', async () => {
  const expiresAt = new Date(Date.now() + 86_400_000)
  const links = Array.from({ length: 99 }, () => ({ fileId: layout.id, createdBy: person.id, expiresAt }))
  await api.db.insert(fileShares).values(links.map((link) => ({ ...link, tokenHash: crypto.randomUUID() })))
  const share = () => person.call('POST', `/v1/files/${layout.id}/share`, { json: {} })
  expected(await share(), 201)
  const refused = await share()
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A file can have at most 100 links. Revoke one that is no longer needed, then try again.',
  ])
})
