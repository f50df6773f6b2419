/**
 * Customers work while nodes are killed, the database restarts and the storage is temporarily unavailable. Their
 * programs repeat what failed. In the end, everything they did is there exactly once.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { components } from '../../openapi/generated/product'
import { MB } from '../../machines/lib/file-size'
import { formOf, tusHeaders } from '../api/caller'
import { type Session, signedByStripe } from '../support/services/fake-stripe'
import { type Client, type Content, contentOf, createClient } from './client'
import { type Cluster, startCluster } from './cluster'
import { verify } from './nodes'

type Schemas = components['schemas']

/** The size of each large file. `CLUSTER_UPLOAD_MB` makes it smaller for a quick run. */
const UPLOAD_BYTES = Number(process.env['CLUSTER_UPLOAD_MB'] ?? 200) * MB
const UPLOADS_PER_EVENT = 4
const EDITS_PER_EVENT = 40
const CHECKOUTS_PER_EVENT = 2
const EDITORS = 4
const OUTAGE_MS = 20_000
const PRICE = 1000
/** The test takes two minutes with small files on an idle machine, and fifteen with large ones on a busy machine. */
const LIMIT_MS = 45 * 60_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster(3)
})
afterAll(() => cluster.stop())

/** Resolves when `tell` is called. */
function createSignal() {
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  return { told, tell }
}

async function createProject(client: Client, name: string): Promise<Schemas['Project']> {
  const form = formOf({ name, uid: client.id, created_by: client.id })
  const headers = { 'idempotency-key': randomUUID() }
  return JSON.parse((await client.call('POST', '/api/v1/projects', { form, headers })).text) as Schemas['Project']
}

const projectsOf = async (client: Client) =>
  new Map((await client.list<Schemas['Project']>('/api/v1/projects')).map((project) => [project.id, project]))

/** Orders the simulation of a small board, and pays. Stripe reports the payment twice, at the same time. */
async function orderAndPay(client: Client, projectId: string): Promise<string> {
  const form = formOf({ uid: client.id, uname: client.username }, { [`${randomUUID()}.kicad_pcb`]: '(kicad_pcb)' })
  const uploaded = await client.call('POST', `/api/v1/projects/${projectId}/files`, { form })
  const [layout] = JSON.parse(uploaded.text) as Schemas['File'][]
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: PRICE }
  const inputs = { layout_file_id: layout?.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: projectId, ...inputs, total: PRICE, si: [], pi: [row] }
  const headers = { 'idempotency-key': randomUUID() }
  const started = await client.call('POST', '/api/payments/checkout', { json, headers })
  const { id, url } = JSON.parse(started.text) as Schemas['Checkout']
  const session = cluster.stripe.sessions.get(url.split('/').at(-1) ?? '') as Session
  Object.assign(session, { status: 'complete', payment_status: 'paid' })
  const { body, headers: signature } = signedByStripe('checkout.session.completed', session)
  const report = () =>
    client.call('POST', '/api/payments/webhook', {
      body,
      headers: { ...signature, 'content-type': 'application/json' },
    })
  await Promise.all([report(), report()])
  return id
}

