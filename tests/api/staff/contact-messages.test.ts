/**
 * The messages of the contact form, which the staff list, assign, answer and close. Answers go through a real mail
 * server.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, like, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import type { Db } from '../../../server/database/database'
import { notify } from '../../../server/database/node-signals'
import { contactAnswers, contactMessages, jobs, liveEvents } from '../../../server/database/schema'
import { deletePerson } from '../../../server/people/deletion'
import { personExport } from '../../../server/people/export'
import { contactAnswerMail } from '../../../server/staff/contact-answer-mail'
import { closeMessagesBefore } from '../../../server/staff/contact-store'
import { messageRetention } from '../../../server/site/message-retention'
import { covers } from '../../spec-coverage/covers'
import { type MailServer, startMailServer } from '../../support/services/mail-server'
import { startApi, type ApiServer, type Person } from '../api-server'
import { makeAtOnce } from '../at-once'
import { type Answer, expected } from '../caller'
import { unzip } from '../transfers/unzip'

type Schemas = components['schemas']
type Contact = Schemas['StaffContact']
type Page = Schemas['StaffContactPage']

let api: ApiServer
let mailServer: MailServer
let staff: Person
let colleague: Person
beforeAll(async () => {
  mailServer = await startMailServer()
  api = await startApi({ env: { SMTP_URL: mailServer.smtpUrl, CONTACT_EMAIL: 'desk@example.com' } })
  staff = await api.person('user', 'staff')
  colleague = await api.person('staff')
})
afterAll(async () => {
  await api.stop()
  mailServer.stop()
})
afterEach(() => {
  mailServer.refusing = false
})

/** A message that a visitor has sent. Each one is from a different visitor. */
async function messageOf(fields: Partial<typeof contactMessages.$inferInsert> = {}) {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const [row] = await api.db
    .insert(contactMessages)
    .values({ name: 'Ada Vance', email, message: 'Can you simulate a PCIe Gen5 link?', ...fields })
    .returning()
  if (!row) throw new Error('There is no message.')
  return row
}

const of = async (id: string, who = staff) =>
  expected(await who.call<Contact>('GET', `/v1/staff/contact-messages/${id}`), 200)
const list = async (query: string, who = staff) =>
  expected(await who.call<Page>('GET', `/v1/staff/contact-messages?${query}`), 200).messages
const change = (id: string, part: string, json: object, who = staff) =>
  who.call<Contact>('PUT', `/v1/staff/contact-messages/${id}/${part}`, { json })
const take = (id: string, who = staff, from: string | null = null) =>
  change(id, 'assignment', { mine: true, from }, who)
const reply = (id: string, fields: object = {}, who = staff) =>
  who.call<Contact>('POST', `/v1/staff/contact-messages/${id}/answers`, {
    json: { id: randomUUID(), text: 'Yes, up to 32 GT/s.', from: null, seen: 0, ...fields },
  })

/** The status of a refused call, and the message to the user. */
const refusalOf = ({ status, body }: Answer) => [status, (body as Schemas['Problem']).message]
/** The status of a refused call, and the fields that it names. */
const fieldsOf = ({ status, body }: Answer) => [status, (body as Schemas['Problem']).errors?.map(({ field }) => field)]

/** The accepted e-mails to a visitor, with their lines joined again. */
const mailsTo = (email: string) =>
  mailServer.mails
    .filter((mail) => mail.includes(email) && /^To: .*Ada Vance/m.test(mail))
    .map((mail) => mail.replace(/=\r\n/g, '').replace(/=3D/g, '='))

const sends = (answerId: string) =>
  and(eq(jobs.kind, 'contact answer'), eq(sql`${jobs.payload} ->> 'answerId'`, answerId))
/** How many jobs that send this answer have not ended. */
const jobsOf = (answerId: string) => api.db.$count(jobs, sends(answerId))

