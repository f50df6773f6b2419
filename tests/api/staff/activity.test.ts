/**
 * The activity of all projects, as the staff see it: what is listed for private projects, filters, pages, and the CSV
 * file.
 */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { activity, projects, simulationRequests } from '../../../server/database/schema'
import { deleteWholeProject } from '../../../server/projects/project-deletion'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'
import { payOrder, placeOrder } from '../requests/orders'

type Schemas = components['schemas']
type Page = Schemas['StaffActivityPage']

let api: ApiServer
let staff: Person
let customer: Person
let project: Project
beforeAll(async () => {
  api = await startApi()
  staff = await api.person('staff')
  customer = await api.person('user', 'project_manager')
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await createProject(customer, `Radar ${randomUUID()}`)
})

const list = async (query: Record<string, string>) =>
  expected(await staff.call<Page>('GET', `/v1/staff/activity?${new URLSearchParams(query)}`), 200)
/** All listed entries of the project, oldest first. They are found by its id, whatever its name. */
async function ofProject({ id } = project) {
  const found: Schemas['StaffActivityEntry'][] = []
  let cursor: string | null = null
  do {
    const page: Page = await list({ limit: '100', ...(cursor !== null && { cursor }) })
    found.push(...page.entries)
    cursor = page.next
  } while (cursor !== null)
  return found.filter((entry) => entry.project_id === id).toReversed()
}
const kindsOf = async (one = project) => (await ofProject(one)).map(({ kind }) => kind)
const setPrivate = async (isPrivate: boolean) =>
  expected(await customer.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate } }), 200)
const statusOf = (id: string, status: Schemas['RequestStatus']) =>
  api.db.update(simulationRequests).set({ status }).where(eq(simulationRequests.id, id))

test('what anybody does in any project is listed, newest first, with the project', async () => {
  covers('decisions-staff-activity')
  await upload(customer, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  const [, uploaded] = await ofProject()
  expect(uploaded).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    kind: 'file uploaded',
    person: { id: customer.id, name: `Pat ${customer.username}` },
    subject: 'board.kicad_pcb',
    before: null,
    after: null,
    file_id: expect.any(String),
    request_id: null,
    project_id: project.id,
    project_name: project.name,
  })
  const { entries } = await list({})
  expect(entries.map(({ at }) => at)).toEqual(
    entries
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
})

describe('of a private project', () => {
  test('nothing is listed without a paid request, not even from before the project was private', async () => {
    covers('decisions-staff-activity-private')
    await upload(customer, project.id, { 'secret.kicad_pcb': '(kicad_pcb)' })
    const { id } = await placeOrder(customer, project)
    expect(await kindsOf()).toHaveLength(4)
    await setPrivate(true)
    for (const status of ['awaiting payment', 'draft', 'cancelled'] as const) {
      await statusOf(id, status)
      expect(await kindsOf(), status).toEqual([])
    }
    const csv = await staff.call('GET', '/v1/staff/activity/export/csv')
    expect(csv.bytes.toString()).not.toContain(project.id)
    expect(csv.bytes.toString()).not.toContain('secret')
    const found = [
      await list({ project: project.name }),
      await list({ person: customer.email, project: project.name.slice(6) }),
    ]
    expect(found.map(({ entries }) => entries)).toEqual([[], []])

    await setPrivate(false)
    expect(await kindsOf()).toHaveLength(6)
  })

  test.each(['paid', 'in progress', 'delivered'] as const)(
    'what concerns a request that is %s is listed, but no other request, file or member',
    async (status) => {
      await upload(customer, project.id, { 'secret.kicad_pcb': '(kicad_pcb)' })
      await setPrivate(true)
      await placeOrder(customer, project)
      const paid = await placeOrder(customer, project)
      await payOrder(api, paid)
      await statusOf(paid.id, status)
      const listed = await ofProject()
      expect(listed.map(({ kind }) => kind)).toEqual(['request ordered', 'request paid'])
      expect(new Set(listed.map(({ request_id: id }) => id))).toEqual(new Set([paid.id]))
    },
  )

  test('a request of a sample project, which nobody has paid for, shows nothing', async () => {
    await setPrivate(true)
    const { id } = await placeOrder(customer, project)
    await statusOf(id, 'delivered')
    expect(await kindsOf()).toEqual(['request ordered'])
    await api.db.update(simulationRequests).set({ number: null }).where(eq(simulationRequests.id, id))
    expect(await kindsOf()).toEqual([])
  })
})

