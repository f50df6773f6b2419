/** File names are unique within a project folder, regardless of case and of how the files are created. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { files, projectMembers } from '../../../server/database/schema'
import { type ApiServer, type File, type Person, startApi } from '../api-server'
import { type Answer, createProject, expected, tusHeaders, upload, uploadForm } from '../caller'

const TUS = { 'tus-resumable': '1.0.0' }
const LIMIT = 3 * 1_048_576

let api: ApiServer
let person: Person
beforeAll(async () => {
  api = await startApi({ storageLimitBytes: LIMIT })
  person = await api.person('user')
})
afterAll(() => api.stop())

type Fields = Record<string, string>
type Problem = components['schemas']['Problem']

const filesOf = async (projectId: string, who = person) =>
  expected(await who.call<File[]>('GET', `/v1/projects/${projectId}/files`), 200)
const namesIn = async (projectId: string) => (await filesOf(projectId)).map(({ name, size }) => [name, size]).toSorted()
const post = (projectId: string, contents: Fields, fields: Fields = {}, who = person) =>
  who.call<Problem & File[]>('POST', `/v1/projects/${projectId}/files`, { form: uploadForm(who, contents, fields) })
const uploadOne = async (projectId: string, name: string, content: string, fields: Fields = {}) => {
  const [file] = await upload(person, projectId, { [name]: content }, fields)
  if (!file) throw new Error('No file was kept.')
  return file
}

const metadataOf = (filename: string, more: Fields = {}, who = person) => ({
  filename,
  uid: who.id,
  uname: who.username,
  ...more,
})
const tryStart = (projectId: string, size: number, filename: string, more: Fields = {}, who = person) =>
  who.call('POST', `/v1/projects/${projectId}/uploads`, { headers: tusHeaders(size, metadataOf(filename, more, who)) })
async function begin(projectId: string, size: number, filename: string, more: Fields = {}) {
  const started = await tryStart(projectId, size, filename, more)
  expect(started.status).toBe(201)
  return `/v1/projects/${projectId}/${started.headers.get('location')}`
}
/** Sends bytes from an offset, optionally with changed metadata. */
const send = (address: string, offset: number, body: string, changed?: Fields) =>
  person.call<File>('PATCH', address, {
    headers: {
      ...TUS,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...(changed && { 'upload-metadata': tusHeaders(0, changed)['upload-metadata'] }),
    },
    body,
  })
const offsetOf = async (address: string) => {
  const found = await person.call('HEAD', address, { headers: TUS })
  expect(found.status).toBe(200)
  return Number(found.headers.get('upload-offset'))
}

const refusalOf = (name: string, stored: string) =>
  `A file named “${name}” is already in Inputs. ${stored} Choose another name, or upload your file as a new revision of that one.`

