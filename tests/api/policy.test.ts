import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../openapi/generated/product'
import { policy, type Rule } from '../../server/auth/policy'
import type { OperationId } from '../../server/http/contract'
import { contract, successStatus } from '../../server/http/contract'
import { signedEvent } from '../../server/payments/sandbox'
import {
  contactAnswers,
  contactMessages,
  fileShares,
  priceVersions,
  requestReports,
  simulationRequests,
  siteEntries,
} from '../../server/database/schema'
import { covers } from '../spec-coverage/covers'
import { startApi, type ApiServer, type Person } from './api-server'
import { createProject, expected, formOf, tusHeaders, upload, uploadForm, type Caller } from './caller'

type Schemas = components['schemas']

/**
 * Tests every operation as every kind of user in a project that administrators can access, and the operations on
 * projects and of the staff also in a private one.
 */
const people = {
  owner: ['user'],
  stranger: ['user'],
  member: ['user'],
  manager: ['user', 'project_manager'],
  'outside-manager': ['user', 'project_manager'],
  'removed-member': ['user', 'project_manager'],
  'organization-admin': ['user', 'organization_admin'],
  sysadmin: ['user', 'sysadmin'],
  staff: ['user', 'staff'],
}
type Name = keyof typeof people
type Actor = Exclude<Name, 'owner'> | 'anonymous'
const actors: Actor[] = [
  'anonymous',
  'stranger',
  'member',
  'manager',
  'outside-manager',
  'removed-member',
  'organization-admin',
  'sysadmin',
  'staff',
]

type Outcome = 'allowed' | 401 | 403 | 404
type Row = Record<Exclude<Actor, 'anonymous'>, Outcome>

/** The expected result of each policy rule for each user. Written out by hand so that it is independent of the code. */
const inOpenProject: Record<Extract<Rule, { need: string }>['need'], Row> = {
  reach: row('404 allowed allowed 404 404 allowed allowed 404'),
  share: row('404 allowed allowed 404 404 allowed allowed 404'),
  lead: row('404 403 allowed 404 404 allowed allowed 404'),
  administer: row('404 403 403 404 404 allowed allowed 404'),
}
const inPrivateProject: typeof inOpenProject = {
  reach: row('404 allowed allowed 404 404 404 404 404'),
  share: row('404 403 403 404 404 404 404 404'),
  lead: row('404 403 allowed 404 404 404 404 404'),
  administer: row('404 403 403 404 404 404 404 404'),
}

function row(outcomes: string): Row {
  const names = actors.filter((actor) => actor !== 'anonymous')
  const parts = outcomes.split(' ').map((part) => (part === 'allowed' ? part : (Number(part) as 403 | 404)))
  return Object.fromEntries(names.map((name, index) => [name, parts[index]])) as Row
}

/** Data created for one call is reused by later calls until one of them changes it. */
type World = { isPrivate: boolean; made: Map<string, Promise<unknown>> }
type Request = { method: string; path: string; init?: Parameters<Caller['call']>[2] }

let api: ApiServer
let as: Record<Name, Person>

beforeAll(async () => {
  api = await startApi()
  const signedIn = await Promise.all(
    Object.entries(people).map(async ([name, roles]) => {
      const person = await api.person(...roles)
      expected(await person.call('GET', '/v1/users/me'), 200)
      return [name, person] as const
    }),
  )
  as = Object.fromEntries(signedIn) as Record<Name, Person>
})
afterAll(() => api.stop())

const hide = async (projectId: string) =>
  expected(await as.owner.call('PUT', `/v1/projects/${projectId}`, { json: { isPrivate: true } }), 200)

function once<T>({ made: created }: World, name: string, make: () => Promise<T>): Promise<T> {
  const promise = (created.get(name) as Promise<T> | undefined) ?? make()
  created.set(name, promise)
  return promise
}

/** The owner's project with two members and one former member, optionally private. */
const projectOf = (world: World) => once(world, 'project', () => makeProject(world.isPrivate))

async function makeProject(isPrivate: boolean) {
  const project = await createProject(as.owner)
  for (const { email } of [as.member, as.manager]) {
    const json = { project_id: project.id, email, role: 'user' }
    expected(await as.sysadmin.call('POST', '/v1/users/assign-role', { json }), 200)
  }
  const json = { project_id: project.id, email: as['removed-member'].email }
  const created = await as.sysadmin.call<Schemas['Member']>('POST', '/v1/users/assign-role', { json })
  const { id } = expected(created, 200)
  expected(await as.sysadmin.call('DELETE', `/v1/projects/${project.id}/members/${id}`), 204)
  if (isPrivate) await hide(project.id)
  return project
}

