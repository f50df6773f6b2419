/**
 * Lists show numbers and times of comments that triggers keep up to date. These tests compare the stored values with
 * those computed from the rows of comments, files, members and seen files, after random calls by several members at
 * once. `COMMENTS_RUNS` sets the number of runs, `COMMENTS_SEED` the seed. A failure reports its seed.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import {
  comments,
  commentedFiles,
  files,
  liveEvents,
  projectMembers,
  seenFiles,
  projects,
} from '../../../server/database/schema'
import { newsOf } from '../../../server/files/seen-files'
import { countOpenThreads, documentOf } from '../../../server/comments/store'
import { listFiles } from '../../../server/files/file-records'
import { listProjects } from '../../../server/projects/store'
import { finishDeletions } from '../../support/deletions'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, listAll, upload, uploadForm } from '../caller'

type Revision = components['schemas']['Revision']

const RUNS = Number(process.env['COMMENTS_RUNS'] ?? 2)
const SEED = Number(process.env['COMMENTS_SEED'] ?? 20_261_126)

let api: ApiServer
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

/** A project with two files and three members. The first member created it; `outsider` is an administrator. */
type World = { project: Project; people: Person[]; outsider: Person }

async function createWorld(): Promise<World> {
  const people = await Promise.all([0, 1, 2].map(() => api.person('user', 'project_manager')))
  const outsider = await api.person('user', 'sysadmin')
  const [creator, ...others] = people as [Person, ...Person[]]
  const project = await createProject(creator)
  await upload(creator, project.id, { 'board.brd': 'board', 'stackup.csv': 'stackup' })
  for (const person of others) await join(project, creator, person)
  return { project, people, outsider }
}

async function join(project: Project, creator: Person, person: Person) {
  expected(await person.call('GET', '/v1/users/me'), 200)
  const json = { project_id: project.id, email: person.email, role: 'user' }
  expected(await creator.call('POST', '/v1/users/assign-role', { json }), 200)
}

