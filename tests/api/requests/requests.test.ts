import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { deliver } from '../../../server/requests/delivery'
import { Refused, take } from '../../../server/requests/request-steps'
import { signedEvent } from '../../../server/payments/sandbox'
import { projects, requestFiles, sandboxCheckouts } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { listedRequests } from '../../support/listed-requests'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type Status = Schemas['RequestStatus']

let api: ApiServer
let person: Person
let project: Project
let layout: File
let folder: string
let reports: string[]

beforeAll(async () => {
  api = await startApi()
  person = await api.person('user', 'project_manager')
  folder = await mkdtemp(path.join(os.tmpdir(), 'reports-'))
  reports = [path.join(folder, 'eye diagrams.pdf'), path.join(folder, 'summary.csv')]
  for (const one of reports) await writeFile(one, `report ${one}`)
})
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  project = await createProject(person)
  ;[layout] = (await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
})

const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

const readRequest = async (id: string) =>
  expected(await person.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
const filesOf = async () =>
  expected(await person.call<File[]>('GET', `/v1/projects/${project.id}/files?uid=${person.id}`), 200)
const desk = () => ({ db: api.db, payments: api.deps.payments })
const store = (storageLimitBytes = 1_000_000) => ({
  ...{ db: api.db, storage: api.deps.storage, usual: { storageLimitBytes } },
})

async function report(checkoutId: string, state: 'paid' | 'cancelled') {
  const { body, headers } = await signedEvent(api.db, checkoutId, state)
  await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers })
}

