/** How much one person can store and ask for: everything that grows has an end. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../openapi/generated/product'
import { fileShares, projectMembers, users } from '../../server/store/schema'
import { startApi, type ApiServer, type File, type Person, type Project } from './api-server'
import { createProject, expected, upload } from './caller'

type Schemas = components['schemas']

let api: ApiServer
let person: Person
let project: Project
let layout: File

beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
  project = await createProject(person)
  ;[layout] = (await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
})
afterAll(() => api.stop())

const row = {
  ...{ interface: 'MIPI-D', speed: '1.5 Gbps', signal_nets: 'D0_P', ground_nets: 'GND', clock_signal: 'CLK' },
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
  expect(message).toBe('A request has at most 1,000 rows. Order the others separately.')
})

test.each([
  ['signal_nets', 10_000],
  ['ground_nets', 2000],
  ['clock_signal', 500],
])('%s of a row has at most %i characters', async (field, length) => {
  expected(await order({ si: [{ ...row, [field]: 'N'.repeat(length) }], pi: [] }), 200)
  const answer = await order({ si: [{ ...row, [field]: 'N'.repeat(length + 1) }], pi: [] })
  expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, `si[0].${field}`])
})

test('an order has at most 1 MB', async () => {
  const long = { ...row, signal_nets: 'N'.repeat(10_000) }
  expected(await order({ si: times(100, long), pi: [] }), 200)
  expect((await order({ si: times(110, long), pi: [] })).status).toBe(413)
})

test('120 checkouts a minute for one person, and none of them count for another', async () => {
  const busy = await api.person('sysadmin')
  const statuses = new Map<number, number>()
  for (let call = 0; call < 125; call++) {
    const { status } = await order({ si: [], pi: [] }, busy)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(statuses)).toEqual({ 400: 120, 429: 5 })
  expect((await order({ si: [], pi: [] })).status).toBe(400)
})

test('a project has at most 200 members, whose roles can still be changed', async () => {
  const people = Array.from({ length: 200 }, (_, index) => ({
    ...{ id: crypto.randomUUID(), username: `m${index}`, fullname: 'Mo', email: `m${index}@example.com` },
  }))
  await api.db.insert(users).values(people)
  const members = people.slice(0, 199).map(({ id }) => ({ projectId: project.id, userId: id, role: 'user' as const }))
  await api.db.insert(projectMembers).values(members)
  const admin = await api.person('sysadmin')
  const assign = (email: string) =>
    admin.call('POST', '/v1/users/assign-role', { json: { project_id: project.id, email, role: 'user' } })
  expect((await assign('m199@example.com')).status).toBe(409)
  expected(await assign('m0@example.com'), 200)
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