describe('an upload with a name that is taken', () => {
  test.each([
    [
      'in one request',
      (id: string, name: string) => post(id, { [name]: 'new' }),
      'None of this upload was kept.',
      'files',
    ],
    [
      'in several requests, before any bytes are sent',
      (id: string, name: string) => tryStart(id, 3, name),
      'Nothing was uploaded.',
      'filename',
    ],
    ['of an empty file', (id: string, name: string) => tryStart(id, 0, name), 'Nothing was uploaded.', 'filename'],
  ])('%s is rejected with a message, regardless of case and Unicode composition', async (_, attempt, stored, field) => {
    const project = await createProject(person)
    await uploadOne(project.id, 'Gerber/M\u00fcller.brd', 'old')
    const before = await api.storedFiles()
    for (const name of ['Gerber/M\u00fcller.brd', 'gerber/MU\u0308LLER.BRD']) {
      const { status, body } = await attempt(project.id, name)
      expect([status, body.errors?.[0]?.field]).toEqual([409, field])
      expect(body.message).toBe(refusalOf(name.normalize('NFC'), stored))
    }
    expect(await namesIn(project.id)).toEqual([['Gerber/M\u00fcller.brd', 3]])
    expect(await api.storedFiles()).toEqual(before)
  })

  test('is rejected completely if one file has a taken name or two files have the same name', async () => {
    const project = await createProject(person)
    await uploadOne(project.id, 'a.txt', 'old')
    expect((await post(project.id, { 'b.txt': 'b', 'A.txt': 'a' })).status).toBe(409)
    const twice = await post(project.id, { 'b.txt': 'b', 'B.TXT': 'bb' })
    expect([twice.status, twice.body.message]).toEqual([
      409,
      'Two of these files are named “B.TXT”. None of this upload was kept. Rename one of them and upload them again.',
    ])
    expect(await namesIn(project.id)).toEqual([['a.txt', 3]])
  })

  test('is accepted in another folder or project, or once the other file is deleted', async () => {
    const project = await createProject(person)
    const file = await uploadOne(project.id, 'a.txt', 'old')
    await uploadOne(project.id, 'rev-b/a.txt', 'b')
    await uploadOne((await createProject(person)).id, 'a.txt', 'c')
    await api.db.update(files).set({ folder: 'reports' }).where(eq(files.id, file.id))
    const input = await uploadOne(project.id, 'a.txt', 'input')
    expected(await person.call('DELETE', `/v1/files/${input.id}`), 204)
    await uploadOne(project.id, 'a.txt', 'again')
  })

  test('is accepted only once if several are sent at the same time, across all servers of the database', async () => {
    const twin = await api.twin()
    const project = await createProject(person)
    const other = twin.of(person)
    const answers = await Promise.all(
      [person, other, person, other].map((who, n) => post(project.id, { 'a.txt': `${n}` }, {}, who)),
    )
    await twin.stop()
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await namesIn(project.id)).toEqual([['a.txt', 1]])
  })

  test('is accepted if the same person sends the same content again, whose response may have been lost', async () => {
    const project = await createProject(person)
    const sent = { 'a.txt': 'a', 'b.txt': 'b' }
    const stored = expected(await post(project.id, sent), 201)
    const before = await api.storedFiles()
    expect(expected(await post(project.id, sent), 201)).toEqual(stored)
    expect(expected(await post(project.id, { 'b.txt': 'b' }), 201)).toEqual([stored[1]])
    const twin = await api.twin()
    const atOnce = { 'c.txt': 'c', 'd.txt': 'd' }
    const answers = await Promise.all(
      [person, twin.of(person), person, twin.of(person)].map((who) => post(project.id, atOnce, {}, who)),
    )
    await twin.stop()
    for (const answer of answers) expect(expected(answer, 201)).toEqual(answers[0]?.body)
    expect((await namesIn(project.id)).toSorted()).toEqual([
      ['a.txt', 1],
      ['b.txt', 1],
      ['c.txt', 1],
      ['d.txt', 1],
    ])
    expect(await api.storedFiles()).toHaveLength(before.length + 2)
    const kinds = await person.call<{ entries: object[] }>(
      'GET',
      `/v1/projects/${project.id}/activity?kind=file uploaded`,
    )
    expect(expected(kinds, 200).entries).toHaveLength(4)
  })

  test('is rejected if another person has stored the same content, or if one of the files differs', async () => {
    const [project, other] = [await createProject(person), await api.person('sysadmin')]
    await uploadOne(project.id, 'a.txt', 'a')
    expect((await post(project.id, { 'a.txt': 'a' }, {}, other)).status).toBe(409)
    expect((await post(project.id, { 'a.txt': 'a', 'b.txt': 'b' })).status).toBe(409)
    expect((await post(project.id, { 'A.txt': 'a' })).status).toBe(409)
    expect(await namesIn(project.id)).toEqual([['a.txt', 1]])
  })

  test('is rejected by the database itself', async () => {
    const project = await createProject(person)
    const file = await uploadOne(project.id, 'a.txt', 'a')
    const again = sql`insert into files select ${randomUUID()}::uuid, project_id, name, size, sha256, null, type_id,
      proposed_type, modified_at, uploaded_at, uploaded_by, hidden_at, name_key from files where id = ${file.id}`
    await expect(api.db.execute(again)).rejects.toMatchObject({ cause: { constraint: 'files_name' } })
  })
})

