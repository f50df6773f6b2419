import { createHash } from 'node:crypto'
import http from 'node:http'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { zipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { uploads } from '../../../server/database/schema'
import { expiredUploads } from '../../../server/transfers/unfinished-uploads'
import { covers } from '../../spec-coverage/covers'
import { finishDeletions } from '../../support/deletions'
import { type ApiServer, type File, type Person, startApi } from '../api-server'
import { createProject, expected, tusHeaders, upload } from '../caller'

const LIMIT = 3 * 1_048_576
const TUS = { 'tus-resumable': '1.0.0' }

let api: ApiServer
let person: Person
beforeAll(async () => {
  api = await startApi({ storageLimitBytes: LIMIT })
  person = await api.person('user')
})
afterAll(() => api.stop())

const bytes = (length: number, seed = 7) => Uint8Array.from({ length }, (_, index) => (index * seed) % 251)
const metadata = (who: Person, more: Record<string, string> = {}) => ({
  filename: 'board.kicad_pcb',
  uid: who.id,
  uname: who.username,
  ...more,
})
const filesOf = async (projectId: string) =>
  expected(await person.call<File[]>('GET', `/v1/projects/${projectId}/files`), 200)

const tryStart = (projectId: string, size: number, more: Record<string, string> = {}) =>
  person.call('POST', `/v1/projects/${projectId}/uploads`, { headers: tusHeaders(size, metadata(person, more)) })

async function begin(projectId: string, size: number, more: Record<string, string> = {}) {
  const started = await tryStart(projectId, size, more)
  expect(started.status).toBe(201)
  return `/v1/projects/${projectId}/${started.headers.get('location')}`
}
const send = (address: string, offset: number, body: BodyInit, who = person) =>
  who.call<File>('PATCH', address, {
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  })
const find = (address: string, who = person) => who.call('HEAD', address, { headers: TUS })
const offsetOf = async (address: string) => {
  const found = await find(address)
  expect(found.status).toBe(200)
  return Number(found.headers.get('upload-offset'))
}

/** Starts a call that announces a number of bytes, which the test then sends itself. */
const startPatch = (address: string, announced: number, offset = 0) =>
  http.request(`${person.base}${address}`, {
    method: 'PATCH',
    headers: {
      ...person.authorization,
      ...TUS,
      'upload-offset': String(offset),
      'content-length': String(announced),
      'content-type': 'application/offset+octet-stream',
    },
  })

/** Announces a number of bytes, sends fewer, and aborts the call. */
async function sendAndAbort(address: string, offset: number, content: Uint8Array, announced: number) {
  const request = startPatch(address, announced, offset)
  request.on('error', () => undefined)
  await new Promise<void>((resolve) => request.write(content, () => resolve()))
  await expect.poll(() => api.unfinishedSize(address)).toBeGreaterThan(offset)
  request.destroy()
}

afterEach(async () => {
  // Only files of projects and intentionally unfinished uploads may remain once deletions can no longer be undone.
  await finishDeletions(api.db)
  const { body } = await person.call<{ id: string }[]>('GET', '/v1/projects')
  const known = (await Promise.all(body.map(({ id }) => filesOf(id)))).flat().map(({ id }) => id)
  const unknown = async () => (await api.storedFiles()).filter((name) => !known.includes(name) && !unfinished.has(name))
  await expect.poll(unknown).toEqual([])
})
/** Uploads that a test leaves unfinished. */
const unfinished = new Set<string>()
const leaveUnfinished = (address: string) => unfinished.add(path.basename(address))

describe('a resumable upload', () => {
  test('stores the file with its size, hash, type and time, like a simple upload', async () => {
    covers('7-begin-upload')
    const project = await createProject(person)
    const content = bytes(200_000)
    const address = await begin(project.id, content.length, { last_modified: '1735689600.5', uemail: person.email })
    const file = expected(await send(address, 0, content), 200)
    expect(file).toMatchObject({
      name: 'board.kicad_pcb',
      size: 200_000,
      fileType: 'layout',
      folderId: 'inputs',
      modified_at: '2025-01-01T00:00:00.500Z',
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    expect(await filesOf(project.id)).toEqual([file])
    const download = await person.call('GET', `/v1/files/${file.id}/download`)
    expect(download.bytes.equals(content)).toBe(true)
  })

  test('of a zip gets its type from its content', async () => {
    const project = await createProject(person)
    const content = Buffer.from(zipSync({ 'fab/top.gtl': bytes(90_000), 'fab/holes.drl': bytes(100) }))
    const address = await begin(project.id, content.length, { filename: 'fab.zip' })
    expect(expected(await send(address, 0, content), 200)).toMatchObject({ name: 'fab.zip', fileType: 'layout' })
  })

  test('keeps the requested type, and can be empty', async () => {
    const project = await createProject(person)
    const address = await begin(project.id, 0, { ftype: 'Material', filename: 'raw/empty.bin' })
    expect(await offsetOf(address)).toBe(0)
    expect(await filesOf(project.id)).toMatchObject([{ name: 'raw/empty.bin', size: 0, fileType: 'material' }])
  })

  test('continues after a lost connection, and gets the same hash', async () => {
    covers('7-find-upload')
    const project = await createProject(person)
    const content = bytes(1_500_000)
    const address = await begin(project.id, content.length)
    await sendAndAbort(address, 0, content.subarray(0, 700_000), content.length)
    const offset = await offsetOf(address)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(700_000)
    expect(await filesOf(project.id)).toEqual([])
    const file = expected(await send(address, offset, content.subarray(offset)), 200)
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'))
  })

  test('is taken over by a new request from its sender while the old request is still sending', async () => {
    const project = await createProject(person)
    const content = bytes(2_000_000)
    const address = await begin(project.id, content.length)
    const old = startPatch(address, content.length)
    old.on('error', () => undefined)
    let sent = 0
    const bringing = setInterval(() => old.write(content.subarray(sent, (sent += 1000))), 5)
    try {
      await expect.poll(() => api.unfinishedSize(address)).toBeGreaterThan(0)
      const offset = await offsetOf(address)
      const after = sent
      await expect.poll(() => sent).toBeGreaterThan(after + 50_000)
      expect(await offsetOf(address)).toBe(offset)
      const file = expected(await send(address, offset, content.subarray(offset)), 200)
      expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'))
    } finally {
      clearInterval(bringing)
      old.destroy()
    }
  })

  test('is not interrupted by a request from another user', async () => {
    const project = await createProject(person)
    const admin = await api.person('sysadmin')
    const content = bytes(200_000)
    const address = await begin(project.id, content.length)
    const request = startPatch(address, content.length)
    const answer = new Promise<number | undefined>((resolve, reject) => {
      request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
    })
    request.write(content.subarray(0, 100_000))
    await expect.poll(() => api.unfinishedSize(address)).toBeGreaterThan(0)
    expect((await find(address, admin)).status).toBe(404)
    expect((await admin.call('DELETE', address, { headers: TUS })).status).toBe(404)
    request.end(content.subarray(100_000))
    expect(await answer).toBe(200)
    expect(await filesOf(project.id)).toHaveLength(1)
  })

  test('continues on another server with the same data, as after a restart', async () => {
    const project = await createProject(person)
    const content = bytes(300_000)
    const address = await begin(project.id, content.length)
    expected(await send(address, 0, content.subarray(0, 100_000)), 204)
    const twin = await api.twin()
    const there = twin.of(person)
    expect((await find(address, there)).headers.get('upload-offset')).toBe('100000')
    const file = expected(await send(address, 100_000, content.subarray(100_000), there), 200)
    await twin.stop()
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'))
  })

  test('whose final response was lost is reported as complete, and not sent again', async () => {
    const project = await createProject(person)
    const address = await begin(project.id, 3)
    const file = expected(await send(address, 0, 'abc'), 200)
    expect(await offsetOf(address)).toBe(3)
    expect(expected(await send(address, 3, ''), 200)).toEqual(file)
    expect((await person.call('DELETE', address, { headers: TUS })).status).toBe(400)
    expect(await filesOf(project.id)).toHaveLength(1)
  })

  test('reports its offset, and rejects bytes at another offset or beyond its length', async () => {
    covers('7-continue-upload')
    const project = await createProject(person)
    const address = await begin(project.id, 10)
    expect((await find(address)).headers.get('upload-length')).toBe('10')
    const part = await send(address, 0, 'abcd')
    expect([part.status, part.headers.get('upload-offset')]).toEqual([204, '4'])
    expect(Date.parse(part.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now())
    expect((await send(address, 2, 'cd')).status).toBe(409)
    const tooMany = {
      status: 413,
      body: { message: 'The file is larger than declared when the upload started. Please upload it again.' },
    }
    expect(await send(address, 4, 'efghijkl')).toMatchObject(tooMany)
    // Without a content length, the excess is only detected from the bytes themselves.
    const endless = new Blob(['efghijkl']).stream()
    expect(await send(address, 4, endless)).toMatchObject(tooMany)
    expect(await offsetOf(address)).toBe(4)
    expected(await person.call('DELETE', address, { headers: TUS }), 204)
    expect((await find(address)).status).toBe(404)
  })

  test('can only be accessed by its sender', async () => {
    covers('7-cancel-upload')
    const project = await createProject(person)
    const admin = await api.person('sysadmin')
    const address = await begin(project.id, 10)
    expect((await find(address, admin)).status).toBe(404)
    expect((await send(address, 0, 'abc', admin)).status).toBe(404)
    expect((await admin.call('DELETE', address, { headers: TUS })).status).toBe(404)
    const other = await createProject(person)
    expect((await find(address.replace(project.id, other.id))).status).toBe(404)
    expect((await api.anonymous.call('PATCH', address, { headers: TUS })).status).toBe(401)
    expected(await person.call('DELETE', address, { headers: TUS }), 204)
  })
})

describe('a resumable upload is rejected before it starts', () => {
  const wrong: [string, Record<string, string>, number][] = [
    ['ftype', { ftype: 'schematic' }, 400],
    ['ftype', { ftype: '' }, 400],
    ['folder', { folder: 'elsewhere' }, 400],
    ['last_modified', { last_modified: 'yesterday' }, 400],
    ['last_modified', { last_modified: '999999999999' }, 400],
    ['filename', { filename: '..' }, 400],
    ['filename', { filename: '../../x' }, 400],
    ['filename', { filename: 'back\\slash.txt' }, 400],
    ['filename', { filename: 'x'.repeat(256) }, 400],
    ['uid', { uid: 'somebody else' }, 403],
    ['uname', { uname: 'somebody else' }, 403],
  ]
  test.each(wrong)('because of a wrong %s: %o', async (field, fields, status) => {
    const project = await createProject(person)
    const refused = await tryStart(project.id, 10, fields)
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([status, field])
  })

  test('if it is for Reports, or without a name, a size or the protocol version', async () => {
    const project = await createProject(person)
    expect(await tryStart(project.id, 10, { folder: 'reports' })).toMatchObject({
      status: 403,
      body: { message: 'Files cannot be uploaded to Reports. Upload them to Inputs instead.' },
    })
    const headers = tusHeaders(10, metadata(person))
    const at = `/v1/projects/${project.id}/uploads`
    for (const name of Object.keys(headers)) {
      const less = Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name))
      const { status, body } = await person.call('POST', at, { headers: less })
      expect([status, body.errors?.[0]?.field]).toEqual([400, name])
    }
    const { filename: _, ...nameless } = metadata(person)
    const answer = await person.call('POST', at, { headers: tusHeaders(10, nameless) })
    expect(answer.body).toMatchObject({ status: 400, message: 'filename is missing.' })
    const garbled = await person.call('POST', at, { headers: { ...headers, 'upload-metadata': 'filename !' } })
    expect([garbled.status, garbled.body.errors?.[0]?.field]).toEqual([400, 'upload-metadata'])
  })

  test('if it does not fit, with the remaining space', async () => {
    const project = await createProject(person)
    await upload(person, project.id, { 'a.bin': bytes(1_048_576) })
    expect(await tryStart(project.id, LIMIT)).toMatchObject({
      status: 413,
      body: { message: expect.stringMatching(/has 2 MB of its 3 MB left/) },
    })
    expect(await filesOf(project.id)).toHaveLength(1)
  })
})

describe('storage for resumable uploads', () => {
  test('an upload stops when the project is full, and continues when space is freed', async () => {
    const project = await createProject(person)
    const content = bytes(2 * 1_048_576)
    const address = await begin(project.id, content.length)
    expected(await send(address, 0, content.subarray(0, 1_000_000)), 204)
    const [other] = await upload(person, project.id, { 'other.bin': bytes(2 * 1_048_576) })
    expect((await send(address, 1_000_000, content.subarray(1_000_000))).status).toBe(413)
    expected(await person.call('DELETE', `/v1/files/${other?.id}`), 204)
    expected(await send(address, 1_000_000, content.subarray(1_000_000)), 200)
  })

  test('the oldest inactive upload is deleted to make room for a new one', async () => {
    const project = await createProject(person)
    const first = await begin(project.id, LIMIT / 2)
    const second = await begin(project.id, LIMIT / 2)
    expected(await send(first, 0, 'a'), 204)
    const third = await begin(project.id, LIMIT / 2)
    expect([(await find(first)).status, (await find(second)).status]).toEqual([200, 404])
    for (const address of [first, third]) expected(await person.call('DELETE', address, { headers: TUS }), 204)
  })
})

describe('unfinished uploads', () => {
  const startAs = (who: Person, projectId: string, size: number) =>
    who.call('POST', `/v1/projects/${projectId}/uploads`, { headers: tusHeaders(size, metadata(who)) })
  const uploadsIn = (projectId: string, { headers }: { headers: Headers }) =>
    `/v1/projects/${projectId}/${headers.get('location')}`

  test('of one member are kept when another member starts one', async () => {
    const project = await createProject(person)
    const admin = await api.person('sysadmin')
    const mine = await begin(project.id, LIMIT)
    const started = await startAs(admin, project.id, LIMIT)
    expect(started.status).toBe(201)
    expect(await offsetOf(mine)).toBe(0)
    expected(await person.call('DELETE', mine, { headers: TUS }), 204)
    expected(await admin.call('DELETE', uploadsIn(project.id, started), { headers: TUS }), 204)
  })

  test('are limited to 100 per user, with a message, and do not affect other users', async () => {
    const [busy, other] = [await api.person('user'), await api.person('user')]
    const projects = [await createProject(busy), await createProject(busy)]
    const addresses: string[] = []
    for (let n = 0; n < 100; n++) {
      const { id } = projects[n % 2] ?? projects[0]!
      addresses.push(uploadsIn(id, expectStarted(await startAs(busy, id, 1))))
    }
    const refused = await startAs(busy, projects[0]!.id, 1)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
    expect(refused.body.message).toBe('You have 100 unfinished uploads. Finish or cancel some of them, then try again.')
    const theirs = await createProject(other)
    const started = uploadsIn(theirs.id, expectStarted(await startAs(other, theirs.id, 1)))
    expected(await other.call('DELETE', started, { headers: TUS }), 204)
    for (const address of addresses) expected(await busy.call('DELETE', address, { headers: TUS }), 204)
    expected(
      await busy.call(
        'DELETE',
        uploadsIn(theirs.id, expectStarted(await startAs(busy, projects[0]!.id, 1))).replace(
          theirs.id,
          projects[0]!.id,
        ),
        { headers: TUS },
      ),
      204,
    )
  })

  /** Deletes a project with two uploads: one is waiting, the other receives its last bytes after the deletion. */
  async function deleteDuringUploads(manager: Person) {
    const project = await createProject(manager)
    const waiting = uploadsIn(project.id, expectStarted(await startAs(manager, project.id, 10)))
    const coming = uploadsIn(project.id, expectStarted(await startAs(manager, project.id, 2_000_000)))
    const request = http.request(`${manager.base}${coming}`, {
      method: 'PATCH',
      headers: {
        ...manager.authorization,
        ...TUS,
        'upload-offset': '0',
        'content-length': '2000000',
        'content-type': 'application/offset+octet-stream',
      },
    })
    const answer = new Promise<number | undefined>((resolve, reject) => {
      request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
    })
    request.write(bytes(500_000))
    await expect.poll(() => api.unfinishedSize(coming)).toBeGreaterThan(0)
    expected(await manager.call('DELETE', `/v1/projects/${project.id}`), 204)
    request.end(bytes(1_500_000))
    expect(await answer).toBe(404)
    return { project, waiting, coming }
  }

  test('are deleted with their project, even while they are receiving bytes', async () => {
    const manager = await api.person('project_manager')
    const { waiting, coming } = await deleteDuringUploads(manager)
    for (const address of [waiting, coming]) expect((await find(address, manager)).status).toBe(404)
    await finishDeletions(api.db)
    for (const address of [waiting, coming])
      await expect.poll(async () => (await api.storedFiles()).join()).not.toContain(path.basename(address))
  })

  test('continue where they were when the deletion of their project is undone', async () => {
    const manager = await api.person('project_manager')
    const { project, waiting, coming } = await deleteDuringUploads(manager)
    expected(await manager.call('POST', `/v1/projects/${project.id}/restore`), 200)
    // All bytes of this upload have arrived, but the file could not be stored: the last byte is sent again.
    expect((await find(coming, manager)).headers.get('upload-offset')).toBe('1999999')
    const content = new Uint8Array([...bytes(500_000), ...bytes(1_500_000)])
    const file = expected(await send(coming, 1_999_999, content.subarray(1_999_999), manager), 200)
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expected(await manager.call('DELETE', waiting, { headers: TUS }), 204)
    expected(await manager.call('DELETE', `/v1/projects/${project.id}`), 204)
  })

  function expectStarted<Begun extends { status: number }>(started: Begun): Begun {
    expect(started.status).toBe(201)
    return started
  }
})

describe('an abandoned upload', () => {
  test('is deleted if no byte arrived for a day', async () => {
    const project = await createProject(person)
    const [old, fresh] = [await begin(project.id, 10), await begin(project.id, 10)]
    const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
    expected(await send(old, 0, 'a'), 204)
    await api.db
      .update(uploads)
      .set({ touchedAt: dayAgo })
      .where(eq(uploads.id, path.basename(old)))
    expect((await find(old)).status).toBe(410)
    expect(await send(old, 1, 'a')).toMatchObject({
      status: 410,
      body: { message: expect.stringMatching(/paused for too long/) },
    })
    await expiredUploads({ db: api.db }).run({}, { signal: new AbortController().signal, log: Fastify().log })
    expect((await find(old)).status).toBe(404)
    await expect.poll(() => api.storedFiles()).not.toContain(path.basename(old))
    expect((await find(fresh)).status).toBe(200)
    leaveUnfinished(fresh)
  })
})
