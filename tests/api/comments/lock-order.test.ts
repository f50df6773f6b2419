/**
 * Concurrent calls lock rows in the same order (server/projects/store.ts), so that they never deadlock. Each pair of
 * calls runs several times in a new project: at once, and in both orders while another transaction holds rows that both
 * need, so that both have begun before either can end. `LOCK_ROUNDS` sets how many times this is repeated. The pairs are
 * skipped on the embedded database, which runs one transaction at a time.
 */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, or, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import type { Db } from '../../../server/database/database'
import { authorIn } from '../../../server/database/author'
import { commentedFiles, comments, liveEvents, notices, projectMembers, users } from '../../../server/database/schema'
import { sweepHiddenFiles } from '../../../server/files/pinned-files'
import { checkCounters } from '../../../server/files/verification'
import { dropOldEvents } from '../../../server/live/event-log'
import { signedEvent } from '../../../server/payments/sandbox'
import { deletePerson } from '../../../server/people/deletion'
import { projectDeletion } from '../../../server/projects/project-deletion'
import { endUndoTime } from '../../support/deletions'
import { startApi, type ApiServer, type Person } from '../api-server'
import { makeAtOnce } from '../at-once'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type Answer = Promise<{ status: number }>

const ROUNDS = Number(process.env['LOCK_ROUNDS'] ?? 1)

let api: ApiServer
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const written = (more: object = {}) => ({ json: { id: randomUUID(), text: 'Text', ...more } })

/** A file with comments by a person who is leaving and by a colleague. One of the two created the project. */
async function discussed({ isCreator }: { isCreator: boolean }) {
  const [leaving, colleague] = [
    await api.person('user', 'project_manager'),
    await api.person('user', 'project_manager'),
  ]
  const [creator, joining] = isCreator ? [leaving, colleague] : [colleague, leaving]
  const project = await createProject(creator)
  const [file] = await upload(creator, project.id, { 'board.brd': 'board' })
  if (!file) throw new Error('The file was not kept.')
  expected(await joining.call('GET', '/v1/users/me'), 200)
  const role = { json: { project_id: project.id, email: joining.email, role: 'user' } }
  expected(await creator.call('POST', '/v1/users/assign-role', role), 200)
  const members = expected(await creator.call<Schemas['Member'][]>('GET', `/v1/projects/${project.id}/members`), 200)
  const member = members.find((one) => one.isCreator === isCreator)
  if (!member) throw new Error('There is no such member.')

  const begin = async (who: Person) =>
    expected(await who.call<Schemas['CommentThread']>('POST', `/v1/files/${file.id}/comments`, written()), 201).id
  const reply = async (who: Person, thread: string) =>
    expected(
      await who.call<Schemas['CommentThread']>('POST', `/v1/comments/${thread}/replies`, written()),
      201,
    ).comments.at(-1)?.id
  const thread = await begin(leaving)
  const own = await begin(colleague)
  // A thread whose first comment has no text anymore is deleted together with its only reply.
  const emptied = await begin(leaving)
  const lastReply = await reply(colleague, emptied)
  expected(await leaving.call('DELETE', `/v1/comments/${emptied}`), 204)
  return { leaving, colleague, creator, project, file, member, role, thread, own, lastReply }
}
type World = Awaited<ReturnType<typeof discussed>>
type Call = (world: World) => Answer

/** Work that the server itself does, with a status like that of a call. */
const done = (work: Promise<unknown>): Answer =>
  work.then(
    () => ({ status: 204 }),
    () => ({ status: 500 }),
  )
/** Deletes the person without the API, whose response waits for the next second (server/people/routes.ts). */
const depart = ({ id }: Person) =>
  done(deletePerson(api.db, id, { config: api.config, removeFiles: false, byOperator: false }))
const leave: Call = ({ leaving }) => depart(leaving)
const colleagueLeaves: Call = ({ colleague }) => depart(colleague)
const mention: Call = ({ colleague, file, member }) =>
  colleague.call('POST', `/v1/files/${file.id}/comments`, written({ mentions: [member.id] }))
const answer: Call = ({ colleague, thread }) => colleague.call('POST', `/v1/comments/${thread}/replies`, written())
const edit: Call = ({ colleague, own, member }) =>
  colleague.call('PUT', `/v1/comments/${own}`, { json: { text: 'Changed', mentions: [member.id] } })
