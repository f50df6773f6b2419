/** Requests that await payment: resuming, canceling, and the states reported by the payment provider. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { covers } from '../../spec-coverage/covers'
import { listedRequests } from '../../support/listed-requests'
import { signedEvent } from '../../../server/payments/sandbox'
import { files as fileTable, requestFiles, sandboxCheckouts, simulationRequests } from '../../../server/database/schema'
import { startApi, type ApiServer, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type Request = Schemas['SimulationRequest']

let api: ApiServer
const log: string[] = []
let person: Person
let project: Project
let layoutId: string

beforeAll(async () => {
  api = await startApi({ env: { LOG_LEVEL: 'error' }, log: { write: (line) => void log.push(line) } })
  person = await api.person('user', 'project_manager')
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await createProject(person)
  const [layout] = await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  layoutId = layout?.id ?? ''
})

const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

async function order() {
  const files = { layout_file_id: layoutId, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
  const { id, url } = expected(await person.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  return { id, url, checkoutId: url.split('/').at(-1) ?? '' }
}
const resume = (id: string) => person.call<Schemas['Checkout']>('POST', `/v1/simulation-requests/${id}/checkout`)
const cancel = (id: string) => person.call<Request>('POST', `/v1/simulation-requests/${id}/cancel`)
const readRequest = async (id: string) =>
  expected(await person.call<Request>('GET', `/v1/simulation-requests/${id}`), 200)
const messageOf = ({ body }: { body: unknown }) => (body as Schemas['Problem']).message

async function report(
  checkoutId: string,
  state: 'paid' | 'cancelled',
  said: { requestId?: string; cents?: number } = {},
) {
  const { body, headers } = await signedEvent(api.db, checkoutId, state, said)
  return api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers })
}
/** Simulates a payment in the sandbox whose webhook is lost. */
const payUnheard = (checkoutId: string) =>
  api.db.update(sandboxCheckouts).set({ state: 'paid' }).where(eq(sandboxCheckouts.id, checkoutId))

/** Simulates a database from before the files of requests were retained. */
async function loseLayout(requestId: string) {
  await api.db.delete(requestFiles).where(eq(requestFiles.requestId, requestId))
  await api.db.delete(fileTable).where(eq(fileTable.id, layoutId))
}

describe('a resumed payment', () => {
  test('returns the same page for every member', async () => {
    covers('decisions-request-resume')
    const { id, url } = await order()
    expect(expected(await resume(id), 200)).toEqual({ id, url })
    const admin = await api.person('sysadmin')
    const theirs = await admin.call<Schemas['Checkout']>('POST', `/v1/simulation-requests/${id}/checkout`)
    expect(expected(theirs, 200)).toEqual({ id, url })
  })

  test('of a paid request returns the request, even if the payment was never reported', async () => {
    const { id, checkoutId } = await order()
    await payUnheard(checkoutId)
    expect(expected(await resume(id), 200).url).toMatch(new RegExp(`/workspace\\?request=${id}&checkout=success$`))
    expect((await readRequest(id)).status).toBe('paid')
  })

  test('of a canceled request is rejected', async () => {
    const { id } = await order()
    expected(await cancel(id), 200)
    const answer = await resume(id)
    expect([answer.status, messageOf(answer)]).toEqual([
      409,
      'This request is canceled, so it cannot be paid for. Repeat it to place the same order again.',
    ])
  })

  test('is rejected once the layout file is gone, and the page is closed', async () => {
    const { id, checkoutId } = await order()
    await loseLayout(id)
    const answer = await resume(id)
    expect([answer.status, messageOf(answer)]).toEqual([409, expect.stringContaining('The layout file')])
    expect((await readRequest(id)).status).toBe('cancelled')
    const [page] = await api.db.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, checkoutId))
    expect(page?.state).toBe('cancelled')
  })
})

describe('a cancellation', () => {
  test('closes the payment page, and has no effect the second time', async () => {
    covers('decisions-request-cancel')
    const { id, checkoutId } = await order()
    const cancelled = expected(await cancel(id), 200)
    expect(cancelled).toMatchObject({ id, status: 'cancelled', pi: [row] })
    const [page] = await api.db.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, checkoutId))
    expect(page?.state).toBe('cancelled')
    expect(expected(await cancel(id), 200)).toEqual(cancelled)
  })

  test('by two people at the same time cancels once', async () => {
    const { id } = await order()
    const [one, other] = await Promise.all([cancel(id), cancel(id)])
    expect(expected(one, 200)).toEqual(expected(other, 200))
  })

  test('is rejected after the payment, even if it was never reported', async () => {
    const { id, checkoutId } = await order()
    await payUnheard(checkoutId)
    const answer = await cancel(id)
    expect([answer.status, messageOf(answer)]).toEqual([
      409,
      'This request is paid, so it cannot be canceled here. Please contact us.',
    ])
    expect((await readRequest(id)).status).toBe('paid')
  })
})

describe('a report from the provider', () => {
  test.each([
    ['another request', { requestId: crypto.randomUUID() }],
    ['one dollar', { cents: 100 }],
    ['one cent less', { cents: 99_999 }],
  ])('of a payment for %s has no effect', async (_, said) => {
    const { id, checkoutId } = await order()
    expect((await report(checkoutId, 'paid', said)).status).toBe(204)
    expect((await readRequest(id)).status).toBe('awaiting payment')
  })

  test('of a payment whose layout was lost is stored, logged, and listed for the operator', async () => {
    const { id, checkoutId } = await order()
    await loseLayout(id)
    log.length = 0
    await report(checkoutId, 'paid')
    const found = (await listedRequests(api.db)).find(({ row: { id: one } }) => one === id)
    expect([found?.row.status, found?.hasLayout]).toEqual(['paid', false])
    expect(log.join('')).toContain(
      'A payment was received for a request whose layout file or project has been deleted.',
    )
    await report(crypto.randomUUID(), 'paid')
    expect(log.join('')).toContain('A payment was received that does not belong to any request.')
  })

  test('of a payment of this request and total marks it as paid', async () => {
    const { id, checkoutId } = await order()
    await report(checkoutId, 'paid', { requestId: id, cents: 100_000 })
    const [stored] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    expect(stored?.status).toBe('paid')
  })
})
