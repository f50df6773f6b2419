/** The staff's side of simulation requests: their queue, their data about a request, and their access to its files. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { simulationRequests } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type StaffRequest = Schemas['StaffRequest']
type Page = Schemas['StaffRequestPage']

let api: ApiServer
let customer: Person
let staff: Person
let colleague: Person
let project: Project
let layout: File
beforeAll(async () => {
  api = await startApi()
  customer = await api.person('user', 'project_manager')
  staff = await api.person('user', 'staff')
  colleague = await api.person('staff')
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await createProject(customer, `Radar ${crypto.randomUUID()}`)
  ;[layout] = (await upload(customer, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
})

const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

/** Orders a simulation and sets its status, as a payment or an operator would. */
async function requestAt(status: Schemas['RequestStatus'], more: Partial<typeof simulationRequests.$inferInsert> = {}) {
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
  const { id } = expected(await customer.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  const paidAt = status === 'awaiting payment' ? null : new Date()
  await api.db
    .update(simulationRequests)
    .set({ status, paidAt, ...more })
    .where(eq(simulationRequests.id, id))
  return id
}

const of = async (id: string, who = staff) =>
  expected(await who.call<StaffRequest>('GET', `/v1/staff/requests/${id}`), 200)
const change = (id: string, part: string, json: object, who = staff) =>
  who.call<StaffRequest>('PUT', `/v1/staff/requests/${id}/${part}`, { json })
const queue = async (query = '', who = staff) =>
  expected(await who.call<Page>('GET', `/v1/staff/requests?q=${project.name}${query}`), 200).requests
const activityOf = async () =>
  expected(await customer.call<Schemas['ActivityPage']>('GET', `/v1/projects/${project.id}/activity`), 200).entries

describe('the queue', () => {
  test('lists what is paid and not delivered, the earliest date first, with customer, value and assignee', async () => {
    covers('decisions-staff-queue')
    const due = (day: number) => ({ dueAt: new Date(Date.UTC(2026, 0, day)) })
    const late = await requestAt('in progress', due(9))
    const first = await requestAt('paid', due(2))
    await requestAt('awaiting payment')
    await requestAt('delivered', due(1))
    await requestAt('cancelled')
    expected(await change(first, 'assignment', { mine: true, from: null }), 200)
    const listed = await queue()
    expect(listed.map(({ id }) => id)).toEqual([first, late])
    expect(listed[0]).toMatchObject({
      number: expect.stringMatching(/^SI-\d+$/),
      project_name: project.name,
      status: 'paid',
      total: 1000,
      layout_name: 'board.kicad_pcb',
      due: '2026-01-02T00:00:00.000Z',
      customer: { id: customer.id, name: `Pat ${customer.username}`, email: customer.email },
      assignee: { id: staff.id, name: `Pat ${staff.username}` },
    })
    expect(Object.keys(listed[0] ?? {})).not.toContain('pi')
  })

  test.each([
    ['', 2],
    ['&state=paid', 1],
    ['&state=in progress', 1],
    ['&state=awaiting payment', 1],
    ['&state=delivered', 1],
    ['&state=all', 4],
    ['&assignee=me', 0],
    ['&assignee=nobody', 2],
  ])('filtered by "%s" has %i', async (query, count) => {
    for (const status of ['paid', 'in progress', 'awaiting payment', 'delivered'] as const) await requestAt(status)
    expect(await queue(query)).toHaveLength(count)
  })

  test('is searched by number and customer', async () => {
    const id = await requestAt('paid')
    const { number } = (await of(id)).summary
    const found = async (q: string) =>
      expected(await staff.call<Page>('GET', `/v1/staff/requests?q=${q}`), 200).requests.map((one) => one.id)
    expect(await found(number)).toEqual([id])
    expect(await found(`${customer.email.toUpperCase()} ${number}`)).toEqual([id])
    expect(await found(`${number} nobody`)).toEqual([])
  })

  test('has pages that contain each request once, even if many are due at the same moment', async () => {
    const dueAt = new Date(Date.UTC(2026, 5, 1))
    const ids = []
    for (let count = 0; count < 5; count++) ids.push(await requestAt('paid', { dueAt }))
    const listed: string[] = []
    let cursor: string | null = null
    do {
      const address = `/v1/staff/requests?q=${project.name}&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`
      const page: Page = expected(await staff.call<Page>('GET', address), 200)
      listed.push(...page.requests.map(({ id }) => id))
      cursor = page.next
    } while (cursor !== null)
    expect(listed.toSorted()).toEqual(ids.toSorted())
  })

  test('contains private projects, and no sample projects or drafts', async () => {
    const id = await requestAt('paid')
    expected(await customer.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate: true } }), 200)
    const draft = await requestAt('draft', { paidAt: null })
    expect((await queue('&state=all')).map((one) => one.id)).toEqual([id])
    expect((await staff.call('GET', `/v1/staff/requests/${draft}`)).status).toBe(404)
    const guest = await api.person('user')
    const sample = expected(await guest.call<Project>('POST', '/v1/sample-project'), 200)
    const [{ id: sampleRequest } = { id: '' }] = await api.db
      .select()
      .from(simulationRequests)
      .where(eq(simulationRequests.projectId, sample.id))
    expect((await staff.call('GET', `/v1/staff/requests/${sampleRequest}`)).status).toBe(404)
  })
})