test('nothing is lost or done twice while nodes, the database and the storage fail', {
  timeout: LIMIT_MS,
}, async () => {
  const failures = new Map<string, number>()
  const customer = await cluster.customer('user', 'project_manager')
  const client = createClient(cluster.url, customer, failures)
  onTestFinished(() => client.close())
  const started = performance.now()
  const say = (text: string) => console.log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${text}`)

  const killNode = async () => {
    const { number, replace } = await cluster.killNode()
    say(`node ${number} was killed`)
    await replace()
  }
  const restartDatabase = async () => {
    say('the database restarts')
    await cluster.services.restartDatabase()
  }
  const cutStorage = async () => {
    say('the storage is gone')
    const bringBack = await cluster.services.cutStorage()
    await after(OUTAGE_MS)
    await bringBack()
    say('the storage is back')
  }
  const events = [killNode, restartDatabase, killNode, cutStorage, killNode]

  const count = { edits: events.length * EDITS_PER_EVENT, uploads: events.length * UPLOADS_PER_EVENT }
  const edited: Schemas['Project'][] = []
  for (let n = 0; n < count.edits; n++) edited.push(await createProject(client, `Board ${n}`))
  const archives = [await createProject(client, 'Archive 1'), await createProject(client, 'Archive 2')]
  const ordering = await createProject(client, 'Orders')
  const contents = Array.from({ length: count.uploads }, (_, n) => contentOf(`layers-${n}.bin`, UPLOAD_BYTES))

  const leaving = new AbortController()
  const followers = await Promise.all([1, 2].map(() => follow(client, leaving.signal)))
  const stored: { file: Schemas['File']; content: Content }[] = []
  const orders: string[] = []
  const sent = { edits: 0, uploads: 0, checkouts: 0 }

  const edit = async (project: Schemas['Project']) => {
    const headers = { 'if-match': `"${project.version}"` }
    await client.call('PUT', `/api/v1/projects/${project.id}`, { json: { notes: `Note of ${project.name}` }, headers })
  }
  const checkDownload = async ({ file, content }: (typeof stored)[number]) =>
    expect([file.name, await client.download(file.id)]).toEqual([file.name, await content.sha256()])

  for (const event of events) {
    const begin = createSignal()
    const part = {
      contents: contents.slice(sent.uploads, (sent.uploads += UPLOADS_PER_EVENT)),
      projects: edited.slice(sent.edits, (sent.edits += EDITS_PER_EVENT)),
    }
    // Every upload waits at a random position for the event, so that the event happens in the middle of all of them.
    const waiting = part.contents.map(() => createSignal())
    const uploading = part.contents.map(async (content, n) => {
      const pause = {
        at: randomInt(UPLOAD_BYTES),
        async reached() {
          waiting[n]?.tell()
          await begin.told
        },
      }
      const file = await client.upload(archives[n % archives.length]?.id ?? '', content, pause)
      // If the last chunk contains the position, the upload does not wait.
      waiting[n]?.tell()
      return { file, content }
    })
    const left = [...part.projects]
    let isHalfEdited = () => {}
    const halfEdited = new Promise<void>((resolve) => {
      isHalfEdited = resolve
    })
    const editing = Array.from({ length: EDITORS }, async () => {
      for (let project = left.pop(); project; project = left.pop()) {
        await edit(project)
        if (left.length <= EDITS_PER_EVENT / 2) isHalfEdited()
      }
    })
    const downloading = stored.slice(-UPLOADS_PER_EVENT / 2).map(checkDownload)
    const ordered = Array.from({ length: CHECKOUTS_PER_EVENT }, () => orderAndPay(client, ordering.id))
    const happening = Promise.all([...waiting.map(({ told }) => told), halfEdited]).then(() => {
      begin.tell()
      return event()
    })
    const working = [...editing, ...downloading, happening]
    const [files, paid] = await Promise.all([Promise.all(uploading), Promise.all(ordered), Promise.all(working)])
    stored.push(...files)
    orders.push(...paid)
  }
  say(`repeated: ${[...failures].map(([reason, times]) => `${reason} ${times} times`).join(', ')}`)

  // Every SHA-256, as reported by the API and as computed from the bytes.
  for (const { file, content } of stored) {
    expect([file.name, file.size, file.sha256]).toEqual([content.name, UPLOAD_BYTES, await content.sha256()])
    await checkDownload({ file, content })
  }

  // Every edit exactly once, and noticed by everyone who follows the changes.
  const projects = await projectsOf(client)
  for (const { id, name } of edited) expect(projects.get(id)).toMatchObject({ notes: `Note of ${name}`, version: 2 })
  const expectedChanges = [...edited.map(({ id }) => `project ${id}`), ...orders.map((id) => `request ${id}`)].sort()
  for (const { seen } of followers)
    await expect.poll(() => expectedChanges.filter((change) => !seen.has(change)), { timeout: 30_000 }).toEqual([])
  leaving.abort()

  // Every order paid exactly once.
  for (const id of orders) {
    const request = await client.get<Schemas['SimulationRequest']>(`/api/v1/simulation-requests/${id}`)
    expect(request).toMatchObject({ status: 'paid', total: PRICE })
  }
  expect(orders).toHaveLength(events.length * CHECKOUTS_PER_EVENT)
  expect(cluster.stripe.sessions.size).toBe(orders.length)
  const database = new pg.Client({ connectionString: cluster.databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())
  const counted = async (statement: string) => {
    const { rows } = await database.query<{ count: number }>(`select count(*)::int as count from ${statement}`)
    return rows[0]?.count
  }
  expect(await counted('simulation_requests')).toBe(orders.length)
  expect(await counted(`activity where kind = 'request paid'`)).toBe(orders.length)
  expect(await counted(`activity where kind = 'project changed'`)).toBe(count.edits)
  expect(await counted(`activity where kind = 'file uploaded'`)).toBe(count.uploads + orders.length)
  expect(await counted('jobs where dead_at is not null')).toBe(0)

  // The quota, to the byte.
  for (const { id } of archives) {
    const files = count.uploads / archives.length
    const project = projects.get(id)
    expect(project).toMatchObject({ fileCount: files, usedBytes: files * UPLOAD_BYTES })
    const room = (project?.storageLimitBytes ?? 0) - files * UPLOAD_BYTES
    const begin = (size: number) => {
      const headers = tusHeaders(size, { filename: 'more.bin', uid: client.id, uname: client.username })
      return client.call('POST', `/api/v1/projects/${id}/uploads`, { headers }, [201, 413])
    }
    expect((await begin(room + 1)).status).toBe(413)
    expect((await begin(room)).status).toBe(201)
  }

  expect(await verify(cluster.env, '--hashes')).toEqual({ code: 0, output: '0 found, 0 repaired\n' })
})

/** Follows changes, and collects which projects and requests have changed. */
async function follow(client: Client, leaving: AbortSignal) {
  const seen = new Set<string>()
  const open = createSignal()
  let isOpen = false
  const following = client.follow(leaving, {
    open() {
      // The events of the last minute, in which the projects were created, come first.
      if (!isOpen) seen.clear()
      isOpen = true
      open.tell()
    },
    change: ({ kind, id }) => seen.add(`${kind} ${id}`),
    // A client that has missed too much loads everything again.
    async reset() {
      for (const { id, version } of (await projectsOf(client)).values()) if (version > 1) seen.add(`project ${id}`)
      const { requests } = await client.get<Schemas['SimulationRequestPage']>('/api/v1/simulation-requests')
      for (const { id } of requests) seen.add(`request ${id}`)
    },
  })
  await Promise.race([open.told, following])
  return { seen, following }
}
