/** Notices by e-mail, through a real mail server. */
import { randomUUID } from 'node:crypto'
import { eq, like, type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { notify } from '../../../server/database/node-signals'
import { jobs } from '../../../server/database/schema'
import { listJobs, MAX_ATTEMPTS, retryDead } from '../../../server/jobs/job-store'
import { type MailServer, startMailServer } from '../../support/services/mail-server'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']

let api: ApiServer
let server: MailServer
let person: Person
let member: Person
let memberId: string
let project: Project
let file: File
beforeAll(async () => {
  server = await startMailServer()
  api = await startApi({ env: { SMTP_URL: server.smtpUrl, CONTACT_EMAIL: 'desk@example.com' } })
})
afterAll(async () => {
  await api.stop()
  server.stop()
})
beforeEach(async () => {
  ;[person, member] = [await api.person('user', 'project_manager'), await api.person('user')]
  await choose(member, 'membership', 'header')
  project = await createProject(person)
  ;[file] = (await upload(person, project.id, { 'board.brd': 'one' })) as [File]
  const json = { project_id: project.id, email: member.email, role: 'user' }
  memberId = expected(await person.call<Schemas['Member']>('POST', '/v1/users/assign-role', { json }), 200).id
})
afterEach(() => {
  server.refusing = false
})

const choose = async (who: Person, kind: Schemas['NoticeKind'], delivery: Schemas['NoticeDelivery']) =>
  expected(await who.call('PUT', '/v1/notices/settings', { json: { kind, delivery } }), 200)

async function mention(text = 'Look here') {
  const json = { id: randomUUID(), text, mentions: [memberId] }
  return expected(await person.call<Schemas['CommentThread']>('POST', `/v1/files/${file.id}/comments`, { json }), 201)
    .id
}

/** The accepted e-mails to a person, with their lines joined again. */
const mailsTo = ({ email }: Person) =>
  server.mails
    .filter((mail) => mail.includes(`To: ${email}`))
    .map((mail) => mail.replace(/=\r\n/g, '').replace(/=3D/g, '='))

const mailJobs = () => api.db.select().from(jobs).where(like(jobs.kind, 'notice %'))
async function makeDue(where: SQL) {
  await api.db.update(jobs).set({ runAt: sql`now()` }).where(where)
  await notify(api.db, 'jobs')
}
const allSent = () => expect.poll(mailJobs, { timeout: 60_000 }).toEqual([])

test('a mention is sent immediately, with the comment, a link, and how to stop the e-mails', async () => {
  await mention('Is this net\nlong enough?')
  await expect.poll(() => mailsTo(member).length).toBe(1)
  const [mail] = mailsTo(member)
  const address = api.config.publicUrl
  expect(mail).toContain(`Subject: Pat ${person.username} mentioned you in a comment on board.brd`)
  expect(mail).toContain('> Is this net\r\n> long enough?')
  expect(mail).toContain(`${address}/workspace/projects/${project.id}/files?file=${file.id}`)
  expect(mail).toContain(`List-Unsubscribe: <${address}/workspace?dialog=notifications>`)
  expect(mailsTo(person)).toEqual([])
})

test('a rejected e-mail is tried again, and an operator sees and repeats it', async () => {
  server.refusing = true
  await mention()
  const failed = async () => (await mailJobs())[0]?.lastError
  await expect.poll(failed).toMatch(/no such mailbox|rejected/)
  await api.db
    .update(jobs)
    .set({ attempts: MAX_ATTEMPTS - 1, runAt: sql`now()` })
    .where(eq(jobs.kind, 'notice mail'))
  await expect.poll(async () => (await listJobs(api.db))[0]?.deadAt ?? null).not.toBeNull()
  expect((await listJobs(api.db))[0]?.kind).toBe('notice mail')
  expect(mailsTo(member)).toEqual([])
  server.refusing = false
  expect(await retryDead(api.db, 'all')).toBe(1)
  await allSent()
  expect(mailsTo(member)).toHaveLength(1)
})

test('nothing is sent that was read, deleted or turned off in the meantime, or to former members', async () => {
  const others = [await api.person('user'), await api.person('user'), await api.person('user')]
  const [reader, leaver, quiet] = others as [Person, Person, Person]
  server.refusing = true
  const deleted = await mention()
  await expect.poll(async () => (await mailJobs())[0]?.lastError ?? null).not.toBeNull()
  expected(await person.call('DELETE', `/v1/comments/${deleted}`), 204)
  const ids: string[] = []
  for (const one of others) {
    expected(await one.call('GET', '/v1/users/me'), 200)
    await choose(one, 'membership', 'header')
    const json = { project_id: project.id, email: one.email, role: 'user' }
    ids.push(expected(await person.call<Schemas['Member']>('POST', '/v1/users/assign-role', { json }), 200).id)
  }
  const json = { id: randomUUID(), text: 'All of you', mentions: ids }
  expected(await person.call('POST', `/v1/files/${file.id}/comments`, { json }), 201)
  await expect.poll(async () => (await mailJobs()).every(({ lastError }) => lastError !== null)).toBe(true)
  expected(await reader.call('PUT', '/v1/notices/read', { json: { until: new Date().toISOString() } }), 204)
  expected(await person.call('DELETE', `/v1/projects/${project.id}/members/${ids[1]}`), 204)
  await choose(quiet, 'mention', 'off')
  server.refusing = false
  await makeDue(like(jobs.kind, 'notice %'))
  await allSent()
  for (const one of [member, reader, leaver, quiet]) expect(mailsTo(one)).toEqual([])
})

test('a daily e-mail contains unread notices, once', async () => {
  await choose(member, 'mention', 'digest')
  await mention('First')
  await mention('Second')
  await mention('Third')
  expect(await mailJobs()).toEqual([])
  const listed = expected(await member.call<Schemas['NoticePage']>('GET', '/v1/notices'), 200).notices
  expected(await member.call('PUT', '/v1/notices/read', { json: { ids: [listed[0]?.id] } }), 204)
  const makeDigests = () => makeDue(eq(jobs.kind, 'daily notice digests'))
  await makeDigests()
  await expect.poll(() => mailsTo(member).length, { timeout: 60_000 }).toBe(1)
  const [mail] = mailsTo(member)
  expect(mail).toContain('Subject: 2 notifications')
  expect(mail?.match(/mentioned you in a comment on board\.brd/g)).toHaveLength(2)
  await mention('Fourth')
  await makeDigests()
  await expect.poll(() => mailsTo(member).length, { timeout: 60_000 }).toBe(2)
  expect(mailsTo(member)[1]).toContain('Subject: 1 notification')
})

test('each person has a daily e-mail with their own notices', async () => {
  const other = await api.person('user')
  expected(await other.call('GET', '/v1/users/me'), 200)
  await choose(other, 'membership', 'header')
  const adding = { project_id: project.id, email: other.email, role: 'user' }
  const { id } = expected(await person.call<Schemas['Member']>('POST', '/v1/users/assign-role', { json: adding }), 200)
  for (const one of [member, other]) await choose(one, 'mention', 'digest')
  await mention('For the first')
  for (const text of ['For the other', 'For the other again']) {
    const json = { id: randomUUID(), text, mentions: [id] }
    expected(await person.call('POST', `/v1/files/${file.id}/comments`, { json }), 201)
  }
  await makeDue(eq(jobs.kind, 'daily notice digests'))
  const counts = () => [member, other].map((one) => mailsTo(one).length)
  await expect.poll(counts, { timeout: 60_000 }).not.toEqual([0, 0])
  await allSent()
  expect(counts()).toEqual([1, 1])
  expect(mailsTo(member)[0]).toContain('Subject: 1 notification\r\n')
  expect(mailsTo(other)[0]).toContain('Subject: 2 notifications\r\n')
})

test('the settings name the address to which e-mails are sent', async () => {
  const { email } = expected(await member.call<Schemas['NoticeSettings']>('GET', '/v1/notices/settings'), 200)
  expect(email).toBe(member.email)
})