/** What the API shows a person about the comments in a project. */
async function shown({ project }: Pick<World, 'project'>, reader: Person) {
  const listed = await listAll<File>(reader, `/v1/projects/${project.id}/files`)
  const one = (await listAll<Project>(reader, '/v1/projects')).find(({ id }) => id === project.id)
  return {
    open: one?.openComments,
    hasNews: one?.hasNews,
    files: listed.map(({ id, news, open_comments: open }) => ({ id, news, open })).toSorted(byId),
  }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

/** The same as `shown`, but computed from all rows. */
async function counted({ project }: Pick<World, 'project'>, reader: Person) {
  const { db } = api
  const [member] = await db
    .select()
    .from(projectMembers)
    .where(and(eq(projectMembers.projectId, project.id), eq(projectMembers.userId, reader.id)))
  const rows = await db.select().from(comments).where(eq(comments.projectId, project.id))
  const listed = (await db.select().from(files).where(eq(files.projectId, project.id))).filter((row) => !row.hiddenAt)
  const seen = await db.select().from(seenFiles).where(eq(seenFiles.personId, reader.id))
  const ofFiles = listed.map(({ id, documentId }) => {
    const document = documentId ?? id
    const onFile = rows.filter((row) => row.documentId === document)
    const until = seen.find((row) => row.documentId === document)?.until ?? member?.since
    const news = onFile.filter(
      ({ author, deletedAt, created }) =>
        author !== reader.id && !deletedAt && member && until && created > member.since && created > until,
    )
    const newest = news.length === 0 ? null : new Date(Math.max(...news.map(({ created }) => created.getTime())))
    const open = onFile.filter(({ threadId, resolvedAt }) => threadId === null && !resolvedAt).length
    return { id, news: newest?.toISOString() ?? null, open }
  })
  return {
    open: ofFiles.reduce((sum, { open }) => sum + open, 0),
    hasNews: ofFiles.some(({ news }) => news !== null),
    files: ofFiles.toSorted(byId),
  }
}

async function expectCounted(world: World) {
  for (const reader of [...world.people, world.outsider]) {
    expect(await shown(world, reader)).toEqual(await counted(world, reader))
  }
}

/** The items that a call can refer to. Some may be gone when the call is made, because the calls of a round overlap. */
type Found = {
  world: World
  person: Person
  author?: Person
  own?: Comment
  thread?: Comment
  file?: Row
  deleted?: Row
}
type Comment = typeof comments.$inferSelect
type Row = typeof files.$inferSelect
type Call = (found: Found) => Promise<{ status: number }> | undefined

const written = () => ({ json: { id: randomUUID(), text: 'Text' } })
const resolution =
  (resolved: boolean): Call =>
  ({ person, thread }) =>
    thread && person.call('PUT', `/v1/comments/${thread.id}/resolution`, { json: { resolved } })

const calls = {
  comment: ({ person, file }) => file && person.call('POST', `/v1/files/${file.id}/comments`, written()),
  reply: ({ person, thread }) => thread && person.call('POST', `/v1/comments/${thread.id}/replies`, written()),
  edit: ({ own, author }) => own && author?.call('PUT', `/v1/comments/${own.id}`, { json: { text: 'Changed' } }),
  remove: ({ own, author }) => own && author?.call('DELETE', `/v1/comments/${own.id}`),
  resolve: resolution(true),
  reopen: resolution(false),
  see: ({ person, file, own }) => {
    const until = (own?.created ?? new Date()).toISOString()
    return file && person.call('PUT', `/v1/files/${file.id}/seen`, { json: { until } })
  },
  revise: ({ world, person, file }) => {
    const form = file && uploadForm(person, { [file.name]: randomUUID() }, { replaces: file.id })
    return form && person.call('POST', `/v1/projects/${world.project.id}/files`, { form })
  },
  'restore revision': async ({ person, file }) => {
    if (!file) return { status: 404 }
    const revisions = await person.call<Revision[]>('GET', `/v1/files/${file.id}/revisions`)
    const earlier = revisions.status === 200 ? revisions.body.find(({ current }) => !current) : undefined
    return earlier ? person.call('POST', `/v1/files/${file.id}/revisions/${earlier.id}/restore`) : revisions
  },
  'delete file': ({ person, file }) => file && person.call('DELETE', `/v1/files/${file.id}`),
  'restore file': ({ person, deleted }) => deleted && person.call('POST', `/v1/files/${deleted.id}/restore`),
} satisfies Record<string, Call>

const weights: Record<keyof typeof calls, number> = {
  comment: 4,
  reply: 4,
  edit: 1,
  remove: 4,
  resolve: 3,
  reopen: 1,
  see: 2,
  revise: 1,
  'restore revision': 1,
  'delete file': 1,
  'restore file': 3,
}

type Step = { kind: keyof typeof calls; who: number; which: number }
const kind = fc.oneof(
  ...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as keyof typeof calls) })),
)
const step = fc.record({ kind, who: fc.nat(2), which: fc.nat(1000) })
/** Rounds of steps: the steps of a round run at the same time, and the rounds run one after the other. */
const story = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 15, maxLength: 25 })

async function take(world: World, steps: Step[]) {
  const { db } = api
  const onProject = await db
    .select()
    .from(comments)
    .where(eq(comments.projectId, world.project.id))
    .orderBy(comments.id)
  const ofProject = await db.select().from(files).where(eq(files.projectId, world.project.id)).orderBy(files.id)
  const pending = steps.map(({ kind, who, which }) => {
    const pick = <Item>(items: Item[]) => items[which % Math.max(1, items.length)]
    const own = pick(onProject)
    const author = world.people.find(({ id }) => id === own?.author)
    const thread = pick(onProject.filter(({ threadId }) => threadId === null))
    const file = pick(ofProject.filter(({ hiddenAt }) => !hiddenAt))
    const deleted = pick(ofProject.filter(({ hiddenAt, deletedAt }) => hiddenAt && +hiddenAt === Number(deletedAt)))
    const person = world.people[who] ?? world.outsider
    return calls[kind]({
      world,
      person,
      ...(own && { own }),
      ...(author && { author }),
      ...(thread && { thread }),
      ...(file && { file }),
      ...(deleted && { deleted }),
    })
  })
  const answers = await Promise.all(pending.flatMap((call) => call ?? []))
  for (const answer of answers) expect(answer.status).toBeLessThan(500)
}