const removeLastReply: Call = ({ colleague, lastReply }) => colleague.call('DELETE', `/v1/comments/${lastReply}`)
const removeOwn: Call = ({ colleague, own }) => colleague.call('DELETE', `/v1/comments/${own}`)
const resolve: Call = ({ colleague, thread }) =>
  colleague.call('PUT', `/v1/comments/${thread}/resolution`, { json: { resolved: true } })
const commentOnLeaving: Call = ({ leaving, file }) => leaving.call('POST', `/v1/files/${file.id}/comments`, written())
const see: Call = ({ leaving, file }) =>
  leaving.call('PUT', `/v1/files/${file.id}/seen`, { json: { until: new Date().toISOString() } })
const readAll = (who: 'leaving' | 'colleague'): Call => {
  const json = { until: '2100-01-01T00:00:00.000Z' }
  return (world) => world[who].call('PUT', '/v1/notices/read', { json })
}
const deleteFile: Call = ({ creator, file }) => creator.call('DELETE', `/v1/files/${file.id}`)
const revise: Call = ({ creator, project, file }) =>
  upload(creator, project.id, { 'board.brd': 'newer' }, { replaces: file.id }).then(() => ({ status: 200 }))
const restoreFile: Call = ({ creator, file }) => creator.call('POST', `/v1/files/${file.id}/restore`)
const restoreRevision: Call = async ({ creator, project, file }) => {
  const files = expected(await creator.call<Schemas['File'][]>('GET', `/v1/projects/${project.id}/files`), 200)
  return creator.call('POST', `/v1/files/${files[0]?.id}/revisions/${file.id}/restore`)
}
const share: Call = ({ creator, file }) => creator.call('POST', `/v1/files/${file.id}/share`, { json: {} })
const finishDeletion: Call = ({ project }) => {
  const context = { log: Fastify().log, signal: new AbortController().signal }
  return done(projectDeletion({ db: api.db, config: api.config }).run({ projectId: project.id }, context))
}
const sweep: Call = () => done(sweepHiddenFiles(api.db, api.config))
const removeMember: Call = ({ colleague, project, member }) =>
  colleague.call('DELETE', `/v1/projects/${project.id}/members/${member.id}`)
const assignRole: Call = ({ creator, role }) => creator.call('POST', '/v1/users/assign-role', role)

/** Notifies the colleague. The ids of the notices are in the reverse order of the rows. */
async function tellColleague({ colleague, project }: World) {
  const ids = Array.from({ length: 11 }, () => randomUUID())
    .sort()
    .reverse()
  const about = { personId: colleague.id, projectId: project.id, projectName: project.name, subject: 'board.brd' }
  await api.db.insert(notices).values(ids.map((id) => ({ ...about, id, kind: 'mention' as const })))
}

/** Holds all comments of the project and their counts. */
async function holdComments(tx: Db, { project }: World) {
  await tx.select().from(commentedFiles).where(eq(commentedFiles.projectId, project.id)).for('update')
  await tx.select().from(comments).where(eq(comments.projectId, project.id)).for('update')
}

async function holdNotices(tx: Db, { leaving }: World) {
  const isTold = or(eq(notices.personId, leaving.id), eq(notices.actorId, leaving.id))
  await tx.select().from(notices).where(isTold).for('update')
}

/**
 * Holds the middle notice, so that each call has locked the notices before it, in its own order, when the other call
 * begins.
 */
async function holdOneNotice(tx: Db, { colleague, project }: World) {
  const told = and(
    eq(notices.personId, colleague.id),
    eq(notices.projectId, project.id),
    sql`${notices.actorId} is null`,
  )
  await tx.select().from(notices).where(told).orderBy(notices.id).offset(5).limit(1).for('update')
}

/** Holds the last of several comments on a file. */
async function holdNewestComment(tx: Db, { project }: World) {
  const ofProject = eq(comments.projectId, project.id)
  await tx.select().from(comments).where(ofProject).orderBy(desc(comments.created)).limit(1).for('update')
}

async function stayAlone({ colleague, project }: World) {
  const isColleague = and(eq(projectMembers.projectId, project.id), eq(projectMembers.userId, colleague.id))
  await api.db.delete(projectMembers).where(isColleague)
}

