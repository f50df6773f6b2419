/** Requests have consecutive numbers, even when orders arrive simultaneously, are repeated or are rejected. */
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { requestById } from '../../../server/requests/request-steps'
import { notices, requestFiles, sandboxCheckouts, simulationRequests } from '../../../server/database/schema'
import { signedEvent } from '../../../server/payments/sandbox'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']

let api: ApiServer
let person: Person
let project: Project
let layout: File
beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
  project = await createProject(person)
  ;[layout] = (await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
})
afterAll(() => api.stop())

const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
const order = (total = 1000, key?: string) =>
  person.call<Schemas['Checkout']>('POST', '/payments/checkout', {
    json: {
      project_id: project.id,
      layout_file_id: layout.id,
      stackup_file_id: null,
      material_file_id: null,
      total,
      si: [],
      pi: [row],
    },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const read = async (id: string) =>
  expected(await person.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
const numberOf = async (id: string) => Number((await read(id)).number.slice('SI-'.length))

test('simultaneous, repeated and invalid orders get numbers without gaps, starting at SI-1001', async () => {
  covers('decisions-request-number')
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => order()),
    ...Array.from({ length: 4 }, () => order(1000, 'the-same-order')),
    ...Array.from({ length: 4 }, () => order(999)),
  ])
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 409, 409, 409, 409])
  const ids = [...new Set(answers.slice(0, 10).map((answer) => expected(answer, 200).id))]
  expect(ids).toHaveLength(7)
  const numbers = await Promise.all(ids.map(numberOf))
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1001, 1002, 1003, 1004, 1005, 1006, 1007])
})

test('a transaction that fails uses up no number', async () => {
  const before = await numberOf(expected(await order(), 200).id)
  const [known] = await api.db.select().from(simulationRequests).limit(1)
  if (!known) throw new Error('There is no request.')
  const { id: _, number: __, ...values } = known
  const failed = api.db.transaction(async (tx) => {
    const [added] = await tx
      .insert(simulationRequests)
      .values({ ...values, idempotencyKey: null, checkoutId: null })
      .returning({ id: simulationRequests.id })
    // There is no such file.
    await tx.insert(requestFiles).values({ requestId: added?.id ?? '', fileId: crypto.randomUUID() })
  })
  await expect(failed).rejects.toThrow()
  expect(await numberOf(expected(await order(), 200).id)).toBe(before + 1)
})

test('a request is named by its number on the payment page, in activity, in notifications and by the operator', async () => {
  const { id, url } = expected(await order(), 200)
  const { number } = await read(id)
  const checkoutId = url.split('/').at(-1) ?? ''
  const [checkout] = await api.db.select().from(sandboxCheckouts).where(eq(sandboxCheckouts.id, checkoutId))
  expect(checkout?.order).toMatchObject({ title: `${number}: simulation of board.kicad_pcb` })

  const { body, headers } = await signedEvent(api.db, checkoutId, 'paid')
  await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers })
  const [told] = await api.db.select().from(notices).where(eq(notices.requestId, id))
  expect(told?.subject).toBe(`board.kicad_pcb (${number})`)
  const { entries } = expected(
    await person.call<Schemas['ActivityPage']>('GET', `/v1/projects/${project.id}/activity?limit=1`),
    200,
  )
  expect(entries[0]).toMatchObject({ kind: 'request paid', subject: `board.kicad_pcb (${number})` })

  for (const typed of [number, number.toLowerCase(), number.slice('SI-'.length), id]) {
    expect((await requestById(api.db, typed)).id).toBe(id)
  }
  await expect(requestById(api.db, 'SI-999999')).rejects.toThrow('There is no request SI-999999.')
})

test('the request of a sample project has no number', async () => {
  const guest = await api.person('user')
  const sample = expected(await guest.call<Project>('POST', '/v1/sample-project'), 200)
  const address = `/v1/simulation-requests?project_id=${sample.id}`
  const { requests } = expected(await guest.call<Schemas['SimulationRequestPage']>('GET', address), 200)
  expect(requests.map(({ number }) => number)).toEqual(['Sample'])
  const unnumbered = and(eq(simulationRequests.projectId, sample.id), isNull(simulationRequests.number))
  expect(await api.db.$count(simulationRequests, unnumbered)).toBe(1)
})
