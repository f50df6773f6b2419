/**
 * Data of requests that are paid, or might still be paid, can be neither destroyed nor hidden, and requests whose data
 * is gone cannot be paid.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { deliver } from '../../../server/requests/delivery'
import { take } from '../../../server/requests/request-steps'
import { signedEvent } from '../../../server/payments/sandbox'
import { hourlySweep } from '../../../server/requests/hourly-sweep'
import { files as fileTable, projects, sandboxCheckouts, simulationRequests } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { endUndoTime, finishDeletions } from '../../support/deletions'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type Request = Schemas['SimulationRequest']

let api: ApiServer
let person: Person
let project: Project
let layout: File
let folder: string
let report: string

beforeAll(async () => {
  api = await startApi()
  person = await api.person('user', 'project_manager')
  folder = await mkdtemp(path.join(os.tmpdir(), 'reports-'))
  report = path.join(folder, 'eye.pdf')
  await writeFile(report, 'eye')
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

const start = (who = person) => {
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
  return who.call<Schemas['Checkout']>('POST', '/payments/checkout', { json })
}
const pay = async (checkoutId: string) => {
  const { body, headers } = await signedEvent(api.db, checkoutId, 'paid')
  expect((await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers })).status).toBe(
    204,
  )
}
const desk = () => ({ db: api.db, payments: api.deps.payments })
const store = () => ({ db: api.db, storage: api.deps.storage, usual: api.config })

/** Hides the layout, as deleting it does while a request needs it. */
const hideLayout = () => api.db.update(fileTable).set({ hiddenAt: new Date() }).where(eq(fileTable.id, layout.id))
/**
 * Waits until another transaction on this test's database waits for a lock. The embedded database runs only one
 * transaction at a time anyway.
 */
const hasToWait = async () => {
  if (!process.env['TEST_DATABASE_URL']) return
  const waiting = async () => {
    // Use another connection, because within one transaction pg_stat_activity does not change.
    const [found] = await api.db
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(sql`pg_stat_activity`)
      .where(sql`datname = current_database() and wait_event_type = 'Lock'`)
    return found?.count
  }
  await expect.poll(waiting).toBeGreaterThan(0)
}

type Stage = 'awaiting payment' | 'paid' | 'in progress' | 'delivered' | 'cancelled'

/** Creates a request and advances it to this stage. */
async function requestAt(stage: Stage) {
  const { id, url } = expected(await start(), 200)
  const checkoutId = url.split('/').at(-1) ?? ''
  if (stage === 'cancelled') expected(await person.call('POST', `/v1/simulation-requests/${id}/cancel`), 200)
  else if (stage !== 'awaiting payment') await pay(checkoutId)
  if (stage === 'in progress' || stage === 'delivered') await take(desk(), 'start', id)
  if (stage === 'delivered') await deliver(store(), id, [report])
  expect((await readRequest(id)).status).toBe(stage)
  return { id, checkoutId }
}
const readRequest = async (id: string) =>
  expected(await person.call<Request>('GET', `/v1/simulation-requests/${id}`), 200)
const filesOf = async () => expected(await person.call<File[]>('GET', `/v1/projects/${project.id}/files`), 200)
const usedBytes = async () =>
  expected(await person.call<Project[]>('GET', '/v1/projects'), 200).find(({ id }) => id === project.id)?.usedBytes
const deleteProject = (who = person) => who.call('DELETE', `/v1/projects/${project.id}`)
const deleteFile = (id = layout.id) => person.call('DELETE', `/v1/files/${id}`)
const download = (id = layout.id) => person.call('GET', `/v1/files/${id}/download`)
const expectBytes = async () => expect((await download()).bytes.toString()).toBe('(kicad_pcb)')
/** Moves the delivery of a request this many months into the past. */
const age = (id: string, months: number) => {
  const deliveredAt = new Date()
  deliveredAt.setMonth(deliveredAt.getMonth() - months)
  return api.db.update(simulationRequests).set({ deliveredAt }).where(eq(simulationRequests.id, id))
}
const expectGone = async () => {
  await finishDeletions(api.db)
  expect(await api.storedFiles()).not.toContain(layout.id)
}
const { log } = Fastify()
/** A sweep after the period during which deletions can be undone. */
const sweep = async (payments = api.deps.payments) => {
  await endUndoTime(api.db)
  await hourlySweep({ ...api.deps, db: api.db, payments }).run({}, { log, signal: new AbortController().signal })
}
/** Closes the payment page without a notification from the provider. */
const expire = (checkoutId: string) =>
  api.db.update(sandboxCheckouts).set({ state: 'cancelled' }).where(eq(sandboxCheckouts.id, checkoutId))

