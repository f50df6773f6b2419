import { and, eq, inArray, isNull } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { fileRevisions, files, projects } from '../../../server/database/schema'
import { checkCounters, findings } from '../../../server/files/verification'
import { hourlySweep } from '../../../server/requests/hourly-sweep'
import { finishDeletions } from '../../support/deletions'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, formOf, listAll, upload, uploadForm } from '../caller'
import { covers } from '../../spec-coverage/covers'

type Schemas = components['schemas']
type Revision = Schemas['Revision']

const LIMIT = 1000

let api: ApiServer
let person: Person
let project: Project
let first: File
beforeAll(async () => {
  api = await startApi({ storageLimitBytes: LIMIT })
  person = await api.person('user')
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await createProject(person)
  ;[first] = (await upload(person, project.id, { 'board.brd': 'one' })) as [File]
})

const revise = async (content: string, replaces = first.id, who = person) => {
  const [stored] = await upload(who, project.id, { 'board.brd': content }, { replaces })
  return stored as File
}
const revisionsOf = (id = first.id) => listAll<Revision>(person, `/v1/files/${id}/revisions`)
const filesOf = () => listAll<File>(person, `/v1/projects/${project.id}/files`)
const restore = (id: string, revisionId: string) =>
  person.call<File>('POST', `/v1/files/${id}/revisions/${revisionId}/restore`)
const drop = (id: string, revisionId: string) => person.call('DELETE', `/v1/files/${id}/revisions/${revisionId}`)
const textOf = async (id: string) => (await person.call('GET', `/v1/files/${id}/download`)).bytes.toString()
const usedBytes = async () => {
  const [row] = await api.db.select().from(projects).where(eq(projects.id, project.id))
  return row && { files: row.fileCount, bytes: row.usedBytes }
}
const sweep = () =>
  hourlySweep({ ...api.deps, db: api.db }).run({}, { log: Fastify().log, signal: new AbortController().signal })

describe('a file uploaded again', () => {
  test('becomes a new revision; the earlier ones are listed, downloadable and counted', async () => {
    covers('decisions-revisions')
    const second = await revise('two', first.id)
    const third = await revise('three', second.id)
    expect(await filesOf()).toEqual([{ ...third, revisions: 3 }])
    const expectedRevisions = [third, second, first].map(({ id, name, size, sha256, uploaded_at }) => ({
      ...{ id, name, size, sha256, uploaded_at },
      note: null,
      uploaded_by_name: `Pat ${person.username}`,
      current: id === third.id,
      pinned: false,
    }))
    for (const { id } of [first, second, third]) expect(await revisionsOf(id)).toEqual(expectedRevisions)
    expect(await Promise.all([first, second, third].map(({ id }) => textOf(id)))).toEqual(['one', 'two', 'three'])
    expect(await usedBytes()).toEqual({ files: 1, bytes: 11 })
    expect(await checkCounters(api.db, false)).toBe(0)
  })

  test('keeps its links, which lead to the newest revision', async () => {
    const share = await person.call<Schemas['Share']>('POST', `/v1/files/${first.id}/share`, { json: {} })
    const token = expected(share, 201).url.split('/').at(-1)
    const second = await revise('two')
    const shared = async () => (await api.anonymous.call('GET', `/v1/shares/${token}/download`)).bytes.toString()
    expect(await shared()).toBe('two')
    expected(await restore(second.id, first.id), 200)
    expect(await shared()).toBe('one')
  })

  test('by two members at once has the revisions of both', async () => {
    const [one, two] = await Promise.all([revise('from one'), revise('from two')])
    const [current] = await filesOf()
    expect(current).toMatchObject({ revisions: 3 })
    expect((await revisionsOf()).map(({ id }) => id).toSorted()).toEqual([first.id, one.id, two.id].toSorted())
    expect(await usedBytes()).toEqual({ files: 1, bytes: 19 })
  })

  test('again after the response was lost is stored once', async () => {
    const second = await revise('two')
    expect(await revise('two')).toMatchObject({ id: second.id })
    expect(await revisionsOf()).toHaveLength(2)
    expect((await api.storedFiles()).filter((id) => id === second.id)).toHaveLength(1)
    expect([await collect()].flat()).toEqual([])
  })

  test('while another member deletes it is stored as a new file', async () => {
    expected(await person.call('DELETE', `/v1/files/${first.id}`), 204)
    const stored = await revise('two')
    expect(await filesOf()).toEqual([stored])
    expect(await revisionsOf(stored.id)).toHaveLength(1)
  })

  test('never makes room: without space, nothing changes', async () => {
    const form = uploadForm(person, { 'board.brd': 'x'.repeat(LIMIT - 2) }, { replaces: first.id })
    expect((await person.call('POST', `/v1/projects/${project.id}/files`, { form })).status).toBe(413)
    expect(await filesOf()).toEqual([first])
    expect(await revisionsOf()).toHaveLength(1)
  })

  test('has at most 200 earlier revisions', async () => {
    const known = await rowOf(first.id)
    const older = Array.from({ length: 199 }, () => ({
      ...known,
      id: crypto.randomUUID(),
      documentId: first.id,
      hiddenAt: new Date(),
      size: 0,
    }))
    await api.db.insert(files).values(older)
    await api.db.update(files).set({ documentId: first.id }).where(eq(files.id, first.id))
    await api.db.insert(fileRevisions).values(older.map(({ id }) => ({ fileId: id, projectId: project.id, size: 0 })))
    const last = await revise('200')
    expect(await filesOf()).toMatchObject([{ revisions: 201 }])
    const form = uploadForm(person, { 'board.brd': '201' }, { replaces: last.id })
    const refused = await person.call('POST', `/v1/projects/${project.id}/files`, { form })
    expect([refused.status, refused.body.message]).toEqual([
      413,
      '“board.brd” has 200 earlier revisions, which is the maximum. Delete revisions that are no longer needed, or keep both files.',
    ])
    expected(await drop(last.id, first.id), 204)
    await revise('202', last.id)
    // Pages neither skip nor repeat any of the revisions that have the same time.
    expect(new Set((await revisionsOf(last.id)).map(({ id }) => id)).size).toBe(201)
  })
})