/** Runs the waiting jobs that send answers now. */
async function repeatSending() {
  await api.db.update(jobs).set({ runAt: sql`now()` }).where(like(jobs.kind, 'contact answer'))
  await notify(api.db, 'jobs')
}

/** Makes calls that wait for these messages, and lets them continue after `end`. */
const changeAtOnce = (ids: string[], calls: (() => Promise<Answer>)[], end?: (tx: Db) => Promise<unknown>) => {
  const hold = (tx: Db) => tx.select().from(contactMessages).where(inArray(contactMessages.id, ids)).for('update')
  return makeAtOnce(api.db, { hold, end }, calls)
}

const leave = (who: Person) => who.call('POST', '/v1/users/me/deletion', { json: { username: who.username } })

describe('the list', () => {
  test('has what visitors sent, with and without JavaScript, the oldest first', async () => {
    covers('decisions-contact-list')
    const word = randomUUID()
    const sent = { name: 'Ada Vance', email: 'ada@example.com', message: `${word} ${'x'.repeat(400)}` }
    expected(await api.anonymous.call('POST', '/v1/contact', { json: sent }), 201)
    const form = new URLSearchParams({ ...sent, message: `${word} without`, acceptsTerms: 'on' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await api.anonymous.call('POST', '/v1/contact/form', { body: form, headers })).status).toBe(200)
    const listed = await list(`q=${word}`)
    expect(listed).toMatchObject([
      { name: 'Ada Vance', email: 'ada@example.com', state: 'new', assignee: null, answered: null },
      { excerpt: `${word} without` },
    ])
    // The list has the beginning of a long message; its page has all of it.
    expect(listed[0]?.excerpt).toBe(sent.message.slice(0, 200))
    expect((await of(listed[0]?.id ?? '')).message).toBe(sent.message)
  })

  test.each([
    ['', 2],
    ['&state=open', 2],
    ['&state=new', 1],
    ['&state=assigned', 1],
    ['&state=done', 1],
    ['&state=all', 3],
    ['&assignee=me', 1],
    ['&state=all&assignee=me', 2],
  ])('filtered by "%s" has %i', async (query, count) => {
    const word = randomUUID()
    await messageOf({ message: word })
    const taken = await messageOf({ message: word })
    const done = await messageOf({ message: word })
    expected(await take(taken.id), 200)
    expected(await take(done.id), 200)
    expected(await change(done.id, 'done', { done: true, from: staff.id }), 200)
    expect(await list(`q=${word}${query}`)).toHaveLength(count)
  })

  test('is searched by name, address and text, and an unknown state is refused', async () => {
    const word = randomUUID()
    const { id, email } = await messageOf({ name: `Söhnke ${word}`, message: 'DDR5 at 6400' })
    const found = async (q: string) => (await list(`state=all&q=${encodeURIComponent(q)}`)).map((one) => one.id)
    expect(await found(`söhnke ${word}`)).toEqual([id])
    expect(await found(`${email.toUpperCase()} ddr5`)).toEqual([id])
    expect(await found(`${word} ddr4`)).toEqual([])
    expect((await staff.call('GET', '/v1/staff/contact-messages?state=lost')).status).toBe(400)
  })

  test.each(['open', 'all'])('has pages in the state %s that contain each message once', async (state) => {
    const word = randomUUID()
    const received = new Date(Date.UTC(2026, 5, 1))
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.push((await messageOf({ message: word, received })).id)
    const found: string[] = []
    let cursor: string | null = null
    do {
      const address = `/v1/staff/contact-messages?q=${word}&state=${state}&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`
      const page: Page = expected(await staff.call<Page>('GET', address), 200)
      found.push(...page.messages.map(({ id }) => id))
      cursor = page.next
    } while (cursor !== null)
    expect(found.toSorted()).toEqual(ids.toSorted())
    expect(found).toHaveLength(5)
  })
})

