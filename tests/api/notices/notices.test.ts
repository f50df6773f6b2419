import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { liveEvents, notices, projects, simulationRequests } from '../../../server/database/schema'
import { deliver } from '../../../server/requests/delivery'
import { take } from '../../../server/requests/request-steps'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type Page = Schemas['NoticePage']

const LIMIT = 1000

let api: ApiServer
let person: Person
let member: Person
let memberId: string
let project: Project
let file: File
beforeAll(async () => {
  api = await startApi({ storageLimitBytes: LIMIT })
})
afterAll(() => api.stop())
beforeEach(async () => {
  ;[person, member] = [await api.person('user', 'project_manager'), await api.person('user')]
  expected(await member.call('GET', '/v1/users/me'), 200)
  project = await createProject(person)
  ;[file] = (await upload(person, project.id, { 'board.brd': 'one' })) as [File]
  memberId = await join(member)
})

const nameOf = ({ username }: Person) => `Pat ${username}`

async function join(who: Person) {
  const json = { project_id: project.id, email: who.email, role: 'user' }
  return expected(await person.call<Schemas['Member']>('POST', '/v1/users/assign-role', { json }), 200).id
}

async function begin(json: object = {}, who = person) {
  const thread = { id: randomUUID(), text: 'Look here', ...json }
  return expected(
    await who.call<Schemas['CommentThread']>('POST', `/v1/files/${file.id}/comments`, { json: thread }),
    201,
  )
}
const reply = (id: string, json: object = {}, who = member) =>
  who.call('POST', `/v1/comments/${id}/replies`, { json: { id: randomUUID(), text: 'Done', ...json } })

const page = async (who: Person, query = '') => expected(await who.call<Page>('GET', `/v1/notices${query}`), 200)
/** A person's notices, except the one about their membership. */
const told = async (who: Person) => (await page(who)).notices.filter(({ kind }) => kind !== 'membership')
const kinds = async (who: Person) => (await told(who)).map(({ kind, detail }) => detail ?? kind)
const read = (who: Person, json: object) => who.call('PUT', '/v1/notices/read', { json })
const choose = (who: Person, json: object) =>
  who.call<Schemas['NoticeSettings']>('PUT', '/v1/notices/settings', { json })

async function order(who: Person, status: 'awaiting payment' | 'paid' | 'in progress') {
  const row = { type: 'PowerAC', power_net: '+3V3', ground_net: 'GND', target_impedance: '50 mOhm', unit_price: 1000 }
  const files = { layout_file_id: file.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row] }
  const { id } = expected(await who.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  await api.db.update(simulationRequests).set({ status, paidAt: new Date() }).where(eq(simulationRequests.id, id))
  return id
}

