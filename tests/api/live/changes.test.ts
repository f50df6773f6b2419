/** The stream of changes, over HTTP, with two nodes on one database. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { leases, liveEvents, projectMembers, simulationRequests } from '../../../server/database/schema'
import type { NodeSignals } from '../../../server/database/node-signals'
import { createLiveHub } from '../../../server/live/live-hub'
import { covers } from '../../spec-coverage/covers'
import { type ApiServer, type Person, startApi } from '../api-server'
import { createProject, expected, tusHeaders, upload } from '../caller'

type Change = { kind: string; project_id: string; id: string; by?: string }
type Received = { event: string; id?: string; data: Change }

let api: ApiServer
let twin: Awaited<ReturnType<ApiServer['twin']>>
beforeAll(async () => {
  api = await startApi()
  twin = await api.twin()
})
afterAll(async () => {
  await twin.stop()
  await api.stop()
})

const parsed = (block: string): Received[] => {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2)))
  return fields['event'] ? [{ ...fields, data: JSON.parse(String(fields['data'])) } as Received] : []
}

/** Opens a stream and collects its events until the test ends. */
async function follow(who: Person, { lastId, query = '' }: { lastId?: string | undefined; query?: string } = {}) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await fetch(`${who.base}/v1/changes${query}`, {
    headers: { ...who.authorization, ...(lastId && { 'last-event-id': lastId }) },
    signal: leaving.signal,
  })
  const events: Received[] = []
  const reading = (async () => {
    let rest = ''
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const blocks = `${rest}${chunk}`.split('\n\n')
      rest = blocks.pop() ?? ''
      events.push(...blocks.flatMap(parsed))
    }
  })()
  reading.catch(() => undefined)
  const isOpen = () => expect.poll(() => events.some(({ event }) => event === 'position')).toBe(true)
  return {
    status: response.status,
    headers: response.headers,
    events,
    isOpen,
    changes: () => events.filter(({ event }) => event === 'change').map(({ data }) => data),
    lastId: () => events.findLast(({ id }) => id !== undefined)?.id,
    leave: () => leaving.abort(),
    ended: reading,
  }
}

const missed = async (who: Person, lastId: string | undefined) => {
  const answer = await who.call('GET', '/v1/changes?once=true', { headers: lastId ? { 'last-event-id': lastId } : {} })
  expect(answer.status).toBe(200)
  return answer.bytes.toString().split('\n\n').flatMap(parsed)
}

test('a member sees changes of the project list and the file list, made on another node', async () => {
  covers('decisions-changes')
  const person = await api.person('user')
  const stream = await follow(twin.of(person))
  expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
    200,
    'text/event-stream',
    'no-store',
  ])
  await stream.isOpen()
  const project = await createProject(person)
  await expect.poll(stream.changes).toContainEqual({ kind: 'project', project_id: project.id, id: project.id })
  const [file] = await upload(person, project.id, { 'a.txt': 'a' })
  await expect.poll(stream.changes).toContainEqual({ kind: 'files', project_id: project.id, id: project.id })
  const before = stream.changes().length
  expected(await person.call('DELETE', `/v1/files/${file?.id}`), 204)
  await expect
    .poll(() =>
      stream
        .changes()
        .slice(before)
        .map(({ kind }) => kind),
    )
    .toContain('files')
})

/** Returns a client of the same person that names a tab in its calls. */
const inTab = (who: Person, tab: string): Person => ({
  ...who,
  call: (method, path, init = {}) => who.call(method, path, { ...init, headers: { ...init.headers, 'tab-id': tab } }),
})

