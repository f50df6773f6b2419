import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../openapi/generated/product'
import { loggerOptions, withoutSecrets } from '../../server/http/log'
import { problemOf } from '../../server/http/problem'
import { contactMessages, priceVersions } from '../../server/database/schema'
import { startApi, type ApiServer, type Person } from './api-server'
import { createProject, expected, formOf, type Answer } from './caller'

type Problem = components['schemas']['Problem']

let api: ApiServer
let person: Person
beforeAll(async () => {
  api = await startApi()
  person = await api.person('user')
})
afterAll(() => api.stop())

let visitors = 0
const contact = (json: object, from = `10.1.0.${++visitors}`) =>
  api.anonymous.call('POST', '/v1/contact', { json, headers: { 'x-forwarded-for': from } })
const contactText = (body: string) => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.3.0.${++visitors}` }
  return api.anonymous.call('POST', '/v1/contact', { body, headers })
}
const message = { name: 'Ada Vance', email: 'ada@example.com', message: 'Hello' }

describe('errors are reported as problem documents', () => {
  type Case = [what: string, status: number, calling: () => Promise<Answer<Problem>>, says: RegExp]
  const json = { 'content-type': 'application/json' }
  const cases: Case[] = [
    ['an unknown URL', 404, () => person.call('GET', '/v1/nothing'), /nothing at this address/],
    ['an unknown URL outside v1', 404, () => person.call('POST', '/nothing'), /nothing at this address/],
    ['an unsupported method', 405, () => person.call('DELETE', '/v1/health'), /supports only these methods: GET, HEAD/],
    ['an invalid id', 404, () => person.call('GET', '/v1/projects/nope/files'), /nothing at this address/],
    ['a malformed URL', 400, () => person.call('GET', '/%zz'), /address is not valid/],
    ['an unknown tool', 404, () => person.call('POST', '/v1/tools/other/token'), /nothing at this address/],
    [
      'invalid JSON',
      400,
      () =>
        api.anonymous.call('POST', '/v1/contact', { body: '{', headers: { ...json, 'x-forwarded-for': '10.2.0.1' } }),
      /not valid JSON/,
    ],
    ['a missing body', 400, () => api.anonymous.call('POST', '/v1/contact', { headers: json }), /has no body/],
    [
      'an unsupported body type',
      415,
      () => api.anonymous.call('POST', '/v1/contact', { body: 'a=b', headers: { 'content-type': 'text/plain' } }),
      /Content-Type/,
    ],
    [
      'a form instead of JSON',
      415,
      () => api.anonymous.call('POST', '/v1/contact', { form: new FormData() }),
      /requires the content type application\/json/,
    ],
    [
      'JSON instead of a form',
      415,
      () => person.call('POST', '/v1/projects', { json: {} }),
      /requires the content type multipart\/form-data/,
    ],
    ['a body that is too large', 413, () => contact({ ...message, message: 'x'.repeat(1_100_000) }), /too large/],
    ['a NUL', 400, () => contact({ ...message, name: 'a\0b' }), /NUL/],
    [
      'JSON with 100,000 levels',
      400,
      () => contactText(`{"name":${'['.repeat(100_000)}`),
      /nested deeper than 32 levels/,
    ],
    ['JSON with many nested objects', 400, () => contactText('{"a":'.repeat(33)), /nested deeper/],
    [
      'JSON with many values',
      400,
      () => contactText(`{"name":[${'0,'.repeat(110_000)}0]}`),
      /more than 100,000 values/,
    ],
    ['a lone surrogate', 400, () => contact({ ...message, name: 'a\ud800b' }), /lone surrogate/],
    [
      'a NUL in a form',
      400,
      () =>
        person.call('POST', '/v1/projects', { form: formOf({ name: 'a\0', uid: person.id, created_by: person.id }) }),
      /NUL/,
    ],
    [
      'a truncated form',
      400,
      () =>
        person.call('POST', '/v1/projects', {
          body: '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nBoa',
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
        }),
      /form cannot be read/,
    ],
  ]
  test.each(cases)('%s: %i', async (_, status, calling, says) => {
    const answer = await calling()
    expect(answer.headers.get('content-type')).toMatch('application/problem+json')
    expect(answer.body).toMatchObject({ type: 'about:blank', status, message: expect.stringMatching(says) })
    expect([answer.status, answer.body.title.length > 0]).toEqual([status, true])
  })

  test('an internal error: 500, without internal details', async () => {
    await api.db.execute(sql`alter table file_types rename to file_types_gone`)
    const answer = await person.call('GET', '/v1/file-types')
    await api.db.execute(sql`alter table file_types_gone rename to file_types`)
    expect(answer.status).toBe(500)
    expect(answer.body.message).toBe('Something went wrong on our side. Please try again in a moment.')
    expect(answer.bytes.toString()).not.toMatch(/file_types|select|stack|at /i)
  })

  test.each([
    ['its connection broke', new Error('Connection terminated unexpectedly'), 503, '5'],
    ['it is stopping', Object.assign(new Error('terminating connection'), { code: '57P01' }), 503, '5'],
    ['it took too long', Object.assign(new Error('canceling statement'), { code: '57014' }), 503, '5'],
    ['a text is invalid', Object.assign(new Error('invalid byte sequence'), { code: '22021' }), 400, undefined],
    ['a statement is wrong', Object.assign(new Error('relation does not exist'), { code: '42P01' }), 500, undefined],
  ])('a query that failed because %s', (_why, cause, status, wait) => {
    const problem = problemOf(new DrizzleQueryError('select 1', [], cause))
    expect([problem.status, problem.headers['retry-after']]).toEqual([status, wait])
    expect(problem.message).not.toContain(cause.message)
  })

  test('a response that breaks the contract: 500 in development', async () => {
    const answer = await withBrokenPrice(api)
    expect(answer.status).toBe(500)
    expect((await api.anonymous.call('GET', '/v1/prices')).status).toBe(200)
  })

  test('a response that breaks the contract: sent and logged in production', async () => {
    const log: string[] = []
    const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn' }
    const production = await startApi({ env, log: { write: (line) => void log.push(line) } })
    try {
      const answer = await withBrokenPrice(production)
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { si: expect.arrayContaining([expect.objectContaining({ name: 'Broken', unit_price: -1 })]) },
      ])
      expect(log.join('')).toContain('The 200 response of getPrices violates the contract: ')
    } finally {
      await production.stop()
    }
  })
})

async function withBrokenPrice({ db, anonymous }: ApiServer) {
  const row = { pi: [{ name: 'PowerDC', unit_price: 1000 }], turnaroundDays: 10 }
  const hold = (unit_price: number) =>
    db.insert(priceVersions).values({
      ...{ ...row, id: randomUUID(), si: [{ name: 'Broken', unit_price }] },
      validFrom: sql`clock_timestamp()`,
    })
  await hold(-1)
  const answer = await anonymous.call<unknown>('GET', '/v1/prices')
  await hold(1)
  return answer
}

describe('every response', () => {
  test.each(['/v1/health', '/v1/nothing', '/v1/users/me'])(
    'of %s forbids caching, sniffing and framing',
    async (path) => {
      const { headers } = await api.anonymous.call('GET', path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  test('can be read by the site, but by no other origin', async () => {
    for (const origin of [api.config.publicUrl, 'https://evil.example', 'null']) {
      const { headers } = await api.anonymous.call('GET', '/v1/health', { headers: { origin } })
      expect(headers.get('access-control-allow-origin')).toBe(api.config.publicUrl)
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
    const preflight = await api.anonymous.call('OPTIONS', '/v1/projects', {
      headers: { origin: api.config.publicUrl, 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization/)
  })
})

describe('a contact message', () => {
  test('is stored trimmed and without control characters', async () => {
    const sent = { name: '  Ada\r\nBcc: all@example.com ', email: 'ada@example.com', message: ' Hi\r\nthere\u0007\t! ' }
    const { id } = expected(await contact(sent), 201) as unknown as { id: string }
    const stored = (await api.db.select().from(contactMessages)).find((row) => row.id === id)
    expect(stored).toMatchObject({
      name: 'Ada Bcc: all@example.com',
      email: 'ada@example.com',
      message: 'Hi\nthere\t!',
    })
  })

  test('may contain any number of brackets, commas and quotes', async () => {
    expected(await contact({ ...message, message: '[{,"\\'.repeat(1000) }), 201)
  })

  const wrong: [field: string, body: object][] = [
    ['name', { email: message.email, message: 'x' }],
    ['name', { ...message, name: '  ' }],
    ['name', { ...message, name: 'n'.repeat(201) }],
    ['email', { ...message, email: 'ada' }],
    ['email', { ...message, email: 'ada@example.com\r\nBcc: b@example.com' }],
    ['message', { ...message, message: '\n' }],
    ['message', { ...message, message: 'm'.repeat(5001) }],
    ['terms', { ...message, terms: true }],
  ]
  test.each(wrong)('is rejected for its %s: %j', async (field, body) => {
    const answer = await contact(body)
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
    expect(answer.body.message).toContain(field)
  })

  test('is accepted at most five times a minute from one address', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await contact(message, '10.9.9.9')).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201])
    const sixth = await contact(message, '10.9.9.9')
    expect([sixth.status, sixth.body.message]).toEqual([429, expect.stringMatching(/try again in \d+ seconds/)])
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await contact(message, '10.9.9.10')).status).toBe(201)
  })
})

test('a response lists every invalid field', async () => {
  const { body } = await contact({ name: '', email: 'x' })
  expect(body.errors?.map(({ field }) => field).toSorted()).toEqual(['email', 'message', 'name'])
})

describe('the log', () => {
  test.each([
    ['/api/v1/shares/AbC-12_x/download', '/api/v1/shares/…/download'],
    ['/login?state=s1&code=c1#x', '/login?state=…&code=…#x'],
    ['/%73hare/AbC-12_x', '/share/…'],
    ['/login?c%6Fde=c1&%73tate=%41', '/login?code=…&state=…'],
    ['/files/a%2Fb%20c', '/files/a%2Fb%20c'],
    ['/jwt/user/logout?code=eyJ.a.b', '/jwt/user/logout?code=…'],
    ['/api/v1/projects?uid=1', '/api/v1/projects?uid=1'],
  ])('writes %s as %s', (url, written) => {
    expect(withoutSecrets(url)).toBe(written)
  })

  test('contains no codes and tokens of an error, neither in its message nor in its stack', async () => {
    let text = ''
    const server = Fastify({ logger: loggerOptions('info', { write: (line) => void (text += line) }) })
    const failed = new Error('GET https://issuer.example/callback?code=4a1f failed')
    for (const err of [failed, failed.message]) server.log.error({ err }, 'The call failed.')
    await server.close()
    expect(text.match(/callback\?code=…/g)).toHaveLength(2)
    expect(text).not.toContain('4a1f')
    expect(text).toMatch(/"stack":"[^"]*problems\.test\.ts/)
  })

  test('contains no data of a failed query that is logged without a message', async () => {
    let text = ''
    const server = Fastify({ logger: loggerOptions('info', { write: (line) => void (text += line) }) })
    const failed = new DrizzleQueryError('insert …', ['ada@example.com'], new Error('duplicate key'))
    server.log.error(failed)
    server.log.error({ err: failed })
    server.log.warn({ err: failed }, 'The request was not stored.')
    await server.close()
    expect(text.match(/"type":"FailedQuery"/g)).toHaveLength(3)
    expect(text).toMatch(/"msg":"The request was not stored\."/)
    expect(text).not.toContain('ada@example.com')
  })

  test('contains no tokens, links or data of failed queries', async () => {
    let text = ''
    const log = { write: (line: string) => void (text += line) }
    const server = await startApi({ env: { LOG_LEVEL: 'debug' }, log })
    const who = await server.person('user')
    const project = await createProject(who, 'Secret name')
    expect((await server.anonymous.call('GET', `/v1/shares/${'s'.repeat(43)}/download`)).status).toBe(404)
    await server.db.execute(sql`alter table projects rename to projects_gone`)
    expect((await who.call('PUT', `/v1/projects/${project.id}`, { json: { name: 'Secret plan' } })).status).toBe(500)
    await server.stop()

    expect(text).toMatch(/"url":"\/api\/v1\/shares\/…\/download"/)
    expect(text).toMatch(/FailedQuery/)
    for (const secret of ['s'.repeat(43), who.authorization['authorization']?.slice(7) ?? '-', 'Secret plan', who.id]) {
      expect(text).not.toContain(secret)
    }
  })
})
