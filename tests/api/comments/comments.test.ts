import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { comments } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { finishDeletions } from '../../support/deletions'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { type Answer, createProject, expected, listAll, upload } from '../caller'

type Schemas = components['schemas']
type Thread = Schemas['CommentThread']

let api: ApiServer
let person: Person
let member: Person
let memberId: string
let project: Project
let file: File
beforeAll(async () => {
  api = await startApi()
  ;[person, member] = [await api.person('user', 'project_manager'), await api.person('user')]
  expected(await member.call('GET', '/v1/users/me'), 200)
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await createProject(person)
  ;[file] = (await upload(person, project.id, { 'board.brd': 'one' })) as [File]
  const json = { project_id: project.id, email: member.email, role: 'user' }
  memberId = expected(await person.call<Schemas['Member']>('POST', '/v1/users/assign-role', { json }), 200).id
})

const begin = (json: object = {}, who = person) =>
  who.call<Thread>('POST', `/v1/files/${file.id}/comments`, { json: { id: randomUUID(), text: 'Look here', ...json } })
const reply = (id: string, json: object = {}, who = member) =>
  who.call<Thread>('POST', `/v1/comments/${id}/replies`, { json: { id: randomUUID(), text: 'Done', ...json } })
const threads = (who = person, id = file.id) => listAll<Thread>(who, `/v1/files/${id}/comments`)
const change = (id: string, text: string, who = person) =>
  who.call<Thread>('PUT', `/v1/comments/${id}`, { json: { text } })
const remove = (id: string, who = person) => who.call('DELETE', `/v1/comments/${id}`)
const resolve = (id: string, resolved: boolean, who = member) =>
  who.call<Thread>('PUT', `/v1/comments/${id}/resolution`, { json: { resolved } })
const openCount = async () => (await listAll<File>(person, `/v1/projects/${project.id}/files`))[0]?.open_comments
const openInProject = async () =>
  (await listAll<Project>(person, '/v1/projects')).find(({ id }) => id === project.id)?.openComments
const nameOf = ({ username }: Person) => `Pat ${username}`

test('a thread at a place in the file is answered, resolved and reopened by another member', async () => {
  covers('decisions-comment-list', 'decisions-comment-begin', 'decisions-comment-reply', 'decisions-comment-resolve')
  const anchor = { kind: 'net', net: '/CLK_P' }
  const thread = expected(await begin({ anchor, mentions: [memberId, randomUUID()] }), 201)
  expect(thread).toMatchObject({ file_id: file.id, anchor, resolved: null, resolved_by_name: null })
  expect(thread.comments).toEqual([
    {
      id: thread.id,
      author_name: nameOf(person),
      is_own: true,
      text: 'Look here',
      mentions: [nameOf(member)],
      created: expect.any(String),
      edited: null,
      deleted: false,
    },
  ])
  const answered = expected(await reply(thread.id), 201)
  expect(answered.comments.map(({ author_name: author, is_own: own, text }) => [author, own, text])).toEqual([
    [nameOf(person), false, 'Look here'],
    [nameOf(member), true, 'Done'],
  ])
  expect(await openCount()).toBe(1)
  expect(await openInProject()).toBe(1)
  expect(expected(await resolve(thread.id, true), 200)).toMatchObject({ resolved_by_name: nameOf(member) })
  expect(await openCount()).toBe(0)
  expect(await openInProject()).toBe(0)
  expect(expected(await resolve(thread.id, false, person), 200)).toMatchObject({ resolved: null })
  expect(await openCount()).toBe(1)
  const page = await person.call<Schemas['ActivityPage']>('GET', `/v1/projects/${project.id}/activity?limit=4`)
  expect(expected(page, 200).entries.map(({ kind }) => kind)).toEqual([
    'comment reopened',
    'comment resolved',
    'comment added',
    'comment added',
  ])
})

test.each([
  { kind: 'board', x: 12.5, y: -3, layer: 'F.Cu' },
  { kind: 'curve', curve: 'S21', x: 5e9 },
  { kind: 'line', line: 12 },
  { kind: 'page', page: 3 },
])('can be at a $kind', async (anchor) => {
  expect(expected(await begin({ anchor }), 201).anchor).toEqual(anchor)
})

