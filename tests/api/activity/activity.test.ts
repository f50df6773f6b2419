import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { deliver } from '../../../server/requests/delivery'
import { take } from '../../../server/requests/request-steps'
import { signedEvent } from '../../../server/payments/sandbox'
import { activity } from '../../../server/database/schema'
import { startApi, type ApiServer, type Person, type Project } from '../api-server'
import { createProject, expected, tusHeaders, upload, uploadForm } from '../caller'
import { covers } from '../../spec-coverage/covers'

type Schemas = components['schemas']
type Page = Schemas['ActivityPage']

let api: ApiServer
let person: Person
let admin: Person
let project: Project
beforeAll(async () => {
  api = await startApi()
  person = await api.person('user', 'project_manager')
  admin = await api.person('user', 'organization_admin')
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await createProject(person, `Camera ${crypto.randomUUID()}`)
})

const read = async (query = '', { id } = project) =>
  expected(await person.call<Page>('GET', `/v1/projects/${id}/activity${query}`), 200)

/** The entries after the creation of the project, oldest first, without the fields that differ between runs. */
const recorded = async () =>
  (await read('?limit=100')).entries
    .slice(0, -1)
    .reverse()
    .map(({ kind, person: by, subject, before, after }) => ({ kind, by: by?.id ?? null, subject, before, after }))

const entry = (kind: string, subject: string, more: { by?: string | null; before?: string; after?: string } = {}) => ({
  kind,
  by: person.id,
  subject,
  before: null,
  after: null,
  ...more,
})

const member = async () => {
  const known = await api.person('user')
  expected(await known.call('GET', '/v1/users/me'), 200)
  return known
}
const assign = (who: Person, email: string, role: string) =>
  who.call<Schemas['Member']>('POST', '/v1/users/assign-role', { json: { project_id: project.id, email, role } })

