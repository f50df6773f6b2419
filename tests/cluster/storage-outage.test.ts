/**
 * The S3 server is killed or frozen: calls that need the content of files are quickly rejected, and succeed again once
 * it is back. Nodes start without it.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { freePorts } from '../../scripts/run/free-ports.mjs'
import { startVersitygw } from '../../scripts/run/versitygw.mjs'
import type { components } from '../../openapi/generated/product'
import { type ApiServer, startApi } from '../api/api-server'
import { caller, createProject, expected, formOf, tusHeaders, upload, uploadForm } from '../api/caller'
import { payOrder, placeOrder } from '../api/requests/orders'
import { simulationRequests } from '../../server/database/schema'
import { createTestBucket, type TestBucket } from '../support/services/bucket'
import { startNode } from './nodes'

type File = components['schemas']['File']
type StaffRequest = components['schemas']['StaffRequest']
type Share = components['schemas']['Share']

const MB = 1024 * 1024
/** Far longer than a rejection may take, and shorter than a proxy's timeout. */
const HANGING_MS = 30_000
const TUS = { 'tus-resumable': '1.0.0' }

let folder: string
let s3: { url: string; pid: number; stop(signal?: string): Promise<void> }
let bucket: TestBucket
let api: ApiServer

async function startS3(port?: number) {
  const started = await startVersitygw(folder, port)
  if (started.missing !== undefined) throw new Error(started.missing)
  return started
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'outage-'))
  await chmod(folder, 0o711)
  s3 = await startS3()
  const created = await createTestBucket(s3.url)
  if (!created) throw new Error('There is no bucket.')
  bucket = created
  api = await startApi({ env: bucket.env })
})
afterAll(async () => {
  await api.stop()
  await bucket.drop()
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const outages: [how: string, lose: () => Promise<void>, regain: () => Promise<void>][] = [
  [
    'killed',
    () => s3.stop('SIGKILL'),
    async () => {
      s3 = await startS3(Number(new URL(s3.url).port))
    },
  ],
  ['frozen', async () => void process.kill(s3.pid, 'SIGSTOP'), async () => void process.kill(s3.pid, 'SIGCONT')],
]

test.each(outages)(
  'while the storage is %s, calls that need it are refused, and continue afterwards',
  async (_, lose, regain) => {
    const person = await api.person('user')
    const project = await createProject(person)
    const [kept, deleted] = await upload(person, project.id, { 'kept.txt': 'kept', 'deleted.txt': 'deleted' })
    const staff = await api.person('staff')
    const order = await placeOrder(person, project)
    await payOrder(api, order)
    const status = { status: 'in progress' as const }
    await api.db.update(simulationRequests).set(status).where(eq(simulationRequests.id, order.id))
    const asStaff = `/v1/staff/requests/${order.id}`
    const { files } = expected(await staff.call<StaffRequest>('GET', asStaff), 200)
    const delivery = randomUUID()
    const share = expected(await person.call<Share>('POST', `/v1/files/${kept?.id}/share`, { json: {} }), 201)
    const uploads = `/v1/projects/${project.id}/uploads`
    const metadata = (filename: string) => ({ filename, uid: person.id, uname: person.username })
    // More than one part on S3, and a remainder that is not a full part.
    const content = randomBytes(19 * MB)
    const begun = await person.call('POST', uploads, { headers: tusHeaders(content.length, metadata('large.bin')) })
    const address = `/v1/projects/${project.id}/${begun.headers.get('location')}`
    const send = (offset: number, end: number) =>
      person.call<File>('PATCH', address, {
        headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body: content.subarray(offset, end),
      })
    expected(await send(0, 10 * MB), 204)

    const download = `/v1/files/${kept?.id}/download`
    const calls: [what: string, call: () => Promise<{ status: number; headers: Headers; body: unknown }>][] = [
      ['download', () => person.call('GET', download)],
      ['range', () => person.call('GET', download, { headers: { range: 'bytes=1-2' } })],
      ['shared download', () => api.anonymous.call('GET', `/v1/shares/${share.url.split('/').at(-1)}/download`)],
      ['zip', () => person.call('GET', `/v1/projects/${project.id}/inputs/export`)],
      [
        'form',
        () =>
          person.call('POST', `/v1/projects/${project.id}/files`, { form: uploadForm(person, { 'new.txt': 'new' }) }),
      ],
      ['staff download', () => staff.call('GET', `${asStaff}/files/${files[0]?.id}`)],
      ['staff zip', () => staff.call('GET', `${asStaff}/files`)],
      [
        'attachment',
        () =>
          person.call('POST', `/v1/simulation-requests/${order.id}/attachments`, {
            form: formOf({}, { 'stackup.csv': 'a' }),
          }),
      ],
      [
        'staff attachment',
        () => staff.call('POST', `${asStaff}/attachments`, { form: formOf({}, { 'notes.pdf': 'b' }) }),
      ],
      [
        'delivery',
        () =>
          staff.call('POST', `${asStaff}/deliveries`, {
            form: formOf({ id: delivery, replaces: '0' }, { 'vdd.s2p': '# GHz S RI R 50' }),
          }),
      ],
      ['empty file', () => person.call('POST', uploads, { headers: tusHeaders(0, metadata('empty.txt')) })],
      ['offset of an upload', () => person.call('HEAD', address, { headers: TUS })],
      ['rest of an upload', () => send(10 * MB, content.length)],
    ]
    await lose()
    let isLost = true
    onTestFinished(async () => {
      if (isLost) await regain()
    })
    const refused = await Promise.all(
      calls.map(async ([what, call]) => {
        const hanging = new Promise<never>((_resolve, reject) => {
          setTimeout(() => reject(new Error(`${what} hangs.`)), HANGING_MS).unref()
        })
        const { status, headers } = await Promise.race([call(), hanging])
        return [what, status, headers.get('retry-after'), headers.get('content-disposition')]
      }),
    )
    expect(refused).toEqual(calls.map(([what]) => [what, 503, '5', null]))
    // Everything else still works.
    expect((await person.call('HEAD', download)).status).toBe(200)
    expect(expected(await staff.call<StaffRequest>('GET', asStaff), 200).deliveries).toEqual([])
    expected(await person.call('PUT', `/v1/projects/${project.id}`, { json: { notes: 'during the outage' } }), 200)
    expected(await person.call('DELETE', `/v1/files/${deleted?.id}`), 204)

    await regain()
    isLost = false
    const state = await person.call('HEAD', address, { headers: TUS })
    expect([state.status, state.headers.get('upload-offset')]).toEqual([200, String(10 * MB)])
    const large = expected(await send(10 * MB, content.length), 200)
    const whole = await person.call('GET', `/v1/files/${large.id}/download`)
    expect(whole.bytes.equals(content)).toBe(true)
    for (const [what, call] of calls.slice(0, -2)) expect([what, (await call()).status < 300]).toEqual([what, true])
    // The content of the deleted file is removed by a later attempt of its job.
    await expect.poll(() => bucket.keys(), { timeout: 60_000 }).not.toContain(deleted?.id)
  },
)

test.each(outages)('a node that starts while the storage is %s recovers without a restart', async (_, lose, regain) => {
  await lose()
  let isLost = true
  onTestFinished(async () => {
    if (isLost) await regain()
  })
  const data = await mkdtemp(path.join(os.tmpdir(), 'node-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  const port = await freePorts(4)
  const node = startNode({ ...bucket.env, PORT: String(port), DATA_DIR: data, OIDC_ISSUER: api.issuer.url })
  onTestFinished(() => node.kill())
  await node.ready
  const at = `http://localhost:${port}`
  const state = async () => {
    const { status, headers, body } = await caller(at).call<{ parts: object }>('GET', '/health/ready')
    return [status, headers.get('retry-after'), body.parts]
  }
  const others = { database: 'ok', 'sign-in keys': 'ok' }
  expect(await state()).toEqual([503, '5', { ...others, storage: 'not responding' }])
  expect((await caller(at).call('GET', '/health/live')).status).toBe(200)
  const person = await api.person('user', 'project_manager')
  const member = { ...person, ...caller(`${at}/api`, person.authorization['authorization']?.slice('Bearer '.length)) }
  const project = await createProject(member)
  const form = () => uploadForm(member, { 'board.kicad_pcb': '(kicad_pcb)' })
  const send = async () => (await member.call('POST', `/v1/projects/${project.id}/files`, { form: form() })).status
  expect(await send()).toBe(503)

  await regain()
  isLost = false
  await expect.poll(state, { timeout: 30_000 }).toEqual([200, null, { ...others, storage: 'ok' }])
  expect(await send()).toBe(201)
})
