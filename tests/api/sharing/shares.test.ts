import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { fileShares, projects } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { type ApiServer, type Person, startApi } from '../api-server'
import { createProject, expected, upload } from '../caller'

type Schemas = components['schemas']
type Share = Schemas['Share']

const content = '0123456789'
let api: ApiServer
let person: Person
let project: Schemas['Project']
let file: Schemas['File']

beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
})
afterAll(() => api.stop())

beforeEach(async () => {
  project = await createProject(person)
  const [made] = await upload(person, project.id, { 'board.kicad_pcb': content })
  if (!made) throw new Error('There is no file.')
  file = made
})

const share = async (json: object = {}) =>
  expected(await person.call<Share>('POST', `/v1/files/${file.id}/share`, { json }), 201)
const tokenOf = ({ url }: Share) => url.split('/').at(-1) ?? ''
const open = (link: Share, headers: Record<string, string> = {}) =>
  api.anonymous.call('GET', `/v1/shares/${tokenOf(link)}/download`, { headers })
const unlock = (link: Share, password: string) =>
  api.anonymous.call('POST', `/v1/shares/${tokenOf(link)}/download`, { json: { password } })
const list = async () => expected(await person.call<Schemas['ShareEntry'][]>('GET', `/v1/files/${file.id}/share`), 200)
const expire = ({ id }: Share) =>
  api.db
    .update(fileShares)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(fileShares.id, id))

