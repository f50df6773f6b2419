/**
 * Notices for the staff about requests, and who is notified of a question from the staff if the person who ordered has
 * left.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { notify } from '../../../server/database/node-signals'
import { jobs, notices, users } from '../../../server/database/schema'
import { noteMoneyBack } from '../../../server/requests/refunds'
import { covers } from '../../spec-coverage/covers'
import { type MailServer, startMailServer } from '../../support/services/mail-server'
import { startApi, type ApiServer, type Person, type Project } from '../api-server'
import { createProject, expected } from '../caller'
import { payOrder, placeOrder, type Order } from '../requests/orders'

type Schemas = components['schemas']

let api: ApiServer
let server: MailServer
let customer: Person
let staff: Person
let colleague: Person
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
  // Remove the staff role from the people of the previous test.
  await api.db.update(users).set({ roles: ['user'] })
  customer = await known('user', 'project_manager')
  ;[staff, colleague] = [await known('user', 'staff'), await known('staff')]
  project = await createProject(customer)
})

/** Creates a person who has a row in the database. */
async function known(...roles: string[]) {
  const person = await api.person(...roles)
  expected(await person.call('GET', '/v1/users/me'), 200)
  return person
}

async function paid(): Promise<Order> {
  const order = await placeOrder(customer, project)
  await payOrder(api, order)
  return order
}

const page = async (who: Person) => expected(await who.call<Schemas['NoticePage']>('GET', '/v1/notices'), 200)
const ofStaff = async (who: Person) => (await page(who)).notices.filter((one) => one.project_id === null)
const details = async (who: Person) => (await ofStaff(who)).map(({ detail }) => detail)
const take = async ({ id }: Order, who: Person) =>
  expected(await who.call('PUT', `/v1/staff/requests/${id}/assignment`, { json: { mine: true, from: null } }), 200)
const write = async ({ id }: Order, json: object = {}, who = customer) =>
  expected(
    await who.call<Schemas['RequestMessage']>('POST', `/v1/simulation-requests/${id}/messages`, {
      json: { id: randomUUID(), text: 'Which stackup?', ...json },
    }),
    201,
  )
const ask = async ({ id }: Order) =>
  expected(
    await staff.call<Schemas['RequestMessage']>('POST', `/v1/staff/requests/${id}/messages`, {
      json: { id: randomUUID(), text: 'Which layer?', kind: 'question' },
    }),
    201,
  )
const choose = async (who: Person, delivery: Schemas['NoticeDelivery']) =>
  expected(await who.call('PUT', '/v1/notices/settings', { json: { kind: 'request', delivery } }), 200)

test('the whole staff is told of a payment, and learns the number and the layout, also of a private project', async () => {
  covers('decisions-staff-told')
  expected(await customer.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate: true } }), 200)
  const { id } = await paid()
  const [told] = await ofStaff(staff)
  expect(told).toEqual({
    id: expect.any(String),
    kind: 'request',
    detail: 'paid',
    project_id: null,
    project_name: '',
    subject: expect.stringMatching(/^[-\da-f]{36}\.kicad_pcb \(SI-\d+\)$/),
    person: null,
    text: null,
    file_id: null,
    request_id: id,
    comment_id: null,
    created: expect.any(String),
    read: false,
  })
  expect(await details(colleague)).toEqual(['paid'])
  for (const other of [customer, await known('user', 'sysadmin')]) expect(await details(other)).toEqual([])
  expect((await page(staff)).unread).toBe(1)
  expect((await staff.call('GET', '/v1/changes?once=true&age=3600')).bytes.toString()).toContain('"notices"')
})

test('once a request is assigned, only its assignee is told of messages, answers, refunds and disputes', async () => {
  const order = await paid()
  await take(order, staff)
  await write(order)
  const question = await ask(order)
  await write(order, { text: 'Six layers', answers: question.id })
  const made = { providerId: 're_1', refundId: null, cents: 50_000, state: 'done' } as const
  await noteMoneyBack(api.db, order.checkoutId, { refunds: [made], dispute: null })
  // A repeated report changes nothing.
  for (const dispute of ['open', 'open', 'lost'] as const) {
    await noteMoneyBack(api.db, order.checkoutId, { refunds: [made], dispute })
  }
  expect((await details(staff)).toReversed()).toEqual([
    ...['paid', 'written', 'answered', 'refunded', 'disputed'],
    'dispute decided',
  ])
  expect(await details(colleague)).toEqual(['paid'])
})

test('nobody is told of what they did themselves', async () => {
  const own = await known('user', 'staff')
  const json = { project_id: project.id, email: own.email, role: 'user' }
  expected(await customer.call('POST', '/v1/users/assign-role', { json }), 200)
  const order = await paid()
  await write(order, {}, own)
  expect(await details(own)).toEqual(['paid'])
  expect(await details(staff)).toEqual(['written', 'paid'])
  await take(order, own)
  await write(order, {}, own)
  expect(await details(own)).toEqual(['paid'])
  expect(await details(staff)).toEqual(['written', 'paid'])
})

