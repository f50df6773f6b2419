/** The export of a person's data, and what remains of the data after its deletion. */
import { and, eq, inArray, like, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { authorIn } from '../../../server/database/author'
import type { Db } from '../../../server/database/database'
import {
  activity,
  comments,
  contactMessages,
  files,
  identityAccounts,
  jobs,
  liveEvents,
  projects,
  sandboxCheckouts,
  simulationRequests,
  users,
} from '../../../server/database/schema'
import { deletePerson } from '../../../server/people/deletion'
import { personExport } from '../../../server/people/export'
import { take } from '../../../server/requests/request-steps'
import { messageRetention } from '../../../server/site/message-retention'
import type { PaymentProvider } from '../../../server/payments/provider'
import { createSandbox, signedEvent } from '../../../server/payments/sandbox'
import { createPaymentPages } from '../../../server/requests/payment-pages'
import { startApi, type ApiServer, type File, type Person, type Project } from '../api-server'
import { makeAtOnce } from '../at-once'
import { caller, createProject, expected, listAll, tusHeaders, upload } from '../caller'
import { unzip } from '../transfers/unzip'
import { covers } from '../../spec-coverage/covers'

type Schemas = components['schemas']

let api: ApiServer
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

/** Creates a person who has a row in the database. */
async function newPerson(): Promise<Person> {
  const person = await api.person('user', 'project_manager')
  expected(await person.call('GET', '/v1/users/me'), 200)
  return person
}

/** Signs a person in again. */
async function signInAgain(person: Person, times: { auth_time?: number } = {}): Promise<Person> {
  const claims = { sub: person.id, preferred_username: person.username, email: person.email, ...times }
  const token = await api.issuer.token({ ...claims, realm_access: { roles: ['user'] } })
  return { ...person, ...caller(person.base, token) }
}

async function invite(host: Person, project: Project, guest: Person) {
  const json = { project_id: project.id, email: guest.email, role: 'user' }
  expected(await host.call('POST', '/v1/users/assign-role', { json }), 200)
}

async function order(who: Person, project: Project, layout: File) {
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const inputs = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...inputs, total: 1000, si: [], pi: [row] }
  return expected(await who.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
}

async function pay({ url }: Schemas['Checkout']) {
  const { body, headers } = await signedEvent(api.db, url.split('/').at(-1) ?? '', 'paid')
  const answer = await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers })
  expect(answer.status).toBe(204)
}

const leave = (who: Person, options: object = {}) =>
  who.call('POST', '/v1/users/me/deletion', { json: { username: who.username, ...options } })

const ofPerson = ({ id }: Person) => eq(sql`${jobs.payload} ->> 'personId'`, id)

/** Moves the person's deletion a day into the past. The job that waits for the end of that day becomes due now. */
async function aDayPasses(person: Person) {
  const isOwn = eq(users.id, person.id)
  await api.db
    .update(users)
    .set({ deletedAt: sql`${users.deletedAt} - interval '24 hours'` })
    .where(isOwn)
  await api.db.update(jobs).set({ runAt: sql`now()` }).where(ofPerson(person))
}

/**
 * Returns all rows of all tables as one string, except for the counts of rate limits, and the person's own row with the
 * job that deletes it a day later.
 */
async function everything(except: Person): Promise<string> {
  const { rows: tables } = (await api.db.execute(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )) as { rows: { name: string }[] }
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = (await api.db.execute(sql`select to_jsonb(t)::text as line from ${sql.identifier(name)} t`)) as {
      rows: { line: string }[]
    }
    texts.push(...rows.map(({ line }) => `${name} ${line}`))
  }
  const isOwnRow = (line: string) =>
    line.includes(except.id) && (line.startsWith('users ') || line.includes('"delete person"'))
  return texts.filter((line) => !isOwnRow(line) && !line.startsWith('rate_counts ')).join('\n')
}