describe('a request', () => {
  test('can be assigned and unassigned, but not without having seen a colleague’s assignment', async () => {
    covers('decisions-staff-assignment')
    const id = await requestAt('paid')
    const taken = expected(await change(id, 'assignment', { mine: true, from: null }), 200)
    expect(taken.summary.assignee?.id).toBe(staff.id)
    // A repeated call has no effect.
    expected(await change(id, 'assignment', { mine: true, from: null }), 200)
    const late = await change(id, 'assignment', { mine: true, from: null }, colleague)
    expect([late.status, (await of(id)).summary.assignee?.id]).toEqual([409, staff.id])
    expected(await change(id, 'assignment', { mine: true, from: staff.id }, colleague), 200)
    expect((await of(id)).summary.assignee?.id).toBe(colleague.id)
    expected(await change(id, 'assignment', { mine: false, from: colleague.id }), 200)
    expect((await of(id)).summary.assignee).toBeNull()
  })

  test('can be assigned to only one of two people at the same time', async () => {
    const id = await requestAt('paid')
    const answers = await Promise.all(
      [staff, colleague].map((who) => change(id, 'assignment', { mine: true, from: null }, who)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test.each(['awaiting payment', 'delivered', 'cancelled'] as const)(
    'that is %s cannot be assigned',
    async (status) => {
      const id = await requestAt(status)
      expect((await change(id, 'assignment', { mine: true, from: null })).status).toBe(409)
    },
  )

  test('is started once and assigned to whoever starts it, and the customer is notified', async () => {
    covers('decisions-staff-start')
    const id = await requestAt('paid')
    const begin = (who: Person) => who.call<StaffRequest>('POST', `/v1/staff/requests/${id}/start`)
    const { summary } = expected(await begin(staff), 200)
    expect(summary).toMatchObject({ status: 'in progress', assignee: { id: staff.id } })
    expect((await begin(colleague)).status).toBe(409)
    const [entry] = await activityOf()
    expect(entry).toMatchObject({ kind: 'request started', person: { id: staff.id }, request_id: id })
    const unread = expected(await customer.call<Schemas['NoticePage']>('GET', '/v1/notices'), 200).notices
    expect(unread).toContainEqual(expect.objectContaining({ detail: 'in progress', request_id: id }))
  })

  test('has private notes that a colleague cannot overwrite without having seen them', async () => {
    covers('decisions-staff-notes')
    const id = await requestAt('paid')
    const changed = expected(await change(id, 'notes', { notes: 'Return path?', version: 0 }), 200)
    expect([changed.notes, changed.notes_version]).toEqual(['Return path?', 1])
    const late = await change(id, 'notes', { notes: 'Other', version: 0 }, colleague)
    expect(late.status).toBe(409)
    // The call is repeated, as after a lost response.
    expect(expected(await change(id, 'notes', { notes: 'Return path?', version: 0 }), 200).notes_version).toBe(1)
    expected(await change(id, 'notes', { notes: 'Other', version: 1 }, colleague), 200)
    const seen = await customer.call('GET', `/v1/simulation-requests/${id}`)
    expect(seen.bytes.toString()).not.toContain('Other')
    expect((await change(id, 'notes', { notes: 'x'.repeat(10_001), version: 2 })).status).toBe(400)
  })

  test('has a checklist that says who has done what', async () => {
    covers('decisions-staff-checklist')
    const id = await requestAt('paid')
    expected(await change(id, 'checklist', { item: 'files', done: true }), 200)
    const { done } = expected(await change(id, 'checklist', { item: 'nets', done: true }, colleague), 200)
    expect(done.map(({ item, by }) => [item, by])).toEqual([
      ['files', `Pat ${staff.username}`],
      ['nets', `Pat ${colleague.username}`],
    ])
    // A person who marks it again does not replace the person who marked it first.
    expected(await change(id, 'checklist', { item: 'files', done: true }, colleague), 200)
    expect((await of(id)).done[0]?.by).toBe(`Pat ${staff.username}`)
    const undone = expected(await change(id, 'checklist', { item: 'files', done: false }), 200)
    expect(undone.done.map(({ item }) => item)).toEqual(['nets'])
    expect((await change(id, 'checklist', { item: 'coffee', done: true })).status).toBe(400)
  })
})

describe('the files of a request', () => {
  const zip = (id: string, who = staff, method = 'GET') => who.call(method, `/v1/staff/requests/${id}/files`)

  test('can be read as a zip, even from a private project and after their deletion, and the members see who read them', async () => {
    covers('decisions-staff-files')
    const id = await requestAt('paid')
    expected(await customer.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate: true } }), 200)
    expected(await customer.call('DELETE', `/v1/files/${layout.id}`), 204)
    const answer = await zip(id)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(/attachment.*SI-\d+ inputs\.zip/)
    expect(answer.bytes.includes('board.kicad_pcb')).toBe(true)
    const [entry] = await activityOf()
    expect(entry).toMatchObject({
      kind: 'request files opened',
      person: { id: staff.id },
      request_id: id,
      subject: expect.stringMatching(/^board\.kicad_pcb \(SI-\d+\)$/),
    })
    // A repeated download within a minute counts as the same access; a download by a colleague is a separate one.
    await zip(id)
    await zip(id, colleague)
    await zip(id, staff, 'HEAD')
    const opened = (await activityOf()).filter(({ kind }) => kind === 'request files opened')
    expect(opened.map(({ person }) => person?.id)).toEqual([colleague.id, staff.id])
  })

  test('are listed with what they were chosen as', async () => {
    const material = { id: crypto.randomUUID(), name: 'fr4.csv', size: 3, sha256: '0'.repeat(64) }
    const { files } = await of(await requestAt('paid', { material }))
    expect(files).toEqual([
      expect.objectContaining({ id: layout.id, name: 'board.kicad_pcb', role: 'layout' }),
      { ...material, role: 'material' },
    ])
  })

  test.each(['awaiting payment', 'cancelled'] as const)('cannot be read while it is %s', async (status) => {
    const id = await requestAt(status)
    expect((await zip(id)).status).toBe(409)
    expect((await activityOf()).some(({ kind }) => kind === 'request files opened')).toBe(false)
  })

  test('can be read one by one, in parts, and the members see who read them', async () => {
    covers('decisions-staff-file')
    const id = await requestAt('paid')
    expected(await customer.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate: true } }), 200)
    const read = (fileId: string, who = staff, headers = {}, of = id) =>
      who.call('GET', `/v1/staff/requests/${of}/files/${fileId}`, { headers })
    const whole = await read(layout.id)
    expect([whole.status, whole.bytes.toString()]).toEqual([200, '(kicad_pcb)'])
    const part = await read(layout.id, staff, { range: 'bytes=1-5' })
    expect([part.status, part.bytes.toString()]).toEqual([206, 'kicad'])
    const opened = (await activityOf()).filter(({ kind }) => kind === 'request files opened')
    expect(opened.map(({ person, request_id: of }) => [person?.id, of])).toEqual([[staff.id, id]])
    // The request still needs the layout after its deletion.
    expected(await customer.call('DELETE', `/v1/files/${layout.id}`), 204)
    expect((await read(layout.id)).status).toBe(200)

    const [other] = (await upload(customer, project.id, { 'other.kicad_pcb': '(kicad_pcb)' })) as [File]
    const statuses = []
    for (const fileId of [other.id, crypto.randomUUID()]) statuses.push((await read(fileId)).status)
    expect(statuses).toEqual([404, 404])
    const foreign = await createProject(customer)
    const [theirs] = (await upload(customer, foreign.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
    expect((await read(theirs.id)).status).toBe(404)
    expect((await read(layout.id, customer)).status).toBe(403)
    layout = other
    expect((await read(other.id, staff, {}, await requestAt('awaiting payment'))).status).toBe(409)
  })

  test('are all that the role gives access to in a project', async () => {
    const id = await requestAt('paid')
    for (const address of [
      `/v1/projects/${project.id}/files`,
      `/v1/files/${layout.id}/download`,
      `/v1/simulation-requests/${id}`,
      `/v1/projects/${project.id}/activity`,
    ]) {
      expect([address, (await staff.call('GET', address)).status]).toEqual([address, 404])
    }
  })
})

