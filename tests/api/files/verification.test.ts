/** Finds and repairs mismatches between database rows and stored content. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { projects, uploads } from '../../../server/database/schema'
import { checkCounters, type Finding, findings, repair } from '../../../server/files/verification'
import { finishDeletions } from '../../support/deletions'
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
  const [file] = await upload(person, project.id, { 'a.txt': 'abc' })
  expected(
    await person.call('POST', `/v1/files/${file?.id}/comments`, { json: { id: randomUUID(), text: 'Why?' } }),
    201,
  )
  expect(await checkCounters(api.db, false)).toBe(0)
  const wrong = { usedBytes: sql`used_bytes + 5`, openComments: 7 }
  await api.db.update(projects).set(wrong).where(eq(projects.id, project.id))
  expect(await checkCounters(api.db, false)).toBe(1)
  expect(await checkCounters(api.db, true)).toBe(1)
  expect(await checkCounters(api.db, false)).toBe(0)
  const [row] = await api.db.select().from(projects).where(eq(projects.id, project.id))
  expect([row?.fileCount, row?.usedBytes, row?.openComments]).toEqual([1, 3, 1])
})