describe('people are notified', () => {
  test('of mentions, with the beginning of the comment, but not of their own comments', async () => {
    covers('decisions-notice-list')
    const thread = await begin({ text: 'x'.repeat(300), mentions: [memberId] })
    expect(await told(member)).toEqual([
      {
        id: expect.any(String),
        kind: 'mention',
        detail: null,
        project_id: project.id,
        project_name: project.name,
        subject: 'board.brd',
        person: nameOf(person),
        text: 'x'.repeat(200),
        file_id: file.id,
        request_id: null,
        comment_id: thread.id,
        created: expect.any(String),
        read: false,
      },
    ])
    await begin({ mentions: [memberId] }, member)
    expect(await kinds(member)).toEqual(['mention'])
    expect(await told(person)).toEqual([])
  })

  test('of replies in threads that they have written in, once each, and of mentions instead', async () => {
    const third = await api.person('user')
    expected(await third.call('GET', '/v1/users/me'), 200)
    const thirdId = await join(third)
    const { id } = await begin()
    expected(await reply(id), 201)
    expected(await reply(id, {}, person), 201)
    expect(await kinds(person)).toEqual(['reply'])
    expect(await kinds(member)).toEqual(['reply'])
    expected(await reply(id, { mentions: [memberId, thirdId] }, person), 201)
    expect(await kinds(member)).toEqual(['mention', 'reply'])
    expect(await kinds(third)).toEqual(['mention'])
  })

  test('once for a repeated call, and of a mention that is added later', async () => {
    const id = randomUUID()
    await begin({ id, mentions: [memberId] })
    await begin({ id, mentions: [memberId] })
    expect(await kinds(member)).toEqual(['mention'])
    const later = await begin()
    const json = { text: 'Look there', mentions: [memberId] }
    for (let call = 0; call < 2; call++) expected(await person.call('PUT', `/v1/comments/${later.id}`, { json }), 200)
    expect(await kinds(member)).toEqual(['mention', 'mention'])
  })

  test('no longer of a deleted comment', async () => {
    const { id } = await begin({ mentions: [memberId] })
    expected(await reply(id), 201)
    expected(await person.call('DELETE', `/v1/comments/${id}`), 204)
    expect(await told(member)).toEqual([])
    expect(JSON.stringify(await page(member))).not.toContain('Look here')
  })

  test('of the steps of their request, and all members of a delivery', async () => {
    const { db, deps } = api
    const id = await order(member, 'paid')
    await take({ db, payments: deps.payments }, 'start', id)
    await deliver({ db, storage: deps.storage, usual: api.config }, id, ['tests/api/notices/delivered.txt'])
    expect(await kinds(member)).toEqual(['delivery', 'in progress'])
    expect((await told(person)).map(({ kind, subject, request_id: request }) => [kind, subject, request])).toEqual([
      ['delivery', expect.stringMatching(/^board\.brd \(SI-1\d{3}\)$/), id],
    ])
    const cancelled = await order(member, 'paid')
    await take({ db, payments: deps.payments }, 'cancel', cancelled)
    expect(await kinds(member)).toEqual(['cancelled', 'delivery', 'in progress'])
  })

  test('when the storage is 90% full, and again only after they have read it', async () => {
    await upload(person, project.id, { 'most.txt': 'x'.repeat(896) })
    expect(await told(person)).toEqual([])
    await upload(person, project.id, { 'rest.txt': 'x' })
    for (const who of [person, member]) expect(await kinds(who)).toEqual(['quota'])
    await upload(person, project.id, { 'more.txt': 'x' })
    expect(await kinds(member)).toEqual(['quota'])
    for (const name of ['rest.txt', 'more.txt']) {
      const listed = expected(await person.call<File[]>('GET', `/v1/projects/${project.id}/files`), 200)
      const found = listed.find((one) => one.name === name)
      expected(await person.call('DELETE', `/v1/files/${found?.id}`), 204)
    }
    expected(await read(person, { until: new Date().toISOString() }), 204)
    await upload(person, project.id, { 'again.txt': 'x'.repeat(50) })
    expect(await kinds(person)).toEqual(['quota', 'quota'])
    expect(await kinds(member)).toEqual(['quota'])
  })

  test('when another project is nearly full too, although they have not read about the first one', async () => {
    const other = await createProject(person)
    for (const { id } of [project, other]) await upload(person, id, { 'most.txt': 'x'.repeat(950) })
    expect((await told(person)).map(({ kind, project_id: id }) => [kind, id])).toEqual([
      ['quota', other.id],
      ['quota', project.id],
    ])
  })

  test('when they are added and removed, although they can no longer see the project', async () => {
    await begin({ mentions: [memberId] })
    expected(await person.call('DELETE', `/v1/projects/${project.id}/members/${memberId}`), 204)
    const { notices: listed, unread } = await page(member)
    expect(listed.map(({ kind, detail, person: by }) => [kind, detail, by])).toEqual([
      ['membership', 'removed', nameOf(person)],
    ])
    expect(unread).toBe(1)
    await join(member)
    expect((await page(member)).notices.map(({ detail }) => detail)).toEqual(['added', 'removed', null, 'added'])
  })
})

