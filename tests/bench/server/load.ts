/**
 * npm run bench:load: measures lists, uploads, downloads and checkouts of 10 and of 300 customers at once, on three
 * nodes of the built server behind a balancer, with PostgreSQL and S3; compares three nodes with one; and has 600
 * customers read their lists for a minute. Prints the results and updates its part of docs/performance.md.
 */
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import autocannon from 'autocannon'

import type { components } from '../../../openapi/generated/product'
import { formOf } from '../../api/caller'
import { createClient } from '../../cluster/client'
import { type Cluster, type Customer, startCluster } from '../../cluster/cluster'
import { MB } from '../../../machines/lib/file-size'
import { type Cost, sizingText } from './load-sizing'
import { processorSecondsOf } from './processor-time'
import { median, table, writeSection } from '../report'

type Schemas = components['schemas']
type Member = { customer: Customer; projectId: string; layoutId: string; resultId: string }
/** `bytes` is the size of the content, and `perHour` the assumed calls per customer in a busy hour. */
type Task = {
  title: string
  perMember: number
  perHour: number
  bytes: number
  request: (member: Member) => autocannon.Request
}
type Measured = { title: string; customers: number; perSecond: number; p50: number; p99: number; cost: Cost }

const NODES = 3
const CUSTOMERS = 600
const GROUPS = [10, 300]
const FILE_BYTES = 64 * 1024
/** The size of a typical downloaded result: a four-port network with several thousand frequencies. */
const RESULT_BYTES = 5 * MB
/** The checkouts of a customer in each group. Those of all groups stay below the limit on unpaid requests. */
const CHECKOUTS_EACH = 3
const SECONDS_OF_ENDURANCE = 60
const ROUNDS = 7
const ROUND_SECONDS = 5
/** The minimum calls per second on three nodes, relative to one. All nodes share the cores of this machine. */
const LEAST_SHARE = 0.85
const PRICE = 1000

const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const bearer = ({ token }: Customer) => ({ authorization: `Bearer ${token}` })

/** Creates a customer with a project that has a small layout and, if `hasResult`, a 5 MB result to download. */
async function createMember(cluster: Cluster, hasResult: boolean): Promise<Member> {
  const customer = await cluster.customer('user', 'project_manager')
  const client = createClient(cluster.url, customer, new Map())
  const headers = { 'idempotency-key': randomUUID() }
  const form = formOf({ name: `Board ${customer.username}`, uid: customer.id, created_by: customer.id })
  const project = JSON.parse((await client.call('POST', '/api/v1/projects', { form, headers })).text) as { id: string }
  const store = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
    const files = formOf({ uid: customer.id, uname: customer.username }, { [name]: content })
    const uploaded = await client.call('POST', `/api/v1/projects/${project.id}/files`, { form: files })
    const [file] = JSON.parse(uploaded.text) as Schemas['File'][]
    return file?.id ?? ''
  }
  const layoutId = await store('board.kicad_pcb', '(kicad_pcb)')
  const resultId = hasResult ? await store('result.bin', new Uint8Array(RESULT_BYTES)) : ''
  client.close()
  return { customer, projectId: project.id, layoutId, resultId }
}

const boundary = 'load-test'
const filler = 'x'.repeat(FILE_BYTES)

/** A form with one file, under a unique name. */
function fileForm({ id, username }: Customer): string {
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${randomUUID()}.txt"\r\ncontent-type: text/plain\r\n\r\n${filler}\r\n`
  return `${field('uid', id)}${field('uname', username)}${file}--${boundary}--\r\n`
}

/** The body of an order of one row. */
function order({ projectId, layoutId }: Member): string {
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: PRICE }
  const inputs = { layout_file_id: layoutId, stackup_file_id: null, material_file_id: null }
  return JSON.stringify({ project_id: projectId, ...inputs, total: PRICE, si: [], pi: [row] })
}

const list: Task = {
  title: 'list of projects',
  perMember: 20,
  perHour: 60,
  bytes: 0,
  request: ({ customer }) => ({ method: 'GET', path: '/api/v1/projects', headers: bearer(customer) }),
}
const tasks: Task[] = [
  list,
  {
    title: 'upload of 64 KB',
    perMember: 5,
    perHour: 4,
    bytes: FILE_BYTES,
    request: ({ customer, projectId }) => ({
      method: 'POST',
      path: `/api/v1/projects/${projectId}/files`,
      headers: { ...bearer(customer), 'content-type': `multipart/form-data; boundary=${boundary}` },
      setupRequest: (request) => ({ ...request, body: fileForm(customer) }),
    }),
  },
  {
    title: 'download of 5 MB',
    perMember: 3,
    perHour: 10,
    bytes: RESULT_BYTES,
    request: ({ customer, resultId }) => ({
      method: 'GET',
      path: `/api/v1/files/${resultId}/download`,
      headers: bearer(customer),
    }),
  },
  {
    title: 'checkout',
    perMember: CHECKOUTS_EACH,
    // One order each month.
    perHour: 0.01,
    bytes: 0,
    request: (member) => ({
      method: 'POST',
      path: '/api/payments/checkout',
      headers: { ...bearer(member.customer), 'content-type': 'application/json' },
      body: order(member),
      setupRequest: (request) => ({ ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } }),
    }),
  },
]

