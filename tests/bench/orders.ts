/**
 * npm run bench:orders: whether the largest orders that one person can place slow the list of another. Two members look
 * at their lists in turn: one has 20 small requests in it, the other 20 of the largest. Fails above 10 %.
 */
import type { components } from '../../openapi/generated/product'
import { startApi, type Person } from '../api/api-server'
import { createProject, expected, upload } from '../api/caller'

type Schemas = components['schemas']
type Row = Schemas['SiRow']

const ORDERS = 20
const ROUNDS = 300
const TOLERATED = 1.1

const small: Row = {
  ...{ interface: 'MIPI-D', speed: '1.5 Gbps', signal_nets: 'D0_P', ground_nets: 'GND', clock_signal: 'CLK' },
  unit_price: 2000,
}
const largest = Array.from({ length: 100 }, () => ({ ...small, signal_nets: 'N'.repeat(10_000) }))

const api = await startApi()

/** Somebody who places the orders, and a member who sees them. */
async function watcherOf(rows: Row[]): Promise<Person> {
  const author = await api.person('user')
  const watcher = await api.person('user')
  const admin = await api.person('sysadmin')
  expected(await watcher.call('GET', '/v1/users/me'), 200)
  const project = await createProject(author)
  const member = { project_id: project.id, email: watcher.email, role: 'user' }
  expected(await admin.call('POST', '/v1/users/assign-role', { json: member }), 200)
  const [layout] = await upload(author, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  const files = { layout_file_id: layout?.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 2000 * rows.length, si: rows, pi: [] }
  for (let count = 0; count < ORDERS; count++) expected(await author.call('POST', '/payments/checkout', { json }), 200)
  return watcher
}

async function lookAt(watcher: Person): Promise<{ ms: number; bytes: number }> {
  const begin = performance.now()
  const { bytes } = await watcher.call<Schemas['SimulationRequestPage']>('GET', '/v1/simulation-requests')
  return { ms: performance.now() - begin, bytes: bytes.length }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

try {
  const watchers = [await watcherOf([small]), await watcherOf(largest)] as const
  const times: [number[], number[]] = [[], []]
  const sizes: [number, number] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    // Whoever is first in one round is second in the next.
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { ms, bytes } = await lookAt(watchers[which])
      times[which].push(ms)
      sizes[which] = bytes
    }
  }
  const [withSmall, withLargest] = [median(times[0]), median(times[1])]
  const ratio = withLargest / withSmall
  console.log(`List with ${ORDERS} small orders: ${withSmall.toFixed(2)} ms, ${sizes[0]} bytes (median of ${ROUNDS})`)
  console.log(`List with ${ORDERS} largest orders: ${withLargest.toFixed(2)} ms, ${sizes[1]} bytes`)
  console.log(`Ratio ${ratio.toFixed(3)}, at most ${TOLERATED}`)
  if (ratio > TOLERATED) process.exitCode = 1
} finally {
  await api.stop()
}