test('a person without the role is not told, and no longer sees what they were told', async () => {
  const order = await paid()
  await take(order, staff)
  // The newest token does not have the staff role.
  await api.db
    .update(users)
    .set({ roles: ['user'] })
    .where(eq(users.id, staff.id))
  await write(order)
  const stored = await api.db.select().from(notices).where(eq(notices.personId, staff.id))
  expect(stored.map(({ detail }) => detail)).toEqual(['paid'])
  // The request is still assigned to the former staff member, so all other staff are notified.
  expect(await details(colleague)).toEqual(['written', 'paid'])

  const former = await known('user')
  await api.db.update(notices).set({ personId: former.id }).where(eq(notices.personId, staff.id))
  expect(await page(former)).toMatchObject({ notices: [], unread: 0 })
})

const mailsTo = ({ email }: Person) =>
  server.mails
    .filter((mail) => mail.includes(`To: ${email}`))
    .map((mail) => mail.replace(/=\r\n/g, '').replace(/=3D/g, '='))
const mailJobs = () => api.db.select().from(jobs).where(like(jobs.kind, 'notice %'))

test('an e-mail is sent to those who want it, with a link to the page of the staff and nothing about the project', async () => {
  await choose(staff, 'email')
  await choose(colleague, 'off')
  const { id } = await paid()
  await expect.poll(() => mailsTo(staff).length).toBe(1)
  const [mail] = mailsTo(staff)
  expect(mail).toMatch(/Subject: The simulation of \S+\.kicad_pcb\s+\(SI-\d+\) was ordered and paid for/)
  expect(mail).toContain(`${api.config.publicUrl}/staff/${id}`)
  for (const secret of [project.name, project.id, customer.username, 'Project:']) expect(mail).not.toContain(secret)
  expect(await details(colleague)).toEqual([])
  expect(mailsTo(colleague)).toEqual([])
})

test('no e-mail is sent to a person who has lost the role in the meantime', async () => {
  await choose(staff, 'email')
  server.refusing = true
  await paid()
  await expect.poll(async () => (await mailJobs())[0]?.lastError ?? null).not.toBeNull()
  await api.db
    .update(users)
    .set({ roles: ['user'] })
    .where(eq(users.id, staff.id))
  server.refusing = false
  await api.db.update(jobs).set({ runAt: sql`now()` }).where(like(jobs.kind, 'notice %'))
  await notify(api.db, 'jobs')
  await expect.poll(mailJobs, { timeout: 60_000 }).toEqual([])
  expect(mailsTo(staff)).toEqual([])
})

test('what the staff were told about the orders of a person is deleted with their data', async () => {
  await paid()
  expect(await details(staff)).toEqual(['paid'])
  expected(await customer.call('POST', '/v1/users/me/deletion', { json: { username: customer.username } }), 204)
  expect(await details(staff)).toEqual([])
  expect(await api.db.$count(notices, and(isNull(notices.projectId), eq(notices.personId, colleague.id)))).toBe(0)
})

test('a question reaches those who lead the project if the person who ordered has left it', async () => {
  covers('decisions-question-reaches')
  const [orderer, member] = [await known('user'), await known('user')]
  const manager = await known('user', 'project_manager')
  for (const who of [orderer, member, manager]) {
    const json = { project_id: project.id, email: who.email, role: 'user' }
    expected(await customer.call('POST', '/v1/users/assign-role', { json }), 200)
  }
  const order = await placeOrder(orderer, project)
  await payOrder(api, order)
  /** How many questions each of these people has been notified of. */
  const told = async (...people: Person[]) =>
    Promise.all(people.map(async (who) => (await page(who)).notices.filter((one) => one.detail === 'question').length))
  const leave = async (who: Person, by: Person) => {
    const members = expected(await by.call<Schemas['Member'][]>('GET', `/v1/projects/${project.id}/members`), 200)
    const found = members.find(({ email }) => email === who.email)
    expected(await by.call('DELETE', `/v1/projects/${project.id}/members/${found?.id}`), 204)
  }
  await ask(order)
  expect(await told(orderer, customer, manager, member)).toEqual([1, 0, 0, 0])
  await leave(orderer, customer)
  await ask(order)
  expect(await told(customer, manager, member)).toEqual([1, 1, 0])

  // Nobody leads the project anymore.
  expected(await customer.call('POST', '/v1/users/me/deletion', { json: { username: customer.username } }), 204)
  await leave(manager, await known('user', 'organization_admin'))
  await ask(order)
  expect(await told(member)).toEqual([1])
})
