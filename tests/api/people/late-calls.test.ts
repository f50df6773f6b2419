/**
 * Calls that a person makes in one tab while another tab deletes their data. The deletion waits for a call that began
 * earlier, and nothing that this call wrote names the person afterward. A call that began later is refused and changes
 * nothing. The embedded database runs one transaction at a time, so the tests of two calls at once are skipped there.
 */
import { randomUUID } from 'node:crypto'
import { eq, getTableName, inArray, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import type { Db } from '../../../server/database/database'
import { policy } from '../../../server/auth/policy'
import * as schema from '../../../server/database/schema'
import { contract } from '../../../server/http/contract'
import { deletePerson } from '../../../server/people/deletion'
import { encodePng } from '../../../server/previews/png'
import { startApi, type ApiServer, type Person } from '../api-server'
import { makeAtOnce } from '../at-once'
import { type Answer, createProject, expected, formOf, tusHeaders, upload, uploadForm } from '../caller'

type Schemas = components['schemas']

let api: ApiServer
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const projectPath = (id: string) => `/v1/projects/${id}`
const written = () => ({ json: { id: randomUUID(), text: 'Text' } })
const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

/** An order for a simulation of the file in its project. */
const orderOf = ({ project, file }: Pick<World, 'project' | 'file'>) => ({
  json: {
    project_id: project.id,
    ...{ layout_file_id: file.id, stackup_file_id: null, material_file_id: null },
    ...{ total: 1000, si: [], pi: [row] },
  },
})

/** Someone else's project of which the person is a member, with everything that the person can change. */
async function prepared() {
  const host = await api.person('user', 'project_manager', 'organization_admin')
  const person = await api.person('user', 'project_manager', 'organization_admin')
  const third = await api.person('user')
  for (const one of [person, third]) expected(await one.call('GET', '/v1/users/me'), 200)
  const project = await createProject(host)
  const other = await createProject(host)
  const join = async (who: Person) => {
    const json = { project_id: project.id, email: who.email, role: 'project_manager' }
    return expected(await host.call<Schemas['Member']>('POST', '/v1/users/assign-role', { json }), 200)
  }
  await join(person)
  const member = await join(third)
  const [earlier] = await upload(host, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
  const [file] = await upload(host, project.id, { 'board.kicad_pcb': '(kicad_pcb 2)' }, { replaces: earlier?.id ?? '' })
  const [deleted] = await upload(host, project.id, { 'old.csv': 'a' })
  if (!earlier || !file || !deleted) throw new Error('The files were not kept.')
  const comment = async (who: Person) =>
    expected(await who.call<Schemas['CommentThread']>('POST', `/v1/files/${file.id}/comments`, written()), 201).id
  const invited = async (projectId: string, email: string) => {
    const json = { email, role: 'user' }
    return expected(
      await host.call<Schemas['SentInvitation']>('POST', `${projectPath(projectId)}/invitations`, { json }),
      201,
    )
  }
  const own = await comment(person)
  const thread = await comment(host)
  const share = expected(await host.call<Schemas['Share']>('POST', `/v1/files/${file.id}/share`, { json: {} }), 201)
  const invitation = await invited(project.id, `${randomUUID()}@example.com`)
  const ownInvitation = await invited(other.id, person.email)
  return { host, person, project, other, member, earlier, file, deleted, own, thread, share, invitation, ownInvitation }
}
type World = Awaited<ReturnType<typeof prepared>>

const draftPath = ({ project }: World) => `${projectPath(project.id)}/request-draft`
const draft = () => ({ json: { stamp: randomUUID(), sent_as: null, content: {} } })
const invitationPath = ({ project, invitation }: World) => `${projectPath(project.id)}/invitations/${invitation.id}`
const tokenOf = ({ ownInvitation }: World) => new URL(ownInvitation.url ?? '').hash.slice(1)

/** Places an order as the host, before the call. */
async function hostOrders({ host, ...world }: World) {
  return expected(await host.call<Schemas['Checkout']>('POST', '/payments/checkout', orderOf(world)), 200).id
}

type Late = (world: World, prepared: string) => Promise<Answer>
type Call = Late | { before: (world: World) => Promise<unknown>; make: Late }

const calls: Record<string, Call> = {
  createProject: ({ person }) =>
    person.call('POST', '/v1/projects', {
      form: formOf({ name: `Late ${randomUUID()}`, uid: person.id, created_by: person.id }),
    }),
  openSampleProject: ({ person }) => person.call('POST', '/v1/sample-project'),
  'updateProject, notes': ({ person, project }) =>
    person.call('PUT', projectPath(project.id), { json: { notes: 'Late' } }),
  'updateProject, name': ({ person, project }) =>
    person.call('PUT', projectPath(project.id), { json: { name: `Late ${randomUUID()}` } }),
  setProjectBudget: ({ person, project }) =>
    person.call('PUT', `${projectPath(project.id)}/budget`, { json: { budget: 5000, from: null } }),
  deleteProject: ({ person, project }) => person.call('DELETE', projectPath(project.id)),
  restoreProject: {
    before: async ({ host, project }) => expected(await host.call('DELETE', projectPath(project.id)), 204),
    make: ({ person, project }) => person.call('POST', `${projectPath(project.id)}/restore`),
  },
  changeFileType: ({ person, file }) =>
    person.call('PUT', `/v1/files/${file.id}/type`, { json: { fileType: 'other' } }),
  deleteFile: ({ person, file }) => person.call('DELETE', `/v1/files/${file.id}`),
  restoreFile: {
    before: async ({ host, deleted }) => expected(await host.call('DELETE', `/v1/files/${deleted.id}`), 204),
    make: ({ person, deleted }) => person.call('POST', `/v1/files/${deleted.id}/restore`),
  },
  changeRevision: ({ person, file, earlier }) =>
    person.call('PUT', `/v1/files/${file.id}/revisions/${earlier.id}`, { json: { note: 'Late' } }),
  restoreRevision: ({ person, file, earlier }) =>
    person.call('POST', `/v1/files/${file.id}/revisions/${earlier.id}/restore`),
  deleteRevision: ({ person, file, earlier }) => person.call('DELETE', `/v1/files/${file.id}/revisions/${earlier.id}`),
  seeFile: ({ person, file }) =>
    person.call('PUT', `/v1/files/${file.id}/seen`, { json: { until: new Date().toISOString() } }),
  storeThumbnail: ({ person, file }) =>
    person.call('PUT', `/v1/files/${file.id}/thumbnail`, { json: { png: picture.toString('base64') } }),
  uploadFiles: ({ person, project }) =>
    person.call('POST', `${projectPath(project.id)}/files`, { form: uploadForm(person, { 'late.csv': 'a' }) }),
  beginUpload: ({ person, project }) =>
    person.call('POST', `${projectPath(project.id)}/uploads`, {
      headers: tusHeaders(9, { filename: 'late.csv', uid: person.id, uname: person.username }),
    }),
  addComment: ({ person, file }) => person.call('POST', `/v1/files/${file.id}/comments`, written()),
  replyToComment: ({ person, thread }) => person.call('POST', `/v1/comments/${thread}/replies`, written()),
  changeComment: ({ person, own }) => person.call('PUT', `/v1/comments/${own}`, { json: { text: 'Late' } }),
  deleteComment: ({ person, own }) => person.call('DELETE', `/v1/comments/${own}`),
  resolveComment: ({ person, thread }) =>
    person.call('PUT', `/v1/comments/${thread}/resolution`, { json: { resolved: true } }),
  shareFile: ({ person, file }) => person.call('POST', `/v1/files/${file.id}/share`, { json: {} }),
  revokeShare: ({ person, file, share }) => person.call('DELETE', `/v1/files/${file.id}/share/${share.id}`),
  removeMember: ({ person, project, member }) =>
    person.call('DELETE', `${projectPath(project.id)}/members/${member.id}`),
  assignRole: ({ person, project, member }) =>
    person.call('POST', '/v1/users/assign-role', {
      json: { project_id: project.id, email: member.email, role: 'user' },
    }),
  inviteMember: ({ person, project }) =>
    person.call('POST', `${projectPath(project.id)}/invitations`, {
      json: { email: `${randomUUID()}@example.com`, role: 'user' },
    }),
  resendInvitation: (world) => world.person.call('POST', `${invitationPath(world)}/sending`),
  revokeInvitation: (world) => world.person.call('DELETE', invitationPath(world)),
  acceptInvitation: (world) =>
    world.person.call('POST', '/v1/invitations/acceptance', { json: { token: tokenOf(world) } }),
  startCheckout: (world) => world.person.call('POST', '/payments/checkout', orderOf(world)),
  resumeCheckout: {
    before: hostOrders,
    make: ({ person }, id) => person.call('POST', `/v1/simulation-requests/${id}/checkout`),
  },
  cancelSimulationRequest: {
    before: hostOrders,
    make: ({ person }, id) => person.call('POST', `/v1/simulation-requests/${id}/cancel`),
  },
  addRequestMessage: {
    before: hostOrders,
    make: ({ person }, id) => person.call('POST', `/v1/simulation-requests/${id}/messages`, written()),
  },
  addRequestAttachment: {
    before: hostOrders,
    make: ({ person }, id) =>
      person.call('POST', `/v1/simulation-requests/${id}/attachments`, {
        form: formOf({}, { 'stackup.csv': 'L1,35' }),
      }),
  },
  saveRequestDraft: (world) => world.person.call('PUT', draftPath(world), draft()),
  deleteRequestDraft: {
    before: async (world) => expected(await world.person.call('PUT', draftPath(world), draft()), 204),
    make: (world) => world.person.call('DELETE', draftPath(world)),
  },
  readNotices: ({ person }) => person.call('PUT', '/v1/notices/read', { json: { until: new Date().toISOString() } }),
  changeNoticeSettings: ({ person }) =>
    person.call('PUT', '/v1/notices/settings', { json: { kind: 'mention', delivery: 'off' } }),
}

const picture = encodePng({ width: 1, height: 1, channels: 4, pixels: Buffer.alloc(4) })

/** Returns a lock for which the person's deletion waits while it holds all other rows. */
async function deletionWaits({ id }: Person) {
  await api.db
    .insert(schema.noticeSettings)
    .values({ personId: id, kind: 'reply', delivery: 'off' })
    .onConflictDoNothing()
  const own = eq(schema.noticeSettings.personId, id)
  return (tx: Db) => tx.select().from(schema.noticeSettings).where(own).for('update')
}

/** Deletes the person without the API, whose response waits for the next second (server/people/routes.ts). */
const leave = async ({ id }: Person) => {
  await deletePerson(api.db, id, { config: api.config, removeFiles: false, byOperator: false })
  return { status: 204 }
}

/**
 * The tables that contain the person's id, name or address. Not searched are the counts of rate limits, and the tables
 * of the person's emptied row and of the job that deletes this row a day later.
 */
async function tablesNaming({ id, username, email }: Person): Promise<string[]> {
  const kept: PgTable[] = [schema.users, schema.jobs, schema.rateCounts]
  const found: string[] = []
  for (const table of Object.values(schema).filter((one) => is(one, PgTable))) {
    if (kept.includes(table)) continue
    const rows = JSON.stringify(await api.db.select().from(table))
    // An invitation contains an address that someone else entered. It is the person's only if the person accepts.
    const isNamed = [id, `Pat ${username}`, ...(table === schema.invitations ? [] : [email])].some((one) =>
      rows.includes(one),
    )
    if (isNamed) found.push(getTableName(table))
  }
  return found
}

const activityOf = ({ project, other }: World) =>
  api.db.$count(schema.activity, inArray(schema.activity.projectId, [project.id, other.id]))

async function begin(call: Call) {
  const world = await prepared()
  const id = typeof call === 'function' ? '' : await call.before(world)
  const late = typeof call === 'function' ? call : call.make
  return { world, make: () => late(world, typeof id === 'string' ? id : '') }
}

test('every call with which customers change something is tested here', () => {
  const isChange = (method: string) => ['post', 'put', 'patch', 'delete'].includes(method)
  const changes = Object.values(contract.paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, { operationId }]) => (isChange(method) ? operationId : [])),
  )
  const ofCustomers = changes.filter((id) => ['signed-in', 'project'].includes(policy[id].for))
  const others = [
    // These calls store nothing.
    ...['createDownloadUrl', 'issueToolToken'],
    // The deletion also deletes the upload that these calls need. Storing the file of an upload is covered by
    // uploadFiles.
    ...['continueUpload', 'cancelUpload'],
    'deleteMe',
  ]
  const tested = Object.keys(calls).map((name) => name.replace(/,.*/, ''))
  expect(new Set([...tested, ...others])).toEqual(new Set(ofCustomers))
})