const keeping: Stage[] = ['awaiting payment', 'paid', 'in progress', 'delivered']

describe.each(keeping)('while a request is %s', (stage) => {
  test('its project cannot be deleted and stays complete', async () => {
    covers('decisions-project-deletion')
    const { id } = await requestAt(stage)
    const before = await filesOf()
    const answer = await deleteProject()
    expect(answer.status).toBe(409)
    const preview = await person.call<Schemas['ProjectDeletion']>('GET', `/v1/projects/${project.id}/deletion`)
    expect(expected(preview, 200)).toMatchObject({ files: before.length, members: 1, refusal: answer.body.message })
    expect(answer.body.message).toContain(
      stage === 'awaiting payment'
        ? 'It has 1 unpaid simulation request: cancel any that you do not want to pay for.'
        : 'It has 1 paid simulation request, and paid work is kept for 24 months after delivery.',
    )
    expect(await filesOf()).toEqual(before)
    expect((await readRequest(id)).status).toBe(stage)
  })

  test('its deleted layout disappears from the list and the quota, but its bytes are retained', async () => {
    covers('decisions-paid-work-kept')
    const { id } = await requestAt(stage)
    const reports = (await filesOf()).filter(({ folderId }) => folderId === 'reports')
    expect((await filesOf()).find((file) => file.id === layout.id)?.pinned).toBe(true)
    expect((await deleteFile()).status).toBe(204)
    expect(await filesOf()).toEqual(reports)
    expect(await usedBytes()).toBe(reports.reduce((sum, { size }) => sum + size, 0))
    await sweep()
    await expectBytes()
    expect((await readRequest(id)).layout).toMatchObject({ id: layout.id, sha256: layout.sha256 })
    expect((await deleteProject()).status).toBe(409)
  })
})

describe('when a request is unpaid and canceled, or past its retention', () => {
  test('the project of a canceled request can be deleted, with the bytes of its files', async () => {
    await requestAt('cancelled')
    expect((await deleteProject()).status).toBe(204)
    await expectGone()
  })

  test.each([
    ['its name is unique again', false],
    ['it shares its name with a newer one', true],
  ])('a deleted project is restored by a late payment, and %s', async (_, isNameUsed) => {
    const { checkoutId } = await requestAt('cancelled')
    expected(await deleteProject(), 204)
    if (isNameUsed) await createProject(person, project.name)
    await pay(checkoutId)
    await finishDeletions(api.db)
    const [restored] = await api.db.select().from(projects).where(eq(projects.id, project.id))
    expect(restored).toMatchObject({ deletedAt: null, nameKey: isNameUsed ? null : project.name.toLowerCase() })
    await expectBytes()
  })

  test('the layout of a canceled request is deleted with its bytes', async () => {
    await requestAt('cancelled')
    expect((await deleteFile()).status).toBe(204)
    expect((await download()).status).toBe(404)
    await expectGone()
  })

  test('a layout that was deleted before the cancellation is removed by it', async () => {
    const { id } = await requestAt('awaiting payment')
    await deleteFile()
    expected(await person.call('POST', `/v1/simulation-requests/${id}/cancel`), 200)
    expect((await download()).status).toBe(404)
    await expectGone()
  })

  test('a request retains its data for 24 months after its delivery, and no longer', async () => {
    covers('decisions-paid-work-retention')
    const { id } = await requestAt('delivered')
    await deleteFile()
    await age(id, 23)
    await sweep()
    await expectBytes()
    expect((await deleteProject()).status).toBe(409)
    await age(id, 25)
    await sweep()
    await expectGone()
    expect((await deleteProject()).status).toBe(204)
  })
})