/** Runs a task with one connection for each member. Throws if any response is not 2xx. */
async function run(url: string, { title, request }: Task, members: Member[], until: Partial<autocannon.Options>) {
  let next = 0
  const result = await autocannon({
    url,
    connections: members.length,
    timeout: 60,
    sampleInt: 100,
    setupClient: (client) => {
      const member = members[next++ % members.length]
      if (member) client.setRequests([request(member)])
    },
    ...until,
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) {
    const codes = JSON.stringify(result.statusCodeStats ?? {})
    throw new Error(`${title}, ${members.length} customers: ${failed} failed (${result.errors} errors, ${codes}).`)
  }
  return result
}

async function processorSeconds(cluster: Cluster): Promise<Cost> {
  const { database, storage } = cluster.services.pids()
  return {
    nodes: await cluster.cpuSeconds(),
    database: processorSecondsOf(database),
    storage: processorSecondsOf(storage),
  }
}

async function measure(cluster: Cluster, task: Task, members: Member[]): Promise<Measured> {
  const before = await processorSeconds(cluster)
  const from = performance.now()
  const amount = task.perMember * members.length
  const { latency } = await run(cluster.url, task, members, { amount })
  const perSecond = (amount / (performance.now() - from)) * 1000
  const after = await processorSeconds(cluster)
  const costOf = (part: keyof Cost) => ((after[part] - before[part]) / amount) * 1000
  const cost = { nodes: costOf('nodes'), database: costOf('database'), storage: costOf('storage') }
  const measured = { title: task.title, customers: members.length, perSecond, p50: latency.p50, p99: latency.p99, cost }
  console.log(JSON.stringify(measured))
  return measured
}

/** Compares the calls per second on all nodes with those on one, alternating. Returns medians, and the median ratio. */
async function shareOfOneNode(
  cluster: Cluster,
  members: Member[],
): Promise<{ one: number; all: number; share: number }> {
  const single = await cluster.balance(1)
  const perSecond = { one: [] as number[], all: [] as number[] }
  const urls = { one: single.url, all: cluster.url }
  for (let round = -1; round < ROUNDS; round++) {
    for (const which of round % 2 === 0 ? (['one', 'all'] as const) : (['all', 'one'] as const)) {
      const { requests } = await run(urls[which], list, members, { duration: ROUND_SECONDS })
      // The first round only lets the JIT compile.
      if (round >= 0) perSecond[which].push(requests.total / ROUND_SECONDS)
    }
  }
  await single.stop()
  const share = median(perSecond.all.map((all, round) => all / (perSecond.one[round] ?? NaN)))
  return { one: median(perSecond.one), all: median(perSecond.all), share }
}

const cluster = await startCluster(NODES)
try {
  const members: Member[] = []
  while (members.length < CUSTOMERS) {
    const hasResult = members.length < Math.max(...GROUPS)
    members.push(...(await Promise.all(Array.from({ length: 20 }, () => createMember(cluster, hasResult)))))
  }
  // Compiles the code of every node.
  await run(cluster.url, list, members.slice(0, 30), { amount: 3000 })
  const measured: Measured[] = []
  for (const task of tasks)
    for (const customers of GROUPS) measured.push(await measure(cluster, task, members.slice(0, customers)))
  const compared = await shareOfOneNode(cluster, members.slice(0, 30))
  console.log(JSON.stringify(compared))
  const endurance = await run(cluster.url, list, members, { duration: SECONDS_OF_ENDURANCE })

  const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
  const costs = tasks.map(({ title, perHour, bytes }) => {
    const none = { nodes: NaN, database: NaN, storage: NaN }
    return { title, perHour, bytes, cost: measured.find((one) => one.title === title)?.cost ?? none }
  })
  const memory = await cluster.memoryBytes()
  const report = `# Performance under load

Generated by \`npm run bench:load\`: ${NODES} nodes of the built server behind a round-robin balancer, with PostgreSQL and S3
(versitygw), on one machine. Each customer has a project and a connection of their own, and sends the next request as soon as
the last is answered. Any response other than 2xx fails the run. CPU time is that of the nodes, the database and S3, without
the balancer and the customers, which share the cores. At the start, this machine had a ${load}.

${table(
  ['request', 'customers at once', 'per second', 'median', '99th percentile', 'CPU of nodes', 'of PostgreSQL', 'of S3'],
  measured.map(({ title, customers, perSecond, p50, p99, cost }) => [
    title,
    String(customers),
    perSecond.toFixed(0),
    ms(p50),
    ms(p99),
    ...[cost.nodes, cost.database, cost.storage].map((cpu) => `${cpu.toFixed(1)} ms`),
  ]),
)}

${table(
  ['goal', 'limit', 'measured'],
  [
    [
      `lists per second of ${NODES} nodes, against one behind the same balancer`,
      LEAST_SHARE.toFixed(2),
      compared.share.toFixed(2),
    ],
    ['absolute values', '-', `${compared.all.toFixed(0)}, ${compared.one.toFixed(0)}`],
    [`failed requests of ${CUSTOMERS} customers in ${SECONDS_OF_ENDURANCE} s`, '0', '0'],
    ['requests in that time; 99th percentile', '-', `${endurance.requests.total}; ${ms(endurance.latency.p99)}`],
  ],
)}

${sizingText(costs, memory)}`
  console.log(report)
  await writeSection(report)
  if (compared.share < LEAST_SHARE) process.exitCode = 1
} finally {
  await cluster.stop()
}
