/** Drafts of simulation requests: versions, limits, and when they are deleted. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { requestDrafts } from '../../../server/database/schema'
import { MAX_DRAFTS } from '../../../server/requests/draft-store'
import { signedEvent } from '../../../server/payments/sandbox'
import { covers } from '../../spec-coverage/covers'
import { finishDeletions } from '../../support/deletions'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type Stale = Schemas['Problem'] & Schemas['KeptRequestDraft']

let api: ApiServer
let person: Person
let project: Project

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  person = await api.person('user', 'project_manager')
  project = await createProject(person)
})

const at = ({ id }: Project) => `/v1/projects/${id}/request-draft`
const seen = (stamp: string | null) => (stamp === null ? {} : { headers: { 'if-match': `"${stamp}"` } })

/** A version whose keys are in an order that no database would choose. */
const version = (fields: Partial<Schemas['RequestDraftVersion']> = {}): Schemas['RequestDraftVersion'] => ({
  stamp: randomUUID(),
  sent_as: null,
  content: { zone: [{ name: 'CSI', id: 0 }], at: 'ü', b: null },
  ...fields,
})
const save = (json: Schemas['RequestDraftVersion'], over: string | null = null, who = person, into = project) =>
  who.call<Stale>('PUT', at(into), { json, ...seen(over) })
const read = async (who = person, of = project) =>
  expected(await who.call<Schemas['KeptRequestDraft']>('GET', at(of)), 200).draft
const remove = (over: string | null = null) => person.call<Stale>('DELETE', at(project), seen(over))
const latest = async (who = person) =>
  expected(await who.call<Schemas['LatestRequestDraft']>('GET', '/v1/request-drafts/latest'), 200).project_id

test('a draft is returned as it was saved, to its owner only', async () => {
  covers('decisions-draft-get', 'decisions-draft-save')
  expect(await read()).toBeNull()
  const first = version()
  expect((await save(first)).status).toBe(204)
  const draft = await read()
  expect(draft).toMatchObject({ stamp: first.stamp, saved: expect.any(String) })
  expect(JSON.stringify(draft?.content)).toBe(JSON.stringify(first.content))

  const colleague = await api.person('user')
  expected(await colleague.call('GET', '/v1/users/me'), 200)
  const json = { project_id: project.id, email: colleague.email, role: 'user' }
  expected(await person.call('POST', '/v1/users/assign-role', { json }), 200)
  expect(await read(colleague)).toBeNull()
  const own = version()
  expect((await save(own, null, colleague)).status).toBe(204)
  expect([(await read())?.stamp, (await read(colleague))?.stamp]).toEqual([first.stamp, own.stamp])
})

test('a version is only saved over the one that was seen', async () => {
  const [first, second, other] = [version(), version(), version()]
  expect((await save(first)).status).toBe(204)
  // A lost response: the same version is sent again.
  expect((await save(first)).status).toBe(204)
  expect((await save(second, first.stamp)).status).toBe(204)
  expect((await save(second, first.stamp)).status).toBe(204)

  for (const over of [null, first.stamp, randomUUID()]) {
    const refused = await save(other, over)
    expect([refused.status, refused.body.draft?.stamp]).toEqual([412, second.stamp])
  }
  expect((await read())?.stamp).toBe(second.stamp)

  expect((await remove(second.stamp)).status).toBe(204)
  const gone = await save(other, second.stamp)
  expect([gone.status, gone.body.draft]).toEqual([412, null])
  expect((await save(other)).status).toBe(204)
})

test('of two versions that are saved at the same time over the same one, one is refused', async () => {
  const first = version()
  await save(first)
  const answers = await Promise.all(Array.from({ length: 8 }, () => save(version(), first.stamp)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(7).fill(412)])
})

test('a draft is only discarded in the version that was seen', async () => {
  covers('decisions-draft-delete')
  expect((await remove()).status).toBe(204)
  const [first, second] = [version(), version()]
  await save(first)
  await save(second, first.stamp)
  const refused = await remove(first.stamp)
  expect([refused.status, refused.body.draft?.stamp]).toEqual([412, second.stamp])
  expect((await remove(second.stamp)).status).toBe(204)
  expect((await remove(second.stamp)).status).toBe(204)
  expect(await read()).toBeNull()
})

test('the latest draft belongs to the project that the person saved last', async () => {
  covers('decisions-draft-latest')
  expect(await latest()).toBeNull()
  const other = await createProject(person)
  const first = version()
  await save(first)
  await save(version(), null, person, other)
  expect(await latest()).toBe(other.id)
  await save(version(), first.stamp)
  expect(await latest()).toBe(project.id)
  expect(await latest(await api.person('sysadmin'))).toBeNull()
  expected(await person.call('DELETE', `/v1/projects/${project.id}`), 204)
  expect(await latest()).toBe(other.id)
})

