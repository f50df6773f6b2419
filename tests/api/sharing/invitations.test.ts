/** Invitations by e-mail, through a real mail server and without one. */
import { and, eq, gt, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { notify } from '../../../server/database/node-signals'
import { activity, invitations, jobs, liveEvents, projects } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { type MailServer, startMailServer } from '../../support/services/mail-server'
import { startApi, type ApiServer, type Person, type Project } from '../api-server'
import { createProject, expected, listAll } from '../caller'

type Schemas = components['schemas']
type Invitation = Schemas['Invitation']
type Sent = Schemas['SentInvitation']
type Member = Schemas['Member']

let api: ApiServer
let server: MailServer
let manager: Person
let guest: Person
let project: Project
beforeAll(async () => {
  server = await startMailServer()
  api = await startApi({ env: { SMTP_URL: server.smtpUrl, CONTACT_EMAIL: 'desk@example.com' } })
})
afterAll(async () => {
  await api.stop()
  server.stop()
})
beforeEach(async () => {
  ;[manager, guest] = [await api.person('user', 'project_manager'), await api.person('user')]
  project = await createProject(manager)
})

afterEach(() => {
  server.refusing = false
})

const path = (id = '', suffix = '') => `/v1/projects/${project.id}/invitations${id && `/${id}`}${suffix}`
const invite = (email = guest.email, { who = manager, role = 'user' } = {}) =>
  who.call<Sent>('POST', path(), { json: { email, role } })
const open = (who = manager) => listAll<Invitation>(who, path())
const accept = (token: string, who = guest) =>
  who.call<Project>('POST', '/v1/invitations/acceptance', { json: { token } })
const memberNames = async () =>
  (await listAll<Member>(manager, `/v1/projects/${project.id}/members`)).map(({ email }) => email)

/** The e-mails to an address, oldest first, with their lines joined again. */
const mailsTo = (email: string) =>
  server.mails
    .filter((mail) => mail.includes(`To: ${email}`))
    .map((mail) => mail.replace(/=\r\n|\r\n(?= )/g, '').replace(/=3D/g, '='))
async function tokenFor(email = guest.email, count = 1) {
  await expect.poll(() => mailsTo(email).length, { timeout: 60_000 }).toBe(count)
  return /\/workspace\/invitation#([\w-]{43})/.exec(mailsTo(email)[count - 1] ?? '')?.[1] ?? ''
}
/** Makes the project's invitations look as if they had been sent this much earlier. */
const age = (interval: string) =>
  api.db
    .update(invitations)
    .set({
      sentAt: sql`${invitations.sentAt} - ${interval}::interval`,
      expiresAt: sql`${invitations.expiresAt} - ${interval}::interval`,
    })
    .where(eq(invitations.projectId, project.id))

describe('an invitation', () => {
  test('is sent by e-mail with a link for 7 days, and makes the person a member, without a realm role', async () => {
    covers('decisions-invitation-new', 'decisions-invitation-acceptance', 'decisions-invitation-list')
    const sent = expected(await invite(), 201)
    expect(sent).toEqual({
      id: expect.any(String),
      email: guest.email,
      role: 'user',
      invited_by: `Pat ${manager.username}`,
      sent_at: expect.any(String),
      expires_at: expect.any(String),
      url: null,
    })
    expect(Date.parse(sent.expires_at) - Date.parse(sent.sent_at)).toBe(7 * 86_400_000)
    const { url: _url, ...listed } = sent
    expect(await open()).toEqual([listed])
    const token = await tokenFor()
    const [mail] = mailsTo(guest.email)
    expect(mail).toContain(`Subject: Pat ${manager.username} invited you to the project ${project.name}`)
    expect(mail).toContain(`${api.config.publicUrl}/workspace/invitation#${token}`)
    expect(mail).toContain(new Date(sent.expires_at).toUTCString())

    const joined = expected(await accept(token), 200)
    expect([joined.id, joined.name]).toEqual([project.id, project.name])
    expect(await memberNames()).toEqual([manager.email, guest.email])
    expect(await open()).toEqual([])
    expect((await guest.call('GET', `/v1/projects/${project.id}/files`)).status).toBe(200)
    // Invited as a manager or not: permissions depend on the roles in the token.
    expect((await guest.call('GET', path())).status).toBe(403)

    const told = expected(await manager.call<Schemas['NoticePage']>('GET', '/v1/notices'), 200).notices
    expect(told.map(({ kind, person, project_id: of }) => [kind, person, of])).toEqual([
      ['invitation', `Pat ${guest.username}`, project.id],
    ])
    const recorded = await api.db.select().from(activity).where(eq(activity.projectId, project.id)).orderBy(activity.at)
    expect(recorded.map(({ kind, personId, after }) => [kind, personId, after]).slice(1)).toEqual([
      ['person invited', manager.id, 'user'],
      ['member joined', guest.id, 'user'],
    ])
    expect(JSON.stringify(recorded)).not.toContain(guest.email)
  })

  test('is accepted whether or not the address has the same case as that of the account', async () => {
    // The person's mail server decides whether the case of the local part matters. It hardly ever does.
    const address = guest.email.replace(/^[^@]+/, (local) => local.toUpperCase())
    expect(address).not.toBe(guest.email)
    expected(await invite(address), 201)
    expected(await accept(await tokenFor(address)), 200)
    expect(await memberNames()).toEqual([manager.email, guest.email])
  })

  test('never stores the token of its link, not even in the job that sends it', async () => {
    server.refusing = true
    expected(await invite(), 201)
    const job = eq(jobs.kind, 'invitation mail')
    await expect.poll(async () => (await api.db.select().from(jobs).where(job))[0]?.lastError ?? null).not.toBeNull()
    const [row] = await api.db.select().from(invitations).where(eq(invitations.projectId, project.id))
    const [waiting] = await api.db.select().from(jobs).where(job)
    expect(Object.keys(waiting?.payload as object).toSorted()).toEqual(['invitationId', 'sentAt'])
    server.refusing = false
    await api.db.update(jobs).set({ runAt: sql`now()` }).where(job)
    await notify(api.db, 'jobs')
    const token = await tokenFor()
    const stored = JSON.stringify(await api.db.select().from(invitations))
    expect(stored).not.toContain(token)
    expect(row?.tokenHash).not.toBeNull()
    expect(expected(await accept(token), 200).id).toBe(project.id)
  })

  test('can be accepted again by the same person, but not by anybody else, nor after their removal', async () => {
    expected(await invite(), 201)
    const token = await tokenFor()
    const other = await api.person('user')
    const wrong = await accept(token, other)
    expect([wrong.status, (wrong.body as unknown as Schemas['Problem']).message]).toEqual([
      403,
      expect.stringContaining(`for another e-mail address. You are signed in as ${other.email}.`),
    ])
    expect(JSON.stringify(wrong.body)).not.toContain(guest.email)
    expect(JSON.stringify(wrong.body)).not.toContain(project.name)
    const both = await Promise.all([accept(token), accept(token)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await memberNames()).toEqual([manager.email, guest.email])
    const [, member] = await listAll<Member>(manager, `/v1/projects/${project.id}/members`)
    expected(await manager.call('DELETE', `/v1/projects/${project.id}/members/${member?.id}`), 204)
    const used = await accept(token)
    expect([used.status, (used.body as unknown as Schemas['Problem']).message]).toEqual([
      410,
      expect.stringMatching(/^This invitation has already been used/),
    ])
    expect((await accept('nothing')).status).toBe(404)
  })

  test('expires, and can be sent again with a new link', async () => {
    covers('decisions-invitation-sending')
    const { id } = expected(await invite(), 201)
    const first = await tokenFor()
    const again = () => manager.call<Sent>('POST', path(id, '/sending'))
    const early = await again()
    expect(early.status).toBe(429)
    // The rest of the five minutes, in seconds.
    const wait = Number(early.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(300)
    await age('7 days 1 minute')
    const expired = await accept(first)
    expect([expired.status, (expired.body as unknown as Schemas['Problem']).message]).toEqual([
      410,
      expect.stringMatching(/^This invitation has expired/),
    ])
    const renewed = expected(await again(), 200)
    expect(Date.parse(renewed.expires_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    const second = await tokenFor(guest.email, 2)
    expect((await accept(first)).status).toBe(404)
    expected(await accept(second), 200)
    expect((await again()).status).toBe(404)
  })

  test('can be revoked', async () => {
    covers('decisions-invitation-revoking')
    const { id } = expected(await invite(), 201)
    const token = await tokenFor()
    expected(await manager.call('DELETE', path(id)), 204)
    expect((await manager.call('DELETE', path(id))).status).toBe(404)
    expect(await open()).toEqual([])
    const revoked = await accept(token)
    expect([revoked.status, (revoked.body as unknown as Schemas['Problem']).message]).toEqual([
      410,
      expect.stringMatching(/^This invitation was revoked/),
    ])
    const stranger = await api.person('user', 'project_manager')
    expect((await stranger.call('GET', path())).status).toBe(404)
  })

  test('that is repeated sends one e-mail, and can change the role', async () => {
    const first = expected(await invite(), 201)
    await tokenFor()
    const second = expected(await invite(guest.email.toUpperCase(), { role: 'project_manager' }), 201)
    expect(second).toEqual({ ...first, role: 'project_manager' })
    expect(await open()).toHaveLength(1)
    await expect.poll(async () => api.db.$count(jobs, eq(jobs.kind, 'invitation mail'))).toBe(0)
    expect(mailsTo(guest.email)).toHaveLength(1)
  })

  test('for a member, or with a role higher than the inviter’s, is refused', async () => {
    const known = await invite(manager.email)
    expect(known).toMatchObject({ status: 409, body: { errors: [{ field: 'email' }] } })
    for (const role of ['organization_admin', 'sysadmin'])
      expect((await invite(guest.email, { role })).status).toBe(403)
    expect((await invite('nobody')).status).toBe(400)
  })

  test('ends with the membership of the person who sent it, and when the invited person is added', async () => {
    const second = await api.person('user', 'project_manager')
    expected(await second.call('GET', '/v1/users/me'), 200)
    const json = { project_id: project.id, email: second.email, role: 'project_manager' }
    const { id } = expected(await manager.call<Member>('POST', '/v1/users/assign-role', { json }), 200)
    expected(await invite(guest.email, { who: second }), 201)
    const token = await tokenFor()
    expected(await manager.call('DELETE', `/v1/projects/${project.id}/members/${id}`), 204)
    expect((await accept(token)).status).toBe(410)

    expected(await second.call('GET', '/v1/users/me'), 200)
    expected(await invite(second.email), 201)
    expected(await manager.call('POST', '/v1/users/assign-role', { json }), 200)
    expect(await open()).toEqual([])
  })

  test('to a project that was deleted says so', async () => {
    expected(await invite(), 201)
    const token = await tokenFor()
    await api.db.update(projects).set({ deletedAt: new Date() }).where(eq(projects.id, project.id))
    const gone = await accept(token)
    expect([gone.status, (gone.body as unknown as Schemas['Problem']).message]).toEqual([
      410,
      expect.stringMatching(/no longer exists/),
    ])
  })

  test('is reported to open pages', async () => {
    const isNoted = and(eq(liveEvents.projectId, project.id), eq(liveEvents.kind, 'project'), eq(liveEvents.person, ''))
    await api.db.delete(liveEvents).where(eq(liveEvents.projectId, project.id))
    const { id } = expected(await invite(), 201)
    expect(await api.db.$count(liveEvents, isNoted)).toBe(1)
    await tokenFor()
    await api.db.delete(liveEvents).where(eq(liveEvents.projectId, project.id))
    expected(await manager.call('DELETE', path(id)), 204)
    expect(await api.db.$count(liveEvents, isNoted)).toBe(1)
  })
})

describe('there are limits', () => {
  test('for a project', async () => {
    const old = {
      projectId: project.id,
      role: 'user' as const,
      invitedBy: manager.id,
      sentAt: new Date(),
      expiresAt: new Date(),
    }
    await api.db
      .insert(invitations)
      .values(Array.from({ length: 100 }, (_, n) => ({ ...old, email: `n${n}@example.com` })))
    const refused = await invite()
    expect([refused.status, (refused.body as unknown as Schemas['Problem']).message]).toEqual([
      409,
      expect.stringMatching(/at most 100 open invitations/),
    ])
    const first = expected(await manager.call<Invitation[]>('GET', `${path()}?limit=40`), 200)
    expect([first.length, (await open()).length]).toEqual([40, 100])
  })

  test('for an address, so that nobody is flooded with e-mails', async () => {
    const others = await Promise.all(Array.from({ length: 10 }, () => createProject(manager)))
    await api.db.insert(invitations).values(
      others.map(({ id }) => ({
        projectId: id,
        email: guest.email,
        role: 'user' as const,
        invitedBy: manager.id,
        sentAt: new Date(),
        expiresAt: new Date(),
        status: 'revoked' as const,
      })),
    )
    expect(await invite()).toMatchObject({ status: 429, body: { errors: [{ field: 'email' }] } })
  })

  test('for how often an address can be invited again after a revocation', async () => {
    const { id } = expected(await invite(), 201)
    expected(await manager.call('DELETE', path(id)), 204)
    expect((await invite()).status).toBe(429)
    await age('6 minutes')
    expected(await invite(), 201)
  })

  test('for how long the outcome of an invitation is kept', async () => {
    expected(await invite(), 201)
    await age('36 days')
    const count = () => api.db.$count(invitations, eq(invitations.projectId, project.id))
    /** Runs the job and waits until it has finished. Otherwise, the end of its first run would postpone the second. */
    const deleteOld = async () => {
      const job = like(jobs.kind, 'old invitations')
      await api.db.update(jobs).set({ runAt: sql`now()` }).where(job)
      await notify(api.db, 'jobs')
      const finished = and(job, eq(jobs.attempts, 0), gt(jobs.runAt, sql`now()`))
      await expect.poll(() => api.db.$count(jobs, finished)).toBe(1)
    }
    await deleteOld()
    expect(await count()).toBe(1)
    await age('2 days')
    await deleteOld()
    expect(await count()).toBe(0)
  })
})

describe('without a mail server', () => {
  test('the inviter gets the link, a new one each time', async () => {
    const quiet = await startApi()
    try {
      const [inviter, invited] = [await quiet.person('user', 'project_manager'), await quiet.person('user')]
      const { id } = await createProject(inviter)
      const json = { email: invited.email, role: 'user' }
      const send = async () =>
        expected(await inviter.call<Sent>('POST', `/v1/projects/${id}/invitations`, { json }), 201)
      const [first, second] = [await send(), await send()]
      expect(first.url).toMatch(/^http.*\/workspace\/invitation#[\w-]{43}$/)
      expect([second.id === first.id, second.url === first.url]).toEqual([true, false])
      const token = second.url?.split('#')[1]
      expected(await invited.call('POST', '/v1/invitations/acceptance', { json: { token } }), 200)
    } finally {
      await quiet.stop()
    }
  })
})

test('a deleted person leaves no invitations, sent or accepted', async () => {
  expected(await invite(), 201)
  expected(await accept(await tokenFor()), 200)
  const late = await api.person('user')
  expected(await invite(late.email), 201)
  const rows = () => api.db.$count(invitations, eq(invitations.projectId, project.id))
  expect(await rows()).toBe(2)
  expected(
    await guest.call('POST', '/v1/users/me/deletion', { json: { username: guest.username, remove_files: false } }),
    204,
  )
  expect(await rows()).toBe(1)
  const json = { username: manager.username, remove_files: false }
  expected(await manager.call('POST', '/v1/users/me/deletion', { json }), 204)
  expect(await rows()).toBe(0)
})
