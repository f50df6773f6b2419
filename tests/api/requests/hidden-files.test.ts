/** Deleted files that unpaid requests need do not count toward the project's storage, but have a separate limit. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { signedEvent } from '../../../server/payments/sandbox'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Checkout = components['schemas']['Checkout']

let api: ApiServer
let person: Person
let project: Project

beforeAll(async () => {
  api = await startApi({ storageLimitBytes: 1000 })
  person = await api.person('user')
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await createProject(person)
})

const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

/** Creates an unpaid request with a layout of this size. */
async function ordered(bytes: number) {
  const [layout] = (await upload(person, project.id, { 'board.kicad_pcb': 'x'.repeat(bytes) })) as [File]
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
  const { id, url } = expected(await person.call<Checkout>('POST', '/payments/checkout', { json }), 200)
  return { layout, requestId: id, checkoutId: url.split('/').at(-1) ?? '' }
}
const deletion = ({ layout }: { layout: File }) => person.call('DELETE', `/v1/files/${layout.id}`)
const pay = async (checkoutId: string) => {
  const { body, headers } = await signedEvent(api.db, checkoutId, 'paid')
  expected(await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers }), 204)
}
const refusal =
  '“board.kicad_pcb” cannot be deleted now: an unpaid simulation request needs it, and the storage for ' +
  'deleted files that are kept for unpaid requests is full. Nothing was changed. Pay or cancel unpaid requests of this project, ' +
  'then try again.'

test('unpaid requests retain deleted files up to the size of the project’s storage', async () => {
  expected(await deletion(await ordered(600)), 204)
  expected(await deletion(await ordered(400)), 204)
  const third = await ordered(1)
  const refused = await deletion(third)
  expect([refused.status, refused.body.message]).toEqual([409, refusal])
  const files = expected(await person.call<File[]>('GET', `/v1/projects/${project.id}/files`), 200)
  expect(files.map(({ id }) => id)).toEqual([third.layout.id])
})

test('a payment, even for an earlier request, or a cancellation frees space', async () => {
  const first = await ordered(600)
  expected(await deletion(first), 204)
  const second = await ordered(600)
  expect((await deletion(second)).status).toBe(409)
  await pay(first.checkoutId)
  expected(await deletion(second), 204)
  const third = await ordered(600)
  expect((await deletion(third)).status).toBe(409)
  expected(await person.call('POST', `/v1/simulation-requests/${second.requestId}/cancel`), 200)
  expected(await deletion(third), 204)
})

test('paid requests never prevent the deletion of a file', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await ordered(900)
    await pay(one.checkoutId)
    expected(await deletion(one), 204)
  }
})

test('earlier revisions that unpaid requests need count toward the limit once their file is deleted', async () => {
  expected(await deletion(await ordered(600)), 204)
  const { layout } = await ordered(300)
  const newer = { replaces: layout.id }
  const [current] = await upload(person, project.id, { 'board.kicad_pcb': 'newer' }, newer)
  const [small] = await upload(person, project.id, { 'small.brd': 'x'.repeat(100) })
  expected(await person.call('DELETE', `/v1/files/${small?.id}`), 204)
  expected(await deletion({ layout: current as File }), 204)
  const last = await ordered(101)
  expect((await deletion(last)).status).toBe(409)
})