test.each([
  ['no stamp', { stamp: 'first' }, 400],
  ['no object', { content: [] }, 400],
  ['a NUL character', { content: { purchaseOrder: 'a\0b' } }, 400],
  ['more than 512 KB', { content: { purchaseOrder: 'x'.repeat(512 * 1024) } }, 413],
])('refuses a draft with %s', async (_, fields, status) => {
  const answer = await person.call<Stale>('PUT', at(project), { json: { ...version(), ...fields } })
  expect(answer.status).toBe(status)
  expect(answer.body.message).not.toBe('')
  expect(await read()).toBeNull()
})

test('a draft of exactly 512 KB is saved', async () => {
  const content = { purchaseOrder: 'x'.repeat(512 * 1024 - '{"purchaseOrder":""}'.length) }
  expect((await save(version({ content }))).status).toBe(204)
})

test('a person can have at most 200 drafts, and can still change those', async () => {
  const [full, first] = [await createProject(person), version()]
  await save(first)
  const { rows } = (await api.db.execute(
    sql`insert into projects (name, created_by, created_by_name)
      select 'p' || n, ${person.id}, 'Pat' from generate_series(2, ${MAX_DRAFTS}::int) n returning id`,
  )) as { rows: { id: string }[] }
  const filled = rows.map(({ id: projectId }) => ({
    projectId,
    personId: person.id,
    stamp: randomUUID(),
    content: {},
  }))
  await api.db.insert(requestDrafts).values(filled)
  const refused = await save(version(), null, person, full)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'You can have at most 200 drafts. Please send or discard one.',
  ])
  expect((await save(version(), first.stamp)).status).toBe(204)
})

test('the calls are limited', async () => {
  const statuses = new Set<number>()
  const first = version()
  for (let call = 0; call < 241; call++) statuses.add((await save(first)).status)
  for (let call = 0; call < 61; call++) statuses.add((await remove(randomUUID())).status)
  expect([...statuses].sort()).toEqual([204, 412, 429])
})

test('a paid request deletes its draft, but not one that was edited since', async () => {
  const [layout] = (await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const inputs = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const order = { project_id: project.id, ...inputs, total: 1000, si: [], pi: [row] }
  const checkOut = async () =>
    expected(await person.call<Schemas['Checkout']>('POST', '/payments/checkout', { json: order }), 200)
  const pay = async ({ url }: Schemas['Checkout']) => {
    const { body, headers } = await signedEvent(api.db, url.split('/').at(-1) ?? '', 'paid')
    await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers })
  }

  const checkout = await checkOut()
  await save(version({ sent_as: checkout.id }))
  await pay(checkout)
  expect(await read()).toBeNull()

  const again = await checkOut()
  const [sent, edited] = [version({ sent_as: again.id }), version()]
  await save(sent)
  await save(edited, sent.stamp)
  await pay(again)
  expect((await read())?.stamp).toBe(edited.stamp)
})

test('a draft is hidden with its project, found after an undo, and deleted with it', async () => {
  const own = version()
  await save(own)
  const deleteProject = async () => expected(await person.call('DELETE', `/v1/projects/${project.id}`), 204)
  await deleteProject()
  expect((await person.call('GET', at(project))).status).toBe(404)
  expect((await save(version(), own.stamp)).status).toBe(404)
  expected(await person.call('POST', `/v1/projects/${project.id}/restore`), 200)
  expect((await read())?.stamp).toBe(own.stamp)
  await deleteProject()
  await finishDeletions(api.db)
  expect(await api.db.$count(requestDrafts, eq(requestDrafts.projectId, project.id))).toBe(0)
})

test('a person who deletes their data leaves no draft', async () => {
  const colleague = await api.person('user')
  expected(await colleague.call('GET', '/v1/users/me'), 200)
  const json = { project_id: project.id, email: colleague.email, role: 'user' }
  expected(await person.call('POST', '/v1/users/assign-role', { json }), 200)
  await save(version())
  const kept = version()
  await save(kept, null, colleague)
  expected(await person.call('POST', '/v1/users/me/deletion', { json: { username: person.username } }), 204)
  const left = await api.db
    .select({ stamp: requestDrafts.stamp })
    .from(requestDrafts)
    .where(eq(requestDrafts.projectId, project.id))
  expect(left).toEqual([{ stamp: kept.stamp }])
})