describe('of a deleted project', () => {
  const removeProject = () => api.db.transaction((tx) => deleteWholeProject(tx, project.id))

  test('everything is listed, without its current name', async () => {
    expected(await customer.call('DELETE', `/v1/projects/${project.id}`), 204)
    expect((await ofProject()).at(-1)).toMatchObject({ kind: 'project deleted', project_name: project.name })
    await removeProject()
    const listed = await ofProject()
    expect(listed.map(({ kind }) => kind)).toEqual(['project created', 'project deleted'])
    expect(listed.at(-1)).toMatchObject({ subject: project.name, project_name: null })
  })

  test('nothing is listed if it was private when it was deleted', async () => {
    await setPrivate(true)
    await setPrivate(false)
    await setPrivate(true)
    await removeProject()
    expect(await kindsOf()).toEqual([])
  })

  test('everything is listed if it was private only at an earlier time', async () => {
    await setPrivate(true)
    await setPrivate(false)
    await removeProject()
    expect(await kindsOf()).toHaveLength(3)
  })

  test('nothing is listed if the record does not show that it was never private', async () => {
    const projectId = randomUUID()
    await api.db.insert(activity).values({ projectId, kind: 'file uploaded', subject: 'secret.kicad_pcb' })
    expect(await kindsOf({ ...project, id: projectId })).toEqual([])
  })
})

test('is filtered by kind, by person and by project', async () => {
  const other = await api.person('user')
  const theirs = await createProject(other, `Lidar ${randomUUID()}`)
  await upload(other, theirs.id, { 'lidar.txt': 'a' })
  await upload(customer, project.id, { 'radar.txt': 'a' })
  const found = async (query: Record<string, string>) => (await list(query)).entries.map(({ subject }) => subject)
  expect(await found({ person: other.email.toUpperCase() })).toEqual(['lidar.txt', theirs.name])
  expect(await found({ person: ` Pat  ${other.username}` })).toEqual(['lidar.txt', theirs.name])
  expect(await found({ project: `${project.name.slice(6)} radar` })).toEqual(['radar.txt', project.name])
  expect(await found({ project: theirs.name, kind: 'project created' })).toEqual([theirs.name])
  expect(await found({ project: theirs.name, person: customer.email })).toEqual([])
  expect(await found({ person: '   ', project: theirs.name })).toEqual(['lidar.txt', theirs.name])
  expect((await staff.call('GET', '/v1/staff/activity?kind=everything')).status).toBe(400)
})

test('has pages that contain each entry once, even if many have the same time', async () => {
  const entry = { projectId: project.id, kind: 'file uploaded' as const, at: new Date('2026-01-01T00:00:00Z') }
  await api.db.insert(activity).values(Array.from({ length: 5 }, (_, index) => ({ ...entry, subject: `${index}` })))
  const listed: string[] = []
  let cursor: string | null = null
  do {
    const page: Page = await list({ project: project.name, limit: '2', ...(cursor !== null && { cursor }) })
    listed.push(...page.entries.map(({ subject }) => subject))
    cursor = page.next
  } while (cursor !== null)
  expect(listed.toSorted()).toEqual(['0', '1', '2', '3', '4', project.name].toSorted())
})

describe('the CSV file', () => {
  const linesOf = async (query: Record<string, string>) => {
    const { status, bytes, headers } = await staff.call(
      'GET',
      `/v1/staff/activity/export/csv?${new URLSearchParams(query)}`,
    )
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename=activity.csv')
    const lines = bytes.toString().split('\r\n')
    expect(lines.pop()).toBe('')
    return lines
  }

  test('has all entries that match the filter, on all pages, newest first', async () => {
    covers('decisions-staff-activity-csv')
    const entry = { projectId: project.id, kind: 'file uploaded' as const, at: new Date('2026-01-01T00:00:00Z') }
    const many = Array.from({ length: 1200 }, (_, index) => ({ ...entry, subject: `file ${index}` }))
    for (const one of [0, 600]) await api.db.insert(activity).values(many.slice(one, one + 600))
    const [head, first, ...rest] = await linesOf({ project: project.name })
    expect(head).toBe('Time,Person,User ID,Activity,Subject,Before,After,File ID,Request ID,Project,Project ID')
    expect(first).toContain(
      `,Pat ${customer.username},${customer.id},project created,${project.name},,,,,${project.name},${project.id}`,
    )
    expect(new Set(rest).size).toBe(1200)
    expect(await linesOf({ project: project.name, kind: 'file deleted' })).toEqual([head])
  })

  test('is not evaluated by a spreadsheet, whatever a project or file is called', async () => {
    await api.db.update(projects).set({ name: '@SUM(1)' }).where(eq(projects.id, project.id))
    await upload(customer, project.id, { '=cmd|1': 'a' })
    const [, line] = await linesOf({ project: '@SUM(1)', kind: 'file uploaded' })
    expect(line).toContain(",'=cmd|1,")
    expect(line).toContain(",'@SUM(1),")
  })

  test('is limited to 10 calls per minute', async () => {
    const other = await api.person('staff')
    const statuses = []
    for (let call = 0; call < 11; call++) {
      statuses.push((await other.call('GET', '/v1/staff/activity/export/csv?kind=link%20revoked')).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})