const rowOf = async (id: string) => {
  const [row] = await api.db.select().from(files).where(eq(files.id, id))
  if (!row) throw new Error('There is no such file.')
  return row
}

/** Returns all mismatches between database rows and stored content. */
async function collect() {
  const found = []
  const later = new Date(Date.now() + 48 * 3_600_000)
  for await (const one of findings({ db: api.db, storage: api.deps.storage, hashes: true, now: later })) found.push(one)
  return found
}

describe('a revision', () => {
  test('can be restored without copying it: the two are swapped, and the current name and type are kept', async () => {
    covers('decisions-revision-restore')
    const second = await revise('two')
    const type = { json: { fileType: 'material' } }
    expected(await person.call('PUT', `/v1/files/${second.id}/type`, type), 200)
    const renamed = (await upload(person, project.id, { 'Renamed.brd': 'three' }, { replaces: second.id }))[0] as File
    const back = expected(await restore(renamed.id, second.id), 200)
    expect(back).toEqual({ ...second, name: 'Renamed.brd', fileType: renamed.fileType, revisions: 3, total_size: 11 })
    expect(await filesOf()).toEqual([back])
    expect(await textOf(back.id)).toBe('two')
    expect(await usedBytes()).toEqual({ files: 1, bytes: 11 })
    expect((await revisionsOf(renamed.id)).map(({ id, current }) => [id, current])).toEqual([
      [renamed.id, false],
      [second.id, true],
      [first.id, false],
    ])
    // Repeat the call, then restore from a page that still shows the earlier state.
    expect(expected(await restore(renamed.id, second.id), 200)).toEqual(back)
    expected(await restore(second.id, first.id), 200)
    expect((await filesOf()).map(({ id }) => id)).toEqual([first.id])
    expect(await checkCounters(api.db, false)).toBe(0)
  })

  test('restored by two members at once leaves one current revision', async () => {
    const second = await revise('two')
    const third = await revise('three', second.id)
    const answers = await Promise.all([restore(third.id, first.id), restore(third.id, second.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await filesOf()).toHaveLength(1)
    expect((await revisionsOf(third.id)).filter(({ current }) => current)).toHaveLength(1)
    expect(await usedBytes()).toEqual({ files: 1, bytes: 11 })
  })

  test('can be deleted with its content unless it is the current one', async () => {
    covers('decisions-revision-deletion')
    const second = await revise('two')
    const refused = await drop(second.id, second.id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The current revision of “board.brd” cannot be deleted. Delete the file, or restore another revision first.',
    ])
    expected(await drop(second.id, first.id), 204)
    expect((await drop(second.id, first.id)).status).toBe(404)
    expect(await usedBytes()).toEqual({ files: 1, bytes: 3 })
    await expect.poll(() => api.storedFiles()).not.toContain(first.id)
    expect(await revisionsOf(second.id)).toMatchObject([{ id: second.id, current: true }])
  })

  test('has a note of at most 500 characters', async () => {
    covers('decisions-revision-note')
    const write = (note: string | null, revision = first.id) =>
      person.call<Revision>('PUT', `/v1/files/${first.id}/revisions/${revision}`, { json: { note } })
    expect(expected(await write(' Longer\r\ntraces '), 200)).toMatchObject({ note: 'Longer\ntraces', current: true })
    await revise('two')
    expect((await revisionsOf()).map(({ note }) => note)).toEqual([null, 'Longer\ntraces'])
    expect(expected(await write(null), 200)).toMatchObject({ note: null, current: false })
    expect((await write('x'.repeat(501))).status).toBe(400)
    expect((await write('x', crypto.randomUUID())).status).toBe(404)
  })

  test('of another file or project cannot be reached through a file of one’s own', async () => {
    const stranger = await api.person('user')
    const theirs = await createProject(stranger)
    const [other] = (await upload(stranger, theirs.id, { 'a.txt': 'a' })) as [File]
    await upload(stranger, theirs.id, { 'a.txt': 'b' }, { replaces: other.id })
    const [own] = (await upload(person, project.id, { 'own.txt': 'own' })) as [File]
    const note = { json: { note: 'x' } }
    for (const id of [other.id, own.id]) {
      expect((await restore(first.id, id)).status).toBe(404)
      expect((await drop(first.id, id)).status).toBe(404)
      expect((await person.call('PUT', `/v1/files/${first.id}/revisions/${id}`, note)).status).toBe(404)
    }
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', `/${other.id}`],
      ['POST', `/${other.id}/restore`],
    ] as const)
      expect((await person.call(method, `/v1/files/${other.id}/revisions${path}`)).status).toBe(404)
    // The id of a file in another project is ignored, so this is a new file.
    const [stored] = await upload(person, project.id, { 'b.txt': 'b' }, { replaces: other.id })
    expect(stored).toMatchObject({ project_id: project.id, revisions: 1 })
    expect(await listAll<Revision>(stranger, `/v1/files/${other.id}/revisions`)).toHaveLength(2)
  })
})