test('customers and administrators cannot find out which requests exist', async () => {
  covers('decisions-staff-request')
  const id = await requestAt('paid')
  for (const roles of [['user'], ['user', 'project_manager'], ['user', 'organization_admin'], ['user', 'sysadmin']]) {
    const person = await api.person(...roles)
    for (const known of [id, crypto.randomUUID()]) {
      expect((await person.call('GET', `/v1/staff/requests/${known}`)).status).toBe(403)
    }
    expect((await person.call('GET', '/v1/staff/requests')).status).toBe(403)
  }
})

test('an open staff page follows the requests of all customers', async () => {
  const id = await requestAt('paid')
  const follow = async (who: Person) => (await who.call('GET', '/v1/changes?once=true&age=3600')).bytes.toString()
  expect(await follow(staff)).toContain(id)
  expect(await follow(await api.person('user'))).not.toContain(id)
})

test('the requests of a staff member who deletes their data are unassigned', async () => {
  const leaving = await api.person('user', 'staff')
  const id = await requestAt('paid')
  expected(await change(id, 'assignment', { mine: true, from: null }, leaving), 200)
  expected(await leaving.call('POST', '/v1/users/me/deletion', { json: { username: leaving.username } }), 204)
  expect((await of(id)).summary.assignee).toBeNull()
})