describe('a resumable upload whose name is taken in the meantime', () => {
  test('keeps its bytes, and continues under another name without sending them again', async () => {
    const project = await createProject(person)
    const address = await begin(project.id, 6, 'a.txt')
    expected(await send(address, 0, 'abc'), 204)
    await uploadOne(project.id, 'A.txt', 'theirs')
    const early = await send(address, 3, 'd')
    expect([early.status, early.body]).toMatchObject([
      409,
      {
        message: refusalOf('a.txt', 'The received part is kept for one day.'),
        errors: [{ field: 'filename' }],
      },
    ])
    expect(await offsetOf(address)).toBe(3)
    const file = expected(await send(address, 3, 'def', metadataOf('a (2).txt')), 200)
    expect(file).toMatchObject({ name: 'a (2).txt', size: 6 })
    expect(await namesIn(project.id)).toEqual([
      ['A.txt', 6],
      ['a (2).txt', 6],
    ])
  })

  test('is not reported as complete before it is stored, and can become a revision of the other file', async () => {
    const project = await createProject(person)
    const [first, second] = [await begin(project.id, 3, 'a.txt'), await begin(project.id, 6, 'a.txt')]
    expected(await send(second, 0, 'abcde'), 204)
    const stored = expected(await send(first, 0, 'abc'), 200)
    expect((await send(second, 5, 'f')).status).toBe(409)
    expect(await offsetOf(second)).toBe(5)
    const file = expected(await send(second, 5, 'f', metadataOf('a.txt', { replaces: stored.id })), 200)
    expect(await filesOf(project.id)).toEqual([file])
    expect((await person.call('GET', `/v1/files/${file.id}/download`)).bytes.toString()).toBe('abcdef')
    expect(file).toMatchObject({ revisions: 2, total_size: 9 })
  })

  test('can be canceled, complete or not', async () => {
    const project = await createProject(person)
    const address = await begin(project.id, 3, 'a.txt')
    const other = await begin(project.id, 3, 'a.txt')
    expected(await send(other, 0, 'abc'), 200)
    expect((await send(address, 0, 'abc')).status).toBe(409)
    expected(await person.call('DELETE', address, { headers: TUS }), 204)
  })

  test('only accepts valid and permitted changes of its metadata', async () => {
    const project = await createProject(person)
    const address = await begin(project.id, 3, 'a.txt')
    expect((await send(address, 0, 'abc', metadataOf('..'))).body).toMatchObject({ errors: [{ field: 'filename' }] })
    expect((await send(address, 0, 'abc', metadataOf('b.txt', { uid: 'somebody' }))).status).toBe(403)
    expected(await send(address, 0, 'abc'), 200)
    expect(await namesIn(project.id)).toEqual([['a.txt', 3]])
  })
})

type Replacing = (id: string, name: string, replaces: string, content?: string) => Promise<Answer>