describe('a share link', () => {
  test('lets anyone download its file, with ranges', async () => {
    covers('7-share', 'decisions-shared-download')
    const link = await share()
    expect(link.url.startsWith(`${api.config.publicUrl}/share/`)).toBe(true)
    expect((await open(link)).bytes.toString()).toBe(content)
    expect((await open(link, { range: 'bytes=0-3' })).bytes.toString()).toBe('0123')
    const days = (Date.parse(link.expires_at) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 2)
  })

  test('is stored only as a hash, and so is its password', async () => {
    const link = await share({ password: 'correct horse' })
    const [row] = await api.db.select().from(fileShares).where(eq(fileShares.id, link.id))
    expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect(row?.passwordHash).toMatch(/^[0-9a-f]{32} [0-9a-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(tokenOf(link))
    expect(JSON.stringify(row)).not.toContain('correct horse')
  })

  test('with a password can only be opened with it', async () => {
    covers('decisions-shared-unlock')
    const link = await share({ password: 'correct horse' })
    const without = await open(link)
    expect([without.status, without.body.message]).toEqual([401, expect.stringMatching(/requires a password/)])
    const wrong = await unlock(link, 'wrong horse')
    expect([wrong.status, wrong.body.message]).toEqual([403, expect.stringMatching(/password is wrong/)])
    expect((await unlock(link, 'correct horse')).bytes.toString()).toBe(content)
    const open2 = await share()
    expect((await unlock(open2, 'anything')).bytes.toString()).toBe(content)
  })

  test('is listed without its URL until it expires', async () => {
    covers('decisions-shared-list')
    const first = await share({ expires_in_days: 3 })
    const second = await share({ password: 'correct horse' })
    expect(await list()).toEqual([
      expect.objectContaining({ id: second.id, has_password: true, expires_at: second.expires_at }),
      expect.objectContaining({ id: first.id, has_password: false, expires_at: first.expires_at }),
    ])
    expect(JSON.stringify(await list())).not.toContain(tokenOf(first))
    await expire(first)
    expect((await list()).map(({ id }) => id)).toEqual([second.id])
  })

  test('stops working when it is revoked', async () => {
    covers('6-share-calls', '7-revoke-share')
    const link = await share()
    expected(await person.call('DELETE', `/v1/files/${file.id}/share/${link.id}`), 204)
    expect((await open(link)).status).toBe(404)
    expect((await unlock(link, 'x')).status).toBe(404)
    expect((await person.call('DELETE', `/v1/files/${file.id}/share/${link.id}`)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test('cannot be revoked or listed through another file', async () => {
    const link = await share()
    const [other] = await upload(person, project.id, { 'other.txt': 'x' })
    expect((await person.call('DELETE', `/v1/files/${other?.id}/share/${link.id}`)).status).toBe(404)
    expect((await person.call('GET', `/v1/files/${other?.id}/share`)).body).toEqual([])
    expect((await open(link)).status).toBe(200)
  })

  test('can be created again once one of the hundred links of a file has expired', async () => {
    const first = await share()
    const rows = Array.from({ length: 99 }, (_, at) => ({
      ...{ fileId: file.id, createdBy: person.id, passwordHash: null },
      ...{ tokenHash: at.toString(16).padStart(64, '0'), expiresAt: new Date(Date.now() + 86_400_000) },
    }))
    await api.db.insert(fileShares).values(rows)
    const refused = await person.call('POST', `/v1/files/${file.id}/share`, { json: {} })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'A file can have at most 100 links. Revoke one that is no longer needed, then try again.',
    ])
    await expire(first)
    const next = await share()
    expect((await open(next)).bytes.toString()).toBe(content)
  })

  test('expires', async () => {
    const link = await share({ expires_in_days: 1, password: 'correct horse' })
    await expire(link)
    for (const answer of [await open(link), await unlock(link, 'correct horse')]) {
      expect([answer.status, answer.body.message]).toEqual([404, expect.stringMatching(/^This link has expired/)])
    }
  })

  test('stops working for good when the project becomes private', async () => {
    const link = await share()
    const setPrivate = async (isPrivate: boolean) =>
      expected(await person.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate } }), 200)
    await setPrivate(true)
    expect((await open(link)).status).toBe(404)
    await setPrivate(false)
    expect((await open(link)).status).toBe(404)
    expect(await list()).toEqual([])
    expect((await open(await share())).status).toBe(200)
  })

  test('stays valid when the project is saved and stays public', async () => {
    const link = await share()
    const json = { name: `${project.name} again`, isPrivate: false }
    expected(await person.call('PUT', `/v1/projects/${project.id}`, { json }), 200)
    expect((await open(link)).status).toBe(200)
  })

  test('stays valid if making the project private is rejected', async () => {
    const link = await share()
    const stale = { json: { isPrivate: true }, headers: { 'if-match': '"9"' } }
    expect((await person.call('PUT', `/v1/projects/${project.id}`, stale)).status).toBe(412)
    expect((await open(link)).status).toBe(200)
  })

  test('that is left over in a private project does not work', async () => {
    const link = await share()
    await api.db.update(projects).set({ isPrivate: true }).where(eq(projects.id, project.id))
    expect((await open(link)).status).toBe(404)
  })

  test('created while the project becomes private does not work afterwards', async () => {
    const json = { isPrivate: true }
    const [made] = await Promise.all([
      person.call<Share>('POST', `/v1/files/${file.id}/share`, { json: {} }),
      person.call('PUT', `/v1/projects/${project.id}`, { json }),
    ])
    expect([201, 403, 409]).toContain(made.status)
    expected(await person.call('PUT', `/v1/projects/${project.id}`, { json: { isPrivate: false } }), 200)
    expect(await list()).toEqual([])
  })

  test.each([
    [{ expires_in_days: 0 }, 'expires_in_days'],
    [{ expires_in_days: 91 }, 'expires_in_days'],
    [{ expires_in_days: 1.5 }, 'expires_in_days'],
    [{ expires_in_days: 'x' }, 'expires_in_days'],
    [{ password: 'short' }, 'password'],
    [{ password: 'x'.repeat(201) }, 'password'],
  ])('is not created with %j', async (json, field) => {
    const answer = await person.call('POST', `/v1/files/${file.id}/share`, { json })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
  })
})

describe('the page of a link', () => {
  const page = (link: Share, init?: RequestInit) =>
    fetch(`${api.anonymous.base.replace(/\/api$/, '')}/share/${tokenOf(link)}`, init)
  const send = (link: Share, password: string, headers: Record<string, string> = {}) =>
    page(link, { method: 'POST', body: new URLSearchParams({ password }), headers })

  test('shows the file without executing its content, and downloads it', async () => {
    const link = await share()
    const answer = await page(link)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    expect(text).toContain('board.kicad_pcb')
    expect(text).not.toContain('type="password"')
    const download = await page(link, { method: 'POST' })
    expect(download.headers.get('content-disposition')).toContain('attachment')
    expect(await download.text()).toBe(content)
  })

  test('asks for the password, and reports a wrong one', async () => {
    const link = await share({ password: 'correct horse' })
    expect(await (await page(link)).text()).toContain('type="password"')
    const wrong = await send(link, 'wrong horse')
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining('The password is wrong')])
    expect((await page(link, { method: 'POST' })).status).toBe(403)
    expect(await (await send(link, 'correct horse')).text()).toBe(content)
  })

  test('shows an error when the link has expired', async () => {
    const link = await share()
    await expire(link)
    const answer = await page(link)
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('This link no longer works')])
    expect((await send(link, '')).status).toBe(404)
  })

  test('rejects posts from other sites, and limits password attempts', async () => {
    const link = await share({ password: 'correct horse' })
    // A separate IP address, so that attempts made by other tests do not count.
    const visitor = { 'x-forwarded-for': '10.7.0.1' }
    expect((await send(link, 'correct horse', { ...visitor, 'sec-fetch-site': 'cross-site' })).status).toBe(404)
    const tries = await Promise.all(Array.from({ length: 12 }, () => send(link, 'wrong horse', visitor)))
    // Parallel attempts arrive in any order. The cross-site attempt above already used one of the ten allowed per
    // minute, so nine remain.
    expect(tries.map(({ status }) => status).toSorted()).toEqual([...Array<number>(9).fill(403), 429, 429, 429])
  })
})

test('the page of a link sends HSTS on an https site, for every response', async () => {
  const secure = await startApi({ env: { PUBLIC_URL: 'https://boards.example' } })
  const page = secure.anonymous.base.replace(/api$/, `share/${'s'.repeat(43)}`)
  for (const [method, status] of [
    ['GET', 404],
    ['POST', 404],
    ['PUT', 405],
  ] as const) {
    const answer = await fetch(page, { method })
    expect([answer.status, answer.headers.get('strict-transport-security')]).toEqual([
      ...[status, 'max-age=31536000; includeSubDomains'],
    ])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  await secure.stop()
})