/** Orders and pays for a simulation of the file, which is then kept for the order. */
async function payFor({ creator, project, file }: World) {
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const inputs = { layout_file_id: file.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...inputs, total: 1000, si: [], pi: [row] }
  const { url } = expected(await creator.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  const { body, headers } = await signedEvent(api.db, url.split('/').at(-1) ?? '', 'paid')
  expected(await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers }), 204)
}

/** Deletes a file with comments so that it can no longer be restored. */
async function leaveHiddenFile({ creator, project }: World) {
  const [old] = await upload(creator, project.id, { 'old.csv': 'a' })
  for (let count = 0; count < 2; count++)
    expected(await creator.call('POST', `/v1/files/${old?.id}/comments`, written()), 201)
  expected(await creator.call('DELETE', `/v1/files/${old?.id}`), 204)
  await endUndoTime(api.db)
}

type Pair = {
  calls: [Call, Call]
  /** Whether the person who leaves has created the project. */
  isCreator?: boolean
  prepare?: (world: World) => Promise<unknown>
  /** Locks rows that both calls need. */
  gate?: typeof holdComments
}

const pairs: Record<string, Pair> = {
  'a mention and a departure': { calls: [mention, leave], isCreator: true },
  'a reply and a departure': { calls: [answer, leave], isCreator: true },
  'a reply and the departure of a member': { calls: [answer, leave] },
  'a changed comment and a departure': { calls: [edit, leave], isCreator: true },
  'the last reply and a departure': { calls: [removeLastReply, leave], isCreator: true },
  'the last reply and the departure of a member': { calls: [removeLastReply, leave] },
  'a resolution and a departure': { calls: [resolve, leave] },
  'a comment and the departure of its author': { calls: [commentOnLeaving, leave], isCreator: true },
  'a seen file and the departure of the person who saw it': { calls: [see, leave], isCreator: true },
  'read notices and the departure of their recipient': { calls: [readAll('leaving'), leave], gate: holdNotices },
  'read notices and a departure': { calls: [readAll('colleague'), leave], isCreator: true, gate: holdNotices },
  'a deleted file and a departure': { calls: [deleteFile, leave] },
  'a removed member and their departure': { calls: [removeMember, leave] },
  'a removed member and a changed role': { calls: [removeMember, assignRole] },
  'a changed comment and its deletion': { calls: [edit, removeOwn] },
  'a deleted file and a reply': { calls: [deleteFile, answer] },
  'a deleted file and a resolution': { calls: [deleteFile, resolve] },
  'a new revision and a resolution': { calls: [revise, resolve] },
  'a restored file and a departure': { calls: [restoreFile, leave], prepare: deleteFile },
  'a restored revision and a reply': { calls: [restoreRevision, answer], prepare: revise },
  'two departures': { calls: [leave, colleagueLeaves] },
  'a share link and a departure': { calls: [share, leave] },
  'read notices and the end of a project': {
    calls: [readAll('colleague'), finishDeletion],
    gate: holdOneNotice,
    async prepare(world) {
      await tellColleague(world)
      expected(await world.creator.call('DELETE', `/v1/projects/${world.project.id}`), 204)
      await endUndoTime(api.db)
    },
  },
  'read notices and the departure of the last member': {
    calls: [readAll('colleague'), leave],
    isCreator: true,
    gate: holdOneNotice,
    async prepare(world) {
      await tellColleague(world)
      await stayAlone(world)
    },
  },
  'read notices and the departure of the last member, who has paid': {
    calls: [readAll('colleague'), leave],
    isCreator: true,
    gate: holdOneNotice,
    async prepare(world) {
      await tellColleague(world)
      await payFor(world)
      await stayAlone(world)
    },
  },
  'a sweep and a departure': {
    calls: [sweep, leave],
    isCreator: true,
    gate: holdNewestComment,
    async prepare(world) {
      await payFor(world)
      await leaveHiddenFile(world)
      await stayAlone(world)
    },
  },
}

/** Makes both calls while the gate is closed, and opens it when each of them waits or has ended. */
const throughGate = (world: World, calls: Call[], close: typeof holdComments) =>
  makeAtOnce(
    api.db,
    { hold: (tx) => close(tx, world) },
    calls.map((call) => () => call(world)),
  )

const statusesOf = async (answers: Answer[]) => (await Promise.all(answers)).map(({ status }) => status)