describe.each<[string, Replacing]>([
  ['in one request', (id, name, replaces, content = 'newer') => post(id, { [name]: content }, { replaces })],
  [
    'in several requests',
    async (id, name, replaces, content = 'newer') => {
      const started = await tryStart(id, content.length, name, { replaces })
      return started.status === 201
        ? send(`/v1/projects/${id}/${started.headers.get('location')}`, 0, content)
        : started
    },
  ],
])('an upload that is a new revision of a file, %s', (_, replace) => {
  test('takes its place atomically, under the same or another name', async () => {
    const project = await createProject(person)
    const old = await uploadOne(project.id, 'a.txt', 'old')
    expect((await replace(project.id, 'A.txt', old.id)).status).toBeLessThan(300)
    const [file] = await filesOf(project.id)
    expect(file).toMatchObject({ name: 'A.txt', size: 5 })
    expect(await api.storedFiles()).toContain(old.id)
    expect((await replace(project.id, 'b.txt', file?.id ?? '')).status).toBeLessThan(300)
    expect(await namesIn(project.id)).toEqual([['b.txt', 5]])
  })

  test('is stored if that file is already deleted, and rejected if a third file has the name', async () => {
    const project = await createProject(person)
    const old = await uploadOne(project.id, 'a.txt', 'old')
    expected(await person.call('DELETE', `/v1/files/${old.id}`), 204)
    expect((await replace(project.id, 'a.txt', old.id)).status).toBeLessThan(300)
    const refused = await replace(project.id, 'a.txt', old.id)
    // The id of a deleted file does not identify the file that now has its name.
    expect(refused.status).toBe(409)
    const another = await uploadOne(project.id, 'b.txt', 'b')
    expect((await replace(project.id, 'a.txt', another.id)).status).toBe(409)
    expect(await namesIn(project.id)).toEqual([
      ['a.txt', 5],
      ['b.txt', 1],
    ])
  })

  test('does not affect files of other projects or reports', async () => {
    const [project, theirs] = [await createProject(person), await createProject(await api.person('user'))]
    const mine = await createProject(person)
    const elsewhere = await uploadOne(mine.id, 'a.txt', 'old')
    expect((await replace(project.id, 'a.txt', elsewhere.id)).status).toBeLessThan(300)
    expect(await namesIn(mine.id)).toEqual([['a.txt', 3]])
    expect((await replace(theirs.id, 'a.txt', elsewhere.id)).status).toBe(404)
    await api.db.update(files).set({ folder: 'reports' }).where(eq(files.id, elsewhere.id))
    const refused = await replace(mine.id, 'a.txt', elsewhere.id)
    expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ field: 'replaces' }] }])
    expect(await namesIn(mine.id)).toEqual([['a.txt', 3]])
  })

  test('is rejected without a valid id', async () => {
    const project = await createProject(person)
    const refused = await replace(project.id, 'a.txt', 'a.txt')
    expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ field: 'replaces' }] }])
  })

  test('needs space of its own, since the earlier revision is kept', async () => {
    const project = await createProject(person)
    const old = await uploadOne(project.id, 'a.txt', 'o'.repeat(LIMIT - 10))
    expect((await replace(project.id, 'a.txt', old.id, 'n'.repeat(11))).status).toBe(413)
    expect(await filesOf(project.id)).toEqual([old])
    expect((await replace(project.id, 'a.txt', old.id, 'n'.repeat(10))).status).toBeLessThan(300)
    expect((await replace(project.id, 'a.txt', old.id, 'x')).status).toBe(413)
    expect(await namesIn(project.id)).toEqual([['a.txt', 10]])
  })
})

test('a new revision can contain only one file', async () => {
  const project = await createProject(person)
  const old = await uploadOne(project.id, 'a.txt', 'old')
  const refused = await post(project.id, { 'a.txt': 'a', 'b.txt': 'b' }, { replaces: old.id })
  expect([refused.status, refused.body]).toMatchObject([400, { errors: [{ field: 'replaces' }] }])
  expect(await filesOf(project.id)).toEqual([old])
})

test('a removed member cannot replace a file with an upload started before the removal', async () => {
  const project = await createProject(person)
  const old = await uploadOne(project.id, 'a.txt', 'old')
  const address = await begin(project.id, 3, 'a.txt', { replaces: old.id })
  const membership = eq(projectMembers.projectId, project.id)
  const members = await api.db.delete(projectMembers).where(membership).returning()
  expect((await send(address, 0, 'new')).status).toBe(404)
  await api.db.insert(projectMembers).values(members)
  expect(await filesOf(project.id)).toEqual([old])
  expected(await person.call('DELETE', address, { headers: TUS }), 204)
})