describe('a message', () => {
  test('can be assigned and unassigned, but not without having seen a colleague’s assignment', async () => {
    covers('decisions-contact-assignment')
    const { id } = await messageOf()
    expect(expected(await take(id), 200).summary).toMatchObject({
      state: 'assigned',
      assignee: { id: staff.id, name: `Pat ${staff.username}` },
    })
    // A repeated call has no effect.
    expected(await take(id), 200)
    const late = await take(id, colleague)
    expect(refusalOf(late)).toEqual([409, expect.stringContaining(`Pat ${staff.username}`)])
    expect((await of(id)).summary.assignee?.id).toBe(staff.id)
    expected(await take(id, colleague, staff.id), 200)
    expect(expected(await change(id, 'assignment', { mine: false, from: colleague.id }), 200).summary).toMatchObject({
      state: 'new',
      assignee: null,
    })
  })

  test('can be assigned to only one of two people at the same time', async () => {
    const { id } = await messageOf()
    const answers = await Promise.all([staff, colleague].map((who) => take(id, who)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is done and opened again, and keeps its assignee', async () => {
    covers('decisions-contact-done')
    const { id } = await messageOf()
    expected(await take(id), 200)
    const done = expected(await change(id, 'done', { done: true, from: staff.id }), 200)
    expect(done).toMatchObject({ summary: { state: 'done' }, done: { by: `Pat ${staff.username}` } })
    // A colleague who marks it too does not replace the person who marked it first.
    expect(expected(await change(id, 'done', { done: true, from: null }, colleague), 200).done).toEqual(done.done)
    const late = await take(id, colleague, staff.id)
    expect(refusalOf(late)).toEqual([409, expect.stringContaining('marked this message as done')])
    const opened = expected(await change(id, 'done', { done: false, from: staff.id }, colleague), 200)
    expect(opened).toMatchObject({ summary: { state: 'assigned', assignee: { id: staff.id } }, done: null })
  })

  test('is not closed by somebody who has not seen that a colleague works on it', async () => {
    const { id } = await messageOf()
    expected(await take(id, colleague), 200)
    expect((await change(id, 'done', { done: true, from: null })).status).toBe(409)
    expect((await of(id)).summary.state).toBe('assigned')
  })

  test('has private notes that a colleague cannot overwrite without having seen them', async () => {
    covers('decisions-contact-notes')
    const { id } = await messageOf()
    expect(expected(await change(id, 'notes', { notes: 'A competitor?', version: 0 }), 200)).toMatchObject({
      notes: 'A competitor?',
      notes_version: 1,
    })
    const late = await change(id, 'notes', { notes: 'Other', version: 0 }, colleague)
    expect([late.status, (await of(id)).notes]).toEqual([409, 'A competitor?'])
    // The call is repeated, as after a lost response.
    expect(expected(await change(id, 'notes', { notes: 'A competitor?', version: 0 }), 200).notes_version).toBe(1)
    expected(await change(id, 'notes', { notes: 'Other', version: 1 }, colleague), 200)
    expect((await change(id, 'notes', { notes: 'x'.repeat(10_001), version: 2 })).status).toBe(400)
  })

  test('that was answered by other means before this version is marked as done by the operator, without a name', async () => {
    const word = randomUUID()
    const received = new Date(Date.UTC(2020, 0, 1))
    const { id } = await messageOf({ message: word, received })
    const { id: taken } = await messageOf({ message: word, received })
    const { id: recent } = await messageOf({ message: word, received: new Date(Date.UTC(2020, 0, 2)) })
    expected(await take(taken), 200)
    expect(await closeMessagesBefore(api.db, new Date(Date.UTC(2020, 0, 2)))).toBe(1)
    expect((await list(`q=${word}`)).map((one) => one.id)).toEqual([taken, recent])
    expect(await of(id)).toMatchObject({ summary: { state: 'done' }, done: { by: '', at: expect.any(String) } })
    expect(refusalOf(await take(id))).toEqual([
      409,
      'Someone has marked this message as done. Reopen it to change its assignee.',
    ])
  })

  test('that is deleted while it is changed or answered no longer exists', async () => {
    const { id } = await messageOf()
    const calls = [() => take(id), () => change(id, 'notes', { notes: 'x', version: 0 }), () => reply(id)]
    const deleteIt = (tx: Db) => tx.delete(contactMessages).where(eq(contactMessages.id, id))
    expect(await changeAtOnce([id], calls, deleteIt)).toEqual([404, 404, 404])
  })

  test('from before this version of the product is new', async () => {
    const id = randomUUID()
    // The columns that earlier versions write.
    await api.db.execute(
      sql`insert into contact_messages (id, name, email, message) values (${id}, 'Old', 'old@example.com', ${id})`,
    )
    expect(await list(`q=${id}`)).toMatchObject([{ id, state: 'new', assignee: null }])
    expect(await of(id)).toMatchObject({ answers: [], notes: '', notes_version: 0, done: null })
  })
})

describe('an answer', () => {
  test('is kept with its author and sent once, and assigns the message', async () => {
    covers('decisions-contact-answer')
    const { id, email } = await messageOf()
    const answer = { id: randomUUID(), text: 'Yes.\r\nUp to 32 GT/s.' }
    const stored = expected(await reply(id, answer), 201)
    expect(stored).toMatchObject({
      mail: true,
      summary: { state: 'assigned', assignee: { id: staff.id }, answered: expect.any(String) },
    })
    expect(stored.answers).toMatchObject([
      { id: answer.id, text: 'Yes.\nUp to 32 GT/s.', by: `Pat ${staff.username}`, failure: null },
    ])
    // The call is repeated, as after a lost response.
    expect(expected(await reply(id, answer), 201).answers).toHaveLength(1)
    await expect.poll(() => jobsOf(answer.id)).toBe(0)
    expect((await of(id)).answers[0]?.sent).toEqual(expect.any(String))
    // A job can run twice, for example because its node died before removing it.
    await contactAnswerMail.add(api.db, { answerId: answer.id })
    await expect.poll(() => jobsOf(answer.id)).toBe(0)
    const mails = mailsTo(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatch(/^From: .*desk@example\.com/m)
    expect(mails[0]).toMatch(/^Subject: Your message to /m)
    for (const part of ['Yes.', 'Up to 32 GT/s.', `Pat ${staff.username}`, '> Can you simulate a PCIe Gen5 link?']) {
      expect(mails[0]).toContain(part)
    }
    expect((await list(`q=${email}`))[0]?.answered).toEqual(stored.answers[0]?.created)
  })

  test('is not sent by somebody who has not seen a colleague’s', async () => {
    const { id, email } = await messageOf()
    expected(await reply(id), 201)
    const late = await reply(id, { from: staff.id }, colleague)
    expect(refusalOf(late)).toEqual([409, expect.stringContaining(`Pat ${staff.username}`)])
    expect(
      expected(await reply(id, { from: staff.id, seen: 1, text: 'And Gen6.' }, colleague), 201).answers,
    ).toMatchObject([{ by: `Pat ${staff.username}` }, { by: `Pat ${colleague.username}`, text: 'And Gen6.' }])
    await expect.poll(() => mailsTo(email)).toHaveLength(2)
  })

  test('of two people at the same time, only one is sent', async () => {
    const { id } = await messageOf()
    const answers = await Promise.all([staff, colleague].map((who) => reply(id, {}, who)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await of(id)).answers).toHaveLength(1)
  })

  test.each([
    ['a done message', async (id: string) => expected(await change(id, 'done', { done: true, from: null }), 200)],
    ['a message that a colleague has taken', async (id: string) => expected(await take(id, colleague), 200)],
  ])('to %s is refused', async (_, prepare) => {
    const { id } = await messageOf()
    await prepare(id)
    expect((await reply(id)).status).toBe(409)
    expect((await of(id)).answers).toEqual([])
  })

  test('with another message’s id, or without text, is refused', async () => {
    const [{ id }, { id: other }] = [await messageOf(), await messageOf()]
    const answer = { id: randomUUID() }
    expected(await reply(id, answer), 201)
    expect(fieldsOf(await reply(other, answer))).toEqual([400, ['id']])
    expect(fieldsOf(await reply(id, answer, colleague))).toEqual([400, ['id']])
    expect(fieldsOf(await reply(id, { ...answer, text: 'Another text' }))).toEqual([400, ['id']])
    for (const text of ['', ' \n ', 'x'.repeat(10_001)]) expect((await reply(other, { text })).status).toBe(400)
    expect((await of(other)).answers).toEqual([])
  })

  test('goes to the visitor only, whatever the name contains', async () => {
    const word = randomUUID()
    const sent = { name: 'Ada Vance\r\nBcc: spy@example.com', email: 'ada@example.com', message: word }
    for (const email of ['ada@example.com, spy@example.com', 'ada@example.com>\r\nRCPT TO:<spy@example.com']) {
      expect((await api.anonymous.call('POST', '/v1/contact', { json: { ...sent, email } })).status).toBe(400)
    }
    expected(await api.anonymous.call('POST', '/v1/contact', { json: sent }), 201)
    const [listed] = await list(`q=${word}`)
    // Stored by an earlier version, or by other means.
    const { id: raw, email } = await messageOf({ name: sent.name })
    for (const id of [listed?.id ?? '', raw]) {
      const text = `${word}\r\n.\r\nBcc: spy@example.com`
      expected(await reply(id, { text }), 201)
      await expect.poll(async () => (await of(id)).answers[0]?.sent).toEqual(expect.any(String))
    }
    const isAnswer = (mail: string) => mail.includes(word) && /^Subject: Your message to /m.test(mail)
    const mails = mailServer.mails.filter(isAnswer)
    expect(mailServer.recipients.filter((_, index) => isAnswer(mailServer.mails[index] ?? ''))).toEqual([
      ['ada@example.com'],
      [email],
    ])
    for (const mail of mails) expect(mail.slice(0, mail.indexOf('\r\n\r\n'))).not.toMatch(/^(b?cc|resent-\S*):/im)
  })

  test('that the mail server refuses says why, and is sent later', async () => {
    mailServer.refusing = true
    const { id, email } = await messageOf()
    const answerId = randomUUID()
    expected(await reply(id, { id: answerId }), 201)
    await expect.poll(async () => (await of(id)).answers[0]?.failure).toMatch(/no such mailbox|rejected/)
    expect((await of(id)).answers[0]?.sent).toBeNull()
    expect((await list(`q=${email}`))[0]?.unsent).toBe(true)
    // The job may outlive the message, so it does not contain the address that the mail server names.
    await expect
      .poll(() => api.db.select({ reason: jobs.lastError }).from(jobs).where(sends(answerId)))
      .toEqual([{ reason: 'The answer was not sent. The page of the message shows why.' }])
    mailServer.refusing = false
    await repeatSending()
    await expect.poll(async () => (await of(id)).answers[0]).toMatchObject({ sent: expect.any(String), failure: null })
    expect((await list(`q=${email}`))[0]?.unsent).toBe(false)
    expect(mailsTo(email)).toHaveLength(1)
  })

  test('that was not sent counts in the list until it is, whatever was sent after it', async () => {
    const { id, email } = await messageOf()
    const failed = randomUUID()
    mailServer.refusing = true
    expected(await reply(id, { id: failed }), 201)
    await expect.poll(async () => (await of(id)).answers[0]?.failure).toEqual(expect.any(String))
    mailServer.refusing = false
    expected(await reply(id, { from: staff.id, seen: 1, text: 'And Gen6.' }), 201)
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    await expect.poll(async () => (await of(id)).answers[1]?.sent).toEqual(expect.any(String))
    expect((await list(`q=${email}`))[0]?.unsent).toBe(true)
    await repeatSending()
    await expect.poll(async () => (await of(id)).answers[0]?.sent).toEqual(expect.any(String))
    expect((await list(`q=${email}`))[0]?.unsent).toBe(false)
  })

  test('of somebody who deleted their data before it was sent is not signed', async () => {
    const { id, email } = await messageOf()
    const answerId = randomUUID()
    const answer = { id: answerId, messageId: id, text: 'Yes, up to 32 GT/s.', byId: 'deleted', byName: 'Deleted user' }
    await api.db.insert(contactAnswers).values(answer)
    await contactAnswerMail.add(api.db, { answerId })
    await expect.poll(() => jobsOf(answerId)).toBe(0)
    expect(mailsTo(email)).toEqual([expect.stringContaining('Yes, up to 32 GT/s.')])
    expect(mailsTo(email)[0]).not.toContain('Deleted user')
  })

  test('is refused without a mail server, and the message says so', async () => {
    const silent = await startApi()
    try {
      const person = await silent.person('user', 'staff')
      const [row] = await silent.db
        .insert(contactMessages)
        .values({ name: 'Ada Vance', email: 'ada@example.com', message: 'Hello' })
        .returning()
      const id = row?.id ?? ''
      expect((await of(id, person)).mail).toBe(false)
      expect(refusalOf(await reply(id, {}, person))).toEqual([409, expect.stringContaining('no mail server')])
      expect(await silent.db.$count(contactAnswers)).toBe(0)
    } finally {
      await silent.stop()
    }
  })
})

test('customers and administrators cannot find out which messages exist, or change one', async () => {
  covers('decisions-contact-message')
  const { id } = await messageOf()
  for (const roles of [['user'], ['user', 'project_manager'], ['user', 'organization_admin'], ['user', 'sysadmin']]) {
    const person = await api.person(...roles)
    for (const known of [id, randomUUID()]) {
      expect((await person.call('GET', `/v1/staff/contact-messages/${known}`)).status).toBe(403)
      expect((await take(known, person)).status).toBe(403)
      expect((await change(known, 'done', { done: true, from: null }, person)).status).toBe(403)
      expect((await change(known, 'notes', { notes: 'x', version: 0 }, person)).status).toBe(403)
      expect((await reply(known, {}, person)).status).toBe(403)
    }
    expect((await person.call('GET', '/v1/staff/contact-messages')).status).toBe(403)
  }
  expect((await staff.call('GET', `/v1/staff/contact-messages/${randomUUID()}`)).status).toBe(404)
  expect(await of(id)).toMatchObject({ summary: { state: 'new' }, answers: [], notes: '' })
})

test('an open staff page follows the messages, and nobody else does', async () => {
  const follow = async (who: Person) => (await who.call('GET', '/v1/changes?once=true&age=3600')).bytes.toString()
  const { id } = await messageOf()
  expect(await follow(staff)).toContain(`"kind":"contact","project_id":"${id}","id":"${id}"`)
  for (const roles of [['user'], ['user', 'sysadmin']]) {
    expect(await follow(await api.person(...roles))).not.toContain(id)
  }
  // Open pages stop showing a message that is deleted.
  const events = () => api.db.$count(liveEvents, and(eq(liveEvents.kind, 'contact'), eq(liveEvents.subject, id)))
  expect(await events()).toBe(1)
  await api.db.delete(contactMessages).where(eq(contactMessages.id, id))
  expect(await events()).toBe(2)
})

describe('what is kept', () => {
  test('of a staff member who deletes their data: the answers without the name, the messages unassigned', async () => {
    const leaving = await api.person('user', 'staff')
    const { id } = await messageOf()
    const { id: other } = await messageOf()
    expected(await reply(id, {}, leaving), 201)
    expected(await change(other, 'done', { done: true, from: null }, leaving), 200)
    expected(await leave(leaving), 204)
    expect(await of(id)).toMatchObject({ summary: { state: 'new', assignee: null }, answers: [{ by: 'Deleted user' }] })
    expect((await of(other)).done?.by).toBe('Deleted user')
    const rows = JSON.stringify([
      await api.db.select().from(contactMessages),
      await api.db.select().from(contactAnswers),
    ])
    expect(rows).not.toContain(leaving.id)
    expect(rows).not.toContain(leaving.username)
  })

  test('of a staff member who deletes their data while they assign, answer or close messages: no name', async () => {
    const leaving = await api.person('user', 'staff')
    expected(await leaving.call('GET', '/v1/users/me'), 200)
    const [taken, answered, closed] = [await messageOf(), await messageOf(), await messageOf()]
    const statuses = await changeAtOnce(
      [taken.id, answered.id, closed.id],
      [
        () => take(taken.id, leaving),
        () => reply(answered.id, {}, leaving),
        () => change(closed.id, 'done', { done: true, from: null }, leaving),
        () => leave(leaving),
      ],
    )
    // PostgreSQL may run the deletion before a call, whose token is then no longer accepted.
    if (!process.env['TEST_DATABASE_URL']) expect(statuses).toEqual([200, 201, 200, 204])
    expect(statuses.pop()).toBe(204)
    for (const status of statuses) expect([200, 201, 401]).toContain(status)
    const rows = JSON.stringify([
      await api.db.select().from(contactMessages),
      await api.db.select().from(contactAnswers),
    ])
    expect(rows).not.toContain(leaving.id)
    expect(rows).not.toContain(leaving.username)
  })

  test('when two staff members delete their data at the same time: both deletions succeed', async () => {
    const pair = [await api.person('user', 'staff'), await api.person('user', 'staff')] as const
    const ids: string[] = []
    for (const [assignee, closer] of [pair, pair.toReversed()] as [Person, Person][]) {
      const { id } = await messageOf()
      expected(await take(id, assignee), 200)
      expected(await change(id, 'done', { done: true, from: assignee.id }, closer), 200)
      ids.push(id)
    }
    expect(await changeAtOnce(ids, [() => leave(pair[0]), () => leave(pair[1])])).toEqual([204, 204])
  })

  test('of a message whose retention ends: nothing', async () => {
    covers('decisions-contact-retention')
    const { id } = await messageOf({ received: new Date(Date.UTC(2020, 0, 1)) })
    expected(await reply(id), 201)
    const context = { signal: new AbortController().signal, log: Fastify().log }
    await messageRetention({ db: api.db, config: api.config }).run({}, context)
    expect((await staff.call('GET', `/v1/staff/contact-messages/${id}`)).status).toBe(404)
    expect(await api.db.$count(contactAnswers, eq(contactAnswers.messageId, id))).toBe(0)
  })

  test('of a visitor: the operator’s export has messages and answers without the notes, and the deletion removes all', async () => {
    const visitor = await api.person('user')
    expected(await visitor.call('GET', '/v1/users/me'), 200)
    const { id } = await messageOf({ email: visitor.email.toUpperCase() })
    expected(await reply(id), 201)
    expected(await change(id, 'notes', { notes: 'Do not call', version: 0 }), 200)
    const chunks: Buffer[] = []
    for await (const chunk of personExport(api.db, visitor.id, { messages: true })) chunks.push(chunk as Buffer)
    const entries = unzip(Buffer.concat(chunks))
    expect(JSON.parse(entries['message-answers.json'] ?? '')).toMatchObject([
      { messageId: id, text: 'Yes, up to 32 GT/s.' },
    ])
    for (const text of Object.values(entries)) expect(text).not.toContain('Do not call')
    await deletePerson(api.db, visitor.id, { config: api.config, removeFiles: false, byOperator: true })
    expect(await api.db.$count(contactMessages, eq(contactMessages.id, id))).toBe(0)
    expect(await api.db.$count(contactAnswers, eq(contactAnswers.messageId, id))).toBe(0)
  })
})