test('lists show the numbers and marks that follow from all rows, after whatever members do at once', async () => {
  const run = async (times: Step[][]) => {
    const world = await createWorld()
    for (const steps of times) {
      await take(world, steps)
      await expectCounted(world)
    }
    // A new member has seen nothing, but only later comments are news to them.
    const [creator, leaving] = world.people as [Person, Person]
    const joining = await api.person('user', 'project_manager')
    await join(world.project, creator, joining)
    world.people.push(joining)
    await take(world, [{ kind: 'comment', who: 0, which: 0 }])
    await expectCounted(world)
    const json = { username: leaving.username }
    expect((await leaving.call('POST', '/v1/users/me/deletion', { json })).status).toBeLessThan(300)
    expect(await api.db.$count(commentedFiles, eq(commentedFiles.newestBy, leaving.id))).toBe(0)
    world.people.splice(1, 1)
    await finishDeletions(api.db)
    await expectCounted(world)
    expected(await creator.call('DELETE', `/v1/projects/${world.project.id}`), 204)
    await finishDeletions(api.db)
    expect(await api.db.$count(commentedFiles, eq(commentedFiles.projectId, world.project.id))).toBe(0)
  }
  await fc.assert(fc.asyncProperty(story, run), { numRuns: RUNS, seed: SEED, endOnFailure: true })
  // The timeout covers many calls on a busy machine.
}, 300_000)

test('the migration counts the comments that were there before it', async () => {
  const world = await createWorld()
  const times: Step['kind'][] = [
    'comment',
    'comment',
    'comment',
    'reply',
    'reply',
    'see',
    'resolve',
    'remove',
    'delete file',
  ]
  for (const [n, kind] of times.entries()) await take(world, [{ kind, who: n % 3, which: n }])
  const { db } = api
  const kept = () => db.select().from(commentedFiles).orderBy(commentedFiles.documentId)
  const before = await kept()
  expect(before.length).toBeGreaterThan(0)
  await db.delete(commentedFiles)
  await db.update(projects).set({ openComments: 0 })
  expect(await shown(world, world.outsider)).toMatchObject({ open: 0 })
  const reported = await db.$count(liveEvents)
  const migration = new URL('../../../server/database/migrations/0039_commented-files.sql', import.meta.url)
  const statements = (await readFile(migration, 'utf8')).split('--> statement-breakpoint')
  for (const statement of statements.slice(-2)) await db.execute(sql.raw(statement))
  expect(await kept()).toEqual(before)
  expect(await db.$count(liveEvents)).toBe(reported)
  await expectCounted(world)
})

test('lists read no comments, however many there are, whether or not they are seen', async () => {
  const world = await createWorld()
  const [, reader] = world.people as [Person, Person]
  await take(world, [{ kind: 'comment', who: 0, which: 0 }])
  const [thread] = await api.db.select().from(comments).where(eq(comments.projectId, world.project.id))
  if (!thread) throw new Error('There is no comment.')
  /** How many rows of comments the lists read, and how many a query for all comments of the project reads. */
  const readByLists = () =>
    api.db.transaction(async (tx) => {
      const read = async () => {
        const rows = sql<number>`seq_tup_read + coalesce(idx_tup_fetch, 0)`.mapWith(Number)
        const [found] = await tx.select({ rows }).from(sql`pg_stat_xact_user_tables`).where(sql`relname = 'comments'`)
        return found?.rows ?? 0
      }
      const before = await read()
      const page = { limit: 100, after: null }
      await listProjects(tx, { id: reader.id, roles: ['user'] }, { page, storageLimitBytes: 1 })
      const { rows } = await listFiles(tx, world.project.id, page)
      await countOpenThreads(tx, rows.map(documentOf))
      await newsOf(tx, rows, reader.id)
      const after = await read()
      await tx.select().from(comments).where(eq(comments.projectId, world.project.id))
      return [after - before, (await read()) - after]
    })

  /** Counting reads more rows if the server cleans up tables at the same time. */
  const expectReadByCountingOnly = async (rows: number) => {
    const [byLists, byCounting] = await readByLists()
    expect(byLists).toBe(0)
    expect(byCounting).toBeGreaterThanOrEqual(rows)
  }

  await expectReadByCountingOnly(1)
  const threads = Array.from({ length: 100 }, () => ({ ...thread, id: randomUUID() }))
  const replies = threads.flatMap(({ id: threadId }) =>
    Array.from({ length: 10 }, () => ({ ...thread, id: randomUUID(), threadId })),
  )
  await api.db.insert(comments).values([...threads, ...replies])
  expect(await shown(world, reader)).toMatchObject({ open: 101, hasNews: true })
  await expectReadByCountingOnly(1101)
  const { projectId, documentId } = thread
  await api.db.insert(seenFiles).values({ personId: reader.id, projectId, documentId, until: new Date() })
  expect(await shown(world, reader)).toMatchObject({ open: 101, hasNews: false })
  await expectReadByCountingOnly(1101)
})