test.each([
  ['an unknown kind of place', { anchor: { kind: 'moon' } }],
  ['a line before the first', { anchor: { kind: 'line', line: 0 } }],
  ['an unknown property of a place', { anchor: { kind: 'page', page: 1, x: 1 } }],
  ['no text', { text: '' }],
  ['only spaces', { text: ' \n ' }],
  ['a text that is too long', { text: 'x'.repeat(4001) }],
  ['too many mentions', { mentions: Array.from({ length: 21 }, () => randomUUID()) }],
])('with %s is refused', async (_, json) => {
  expect((await begin(json)).status).toBe(400)
  expect(await threads()).toEqual([])
})

test('keeps text as plain text, without control characters', async () => {
  const text = '<img src=x onerror=alert(1)>\u0007\r\nhttps://example.com/?a=1&b=2\u202E'
  expect(expected(await begin({ text }), 201).comments[0]?.text).toBe(
    '<img src=x onerror=alert(1)>\nhttps://example.com/?a=1&b=2',
  )
})

test('only its author can change or delete a comment', async () => {
  covers('decisions-comment-change', 'decisions-comment-delete')
  const { id } = expected(await begin(), 201)
  for (const answer of [await change(id, 'mine now', member), await remove(id, member)]) expect(answer.status).toBe(403)
  const changed = expected(await change(id, 'Look there'), 200)
  expect(changed.comments[0]).toMatchObject({ text: 'Look there', edited: expect.any(String) })
  expected(await remove(id), 204)
  expect(await threads()).toEqual([])
  expect((await change(id, 'again')).status).toBe(404)
})

test('a deleted comment with replies keeps its thread until the last reply is deleted', async () => {
  const { id } = expected(await begin({ text: 'secret', mentions: [memberId] }), 201)
  const second = expected(await reply(id), 201).comments[1]
  expected(await remove(id), 204)
  const [thread] = await threads()
  expect(thread?.comments.map(({ text, mentions, deleted }) => [text, mentions, deleted])).toEqual([
    ['', [], true],
    ['Done', [], false],
  ])
  expect((await change(id, 'back')).status).toBe(404)
  expected(await remove(second?.id ?? '', member), 204)
  expect(await threads()).toEqual([])
})

test('a repeated call stores one comment, and an id that somebody else uses is refused', async () => {
  const id = randomUUID()
  const answers = await Promise.all([begin({ id }), begin({ id })])
  for (const answer of answers) expect(expected(answer, 201).id).toBe(id)
  const replyId = randomUUID()
  await reply(id, { id: replyId })
  expect(expected(await reply(id, { id: replyId }), 201).comments).toHaveLength(2)
  expect((await begin({ id }, member)).status).toBe(409)
  expect((await begin({ id: replyId })).status).toBe(409)
  expect(await threads()).toHaveLength(1)
})

test('a thread stays resolved by the first of two people, and is recorded as resolved once', async () => {
  const thread = expected(await begin(), 201)
  const first = expected(await resolve(thread.id, true), 200)
  expect(expected(await resolve(thread.id, true, person), 200)).toEqual({
    ...first,
    comments: first.comments.map((comment) => ({ ...comment, is_own: true })),
  })
  const page = await person.call<Schemas['ActivityPage']>('GET', `/v1/projects/${project.id}/activity?limit=2`)
  expect(expected(page, 200).entries.map(({ kind }) => kind)).toEqual(['comment resolved', 'comment added'])
})

test('there are no replies to replies, and a reply cannot be resolved', async () => {
  const { id } = expected(await begin(), 201)
  const answer = expected(await reply(id), 201).comments[1]?.id ?? ''
  expect((await reply(answer)).status).toBe(404)
  expect((await resolve(answer, true)).status).toBe(404)
})

