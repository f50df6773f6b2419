/**
 * npm run bench:orders: tests whether the maximum data that one user can store slows down another user's lists. Each
 * row compares the same call with and without that load, alternating within one run. Medians of many rounds make
 * sure that other load on the machine affects both equally. Fails above 10%. Runs on PostgreSQL if TEST_DATABASE_URL is
 * set, otherwise on PGlite.
 */
import { and, eq, ne } from 'drizzle-orm'

import type { components } from '../../../openapi/generated/product'
import {
  comments,
  files as fileTable,
  fileShares,
  projectMembers,
  seenFiles,
  users,
} from '../../../server/database/schema'
import { startApi, type ApiServer, type Person } from '../../api/api-server'
import { createProject, expected, upload } from '../../api/caller'
import { median } from '../report'

type Row = components['schemas']['SiRow']
type World = { api: ApiServer; author: Person; watcher: Person; projectId: string; fileId: string }
type Measured = () => Promise<{ bytes: Buffer }>

const ORDERS = 20
const usual = { files: 200, members: 3, links: 1 }
const maximal = { files: 10_000, members: 200, links: 1000 }
/** Threads on a file, with replies. A user can write this many comments in 92 minutes. */
const quiet = { threads: 10, replies: 1 }
const busy = { threads: 1000, replies: 10 }
const ROUNDS = 1000
/** Rounds to run before measuring, so that the code of each server is compiled by the JIT. */
const WARM_UP = 500
const TOLERATED = 1.1

const small: Row = {
  interface: 'MIPI-D',
  speed: '1.5 Gbps',
  signal_nets: ['D0_P'],
  ground_nets: ['GND'],
  clock_signal: ['CLK'],
  unit_price: 2000,
}
/** Nearly the maximum size of a list of nets, and as many rows as fit into one call: 1 MB. */
const longest = Array.from({ length: 800 }, (_, net) => String(net).padStart(12, 'N'))
const largest = Array.from({ length: 60 }, () => ({ ...small, signal_nets: longest }))

/** Creates a user with a project, and a member who views the project. */
async function worldIn(api: ApiServer): Promise<World> {
  const [author, watcher, admin] = [await api.person('user'), await api.person('user'), await api.person('sysadmin')]
  expected(await watcher.call('GET', '/v1/users/me'), 200)
  const project = await createProject(author)
  const member = { project_id: project.id, email: watcher.email, role: 'user' }
  expected(await admin.call('POST', '/v1/users/assign-role', { json: member }), 200)
  const [layout] = await upload(author, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  return { api, author, watcher, projectId: project.id, fileId: layout?.id ?? '' }
}

async function order({ author, projectId, fileId }: World, rows: Row[]) {
  const files = { layout_file_id: fileId, stackup_file_id: null, material_file_id: null }
  const json = { project_id: projectId, ...files, total: 2000 * rows.length, si: rows, pi: [] }
  for (let count = 0; count < ORDERS; count++) expected(await author.call('POST', '/payments/checkout', { json }), 200)
}

/** Adds files, members and links to a project up to these numbers. */
async function fill({ api, author, projectId, fileId }: World, { files, members, links }: typeof maximal) {
  const [known] = await api.db.select().from(fileTable).where(eq(fileTable.id, fileId))
  if (!known) throw new Error('There is no file.')
  const ids = Array.from({ length: files - 1 }, () => crypto.randomUUID())
  for (let from = 0; from < ids.length; from += 1000) {
    const part = ids.slice(from, from + 1000)
    await api.db.insert(fileTable).values(part.map((id) => ({ ...known, id, name: `${id}.txt`, nameKey: `${id}.txt` })))
  }
  const people = Array.from({ length: members - 2 }, () => ({
    id: crypto.randomUUID(),
    username: 'mo',
    fullname: 'M'.repeat(255),
  }))
  if (people.length > 0) {
    await api.db.insert(users).values(people)
    await api.db
      .insert(projectMembers)
      .values(people.map(({ id }) => ({ projectId, userId: id, role: 'user' as const })))
  }
  const expiresAt = new Date(Date.now() + 86_400_000)
  const shares = Array.from({ length: links }, (_, n) => ({
    fileId: ids[n % ids.length] ?? fileId,
    createdBy: author.id,
    expiresAt,
    tokenHash: crypto.randomUUID(),
  }))
  if (shares.length > 0) await api.db.insert(fileShares).values(shares)
}

/**
 * Adds threads by the author to a file that the member has seen, and earlier threads to all other files, which the
 * member has not seen.
 */
async function discuss({ api, author, watcher, projectId, fileId }: World, { threads, replies }: typeof quiet) {
  const row = { projectId, author: author.id, text: 'x'.repeat(4000), mentions: [] }
  const later = new Date(Date.now() + 60_000)
  const begun = Array.from({ length: threads }, () => ({
    ...row,
    id: crypto.randomUUID(),
    documentId: fileId,
    created: later,
  }))
  const others = await api.db
    .select({ documentId: fileTable.id })
    .from(fileTable)
    .where(and(eq(fileTable.projectId, projectId), ne(fileTable.id, fileId)))
  const added = [
    ...others.map((file) => ({ ...row, ...file, id: crypto.randomUUID() })),
    ...begun,
    ...begun.flatMap(({ id, ...thread }) =>
      Array.from({ length: replies }, () => ({ ...thread, id: crypto.randomUUID(), threadId: id })),
    ),
  ]
  for (let from = 0; from < added.length; from += 1000)
    await api.db.insert(comments).values(added.slice(from, from + 1000))
  await api.db.insert(seenFiles).values({ personId: watcher.id, projectId, documentId: fileId, until: later })
}

/** Measures both calls alternately and returns whether the second is slower than the tolerance allows. */
async function compare(title: string, requests: [Measured, Measured]): Promise<boolean> {
  const times: [number[], number[]] = [[], []]
  const sizes = [0, 0]
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // The order alternates from round to round.
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const start = performance.now()
      const { bytes } = await requests[which]()
      if (round >= 0) times[which].push(performance.now() - start)
      sizes[which] = bytes.length
    }
  }
  const [without, withLoad] = [median(times[0]), median(times[1])]
  const ratio = withLoad / without
  const figures = `${without.toFixed(2)} ms and ${withLoad.toFixed(2)} ms, ${sizes.join(' and ')} bytes`
  console.log(`${title}: ratio ${ratio.toFixed(3)} (${figures})`)
  return ratio > TOLERATED
}