describe.skipIf(!process.env['TEST_DATABASE_URL']).each(Object.entries(calls))('the call %s', (name, call) => {
  test('is waited for by a deletion that begins after it, which removes the name from what it writes', async () => {
    const { world, make } = await begin(call)
    const { project, other, person } = world
    const both = inArray(schema.projects.id, [project.id, other.id])
    const hold = (tx: Db) => tx.select().from(schema.projects).where(both).for('update')
    const statuses = await makeAtOnce(api.db, { hold }, [make, () => leave(person)])
    // The deletion may run between the order and its payment page.
    const refused = name === 'startCheckout' ? [401] : []
    expect(statuses).toEqual([expect.toBeOneOf([200, 201, 204, ...refused]), 204])
    expect(await tablesNaming(person)).toEqual([])
  })

  test('is refused after a deletion that began before it, and changes nothing', async () => {
    const { world, make } = await begin(call)
    const { person } = world
    // The call finds the person, and then waits for the deletion.
    const hold = await deletionWaits(person)
    const openPages = () => api.db.$count(schema.sandboxCheckouts, eq(schema.sandboxCheckouts.state, 'open'))
    const before = [await activityOf(world), await openPages()]
    expect(await makeAtOnce(api.db, { hold }, [() => leave(person), make])).toEqual([204, 401])
    expect([await activityOf(world), await openPages()]).toEqual(before)
    expect(await tablesNaming(person)).toEqual([])
  })
})