test('the time to change comments depends only on how many are changed, even after a change of none', async () => {
  const world = await createWorld()
  const [author, other] = world.people as [Person, Person]
  await take(world, [{ kind: 'comment', who: 0, which: 0 }])
  const [first] = await api.db.select().from(comments).where(eq(comments.projectId, world.project.id))
  if (!first) throw new Error('There is no comment.')
  const sizes = { small: 500, large: 5000 }
  const [small, large] = [randomUUID(), randomUUID()]
  const replies = (threadId: string, count: number) =>
    Array.from({ length: count }, () => ({ ...first, id: randomUUID(), threadId }))
  const added = [...replies(small, sizes.small), ...replies(large, sizes.large)]
  for (let from = 0; from < added.length; from += 500)
    await api.db.insert(comments).values(added.slice(from, from + 500))

  // All in one session, as in the deletion of a person's data, because a session keeps the plans of its first change.
  const times = await api.db.transaction(async (tx) => {
    await tx.update(comments).set({ resolvedBy: author.id }).where(eq(comments.resolvedBy, other.id))
    const timeOf = async (threadId: string, to: Person) => {
      const before = performance.now()
      await tx.update(comments).set({ author: to.id }).where(eq(comments.threadId, threadId))
      return performance.now() - before
    }
    const taken: { small: number; large: number }[] = []
    for (const to of [other, author, other])
      taken.push({ small: await timeOf(small, to), large: await timeOf(large, to) })
    return taken
  })
  const growth = Math.min(...times.map((time) => time.large)) / Math.min(...times.map((time) => time.small))
  expect(growth).toBeLessThan((3 * sizes.large) / sizes.small)
  await expectCounted(world)
  // The timeout covers many changes on a busy machine.
}, 120_000)

test('a change to comments is not reported as a change to the project', async () => {
  const world = await createWorld()
  const reports = async () => {
    const ofKind = (kind: 'project' | 'comments') =>
      api.db.$count(liveEvents, and(eq(liveEvents.subject, world.project.id), eq(liveEvents.kind, kind)))
    return [await ofKind('project'), await ofKind('comments')]
  }
  const [before = 0, none] = await reports()
  expect(none).toBe(0)
  for (const kind of ['comment', 'resolve', 'reopen', 'remove'] as const)
    await take(world, [{ kind, who: 0, which: 0 }])
  expect(await reports()).toEqual([before, 4])
  const json = { notes: 'Changed' }
  expected(await world.outsider.call('PUT', `/v1/projects/${world.project.id}`, { json }), 200)
  expect(await reports()).toEqual([before + 1, 4])
})

test('a changed file is looked up without the other files with comments', async () => {
  const { project } = await createWorld()
  const [file] = await api.db.select().from(files).where(eq(files.projectId, project.id))
  if (!file) throw new Error('There is no file.')
  await api.db.transaction(async (tx) => {
    const lookups = async () => {
      const scans = sql<number>`seq_scan + coalesce(idx_scan, 0)`.mapWith(Number)
      const [found] = await tx.select({ scans }).from(sql`pg_stat_xact_user_tables`).where(sql`relname = 'files'`)
      return found?.scans ?? 0
    }
    const change = async () => {
      const before = await lookups()
      await tx.update(files).set({ note: randomUUID() }).where(eq(files.id, file.id))
      return (await lookups()) - before
    }
    // The session keeps the plans of the first change, which are made for a table with few rows.
    await tx.execute(sql`analyze commented_files`)
    const alone = await change()
    const others = Array.from({ length: 1000 }, () => ({
      documentId: randomUUID(),
      projectId: project.id,
      isListed: false,
    }))
    await tx.insert(commentedFiles).values(others)
    expect(await change()).toBe(alone)
    await tx.delete(commentedFiles).where(eq(commentedFiles.projectId, project.id))
  })
})

test('the counts of a deleted project are found by an index', async () => {
  const plan = await api.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.execute(sql.raw(`explain delete from commented_files where project_id = '${randomUUID()}'`))
  })
  expect(JSON.stringify((plan as { rows: unknown[] }).rows)).toContain('commented_files_newest')
})