describe('the list', () => {
  test('has pages, and counts unread notices up to 100', async () => {
    const about = { projectId: project.id, projectName: project.name, kind: 'quota', subject: '' } as const
    await api.db.insert(notices).values(Array.from({ length: 105 }, () => ({ ...about, personId: person.id })))
    const first = await page(person, '?limit=100')
    expect([first.notices.length, first.unread]).toEqual([100, 100])
    const second = await page(person, `?limit=100&cursor=${first.next}`)
    expect([second.notices.length, second.next]).toEqual([5, null])
    const ids = [...first.notices, ...second.notices].map(({ id }) => id)
    expect(new Set(ids).size).toBe(105)
    expect((await person.call('GET', '/v1/notices?limit=101')).status).toBe(400)
  })

  test('is read one by one or up to a time, and only by its owner', async () => {
    covers('decisions-notice-read')
    await begin({ mentions: [memberId] })
    await begin({ mentions: [memberId] })
    const [newest, older] = await told(member)
    expected(await read(person, { ids: [newest?.id, older?.id] }), 204)
    expect((await page(member)).unread).toBe(3)
    expected(await read(member, { ids: [newest?.id, randomUUID()] }), 204)
    expect((await told(member)).map((one) => one.read)).toEqual([true, false])
    expected(await read(member, { until: older?.created }), 204)
    expect((await page(member)).unread).toBe(0)
    for (const json of [
      {},
      { ids: [] },
      { ids: ['x'] },
      { until: 'now' },
      { ids: [newest?.id], until: older?.created },
    ]) {
      expect((await read(member, json)).status).toBe(400)
    }
  })

  test('does not show a project that was deleted', async () => {
    await begin({ mentions: [memberId] })
    expected(await person.call('DELETE', `/v1/projects/${project.id}`), 204)
    expect(await page(member)).toEqual({ notices: [], next: null, unread: 0 })
    await api.db.delete(projects).where(eq(projects.id, project.id))
    expect(await api.db.$count(notices, eq(notices.projectId, project.id))).toBe(0)
  })

  test('notifies the open pages of its owner, and nobody else', async () => {
    const events = () => api.db.select().from(liveEvents).where(eq(liveEvents.projectId, project.id))
    await begin({ mentions: [memberId] })
    expected(await read(member, { until: new Date().toISOString() }), 204)
    const personal = (await events()).filter(({ kind }) => kind === 'notices')
    // One event each for the membership, the mention, and the marking as read.
    expect(personal.map((event) => event.person)).toEqual([member.id, member.id, member.id])
    const changes = async (who: Person) => {
      const stream = await who.call('GET', '/v1/changes?once=true&age=60')
      return stream.bytes.toString().includes('"notices"')
    }
    expect([await changes(member), await changes(person)]).toEqual([true, false])
  })
})

describe('the settings', () => {
  test('are kept by kind, and apply to later notices', async () => {
    covers('decisions-notice-settings', 'decisions-notice-settings-change')
    const before = expected(await member.call<Schemas['NoticeSettings']>('GET', '/v1/notices/settings'), 200)
    expect(before).toEqual({
      deliveries: {
        mention: 'email',
        reply: 'email',
        delivery: 'email',
        request: 'header',
        message: 'email',
        quota: 'email',
        membership: 'email',
        invitation: 'email',
      },
      email: null,
    })
    expected(await choose(member, { kind: 'mention', delivery: 'off' }), 200)
    expected(await choose(member, { kind: 'reply', delivery: 'digest' }), 200)
    const { deliveries } = expected(await choose(member, { kind: 'reply', delivery: 'header' }), 200)
    expect(deliveries).toEqual({ ...before.deliveries, mention: 'off', reply: 'header' })
    await begin({ mentions: [memberId] })
    expect(await told(member)).toEqual([])
    expected(await choose(member, { kind: 'mention', delivery: 'header' }), 200)
    await begin({ mentions: [memberId] })
    expect(await kinds(member)).toEqual(['mention'])
    expect(expected(await person.call<Schemas['NoticeSettings']>('GET', '/v1/notices/settings'), 200)).toEqual(before)
  })

  test.each([{}, { kind: 'mention' }, { kind: 'mention', delivery: 'sms' }, { kind: 'moon', delivery: 'off' }])(
    '%o is refused',
    async (json) => {
      expect((await choose(member, json)).status).toBe(400)
    },
  )
})
