/**
 * A node is killed with SIGKILL at the worst moments. Then another node continues with the same database and files:
 * nothing that was confirmed is lost, nothing is done twice, and `npm run verify` finds nothing.
 */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../openapi/generated/product'
import { createProject, expected, listAll, tusHeaders, upload } from '../api/caller'
import { crashSteps, type Parts } from './crash-steps'
import type { Point } from './kill-point'
import { startNode } from './nodes'
import { type Services, startServices } from './services'

type File = components['schemas']['File']
type Project = components['schemas']['Project']
type SimulationRequest = components['schemas']['SimulationRequest']

const MB = 1024 * 1024

let services: Services
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.stop())

const points = {
  insertFile: { table: 'files', operation: 'insert', at: 'statement' },
  commitFile: { table: 'files', operation: 'insert', at: 'commit' },
  notePayment: { table: 'simulation_requests', operation: 'update', when: `new.status = 'paid'`, at: 'statement' },
  deleteFile: { table: 'files', operation: 'update', when: 'new.deleted_at is not null', at: 'statement' },
  endDeletion: { table: 'jobs', operation: 'delete', when: `old.kind = 'delete content'`, at: 'statement' },
} as const satisfies Record<string, Point>

describe.each<Parts>(['disk', 'S3', 'embedded parts'])('with %s', (kind) => {
  const { start, enter, at, withParts, assertClean, contentOf, env } = crashSteps(
    kind,
    () => services,
    Object.values(points),
  )
  /** Statements that a killed server has sent are still executed by a database in another process. */
  const outlivesServer = kind !== 'embedded parts'

  test('killed at the first file of the sample project, it creates the project at the next start', async () => {
    // Opening the database creates the tables that the trigger needs.
    await withParts(async () => undefined)
    const point = await at(points.insertFile)
    const node = startNode(env())
    await point.reached()
    await node.kill()
    await point.undo()

    await start()
    const who = await enter()
    const projects = await listAll<Project>(who, '/v1/projects')
    expect(projects.map(({ name }) => name)).toEqual(['Camera link sample'])
    const files = await listAll<File>(who, `/v1/projects/${projects[0]?.id}/files`)
    expect(files.map(({ name }) => name).sort()).toEqual([
      'camera-link-3v3.s2p',
      'camera-link-channel.s4p',
      'camera-link-stackup.csv',
      'camera-link.kicad_pcb',
    ])
    for (const { id, sha256 } of files) expect(await contentOf(who, id)).toEqual([200, sha256])
    // The killed node left the four files behind.
    await assertClean(4)
  })

  test.each([
    ['before the file is stored', points.insertFile, 'undo'],
    ['while the file is being committed, which fails', points.commitFile, 'undo'],
    ...(outlivesServer
      ? [['while the file is being committed, which succeeds', points.commitFile, 'complete'] as const]
      : []),
  ] as const)(
    'killed at the end of a resumable upload, %s, the upload can be completed',
    async (_when, where, outcome) => {
      const node = await start()
      const who = await enter()
      const project = await createProject(who)
      const content = randomBytes(20 * MB)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const uploads = `/v1/projects/${project.id}/uploads`
      const metadata = { filename: 'board.brd', uid: who.id, uname: who.username }
      const begun = await who.call('POST', uploads, { headers: tusHeaders(content.length, metadata) })
      expect(begun.status).toBe(201)
      const address = `/v1/projects/${project.id}/${begun.headers.get('location')}`
      const send = (offset: number) =>
        who.call<File>('PATCH', address, {
          headers: {
            'tus-resumable': '1.0.0',
            'content-type': 'application/offset+octet-stream',
            'upload-offset': String(offset),
          },
          body: content.subarray(offset),
        })

      const point = await at(where)
      const sending = send(0).catch(() => null)
      await point.reached()
      await node.kill()
      expect(await sending).toBeNull()
      await point[outcome]()

      await start()
      const state = await who.call('HEAD', address, { headers: { 'tus-resumable': '1.0.0' } })
      expect(state.status).toBe(200)
      const offset = Number(state.headers.get('upload-offset'))
      expect(offset).toBe(outcome === 'complete' ? content.length : content.length - 1)
      if (offset < content.length) expect(await send(offset)).toMatchObject({ status: 200, body: { sha256 } })
      const files = await listAll<File>(who, `/v1/projects/${project.id}/files`)
      expect(files).toMatchObject([{ name: 'board.brd', size: content.length, sha256 }])
      expect(await contentOf(who, files[0]?.id ?? '')).toEqual([200, sha256])
      await assertClean(0)
    },
  )

  test.each([
    ['before the payment is noted', 'undo'],
    ...(outlivesServer ? [['while the payment is being noted', 'complete'] as const] : []),
  ] as const)('killed in the middle of a webhook, %s, the order is paid once', async (_when, outcome) => {
    const node = await start()
    const who = await enter()
    const project = await createProject(who)
    const [board] = await upload(who, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
    const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
    const inputs = { layout_file_id: board?.id, stackup_file_id: null, material_file_id: null }
    const json = { project_id: project.id, ...inputs, total: 1000, si: [], pi: [row] }
    const order = expected(await who.call<{ id: string; url: string }>('POST', '/payments/checkout', { json }), 200)

    const point = await at(points.notePayment)
    const paying = fetch(`${order.url}/pay`, { method: 'POST', redirect: 'manual' }).catch(() => null)
    await point.reached()
    await node.kill()
    await paying
    await point[outcome]()

    await start()
    const pay = () => fetch(`${order.url}/pay`, { method: 'POST', redirect: 'manual' })
    // A second click returns to the payment page, which shows that the order is paid, and does not lead to a second
    // payment.
    expect((await pay()).headers.get('location')).toBe(new URL(order.url).pathname)
    const request = await who.call<SimulationRequest>('GET', `/v1/simulation-requests/${order.id}`)
    expect(request).toMatchObject({ status: 200, body: { status: 'paid', total: 1000, paid: expect.any(String) } })
    const again = await who.call<SimulationRequest>('GET', `/v1/simulation-requests/${order.id}`)
    expect(again.body.paid).toBe(request.body.paid)
    await assertClean(0)
  })

  test('killed while a file is deleted, before its row says so, the file is still complete', async () => {
    const node = await start()
    const who = await enter()
    const project = await createProject(who)
    const [kept] = await upload(who, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
    const point = await at(points.deleteFile)
    const deleting = who.call('DELETE', `/v1/files/${kept?.id}`).catch(() => null)
    await point.reached()
    await node.kill()
    expect(await deleting).toBeNull()
    await point.undo()

    await start()
    expect(await contentOf(who, kept?.id ?? '')).toEqual([200, kept?.sha256])
    await assertClean(0)
  })

  test('killed after the bytes of a deleted file are gone, before the job is done, the job is repeated', async () => {
    const node = await start()
    const who = await enter()
    const project = await createProject(who)
    const [gone] = await upload(who, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
    const point = await at(points.endDeletion)
    expect((await who.call('DELETE', `/v1/files/${gone?.id}`)).status).toBe(204)
    await point.reached()
    await node.kill()
    await point.undo()

    await start()
    expect((await who.call('GET', `/v1/files/${gone?.id}/download`)).status).toBe(404)
    await assertClean(0)
    if (!outlivesServer) return
    // The dead node's claim on the job expires after a minute.
    const waiting = () =>
      withParts(({ db }) => db.execute(`select kind from jobs where kind = 'delete content'`)) as Promise<{ rows: [] }>
    await expect.poll(async () => (await waiting()).rows, { timeout: 120_000, interval: 2000 }).toEqual([])
  })
})