test('strangers see and change nothing', async () => {
  const { id } = expected(await begin(), 201)
  const stranger = await api.person('user', 'project_manager')
  const answers = await Promise.all([
    stranger.call('GET', `/v1/files/${file.id}/comments`),
    begin({}, stranger),
    reply(id, {}, stranger),
    change(id, 'x', stranger),
    remove(id, stranger),
    resolve(id, true, stranger),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
})

test('threads are listed in pages, newest first', async () => {
  for (let n = 0; n < 5; n++) expected(await begin({ text: `${n}` }), 201)
  const all = await listAll<Thread>(person, `/v1/files/${file.id}/comments?limit=2`)
  expect(all.map((thread) => thread.comments[0]?.text)).toEqual(['4', '3', '2', '1', '0'])
})

test('a page has at most 250 comments, so that long threads of one member do not slow down others', async () => {
  const { id } = expected(await begin(), 201)
  const [row] = await api.db.select().from(comments).where(eq(comments.id, id))
  if (!row) throw new Error('There is no comment.')
  const older = (minutes: number) => new Date(row.created.getTime() - minutes * 60_000)
  const long = [200, 49, 200, 0, 0].map((replies, n) => ({ id: randomUUID(), created: older(n + 1), replies }))
  await api.db.insert(comments).values(long.map(({ replies: _, ...thread }) => ({ ...row, ...thread })))
  const replies = long.flatMap(({ id: threadId, created, ...thread }) =>
    Array.from({ length: thread.replies }, () => ({ ...row, id: randomUUID(), threadId, created })),
  )
  await api.db.insert(comments).values(replies)

  const pages: number[][] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const query: string = cursor && `?cursor=${cursor}`
    const page: Answer<Thread[]> = await member.call('GET', `/v1/files/${file.id}/comments${query}`)
    pages.push(expected(page, 200).map((thread) => thread.comments.length))
    cursor = /cursor=([^>&]+)/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(pages).toEqual([[1, 201], [50], [201, 1, 1]])
  expect((await threads()).map((thread) => thread.id)).toEqual([id, ...long.map((thread) => thread.id)])
})

test('a file has at most 1,000 threads, and a thread at most 200 replies', async () => {
  const { id } = expected(await begin(), 201)
  const [row] = await api.db.select().from(comments).where(eq(comments.id, id))
  if (!row) throw new Error('There is no comment.')
  await api.db.insert(comments).values(Array.from({ length: 999 }, () => ({ ...row, id: randomUUID() })))
  expect((await begin()).status).toBe(409)
  await api.db.insert(comments).values(Array.from({ length: 200 }, () => ({ ...row, id: randomUUID(), threadId: id })))
  expect((await reply(id)).status).toBe(409)
})

describe('the comments of a file', () => {
  test('belong to all its revisions, and survive a deletion that is undone', async () => {
    const { id } = expected(await begin(), 201)
    const [second] = await upload(person, project.id, { 'board.brd': 'two' }, { replaces: file.id })
    expect((await threads(person, second?.id)).map((thread) => [thread.id, thread.file_id])).toEqual([[id, second?.id]])
    expect(await openInProject()).toBe(1)
    expected(await person.call('DELETE', `/v1/files/${second?.id}`), 204)
    expect((await change(id, 'hidden')).status).toBe(404)
    expect(await openInProject()).toBe(0)
    expected(await person.call('POST', `/v1/files/${second?.id}/restore`), 200)
    expect(await threads(person, second?.id)).toHaveLength(1)
  })

  test('are deleted with the file, and with the project', async () => {
    expected(await begin(), 201)
    const count = () => api.db.$count(comments, eq(comments.projectId, project.id))
    expected(await person.call('DELETE', `/v1/files/${file.id}`), 204)
    expect(await count()).toBe(1)
    await finishDeletions(api.db)
    expect(await count()).toBe(0)
    ;[file] = (await upload(person, project.id, { 'board.brd': 'new' })) as [File]
    expected(await begin(), 201)
    expected(await person.call('DELETE', `/v1/projects/${project.id}`), 204)
    await finishDeletions(api.db)
    expect(await count()).toBe(0)
  })

  test('are announced to the other members', async () => {
    const lastId = (await member.call('GET', '/v1/projects')).headers.get('change-position') ?? ''
    expected(await begin(), 201)
    const answer = await member.call('GET', '/v1/changes?once=true', { headers: { 'last-event-id': lastId } })
    expect(answer.bytes.toString()).toContain(`"kind":"comments","project_id":"${project.id}"`)
  })

  test('lose the name of a deleted person, and are part of their export', async () => {
    const leaving = await api.person('user')
    expected(await leaving.call('GET', '/v1/users/me'), 200)
    const json = { project_id: project.id, email: leaving.email, role: 'user' }
    const joined = expected(await person.call<Schemas['Member']>('POST', '/v1/users/assign-role', { json }), 200)
    expected(await begin({ text: 'I was here', mentions: [joined.id] }, leaving), 201)
    const exported = await leaving.call('GET', '/v1/users/me/export')
    expect(exported.bytes.toString('latin1')).toContain('comments.json')
    const gone = await leaving.call('POST', '/v1/users/me/deletion', { json: { username: leaving.username } })
    expect(gone.status).toBeLessThan(300)
    const [thread] = await threads()
    expect(thread?.comments[0]).toMatchObject({ author_name: 'Deleted user', text: 'I was here', mentions: [] })
  })
})
