/** The storage limit of a single project, which the staff change for a customer who has paid. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { projects, simulationRequests } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { makeAtOnce } from '../at-once'
import { type Answer, createProject, expected, tusHeaders, upload, uploadForm } from '../caller'

type Schemas = components['schemas']
type StaffRequest = Schemas['StaffRequest']

/** In bytes: the usual limit here is far below the smallest one that the staff can set. */
const USUAL = 1000
const GB = 1_073_741_824

let api: ApiServer
let customer: Person
let staff: Person
let colleague: Person
let project: Project
let layout: File
beforeAll(async () => {
  api = await startApi({ storageLimitBytes: USUAL })
  customer = await api.person('user', 'project_manager')
  staff = await api.person('user', 'staff')
  colleague = await api.person('staff')
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await createProject(customer)
  ;[layout] = (await upload(customer, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
})

const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

async function requestAt(status: Schemas['RequestStatus']) {
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
  const { id } = expected(await customer.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  const paidAt = status === 'awaiting payment' ? null : new Date()
  await api.db.update(simulationRequests).set({ status, paidAt }).where(eq(simulationRequests.id, id))
  return id
}

const change = (id: string, limit_gb: unknown, from: unknown = USUAL, who = staff) =>
  who.call<StaffRequest>('PUT', `/v1/staff/requests/${id}/storage-limit`, { json: { limit_gb, from } })
const storageOf = async (id: string) =>
  expected(await staff.call<StaffRequest>('GET', `/v1/staff/requests/${id}`), 200).storage
const refusalOf = ({ status, body }: Answer) => [status, (body as Schemas['Problem']).message]
const listed = async () =>
  expected(await customer.call<Project[]>('GET', `/v1/projects?q=${project.id}`), 200)[0]?.storageLimitBytes
const changes = async () =>
  expected(await customer.call<Schemas['ActivityPage']>('GET', `/v1/projects/${project.id}/activity`), 200)
    .entries.filter(({ kind }) => kind.startsWith('storage limit'))
    .map(({ kind, before, after, person }) => [kind, before, after, person?.id])
const use = (usedBytes: number) => api.db.update(projects).set({ usedBytes }).where(eq(projects.id, project.id))

test('the staff raise it for one project, and its members see that, and who did it', async () => {
  covers('decisions-staff-storage-limit')
  const id = await requestAt('paid')
  expect(await storageOf(id)).toEqual({ used_bytes: 11, limit_bytes: USUAL, least_gb: 1, most_gb: 64 })
  const { storage } = expected(await change(id, 20), 200)
  expect(storage).toEqual({ used_bytes: 11, limit_bytes: 20 * GB, least_gb: 1, most_gb: 64 })
  expect(await listed()).toBe(20 * GB)
  expect(await changes()).toEqual([['storage limit raised', '1 KB', '20 GB', staff.id]])
  expect((await createProject(customer)).storageLimitBytes).toBe(USUAL)
})

describe('uploads', () => {
  const content = 'x'.repeat(2000)
  const begin = (size: number) =>
    customer.call('POST', `/v1/projects/${project.id}/uploads`, {
      headers: tusHeaders(size, { filename: 'large.txt', uid: customer.id, uname: customer.username }),
    })
  const send = () =>
    customer.call('POST', `/v1/projects/${project.id}/files`, { form: uploadForm(customer, { 'form.txt': content }) })

  test('of both kinds, and the restoration of a file, are limited by it', async () => {
    const id = await requestAt('paid')
    expect((await send()).status).toBe(413)
    expect((await begin(2000)).status).toBe(413)
    expected(await change(id, 1), 200)
    expected(await send(), 201)
    const address = `/v1/projects/${project.id}/${(await begin(2000)).headers.get('location')}`
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0' }
    const type = { 'content-type': 'application/offset+octet-stream' }
    const file = expected(
      await customer.call<File>('PATCH', address, { headers: { ...headers, ...type }, body: content }),
      200,
    )
    expected(await customer.call('DELETE', `/v1/files/${file.id}`), 204)
    expected(await customer.call('POST', `/v1/files/${file.id}/restore`), 200)
  })

  test('that do not fit name it', async () => {
    const id = await requestAt('paid')
    expected(await change(id, 2), 200)
    await use(2 * GB - 1024)
    expect(refusalOf(await begin(2000))).toEqual([413, expect.stringContaining('has 1 KB of its 2 GB left')])
  })

  test('that fill 90% of it are reported to the members, but not those that fill the usual limit', async () => {
    const id = await requestAt('paid')
    const isTold = async () =>
      expected(await customer.call<Schemas['NoticePage']>('GET', '/v1/notices'), 200).notices.some(
        ({ kind, project_id: about }) => kind === 'quota' && about === project.id,
      )
    expected(await change(id, 2), 200)
    await upload(customer, project.id, { 'usual.txt': content })
    expect(await isTold()).toBe(false)
    await use(Math.floor(1.8 * GB) - 1000)
    await upload(customer, project.id, { 'most.txt': content })
    expect(await isTold()).toBe(true)
  })

  test('of the staff are limited by it, too', async () => {
    const id = await requestAt('in progress')
    const deliver = () => {
      const form = new FormData()
      form.append('id', crypto.randomUUID())
      form.append('replaces', '0')
      form.append('files', new Blob([content]), 'report.pdf')
      return staff.call('POST', `/v1/staff/requests/${id}/deliveries`, { form })
    }
    expect((await deliver()).status).toBe(413)
    expected(await change(id, 1), 200)
    expected(await deliver(), 201)
  })
})

test('it never makes the storage smaller than the usual limit, which may have been raised since', async () => {
  const id = await requestAt('paid')
  await api.db.update(projects).set({ storageLimitBytes: 500 }).where(eq(projects.id, project.id))
  expect(await listed()).toBe(USUAL)
  expect((await storageOf(id))?.limit_bytes).toBe(USUAL)
})

describe('a colleague', () => {
  test('who has changed it in the meantime is not overwritten', async () => {
    const id = await requestAt('paid')
    expected(await change(id, 20, USUAL, colleague), 200)
    expect(refusalOf(await change(id, 8))).toEqual([409, expect.stringMatching(/changed to 20 GB in the meantime/)])
    expect(await listed()).toBe(20 * GB)
    expected(await change(id, 8, 20 * GB), 200)
    expect(await changes()).toEqual([
      ['storage limit lowered', '20 GB', '8 GB', staff.id],
      ['storage limit raised', '1 KB', '20 GB', colleague.id],
    ])
  })

  test('at the same moment is refused, and a double click is not', async () => {
    const id = await requestAt('paid')
    const hold = (tx: typeof api.db) =>
      tx.select().from(projects).where(eq(projects.id, project.id)).for('no key update')
    const both = [() => change(id, 8), () => change(id, 20, USUAL, colleague)]
    expect((await makeAtOnce(api.db, { hold }, both)).toSorted()).toEqual([200, 409])
    const limit = (await listed()) ?? 0
    const twice = [() => change(id, 30, limit), () => change(id, 30, limit)]
    expect(await makeAtOnce(api.db, { hold }, twice)).toEqual([200, 200])
    expect(await changes()).toHaveLength(2)
  })

  test('learns of it in an open tab, as the members do', async () => {
    const id = await requestAt('paid')
    expected(await change(id, 8), 200)
    const told = async (who: Person) => {
      const answer = await who.call('GET', '/v1/changes?once=true&age=5')
      const text = answer.bytes.toString()
      return ['project', 'request'].filter((kind) =>
        text.includes(`"kind":"${kind}","project_id":"${project.id}","id":"${kind === 'project' ? project.id : id}"`),
      )
    }
    expect(await told(colleague)).toEqual(['request'])
    expect(await told(customer)).toEqual(['project', 'request'])
  })
})

describe('it is refused', () => {
  test.each([
    ['more than 64 GB', 65],
    ['a part of a GB', 2.5],
    ['nothing', 0],
    ['text', '8'],
  ])('for %s', async (_, limit) => {
    const id = await requestAt('paid')
    const { status, body } = await change(id, limit)
    const { errors } = body as unknown as Schemas['Problem']
    expect([status, errors?.map(({ field }) => field)]).toEqual([400, ['limit_gb']])
    expect(await listed()).toBe(USUAL)
  })

  test('for less than the project uses', async () => {
    const id = await requestAt('paid')
    expected(await change(id, 8), 200)
    await use(3.5 * GB)
    expect((await storageOf(id))?.least_gb).toBe(4)
    expect(refusalOf(await change(id, 3, 8 * GB))).toEqual([
      400,
      'The new limit must be at least 4 GB, because the project uses 3.5 GB.',
    ])
    expected(await change(id, 4, 8 * GB), 200)
  })

  test.each(['awaiting payment', 'cancelled'] as const)('while the request is %s', async (status) => {
    const id = await requestAt(status)
    expect(await storageOf(id)).toBeUndefined()
    expect(refusalOf(await change(id, 8))).toEqual([409, expect.stringContaining('paid and not canceled')])
    expect(await listed()).toBe(USUAL)
  })

  test('if the request is canceled at the same moment', async () => {
    const id = await requestAt('paid')
    const ofRequest = eq(simulationRequests.id, id)
    const hold = (tx: typeof api.db) => tx.select().from(simulationRequests).where(ofRequest).for('update')
    const end = (tx: typeof api.db) => tx.update(simulationRequests).set({ status: 'cancelled' }).where(ofRequest)
    expect(await makeAtOnce(api.db, { hold, end }, [() => change(id, 8)])).toEqual([409])
    expect(await listed()).toBe(USUAL)
  })

  test('after the project was deleted', async () => {
    const id = await requestAt('delivered')
    await api.db.update(projects).set({ deletedAt: new Date() }).where(eq(projects.id, project.id))
    expect(await storageOf(id)).toBeUndefined()
    expect(refusalOf(await change(id, 8))).toEqual([409, expect.stringContaining('was deleted')])
  })

  test('to customers, also of their own projects, and to administrators', async () => {
    const id = await requestAt('paid')
    for (const who of [customer, await api.person('user', 'organization_admin'), await api.person('user', 'sysadmin')])
      expect((await change(id, 8, USUAL, who)).status).toBe(403)
    // It is not a field of the project that a member can change, and the staff's call needs the id of a request.
    const json = { storageLimitBytes: 8 * GB }
    expect((await customer.call('PUT', `/v1/projects/${project.id}`, { json })).status).toBe(400)
    expect((await change(project.id, 8)).status).toBe(404)
    expect(await listed()).toBe(USUAL)
  })
})