describe('the export', () => {
  test('contains everything about the caller and nothing about others', async () => {
    covers('decisions-person-export')
    const person = await newPerson()
    const other = await newPerson()
    const project = await createProject(person, 'Camera board')
    const foreign = await createProject(other, 'Secret board')
    const [board] = (await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
    await upload(other, foreign.id, { 'secret.kicad_pcb': '(kicad_pcb)' })
    const { id } = await order(person, project, board)
    const comment = { id: crypto.randomUUID(), text: 'Is this net long enough?' }
    expected(await person.call('POST', `/v1/files/${board.id}/comments`, { json: comment }), 201)
    expected(await person.call('POST', `/v1/files/${board.id}/share`, { json: {} }), 201)
    const draft = { stamp: crypto.randomUUID(), sent_as: null, content: { purchaseOrder: 'PO 7' } }
    expected(await person.call('PUT', `/v1/projects/${project.id}/request-draft`, { json: draft }), 204)

    const answer = await person.call('GET', '/v1/users/me/export')
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/zip',
      'attachment; filename="my-data.zip"',
    ])
    const entries = unzip(answer.bytes)
    const read = (name: string) => JSON.parse(entries[`${name}.json`] ?? '') as unknown
    expect(Object.keys(entries)).toEqual(
      [
        'account',
        'sign-in',
        'projects',
        'files',
        'share-links',
        'invitations',
        'comments',
        'seen-files',
        'notices',
        'requests',
        'request-messages',
        'contact-answers',
        'request-drafts',
        'billing-details',
        'activity',
      ].map((n) => `${n}.json`),
    )
    expect(read('account')).toMatchObject([{ id: person.id, username: person.username, email: person.email }])
    expect(read('projects')).toMatchObject([{ id: project.id, name: 'Camera board', isCreator: true }])
    expect(read('files')).toMatchObject([{ name: 'board.kicad_pcb', sha256: board.sha256, projectId: project.id }])
    expect(read('share-links')).toMatchObject([{ fileId: board.id }])
    expect(read('comments')).toMatchObject([{ text: comment.text }])
    expect(read('request-drafts')).toMatchObject([{ projectId: project.id, content: draft.content }])
    expect(read('requests')).toMatchObject([{ id, total: 1000, status: 'awaiting payment' }])
    for (const text of Object.values(entries))
      for (const secret of [other.id, other.username, 'secret.kicad_pcb', 'Secret board', 'tokenHash', 'orderHash'])
        expect(text).not.toContain(secret)
  })

  test('contains contact messages only if an operator asks for them', async () => {
    const person = await newPerson()
    await api.db
      .insert(contactMessages)
      .values({ name: 'Pat', email: person.email.toUpperCase(), message: 'Please call me' })
    expect(Object.keys(unzip((await person.call('GET', '/v1/users/me/export')).bytes))).not.toContain('messages.json')
    const chunks: Buffer[] = []
    for await (const chunk of personExport(api.db, person.id, { messages: true })) chunks.push(chunk as Buffer)
    expect(JSON.parse(unzip(Buffer.concat(chunks))['messages.json'] ?? '')).toMatchObject([
      { message: 'Please call me' },
    ])
  })

  test('is limited per minute', async () => {
    const person = await newPerson()
    for (let call = 0; call < 5; call++) expect((await person.call('GET', '/v1/users/me/export')).status).toBe(200)
    expect((await person.call('GET', '/v1/users/me/export')).status).toBe(429)
  })
})

