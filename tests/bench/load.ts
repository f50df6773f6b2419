/**
 * npm run bench:load: measures lists, uploads, downloads and checkouts of 10 and of 300 customers at once, on three
 * nodes of the built server behind a balancer, with PostgreSQL and S3; compares three nodes with one; and has 600
 * customers read their lists for a minute. Prints the results and updates its part of docs/performance.md.
 */
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import autocannon from 'autocannon'

import type { components } from '../../openapi/generated/product'
import { formOf } from '../api/caller'
import { createClient } from '../cluster/client'
import { type Cluster, type Customer, startCluster } from '../cluster/cluster'
import { median, table, writeSection } from './report'

type Schemas = components['schemas']
type Member = { customer: Customer; projectId: string; layoutId: string }
type Task = { title: string; perMember: number; request: (member: Member) => autocannon.Request }
type Measured = { title: string; customers: number; perSecond: number; p50: number; p99: number; cpu: number }

const NODES = 3
const CUSTOMERS = 600
const GROUPS = [10, 300]
const FILE_BYTES = 64 * 1024
/** Below the limit of unpaid requests of a user in a project, over all groups. */
const CHECKOUTS_EACH = 3
const SECONDS_OF_ENDURANCE = 60
const ROUNDS = 7
const ROUND_SECONDS = 5
/** The limit for the requests per second of three nodes, against one. All of them share the cores of this machine. */
const LEAST_SHARE = 0.85
const PRICE = 1000

const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const bearer = ({ token }: Customer) => ({ authorization: `Bearer ${token}` })

/** Creates a customer with a project that has a small layout and a file of 64 KB. */
async function createMember(cluster: Cluster): Promise<Member> {
  const customer = await cluster.customer('user', 'project_manager')
  const client = createClient(cluster.url, customer, new Map())
  const headers = { 'idempotency-key': randomUUID() }
  const form = formOf({ name: `Board ${customer.username}`, uid: customer.id, created_by: customer.id })
  const project = JSON.parse((await client.call('POST', '/api/v1/projects', { form, headers })).text) as { id: string }
  const files = formOf({ uid: customer.id, uname: customer.username }, { 'board.kicad_pcb': '(kicad_pcb)' })
  const uploaded = await client.call('POST', `/api/v1/projects/${project.id}/files`, { form: files })
  const [layout] = JSON.parse(uploaded.text) as Schemas['File'][]
  client.close()
  return { customer, projectId: project.id, layoutId: layout?.id ?? '' }
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
  request: ({ customer }) => ({ method: 'GET', path: '/api/v1/projects', headers: bearer(customer) }),
}
const tasks: Task[] = [
  list,
  {
    title: 'upload of 64 KB',
    perMember: 5,
    request: ({ customer, projectId }) => ({
      method: 'POST',
      path: `/api/v1/projects/${projectId}/files`,
      headers: { ...bearer(customer), 'content-type': `multipart/form-data; boundary=${boundary}` },
      setupRequest: (request) => ({ ...request, body: fileForm(customer) }),
    }),
  },
  {
    title: 'download of a file',
    perMember: 10,
    request: ({ customer, layoutId }) => ({
      method: 'GET',
      path: `/api/v1/files/${layoutId}/download`,
      headers: bearer(customer),
    }),
  },
  {
    title: 'checkout',
    perMember: CHECKOUTS_EACH,
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

async function measure(cluster: Cluster, task: Task, members: Member[]): Promise<Measured> {
  const before = await cluster.cpuSeconds()
  const from = performance.now()
  const amount = task.perMember * members.length
  const { latency } = await run(cluster.url, task, members, { amount })
  const perSecond = (amount / (performance.now() - from)) * 1000
  const cpu = (((await cluster.cpuSeconds()) - before) / amount) * 1000
  const measured = { title: task.title, customers: members.length, perSecond, p50: latency.p50, p99: latency.p99, cpu }
  console.log(JSON.stringify(measured))
  return measured
}

/** Compares the requests per second of all nodes with those of one, alternating. Returns the median ratio. */
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
    members.push(...(await Promise.all(Array.from({ length: 20 }, () => createMember(cluster)))))
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
  const cpuOf = (title: string) => measured.find((one) => one.title === title)?.cpu ?? NaN
  const people = 50_000
  /** Calls of a person in a busy hour, an assumption: a working session with a few uploads, and an order each month. */
  const calls: [string, number][] = [
    ['list of projects', 60],
    ['upload of 64 KB', 4],
    ['download of a file', 10],
    ['checkout', 0.01],
  ]
  /** One in five customers is active in the busiest hour. */
  const present = people / 5
  const cores = calls.reduce((sum, [title, count]) => sum + (count * cpuOf(title) * present) / 1000 / 3600, 0)
  const report = `# Performance under load

Generated by \`npm run bench:load\`: ${NODES} nodes of the built server behind a round-robin balancer, with PostgreSQL and S3
(versitygw), on one machine. Each customer has a project and a connection of their own, and sends the next request as soon as
the last is answered. Any response other than 2xx fails the run. CPU time is that of the nodes, without database, S3,
balancer and the customers themselves, which share the cores. At the start, this machine had a ${load}.

${table(
  ['request', 'customers at once', 'per second', 'median', '99th percentile', 'CPU per request'],
  measured.map(({ title, customers, perSecond, p50, p99, cpu }) => [
    title,
    String(customers),
    perSecond.toFixed(0),
    ms(p50),
    ms(p99),
    `${cpu.toFixed(1)} ms`,
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

What ${people.toLocaleString('en-US')} customers need, by calculation: if one in five works in the busiest hour, each with ${calls
    .map(([title, count]) => `${count} × ${title}`)
    .join(
      ', ',
    )}, the nodes need ${cores.toFixed(1)} cores of this machine. With half of each core in reserve, that is ${Math.ceil(cores * 2)} nodes of one
core, and at least two, so that one can be replaced. The time that these lists take in the database is in the performance of the API.
`
  console.log(report)
  await writeSection(report)
  if (compared.share < LEAST_SHARE) process.exitCode = 1
} finally {
  await cluster.stop()
}
