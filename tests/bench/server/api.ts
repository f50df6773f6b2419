/**
 * npm run bench:api: compares the server with a bare Fastify server that does the same work, and the list of projects
 * in a database of 100 projects with the same list in one of 100,000, alternating within one run. Prints the results
 * and updates its part of docs/performance.md. Runs on PostgreSQL: at TEST_DATABASE_URL, or else a temporary server.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'

import { startPostgres } from '../../../scripts/run/postgres.mjs'
import { apiOf } from '../../support/projects'
import type { TestStack } from '../../support/stack'
import type { BareTask } from './api-bare'
import { executionTimes, fill, listedProject, recordStatements } from './api-data'
import { goalTable, median, table, writeSection } from '../report'

const rounds = Number(process.argv[2] ?? 9)
const totals = { few: 100, many: 100_000 }
const CONNECTIONS = 10
/** Calls before measuring, so that the code of each server is compiled by the JIT. */
const WARM_UP = 4000
const BURST = 300
/** The number of calls per round if each takes only a fraction of a millisecond. */
const LONG_BURST = 3000

const LEAST_SHARE = 0.8
const MOST_GROWTH = 1.1
const MOST_IN_DATABASE_MS = 5

const clientDir = path.resolve('dist/client')
const processes: ChildProcess[] = []

/** Starts a server in its own process. Returns the process and its first message. */
async function startServer<Message>(file: string, task?: BareTask): Promise<{ server: ChildProcess; told: Message }> {
  const server = fork(new URL(file, import.meta.url), { execArgv: ['--import', 'tsx'] })
  processes.push(server)
  if (task) server.send(task)
  return { server, told: await answerOf<Message>(server) }
}

const answerOf = <Message>(server: ChildProcess) =>
  new Promise<Message>((resolve, reject) => {
    const fail = () => reject(new Error('A server has ended.'))
    server.once('exit', fail).once('message', (message) => {
      server.off('exit', fail)
      resolve(message as Message)
    })
  })

async function startProduct(total: number) {
  const { server, told } = await startServer<Pick<TestStack, 'config' | 'accounts'>>('../files-server.ts')
  const { config, accounts } = told
  const signIn = () => apiOf({ config, accounts } as TestStack, 'user')
  const { id } = await signIn()
  const databaseUrl = config.databaseUrl ?? ''
  await fill(databaseUrl, id, total)
  return { server, config, databaseUrl, personId: id, signIn }
}

type Target = { server: ChildProcess; url: string; headers?: Record<string, string> }
type Pair = { title: string; targets: [Target, Target]; isSameDatabase?: boolean; burst?: number }
/** Times per call, in ms. `cpu` is the CPU time of the server's process, without the database. */
type Cost = { time: number; cpu: number }

async function cpuTime(server: ChildProcess): Promise<number> {
  server.send('cpu')
  const { user, system } = await answerOf<NodeJS.CpuUsage>(server)
  return (user + system) / 1000
}

async function costOf({ server, url, headers = {} }: Target, amount: number): Promise<Cost> {
  const before = await cpuTime(server)
  const from = performance.now()
  // The run ends at a sampling boundary after the last call, so short intervals measure more precisely.
  const result = await autocannon({ url, headers, amount, connections: CONNECTIONS, sampleInt: 5 })
  const time = (performance.now() - from) / amount
  if (result['2xx'] !== amount) throw new Error(`${url} responded to ${result['2xx']} of ${amount} requests.`)
  return { time, cpu: ((await cpuTime(server)) - before) / amount }
}

/**
 * Returns the size of the response. For the same database, makes sure that both targets respond with the same bytes.
 */
async function sameBytes({ title, targets, isSameDatabase = true }: Pair): Promise<number> {
  const bodies = await Promise.all(
    targets.map(async ({ url, headers = {} }) => Buffer.from(await (await fetch(url, { headers })).arrayBuffer())),
  )
  const [one = Buffer.alloc(0), other = Buffer.alloc(0)] = bodies
  if (!isSameDatabase || one.equals(other)) return one.length
  throw new Error(`${title}: the bodies differ.\n${bodies.map((body) => body.toString().slice(0, 500)).join('\n')}`)
}

/** Measures both targets in turn. Returns their median costs, and the median ratios of the first to the second. */
async function compare(pair: Pair) {
  const { targets, title, burst = BURST } = pair
  const bytes = await sameBytes(pair)
  const found: [Cost[], Cost[]] = [[], []]
  for (const target of targets) await costOf(target, WARM_UP)
  for (let round = 0; round < rounds; round++) {
    // The order alternates from round to round.
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      found[which].push(await costOf(targets[which], burst))
    }
  }
  const medians = (of: keyof Cost) => found.map((costs) => median(costs.map((cost) => cost[of]))) as [number, number]
  const ratio = (of: keyof Cost) => median(found[0].map((cost, round) => cost[of] / (found[1][round]?.[of] ?? NaN)))
  const compared = {
    title,
    bytes,
    cpu: medians('cpu'),
    time: medians('time'),
    ratio: { cpu: ratio('cpu'), time: ratio('time') },
  }
  console.log(JSON.stringify(compared))
  return compared
}

