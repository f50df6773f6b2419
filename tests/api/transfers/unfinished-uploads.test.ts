/** Limits on unfinished uploads, and two nodes on one database and one storage. */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { MAX_UNFINISHED } from '../../../machines/transfers/upload-limits'
import { leases, uploads } from '../../../server/database/schema'
import { createUploadHolds } from '../../../server/transfers/upload-lock-across-nodes'
import { createUnfinishedUploads, reservedBytes, TooManyWaiting } from '../../../server/transfers/unfinished-uploads'
import { type ApiServer, type File, type Person, startApi } from '../api-server'
import { createProject, expected, tusHeaders, upload, uploadForm } from '../caller'

const TUS = { 'tus-resumable': '1.0.0' }
let api: ApiServer
let person: Person
beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
})
afterAll(() => api.stop())

const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7) % 251)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000)
const announced = (projectId: string, uploadedBy = person.id) => ({
  id: randomUUID(),
  projectId,
  uploadedBy,
  name: 'a',
  size: 1,
  type: null,
  modifiedAt: null,
  replaces: null,
  metadataHeader: '',
})
const caller = (id = person.id) => ({ id, fullname: 'Pat', signedInAt: new Date() })
const store = () => createUnfinishedUploads({ db: api.db, storage: api.deps.storage })
/** Inserts rows of unfinished uploads, as if they had begun earlier. */
const leave = (rows: (typeof uploads.$inferInsert)[]) => api.db.insert(uploads).values(rows)

describe('the number of unfinished uploads', () => {
  test('is limited for each user, whose oldest one is deleted if it received nothing for an hour', async () => {
    const { id } = await createProject(person)
    const old = { ...announced(id), touchedAt: hoursAgo(1.1) }
    const others = Array.from({ length: MAX_UNFINISHED.own - 1 }, () => ({
      ...announced(id),
      touchedAt: hoursAgo(0.9),
    }))
    await leave([old, ...others])
    expect(await store().begin(announced(id), caller())).not.toBeNull()
    expect(await store().find(old.id)).toBeNull()
    const refused = announced(id)
    await expect(store().begin(refused, caller())).rejects.toEqual(new TooManyWaiting('own'))
    expect(await store().find(refused.id)).toBeNull()
    await api.db.delete(uploads).where(eq(uploads.projectId, id))
  })

  test('is limited for each project, and the upload of another member is never deleted for a new one', async () => {
    const { id } = await createProject(person)
    const people = await Promise.all([api.person('user'), api.person('user'), api.person('user'), api.person('user')])
    for (const one of people) await createProject(one)
    const old = Array.from({ length: MAX_UNFINISHED.project }, (_, n) => ({
      ...announced(id, people[n % 3]?.id),
      touchedAt: hoursAgo(20),
    }))
    await leave(old)
    await expect(store().begin(announced(id, people[3].id), caller(people[3].id))).rejects.toEqual(
      new TooManyWaiting('project'),
    )
    expect(await api.db.$count(uploads, eq(uploads.projectId, id))).toBe(MAX_UNFINISHED.project)
    await api.db.delete(uploads).where(eq(uploads.projectId, id))
  })

  test('does not slow down a new one, which looks at the content of none of them', async () => {
    const { id } = await createProject(person)
    await leave(Array.from({ length: MAX_UNFINISHED.own - 1 }, () => announced(id)))
    const looked: string[] = []
    const watched = new Proxy(api.deps.storage, {
      get: (storage, name: string) => {
        if (name !== 'space') looked.push(name)
        return Reflect.get(storage, name) as unknown
      },
    })
    expect(
      await createUnfinishedUploads({ db: api.db, storage: watched }).begin(announced(id), caller()),
    ).not.toBeNull()
    expect(looked).toEqual([])
    await api.db.delete(uploads).where(eq(uploads.projectId, id))
  })

  test('is limited for all users together', async () => {
    const { id } = await createProject(person)
    const other = await createProject(person)
    await leave(Array.from({ length: MAX_UNFINISHED.all }, () => announced(id)))
    const another = await api.person('user')
    await createProject(another)
    await expect(store().begin(announced(other.id, another.id), caller(another.id))).rejects.toEqual(
      new TooManyWaiting('all'),
    )
    await api.db.delete(uploads).where(eq(uploads.projectId, id))
  })
})