describe('the hourly sweep', () => {
  test('deletes the hidden layout of a checkout whose expiry was not reported', async () => {
    const { id, checkoutId } = await requestAt('awaiting payment')
    await deleteFile()
    await sweep()
    await expectBytes()
    await expire(checkoutId)
    await sweep()
    await expectGone()
    expect((await readRequest(id)).status).toBe('cancelled')
  })

  test('checks every unpaid request, even after many whose pages are open or unknown to the provider', async () => {
    const { id } = await requestAt('awaiting payment')
    const [open] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    if (!open) throw new Error('There is no request.')
    const { id: _, number: ____, ...same } = open
    const older = Array.from({ length: 12 }, (__, index) => ({
      ...same,
      checkoutId: crypto.randomUUID(),
      created: new Date(open.created.getTime() - index - 1),
    }))
    await api.db.insert(simulationRequests).values(older)
    await expire(open.checkoutId ?? '')
    await deleteFile()
    await sweep()
    await expectGone()
  })

  test('of two servers at once deletes the layout once, and nothing else', async () => {
    const { checkoutId } = await requestAt('awaiting payment')
    const [kept] = (await upload(person, project.id, { 'kept.kicad_pcb': '(kept)' })) as [File]
    await deleteFile()
    await expire(checkoutId)
    await Promise.all([sweep(), sweep()])
    await finishDeletions(api.db)
    const stored = await api.storedFiles()
    expect([stored.includes(layout.id), stored.includes(kept.id)]).toEqual([false, true])
  })

  test('keeps the layout if the payment arrives while the provider is queried', async () => {
    const { id, checkoutId } = await requestAt('awaiting payment')
    await deleteFile()
    await sweep({
      ...api.deps.payments,
      async look(asked) {
        const { url, ...report } = await api.deps.payments.look(asked)
        if (asked !== checkoutId) return { url, ...report }
        await pay(checkoutId)
        return { ...report, url: null, state: 'cancelled' }
      },
    })
    expect((await readRequest(id)).status).toBe('paid')
    await expectBytes()
  })

  test.each([
    ['a sweep', sweep],
    ['a deletion of the file', () => deleteFile()],
    ['a deletion of the project', () => deleteProject()],
  ])('a payment in progress for a canceled request protects the layout from %s', async (_, destroy) => {
    const { id } = await requestAt('cancelled')
    if (destroy === sweep) await hideLayout()
    let destroying: Promise<unknown> = Promise.resolve()
    await api.db.transaction(async (tx) => {
      await tx
        .update(simulationRequests)
        .set({ status: 'paid', paidAt: new Date() })
        .where(eq(simulationRequests.id, id))
      destroying = destroy()
      await hasToWait()
    })
    await destroying
    expect((await readRequest(id)).status).toBe('paid')
    await expectBytes()
  })
})

describe('a pinned file with a newer revision', () => {
  test('is no longer listed, and its bytes are retained for the request, even if the file is deleted', async () => {
    const { id } = await requestAt('paid')
    const [file] = await upload(person, project.id, { 'board.kicad_pcb': '(newer)' }, { replaces: layout.id })
    expect(await filesOf()).toEqual([{ ...file, revisions: 2 }])
    expect((await readRequest(id)).layout).toMatchObject({ id: layout.id })
    await expectBytes()
    expect((await person.call('DELETE', `/v1/files/${layout.id}/revisions/${layout.id}`)).status).toBe(409)
    await upload(person, project.id, { 'board.kicad_pcb': '(newest)' }, { replaces: layout.id })
    const [newest] = await filesOf()
    expected(await deleteFile(newest?.id), 204)
    await sweep()
    await expectBytes()
    expect(await usedBytes()).toBe(0)
    // A hidden file that is retained only for a request cannot be restored.
    const restored = await person.call('POST', `/v1/files/${layout.id}/revisions/${layout.id}/restore`)
    expect(restored.status).toBe(404)
    expect((await person.call('GET', `/v1/files/${file?.id}/download`)).status).toBe(404)
  })
})

test('reports of the same name are numbered across requests and deliveries', async () => {
  await requestAt('delivered')
  await requestAt('delivered')
  const upper = path.join(folder, 'EYE.pdf')
  await writeFile(upper, 'EYE')
  const { id } = await requestAt('in progress')
  await deliver(store(), id, [report, upper])
  const reports = (await filesOf()).filter(({ folderId }) => folderId === 'reports').map(({ name }) => name)
  expect(reports.toSorted()).toEqual(['EYE (4).pdf', 'eye (2).pdf', 'eye (3).pdf', 'eye.pdf'])
})

