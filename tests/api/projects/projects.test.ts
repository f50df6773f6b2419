import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { files as fileTable, projectMembers, projects as projectTable } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, formOf, listAll, upload } from '../caller'

type Member = components['schemas']['Member']

let api: ApiServer
let person: Person
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  person = await api.person('user')
})

const create = (fields: Record<string, string>) =>
  person.call<Project>('POST', '/v1/projects', { form: formOf({ uid: person.id, created_by: person.id, ...fields }) })
const put = (id: string, json: object) => person.call<Project>('PUT', `/v1/projects/${id}`, { json })
const refusal = async (calling: ReturnType<typeof put>) => {
  const { status, body } = await calling
  const problem = body as unknown as components['schemas']['Problem']
  return { status, message: problem.message, field: problem.errors?.[0]?.field }
}

describe('a new project', () => {
  test('has its creator as a member, the defaults and a trimmed name', async () => {
    covers('3-project-type', '7-create-project', '7-members', '9-storage-limit', 'decisions-identity-fields')
    const project = expected(await create({ name: '  Bridge  ', notes: ' first ' }), 201)
    expect(project).toMatchObject({
      name: 'Bridge',
      notes: 'first',
      type: 'simulation',
      isPrivate: false,
      fileCount: 0,
      created_by: person.id,
      created_by_name: `Pat ${person.username}`,
      storageLimitBytes: 2048 * 1_048_576,
    })
    const members = await listAll<Member>(person, `/v1/projects/${project.id}/members`)
    expect(members).toMatchObject([
      { name: `Pat ${person.username}`, email: person.email, role: 'project_manager', isCreator: true },
    ])
  })

  test('is found by words in its name and notes, or by its id, and never by others', async () => {
    const made = expected(await create({ name: 'Searched 100% bridge', notes: 'for the PUMP' }), 201)
    const find = async (q: string, who = person) =>
      expected(await who.call<Project[]>('GET', `/v1/projects?q=${encodeURIComponent(q)}`), 200).map(({ id }) => id)
    for (const q of ['pump searched', '100%', ` ${made.id} `]) expect(await find(q), q).toEqual([made.id])
    for (const q of ['searched crane', '100_', crypto.randomUUID()]) expect(await find(q), q).toEqual([])
    expect(await find(' ')).toContain(made.id)
    const stranger = await api.person('user')
    for (const q of ['pump searched', made.id]) expect(await find(q, stranger)).toEqual([])
    expect((await person.call('GET', `/v1/projects?q=${'x'.repeat(201)}`)).status).toBe(400)
  })

  test('has all fields of a project except files (own endpoint) and selected (local to the page)', async () => {
    covers('3-project-fields')
    const created = expected(await create({ name: 'Bridge', notes: 'first' }), 201)
    const [listed] = (await listAll<Project>(person, '/v1/projects')).filter(({ id }) => id === created.id)
    expect(Object.keys(listed ?? {}).toSorted()).toEqual([
      'created',
      'created_by',
      'created_by_name',
      'fileCount',
      'hasNews',
      'hasRequestNews',
      'id',
      'isPrivate',
      'lastActivity',
      'name',
      'newestFile',
      'newestRequest',
      'notes',
      'openComments',
      'storageLimitBytes',
      'thumbnail',
      'type',
      'usedBytes',
      'version',
    ])
    expect(await listAll<File>(person, `/v1/projects/${created.id}/files`)).toEqual([])
  })

  test.each(['', '   '])('stores the notes %j as null', async (notes) => {
    expect(expected(await create({ name: 'Bridge', notes }), 201).notes).toBeNull()
  })

  test('has no invisible characters in its name and notes, except joiners within words', async () => {
    const given = { name: 'Bri\u200bdge \u202eA\u2066\ufeff', notes: 'a\u202eb\n\u200bc \u0645\u200c\u06cc' }
    const project = expected(await create(given), 201)
    expect([project.name, project.notes]).toEqual(['Bridge A', 'ab\nc \u0645\u200c\u06cc'])
    const renamed = expected(await put(project.id, { name: '\u2067Tower\u00ad', type: 'proto\u200dtype' }), 200)
    expect([renamed.name, renamed.type]).toEqual(['Tower', 'prototype'])
  })

  test.each(['', '   ', '\n\t', '\u3164\u200b'])('is rejected with the empty name %j', async (name) => {
    expect(await refusal(create({ name }))).toEqual({
      status: 400,
      message: 'The project name must not be empty.',
      field: 'name',
    })
  })

  test.each(['uid', 'created_by', 'name'])('is rejected without %s', async (field) => {
    const form = formOf({ uid: person.id, created_by: person.id, name: 'Bridge' })
    form.delete(field)
    const answer = await person.call('POST', '/v1/projects', { form })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
  })

  test('cannot contain files', async () => {
    const form = formOf({ uid: person.id, created_by: person.id, name: 'Bridge' }, { 'a.txt': 'x' })
    const answer = await person.call('POST', '/v1/projects', { form })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'files'])
  })
})