test('every change names the tab that made it, but only to the same person', async () => {
  const [person, other] = [await api.person('project_manager'), await api.person('user')]
  const [tab, project] = [randomUUID(), await createProject(person)]
  expected(await other.call('GET', '/v1/users/me'), 200)
  await api.db.insert(projectMembers).values({ projectId: project.id, userId: other.id, role: 'user' })
  const streams = { own: await follow(twin.of(person)), other: await follow(other) }
  for (const stream of Object.values(streams)) await stream.isOpen()
  const [before, earlier] = [streams.own.lastId(), streams.own.changes().length]

  const mine = inTab(person, tab)
  const made = await createProject(mine)
  expected(await mine.call('PUT', `/v1/projects/${project.id}`, { json: { notes: 'new' } }), 200)
  const [file] = await upload(mine, project.id, { 'a.txt': 'a' })
  expected(await mine.call('PUT', `/v1/files/${file?.id}/type`, { json: { fileType: 'material' } }), 200)
  expected(await mine.call('DELETE', `/v1/files/${file?.id}`), 204)
  const metadata = { filename: 'b.bin', uid: person.id, uname: person.username }
  const begun = await mine.call('POST', `/v1/projects/${project.id}/uploads`, { headers: tusHeaders(4, metadata) })
  const address = `/v1/projects/${project.id}/${begun.headers.get('location')}`
  const bytes = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'tus-resumable': '1.0.0' }
  expect((await mine.call('PATCH', address, { headers: bytes, body: 'abcd' })).status).toBe(200)
  const members = await mine.call<{ id: string; email: string }[]>(
    'GET',
    `/v1/projects/${project.id}/members?uid=${person.id}`,
  )
  const guest = expected(members, 200).find(({ email }) => email === other.email)
  expected(await mine.call('DELETE', `/v1/projects/${project.id}/members/${guest?.id}`), 204)
  expected(await mine.call('DELETE', `/v1/projects/${made.id}`), 204)

  // The streams get events in order, so all earlier events have arrived once this one has.
  const last = await createProject(person)
  await expect.poll(() => streams.own.changes().some(({ id }) => id === last.id)).toBe(true)
  const own = streams.own
    .changes()
    .slice(earlier)
    .filter(({ id }) => id !== last.id)
  expect(own.length).toBeGreaterThan(8)
  expect(new Set(own.map(({ by }) => by))).toEqual(new Set([tab]))
  expect(streams.own.changes().find(({ id }) => id === last.id)).not.toHaveProperty('by')
  expect(streams.other.changes().length).toBeGreaterThan(5)
  expect(streams.other.changes().filter((change) => 'by' in change)).toEqual([])
  const repeated = (await missed(person, before)).filter(({ event, data }) => event === 'change' && data.id !== last.id)
  expect(new Set(repeated.map(({ data }) => data.by))).toEqual(new Set([tab]))
})

test('a tab name that is not an id is not stored', async () => {
  const person = await api.person('user')
  const stream = await follow(person)
  await stream.isOpen()
  const project = await createProject(inTab(person, `${person.id} x`))
  await expect.poll(stream.changes).toContainEqual({ kind: 'project', project_id: project.id, id: project.id })
})

test('a change of a request’s status is reported, however it was made', async () => {
  const person = await api.person('user')
  const project = await createProject(person)
  const stream = await follow(person)
  await stream.isOpen()
  const pinned = { id: randomUUID(), name: 'a.brd', size: 1, sha256: 'a'.repeat(64) }
  const [request] = await api.db
    .insert(simulationRequests)
    .values({
      projectId: project.id,
      status: 'awaiting payment',
      total: 1,
      si: [],
      pi: [],
      layout: pinned as never,
      createdBy: person.id,
      createdByName: 'Pat',
      orderHash: 'x',
    })
    .returning()
  await api.db.update(simulationRequests).set({ status: 'paid' }).where(eq(simulationRequests.projectId, project.id))
  await expect.poll(stream.changes).toContainEqual({ kind: 'request', project_id: project.id, id: request?.id })
})

test('nobody else learns of a private project; its members and those who leave it do', async () => {
  const [owner, other, admin] = [await api.person('user'), await api.person('user'), await api.person('sysadmin')]
  const open = await createProject(owner)
  const streams = { other: await follow(other), admin: await follow(admin), owner: await follow(owner) }
  for (const stream of Object.values(streams)) await stream.isOpen()

  await upload(owner, open.id, { 'a.txt': 'a' })
  const aboutOpen = ({ project_id }: Change) => project_id === open.id
  await expect.poll(() => streams.admin.changes().some(aboutOpen)).toBe(true)

  const hidden = await createProject(owner)
  expected(await owner.call('PUT', `/v1/projects/${hidden.id}`, { json: { isPrivate: true } }), 200)
  await upload(owner, hidden.id, { 'secret.txt': 'a' })
  const aboutFiles = ({ kind, project_id }: Change) => kind === 'files' && project_id === hidden.id
  await expect.poll(() => streams.owner.changes().some(aboutFiles)).toBe(true)

  await api.db.insert(projectMembers).values({ projectId: hidden.id, userId: other.id, role: 'user' })
  await expect.poll(() => streams.other.changes().map(({ project_id }) => project_id)).toEqual([hidden.id])
  await api.db.delete(projectMembers).where(eq(projectMembers.userId, other.id))
  await expect.poll(() => streams.other.changes().length).toBe(2)
  // The streams get events in order, so the private files would have arrived before these.
  await upload(owner, open.id, { 'b.txt': 'b' })
  await expect.poll(() => streams.admin.changes().filter(aboutOpen).length).toBeGreaterThan(3)
  expect(streams.admin.changes().some(aboutFiles)).toBe(false)
  expect(streams.other.changes().some(aboutOpen)).toBe(false)
})