/** Creates a request and advances it to this status, as the payment provider and the operator would. */
async function requestAt(status: Status) {
  const order = { project_id: project.id, layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { ...order, total: 1000, si: [], pi: [row] }
  const { id, url } = expected(await person.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  const checkoutId = url.split('/').at(-1) ?? ''
  if (status === 'cancelled') await report(checkoutId, 'cancelled')
  else if (status !== 'awaiting payment') await report(checkoutId, 'paid')
  if (status === 'in progress' || status === 'delivered') await take(desk(), 'start', id)
  if (status === 'delivered') await deliver(store(), id, reports)
  expect((await readRequest(id)).status).toBe(status)
  return { id, checkoutId }
}

describe('the status of a request', () => {
  test('changes from awaiting payment to paid, in progress and delivered, or to canceled, each with its time', async () => {
    covers('decisions-request-status')
    const { id } = await requestAt('delivered')
    const { created, paid, started, delivered, cancelled } = await readRequest(id)
    const times = [created, paid, started, delivered].map((time) => Date.parse(time ?? ''))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(cancelled).toBeNull()
    const other = await requestAt('cancelled')
    expect((await readRequest(other.id)).cancelled).not.toBeNull()
  })

  const commands = {
    start: (id: string) => take(desk(), 'start', id),
    deliver: (id: string) => deliver(store(), id, reports),
    cancel: (id: string) => take(desk(), 'cancel', id),
  }
  test.each<[command: keyof typeof commands, from: Status, needed: string]>([
    ['start', 'awaiting payment', 'only a request that is paid can be started.'],
    ['start', 'in progress', 'only a request that is paid can be started.'],
    ['start', 'cancelled', 'only a request that is paid can be started.'],
    ['deliver', 'paid', 'only a request that is in progress can be delivered.'],
    ['deliver', 'delivered', 'only a request that is in progress can be delivered.'],
    ['cancel', 'delivered', 'only a request that is awaiting payment, paid or in progress can be canceled.'],
    ['cancel', 'cancelled', 'only a request that is awaiting payment, paid or in progress can be canceled.'],
  ])('%s is rejected for a request that is %s', async (command, from, needed) => {
    const { id } = await requestAt(from)
    const before = await readRequest(id)
    const shown = from === 'cancelled' ? 'canceled' : from
    await expect(commands[command](id)).rejects.toThrow(new Refused(`Request ${id} is ${shown}: ${needed}`))
    expect(await readRequest(id)).toEqual(before)
  })

  test('only one of two simultaneous commands succeeds', async () => {
    const { id } = await requestAt('paid')
    const outcomes = await Promise.allSettled([commands.start(id), commands.start(id)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('a paid request that was canceled stays canceled when the payment is reported again', async () => {
    const { id, checkoutId } = await requestAt('paid')
    await take(desk(), 'cancel', id)
    await report(checkoutId, 'paid')
    expect((await readRequest(id)).status).toBe('cancelled')
  })

  test('a cancellation closes the payment page first, and is rejected once the request is paid', async () => {
    const { id, checkoutId } = await requestAt('awaiting payment')
    await commands.cancel(id)
    expect((await api.deps.payments.look(checkoutId)).state).toBe('cancelled')
    const paid = await requestAt('awaiting payment')
    await api.db.update(sandboxCheckouts).set({ state: 'paid' }).where(eq(sandboxCheckouts.id, paid.checkoutId))
    await expect(commands.cancel(paid.id)).rejects.toThrow('is being paid for, or has just been paid for')
    expect((await readRequest(paid.id)).status).toBe('paid')
  })

  test('a cancellation is rejected while the payment provider cannot be reached', async () => {
    const { id } = await requestAt('awaiting payment')
    const payments = { end: () => Promise.reject(new Error('Down.')) }
    await expect(take({ db: api.db, payments }, 'cancel', id)).rejects.toThrow('nothing was changed')
    expect((await readRequest(id)).status).toBe('awaiting payment')
  })

  test('an unknown id is rejected', async () => {
    for (const id of ['', 'abc', crypto.randomUUID()]) await expect(commands.start(id)).rejects.toThrow(Refused)
  })
})

describe('a delivery', () => {
  test('adds the files to Reports by name, with size and SHA-256', async () => {
    covers('decisions-request-delivered')
    await requestAt('delivered')
    const delivered = (await filesOf()).filter(({ folderId }) => folderId === 'reports')
    expect(delivered.map(({ name, fileType }) => [name, fileType]).sort()).toEqual([
      ['eye diagrams.pdf', 'report'],
      ['summary.csv', 'report'],
    ])
    const [pdf] = delivered.filter(({ name }) => name === 'eye diagrams.pdf')
    const { bytes } = await person.call('GET', `/files/${pdf?.id}/download`)
    expect(bytes.toString()).toBe(`report ${reports[0]}`)
  })

  test.each<[what: string, paths: () => string[], limit: number, message: string]>([
    ['no file', () => [], 1_000_000, 'Specify the files to deliver'],
    ['a missing file', () => [...reports, path.join(folder, 'none.pdf')], 1_000_000, 'is not a file'],
    ['a folder', () => [folder], 1_000_000, 'is not a file'],
    ['more than fits into the storage', () => reports, 20, 'not have enough storage'],
  ])('of %s is rejected and stores nothing', async (_, paths, limit, message) => {
    const { id } = await requestAt('in progress')
    const before = (await api.storedFiles()).length
    await expect(deliver(store(limit), id, paths())).rejects.toThrow(message)
    expect((await readRequest(id)).status).toBe('in progress')
    expect((await filesOf()).filter(({ folderId }) => folderId === 'reports')).toEqual([])
    expect((await api.storedFiles()).length).toBe(before)
  })

  test('is rejected once the project is deleted, but the operator still sees the request', async () => {
    const { id } = await requestAt('in progress')
    // Simulates a database from before projects with open requests were retained.
    await api.db.delete(requestFiles).where(eq(requestFiles.requestId, id))
    await api.db.delete(projects).where(eq(projects.id, project.id))
    await expect(deliver(store(), id, reports)).rejects.toThrow('The project of this request was deleted')
    expect((await listedRequests(api.db)).find((one) => one.row.id === id)).toMatchObject({
      projectName: null,
      hasLayout: false,
    })
  })
})
