/**
 * npm run bench:requests: compares the staff's queue in a database of 10,000 requests with the same queue in one of 10,
 * and a request with 1,000 messages with one that has 10, alternating within one run: the server's response times, and
 * the work of the page's main thread. Prints the results and updates its part of docs/performance.md. Runs on
 * PostgreSQL: at TEST_DATABASE_URL, or else a temporary server.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import autocannon from 'autocannon'
import pg from 'pg'

import { startPostgres } from '../../../scripts/run/postgres.mjs'
import { browserLaunch, ensureBrowser } from '../../support/browser'
import { apiOf } from '../../support/projects'
import type { TestStack } from '../../support/stack'
import { median, table, writeSection } from '../report'
import { signedIn } from '../signed-in'

const rounds = Number(process.argv[2] ?? 7)
const requests = { few: 10, many: 10_000 }
const messages = { few: 10, many: 1000 }
const CONNECTIONS = 10
/** Calls before measuring, so that the server's code is compiled by the JIT. */
const WARM_UP = 1000
const BURST = 300
const MOST_GROWTH = 1.1

const few = '00000000-0000-4000-8000-000000000001'
const many = '00000000-0000-4000-8000-000000000002'

const processes: ChildProcess[] = []

/** Starts the stack in its own process, with its own database. */
async function startProduct() {
  const server = fork(new URL('../files-server.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  processes.push(server)
  const { config, accounts } = await new Promise<TestStack>((resolve, reject) => {
    server.once('exit', () => reject(new Error('A server has ended.'))).once('message', resolve as never)
  })
  return { config, accounts } as TestStack
}

/** Adds paid requests with three messages each, except for the first two, which are the compared conversations. */
async function fill(stack: TestStack, total: number) {
  const customer = await apiOf(stack, 'user')
  const { id: projectId } = await customer.makeProject('Radar front end')
  const client = new pg.Client({ connectionString: stack.config.databaseUrl ?? '' })
  await client.connect()
  try {
    await client.query('begin')
    // Triggers would write an event for each row, which nothing here needs.
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into simulation_requests (id, number, project_id, status, total, si, pi, layout, created_by, created_by_name,
        created, order_hash, paid_at, due_at)
      select case n when 0 then $3::uuid when 1 then $4::uuid else gen_random_uuid() end, 1001 + n, $1,
        case when n % 2 = 0 then 'paid' else 'in progress' end, 1000, '[]',
        '[{"type":"PowerDC","power_net":"+3V3","ground_net":"GND","target_impedance":"N/A","unit_price":1000}]',
        jsonb_build_object('id', gen_random_uuid(), 'name', 'board-' || n || '.kicad_pcb', 'size', 1000, 'sha256', repeat('0', 64)),
        $2, 'Uma Serrano', date_trunc('milliseconds', now()) - n * interval '1 minute', '',
        date_trunc('milliseconds', now()) - n * interval '1 minute', date_trunc('milliseconds', now()) + n * interval '1 minute'
      from generate_series(0, $5 - 1) n`,
      [projectId, customer.id, few, many, total],
    )
    await client.query(
      `insert into request_work (request_id, assignee_id, assignee_name)
      select id, 'staff-' || number % 5, 'Staff ' || number % 5 from simulation_requests`,
    )
    await client.query(
      `insert into request_messages (id, request_id, project_id, side, kind, text, author_id, author_name, created)
      select gen_random_uuid(), requests.id, project_id, case when n % 2 = 0 then 'staff' else 'customer' end, 'message',
        'The return path of lane ' || n || ' crosses a split of the plane below the connector.', $1, 'Uma Serrano',
        date_trunc('milliseconds', now()) - n * interval '1 second'
      from simulation_requests requests,
        generate_series(1, case requests.id when $2 then $4 when $3 then $5 else 3 end) n`,
      [customer.id, few, many, messages.few, messages.many],
    )
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

type Call = { url: string; headers: Record<string, string> }

async function timeOf({ url, headers }: Call, amount: number): Promise<number> {
  const from = performance.now()
  // The run ends at a sampling boundary after the last call, so short intervals measure more precisely.
  const result = await autocannon({ url, headers, amount, connections: CONNECTIONS, sampleInt: 5 })
  if (result['2xx'] !== amount) throw new Error(`${url} responded to ${result['2xx']} of ${amount} calls.`)
  return (performance.now() - from) / amount
}

/** The CPU time of the page's main thread until an element matches this selector. */
async function workOf(context: BrowserContext, address: string, entry: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(entry).first().waitFor()
  const { metrics } = await session.send('Performance.getMetrics')
  await page.close()
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
}

type Compared = { title: string; few: number; many: number; ratio: number }

/** Measures both in turn, in alternating order. The first round is a warm-up. Returns medians, and the median ratio. */
async function compare(
  title: string,
  measures: [few: () => Promise<number>, many: () => Promise<number>],
): Promise<Compared> {
  const found: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const value = await measures[which]()
      if (round > 0) found[which].push(value)
    }
  }
  const ratio = median(found[1].map((value, round) => value / (found[0][round] ?? NaN)))
  const compared = { title, few: median(found[0]), many: median(found[1]), ratio }
  console.log(JSON.stringify(compared))
  return compared
}

async function compareCalls(title: string, pair: [Call, Call]) {
  for (const call of pair) await timeOf(call, WARM_UP)
  return compare(title, [() => timeOf(pair[0], BURST), () => timeOf(pair[1], BURST)])
}

await ensureBrowser()
const load = `load average of ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores`
const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-requests-'))
// PostgreSQL may run as another user, which needs to traverse this folder.
await chmod(folder, 0o711)
const home = path.join(folder, 'postgres')
await mkdir(home)
const postgres = process.env['TEST_DATABASE_URL'] ? null : await startPostgres(home)
if (postgres?.missing !== undefined) throw new Error(`bench:requests needs PostgreSQL: ${postgres.missing}.`)
if (postgres) process.env['TEST_DATABASE_URL'] = postgres.url
const browser = await chromium.launch(browserLaunch())

try {
  const stacks = [await startProduct(), await startProduct()] as const
  await fill(stacks[0], requests.few)
  await fill(stacks[1], requests.many)

  // Tokens expire after minutes, so each comparison signs in again.
  const call = async (stack: TestStack, username: string, address: string): Promise<Call> => ({
    url: `${stack.config.publicUrl}/api${address}`,
    headers: (await apiOf(stack, username)).authorization,
  })
  const inBoth = async (address: string): Promise<[Call, Call]> => [
    await call(stacks[0], 'staff', address),
    await call(stacks[1], 'staff', address),
  ]
  const ofBoth = async (username: string, base: string, rest: string): Promise<[Call, Call]> => [
    await call(stacks[1], username, `${base}/${few}${rest}`),
    await call(stacks[1], username, `${base}/${many}${rest}`),
  ]
  const served = [
    await compareCalls('queue, ten entries', await inBoth('/v1/staff/requests?limit=10')),
    await compareCalls('queue of all states, ten entries', await inBoth('/v1/staff/requests?state=all&limit=10')),
    await compareCalls('a request', await inBoth(`/v1/staff/requests/${few}`)),
    await compareCalls(
      'messages for the customer, ten',
      await ofBoth('user', '/v1/simulation-requests', '/messages?limit=10'),
    ),
    await compareCalls(
      'messages for the staff, ten',
      await ofBoth('staff', '/v1/staff/requests', '/messages?limit=10'),
    ),
  ]
  // A search reads all requests, so no limit is set for its growth.
  const search = await compareCalls(
    'search for one request',
    await inBoth('/v1/staff/requests?q=board-7.kicad&limit=10'),
  )
  const desks = [await signedIn(browser, stacks[0], 'staff'), await signedIn(browser, stacks[1], 'staff')] as const
  const customer = await signedIn(browser, stacks[1], 'user')
  const ofConversations = (context: BrowserContext, base: string) =>
    [few, many].map((id) => () => workOf(context, `${base}/${id}`, 'ol[aria-label=Messages] li')) as [
      () => Promise<number>,
      () => Promise<number>,
    ]
  const shown = [
    await compare('queue', [
      () => workOf(desks[0], '/staff', 'tbody tr a'),
      () => workOf(desks[1], '/staff', 'tbody tr a'),
    ]),
    await compare('conversation, customer', ofConversations(customer, '/workspace/requests')),
    await compare('conversation, staff', ofConversations(desks[1], '/staff')),
  ]

  const rows = (found: Compared[], limit: string) =>
    found.map(({ title, few: ofFew, many: ofMany, ratio }) => [
      title,
      `${ofFew.toFixed(2)} ms`,
      `${ofMany.toFixed(2)} ms`,
      limit,
      ratio.toFixed(2),
    ])
  const report = `# Performance of the staff's queue and of conversations

Generated by \`npm run bench:requests\` against two started stacks in separate processes, on PostgreSQL: one with
${requests.few} requests, one with ${requests.many.toLocaleString('en-US')}. A conversation of ${messages.many.toLocaleString('en-US')} messages is compared with one of ${messages.few} in the same database. Medians of ${rounds} rounds,
in which both are measured in turn. Compare ratios, since machines differ. At the start, this one had a ${load}.

Time per call, over ${CONNECTIONS} connections, for as many entries in both:

${table(['answer', 'few', 'many', 'limit', 'ratio'], [...rows(served, MOST_GROWTH.toFixed(2)), ...rows([search], '-')])}

Work of the page's main thread from the navigation to the first entry, at 4x CPU slowdown, with a warm cache:

${table(['page', 'few', 'many', 'limit', 'ratio'], rows(shown, MOST_GROWTH.toFixed(2)))}
`
  console.log(report)
  await writeSection(report)
  if ([...served, ...shown].some(({ ratio }) => ratio > MOST_GROWTH)) process.exitCode = 1
} finally {
  await browser.close()
  for (const server of processes.toReversed()) {
    if (server.exitCode !== null) continue
    server.send('stop')
    await new Promise((resolve) => server.once('exit', resolve))
  }
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