describe('of two nodes', () => {
  const begin = async (projectId: string, size: number, name = 'board.bin') => {
    const metadata = { filename: name, uid: person.id, uname: person.username }
    const started = await person.call('POST', `/v1/projects/${projectId}/uploads`, {
      headers: tusHeaders(size, metadata),
    })
    expect(started.status).toBe(201)
    return `/v1/projects/${projectId}/${started.headers.get('location')}`
  }
  const send = (who: Person, address: string, offset: number, body: BodyInit) =>
    who.call<File>('PATCH', address, {
      headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body,
    })
  const offsetOf = async (who: Person, address: string) => {
    const found = await who.call('HEAD', address, { headers: TUS })
    expect(found.status).toBe(200)
    return Number(found.headers.get('upload-offset'))
  }
  const twin = async () => {
    const started = await api.twin()
    onTestFinished(() => started.stop())
    return started.of(person)
  }

  test('one continues what the other received, several times, and both deliver the file', async () => {
    const there = await twin()
    const project = await createProject(person)
    // More than two S3 parts, sent in pieces that do not end at part boundaries.
    const content = bytes(20_000_003)
    const address = await begin(project.id, content.length)
    const cuts = [0, 5, 3_000_000, 9_000_001, 17_500_000, content.length]
    let file: File | undefined
    for (const [index, from] of cuts.slice(0, -1).entries()) {
      const who = index % 2 === 0 ? person : there
      expect(await offsetOf(index % 2 === 0 ? there : person, address)).toBe(from)
      const to = cuts[index + 1] ?? content.length
      file = expected(await send(who, address, from, content.subarray(from, to)), to === content.length ? 200 : 204)
    }
    expect(file).toMatchObject({
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    for (const who of [person, there]) {
      const whole = await who.call('GET', `/v1/files/${file?.id}/download`)
      expect(whole.bytes.equals(content)).toBe(true)
      const part = await who.call('GET', `/v1/files/${file?.id}/download`, {
        headers: { range: 'bytes=8388600-8388700' },
      })
      expect([part.status, part.bytes.equals(content.subarray(8_388_600, 8_388_701))]).toEqual([206, true])
    }
    expect(await offsetOf(there, address)).toBe(content.length)
  })

  test('one takes over an upload that the other is still receiving', async () => {
    const there = await twin()
    const project = await createProject(person)
    const content = bytes(12_000_000)
    const address = await begin(project.id, content.length)
    const old = http.request(`${person.base}${address}`, {
      method: 'PATCH',
      headers: {
        ...person.authorization,
        ...TUS,
        'upload-offset': '0',
        'content-length': String(content.length),
        'content-type': 'application/offset+octet-stream',
      },
    })
    old.on('error', () => undefined)
    onTestFinished(() => void old.destroy())
    old.write(content.subarray(0, 9_000_000))
    await expect.poll(() => api.unfinishedSize(address)).toBe(9_000_000)
    const offset = await offsetOf(there, address)
    expect(offset).toBe(9_000_000)
    const file = expected(await send(there, address, offset, content.subarray(offset)), 200)
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'))
  })

  test('one continues at once what the other was receiving when it was stopped', async () => {
    const other = await api.twin()
    const there = other.of(person)
    const project = await createProject(person)
    const content = bytes(12_000_000)
    const address = await begin(project.id, content.length)
    const sending = http.request(`${there.base}${address}`, {
      method: 'PATCH',
      headers: {
        ...there.authorization,
        ...TUS,
        'upload-offset': '0',
        'content-length': String(content.length),
        'content-type': 'application/offset+octet-stream',
      },
    })
    const answered = once(sending, 'response') as Promise<[http.IncomingMessage]>
    sending.write(content.subarray(0, 9_000_000))
    await expect.poll(() => api.unfinishedSize(address)).toBe(9_000_000)
    const stopped = other.stop()
    const [{ statusCode, headers }] = await answered
    expect([statusCode, headers['upload-offset']]).toEqual([204, '9000000'])
    await stopped
    sending.destroy()
    const [upload] = await api.db
      .select()
      .from(uploads)
      .where(eq(uploads.id, path.basename(address)))
    expect(upload).toMatchObject({ received: 9_000_000, heldBy: null, heldUntil: null })
    const file = expected(await send(person, address, 9_000_000, content.subarray(9_000_000)), 200)
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'))
  })

  test('one takes over what a dead node held, when its hold expires', async () => {
    const project = await createProject(person)
    const address = await begin(project.id, 3)
    const held = { heldBy: randomUUID(), heldUntil: new Date(Date.now() + 1500) }
    await api.db
      .update(uploads)
      .set(held)
      .where(eq(uploads.id, path.basename(address)))
    expected(await send(person, address, 0, 'abc'), 200)
  })

  test('the quota of both counts a form that one is receiving', async () => {
    const small = await startApi({ storageLimitBytes: 2_000_000 })
    onTestFinished(() => small.stop())
    const other = await small.twin()
    onTestFinished(() => other.stop())
    const who = await small.person('user')
    const there = other.of(who)
    const project = await createProject(who)
    const whole = new Response(uploadForm(who, { 'first.bin': bytes(1_200_000) }))
    const body = Buffer.from(await whole.arrayBuffer())
    const first = http.request(`${there.base}/v1/projects/${project.id}/files`, {
      method: 'POST',
      headers: {
        ...there.authorization,
        'content-type': whole.headers.get('content-type') ?? '',
        'content-length': String(body.length),
      },
    })
    onTestFinished(() => void first.destroy())
    first.on('error', () => undefined)
    const answered = once(first, 'response') as Promise<[http.IncomingMessage]>
    answered.catch(() => undefined)
    first.write(body.subarray(0, 600_000))
    const reserved = () => small.db.$count(leases, eq(leases.subject, project.id))
    await expect.poll(reserved).toBe(1)
    const second = () =>
      who.call('POST', `/v1/projects/${project.id}/files`, {
        form: uploadForm(who, { 'second.bin': bytes(1_200_000) }),
      })
    expect((await second()).status).toBe(413)
    first.end(body.subarray(600_000))
    const [{ statusCode }] = await answered
    expect(statusCode).toBe(201)
    await expect.poll(reserved).toBe(0)
    expect((await second()).status).toBe(413)
    expect(await upload(who, project.id, { 'third.bin': bytes(400_000) })).toHaveLength(1)
  })

  test('the quota of both counts what one is receiving, and the first of two succeeds', async () => {
    const { id } = await createProject(person)
    const [first, second] = [announced(id), announced(id)].map((row) => ({ ...row, size: 100 }))
    const now = Date.now()
    const held = { heldBy: randomUUID(), heldUntil: new Date(now + 60_000) }
    await leave([
      { ...first!, ...held, reservedAt: new Date(now - 1000) },
      { ...second!, ...held, reservedAt: new Date(now) },
      { ...announced(id), size: 7 },
    ])
    expect(await reservedBytes(api.db, id, null)).toBe(200)
    expect(await reservedBytes(api.db, id, first!.id)).toBe(0)
    expect(await reservedBytes(api.db, id, second!.id)).toBe(100)
    await api.db
      .update(uploads)
      .set({ heldUntil: new Date(now - 1000) })
      .where(eq(uploads.id, first!.id))
    expect(await reservedBytes(api.db, id, null)).toBe(100)
    await api.db.delete(uploads).where(eq(uploads.projectId, id))
  })
})

test('a call learns that it has lost its hold, and that another node wants the upload', async () => {
  const { id: projectId } = await createProject(person)
  const upload = announced(projectId)
  await leave([upload])
  const holds = createUploadHolds({ db: api.db, signals: api.deps.database.signals })
  onTestFinished(() => holds.close())
  const events: string[] = []
  const as = (name: string) => ({
    onWanted: () => events.push(`${name} is wanted`),
    onLost: () => events.push(`${name} is lost`),
  })
  const first = await holds.acquire(upload.id, as('first'))
  const second = holds.acquire(upload.id, as('second'))
  await expect.poll(() => events).toContain('first is wanted')
  await first?.release()
  const held = await second
  await api.db.update(uploads).set({ heldBy: randomUUID() }).where(eq(uploads.id, upload.id))
  await expect.poll(() => events).toContain('second is lost')
  await held?.release()
  expect(await holds.acquire(randomUUID(), as('nobody'))).toBeNull()
  await api.db.delete(uploads).where(eq(uploads.id, upload.id))
})