describe('the activity record', () => {
  test('contains uploads of both kinds, new revisions, type changes and deletions of files', async () => {
    const [board] = await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
    const metadata = { filename: 'empty.txt', uid: person.id, uname: person.username }
    expected(await person.call('POST', `/v1/projects/${project.id}/uploads`, { headers: tusHeaders(0, metadata) }), 201)
    const [newer] = await upload(
      person,
      project.id,
      { 'board.kicad_pcb': '(kicad_pcb 2)' },
      { replaces: board?.id ?? '' },
    )
    const type = { json: { fileType: 'material' } }
    for (let sent = 0; sent < 2; sent++) expected(await person.call('PUT', `/v1/files/${newer?.id}/type`, type), 200)
    expected(await person.call('DELETE', `/v1/files/${newer?.id}`), 204)
    expect(await recorded()).toEqual([
      entry('file uploaded', 'board.kicad_pcb'),
      entry('file uploaded', 'empty.txt'),
      entry('file revised', 'board.kicad_pcb'),
      entry('file type changed', 'board.kicad_pcb', { before: 'layout', after: 'material' }),
      entry('file deleted', 'board.kicad_pcb'),
    ])
  })

  test('contains the creation of the project and, for an edit, only the changed fields', async () => {
    const created = (await read()).entries
    expect(created).toEqual([
      expect.objectContaining({
        kind: 'project created',
        subject: project.name,
        person: { id: person.id, name: `Pat ${person.username}` },
      }),
    ])
    const edit = async (json: object) => expected(await person.call('PUT', `/v1/projects/${project.id}`, { json }), 200)
    const renamed = `Renamed ${crypto.randomUUID()}`
    await edit({ name: renamed, notes: 'n' })
    await edit({ name: renamed, notes: 'n', isPrivate: true })
    expect(await recorded()).toEqual(
      expect.arrayContaining([
        entry('project renamed', renamed, { before: project.name, after: renamed }),
        entry('project changed', renamed, { after: 'notes' }),
        entry('project privacy changed', renamed, { before: 'not private', after: 'private' }),
      ]),
    )
    expect(await recorded()).toHaveLength(3)
  })

  test('contains changes of members and share links', async () => {
    const known = await member()
    const name = `Pat ${known.username}`
    for (let sent = 0; sent < 2; sent++) expected(await assign(person, known.email, 'user'), 200)
    const added = expected(await assign(admin, known.email, 'project_manager'), 200)
    expected(await person.call('DELETE', `/v1/projects/${project.id}/members/${added.id}`), 204)
    const [file] = await upload(person, project.id, { 'a.txt': 'a' })
    const share = expected(
      await person.call<Schemas['Share']>('POST', `/v1/files/${file?.id}/share`, { json: {} }),
      201,
    )
    expected(await person.call('DELETE', `/v1/files/${file?.id}/share/${share.id}`), 204)
    expect(await recorded()).toEqual([
      entry('member added', name, { after: 'user' }),
      entry('member role changed', name, { by: admin.id, before: 'user', after: 'project_manager' }),
      entry('member removed', name),
      entry('file uploaded', 'a.txt'),
      entry('link created', 'a.txt'),
      entry('link revoked', 'a.txt'),
    ])
  })

  test('contains the order, payment, start, delivery and cancellation of requests, each once', async () => {
    const [layout] = await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
    const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
    const files = { layout_file_id: layout?.id, stackup_file_id: null, material_file_id: null }
    const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
    const order = async () => {
      const { id, url } = expected(await person.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
      const { number } = expected(
        await person.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`),
        200,
      )
      return { id, name: `board.kicad_pcb (${number})`, checkoutId: url.split('/').at(-1) ?? '' }
    }
    const folder = await mkdtemp(path.join(os.tmpdir(), 'reports-'))
    const report = path.join(folder, 'eye.pdf')
    await writeFile(report, 'eye')
    const desk = { db: api.db, payments: api.deps.payments }

    const { id, name, checkoutId } = await order()
    const { body, headers } = await signedEvent(api.db, checkoutId, 'paid')
    for (let sent = 0; sent < 2; sent++)
      expected(await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers }), 204)
    await take(desk, 'start', id)
    await deliver({ db: api.db, storage: api.deps.storage, usual: api.config }, id, [report])
    const other = await order()
    expected(await person.call('POST', `/v1/simulation-requests/${other.id}/cancel`), 200)
    const third = await order()
    await take(desk, 'cancel', third.id)
    await rm(folder, { recursive: true })

    const [uploaded, ordered, paid, started, ...rest] = await recorded()
    expect([uploaded, ordered, paid, started]).toEqual([
      entry('file uploaded', 'board.kicad_pcb'),
      entry('request ordered', name, { after: '$1,000' }),
      entry('request paid', name, { by: null }),
      entry('request started', name, { by: 'operator' }),
    ])
    // The two entries of a delivery have the same time.
    expect(rest.slice(0, 2)).toEqual(
      expect.arrayContaining([
        entry('request delivered', name, { by: 'operator' }),
        entry('file uploaded', 'eye.pdf', { by: 'operator' }),
      ]),
    )
    expect(rest.slice(2)).toEqual([
      entry('request ordered', other.name, { after: '$1,000' }),
      entry('request cancelled', other.name),
      entry('request ordered', third.name, { after: '$1,000' }),
      entry('request cancelled', third.name, { by: 'operator' }),
    ])
    const { entries, people } = await read('?kind=request paid')
    expect(entries.map((one) => one.request_id)).toEqual([id])
    expect(people).toContainEqual({ id: 'operator', name: 'Operator' })
  })

  test('contains no entry for a refused call', async () => {
    const [file] = await upload(person, project.id, { 'a.txt': 'a' })
    const before = await recorded()
    const form = uploadForm(person, { 'a.txt': 'b', 'b.txt': 'b' })
    expect((await person.call('POST', `/v1/projects/${project.id}/files`, { form })).status).toBe(409)
    const other = await createProject(person)
    const rename = { json: { name: other.name, notes: 'x' } }
    expect((await person.call('PUT', `/v1/projects/${project.id}`, rename)).status).toBe(409)
    const stale = { json: { notes: 'x' }, headers: { 'if-match': '"7"' } }
    expect((await person.call('PUT', `/v1/projects/${project.id}`, stale)).status).toBe(412)
    expect((await person.call('PUT', `/v1/files/${file?.id}/type`, { json: { fileType: 'none' } })).status).toBe(400)
    expect(await recorded()).toEqual(before)
  })

  test('contains one deletion if two members delete a file at the same time', async () => {
    const known = await member()
    expected(await assign(person, known.email, 'user'), 200)
    const [file] = await upload(person, project.id, { 'a.txt': 'a' })
    await Promise.all([person, known].map((who) => who.call('DELETE', `/v1/files/${file?.id}`)))
    expect((await read('?kind=file deleted')).entries).toHaveLength(1)
  })

  test('outlives the project, and cannot be changed or deleted', async () => {
    expected(await person.call('DELETE', `/v1/projects/${project.id}`), 204)
    const ofProject = eq(activity.projectId, project.id)
    await expect(api.db.update(activity).set({ subject: 'x' }).where(ofProject)).rejects.toThrow()
    await expect(api.db.delete(activity).where(ofProject)).rejects.toThrow()
    const rows = await api.db.select().from(activity).where(ofProject)
    expect(rows.map(({ kind, subject }) => [kind, subject]).toSorted()).toEqual([
      ['project created', project.name],
      ['project deleted', project.name],
    ])
    expect((await person.call('GET', `/v1/projects/${project.id}/activity`)).status).toBe(404)
  })
})

describe('the activity list', () => {
  /** Adds entries in groups of four with the same time. */
  const add = (count: number, of = project.id, by = person) =>
    api.db.insert(activity).values(
      Array.from({ length: count }, (_, n) => ({
        projectId: of,
        at: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 4)),
        kind: 'file uploaded' as const,
        personId: by.id,
        personName: by.username,
        subject: `${n}.txt`,
      })),
    )

  test('has pages that neither skip nor repeat an entry, even if entries are added in between', async () => {
    await add(130)
    const subjects: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Page = await read(cursor && `?cursor=${cursor}`)
      expect(page.people === undefined).toBe(cursor !== '')
      subjects.push(...page.entries.map(({ subject }) => subject))
      await upload(person, project.id, { [`${crypto.randomUUID()}.txt`]: 'x' })
      cursor = page.next
    }
    expect(subjects.toSorted()).toEqual([project.name, ...Array.from({ length: 130 }, (_, n) => `${n}.txt`)].toSorted())
  })

  test('can be filtered by kind and person, and names all people who have an entry', async () => {
    covers('decisions-activity')
    const known = await member()
    await add(3, project.id, known)
    await upload(person, project.id, { 'own.txt': 'x' })
    const uploads = await read('?kind=file uploaded')
    expect(uploads.entries).toHaveLength(4)
    expect(uploads.people).toEqual(
      expect.arrayContaining([
        { id: known.id, name: known.username },
        { id: person.id, name: `Pat ${person.username}` },
      ]),
    )
    const own = await read(`?kind=file uploaded&person=${person.id}`)
    expect(own.entries.map(({ subject }) => subject)).toEqual(['own.txt'])
    expect((await read(`?person=${known.id}`)).entries).toHaveLength(3)
    for (const query of ['?kind=nothing', '?limit=101', '?cursor=x', `?person=${'x'.repeat(256)}`])
      expect((await person.call('GET', `/v1/projects/${project.id}/activity${query}`)).status).toBe(400)
  })

  test('names people as in their newest entry', async () => {
    const earlier = { projectId: project.id, at: new Date(0), kind: 'file uploaded' as const, subject: 'old.txt' }
    await api.db.insert(activity).values({ ...earlier, personId: person.id, personName: 'Former name' })
    expect((await read()).people).toEqual([{ id: person.id, name: `Pat ${person.username}` }])
  })

  test('never shows another project, even with its cursor', async () => {
    const stranger = await api.person('user')
    const theirs = await createProject(stranger)
    await add(60, theirs.id, stranger)
    const first = expected(await stranger.call<Page>('GET', `/v1/projects/${theirs.id}/activity`), 200)
    const page = await read(`?cursor=${first.next}`)
    expect(page.entries).toEqual([])
    expect((await read(`?person=${stranger.id}`)).entries).toEqual([])
    expect((await person.call('GET', `/v1/projects/${theirs.id}/activity`)).status).toBe(404)
  })
})

test('administrators export everything as CSV, in which no cell is a formula', async () => {
  covers('decisions-activity-csv')
  await upload(person, project.id, { '=cmd|calc.txt': 'x' })
  const address = `/v1/projects/${project.id}/activity/export/csv`
  expect(await person.call('GET', address)).toMatchObject({
    status: 403,
    body: { message: 'This requires the organization_admin or sysadmin role.' },
  })
  const answer = await admin.call('GET', address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${project.name}-activity.csv"`)
  const [heading, newest, oldest] = answer.bytes.toString().split('\r\n')
  expect(heading).toBe('Time,Person,User ID,Activity,Subject,Before,After,File ID,Request ID')
  expect(newest).toMatch(
    new RegExp(`^[^,]+Z,Pat ${person.username},${person.id},file uploaded,'=cmd\\|calc\\.txt,,,[0-9a-f-]{36},$`),
  )
  expect(oldest).toMatch(new RegExp(`,project created,${project.name},,,,$`))
})
