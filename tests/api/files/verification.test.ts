/** Verification finds and repairs mismatches between database rows, their counters and stored content. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { commentedFiles, projects, uploads } from '../../../server/database/schema'
import { checkCounters, type Finding, findings, repair } from '../../../server/files/verification'
import { finishDeletions } from '../../support/deletions'
import { runCommand } from '../../support/operator'
import { type ApiServer, type Person, startApi } from '../api-server'
import { createProject, expected, tusHeaders, upload } from '../caller'

let api: ApiServer
let person: Person
beforeAll(async () => {
  api = await startApi()
  person = await api.person('project_manager')
})
afterAll(() => api.stop())

const DAY_MS = 24 * 60 * 60 * 1000
const deps = () => ({ db: api.db, storage: api.deps.storage })
const found = async (options: { hashes?: boolean; laterMs?: number } = {}) => {
  const all: Finding[] = []
  const { hashes = false, laterMs = 0 } = options
  for await (const finding of findings({ ...deps(), hashes, now: new Date(Date.now() + laterMs) })) all.push(finding)
  return all
}

test('finds content that is missing, has the wrong size or the wrong hash, and repairs none of it', async () => {
  const project = await createProject(person)
  const names = ['whole.txt', 'gone.txt', 'short.txt', 'other.txt']
  const files = await upload(person, project.id, Object.fromEntries(names.map((name) => [name, name])))
  const idOf = (name: string) => files.find((file) => file.name === name)?.id ?? ''
  expect(await found({ hashes: true })).toEqual([])

  const { storage } = api.deps
  await storage.remove(['gone.txt', 'short.txt', 'other.txt'].map(idOf))
  await storage.put(idOf('short.txt'), Readable.from([Buffer.from('short')]))
  await storage.put(idOf('other.txt'), Readable.from([Buffer.from('OTHER.txt')]))
  const wrong = (name: string, kind: string) => ({ kind, id: idOf(name), name })
  const sizes = [wrong('gone.txt', 'missing'), wrong('short.txt', 'wrong size')]
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  expect(await found()).toEqual(sizes.toSorted(byId))
  const all = await found({ hashes: true })
  expect(all).toEqual([...sizes, wrong('other.txt', 'wrong hash')].toSorted(byId))
  for (const finding of all) expect(await repair(deps(), finding)).toBe(false)

  expected(await person.call('DELETE', `/v1/projects/${project.id}`), 204)
  await finishDeletions(api.db)
  await expect.poll(() => api.storedFiles()).toEqual([])
  expect(await found({ laterMs: 2 * DAY_MS })).toEqual([])
})

test('deletes content without a row after a day, but not that of an unfinished upload', async () => {
  const project = await createProject(person)
  const [kept] = await upload(person, project.id, { 'kept.txt': 'kept' })
  const orphan = randomUUID()
  await api.deps.storage.put(orphan, Readable.from([Buffer.from('orphan')]))
  const metadata = { filename: 'half.bin', uid: person.id, uname: person.username }
  const begun = await person.call('POST', `/v1/projects/${project.id}/uploads`, { headers: tusHeaders(10, metadata) })
  const address = `/v1/projects/${project.id}/${begun.headers.get('location')}`
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  expected(await person.call('PATCH', address, { headers, body: 'half' }), 204)

  expect(await found()).toEqual([])
  const old = await found({ laterMs: DAY_MS + 60_000 })
  expect(old).toEqual([{ kind: 'orphan', id: orphan, size: 6 }])
  for (const finding of old) expect(await repair(deps(), finding)).toBe(true)
  expect((await person.call('GET', `/v1/files/${kept?.id}/download`)).bytes.toString()).toBe('kept')
  expect((await person.call('HEAD', address, { headers })).headers.get('upload-offset')).toBe('4')

  // Without its row, the content of the upload is an orphan.
  await api.db.delete(uploads).where(eq(uploads.projectId, project.id))
  const lost = await found({ laterMs: DAY_MS + 60_000 })
  expect(lost).toHaveLength(1)
  for (const finding of lost) expect(await repair(deps(), finding)).toBe(true)
  expect(await api.storedFiles()).toEqual([kept?.id])
})

test('does not delete content that has become a file in the meantime', async () => {
  const project = await createProject(person)
  const [kept] = await upload(person, project.id, { 'late.txt': 'late' })
  expect(await repair(deps(), { kind: 'orphan', id: kept?.id ?? '', size: 4 })).toBe(false)
  expect((await person.call('GET', `/v1/files/${kept?.id}/download`)).bytes.toString()).toBe('late')
})

test('corrects the counters of a project', async () => {
  const project = await createProject(person)
  await upload(person, project.id, { 'a.txt': 'abc' })
  expect(await checkCounters(api.db, false)).toBe(0)
  await api.db.update(projects).set({ usedBytes: sql`used_bytes + 5` }).where(eq(projects.id, project.id))
  expect(await checkCounters(api.db, false)).toBe(1)
  expect(await checkCounters(api.db, true)).toBe(1)
  expect(await checkCounters(api.db, false)).toBe(0)
  const [row] = await api.db.select().from(projects).where(eq(projects.id, project.id))
  expect([row?.fileCount, row?.usedBytes]).toEqual([1, 3])
})

describe('the counts of comments', () => {
  const comment = (fileId: string) =>
    person.call('POST', `/v1/files/${fileId}/comments`, { json: { id: randomUUID(), text: 'Why?' } })

  /** A project with two files. Only the first has a comment. */
  async function discussed() {
    const project = await createProject(person)
    const [file, other] = await upload(person, project.id, { 'a.txt': 'abc', 'b.txt': 'abc' })
    if (!file || !other) throw new Error('The files were not kept.')
    expected(await comment(file.id), 201)
    const rows = () => api.db.select().from(commentedFiles).where(eq(commentedFiles.projectId, project.id))
    const open = async () => (await api.db.select().from(projects).where(eq(projects.id, project.id)))[0]?.openComments
    return { project, file, other, rows, open }
  }
  type Discussed = Awaited<ReturnType<typeof discussed>>

  const byDocument = ({ file }: Discussed) => eq(commentedFiles.documentId, file.id)
  const faults: Record<string, (of: Discussed) => PromiseLike<unknown>> = {
    'a wrong number of a project': ({ project }) =>
      api.db.update(projects).set({ openComments: 7 }).where(eq(projects.id, project.id)),
    'a wrong number of a file': (of) => api.db.update(commentedFiles).set({ openThreads: 3 }).where(byDocument(of)),
    'a wrong time': (of) => api.db.update(commentedFiles).set({ newest: new Date() }).where(byDocument(of)),
    'a wrong author': (of) => api.db.update(commentedFiles).set({ newestBy: 'nobody' }).where(byDocument(of)),
    'a time without a comment': (of) =>
      api.db.update(commentedFiles).set({ newestByOthers: new Date() }).where(byDocument(of)),
    'a listed file that seems deleted': (of) =>
      api.db.update(commentedFiles).set({ isListed: false }).where(byDocument(of)),
    'a missing row': (of) => api.db.delete(commentedFiles).where(byDocument(of)),
    'a row without comments': ({ project, other }) =>
      api.db.insert(commentedFiles).values({ documentId: other.id, projectId: project.id, isListed: true }),
  }

  test.each(Object.entries(faults))('are found and corrected: %s', async (_, fault) => {
    const of = await discussed()
    const [right, open] = [await of.rows(), await of.open()]
    expect([right.length, open, await checkCounters(api.db, false)]).toEqual([1, 1, 0])
    await fault(of)
    expect(await checkCounters(api.db, false)).toBe(1)
    expect(await checkCounters(api.db, true)).toBe(1)
    expect(await checkCounters(api.db, false)).toBe(0)
    expect([await of.rows(), await of.open()]).toEqual([right, open])
    // The next comment is counted on top of the corrected numbers.
    expected(await comment(of.file.id), 201)
    expect([(await of.rows())[0]?.openThreads, await of.open()]).toEqual([2, 2])
  })
})

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'npm run verify may read for longer than an API call',
  async () => {
    const own = await startApi()
    onTestFinished(() => own.stop())
    const owner = await own.person('project_manager')
    const [file] = await upload(owner, (await createProject(owner)).id, { 'a.txt': 'abc' })
    const json = { id: randomUUID(), text: 'Why?' }
    expected(await owner.call('POST', `/v1/files/${file?.id}/comments`, { json }), 201)
    // The command calls this function, which reports the limit of the command's connection.
    await own.db.execute(sql`create or replace function is_listed_file(of_document uuid) returns boolean
    language plpgsql stable as $$ begin raise exception 'limited to %', current_setting('statement_timeout'); end $$`)
    const { rows } = (await own.db.execute(sql`select current_database() as name`)) as { rows: { name: string }[] }
    const url = new URL(`/${rows[0]?.name}`, process.env['TEST_DATABASE_URL'])
    const settings = { DATABASE_URL: url.href, DATA_DIR: own.config.dataDir }
    await expect(runCommand('verify', settings)).rejects.toThrow('limited to 1h')
    // The timeout covers another process.
  },
  60_000,
)
