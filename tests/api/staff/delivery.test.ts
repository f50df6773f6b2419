/** Deliveries by the staff: files and a report are stored once in the request's project; corrections replace them. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { requestDeliveries, requestReports, simulationRequests } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, formOf, upload } from '../caller'

type Schemas = components['schemas']
type StaffRequest = Schemas['StaffRequest']

const LIMIT = 200_000

let api: ApiServer
let customer: Person
let staff: Person
let colleague: Person
let project: Project
beforeAll(async () => {
  api = await startApi({ storageLimitBytes: LIMIT })
  customer = await api.person('user')
  staff = await api.person('user', 'staff')
  colleague = await api.person('staff')
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await createProject(customer)
})

const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

async function requestAt(status: Schemas['RequestStatus'] = 'in progress') {
  const [layout] = (await upload(customer, project.id, { [`${randomUUID()}.kicad_pcb`]: '(kicad_pcb)' })) as [File]
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
  const { id } = expected(await customer.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  await api.db.update(simulationRequests).set({ status, paidAt: new Date() }).where(eq(simulationRequests.id, id))
  return id
}

const report = (verdict: 'pass' | 'fail' = 'pass', more: object = {}) => ({
  ...{ verdict, words: 'Look at U1.', assumptions: [] },
  rows: [
    {
      ...{
        kind: 'pi',
        number: 1,
        verdict,
        checks: [],
        curves: [],
        eye: null,
        drops: [],
        network: 'vdd.s2p',
        words: null,
      },
      ...more,
    },
  ],
})

type Given = { by?: Person; id?: string; replaces?: number; reason?: string; report?: object | string }
type Files = Record<string, string | Uint8Array<ArrayBuffer>>

function deliver(requestId: string, files: Files, given: Given = {}) {
  const { by = staff, id = randomUUID(), replaces = 0, reason, report: found } = given
  const text = typeof found === 'string' ? found : JSON.stringify(found)
  const fields = { id, replaces: String(replaces), ...(reason && { reason }), ...(found && { report: text }) }
  return by.call<StaffRequest>('POST', `/v1/staff/requests/${requestId}/deliveries`, { form: formOf(fields, files) })
}
const readRequest = async (id: string) =>
  expected(await customer.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
const readReport = (id: string, query = '') =>
  customer.call<Schemas['RequestReport']>('GET', `/v1/simulation-requests/${id}/report${query}`)
const reports = async () =>
  expected(await customer.call<File[]>('GET', `/v1/projects/${project.id}/files`), 200).filter(
    ({ folderId }) => folderId === 'reports',
  )
const notices = async () =>
  expected(await customer.call<Schemas['NoticePage']>('GET', '/v1/notices'), 200).notices.map((one) => [
    one.kind,
    one.detail,
  ])

describe('a delivery', () => {
  test('adds the files to Reports, stores the report, and notifies the customer', async () => {
    covers('decisions-staff-deliver')
    const id = await requestAt()
    const files = { 'vdd.s2p': '# GHz S RI R 50\n1 0 0', 'summary.pdf': 'words' }
    const { summary, deliveries } = expected(await deliver(id, files, { report: report('fail') }), 201)
    expect(summary).toMatchObject({ status: 'delivered', verdict: 'fail' })
    expect(deliveries).toEqual([
      expect.objectContaining({ number: 1, reason: null, verdict: 'fail', by: `Pat ${staff.username}` }),
    ])
    expect(deliveries[0]?.files.map(({ name }) => name)).toEqual(['vdd.s2p', 'summary.pdf'])
    expect((await reports()).map(({ name }) => name).toSorted()).toEqual(['summary.pdf', 'vdd.s2p'])
    const found = expected(await readReport(id), 200)
    expect([found.verdict, found.words, found.rows[0]?.network]).toEqual(['fail', 'Look at U1.', 'vdd.s2p'])
    expect(found.files.map(({ id: file }) => file).toSorted()).toEqual(
      (await reports()).map((one) => one.id).toSorted(),
    )
    expect(await notices()).toContainEqual(['delivery', null])
    const { entries } = expected(
      await customer.call<Schemas['ActivityPage']>('GET', `/v1/projects/${project.id}/activity`),
      200,
    )
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: 'request delivered', person: { id: staff.id, name: `Pat ${staff.username}` } }),
    )
    // The customer reads the bytes that were delivered.
    const pdf = (await reports()).find(({ name }) => name === 'summary.pdf')
    expect((await customer.call('GET', `/v1/files/${pdf?.id}/download`)).bytes.toString()).toBe('words')
  })

  test('can be repeated after a lost response, and two clicks deliver once', async () => {
    const id = await requestAt()
    const again = { id: randomUUID() }
    const answers = await Promise.all([1, 2].map(() => deliver(id, { 'eye.pdf': 'eye' }, again)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const before = (await api.storedFiles()).length
    const told = (await notices()).length
    expect(expected(await deliver(id, { 'eye.pdf': 'eye' }, again), 201).deliveries).toHaveLength(1)
    expect((await api.storedFiles()).length).toBe(before)
    expect((await reports()).map(({ name }) => name)).toEqual(['eye.pdf'])
    expect((await notices()).length).toBe(told)
  })

  test('is made by only one of two members of the staff at the same time', async () => {
    const id = await requestAt()
    const before = (await api.storedFiles()).length
    const answers = await Promise.all([staff, colleague].map((by) => deliver(id, { 'eye.pdf': by.username }, { by })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await reports()).toHaveLength(1)
    // Nothing is left of the refused files.
    expect((await api.storedFiles()).length).toBe(before + 1)
  })

  test.each(['awaiting payment', 'paid', 'cancelled'] as const)(
    'is refused while the request is %s',
    async (status) => {
      const id = await requestAt(status)
      const before = await api.storedFiles()
      expect((await deliver(id, { 'eye.pdf': 'eye' })).status).toBe(409)
      expect((await api.storedFiles()).toSorted()).toEqual(before.toSorted())
    },
  )

  test.each([
    ['invalid JSON', '{', 'report must be JSON.'],
    ['another format', { verdict: 'pass' }, /is missing/],
    ['a row that was not ordered', report('pass', { number: 2 }), 'The request has no row PI 2.'],
    [
      'a file that is not delivered',
      report('pass', { network: 'gone.s2p' }),
      'PI 1: The delivery does not contain gone.s2p.',
    ],
  ])('with a report of %s is refused, and nothing is kept', async (_, found, message) => {
    const id = await requestAt()
    const before = await api.storedFiles()
    const refused = await deliver(id, { 'vdd.s2p': '!' }, { report: found })
    expect([400, 409]).toContain(refused.status)
    expect(refused.body).toMatchObject({ message: expect.stringMatching(message) })
    expect((await readRequest(id)).status).toBe('in progress')
    expect((await api.storedFiles()).toSorted()).toEqual(before.toSorted())
    expect(await reports()).toEqual([])
  })

  test('that does not fit into the project is refused entirely', async () => {
    const id = await requestAt()
    const large = new Uint8Array(LIMIT)
    const refused = await deliver(id, { 'small.pdf': 'eye', 'large.pdf': large })
    expect(refused.status).toBe(413)
    expect(await reports()).toEqual([])
    expect((await readRequest(id)).status).toBe('in progress')
  })

  test('needs a file, and an existing delivery to replace', async () => {
    const id = await requestAt()
    expect((await deliver(id, {})).status).toBe(400)
    expect((await deliver(id, { 'eye.pdf': 'eye' }, { replaces: 1, reason: 'Wrong port' })).status).toBe(409)
    expect(await reports()).toEqual([])
  })

  test('is refused once the project is deleted', async () => {
    const id = await requestAt()
    await api.db.update(simulationRequests).set({ projectId: randomUUID() }).where(eq(simulationRequests.id, id))
    expect((await deliver(id, { 'eye.pdf': 'eye' })).status).toBe(409)
  })
})

describe('the report', () => {
  const readAsStaff = (id: string, query = '', who = staff) =>
    who.call<Schemas['RequestReport']>('GET', `/v1/staff/requests/${id}/report${query}`)

  test('is the same for the staff, also of a delivery that was replaced and in a private project', async () => {
    covers('decisions-staff-report')
    expected(await customer.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate: true } }), 200)
    const id = await requestAt()
    expect((await readAsStaff(id)).status).toBe(404)
    expected(await deliver(id, { 'vdd.s2p': 'first' }, { report: report('fail') }), 201)
    expected(
      await deliver(id, { 'vdd.s2p': 'second' }, { replaces: 1, reason: 'Wrong port', report: report('pass') }),
      201,
    )
    for (const query of ['', '?delivery=1', '?delivery=2']) {
      const shown = expected(await readReport(id, query), 200)
      expect(expected(await readAsStaff(id, query, colleague), 200)).toEqual(shown)
    }
    expect((await readAsStaff(id, '?delivery=3')).status).toBe(404)
    expect((await readAsStaff(id, '?delivery=0')).status).toBe(400)
  })

  test('is refused to everyone else, and to the staff unless the request is paid', async () => {
    const id = await requestAt()
    expected(await deliver(id, { 'vdd.s2p': 'first' }, { report: report() }), 201)
    const others = [customer, await api.person('user'), await api.person('user', 'sysadmin')]
    for (const who of others) expect((await readAsStaff(id, '', who)).status).toBe(403)
    expect((await api.anonymous.call('GET', `/v1/staff/requests/${id}/report`)).status).toBe(401)
    // The staff role gives no access through the customer's call.
    expect((await staff.call('GET', `/v1/simulation-requests/${id}/report`)).status).toBe(404)
    for (const status of ['awaiting payment', 'cancelled'] as const) {
      await api.db.update(simulationRequests).set({ status }).where(eq(simulationRequests.id, id))
      expect((await readAsStaff(id)).status).toBe(409)
    }
    expect((await readAsStaff(randomUUID())).status).toBe(404)
  })

  test('can be found with the other requests of its project', async () => {
    const id = await requestAt()
    const other = await createProject(customer)
    const list = async (projectId: string) =>
      expected(
        await staff.call<Schemas['StaffRequestPage']>('GET', `/v1/staff/requests?state=all&project_id=${projectId}`),
        200,
      ).requests.map((one) => one.id)
    expect([await list(project.id), await list(other.id)]).toEqual([[id], []])
  })
})

describe('a correction', () => {
  test('replaces the files and the report, and the earlier ones are unchanged', async () => {
    covers('decisions-staff-correct')
    const id = await requestAt()
    const first = { 'vdd.s2p': 'first', 'summary.pdf': 'words' }
    expected(await deliver(id, first, { report: report('fail') }), 201)
    const old = (await reports()).find(({ name }) => name === 'vdd.s2p')
    const delivered = (await readRequest(id)).delivered
    expect(await readRequest(id)).not.toHaveProperty('deliveries')

    const reason = 'Port 2 was open in the first run.'
    const { summary } = expected(
      await deliver(id, { 'vdd.s2p': 'second' }, { replaces: 1, reason, report: report('pass') }),
      201,
    )
    expect(summary).toMatchObject({ status: 'delivered', verdict: 'pass', delivered })
    const request = await readRequest(id)
    expect(request.deliveries?.map((one) => [one.number, one.reason, one.verdict, one.files.length])).toEqual([
      [2, reason, 'pass', 1],
      [1, null, 'fail', 2],
    ])
    expect(expected(await readReport(id), 200).verdict).toBe('pass')
    expect(expected(await readReport(id, '?delivery=2'), 200).verdict).toBe('pass')
    const replaced = expected(await readReport(id, '?delivery=1'), 200)
    expect([replaced.verdict, replaced.files.map(({ name }) => name)]).toEqual(['fail', ['vdd.s2p', 'summary.pdf']])
    expect((await readReport(id, '?delivery=3')).status).toBe(404)

    // The corrected file becomes a new revision of the file with the same name; the earlier one can still be read.
    const listed = (await reports()).find(({ name }) => name === 'vdd.s2p')
    expect([listed?.id === old?.id, listed?.revisions]).toEqual([false, 2])
    expect((await reports()).map(({ name }) => name).toSorted()).toEqual(['summary.pdf', 'vdd.s2p'])
    expect((await customer.call('GET', `/v1/files/${old?.id}/download`)).bytes.toString()).toBe('first')
    expect((await customer.call('GET', `/v1/files/${listed?.id}/download`)).bytes.toString()).toBe('second')
    expect(await notices()).toContainEqual(['delivery', 'corrected'])
  })

  test('without a reason, or of a delivery that a colleague has just corrected, is refused', async () => {
    const id = await requestAt()
    expected(await deliver(id, { 'eye.pdf': 'one' }), 201)
    expect((await deliver(id, { 'eye.pdf': 'two' }, { replaces: 1 })).status).toBe(409)
    const answers = await Promise.all(
      [staff, colleague].map((by) => deliver(id, { 'eye.pdf': by.id }, { by, replaces: 1, reason: 'Wrong net' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await readRequest(id)).deliveries?.map(({ number }) => number)).toEqual([2, 1])
  })

  test('of a delivery by an earlier release keeps its files and report', async () => {
    const id = await requestAt()
    expected(await deliver(id, { 'vdd.s2p': 'old' }, { report: report('fail') }), 201)
    await api.db.delete(requestDeliveries).where(eq(requestDeliveries.requestId, id))
    expected(await deliver(id, { 'vdd.s2p': 'new' }, { replaces: 1, reason: 'Wrong net' }), 201)
    const { deliveries } = await readRequest(id)
    expect(deliveries?.map(({ number, by, files }) => [number, by, files.map(({ name }) => name)])).toEqual([
      [2, `Pat ${staff.username}`, ['vdd.s2p']],
      [1, null, ['vdd.s2p']],
    ])
    expect(expected(await readReport(id, '?delivery=1'), 200).verdict).toBe('fail')
    // The corrected delivery has no report, so the request has none.
    expect((await readReport(id)).status).toBe(404)
    expect(await api.db.$count(requestReports, eq(requestReports.requestId, id))).toBe(0)
  })
})