describe('deleting', () => {
  test('a file deletes all its revisions and their content', async () => {
    const second = await revise('two')
    expected(await person.call('DELETE', `/v1/files/${second.id}`), 204)
    expect(await usedBytes()).toEqual({ files: 0, bytes: 0 })
    await finishDeletions(api.db)
    for (const { id } of [first, second]) {
      expect(await api.storedFiles()).not.toContain(id)
      expect((await person.call('GET', `/v1/files/${id}/download`)).status).toBe(404)
    }
  })

  test('a file under the id of an earlier revision is refused, so that nobody deletes what they have not seen', async () => {
    await revise('two')
    expect((await person.call('DELETE', `/v1/files/${first.id}`)).status).toBe(404)
    expect(await revisionsOf()).toHaveLength(2)
  })

  test('a project deletes its revisions', async () => {
    const manager = await api.person('user', 'project_manager')
    const own = await createProject(manager)
    const [old] = (await upload(manager, own.id, { 'a.txt': 'a' })) as [File]
    await upload(manager, own.id, { 'a.txt': 'b' }, { replaces: old.id })
    expected(await manager.call('DELETE', `/v1/projects/${own.id}`), 204)
    await finishDeletions(api.db)
    expect(await api.db.$count(fileRevisions, eq(fileRevisions.projectId, own.id))).toBe(0)
    expect(await api.storedFiles()).not.toContain(old.id)
  })
})

describe('the hourly cleanup', () => {
  test('keeps revisions', async () => {
    const second = await revise('two')
    await sweep()
    expect(await revisionsOf(second.id)).toHaveLength(2)
    expect(await textOf(first.id)).toBe('one')
  })

  test('of a version without revisions cannot delete them, and what it leaves is deleted', async () => {
    const second = await revise('two')
    // The earlier version tries to delete hidden files that no request needs.
    await expect(api.db.delete(files).where(eq(files.id, first.id))).rejects.toThrow()
    // It deletes only the listed file, and leaves the hidden revision behind.
    await api.db.delete(files).where(and(inArray(files.id, [second.id]), isNull(files.hiddenAt)))
    await sweep()
    expect(await api.db.$count(files, eq(files.id, first.id))).toBe(0)
    expect(await usedBytes()).toEqual({ files: 0, bytes: 0 })
  })
})

test('a form that ends before its last byte leaves the listed revision unchanged', async () => {
  const form = formOf(
    { uid: person.id, uname: person.username, replaces: first.id, ftype: 'none' },
    { 'board.brd': 'x' },
  )
  expect((await person.call('POST', `/v1/projects/${project.id}/files`, { form })).status).toBe(400)
  expect(await filesOf()).toEqual([first])
})