test('what happened between two streams is sent with the next one, on any node', async () => {
  const person = await api.person('user')
  const first = await follow(person)
  await first.isOpen()
  const one = await createProject(person)
  await expect.poll(() => first.changes().some(({ id }) => id === one.id)).toBe(true)
  first.leave()
  const two = await createProject(person)
  const three = await createProject(person)

  const second = await follow(twin.of(person), { lastId: first.lastId() })
  await second.isOpen()
  expect(second.changes().map(({ id }) => id)).toEqual(expect.arrayContaining([two.id, three.id]))
  const later = await missed(person, second.lastId())
  expect(later.filter(({ event }) => event !== 'change').map(({ event }) => event)).toEqual(['position'])
})

// The embedded database runs one transaction at a time.
test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a transaction that ends late is not missed, although others with later numbers were sent before',
  async () => {
    const person = await api.person('user')
    const slow = await createProject(person)
    const stream = await follow(person)
    await stream.isOpen()
    let lastId: string | undefined
    await api.db.transaction(async (tx) => {
      await tx.execute(sql`update projects set notes = 'slow' where id = ${slow.id}::uuid`)
      const fast = await createProject(person)
      await expect.poll(() => stream.changes().some(({ id }) => id === fast.id)).toBe(true)
      lastId = stream.lastId()
      stream.leave()
    })
    const events = await missed(person, lastId)
    expect(events.map(({ data }) => data.id)).toContain(slow.id)
  },
)

test('a position that is too old, or of another database, resets what the page shows', async () => {
  const person = await api.person('user')
  for (const id of [`1-${Date.now() - 2 * 86_400_000}`, `999999999999-${Date.now()}`]) {
    expect((await missed(person, id)).map(({ event }) => event)).toEqual(['reset', 'position'])
  }
  expect((await person.call('GET', '/v1/changes', { headers: { 'last-event-id': 'x' } })).status).toBe(400)
})

test('a page without a position gets the changes since it was loaded', async () => {
  const person = await api.person('user')
  const project = await createProject(person)
  const stream = await follow(person, { query: '?age=5' })
  await stream.isOpen()
  expect(stream.changes().map(({ id }) => id)).toContain(project.id)
})

test('a page that was loaded too long ago resets what it shows', async () => {
  const person = await api.person('user')
  const eventsOf = async (age: number) => {
    const stream = (await person.call('GET', `/v1/changes?once=true&age=${age}`)).bytes.toString()
    return [...stream.matchAll(/^event: (.*)$/gm)].map(([, event]) => event)
  }
  expect(await eventsOf(86_400)).toEqual(['reset', 'position'])
  expect(await eventsOf(3600)).not.toContain('reset')
})

test('a person can have ten streams; ending one makes room', async () => {
  const person = await api.person('user')
  const streams = await Promise.all(Array.from({ length: 10 }, () => follow(person)))
  expect(streams.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
  const refused = await person.call('GET', '/v1/changes')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await (await api.person('user')).call('GET', '/v1/changes')).status).toBe(200)
  streams[0]?.leave()
  await expect.poll(async () => (await person.call('GET', '/v1/changes')).status).toBe(200)
})

test('a stream ends when its token expires', async () => {
  const sub = randomUUID()
  const token = await api.issuer.token({ sub, exp: Math.floor(Date.now() / 1000) + 1 })
  const stream = await follow({ ...(await api.person()), authorization: { authorization: `Bearer ${token}` } })
  expect(stream.status).toBe(200)
  await stream.ended
})