/** The first server gets only a stranger's project; the second also gets the load. */
const apis = [await startApi(), await startApi()] as const
try {
  const [few, many] = [await worldIn(apis[1]), await worldIn(apis[1])]
  await order(few, [small])
  await order(many, largest)
  await fill(few, usual)
  await fill(many, maximal)

  const looking =
    ({ watcher }: { watcher: Person }, path: string): Measured =>
    () =>
      watcher.call('GET', path)
  const [calm, loud] = [await worldIn(apis[1]), await worldIn(apis[1])]
  for (const world of [calm, loud]) await fill(world, usual)
  await discuss(calm, quiet)
  await discuss(loud, busy)
  const strangers = [await worldIn(apis[0]), await worldIn(apis[1])] as const
  const filesOf = (world: World) => looking(world, `/v1/projects/${world.projectId}/files?limit=${usual.files}`)

  console.log(
    `Medians of ${ROUNDS}, at most ${TOLERATED}; on ${process.env['TEST_DATABASE_URL'] ? 'PostgreSQL' : 'PGlite'}`,
  )
  const outcomes = [
    await compare(`A member's requests, ${ORDERS} small orders against ${ORDERS} of the largest`, [
      looking(few, '/v1/simulation-requests'),
      looking(many, '/v1/simulation-requests'),
    ]),
    await compare(`A member's projects, ${usual.files} files against ${maximal.files}, with members and links`, [
      looking(few, '/v1/projects'),
      looking(many, '/v1/projects'),
    ]),
    await compare('A member’s files, the first page of the same two', [filesOf(few), filesOf(many)]),
    await compare('A member’s projects, 20 comments on a file against 11,000', [
      looking(calm, '/v1/projects'),
      looking(loud, '/v1/projects'),
    ]),
    await compare('A member’s files, the same two', [filesOf(calm), filesOf(loud)]),
    await compare("A stranger's projects, in a database without and with all of it", [
      looking(strangers[0], '/v1/projects'),
      looking(strangers[1], '/v1/projects'),
    ]),
    await compare("A stranger's requests, in the same two", [
      looking(strangers[0], '/v1/simulation-requests'),
      looking(strangers[1], '/v1/simulation-requests'),
    ]),
  ]
  if (outcomes.includes(true)) process.exitCode = 1
} finally {
  for (const api of apis) await api.stop()
}
