/** Reports of deliveries: computed from the delivered files, stored with the request, and shown to its project. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { readDelivery, reportText } from '../../../scripts/operator/delivery'
import { signedEvent } from '../../../server/payments/sandbox'
import { deliver } from '../../../server/requests/delivery'
import { requestById, take } from '../../../server/requests/request-steps'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'
import { covers } from '../../spec-coverage/covers'

type Schemas = components['schemas']

let api: ApiServer
let person: Person
let project: Project
let folder: string

beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
  folder = await mkdtemp(path.join(os.tmpdir(), 'delivery-'))
})
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  project = await createProject(person)
})

const si = {
  ...{ interface: 'PCIE-Gen5', speed: '32GT/s', clock_signal: ['N/A'], unit_price: 3000 },
  ...{ signal_nets: ['TX_P', 'TX_N'], ground_nets: ['GND'] },
}
const pi = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

/** A 6.02 dB attenuator that reflects nothing. */
const attenuator = ['# GHz S RI R 50', ...[1, 2, 3, 4].map((ghz) => `${ghz} 0 0 0.5 0 0.5 0 0 0`)].join('\n')

const manifest = {
  words: 'The loss is too high.',
  assumptions: ['The connector is ideal.'],
  rows: [
    {
      ...{ row: 'SI 1', kind: 'channel', network: 'line.s2p', near: [1], far: [2] },
      limits: [{ quantity: 'insertion loss', points: [[2e9, 6]], source: 'by agreement' }],
    },
    { row: 'PI 1', kind: 'drop', voltage: 3.3, allowed: 0.1, pins: [{ pin: 'U1.5', voltage: 3.25, current: 1 }] },
  ],
}

const written = async (files: Record<string, string>) => {
  const paths = Object.keys(files).map((name) => path.join(folder, name))
  await Promise.all(Object.values(files).map((content, index) => writeFile(paths[index]!, content)))
  return paths
}
const delivered = () =>
  written({ 'line.s2p': attenuator, 'words.txt': 'More.', 'delivery.json': JSON.stringify(manifest) })

const store = () => ({ db: api.db, storage: api.deps.storage, usual: api.config })

/** A request with one row of each kind, in progress. */
async function startedRequest(): Promise<string> {
  const [layout] = (await upload(person, project.id, { [`${crypto.randomUUID()}.kicad_pcb`]: '(kicad_pcb)' })) as [File]
  const order = { project_id: project.id, layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { ...order, total: 4000, si: [si], pi: [pi] }
  const { id, url } = expected(await person.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  const { body, headers } = await signedEvent(api.db, url.split('/').at(-1) ?? '', 'paid')
  await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers })
  await take({ db: api.db, payments: api.deps.payments }, 'start', id)
  return id
}
const computed = async (id: string, paths: string[]) => readDelivery(await requestById(api.db, id), paths)
const readReport = (id: string) => person.call<Schemas['RequestReport']>('GET', `/v1/simulation-requests/${id}/report`)
const readRequest = async (id: string) =>
  expected(await person.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)

describe('a delivery with a manifest', () => {
  test('is checked, printed, and stored with its files', async () => {
    covers('decisions-request-report')
    const id = await startedRequest()
    const { files, report } = await computed(id, await delivered())
    expect(files.map((file) => path.basename(file))).toEqual(['line.s2p', 'words.txt'])
    expect(reportText(report!).split('\n').slice(0, 4)).toEqual([
      'Verdict: Fail',
      'SI 1: Fail (line.s2p)',
      '  Fail      Insertion loss: 6.02 dB at 2 GHz, limit at most 6.00 dB, margin −0.02 dB',
      '            violated from 2 GHz to 2 GHz',
    ])
    expect(reportText(report!)).toContain('  Pass      DC drop: 50 mV at U1.5, limit at most 100 mV, margin +50 mV')

    await deliver(store(), id, files, report)
    const found = expected(await readReport(id), 200)
    expect(found).toMatchObject({ verdict: 'fail', words: manifest.words, assumptions: manifest.assumptions })
    expect(found.rows.map(({ kind, number, verdict }) => [kind, number, verdict])).toEqual([
      ['si', 1, 'fail'],
      ['pi', 1, 'pass'],
    ])
    expect(found.rows[0]!.checks[0]).toMatchObject({
      value: expect.closeTo(6.0206, 4),
      limit: 6,
      source: 'by agreement',
    })
    const list = expected(
      await person.call<File[]>('GET', `/v1/projects/${project.id}/files?uid=${person.id}`),
      200,
    ).filter(({ folderId }) => folderId === 'reports')
    expect(found.files.map(({ id: file, name, sha256 }) => [file, name, sha256]).sort()).toEqual(
      list.map(({ id: file, name, sha256 }) => [file, name, sha256]).sort(),
    )
    expect((await readRequest(id)).verdict).toBe('fail')
    const page = await person.call<Schemas['SimulationRequestPage']>(
      'GET',
      `/v1/simulation-requests?project_id=${project.id}`,
    )
    expect(expected(page, 200).requests.map(({ verdict }) => verdict)).toEqual(['fail'])
  })

  test('refers to its files by the names under which they were stored', async () => {
    for (const network of ['line.s2p', 'line (2).s2p']) {
      const id = await startedRequest()
      const { files, report } = await computed(id, await delivered())
      await deliver(store(), id, files, report)
      const found = expected(await readReport(id), 200)
      expect(found.rows[0]!.network).toBe(network)
      expect(found.files.map(({ name }) => name)).toContain(network)
    }
  })

  test('is refused if it does not fit the request or its files, and nothing changes', async () => {
    const id = await startedRequest()
    const paths = await delivered()
    const without = paths.filter((one) => !one.endsWith('line.s2p'))
    await expect(computed(id, without)).rejects.toThrow('SI 1: The delivery does not contain line.s2p.')
    await written({ 'delivery.json': JSON.stringify({ rows: [{ ...manifest.rows[1], row: 'PI 2' }] }) })
    await expect(computed(id, paths)).rejects.toThrow('The request has no row PI 2.')
    expect((await readRequest(id)).status).toBe('in progress')
    expect((await readReport(id)).status).toBe(404)
  })
})

test('a delivery without a manifest has no report', async () => {
  const id = await startedRequest()
  const paths = await written({ 'line.s2p': attenuator })
  const { files, report } = await computed(id, paths)
  expect([files, report]).toEqual([paths, null])
  await deliver(store(), id, files, report)
  expect((await readReport(id)).status).toBe(404)
  expect(await readRequest(id)).not.toHaveProperty('verdict')
})