test('a user can create at most 1,000 projects', async () => {
  const first = await createProject(person)
  const row = { createdBy: person.id, createdByName: 'Pat' }
  await api.db
    .insert(projectTable)
    .values(Array.from({ length: 998 }, (_, n) => ({ ...row, name: `Filler ${n}`, nameKey: `filler ${n}` })))
  expect((await create({ name: 'The last one' })).status).toBe(201)
  expect(await refusal(create({ name: 'One too many' }))).toMatchObject({
    status: 409,
    message: 'You have 1,000 projects, which is the maximum. Delete one that is no longer needed, then try again.',
  })
  expect((await person.call('DELETE', `/v1/projects/${first.id}`)).status).toBe(403)
  await api.db.delete(projectTable).where(eq(projectTable.id, first.id))
  expect((await create({ name: 'One too many' })).status).toBe(201)
})

describe('the file count and size of a project', () => {
  const numbers = async () =>
    Object.fromEntries(
      (await listAll<Project>(person, '/v1/projects')).map(({ id, fileCount, usedBytes }) => [
        id,
        [fileCount, usedBytes],
      ]),
    )

  test('follow every change to its files', async () => {
    const [project, other] = [await createProject(person), await createProject(person)]
    const [first, second] = await upload(person, project.id, { 'a.txt': 'a', 'b.txt': 'bb' })
    if (!first || !second) throw new Error('The files were not kept.')
    expect(await numbers()).toEqual({ [project.id]: [2, 3], [other.id]: [0, 0] })

    const change = (values: Partial<typeof fileTable.$inferInsert>) =>
      api.db.update(fileTable).set(values).where(eq(fileTable.id, second.id))
    await change({ hiddenAt: new Date() })
    expect(await numbers()).toEqual({ [project.id]: [1, 1], [other.id]: [0, 0] })
    await change({ size: 50 })
    expect(await numbers()).toEqual({ [project.id]: [1, 1], [other.id]: [0, 0] })
    await change({ hiddenAt: null })
    expect(await numbers()).toEqual({ [project.id]: [2, 51], [other.id]: [0, 0] })
    await change({ size: 7 })
    await change({ typeId: 1 })
    expect(await numbers()).toEqual({ [project.id]: [2, 8], [other.id]: [0, 0] })
    await change({ projectId: other.id })
    expect(await numbers()).toEqual({ [project.id]: [1, 1], [other.id]: [1, 7] })

    expected(await person.call('DELETE', `/v1/files/${first.id}`), 204)
    expect(await numbers()).toEqual({ [project.id]: [0, 0], [other.id]: [1, 7] })
    expected(await (await api.person('sysadmin')).call('DELETE', `/v1/projects/${other.id}`), 204)
    expect(await numbers()).toEqual({ [project.id]: [0, 0] })
  })

  test('include uploads that finish at the same time', async () => {
    const project = await createProject(person)
    await Promise.all(Array.from({ length: 8 }, (_, n) => upload(person, project.id, { [`${n}.txt`]: 'x'.repeat(n) })))
    expect(await numbers()).toEqual({ [project.id]: [8, 28] })
  })

  test('do not deadlock when a type is changed while a file is deleted', async () => {
    const project = await createProject(person)
    const stored = await upload(
      person,
      project.id,
      Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}`, 'x'])),
    )
    const answers = await Promise.all(
      stored.flatMap(({ id }) => [
        person.call('PUT', `/v1/files/${id}/type`, { json: { fileType: 'other' } }),
        person.call('DELETE', `/v1/files/${id}`),
      ]),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await numbers()).toEqual({ [project.id]: [0, 0] })
  })
})

describe('a project name', () => {
  test('can have 254 characters', async () => {
    covers('5-edit-length', '9-name-length')
    expect(expected(await create({ name: 'n'.repeat(254) }), 201).name).toHaveLength(254)
    const project = await createProject(person)
    expect(expected(await put(project.id, { name: '名'.repeat(254) }), 200).name).toHaveLength(254)
  })

  test('Project name must be less than 255 characters', async () => {
    const project = await createProject(person)
    const metadataOf = (n: number) => ({
      status: 400,
      message: `Project name must be less than 255 characters (currently ${n})`,
      field: 'name',
    })
    expect(await refusal(put(project.id, { name: 'n'.repeat(255) }))).toEqual(metadataOf(255))
    expect(await refusal(create({ name: 'n'.repeat(300) }))).toEqual(metadataOf(300))
  })

  test('of another project is rejected, regardless of case', async () => {
    covers('5-edit-duplicate')
    await createProject(person, 'Camera Board')
    const project = await createProject(person, 'Second')
    expect(await refusal(put(project.id, { name: ' camera BOARD ' }))).toEqual({
      status: 409,
      message: 'The project name is already in use, please use something else.',
      field: 'name',
    })
  })

  test('of another project is rejected for a new project too, regardless of case', async () => {
    await createProject(person, 'Pump Driver')
    expect(await refusal(create({ name: ' pump DRIVER ' }))).toEqual({
      status: 409,
      message: 'The project name is already in use, please use something else.',
      field: 'name',
    })
  })

  test('is given to only one of two projects that are created at the same time', async () => {
    const answers = await Promise.all([create({ name: 'Twin' }), create({ name: 'twin' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('of another project is rejected when a create request is repeated with the same key', async () => {
    const key = { headers: { 'idempotency-key': `key-${person.id}` } }
    const send = (name: string) =>
      person.call<Project>('POST', '/v1/projects', {
        form: formOf({ uid: person.id, created_by: person.id, name }),
        ...key,
      })
    const first = expected(await send('Keyed'), 201)
    expect(expected(await send('KEYED'), 201)).toMatchObject({ id: first.id, name: 'KEYED' })
    await createProject(person, 'Occupied')
    expect((await send('occupied')).status).toBe(409)
  })

  test('is rejected if its creator uses it in a project that the user cannot see', async () => {
    const helper = await api.person('user')
    const shared = await createProject(person, 'Shared')
    await createProject(helper)
    await api.db.insert(projectMembers).values({ projectId: shared.id, userId: helper.id, role: 'user' })
    await createProject(person, 'Out of sight')
    const renamed = await helper.call('PUT', `/v1/projects/${shared.id}`, { json: { name: 'out of sight' } })
    expect(renamed.status).toBe(409)
  })

  test('that two older projects share can be kept, and their other fields can be changed', async () => {
    const [one, two] = [await createProject(person, 'Old'), await createProject(person)]
    await api.db.update(projectTable).set({ name: 'old', nameKey: null }).where(eq(projectTable.id, two.id))
    expect(expected(await put(two.id, { name: 'Old', notes: 'Rev B' }), 200)).toMatchObject({
      name: 'Old',
      notes: 'Rev B',
    })
    expect((await put(two.id, { name: 'New' })).status).toBe(200)
    expect((await put(two.id, { name: one.name })).status).toBe(409)
  })

  test("that only a stranger uses is available, and so is the project's own name", async () => {
    const stranger = await api.person('user')
    await createProject(stranger, 'Hidden Board')
    const project = await createProject(person, 'Mine')
    expect((await put(project.id, { name: 'hidden board' })).status).toBe(200)
    expect((await put(project.id, { name: 'Hidden Board' })).status).toBe(200)
  })
})

describe('changing a project', () => {
  test('changes only the given fields', async () => {
    covers('7-update-project')
    const project = expected(await create({ name: 'Bridge', notes: 'kept' }), 201)
    const changed = expected(await put(project.id, { isPrivate: true, type: ' prototype ' }), 200)
    expect(changed).toEqual({
      ...project,
      isPrivate: true,
      type: 'prototype',
      version: 2,
      lastActivity: changed.lastActivity,
    })
    expect(expected(await put(project.id, { notes: null }), 200).notes).toBeNull()
  })

  test('ignores lastActivity in the request: the server uses its own clock', async () => {
    const project = await createProject(person)
    const changed = expected(await put(project.id, { lastActivity: '2001-01-01T00:00:00Z' }), 200)
    expect(Math.abs(Date.parse(changed.lastActivity) - Date.now())).toBeLessThan(60_000)
  })

  test.each(['id', 'created_by', 'created', 'storageLimitBytes', 'fileCount'])('never changes %s', async (field) => {
    const project = await createProject(person)
    expect(await refusal(put(project.id, { name: 'New', [field]: 'else' }))).toMatchObject({ status: 400, field })
    const [row] = await api.db.select().from(projectTable).where(eq(projectTable.id, project.id))
    expect(row?.name).toBe(project.name)
  })

  const wrong: [body: object, field: string][] = [
    [{}, ''],
    [{ name: 5 }, 'name'],
    [{ name: null }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ isPrivate: 'yes' }, 'isPrivate'],
    [{ type: ' ' }, 'type'],
    [{ lastActivity: 'today' }, 'lastActivity'],
  ]
  test.each(wrong)('rejects %j', async (body, field) => {
    covers('5-edit-name')
    const project = await createProject(person)
    expect(await refusal(put(project.id, body))).toMatchObject({ status: 400, field })
  })
})

describe('when two people change the same project', () => {
  const putSeen = (id: string, version: number, json: object) =>
    person.call<Project & { project: Project; message: string }>('PUT', `/v1/projects/${id}`, {
      json,
      headers: { 'if-match': `"${version}"` },
    })

  test('the second save is rejected with the current version of the project', async () => {
    const project = await createProject(person)
    expect(project.version).toBe(1)
    const first = expected(await putSeen(project.id, 1, { notes: 'from the first tab' }), 200)
    expect(first.version).toBe(2)
    const refused = expected(await putSeen(project.id, 1, { notes: 'from the second tab' }), 412)
    expect(refused.message).toBe('This project was changed after you opened it, by someone else or in another tab.')
    expect(refused.project).toEqual(first)
    const second = expected(await putSeen(project.id, 2, { notes: 'from the second tab' }), 200)
    expect(second).toMatchObject({ version: 3, notes: 'from the second tab' })
  })

  test('a save that is repeated, because its response was lost, succeeds and changes nothing', async () => {
    const project = await createProject(person)
    const json = { name: `${project.name} 2`, notes: 'kept', isPrivate: true }
    const first = expected(await putSeen(project.id, 1, json), 200)
    expect(expected(await putSeen(project.id, 1, json), 200)).toEqual(first)
    expect((await putSeen(project.id, 1, { ...json, notes: 'other' })).status).toBe(412)
    const kinds = ['project renamed', 'project changed', 'project privacy changed']
    for (const kind of kinds) {
      const answer = await person.call<{ entries: object[] }>('GET', `/v1/projects/${project.id}/activity?kind=${kind}`)
      expect(expected(answer, 200).entries).toHaveLength(1)
    }
  })

  test('only one of two simultaneous saves succeeds', async () => {
    const project = await createProject(person)
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((notes) => putSeen(project.id, 1, { notes })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
  })

  test('an invalid version is rejected', async () => {
    const project = await createProject(person)
    const answer = await person.call('PUT', `/v1/projects/${project.id}`, {
      json: { notes: 'x' },
      headers: { 'if-match': 'three' },
    })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'if-match'])
  })

  test('uploads do not change the version of the project', async () => {
    const project = await createProject(person)
    await upload(person, project.id, { 'a.txt': 'a' })
    expect((await putSeen(project.id, 1, { notes: 'kept' })).status).toBe(200)
  })
})

describe('creating a project twice', () => {
  const createOnce = (key: string, fields: Record<string, string>, who = person) =>
    who.call<Project>('POST', '/v1/projects', {
      form: formOf({ uid: who.id, created_by: who.id, ...fields }),
      headers: { 'idempotency-key': key },
    })
  const listed = () => listAll<Project>(person, '/v1/projects')

  test('with the same key creates one project, with the latest values', async () => {
    const key = crypto.randomUUID()
    const first = expected(await createOnce(key, { name: 'Camera' }), 201)
    const again = expected(await createOnce(key, { name: 'Camera board', notes: 'Rev B' }), 201)
    expect(again).toEqual({ ...first, name: 'Camera board', notes: 'Rev B' })
    expect(await listed()).toHaveLength(1)
  })

  test('with the same key keeps changes made in the meantime', async () => {
    const key = crypto.randomUUID()
    const { id } = expected(await createOnce(key, { name: 'Camera' }), 201)
    await put(id, { name: 'Camera link' })
    expect(expected(await createOnce(key, { name: 'Camera' }), 201)).toMatchObject({ id, name: 'Camera link' })
  })

  test('with the key of another user creates another project', async () => {
    const key = crypto.randomUUID()
    const mine = expected(await createOnce(key, { name: 'Camera' }), 201)
    const theirs = expected(await createOnce(key, { name: 'Camera' }, await api.person('user')), 201)
    expect(theirs.id).not.toBe(mine.id)
  })

  test('without a key is rejected, because the name is taken', async () => {
    await create({ name: 'Camera' })
    expect((await create({ name: 'Camera' })).status).toBe(409)
    expect(await listed()).toHaveLength(1)
  })
})

test('the list contains the used space of each project, like files/size', async () => {
  covers('decisions-card-size')
  const project = await createProject(person)
  await createProject(person, 'Empty')
  await upload(person, project.id, { 'a.txt': 'a'.repeat(1000), 'b.txt': 'b'.repeat(500) })
  const list = await listAll<Project>(person, '/v1/projects')
  expect(list.map(({ fileCount, usedBytes }) => [fileCount, usedBytes])).toEqual([
    [0, 0],
    [2, 1500],
  ])
  const megabytes = expected(await person.call<number>('GET', `/v1/projects/${project.id}/files/size`), 200)
  expect(megabytes * 1_048_576).toBeCloseTo(1500)
})

test.each(['/v1/projects', '/projects'])(
  '%s lists the newest project first, regardless of activity in others',
  async (path) => {
    covers('7-request-projects')
    const first = await createProject(person, `First of ${path}`)
    const second = await createProject(person, `Second of ${path}`)
    await put(first.id, { notes: 'touched' })
    const ids = (await listAll<Project>(person, path)).map(({ id }) => id)
    expect(ids.slice(0, 2)).toEqual([second.id, first.id])
  },
)

describe('a file', () => {
  test('has a type that can be changed, regardless of case', async () => {
    covers('7-change-type', '7-request-files')
    const project = await createProject(person)
    const [file] = await upload(person, project.id, { 'a.txt': 'a' })
    const change = (fileType: string) => person.call<File>('PUT', `/v1/files/${file?.id}/type`, { json: { fileType } })
    expect(expected(await change('StackUp'), 200)).toEqual({ ...file, fileType: 'stackup' })
    const listed = await listAll<File>(person, `/projects/${project.id}/files`)
    expect(listed).toEqual([{ ...file, fileType: 'stackup' }])
    expect(await refusal(change('schematic') as never)).toEqual({
      status: 400,
      field: 'fileType',
      message: 'fileType must be one of layout, stackup, material, report, model, other.',
    })
  })

  test('has one of six types, "other" listed last', async () => {
    covers('3-file-type-fields', '7-file-types', 'decisions-file-types')
    expect(expected(await person.call('GET', '/v1/file-types'), 200)).toEqual([
      { id: 1, name: 'layout' },
      { id: 2, name: 'stackup' },
      { id: 3, name: 'material' },
      { id: 4, name: 'report' },
      { id: 6, name: 'model' },
      { id: 5, name: 'other' },
    ])
  })
})