const fileOf = (world: World) =>
  once(world, 'file', async () => {
    const project = await projectOf(world)
    const [file] = await upload(as.owner, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })
    if (!file) throw new Error('There is no file.')
    return { project, file }
  })

async function orderOf(world: World) {
  const { project, file } = await fileOf(world)
  const row = { type: 'PowerAC', power_net: '+3V3', ground_net: 'GND', target_impedance: '50 mOhm', unit_price: 1000 }
  const none = { stackup_file_id: null, material_file_id: null }
  return { project_id: project.id, layout_file_id: file.id, ...none, total: 1000, si: [], pi: [row] }
}

/** The path of a message that a visitor sent with the contact form. */
const contactOf = (world: World) =>
  once(world, 'contact', async () => {
    const values = { name: 'Ada Vance', email: 'ada@example.com', message: 'Can you simulate PCIe?' }
    const [row] = await api.db.insert(contactMessages).values(values).returning()
    return `/v1/staff/contact-messages/${row?.id}`
  })

/** A paid request of the owner. */
const paidOf = (world: World) =>
  once(world, 'paid', async () => {
    const { id } = await checkoutOf(world)
    await api.db
      .update(simulationRequests)
      .set({ status: 'paid', paidAt: new Date() })
      .where(eq(simulationRequests.id, id))
    return { id }
  })

const shareOf = (world: World) =>
  once(world, 'share', async () => {
    const { file } = await fileOf({ ...world, isPrivate: false })
    const created = await as.owner.call<Schemas['Share']>('POST', `/v1/files/${file.id}/share`, { json: {} })
    const share = expected(created, 201)
    if (world.isPrivate) {
      const [link] = await api.db.select().from(fileShares).where(eq(fileShares.id, share.id))
      await hide(file.project_id)
      // The API revokes all links when a project becomes private, so insert a leftover one.
      if (link) await api.db.insert(fileShares).values(link)
    }
    return { file, share }
  })

