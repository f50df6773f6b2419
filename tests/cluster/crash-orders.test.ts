/**
 * A node is killed with SIGKILL while customers order and upload, and while the staff deliver and refund. The repeated
 * call, or the job of another node, completes the work once.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../openapi/generated/product'
import { notify } from '../../server/database/node-signals'
import { createProject, expected, formOf, listAll, upload } from '../api/caller'
import { endUndoTime } from '../support/deletions'
import { crashSteps } from './crash-steps'
import { type Services, startServices } from './services'

type Schemas = components['schemas']
type File = Schemas['File']
type Project = Schemas['Project']
type StaffRequest = Schemas['StaffRequest']

/** The point at which a node is killed, and whether the statements that it has sent are executed. */
const outcomes = [
  ['before it is stored', 'statement', 'undo'],
  ['while it is being committed, which fails', 'commit', 'undo'],
  ['while it is being committed, which succeeds', 'commit', 'complete'],
] as const

let services: Services
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.stop())

describe.each(['disk', 'S3'] as const)('with files on %s', (kind) => {
  const { start, enter, at, withParts, assertClean, contentOf } = crashSteps(kind, () => services)
  type Person = Awaited<ReturnType<typeof enter>>

  /** Kills the node when `work` has reached the point, and starts another one. */
  async function killDuring(
    node: Awaited<ReturnType<typeof start>>,
    point: Awaited<ReturnType<typeof at>>,
    outcome: 'undo' | 'complete',
    work: () => Promise<unknown>,
  ) {
    const working = work().catch(() => 'failed')
    await point.reached()
    await node.kill()
    await working
    await point[outcome]()
    await start()
  }

  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  async function prepareOrder(who: Person) {
    const project = await createProject(who)
    const [board] = await upload(who, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
    const inputs = { layout_file_id: board?.id, stackup_file_id: null, material_file_id: null }
    const json = { project_id: project.id, ...inputs, total: 1000, si: [], pi: [row] }
    const headers = { 'idempotency-key': randomUUID() }
    const order = () => who.call<Schemas['Checkout']>('POST', '/payments/checkout', { json, headers })
    return { project, board, order }
  }
  const pay = (url: string) => fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
  async function placeOrder(who: Person) {
    const prepared = await prepareOrder(who)
    const { id, url } = expected(await prepared.order(), 200)
    await pay(url)
    return { ...prepared, id }
  }
  /** The requests of a project, without those of the sample project. */
  const requestsOf = async (who: Person, { id }: Project) => {
    const answer = await who.call<Schemas['SimulationRequestPage']>('GET', '/v1/simulation-requests')
    return expected(answer, 200).requests.filter((request) => request.project_id === id)
  }
  const form = (who: Person, files: Record<string, string>) => formOf({ uid: who.id, uname: who.username }, files)

  /** Makes the killed node's claims on jobs expire now. */
  const endClaims = () =>
    withParts(async ({ db }) => {
      await db.execute(sql`update jobs set run_at = now() where not recurring`)
      await notify(db, 'jobs')
    })
  const countOf = (query: string) =>
    withParts(async ({ db }) => {
      const { rows } = (await db.execute(sql.raw(query))) as { rows: { count: number }[] }
      return Number(rows[0]?.count)
    })

  test.each([
    ['before the order is stored', { operation: 'insert' }, 'undo'],
    [
      'after the payment page was opened, before the order has it',
      { operation: 'update', when: `new.status = 'awaiting payment'` },
      'undo',
    ],
    [
      'while the order gets its payment page',
      { operation: 'update', when: `new.status = 'awaiting payment'` },
      'complete',
    ],
  ] as const)('killed during a checkout, %s, the same call continues the same order', async (_when, point, outcome) => {
    const node = await start()
    const who = await enter()
    const { project, order } = await prepareOrder(who)
    await killDuring(node, await at({ table: 'simulation_requests', at: 'statement', ...point }), outcome, order)

    const { id, url } = expected(await order(), 200)
    expect(expected(await order(), 200)).toEqual({ id, url })
    expect(await requestsOf(who, project)).toMatchObject([{ id, status: 'awaiting payment' }])
    expect(await countOf(`select count(*) from sandbox_checkouts where "order"->>'requestId' = '${id}'`)).toBe(1)
    await pay(url)
    expect(await requestsOf(who, project)).toMatchObject([{ id, status: 'paid', total: 1000 }])
    await assertClean(0)
  })

  test.each(outcomes)(
    'killed at the end of a form upload, %s, the repeated call stores it once',
    async (_when, moment, outcome) => {
      const node = await start()
      const who = await enter()
      const project = await createProject(who)
      const send = () =>
        who.call<File[]>('POST', `/v1/projects/${project.id}/files`, {
          form: form(who, { 'a.csv': 'a', 'b.csv': 'b' }),
        })
      await killDuring(node, await at({ table: 'files', operation: 'insert', at: moment }), outcome, send)

      const stored = expected(await send(), 201)
      const files = await listAll<File>(who, `/v1/projects/${project.id}/files`)
      expect(files.map(({ id }) => id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted())
      expect(files.map(({ name }) => name).toSorted()).toEqual(['a.csv', 'b.csv'])
      for (const { id, sha256 } of files) expect(await contentOf(who, id)).toEqual([200, sha256])
      await assertClean(outcome === 'undo' ? 2 : 0)
    },
  )

  test.each(outcomes)(
    'killed while an attachment is uploaded, %s, it can be attached again and sent',
    async (_when, moment, outcome) => {
      const node = await start()
      const who = await enter()
      const { id } = await placeOrder(who)
      const send = () =>
        who.call<Schemas['PinnedFile']>('POST', `/v1/simulation-requests/${id}/attachments`, {
          form: formOf({}, { 'photo.png': 'png' }),
        })
      await killDuring(node, await at({ table: 'message_attachments', operation: 'insert', at: moment }), outcome, send)

      const attached = expected(await send(), 201)
      const json = { id: randomUUID(), text: 'See this.', attachments: [attached.id] }
      expected(await who.call('POST', `/v1/simulation-requests/${id}/messages`, { json }), 201)
      const read = await who.call('GET', `/v1/simulation-requests/${id}/files/${attached.id}`)
      expect([read.status, read.bytes.toString()]).toEqual([200, 'png'])
      await assertClean(outcome === 'undo' ? 1 : 0)
    },
  )

  test.each(outcomes)(
    'killed during a delivery, %s, the repeated call delivers once',
    async (_when, moment, outcome) => {
      const node = await start()
      const who = await enter()
      const { id, project } = await placeOrder(who)
      const staff = await enter('staff')
      expected(await staff.call('POST', `/v1/staff/requests/${id}/start`), 200)
      const fields = { id: randomUUID(), replaces: '0' }
      const deliver = () =>
        staff.call<StaffRequest>('POST', `/v1/staff/requests/${id}/deliveries`, {
          form: formOf(fields, { 'result.s2p': '! result', 'notes.txt': 'notes' }),
        })
      await killDuring(
        node,
        await at({ table: 'request_deliveries', operation: 'insert', at: moment }),
        outcome,
        deliver,
      )

      expected(await deliver(), 201)
      expect(await requestsOf(who, project)).toMatchObject([{ id, status: 'delivered' }])
      expect(await countOf(`select count(*) from request_deliveries where request_id = '${id}'`)).toBe(1)
      const files = await listAll<File>(who, `/v1/projects/${project.id}/files`)
      const reports = files.filter(({ folderId }) => folderId === 'reports')
      expect(reports.map(({ name }) => name).toSorted()).toEqual(['notes.txt', 'result.s2p'])
      for (const { id: fileId, sha256 } of reports) expect(await contentOf(who, fileId)).toEqual([200, sha256])
      await assertClean(outcome === 'undo' ? 2 : 0)
    },
  )

  test.each([
    ['before the refund is wanted', { operation: 'insert' }, 'undo'],
    [
      'after the provider has made the refund, before it is noted',
      { operation: 'update', when: `new.state = 'done'` },
      'undo',
    ],
    ['while the refund is being noted', { operation: 'update', when: `new.state = 'done'` }, 'complete'],
  ] as const)('killed during a refund, %s, the money is returned once', async (_when, point, outcome) => {
    const node = await start()
    const who = await enter()
    const { id } = await placeOrder(who)
    const staff = await enter('staff')
    const json = { id: randomUUID(), rows: [{ kind: 'pi', number: 1 }], reason: 'A mistake.', cancels: false }
    const refund = () => staff.call<StaffRequest>('POST', `/v1/staff/requests/${id}/refunds`, { json })
    await killDuring(node, await at({ table: 'request_refunds', at: 'statement', ...point }), outcome, refund)

    expected(await refund(), 200)
    await endClaims()
    const done = `select count(*) from request_refunds where state = 'done' and cents = 100000`
    await expect.poll(() => countOf(done), { timeout: 60_000, interval: 500 }).toBe(1)
    expect(await countOf('select count(*) from request_refunds')).toBe(1)
    expect(await countOf('select sum(jsonb_array_length(refunds)) as count from sandbox_checkouts')).toBe(1)
    await assertClean(0)
  })

  test.each(outcomes)('killed while a project is deleted, %s, it is whole or gone', async (_when, moment, outcome) => {
    const node = await start()
    const who = await enter('manager')
    const project = await createProject(who, 'Board')
    const [file] = await upload(who, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
    const remove = () => who.call('DELETE', `/v1/projects/${project.id}`)
    const hidden = { table: 'projects', operation: 'update', when: 'new.deleted_at is not null' } as const
    await killDuring(node, await at({ ...hidden, at: moment }), outcome, remove)

    const names = async () => (await listAll<Project>(who, '/v1/projects')).map(({ name }) => name)
    if (outcome === 'undo') {
      expect(await names()).toContain('Board')
      expect(await contentOf(who, file?.id ?? '')).toEqual([200, file?.sha256])
      expect((await remove()).status).toBe(204)
    }
    expect(await names()).not.toContain('Board')
    await createProject(who, 'Board')
    await assertClean(0)
  })

  test.each([
    ['before its rows are gone', 'statement', 'undo'],
    ['while its rows are being deleted, which succeeds', 'commit', 'complete'],
  ] as const)(
    'killed while a deleted project is removed, %s, another node completes it',
    async (_when, moment, outcome) => {
      const node = await start()
      const who = await enter('manager')
      const project = await createProject(who)
      const [file] = await upload(who, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
      expect((await who.call('DELETE', `/v1/projects/${project.id}`)).status).toBe(204)
      const point = await at({ table: 'projects', operation: 'delete', at: moment })
      await killDuring(node, point, outcome, async () => {
        await withParts(({ db }) => endUndoTime(db))
        await endClaims()
      })

      await endClaims()
      const left = `select count(*) from projects where id = '${project.id}'`
      await expect.poll(() => countOf(left), { timeout: 60_000, interval: 500 }).toBe(0)
      const isStored = () =>
        withParts(({ storage }) =>
          storage.get(file?.id ?? '').then(
            () => true,
            () => false,
          ),
        )
      await expect.poll(isStored, { timeout: 60_000, interval: 500 }).toBe(false)
      await assertClean(0)
    },
  )
})
