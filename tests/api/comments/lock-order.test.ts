/**
 * Calls at the same time lock rows in the same order (server/projects/store.ts), so none of two fails because each waits for
 * the other. Each pair of calls runs several times in a new project: at once, and in both orders while another transaction
 * holds rows that both need, so that both have begun before either can end. `LOCK_ROUNDS` repeats all of it. The embedded
 * database runs one transaction at a time.
 */
import { randomUUID } from 'node:crypto'
import { eq, or, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import type { Db } from '../../../server/database/database'
import { commentedFiles, comments, notices } from '../../../server/database/schema'
import { checkCounters } from '../../../server/files/verification'
import { startApi, type ApiServer, type Person } from '../api-server'
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

/** A file on which a person who is leaving and a colleague have commented. One of them has created the project. */
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
  // A thread whose first comment has no text anymore ends with its only reply.
  const emptied = await begin(leaving)
  const lastReply = await reply(colleague, emptied)
  expected(await leaving.call('DELETE', `/v1/comments/${emptied}`), 204)
  return { leaving, colleague, creator, project, file, member, role, thread, own, lastReply }
}
type World = Awaited<ReturnType<typeof discussed>>
type Call = (world: World) => Answer

const leave: Call = ({ leaving }) =>
  leaving.call('POST', '/v1/users/me/deletion', { json: { username: leaving.username } })
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
const revise: Call = ({ creator, project }) =>
  upload(creator, project.id, { 'more.csv': 'a' }).then(() => ({ status: 200 }))
const removeMember: Call = ({ colleague, project, member }) =>
  colleague.call('DELETE', `/v1/projects/${project.id}/members/${member.id}`)
const assignRole: Call = ({ creator, role }) => creator.call('POST', '/v1/users/assign-role', role)

/** Pairs of calls, and whether the person who leaves has created the project. */
const pairs: Record<string, { calls: [Call, Call]; isCreator?: boolean }> = {
  'a mention and a departure': { calls: [mention, leave], isCreator: true },
  'a reply and a departure': { calls: [answer, leave], isCreator: true },
  'a reply and the departure of a member': { calls: [answer, leave] },
  'a changed comment and a departure': { calls: [edit, leave], isCreator: true },
  'the last reply and a departure': { calls: [removeLastReply, leave], isCreator: true },
  'the last reply and the departure of a member': { calls: [removeLastReply, leave] },
  'a resolution and a departure': { calls: [resolve, leave] },
  'a comment and the own departure': { calls: [commentOnLeaving, leave], isCreator: true },
  'a seen file and the own departure': { calls: [see, leave], isCreator: true },
  'read notices and the own departure': { calls: [readAll('leaving'), leave] },
  'read notices and a departure': { calls: [readAll('colleague'), leave], isCreator: true },
  'a deleted file and a departure': { calls: [deleteFile, leave] },
  'a removed member and their departure': { calls: [removeMember, leave] },
  'a removed member and a changed role': { calls: [removeMember, assignRole] },
  'a changed comment and its deletion': { calls: [edit, removeOwn] },
  'a deleted file and a reply': { calls: [deleteFile, answer] },
  'a deleted file and a resolution': { calls: [deleteFile, resolve] },
  'an upload and a resolution': { calls: [revise, resolve] },
}

/** Locks all rows that both calls may need, except those of the project and the people. */
async function closeGate(tx: Db, { project, leaving }: World) {
  const isTold = or(eq(notices.personId, leaving.id), eq(notices.actorId, leaving.id))
  await tx.select().from(commentedFiles).where(eq(commentedFiles.projectId, project.id)).for('update')
  await tx.select().from(comments).where(eq(comments.projectId, project.id)).for('update')
  await tx.select().from(notices).where(isTold).for('update')
}

/** Makes both calls while the gate is closed, and opens it when each of them waits or has ended. */
async function throughGate(world: World, calls: Call[]) {
  const made: Answer[] = []
  let ended = 0
  await api.db.transaction(async (tx) => {
    await closeGate(tx, world)
    for (const call of calls) {
      made.push(call(world).finally(() => ended++))
      const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`
      const settled = async () => (await api.db.$count(sql`pg_stat_activity`, isWaiting)) + ended
      await expect.poll(settled, { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(made.length)
    }
  })
  return statusesOf(made)
}

const statusesOf = async (answers: Answer[]) => (await Promise.all(answers)).map(({ status }) => status)

describe.skipIf(!process.env['TEST_DATABASE_URL'])('two calls at once do not fail', () => {
  test.each(Object.entries(pairs))(
    '%s',
    async (_, { calls, isCreator = false }) => {
      for (let round = 0; round < ROUNDS; round++) {
        const worlds = [await discussed({ isCreator }), await discussed({ isCreator }), await discussed({ isCreator })]
        const [free, first, second] = worlds as [World, World, World]
        const statuses = [
          await statusesOf(calls.map((call) => call(free))),
          await throughGate(first, calls),
          await throughGate(second, calls.toReversed()),
        ]
        expect(statuses.flat().filter((status) => status >= 500)).toEqual([])
        if (!calls.includes(leave) || calls.includes(commentOnLeaving) || calls.includes(see)) continue
        // What others wrote at the same time names the person no more than what they wrote before.
        for (const { leaving } of worlds) {
          const named = sql`${comments.author} = ${leaving.id} or ${comments.resolvedBy} = ${leaving.id}
          or ${comments.mentions} ? ${leaving.id}`
          const told = or(eq(notices.personId, leaving.id), eq(notices.actorId, leaving.id))
          expect([await api.db.$count(comments, named), await api.db.$count(notices, told)]).toEqual([0, 0])
        }
      }
      expect(await checkCounters(api.db, false)).toBe(0)
      // Waits for many calls on a busy machine.
    },
    120_000 * ROUNDS,
  )
})