const checkoutOf = (world: World) =>
  once(world, 'checkout', async () => {
    const json = await orderOf(world)
    return expected(await as.owner.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  })

const beginning = ({ id }: Schemas['Project'], who: Person): Request => ({
  method: 'POST',
  path: `/v1/projects/${id}/uploads`,
  init: { headers: tusHeaders(1, { filename: 'a.txt', uid: who.id, uname: who.username }) },
})

async function uploadFor(world: World, who: Person | undefined) {
  const project = await projectOf(world)
  for (const sender of [who ?? as.owner, as.owner]) {
    const { method, path, init } = beginning(project, sender)
    const started = await sender.call(method, path, init)
    if (started.status === 201) return `/v1/projects/${project.id}/${started.headers.get('location')}`
  }
  throw new Error('Nobody could begin an upload.')
}

/** An invitation to a new address. */
async function invitationOf(world: World) {
  const project = await projectOf(world)
  const json = { email: `${randomUUID()}@example.com`, role: 'user' }
  const sent = await as.manager.call<Schemas['SentInvitation']>('POST', `/v1/projects/${project.id}/invitations`, {
    json,
  })
  return { project, ...expected(sent, 201) }
}

/** A comment by this user, or by the owner if this user cannot write one. */
async function commentBy(world: World, who: Person | undefined) {
  const { file } = await fileOf(world)
  for (const author of [who ?? as.owner, as.owner]) {
    const json = { id: randomUUID(), text: 'Look' }
    if ((await author.call('POST', `/v1/files/${file.id}/comments`, { json })).status === 201) return json.id
  }
  throw new Error('Nobody could comment.')
}

const tokenOf = ({ url }: Schemas['Share']) => url.split('/').at(-1) ?? ''

/** A picture of 3 x 5 pixels. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAAFCAIAAAAPE8H1AAAADXRFWHRDb21tZW50AGhlbGxv5v+uJAAAACdJREFUeNpjYBWQVjO0cQ+KZdQydVAEAyZVGGD2DYpQBgMWIA8iCwDAcAd0hV3THgAAAABJRU5ErkJggg=='

const get = (path: string): Request => ({ method: 'GET', path })

let visitors = 0
let plannedPrices = 0

/** The call that plans a version of the prices. At most 20 can be planned, so earlier ones are removed. */
async function priceVersion(id: string): Promise<Request> {
  await api.db.delete(priceVersions).where(sql`${priceVersions.validFrom} > clock_timestamp()`)
  const { revision } = expected(await as.staff.call<Schemas['PriceVersionPage']>('GET', '/v1/staff/prices'), 200)
  const prices = {
    si: [{ name: 'MIPI-D', unit_price: 1, text: 'Eye' }],
    pi: [{ name: 'PowerAC', unit_price: 1, text: 'Z' }],
  }
  const valid_from = new Date(Date.now() + ++plannedPrices * 3_600_000).toISOString()
  return {
    method: 'PUT',
    path: `/v1/staff/prices/${id}`,
    init: { json: { ...prices, valid_from, turnaround_days: 9, revision } },
  }
}

const newsItem = { image: '/news/designcon.svg', date: '1 May 2026', title: 'T', content: '<p>C</p>', published: false }
const publication = { title: 'T', url: null, authors: 'A', conference: 'C', place: 1, published: false }

/**
 * The call that adds a news item or a publication. At most 100 can be stored, so the drafts of earlier calls are
 * removed.
 */
async function entryCall(path: 'news' | 'publications', json: object): Promise<Request> {
  await api.db.delete(siteEntries).where(eq(siteEntries.published, false))
  return { method: 'PUT', path: `/v1/staff/${path}/${randomUUID()}`, init: { json } }
}

async function entryDeletion(path: 'news' | 'publications', json: object): Promise<Request> {
  const call = await entryCall(path, json)
  expected(await as.staff.call(call.method, call.path, call.init), 200)
  return { method: 'DELETE', path: call.path }
}

/** A valid call of each operation, with the data that it needs. */
const calls: Record<OperationId, (world: World, actor: Person | undefined) => Promise<Request> | Request> = {
  getHealth: () => get('/v1/health'),
  followChanges: () => get('/v1/changes?once=true'),
  getPrices: () => get('/v1/prices'),
  getNews: () => get('/v1/news'),
  getToolKeys: () => get('/v1/tools/jwks'),
  sendContactMessage: () => ({
    method: 'POST',
    path: '/v1/contact',
    init: {
      json: { name: 'Ada', email: 'ada@example.com', message: 'Hello' },
      headers: { 'x-forwarded-for': `10.0.0.${++visitors}` },
    },
  }),
  sendContactForm: () => ({
    method: 'POST',
    path: '/v1/contact/form',
    init: {
      body: new URLSearchParams({ name: 'Ada', email: 'ada@example.com', message: 'Hello', acceptsTerms: 'on' }),
      headers: { 'x-forwarded-for': `10.0.0.${++visitors}` },
    },
  }),
  downloadSharedFile: async (world) => {
    const { share } = await shareOf(world)
    return get(`/v1/shares/${tokenOf(share)}/download`)
  },
  unlockSharedFile: async (world) => {
    const { file } = await fileOf(world)
    const created = await as.owner.call<Schemas['Share']>('POST', `/v1/files/${file.id}/share`, {
      json: { password: 'correct horse' },
    })
    const path = `/v1/shares/${tokenOf(expected(created, 201))}/download`
    return { method: 'POST', path, init: { json: { password: 'correct horse' } } }
  },
  downloadAddressedFile: async (world) => {
    const { file } = await fileOf(world)
    const created = await as.owner.call<Schemas['FileAddress']>('POST', `/v1/files/${file.id}/address`)
    return get(expected(created, 201).url.replace(/^.*\/api/, ''))
  },
  receivePaymentEvent: async (world) => {
    const { url } = await checkoutOf(world)
    const { body, headers } = await signedEvent(api.db, url.split('/').at(-1) ?? '', 'paid')
    return { method: 'POST', path: '/payments/webhook', init: { body: new Uint8Array(body), headers } }
  },
  getMe: () => get('/v1/users/me'),
  exportMe: () => get('/v1/users/me/export'),
  getBillingDetails: () => get('/v1/users/me/billing-details'),
  // A deleted user could not make the other calls, so each deletion uses a new user.
  deleteMe: async (_, who) => {
    const leaving = await api.person('user')
    const json = { username: leaving.username }
    return { method: 'POST', path: '/v1/users/me/deletion', init: { json, headers: who ? leaving.authorization : {} } }
  },
  listNotices: () => get('/v1/notices'),
  readNotices: () => ({ method: 'PUT', path: '/v1/notices/read', init: { json: { ids: [randomUUID()] } } }),
  getNoticeSettings: () => get('/v1/notices/settings'),
  changeNoticeSettings: () => ({
    method: 'PUT',
    path: '/v1/notices/settings',
    init: { json: { kind: 'mention', delivery: 'email' } },
  }),
  listFileTypes: () => get('/v1/file-types'),
  issueToolToken: () => ({ method: 'POST', path: '/v1/tools/s2spice/token' }),
  openSampleProject: () => ({ method: 'POST', path: '/v1/sample-project' }),
  createProject: (_, who) => ({
    method: 'POST',
    path: '/v1/projects',
    init: { form: formOf({ name: crypto.randomUUID(), uid: who?.id ?? '', created_by: who?.id ?? '' }) },
  }),
  listProjects: () => get('/v1/projects'),
  listProjectsForRequest: () => get('/projects'),
  searchFiles: () => get('/v1/search/files?q=board'),
  listSimulationRequests: async (world) => get(`/v1/simulation-requests?project_id=${(await projectOf(world)).id}`),
  updateProject: async (world) => ({
    method: 'PUT',
    path: `/v1/projects/${(await projectOf(world)).id}`,
    init: { json: { notes: 'changed' } },
  }),
  getProjectBudget: async (world) => get(`/v1/projects/${(await projectOf(world)).id}/budget`),
  setProjectBudget: async (world) => ({
    method: 'PUT',
    path: `/v1/projects/${(await projectOf(world)).id}/budget`,
    init: { json: { budget: 100_000, from: null } },
  }),
  previewDeletion: async (world) => get(`/v1/projects/${(await projectOf(world)).id}/deletion`),
  deleteProject: async (world) => ({ method: 'DELETE', path: `/v1/projects/${(await projectOf(world)).id}` }),
  restoreProject: async (world) => ({ method: 'POST', path: `/v1/projects/${(await projectOf(world)).id}/restore` }),
  listFiles: async (world) => get(`/v1/projects/${(await projectOf(world)).id}/files`),
  listFilesForRequest: async (world) => get(`/projects/${(await projectOf(world)).id}/files`),
  uploadFiles: async (world, who) => ({
    method: 'POST',
    path: `/v1/projects/${(await projectOf(world)).id}/files`,
    init: { form: uploadForm(who ?? as.owner, { 'a.txt': 'a' }) },
  }),
  beginUpload: async (world, who) => beginning(await projectOf(world), who ?? as.owner),
  // An upload belongs to its sender. Users who can begin uploads use their own; all others use the owner's.
  findUpload: async (world, who) => ({
    method: 'HEAD',
    path: await uploadFor(world, who),
    init: { headers: { 'tus-resumable': '1.0.0' } },
  }),
  continueUpload: async (world, who) => ({
    method: 'PATCH',
    path: await uploadFor(world, who),
    init: {
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: 'a',
    },
  }),
  cancelUpload: async (world, who) => ({
    method: 'DELETE',
    path: await uploadFor(world, who),
    init: { headers: { 'tus-resumable': '1.0.0' } },
  }),
  getFilesSize: async (world) => get(`/v1/projects/${(await projectOf(world)).id}/files/size`),
  exportInputsZip: async (world) => get(`/v1/projects/${(await projectOf(world)).id}/inputs/export`),
  exportInputsCsv: async (world) => get(`/v1/projects/${(await projectOf(world)).id}/inputs/export/csv`),
  downloadFile: async (world) => get(`/v1/files/${(await fileOf(world)).file.id}/download`),
  downloadProjectFile: async (world) => get(`/files/${(await fileOf(world)).file.id}/download`),
  createDownloadUrl: async (world) => ({ method: 'POST', path: `/v1/files/${(await fileOf(world)).file.id}/address` }),
  listRevisions: async (world) => get(`/v1/files/${(await fileOf(world)).file.id}/revisions`),
  changeRevision: async (world) => {
    const { file } = await fileOf(world)
    return { method: 'PUT', path: `/v1/files/${file.id}/revisions/${file.id}`, init: { json: { note: 'n' } } }
  },
  deleteRevision: async (world) => {
    const { project, file } = await fileOf(world)
    await upload(as.owner, project.id, { 'board.kicad_pcb': crypto.randomUUID() }, { replaces: file.id })
    return { method: 'DELETE', path: `/v1/files/${file.id}/revisions/${file.id}` }
  },
  restoreRevision: async (world) => {
    const { file } = await fileOf(world)
    return { method: 'POST', path: `/v1/files/${file.id}/revisions/${file.id}/restore` }
  },
  deleteFile: async (world) => ({ method: 'DELETE', path: `/v1/files/${(await fileOf(world)).file.id}` }),
  restoreFile: async (world) => ({ method: 'POST', path: `/v1/files/${(await fileOf(world)).file.id}/restore` }),
  changeFileType: async (world) => ({
    method: 'PUT',
    path: `/v1/files/${(await fileOf(world)).file.id}/type`,
    init: { json: { fileType: 'Material' } },
  }),
  getThumbnail: async (world) => {
    const { file } = await fileOf(world)
    await as.owner.call('PUT', `/v1/files/${file.id}/thumbnail`, { json: { png: dot } })
    return get(`/v1/files/${file.id}/thumbnail`)
  },
  storeThumbnail: async (world) => ({
    method: 'PUT',
    path: `/v1/files/${(await fileOf(world)).file.id}/thumbnail`,
    init: { json: { png: dot } },
  }),
  shareFile: async (world) => ({
    method: 'POST',
    path: `/v1/files/${(await fileOf(world)).file.id}/share`,
    init: { json: {} },
  }),
  seeFile: async (world) => ({
    method: 'PUT',
    path: `/v1/files/${(await fileOf(world)).file.id}/seen`,
    init: { json: { until: new Date().toISOString() } },
  }),
  listComments: async (world) => get(`/v1/files/${(await fileOf(world)).file.id}/comments`),
  addComment: async (world) => ({
    method: 'POST',
    path: `/v1/files/${(await fileOf(world)).file.id}/comments`,
    init: { json: { id: randomUUID(), text: 'Look' } },
  }),
  replyToComment: async (world) => ({
    method: 'POST',
    path: `/v1/comments/${await commentBy(world, as.owner)}/replies`,
    init: { json: { id: randomUUID(), text: 'Done' } },
  }),
  resolveComment: async (world) => ({
    method: 'PUT',
    path: `/v1/comments/${await commentBy(world, as.owner)}/resolution`,
    init: { json: { resolved: true } },
  }),
  // Users who can comment change their own comment; all others try the owner's.
  changeComment: async (world, who) => ({
    method: 'PUT',
    path: `/v1/comments/${await commentBy(world, who)}`,
    init: { json: { text: 'Look again' } },
  }),
  deleteComment: async (world, who) => ({ method: 'DELETE', path: `/v1/comments/${await commentBy(world, who)}` }),
  listShares: async (world) => get(`/v1/files/${(await shareOf(world)).file.id}/share`),
  revokeShare: async (world) => {
    const { file, share } = await shareOf(world)
    return { method: 'DELETE', path: `/v1/files/${file.id}/share/${share.id}` }
  },
  listActivity: async (world) => get(`/v1/projects/${(await projectOf(world)).id}/activity`),
  exportActivityCsv: async (world) => get(`/v1/projects/${(await projectOf(world)).id}/activity/export/csv`),
  listMembers: async (world) => get(`/v1/projects/${(await projectOf(world)).id}/members`),
  removeMember: async (world) => {
    const project = await makeProject(false)
    // The removed member must not be the caller. All callers are members or strangers, so create another member.
    const leaving = await api.person('user')
    expected(await leaving.call('GET', '/v1/users/me'), 200)
    const json = { project_id: project.id, email: leaving.email }
    const member = await as.sysadmin.call<Schemas['Member']>('POST', '/v1/users/assign-role', { json })
    if (world.isPrivate) await hide(project.id)
    return { method: 'DELETE', path: `/v1/projects/${project.id}/members/${expected(member, 200).id}` }
  },
  assignRole: async (world) => ({
    method: 'POST',
    path: '/v1/users/assign-role',
    init: { json: { project_id: (await projectOf(world)).id, email: as.stranger.email } },
  }),
  listInvitations: async (world) => get(`/v1/projects/${(await projectOf(world)).id}/invitations`),
  inviteMember: async (world) => ({
    method: 'POST',
    path: `/v1/projects/${(await projectOf(world)).id}/invitations`,
    init: { json: { email: `${randomUUID()}@example.com` } },
  }),
  resendInvitation: async (world) => {
    const { project, id } = await invitationOf(world)
    return { method: 'POST', path: `/v1/projects/${project.id}/invitations/${id}/sending` }
  },
  revokeInvitation: async (world) => {
    const { project, id } = await invitationOf(world)
    return { method: 'DELETE', path: `/v1/projects/${project.id}/invitations/${id}` }
  },
  acceptInvitation: async (_world, who) => {
    // None of the callers is a member of this project.
    const inviter = await api.person('user', 'project_manager')
    const project = await createProject(inviter)
    const json = { email: who?.email ?? 'nobody@example.com', role: 'user' }
    const sent = await inviter.call<Schemas['SentInvitation']>('POST', `/v1/projects/${project.id}/invitations`, {
      json,
    })
    const token = expected(sent, 201).url?.split('#')[1]
    return { method: 'POST', path: '/v1/invitations/acceptance', init: { json: { token } } }
  },
  getRequestDraft: async (world) => get(`/v1/projects/${(await projectOf(world)).id}/request-draft`),
  saveRequestDraft: async (world) => ({
    method: 'PUT',
    path: `/v1/projects/${(await projectOf(world)).id}/request-draft`,
    init: { json: { stamp: randomUUID(), sent_as: null, content: {} } },
  }),
  deleteRequestDraft: async (world) => ({
    method: 'DELETE',
    path: `/v1/projects/${(await projectOf(world)).id}/request-draft`,
  }),
  getLatestRequestDraft: async () => get('/v1/request-drafts/latest'),
  startCheckout: async (world) => ({
    method: 'POST',
    path: '/payments/checkout',
    init: { json: await orderOf(world), headers: { 'idempotency-key': randomUUID() } },
  }),
  resumeCheckout: async (world) => ({
    method: 'POST',
    path: `/v1/simulation-requests/${(await checkoutOf(world)).id}/checkout`,
  }),
  cancelSimulationRequest: async (world) => ({
    method: 'POST',
    path: `/v1/simulation-requests/${(await checkoutOf(world)).id}/cancel`,
  }),
  getSimulationRequest: async (world) => get(`/v1/simulation-requests/${(await checkoutOf(world)).id}`),
  getRequestReport: async (world) => {
    const { id } = await checkoutOf(world)
    const report = { verdict: 'pass' as const, words: null, assumptions: [], files: [], rows: [] }
    await api.db.insert(requestReports).values({ requestId: id, report }).onConflictDoNothing()
    return get(`/v1/simulation-requests/${id}/report`)
  },
  listPriceVersions: () => get('/v1/staff/prices'),
  savePriceVersion: async () => priceVersion(randomUUID()),
  deletePriceVersion: async () => {
    const id = randomUUID()
    const { method, path, init } = await priceVersion(id)
    const { revision } = expected(await as.staff.call<Schemas['PriceVersionPage']>(method, path, init), 200)
    return { method: 'DELETE', path: `/v1/staff/prices/${id}?revision=${encodeURIComponent(revision)}` }
  },
  listAccountingMonths: () => get('/v1/staff/accounting'),
  exportAccountingCsv: () => get('/v1/staff/accounting/2026-11/export/csv'),
  listCustomers: () => get('/v1/staff/customers'),
  getCustomer: async (world) => {
    await paidOf(world)
    return get(`/v1/staff/customers/${as.owner.id}`)
  },
  listStaffActivity: () => get('/v1/staff/activity'),
  exportStaffActivityCsv: () => get('/v1/staff/activity/export/csv'),
  listFailedJobs: () => get('/v1/staff/failed-jobs'),
  retryFailedJob: async () => ({ method: 'POST', path: `/v1/staff/failed-jobs/${randomUUID()}/retry` }),
  discardFailedJob: async () => ({ method: 'DELETE', path: `/v1/staff/failed-jobs/${randomUUID()}` }),
  listStaffNews: () => get('/v1/staff/news'),
  saveStaffNews: () => entryCall('news', newsItem),
  deleteStaffNews: () => entryDeletion('news', newsItem),
  previewStaffNews: () => {
    const { published: _, ...content } = newsItem
    return { method: 'POST', path: '/v1/staff/news-preview', init: { json: content } }
  },
  listStaffPublications: () => get('/v1/staff/publications'),
  saveStaffPublication: () => entryCall('publications', publication),
  deleteStaffPublication: () => entryDeletion('publications', publication),
  listStaffRequests: () => get('/v1/staff/requests'),
  getStaffRequest: async (world) => get(`/v1/staff/requests/${(await paidOf(world)).id}`),
  assignStaffRequest: async (world) => ({
    method: 'PUT',
    path: `/v1/staff/requests/${(await paidOf(world)).id}/assignment`,
    init: { json: { mine: true, from: null } },
  }),
  startStaffRequest: async (world) => ({
    method: 'POST',
    path: `/v1/staff/requests/${(await paidOf(world)).id}/start`,
  }),
  changeStaffNotes: async (world) => ({
    method: 'PUT',
    path: `/v1/staff/requests/${(await paidOf(world)).id}/notes`,
    init: { json: { notes: 'Check the return path', version: 0 } },
  }),
  changeStaffChecklist: async (world) => ({
    method: 'PUT',
    path: `/v1/staff/requests/${(await paidOf(world)).id}/checklist`,
    init: { json: { item: 'files', done: true } },
  }),
  listRequestMessages: async (world) => get(`/v1/simulation-requests/${(await checkoutOf(world)).id}/messages`),
  addRequestMessage: async (world) => ({
    method: 'POST',
    path: `/v1/simulation-requests/${(await checkoutOf(world)).id}/messages`,
    init: { json: { id: randomUUID(), text: 'Which stackup?' } },
  }),
  addRequestAttachment: async (world) => ({
    method: 'POST',
    path: `/v1/simulation-requests/${(await checkoutOf(world)).id}/attachments`,
    init: { form: formOf({}, { 'stackup.csv': 'L1,35' }) },
  }),
  addStaffAttachment: async (world) => ({
    method: 'POST',
    path: `/v1/staff/requests/${(await paidOf(world)).id}/attachments`,
    init: { form: formOf({}, { 'channel.s2p': '# GHz S MA R 50' }) },
  }),
  downloadRequestFile: async (world) => {
    const { id } = await checkoutOf(world)
    const [request] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    return get(`/v1/simulation-requests/${id}/files/${request?.layout.id}`)
  },
  listStaffMessages: async (world) => get(`/v1/staff/requests/${(await paidOf(world)).id}/messages`),
  addStaffMessage: async (world) => ({
    method: 'POST',
    path: `/v1/staff/requests/${(await paidOf(world)).id}/messages`,
    init: { json: { id: randomUUID(), text: 'Which stackup?', kind: 'question' } },
  }),
  exportStaffFiles: async (world) => get(`/v1/staff/requests/${(await paidOf(world)).id}/files`),
  downloadStaffFile: async (world) => {
    const { id } = await paidOf(world)
    const [request] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, id))
    return get(`/v1/staff/requests/${id}/files/${request?.layout.id}`)
  },
  getStaffReport: async (world) => {
    const { id } = await paidOf(world)
    const report = { verdict: 'pass' as const, words: null, assumptions: [], files: [], rows: [] }
    await api.db.insert(requestReports).values({ requestId: id, report }).onConflictDoNothing()
    return get(`/v1/staff/requests/${id}/report`)
  },
  cancelStaffRequest: async (world) => ({
    method: 'POST',
    path: `/v1/staff/requests/${(await paidOf(world)).id}/cancel`,
  }),
  refundStaffRequest: async (world) => ({
    method: 'POST',
    path: `/v1/staff/requests/${(await paidOf(world)).id}/refunds`,
    init: { json: { id: randomUUID(), rows: [], reason: 'Wrong board', cancels: true } },
  }),
  changeStorageLimit: async (world) => ({
    method: 'PUT',
    path: `/v1/staff/requests/${(await paidOf(world)).id}/storage-limit`,
    init: { json: { limit_gb: 2, from: 2_147_483_648 } },
  }),
  listContactMessages: () => get('/v1/staff/contact-messages'),
  getContactMessage: async (world) => get(await contactOf(world)),
  assignContactMessage: async (world) => ({
    method: 'PUT',
    path: `${await contactOf(world)}/assignment`,
    init: { json: { mine: true, from: null } },
  }),
  closeContactMessage: async (world) => ({
    method: 'PUT',
    path: `${await contactOf(world)}/done`,
    init: { json: { done: true, from: null } },
  }),
  changeContactNotes: async (world) => ({
    method: 'PUT',
    path: `${await contactOf(world)}/notes`,
    init: { json: { notes: 'A competitor?', version: 0 } },
  }),
  answerContactMessage: async (world) => {
    const path = await contactOf(world)
    const [id, messageId] = [randomUUID(), path.split('/').at(-1) ?? '']
    // There is no mail server here, so only a repeated call is accepted.
    const by = { byId: as.staff.id, byName: as.staff.username }
    await api.db.insert(contactAnswers).values({ id, messageId, text: 'Yes', ...by })
    return { method: 'POST', path: `${path}/answers`, init: { json: { id, text: 'Yes', from: null, seen: 0 } } }
  },
  deliverStaffRequest: async (world) => {
    const { id } = await paidOf(world)
    await api.db.update(simulationRequests).set({ status: 'in progress' }).where(eq(simulationRequests.id, id))
    const form = formOf({ id: randomUUID(), replaces: '0' }, { 'eye.pdf': 'eye' })
    return { method: 'POST', path: `/v1/staff/requests/${id}/deliveries`, init: { form } }
  },
}

