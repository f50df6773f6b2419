import { SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { startApi, type ApiServer } from '../api-server'
import { caller, createProject, expected, formOf, uploadForm } from '../caller'
import { startIssuer } from '../issuer'

type User = components['schemas']['User']

let api: ApiServer
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const soon = () => Math.floor(Date.now() / 1000)
const me = (token: string) => caller(api.anonymous.base, token).call<User>('GET', '/v1/users/me')

describe('a token is rejected with 401', () => {
  const faults: Record<string, () => Promise<string>> = {
    'when it has expired': () => api.issuer.token({ sub: 'a', exp: soon() - 60 }),
    'when it never expires': async () => api.issuer.token({ sub: 'a', exp: undefined } as unknown as JWTPayload),
    'when it is for another audience': () => api.issuer.token({ sub: 'a', aud: 'account' }),
    'when another issuer signed it': async () => {
      const other = await startIssuer()
      const token = await other.token({ sub: 'a', iss: api.issuer.url })
      await other.stop()
      return token
    },
    'when it names another issuer': () => api.issuer.token({ sub: 'a', iss: 'https://example.com' }),
    'when it has no sub': () => api.issuer.token({}),
    'when its algorithm is none': async () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const claims = { sub: 'a', iss: api.issuer.url, aud: 'pcb-api', exp: soon() + 60 }
      return `${part({ alg: 'none' })}.${part(claims)}.`
    },
    'when its algorithm is not on the list': () => api.issuer.token({ sub: 'a' }, 'ES384'),
    'when it is signed with a secret': async () =>
      new SignJWT({ sub: 'a', iss: api.issuer.url, aud: 'pcb-api', exp: soon() + 60 })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from('a secret that anyone may have guessed')),
    'when its claims were changed': async () => {
      const [header, , signature] = (await api.issuer.token({ sub: 'a' })).split('.')
      const claims = Buffer.from(
        JSON.stringify({ sub: 'b', iss: api.issuer.url, aud: 'pcb-api', exp: soon() + 60 }),
      ).toString('base64url')
      return `${header}.${claims}.${signature}`
    },
    'when it is not a token': async () => 'nonsense',
  }

  test.each(Object.entries(faults))('%s', async (_, make) => {
    const answer = await me(await make())
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect(answer.headers.get('content-type')).toMatch('application/problem+json')
    expect(answer.body).toMatchObject({ status: 401, message: expect.stringMatching(/sign in again/) })
  })

  test('if it is missing', async () => {
    const answer = await api.anonymous.call('GET', '/v1/users/me')
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })
})

test.each(['ES256', 'RS256', 'PS256'] as const)('a token signed with %s is accepted', async (alg) => {
  expect(expected(await me(await api.issuer.token({ sub: `by-${alg}` }, alg)), 200)).toMatchObject({ id: `by-${alg}` })
})

test('the keys are cached between calls', async () => {
  const person = await api.person('user')
  expected(await person.call('GET', '/v1/users/me'), 200)
  const before = api.issuer.keyFetches()
  for (let n = 0; n < 5; n++) expected(await person.call('GET', '/v1/users/me'), 200)
  expect(api.issuer.keyFetches()).toBe(before)
})

describe('the user is derived from the token', () => {
  const people: [string, JWTPayload, Partial<User>][] = [
    [
      'with all claims',
      { preferred_username: 'ada', given_name: 'Ada', family_name: 'Vance', email: 'ada@example.com' },
      { username: 'ada', fullname: 'Ada Vance', firstName: 'Ada', lastName: 'Vance', email: 'ada@example.com' },
    ],
    ['by user name', { preferred_username: 'ada' }, { username: 'ada', fullname: 'ada' }],
    ['by name', { name: 'Ada V.' }, { fullname: 'Ada V.' }],
    ['without a name', {}, { fullname: 'Unknown User' }],
    ['with roles', { realm_access: { roles: ['user', 'sysadmin'] } }, { roles: ['user', 'sysadmin'] }],
    ['with roles that are not a list', { realm_access: { roles: 'sysadmin' } }, { roles: [] }],
    ['with an empty realm_access', { realm_access: null }, { roles: [] }],
  ]
  test.each(people)('%s', async (_, claims, person) => {
    expect(expected(await me(await api.issuer.token({ sub: 'x', ...claims })), 200)).toMatchObject(person)
  })
})

describe('the provider', () => {
  test('that cannot be reached causes 503, and is asked again by the next call', async () => {
    const gone = await startIssuer()
    const lost = await startApi({ env: { OIDC_ISSUER: gone.url } })
    const token = await gone.token({ sub: 'a' })
    const call = () => caller(lost.anonymous.base, token).call('GET', '/v1/users/me')
    const discovery = { ...gone.discovery }

    gone.discovery['issuer'] = 'https://example.com'
    const wrongIssuer = await call()
    expect([wrongIssuer.status, wrongIssuer.body.message]).toEqual([
      503,
      'Sign-ins cannot be verified at the moment. Please try again in a minute.',
    ])
    Object.assign(gone.discovery, discovery)
    expect((await call()).status).toBe(200)

    const never = await startApi({ env: { OIDC_ISSUER: 'http://localhost:9' } })
    const answer = await caller(never.anonymous.base, token).call('GET', '/v1/users/me')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
    expect(expected(await never.anonymous.call('GET', '/v1/health'), 200)).toEqual({ status: 'ok' })
    await Promise.all([never.stop(), lost.stop(), gone.stop()])
  })
})

describe('identity fields that name someone else are rejected with 403', () => {
  test.each(['uid', 'uname'])('%s in the query', async (field) => {
    const person = await api.person('user')
    const own = { uid: person.id, uname: person.username }
    expect((await person.call('GET', `/v1/projects?${new URLSearchParams(own).toString()}`)).status).toBe(200)
    const answer = await person.call(
      'GET',
      `/v1/projects?${new URLSearchParams({ ...own, [field]: 'else' }).toString()}`,
    )
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([403, field])
  })

  test.each(['uid', 'created_by'])('%s of a new project', async (field) => {
    const person = await api.person('user')
    const form = formOf({ name: 'Board', uid: person.id, created_by: person.id, [field]: 'else' })
    const answer = await person.call('POST', '/v1/projects', { form })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([403, field])
  })

  test.each(['uid', 'uname', 'uemail'])('%s of an upload, before or after the file', async (field) => {
    const person = await api.person('user')
    const project = await createProject(person)
    const before = uploadForm(person, { 'a.txt': 'a' }, { uemail: person.email, [field]: 'else' })
    const after = new FormData()
    after.append('files', new Blob(['a']), 'a.txt')
    for (const [name, value] of Object.entries({ uid: person.id, uname: person.username, [field]: 'else' })) {
      after.append(name, value)
    }
    for (const form of [before, after]) {
      const answer = await person.call('POST', `/v1/projects/${project.id}/files`, { form })
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([403, field])
    }
    expect(expected(await person.call('GET', `/v1/projects/${project.id}/files`), 200)).toEqual([])
    expect(await api.storedFiles()).toEqual([])
  })
})