describe.skipIf(!process.env['TEST_DATABASE_URL'])('somebody who is added to a project by their e-mail address', () => {
  /** The host, who adds the person, has the smaller id, so the call locks the host first. */
  async function addition() {
    const people = [await api.person('user', 'project_manager'), await api.person('user', 'project_manager')] as const
    const [host, person] = people[0].id < people[1].id ? people : [people[1], people[0]]
    for (const one of people) expected(await one.call('GET', '/v1/users/me'), 200)
    const project = await createProject(host)
    const json = { project_id: project.id, email: person.email, role: 'user' }
    return { host, person, project, add: () => host.call('POST', '/v1/users/assign-role', { json }) }
  }

  test('is unknown if they delete their data after they were found', async () => {
    const { host, person, add } = await addition()
    const hold = (tx: Db) => tx.select().from(schema.users).where(eq(schema.users.id, host.id)).for('update')
    expect(await makeAtOnce(api.db, { hold }, [add, () => leave(person)])).toEqual([404, 204])
    expect(await tablesNaming(person)).toEqual([])
  })

  test('is unknown if the deletion of their data has begun', async () => {
    const { person, add } = await addition()
    const hold = await deletionWaits(person)
    expect(await makeAtOnce(api.db, { hold }, [() => leave(person), add])).toEqual([204, 404])
    expect(await tablesNaming(person)).toEqual([])
  })

  test('is forgotten by a deletion that begins after the call', async () => {
    const { person, project, add } = await addition()
    const hold = (tx: Db) => tx.select().from(schema.projects).where(eq(schema.projects.id, project.id)).for('update')
    expect(await makeAtOnce(api.db, { hold }, [add, () => leave(person)])).toEqual([200, 204])
    expect(await tablesNaming(person)).toEqual([])
  })
})

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'an invitation cannot be accepted once the deletion of its sender has begun, and the sender is not notified',
  async () => {
    const [host, inviter, person] = [
      await api.person('user', 'project_manager'),
      await api.person('user', 'organization_admin'),
      await api.person('user'),
    ]
    for (const one of [inviter, person]) expected(await one.call('GET', '/v1/users/me'), 200)
    const project = await createProject(host)
    const invite = { json: { email: person.email, role: 'user' } }
    const sent = await inviter.call<Schemas['SentInvitation']>('POST', `${projectPath(project.id)}/invitations`, invite)
    const json = { token: new URL(expected(sent, 201).url ?? '').hash.slice(1) }
    const accept = () => person.call('POST', '/v1/invitations/acceptance', { json })
    const hold = await deletionWaits(inviter)
    expect(await makeAtOnce(api.db, { hold }, [() => leave(inviter), accept])).toEqual([204, 404])
    expect(await tablesNaming(inviter)).toEqual([])
  },
)