const outcomeOf = (status: number, operation: OperationId): number | string =>
  status === successStatus[operation] ? 'allowed' : status

function expectedOutcome(operation: OperationId, actor: Actor, isPrivate: boolean): Outcome {
  const rule: Rule = policy[operation]
  if (rule.for === 'anyone') return 'allowed'
  if (actor === 'anonymous') return 401
  if (rule.for === 'signed-in') return 'allowed'
  if (rule.for === 'staff') return actor === 'staff' ? 'allowed' : 403
  return (isPrivate ? inPrivateProject : inOpenProject)[rule.need][actor]
}

const operations = Object.keys(policy) as OperationId[]

describe.each([
  { where: 'a project', isPrivate: false, tried: operations },
  {
    where: 'a private project',
    isPrivate: true,
    tried: operations.filter((operation) => ['project', 'staff'].includes(policy[operation].for)),
  },
])('in $where', ({ isPrivate, tried }) => {
  test.each(tried)('%s follows the policy for every role', async (operation) => {
    covers(
      '7-delete-project',
      'decisions-roles-delete',
      '7-list-files',
      'decisions-private-no-shares',
      'decisions-health',
    )
    const world: World = { isPrivate, made: new Map() }
    const outcomes: Record<string, number | string> = {}
    for (const actor of actors) {
      const who = actor === 'anonymous' ? undefined : as[actor]
      const { method, path, init } = await calls[operation](world, who)
      const answer = await (who ?? api.anonymous).call(method, path, init)
      outcomes[actor] = outcomeOf(answer.status, operation)
      if (method !== 'GET' && outcomes[actor] === 'allowed') world.made.clear()
      if (outcomes[actor] !== 'allowed' && method !== 'HEAD') {
        expect(answer.body).toMatchObject({ status: answer.status, message: expect.stringMatching(/\w/) })
      }
    }
    expect(outcomes).toEqual(
      Object.fromEntries(actors.map((actor) => [actor, expectedOutcome(operation, actor, isPrivate)])),
    )
  })
})