describe('the deletion', () => {
  test('requires the user’s own username, and changes nothing without it', async () => {
    const person = await newPerson()
    const project = await createProject(person)
    const refused = await person.call('POST', '/v1/users/me/deletion', { json: { username: 'someone' } })
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ field: 'username' }]])
    expect((await listAll<Project>(person, '/v1/projects')).map(({ id }) => id)).toEqual([project.id])
  })

  test.skipIf(!process.env['TEST_DATABASE_URL'])(
    'includes what a call of the person is writing at that moment in a project that contains nothing else of theirs',
    async () => {
      const person = await newPerson()
      const other = await newPerson()
      const project = await createProject(other)
      const [file] = (await upload(other, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
      const about = { id: crypto.randomUUID(), projectId: project.id, documentId: file.id }
      const hold = (tx: Db) => tx.insert(comments).values({ ...about, text: 'Late', author: person.id, mentions: [] })
      const options = { config: api.config, removeFiles: false, byOperator: false }
      const leaveNow = async () => {
        await deletePerson(api.db, person.id, options)
        return { status: 204 }
      }
      expect(await makeAtOnce(api.db, { hold }, [leaveNow])).toEqual([204])
      expect(await everything(person)).not.toContain(person.id)
    },
  )

  test.each([
    ['another member', 200],
    ['themself', 401],
  ])('includes the activity about an order whose payment page is being opened by %s', async (_, status) => {
    const [person, host] = [await newPerson(), await newPerson()]
    const { id: payerId, email } = status === 401 ? person : host
    const payer = { id: payerId, email, fullname: 'Pat', signedInAt: new Date() }
    // The deletion ends while the payment provider opens the page.
    const provider = createSandbox({ config: api.config, db: api.db })
    const payments: PaymentProvider = {
      ...provider,
      async open(...order) {
        const opened = await provider.open(...order)
        expect((await leave(person)).status).toBe(204)
        return opened
      },
    }
    const project = await createProject(host)
    await invite(host, project, person)
    const [board] = (await upload(person, project.id, { 'board.kicad_pcb': '(kicad_pcb)' })) as [File]
    const { id } = await order(person, project, board)
    const isOrder = eq(simulationRequests.id, id)
    const draft = { status: 'draft', checkoutId: null } as const
    const [row] = await api.db.update(simulationRequests).set(draft).where(isOrder).returning()
    if (!row) throw new Error('There is no order.')
    const open = async () => {
      const pages = createPaymentPages({ db: api.db, config: api.config, payments })
      return pages.openFor({ order: row, page: null }, payer, Fastify().log).then(
        () => ({ status: 200 }),
        (error: unknown) => error,
      )
    }
    expect(await open()).toMatchObject({ status })
    const entries = await api.db.select().from(activity).where(eq(activity.requestId, id))
    const entry = { kind: 'request ordered', personName: 'Deleted user' }
    // Nobody can reach the payment page of a failed call, so it is closed.
    expect(entries).toMatchObject(status === 200 ? [entry, entry] : [entry])
    const isOpen = and(sql`${sandboxCheckouts.order} ->> 'requestId' = ${id}`, eq(sandboxCheckouts.state, 'open'))
    expect(await api.db.$count(sandboxCheckouts, isOpen)).toBe(status === 200 ? 1 : 0)
    expect(await everything(person)).not.toContain(person.id)
  })

  test('of two people at once, about each of whom the other is recorded, succeeds', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const project = await createProject(await newPerson())
    const about = (by: Person, member: Person) => ({
      ...{ projectId: project.id, kind: 'member added' as const },
      ...{ subject: member.username, memberId: member.id, personId: by.id, personName: by.username },
    })
    // Another transaction locks the last two rows, so that both deletions have begun before either can end.
    const third = await newPerson()
    const rows = await api.db
      .insert(activity)
      .values([about(one, other), about(other, one), about(third, other), about(third, one)])
      .returning({ id: activity.id })
    const held = rows.slice(2).map(({ id }) => id)
    const hold = (tx: Db) => tx.select().from(activity).where(inArray(activity.id, held)).for('update')
    const event = { kind: 'notices', subject: project.id, projectId: project.id, open: false, position: 0 } as const
    await api.db.insert(liveEvents).values([
      { ...event, transaction: 1, person: one.id, author: authorIn(other.id, 'tab') },
      { ...event, transaction: 1, person: other.id, author: authorIn(one.id, 'tab') },
    ])
    const calls = [one, other].map((person) => () => leave(person))
    expect(await makeAtOnce(api.db, { hold }, calls)).toEqual([204, 204])
    for (const person of [one, other]) expect(await everything(person)).not.toContain(person.id)
  })

  test('leaves no trace of the person, but keeps the work of others', async () => {
    covers('decisions-person-deletion')
    const person = await newPerson()
    const colleague = await newPerson()
    const own = await createProject(person, 'Own board')
    const shared = await createProject(person, 'Shared board')
    await invite(person, shared, colleague)
    await invite(colleague, await createProject(colleague, 'Foreign board'), person)
    const [gone] = (await upload(person, own.id, { 'own.kicad_pcb': '(kicad_pcb)' })) as [File]
    const [kept] = (await upload(person, shared.id, { 'shared.kicad_pcb': '(kicad_pcb)' })) as [File]
    expected(await person.call('POST', `/v1/files/${kept.id}/share`, { json: {} }), 201)
    const metadata = { filename: 'half.brd', uid: person.id, uname: person.username }
    const begun = await person.call('POST', `/v1/projects/${shared.id}/uploads`, { headers: tusHeaders(100, metadata) })
    expect(begun.status).toBe(201)

    expect((await leave(person)).status).toBe(204)
    const left = await everything(person)
    for (const trace of [person.id, person.username, person.email, 'own.kicad_pcb', 'Own board'])
      expect(left).not.toContain(trace)
    expect((await listAll<File>(colleague, `/v1/projects/${shared.id}/files`)).map(({ name }) => name)).toEqual([
      'shared.kicad_pcb',
    ])
    expect((await colleague.call('GET', `/v1/files/${kept.id}/download`)).bytes.toString()).toBe('(kicad_pcb)')
    const project = (await listAll<Project>(colleague, '/v1/projects')).find(({ id }) => id === shared.id)
    expect(project).toMatchObject({ name: 'Shared board', created_by_name: 'Deleted user' })
    // The content of the person's own project is deleted, too.
    const waiting = () => api.db.$count(jobs, eq(jobs.kind, 'delete content'))
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
    expect(await api.storedFiles()).not.toContain(gone.id)
  })

  test('removes the person from entries about members, but not somebody else with the same name', async () => {
    const host = await newPerson()
    const [person, namesake] = [await newPerson(), await newPerson()]
    await api.db
      .update(users)
      .set({ fullname: 'Sam Poe' })
      .where(inArray(users.id, [person.id, namesake.id]))
    const project = await createProject(host)
    await invite(host, project, person)
    await invite(host, project, namesake)
    // As written by an earlier version.
    const old = { kind: 'member removed', subject: 'Sam Poe', personId: host.id, personName: 'Pat' } as const
    await api.db.insert(activity).values({ ...old, projectId: project.id })

    await deletePerson(api.db, person.id, { config: api.config, removeFiles: false, byOperator: false })
    const entries = await api.db
      .select({ kind: activity.kind, subject: activity.subject })
      .from(activity)
      .where(and(eq(activity.projectId, project.id), like(activity.kind, 'member %')))
      .orderBy(activity.at)
    expect(entries).toEqual([
      { kind: 'member added', subject: 'Deleted user' },
      { kind: 'member added', subject: 'Sam Poe' },
      { kind: 'member removed', subject: 'Deleted user' },
    ])
    expect(await everything(person)).not.toContain(person.id)
  })

  test('keeps paid work without names, with the file it needs', async () => {
    const person = await newPerson()
    const project = await createProject(person, 'Radar board')
    const [board, notes] = (await upload(person, project.id, {
      'radar.kicad_pcb': '(kicad_pcb)',
      'notes.txt': 'for me',
    })) as [File, File]
    const paid = await order(person, project, board)
    await pay(paid)

    expect((await leave(person)).status).toBe(204)
    const left = await everything(person)
    for (const trace of [person.id, person.username, person.email, 'radar.kicad_pcb', 'Radar board', 'notes.txt'])
      expect(left).not.toContain(trace)
    const [request] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, paid.id))
    expect(request).toMatchObject({
      ...{ status: 'paid', total: 1000, createdByName: 'Deleted user' },
      layout: { id: board.id, name: 'Deleted file', sha256: board.sha256 },
    })
    const rows = await api.db.select().from(files).where(eq(files.projectId, project.id))
    expect(rows.map(({ id, name, hiddenAt }) => [id, name, hiddenAt !== null])).toEqual([
      [board.id, 'Deleted file', true],
    ])
    expect(rows.some(({ id }) => id === notes.id)).toBe(false)
    const content = await api.deps.storage.get(board.id)
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString()).toBe('(kicad_pcb)')
    // The operator can still work on the paid request.
    const desk = { db: api.db, payments: api.deps.payments }
    expect(await take(desk, 'start', paid.id)).toMatchObject({ status: 'in progress' })
  })

  test('with its files is refused while work is open, and complete when none is', async () => {
    const person = await newPerson()
    const project = await createProject(person, 'Modem board')
    const [board] = (await upload(person, project.id, { 'modem.kicad_pcb': '(kicad_pcb)' })) as [File]
    const paid = await order(person, project, board)
    const expectRefused = async () => {
      const refused = await leave(person, { remove_files: true })
      expect([refused.status, refused.body.message]).toEqual([
        409,
        expect.stringContaining('Nothing was deleted: a simulation request is unpaid or in progress'),
      ])
    }
    await expectRefused()
    await pay(paid)
    await expectRefused()
    expect((await listAll<Project>(person, '/v1/projects')).map(({ name }) => name)).toEqual(['Modem board'])

    await api.db
      .update(simulationRequests)
      .set({ status: 'delivered', deliveredAt: new Date() })
      .where(eq(simulationRequests.id, paid.id))
    expect((await leave(person, { remove_files: true })).status).toBe(204)
    expect(await api.db.$count(projects, eq(projects.id, project.id))).toBe(0)
    expect(await api.db.$count(files, eq(files.projectId, project.id))).toBe(0)
    const [request] = await api.db.select().from(simulationRequests).where(eq(simulationRequests.id, paid.id))
    expect(request).toMatchObject({
      status: 'delivered',
      createdByName: 'Deleted user',
      layout: { name: 'Deleted file' },
    })
    const checkouts = await api.db
      .select()
      .from(sandboxCheckouts)
      .where(eq(sql`${sandboxCheckouts.order} ->> 'requestId'`, paid.id))
    expect(checkouts).toMatchObject([{ order: { email: null, title: 'Simulation', total: 1000 } }])
  })

  test('refuses tokens from before it on every node, and ends open streams', async () => {
    covers('decisions-person-deletion-tokens')
    const person = await newPerson()
    const twin = await api.twin()
    onTestFinished(() => twin.stop())
    const elsewhere = twin.of(person)
    const stream = await fetch(`${elsewhere.base}/v1/changes`, { headers: person.authorization })
    const reader = stream.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)

    expect((await leave(person)).status).toBe(204)
    for (let read = await reader?.read(); !read?.done; ) read = await reader?.read()
    for (const old of [person, elsewhere]) {
      const refused = await old.call('GET', '/v1/projects')
      expect([refused.status, refused.body.message, refused.headers.get('www-authenticate')]).toEqual([
        401,
        'Your data was deleted. Sign in again to start over.',
        'Bearer error="invalid_token", error_description="data deleted"',
      ])
    }
    expect(await everything(person)).not.toContain(person.username)
    const [row] = await api.db.select().from(users).where(eq(users.id, person.id))
    expect(row).toMatchObject({ username: '', email: '' })

    // After a new sign-in, an old token is still refused.
    const back = await signInAgain(person)
    expected(await back.call('GET', '/v1/users/me'), 200)
    expect((await person.call('GET', '/v1/users/me')).status).toBe(401)
    expected(await back.call('GET', '/v1/users/me'), 200)
  })

  test('refuses a token issued after it for an earlier sign-in at the provider', async () => {
    covers('decisions-person-deletion-tokens')
    const person = await newPerson()
    const before = Math.floor(Date.now() / 1000)
    expect((await leave(person)).status).toBe(204)
    const stillSignedIn = await signInAgain(person, { auth_time: before })
    expect((await stillSignedIn.call('GET', '/v1/projects')).status).toBe(401)
    const back = await signInAgain(person, { auth_time: Math.floor(Date.now() / 1000) })
    expected(await back.call('GET', '/v1/projects'), 200)
  })

  test('a second time within a day, protects for another day', async () => {
    const person = await newPerson()
    expect((await leave(person)).status).toBe(204)
    const back = await signInAgain(person)
    expected(await back.call('GET', '/v1/users/me'), 200)
    expect((await leave(back)).status).toBe(204)
    const [first] = await api.db.select().from(jobs).where(ofPerson(person)).orderBy(jobs.created)
    const isFirst = eq(jobs.id, first?.id ?? '')
    await api.db.update(jobs).set({ runAt: sql`now()` }).where(isFirst)
    await expect.poll(() => api.db.$count(jobs, isFirst), { timeout: 30_000 }).toBe(0)
    expect((await back.call('GET', '/v1/users/me')).status).toBe(401)
    await aDayPasses(person)
    await expect.poll(() => api.db.$count(users, eq(users.id, person.id)), { timeout: 30_000 }).toBe(0)
  })

  test('lets the person come back as somebody new, whose row is not deleted later', async () => {
    const former = await newPerson()
    // Tokens state the time in whole seconds. The deletion happens early in a second, so that a sign-in in the same
    // second would be possible.
    await expect.poll(() => Date.now() % 1000, { interval: 10 }).toBeLessThan(200)
    expect((await leave(former)).status).toBe(204)
    const person = await signInAgain(former)
    const project = await createProject(person, 'New start')
    await aDayPasses(person)
    await expect.poll(() => api.db.$count(jobs, ofPerson(person)), { timeout: 30_000 }).toBe(0)
    const [row] = await api.db.select().from(users).where(eq(users.id, person.id))
    expect(row).toMatchObject({ username: person.username, deletedAt: null })
    expect((await listAll<Project>(person, '/v1/projects')).map(({ id }) => id)).toEqual([project.id])
  })

  test.each([false, true])(
    'deletes the account at the embedded provider if an operator makes it: %s',
    async (byOperator) => {
      const person = await newPerson()
      const names = { firstName: 'Pat', lastName: 'Doe', passwordHash: 'hash' }
      await api.db.insert(identityAccounts).values({ sub: person.id, email: person.email, isConfirmed: true, ...names })
      await deletePerson(api.db, person.id, { config: api.config, removeFiles: false, byOperator })
      expect(await api.db.$count(identityAccounts, eq(identityAccounts.sub, person.id))).toBe(byOperator ? 0 : 1)
    },
  )

  test('deletes the row of the person a day later', async () => {
    const person = await newPerson()
    await deletePerson(api.db, person.id, { config: api.config, removeFiles: false, byOperator: false })
    const [job] = await api.db.select().from(jobs).where(ofPerson(person))
    expect((job?.runAt.getTime() ?? 0) - (job?.created.getTime() ?? 0)).toBe(24 * 60 * 60 * 1000)
    await aDayPasses(person)
    await expect.poll(() => api.db.$count(users, eq(users.id, person.id)), { timeout: 30_000 }).toBe(0)
  })
})

test('contact messages are deleted when their retention ends', async () => {
  const months = (count: number) => sql`now() - make_interval(months => ${count}::int)`
  await api.db.insert(contactMessages).values([
    { name: 'Old', email: 'old@example.com', message: 'old', received: months(25) },
    { name: 'Young', email: 'young@example.com', message: 'young', received: months(23) },
  ])
  const context = { signal: new AbortController().signal, log: Fastify().log }
  await messageRetention({ db: api.db, config: api.config }).run({}, context)
  const rows = await api.db.select().from(contactMessages)
  const names = rows.map(({ name }) => name)
  expect(names).toContain('Young')
  expect(names).not.toContain('Old')
})