describe('a hidden file', () => {
  test('is in no list, has no links, and cannot be changed', async () => {
    const made = await person.call<Schemas['Share']>('POST', `/v1/files/${layout.id}/share`, { json: {} })
    const token = expected(made, 201).url.split('/').at(-1) ?? ''
    await requestAt('paid')
    await deleteFile()
    expect((await api.anonymous.call('GET', `/v1/shares/${token}/download`)).status).toBe(404)
    expect((await deleteFile()).status).toBe(404)
    const json = { fileType: 'other' }
    expect((await person.call('PUT', `/v1/files/${layout.id}/type`, { json })).status).toBe(404)
    expect((await person.call('POST', `/v1/files/${layout.id}/share`, { json: {} })).status).toBe(404)
    const { bytes } = await person.call('GET', `/v1/projects/${project.id}/inputs/export/csv`)
    expect(bytes.toString()).not.toContain('board.kicad_pcb')
    expect((await start()).status).toBe(400)
    const stranger = await api.person('user')
    expect((await stranger.call('GET', `/v1/files/${layout.id}/download`)).status).toBe(404)
  })

  test('frees its name for a new file, and the request keeps the old bytes', async () => {
    const { id } = await requestAt('paid')
    const [second] = await upload(person, project.id, { 'board (2).kicad_pcb': 'second' })
    await deleteFile()
    expect((await filesOf()).map((file) => file.id)).toEqual([second?.id])
    expect((await readRequest(id)).layout.sha256).toBe(layout.sha256)
    await expectBytes()
  })
})

test('changing the type of a file does not affect the request, which can still be paid', async () => {
  const { id, checkoutId } = await requestAt('awaiting payment')
  expected(await person.call('PUT', `/v1/files/${layout.id}/type`, { json: { fileType: 'other' } }), 200)
  expected(await person.call('POST', `/v1/simulation-requests/${id}/checkout`), 200)
  await pay(checkoutId)
  expect(await readRequest(id)).toMatchObject({ status: 'paid', layout: { id: layout.id, sha256: layout.sha256 } })
  await deleteFile()
  await expectBytes()
})

test('a delivered report cannot be deleted; other files can', async () => {
  await requestAt('delivered')
  const eye = (await filesOf()).find(({ folderId }) => folderId === 'reports')
  const [loose] = await upload(person, project.id, { 'notes.txt': 'x' })
  const outcomes = await Promise.all([eye?.id, loose?.id, layout.id].map((id) => deleteFile(id)))
  expect(outcomes.map(({ status }) => status)).toEqual([409, 204, 204])
  expect(outcomes[0]?.body.message).toBe(
    '“eye.pdf” is a report of a paid simulation, so it cannot be deleted. Nothing was changed. ' +
      'Reports are kept for 24 months after delivery.',
  )
  expect((await filesOf()).map(({ name }) => name)).toEqual(['eye.pdf'])
})

describe('simultaneous calls', () => {
  test('an order and the deletion of its project: one of them is rejected', async () => {
    for (let round = 0; round < 5; round++) {
      project = await createProject(person)
      ;[layout] = (await upload(person, project.id, { [`${project.id}.kicad_pcb`]: '(kicad_pcb)' })) as [File]
      const [ordered, deleted] = await Promise.all([start(), deleteProject()])
      expect([
        [200, 409],
        [404, 204],
        [409, 204],
      ]).toContainEqual([ordered.status, deleted.status])
      if (deleted.status === 204) {
        const [page] = await api.db
          .select({ state: sandboxCheckouts.state })
          .from(sandboxCheckouts)
          .where(sql`${sandboxCheckouts.order} ->> 'title' like ${`%: simulation of ${layout.name}`}`)
        expect(page?.state).not.toBe('open')
      } else await expectBytes()
    }
  })

  test('an order and the deletion of its layout: the order keeps the bytes or is rejected', async () => {
    for (let round = 0; round < 5; round++) {
      ;[layout] = (await upload(person, project.id, { [`board-${round}.kicad_pcb`]: '(kicad_pcb)' })) as [File]
      const [ordered, deleted] = await Promise.all([start(), deleteFile()])
      expect(deleted.status).toBe(204)
      expect([200, 400]).toContain(ordered.status)
      if (ordered.status === 200) await expectBytes()
      else await expectGone()
    }
  })

  test('former members can neither see nor end the requests they ordered; other members still can', async () => {
    const leaving = await api.person('user')
    expected(await leaving.call('GET', '/v1/users/me'), 200)
    const admin = await api.person('sysadmin')
    const json = { project_id: project.id, email: leaving.email, role: 'user' }
    const member = expected(await admin.call<Schemas['Member']>('POST', '/v1/users/assign-role', { json }), 200)
    const { id, url } = expected(await start(leaving), 200)
    expected(await person.call('DELETE', `/v1/projects/${project.id}/members/${member.id}`), 204)
    for (const action of ['cancel', 'checkout']) {
      expect((await leaving.call('POST', `/v1/simulation-requests/${id}/${action}`)).status).toBe(404)
    }
    expected(
      await person.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate: true, name: 'Renamed' } }),
      200,
    )
    await pay(url.split('/').at(-1) ?? '')
    expect(await readRequest(id)).toMatchObject({ status: 'paid', project_name: 'Renamed' })
  })
})