test('the contract and the policy agree on the public operations', () => {
  const described = Object.values(contract.paths).flatMap((methods) => Object.values(methods))
  const open = described.filter(({ security }) => security?.length === 0).map(({ operationId }) => operationId)
  const allowed = operations.filter((operation) => policy[operation].for === 'anyone')
  expect(open.toSorted()).toEqual(allowed.toSorted())
})

test('plain members cannot delete, invite, remove, or share in private projects', () => {
  covers('decisions-roles-token')
  const needing = (need: string) =>
    operations.filter((operation) => need === (policy[operation] as { need?: string }).need)
  expect({ lead: needing('lead'), share: needing('share') }).toEqual({
    lead: [
      'setProjectBudget',
      'previewDeletion',
      'deleteProject',
      'restoreProject',
      'removeMember',
      'assignRole',
      'listInvitations',
      'inviteMember',
      'resendInvitation',
      'revokeInvitation',
    ],
    share: ['shareFile'],
  })
})

test('users list the projects they are a member of, and administrators list all but private ones', async () => {
  covers('decisions-roles-reach', 'decisions-private-visible')
  const open = await makeProject(false)
  const hidden = await makeProject(true)
  const seen: Record<string, string[]> = {}
  for (const name of Object.keys(people) as Name[]) {
    const list = expected(await as[name].call<Schemas['Project'][]>('GET', '/v1/projects'), 200)
    seen[name] = list.flatMap(({ id }) => (id === open.id ? ['open'] : id === hidden.id ? ['private'] : [])).toSorted()
  }
  expect(seen).toEqual({
    owner: ['open', 'private'],
    stranger: [],
    member: ['open', 'private'],
    manager: ['open', 'private'],
    'outside-manager': [],
    'removed-member': [],
    'organization-admin': ['open'],
    sysadmin: ['open'],
    staff: [],
  })
})