const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-api-'))
// PostgreSQL may run as another user, which needs to traverse this folder.
await chmod(folder, 0o711)
const home = path.join(folder, 'postgres')
await mkdir(home)
const postgres = process.env['TEST_DATABASE_URL'] ? null : await startPostgres(home)
if (postgres?.missing !== undefined) throw new Error(`bench:api needs PostgreSQL: ${postgres.missing}.`)
if (postgres) process.env['TEST_DATABASE_URL'] = postgres.url

try {
  const few = await startProduct(totals.few)
  const many = await startProduct(totals.many)
  const { storageLimitBytes, retentionMonths, oidc } = few.config
  const limits = { storageLimitBytes, retentionMonths }
  const person = { id: few.personId, roles: ['user'] }
  const statements = await recordStatements(few.databaseUrl, person, limits)
  const { databaseUrl } = few
  const task = { clientDir, databaseUrl, ...oidc, storageLimitBytes, ...statements }
  const { server: bare, told: bareUrl } = await startServer<string>('api-bare.ts', task)

  const asset = (await readdir(path.join(clientDir, 'assets'))).find((name) => /^page-libraries-.*\.js$/.test(name))
  /** Returns the same call as a target on the product and on bare Fastify. */
  const both = (url: string, bareUrlPath: string, headers: Record<string, string> = {}): [Target, Target] => [
    { server: few.server, url: `${few.config.publicUrl}${url}`, headers },
    { server: bare, url: `${bareUrl}${bareUrlPath}`, headers },
  ]
  const projectsOf = async ({ server, config, signIn }: typeof few): Promise<Target> => ({
    server,
    url: `${config.publicUrl}/api/v1/projects`,
    headers: (await signIn()).authorization,
  })
  // Tokens expire after minutes, so each comparison signs in again.
  const authorization = async () => (await few.signIn()).authorization
  // Compare these first, while both processes have handled equally many calls: the JIT makes the busier one faster.
  const large = await compare({
    title: 'list of projects, in 100,000 and in 100',
    isSameDatabase: false,
    targets: [await projectsOf(many), await projectsOf(few)],
  })
  const compared = [
    await compare({
      title: 'list of 50 projects',
      targets: both('/api/v1/projects', '/projects', await authorization()),
    }),
    await compare({
      title: 'list of 100 files',
      targets: both(`/api/v1/projects/${listedProject}/files`, '/files', await authorization()),
    }),
    await compare({ title: 'health', targets: both('/api/v1/health', '/health'), burst: LONG_BURST }),
    await compare({
      title: 'static file, compressed',
      targets: both(`/assets/${asset}`, `/assets/${asset}`, { 'accept-encoding': 'br' }),
    }),
  ]
  const inMany = (roles: string[]) => recordStatements(many.databaseUrl, { id: many.personId, roles }, limits)
  const times = async (roles: string[]) =>
    median(await executionTimes(many.databaseUrl, (await inMany(roles)).projects[0] ?? { text: '', values: [] }, 15))
  const inDatabase = { member: await times(['user']), administrator: await times(['sysadmin']) }

  const count = (value: number) => Math.round(value).toLocaleString('en-US')
  const ms = (value: number) => `${value.toFixed(2)} ms`
  const report = `# Performance of the API

Generated by \`npm run bench:api\` against the started stack in a separate process, on PostgreSQL, with ${CONNECTIONS} connections. Bare
Fastify (\`tests/bench/server/api-bare.ts\`) verifies the same token, sends the same statements to the same database, and responds with
the same bytes; it has no validation, access control, ORM or security headers. Medians of ${rounds} rounds of ${BURST} requests
(${LONG_BURST} of health) after ${WARM_UP}, in which both are measured in turn. CPU time is that of the server's process: it determines how many requests a core can handle, and
depends less on other load than time does. Compare ratios, since machines differ. At the start, this one had a
${load}.

${table(
  ['request', 'bytes', 'CPU per request', 'bare Fastify', 'share of its speed', 'limit', 'by time'],
  compared.map(({ title, bytes, cpu, ratio }) => [
    title,
    count(bytes),
    ms(cpu[0]),
    ms(cpu[1]),
    (1 / ratio.cpu).toFixed(2),
    LEAST_SHARE.toFixed(2),
    (1 / ratio.time).toFixed(2),
  ]),
)}

The same person's list of projects, in a database of ${count(totals.many)} projects and 500,000 files:

${goalTable([
  ['time per request, against a database of 100 projects', MOST_GROWTH.toFixed(2), large.ratio.time.toFixed(2)],
  ['in the database, planning included: a member of 50', `${MOST_IN_DATABASE_MS} ms`, ms(inDatabase.member)],
  [
    'the same: an administrator, who sees all that are not private',
    `${MOST_IN_DATABASE_MS} ms`,
    ms(inDatabase.administrator),
  ],
])}
`
  console.log(report)
  await writeSection(report)
  if (compared.some(({ ratio }) => 1 / ratio.cpu < LEAST_SHARE)) process.exitCode = 1
} finally {
  for (const server of processes.toReversed()) {
    if (server.exitCode !== null) continue
    server.send('stop')
    await new Promise((resolve) => server.once('exit', resolve))
  }
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
