import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { files, liveEvents, projectMembers, seenFiles } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, listAll, upload } from '../caller'

type Thread = components['schemas']['CommentThread']

let api: ApiServer
let author: Person
let reader: Person
let project: Project
let file: File
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  ;[author, reader] = [await api.person('user', 'project_manager'), await api.person('user')]
  expected(await reader.call('GET', '/v1/users/me'), 200)
  project = await createProject(author)
  ;[file] = (await upload(author, project.id, { 'board.brd': 'one', 'other.brd': 'two' })) as [File]
  await comment('Before they joined')
  const json = { project_id: project.id, email: reader.email, role: 'user' }
  expected(await author.call('POST', '/v1/users/assign-role', { json }), 200)
})

const comment = async (text: string, who = author) =>
  expected(await who.call<Thread>('POST', `/v1/files/${file.id}/comments`, { json: { id: randomUUID(), text } }), 201)
const reply = async (id: string, who = author) =>
  expected(
    await who.call<Thread>('POST', `/v1/comments/${id}/replies`, { json: { id: randomUUID(), text: 'Yes' } }),
    201,
  )
const seen = (until: string, who = reader, id = file.id) => who.call('PUT', `/v1/files/${id}/seen`, { json: { until } })

const newsFor = async (who: Person) => {
  const listed = await listAll<File>(who, `/v1/projects/${project.id}/files`)
  return Object.fromEntries(listed.flatMap(({ name, news }) => (news ? [[name, news]] : [])))
}
const isMarked = async (who: Person) =>
  (await listAll<Project>(who, '/v1/projects')).find(({ id }) => id === project.id)?.hasNews

/** Adds a report to the project and returns its id. */
async function report() {
  const [row] = await api.db.select().from(files).where(eq(files.id, file.id))
  if (!row) throw new Error('There is no file.')
  const { id: _id, documentId: _document, nameKey: _key, ...rest } = row
  const added = { ...rest, id: randomUUID(), name: 'report.pdf', folder: 'reports' as const, uploadedAt: new Date() }
  await api.db.insert(files).values(added)
  return added.id
}

test('other people’s comments are new until they are seen, for each person', async () => {
  covers('decisions-file-seen')
  expect([await newsFor(reader), await isMarked(reader)]).toEqual([{}, false])
  const { id, comments } = await comment('Is this net long enough?')
  expect(await newsFor(reader)).toEqual({ 'board.brd': comments[0]?.created })
  expect(await isMarked(reader)).toBe(true)
  expect([await newsFor(author), await isMarked(author)]).toEqual([{}, false])

  const later = await reply(id)
  const newest = later.comments[1]?.created ?? ''
  expected(await seen(comments[0]?.created ?? ''), 204)
  expect(await newsFor(reader)).toEqual({ 'board.brd': newest })
  expected(await seen(newest), 204)
  expect([await newsFor(reader), await isMarked(reader)]).toEqual([{}, false])
  // A late call from another tab changes nothing.
  expected(await seen(comments[0]?.created ?? ''), 204)
  expect(await isMarked(reader)).toBe(false)
  await reply(id, reader)
  expect([await isMarked(reader), await isMarked(author)]).toEqual([false, true])
})

test('a time in the future does not hide what comes later', async () => {
  expected(await seen('2099-01-01T00:00:00Z'), 204)
  await comment('Later')
  expect(await isMarked(reader)).toBe(true)
})

test('reports are new, deleted comments and comments on deleted files are not', async () => {
  const { id } = await comment('Never mind')
  expected(await author.call('DELETE', `/v1/comments/${id}`), 204)
  expect(await isMarked(reader)).toBe(false)
  // A deleted comment with replies stays in its thread without its text.
  const answered = await comment('Never mind either')
  await reply(answered.id, reader)
  expected(await author.call('DELETE', `/v1/comments/${answered.id}`), 204)
  expect([await newsFor(reader), await isMarked(reader)]).toEqual([{}, false])
  await report()
  expect(Object.keys(await newsFor(reader))).toEqual(['report.pdf'])
  expect(await isMarked(reader)).toBe(true)
  await api.db.update(files).set({ hiddenAt: new Date() }).where(eq(files.name, 'report.pdf'))
  expect(await isMarked(reader)).toBe(false)
  await comment('On a file that is deleted')
  expected(await author.call('DELETE', `/v1/files/${file.id}`), 204)
  expect(await isMarked(reader)).toBe(false)
})

test('nothing is new for administrators who are not members', async () => {
  const admin = await api.person('user', 'sysadmin')
  await comment('Hello')
  expect([await newsFor(admin), await isMarked(admin)]).toEqual([{}, false])
  // Not even in a report that they have opened before.
  expected(await seen('2026-01-01T00:00:00Z', admin, await report()), 204)
  expect([await newsFor(admin), await isMarked(admin)]).toEqual([{}, false])
})

test('a report from before a person joined again is not new, although the person last opened it even earlier', async () => {
  const id = await report()
  expected(await seen('2026-01-01T00:00:00Z', reader, id), 204)
  expect(Object.keys(await newsFor(reader))).toEqual(['report.pdf'])
  const membership = and(eq(projectMembers.projectId, project.id), eq(projectMembers.userId, reader.id))
  await api.db.update(projectMembers).set({ since: sql`now()` }).where(membership)
  expect([await newsFor(reader), await isMarked(reader)]).toEqual([{}, false])
})

test('what was seen stays seen after a new revision, and only that person’s tabs are notified', async () => {
  const { comments } = await comment('First revision')
  const isOfReader = and(eq(liveEvents.projectId, project.id), eq(liveEvents.person, reader.id))
  await api.db.delete(liveEvents).where(eq(liveEvents.projectId, project.id))
  expected(await seen(comments[0]?.created ?? ''), 204)
  expect(await api.db.$count(liveEvents, isOfReader)).toBe(1)
  expect(await api.db.$count(liveEvents, eq(liveEvents.projectId, project.id))).toBe(1)
  ;[file] = (await upload(author, project.id, { 'board.brd': 'changed' }, { replaces: file.id })) as [File]
  expect(await isMarked(reader)).toBe(false)
  expect(await api.db.$count(seenFiles, eq(seenFiles.personId, reader.id))).toBe(1)
})