test('a stopping node ends its streams', async () => {
  const other = await api.twin()
  const stream = await follow(other.of(await api.person('user')))
  await stream.isOpen()
  await other.stop()
  await stream.ended
})

test('events are kept for a day', async () => {
  const person = await api.person('user')
  const project = await createProject(person)
  const about = eq(liveEvents.projectId, project.id)
  await api.db.update(liveEvents).set({ at: sql`now() - interval '2 days'` }).where(about)
  await api.db.execute(sql`update jobs set run_at = now() where kind = 'old events'`)
  await api.db.execute(sql`select pg_notify('jobs', '')`)
  await expect.poll(() => api.db.$count(liveEvents, about)).toBe(0)
})

test('a stream without changes sends something every 20 s, so that neither proxies nor clients consider it lost', async () => {
  const person = await api.person('user')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { database } = api.deps
  const log = { warn: () => undefined } as unknown as FastifyBaseLogger
  const hub = createLiveHub(api.db, database.signals, log)
  const stream = await hub.open({ id: person.id, roles: ['user'] }, { age: 0 })
  const received = () => (stream.read() as Buffer | null)?.toString() ?? ''
  expect(received()).toMatch(/^id: .*\nevent: position\n/)
  vi.advanceTimersByTime(19_999)
  expect(received()).toBe('')
  vi.advanceTimersByTime(1)
  expect(received()).toBe(':\n\n')
  vi.advanceTimersByTime(60_000)
  expect(received()).toBe(':\n\n:\n\n:\n\n')
  hub.close()
  expect(vi.getTimerCount()).toBe(0)
})

test('a change that happens while a stream is opened follows the changes before it', async () => {
  const person = await api.person('user')
  const log = { warn: () => undefined } as unknown as FastifyBaseLogger
  let tell = (_: string) => {}
  const signals: NodeSignals = {
    listen: (channel, { onMessage }) => {
      if (channel === 'live') tell = onMessage
      return () => {}
    },
    close: async () => {},
  }
  const hub = createLiveHub(api.db, signals, log)
  const opening = hub.open({ id: person.id, roles: ['user'] }, { age: 0 })
  // The database has not answered yet.
  const change = { kind: 'notices', subject: person.id, person: person.id, projectId: person.id, author: '' }
  tell(JSON.stringify({ ...change, open: false, position: 7, at: '2026-01-02T03:04:05.000Z' }))
  const stream = await opening
  hub.close()
  expect((await text(stream)).split('\n\n').flatMap(parsed)).toMatchObject([
    { event: 'position' },
    { event: 'change', data: { kind: 'notices', id: person.id } },
  ])
})

test('a stream that a closing node is opening, or opens afterwards, ends at once', async () => {
  const person = await api.person('user')
  const log = { warn: () => undefined } as unknown as FastifyBaseLogger
  const hub = createLiveHub(api.db, api.deps.database.signals, log)
  const open = () => hub.open({ id: person.id, roles: ['user'] }, { age: 0 })
  const early = open()
  hub.close()
  for (const stream of [await early, await open()]) expect(await text(stream)).toBe('')
  expect(hub.count()).toBe(0)
})

test('a person can have 10 streams across all nodes, not counting those of dead nodes', async () => {
  const person = await api.person('user')
  const there = twin.of(person)
  const dead = { kind: 'stream', subject: person.id, amount: 1, node: randomUUID() } as const
  const expired = { ...dead, heldUntil: sql`now() - interval '1 second'` }
  await api.db.insert(leases).values([expired, expired])
  const streams: Awaited<ReturnType<typeof follow>>[] = []
  for (let n = 0; n < 10; n++) streams.push(await follow(n % 2 === 0 ? person : there))
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  for (const who of [person, there]) {
    const { status, headers } = await follow(who)
    expect([status, headers.get('retry-after')]).toEqual([429, '60'])
  }
  expect((await follow(twin.of(await api.person('user')))).status).toBe(200)
  streams[0]?.leave()
  const own = () => api.db.$count(leases, and(eq(leases.subject, person.id), gt(leases.heldUntil, sql`now()`)))
  await expect.poll(own).toBe(9)
  expect((await follow(there)).status).toBe(200)
})