describe('the number of requests is limited to', () => {
  /** Creates copies of a request, each a second older than the one before, so that the request is removed last. */
  const copies = async (id: string, count: number) => {
    const [known] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    if (!known) throw new Error('There is no request.')
    const { id: _, number: ____, invoiceNumber: _____, checkoutId: __, created, ...same } = known
    const older = (index: number) => new Date(created.getTime() - 1000 * (index + 1))
    await api.db
      .insert(simulationRequests)
      .values(Array.from({ length: count }, (___, index) => ({ ...same, created: older(index) })))
  }

  test('1,000 per project, even if two arrive at once, and a cancellation makes room', async () => {
    const { id } = await requestAt('paid')
    await copies(id, 998)
    const unpaid = await Promise.all([start(), start()])
    expect(unpaid.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = unpaid.find(({ status }) => status === 409)?.body as unknown as Schemas['Problem']
    expect(refused.message).toBe(
      'A project can have at most 1,000 simulation requests, and this one has reached that limit. ' +
        'Cancel unpaid requests that are no longer needed, or order in another project.',
    )
    const open = unpaid.find(({ status }) => status === 200)?.body.id ?? ''
    expected(await person.call('POST', `/v1/simulation-requests/${open}/cancel`), 200)
    expected(await start(), 200)
    expect((await person.call('GET', `/v1/simulation-requests/${open}`)).status).toBe(404)
    const all = await api.db.$count(simulationRequests, eq(simulationRequests.projectId, project.id))
    expect(all).toBe(1000)
  })

  test('20 unpaid ones per user and project, and a cancellation makes room', async () => {
    const made = []
    for (let count = 0; count < 20; count++) made.push(expected(await start(), 200))
    const refused = await start()
    expect([refused.status, (refused.body as unknown as Schemas['Problem']).message]).toEqual([
      409,
      'You have 20 unpaid requests in this project, which is the maximum. ' + 'Pay or cancel one of them first.',
    ])
    const admin = await api.person('sysadmin')
    expected(await start(admin), 200)
    expected(await person.call('POST', `/v1/simulation-requests/${made[0]?.id}/cancel`), 200)
    expected(await start(), 200)
  })

  test('the newest 100 of those canceled without payment', async () => {
    const { id } = await requestAt('cancelled')
    const [cancelled] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    if (!cancelled) throw new Error('There is no request.')
    const { id: _, number: ____, checkoutId: __, created, ...same } = cancelled
    const older = (index: number) => new Date(created.getTime() - 1000 * (index + 1))
    const copies = Array.from({ length: 104 }, (___, index) => ({ ...same, created: older(index) }))
    const paid = { ...same, created: older(1000), paidAt: created }
    await api.db.insert(simulationRequests).values([...copies, paid])
    expected(await start(), 200)
    const kept = await api.db.select().from(simulationRequests).where(eq(simulationRequests.projectId, project.id))
    // 100 canceled requests, the paid and canceled one, and the new one.
    expect(kept).toHaveLength(102)
    expect(kept.filter(({ paidAt }) => paidAt !== null)).toHaveLength(1)
    expect(kept.some((one) => one.id === id)).toBe(true)
  })
})