describe.skipIf(!process.env['TEST_DATABASE_URL'])('two calls at once do not fail', () => {
  /** Two administrators, each with a project. `hold` locks the row of the first administrator. */
  async function administrators() {
    const roles = ['user', 'project_manager', 'organization_admin']
    const [one, other] = [await api.person(...roles), await api.person(...roles)]
    const [first, second] = [await createProject(one), await createProject(other)]
    const rename =
      (who: Person, { id }: Schemas['Project']) =>
      () =>
        who.call('PUT', `/v1/projects/${id}`, { json: { name: `Board ${randomUUID()}` } })
    const hold = (tx: Db) => tx.select().from(users).where(eq(users.id, one.id)).for('update')
    return { one, other, first, second, rename, hold }
  }

  test('two projects that one person renames', async () => {
    const { one, first, rename, hold } = await administrators()
    expect(await makeAtOnce(api.db, { hold }, [rename(one, first), rename(one, first)])).toEqual([200, 200])
  })

  test('the projects of two people who rename each other’s', async () => {
    const { one, other, first, second, rename, hold } = await administrators()
    expect(await makeAtOnce(api.db, { hold }, [rename(one, second), rename(other, first)])).toEqual([200, 200])
  })

  test('a renamed project and the departure of its creator', async () => {
    const { one, other, first, rename, hold } = await administrators()
    // With another member, the project stays when its creator leaves.
    const json = { project_id: first.id, email: other.email, role: 'user' }
    expected(await one.call('POST', '/v1/users/assign-role', { json }), 200)
    expect(await makeAtOnce(api.db, { hold }, [rename(other, first), () => depart(one)])).toEqual([200, 204])
  })

  test.each(Object.entries(pairs))(
    '%s',
    async (_, { calls, isCreator = false, prepare, gate = holdComments }) => {
      const ways: ((world: World) => Promise<number[]>)[] = [
        (world) => statusesOf(calls.map((call) => call(world))),
        (world) => throughGate(world, calls, gate),
        (world) => throughGate(world, calls.toReversed(), gate),
      ]
      for (let round = 0; round < ROUNDS; round++) {
        const worlds = await Promise.all(ways.map(() => discussed({ isCreator })))
        for (const [index, world] of worlds.entries()) {
          await prepare?.(world)
          const statuses = await ways[index]?.(world)
          expect(statuses?.filter((status) => status >= 500)).toEqual([])
        }
        if (!calls.includes(leave) || calls.includes(commentOnLeaving) || calls.includes(see)) continue
        // No row names the person anymore, not even one that others wrote at the same time.
        for (const { leaving } of worlds) {
          const named = sql`${comments.author} = ${leaving.id} or ${comments.resolvedBy} = ${leaving.id}
          or ${comments.mentions} ? ${leaving.id}`
          const told = or(eq(notices.personId, leaving.id), eq(notices.actorId, leaving.id))
          expect([await api.db.$count(comments, named), await api.db.$count(notices, told)]).toEqual([0, 0])
        }
      }
      expect(await checkCounters(api.db, false)).toBe(0)
      // The timeout covers many calls on a busy machine.
    },
    120_000 * ROUNDS,
  )

  // This test comes last, because the server's own job, which would delete the events, has run by then.
  test('the deletion of old events and the departure of their author', async () => {
    const leaving = await api.person('user')
    expected(await leaving.call('GET', '/v1/users/me'), 200)
    // The rows are not stored in the order of their keys.
    const [last, first, middle] = ['f', '0', '8'].map((digit) => `${digit}${randomUUID().slice(1)}`)
    for (const subject of [last, first, middle]) {
      const about = { kind: 'files' as const, subject: subject ?? '', projectId: randomUUID(), open: false, person: '' }
      const at = new Date(Date.now() - 2 * 86_400_000)
      const author = authorIn(leaving.id, 'tab')
      await api.db.insert(liveEvents).values({ ...about, position: 0, transaction: 1, author, at })
    }
    const hold = async (tx: Db) => {
      const isMiddle = eq(liveEvents.subject, middle ?? '')
      expect(await tx.select().from(liveEvents).where(isMiddle).for('update')).toHaveLength(1)
    }
    const context = { log: Fastify().log, signal: new AbortController().signal }
    const drop = () => done(dropOldEvents(api.db).run(null, context))
    expect(await makeAtOnce(api.db, { hold }, [() => depart(leaving), drop])).toEqual([204, 204])
  })
})
