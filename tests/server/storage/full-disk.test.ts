/** What users and the operator experience when the disk is full or nearly full. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from '../../../server/config'
import { demoAccounts } from '../../../server/identity/accounts'
import { caller, createProject, expected, formOf, tusHeaders, upload, uploadForm } from '../../api/caller'
import { authorizationRequest, createVisitor, signIn } from '../../support/sign-in'
import { mountSmallDisk, type SmallDisk, smallDiskRefusal } from '../../support/small-disk'
import { freePorts } from '../../../scripts/run/free-ports.mjs'

const MB = 1_048_576
const TUS = { 'tus-resumable': '1.0.0' }
const refusal = smallDiskRefusal()
const diskFullMessage =
  'The server’s disk is full, so nothing was stored. Please try again later, or contact the operator.'

describe('on a small disk', () => {
  let disk: SmallDisk
  let server: ReturnType<SmallDisk['start']>
  let env: Record<string, string>
  let who: Awaited<ReturnType<typeof person>>

  beforeAll(async () => {
    if (refusal !== null) return
    disk = await mountSmallDisk(240)
    env = { PORT: String(await freePorts(4)), DISK_RESERVE_MB: '40', LOG_LEVEL: 'silent' }
    server = disk.start(env)
    await server.ready
    who = await person()
  }, 180_000)
  afterAll(() => {
    if (refusal === null) disk.unmount()
  })

  async function person() {
    const config = readConfig(env)
    const account = demoAccounts.find(({ username }) => username === 'manager')!
    const { tokens } = await signIn({ config }, account.username)
    return { id: account.sub, username: account.username, ...caller(`${config.publicUrl}/api`, tokens.access_token) }
  }
  const begin = (projectId: string, size: number) =>
    who.call('POST', `/v1/projects/${projectId}/uploads`, {
      headers: tusHeaders(size, { filename: `${crypto.randomUUID()}.bin`, uid: who.id, uname: who.username }),
    })
  const send = (address: string, offset: number, body: BodyInit) =>
    who.call('PATCH', address, {
      headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body,
    })
  const addressOf = (projectId: string, { headers }: { headers: Headers }) =>
    `/v1/projects/${projectId}/${headers.get('location')}`
  const stored = () => {
    const entries = readdirSync(path.join(disk.outside, 'data', 'files'), { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  }
  const freeBeyond = (reserveMb: number) => disk.freeBytes() - reserveMb * MB

  test('an upload that would use the reserve is rejected before it is stored', async ({ skip }) => {
    if (refusal !== null) return skip(refusal)
    const project = await createProject(who)
    const before = disk.freeBytes()
    const storedBefore = stored()
    const size = freeBeyond(40) + MB
    expect(await begin(project.id, size)).toMatchObject({ status: 507, body: { message: diskFullMessage } })
    const form = uploadForm(who, { 'large.bin': new Uint8Array(size) })
    expect(await who.call('POST', `/v1/projects/${project.id}/files`, { form })).toMatchObject({
      status: 507,
      body: { message: diskFullMessage },
    })
    // A form of unknown length is rejected once it would use the reserve.
    const stream = new Blob([
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n',
      new Uint8Array(size),
    ]).stream()
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const endless = await who.call('POST', `/v1/projects/${project.id}/files`, { body: stream, headers })
    expect(endless).toMatchObject({ status: 507, body: { message: diskFullMessage } })
    expect(stored()).toEqual(storedBefore)
    // Allow for the small amount of data that the database has written in the meantime.
    expect(before - disk.freeBytes()).toBeLessThan(10 * MB)
  })

  test('space reserved for one upload is not given to another, even after a crash', async ({ skip }) => {
    if (refusal !== null) return skip(refusal)
    const project = await createProject(who)
    const size = Math.floor(freeBeyond(40) * 0.6)
    const begun = await begin(project.id, size)
    expect(begun.status).toBe(201)
    expect((await begin(project.id, size)).status).toBe(507)
    await server.kill()
    server = disk.start(env)
    await server.ready
    who = await person()
    expect((await begin(project.id, size)).status).toBe(507)
    expected(await who.call('DELETE', addressOf(project.id, begun), { headers: TUS }), 204)
    const again = await begin(project.id, size)
    expect(again.status).toBe(201)
    expected(await who.call('DELETE', addressOf(project.id, again), { headers: TUS }), 204)
  })

  test('when something else has filled it, every call reports it, and parts of uploads are deleted', async ({
    skip,
  }) => {
    if (refusal !== null) return skip(refusal)
    const config = readConfig(env)
    const project = await createProject(who)
    const [kept] = await upload(who, project.id, { 'kept.txt': 'kept' })
    const address = addressOf(project.id, await begin(project.id, 20 * MB))
    expected(await send(address, 0, new Uint8Array(10 * MB)), 204)
    disk.fill()
    try {
      const before = disk.freeBytes()
      expect(await send(address, 10 * MB, new Uint8Array(10 * MB))).toMatchObject({
        status: 507,
        body: { message: diskFullMessage },
      })
      const id = path.basename(address)
      await expect.poll(() => stored()).not.toContain(id)
      expect(disk.freeBytes() - before).toBeGreaterThanOrEqual(9 * MB)
      disk.fill()

      const form = uploadForm(who, { 'small.bin': 'x' })
      expect(await who.call('POST', `/v1/projects/${project.id}/files`, { form })).toMatchObject({ status: 507 })
      const notes = 'n'.repeat(5000)
      const statuses = new Set<number>()
      while (!statuses.has(507)) {
        const fields = { name: `Board ${crypto.randomUUID()}`, notes, uid: who.id, created_by: who.id }
        const { status, body } = await who.call('POST', '/v1/projects', { form: formOf(fields) })
        statuses.add(status)
        expect([201, 507]).toContain(status)
        if (status === 507) expect(body.message).toBe(diskFullMessage)
      }
      const message = { name: 'Ada', email: 'ada@example.com', message: 'm'.repeat(4000) }
      const contact = await who.call('POST', '/v1/contact', { json: message })
      expect([201, 204, 507]).toContain(contact.status)
      const start = await createVisitor().visit(authorizationRequest({ config }).url, {
        headers: { accept: 'text/html' },
      })
      expect([303, 507]).toContain(start.status)
      if (start.status === 507) expect(await start.text()).toContain(diskFullMessage)

      // Reading needs no disk space.
      const download = await who.call('GET', `/v1/files/${kept?.id}/download`)
      expect([download.status, download.bytes.toString()]).toEqual([200, 'kept'])
    } finally {
      disk.empty()
    }
  })

  test('a start on a full disk fails with one line, and a start with little space prints a warning', async ({
    skip,
  }) => {
    if (refusal !== null) return skip(refusal)
    await server.kill()
    disk.fill()
    try {
      const { err } = await disk.start(env).ended
      expect(err).toMatch(
        /^The server could not start because the disk with \S+ is full\. Free some space there and start again; nothing was deleted\.\n$/,
      )
      disk.giveBack(2 * MB)
      server = disk.start(env)
      await server.ready
      await expect
        .poll(() => server.errors())
        .toMatch(
          /^The disk with \S+ is almost full: it has \d MB of free space, less than DISK_RESERVE_MB \(40 MB\)\. Uploads are refused until space is freed\.\n$/,
        )
    } finally {
      disk.empty()
    }
    who = await person()
    await upload(who, (await createProject(who)).id, { 'after.txt': 'after' })
  })
})
