// @vitest-environment jsdom
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { sessionFrom } from '../../../src/session/provider/claims'
import { loadProfile } from '../../../src/session/profile'
import { covers } from '../../spec-coverage/covers'

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

describe('a session', () => {
  const claims = {
    sub: 'u1',
    preferred_username: 'Ülo',
    realm_access: { roles: ['user', 'project_manager'] },
    resource_access: { 'pcb-web': { roles: ['viewer'] }, account: { roles: ['view-profile', 'manage-account'] } },
  }

  test('belongs to the user of its access token', () => {
    covers('3-session-token', '3-session-username', '3-session-user-id')
    expect(sessionFrom(jwt(claims))).toMatchObject({
      accessToken: jwt(claims),
      decodedToken: claims,
      userId: 'u1',
      username: 'Ülo',
    })
  })

  test('has the roles of its access token, of the realm and per client', () => {
    covers('3-session-realm-roles', '3-session-resource-roles', '6-realm-and-client')
    expect(sessionFrom(jwt(claims))).toMatchObject({
      realmRoles: ['user', 'project_manager'],
      resourceRoles: { 'pcb-web': ['viewer'], account: ['view-profile', 'manage-account'] },
    })
  })

  test.each([{}, { realm_access: null }, { realm_access: { roles: 'sysadmin' }, resource_access: ['x'] }])(
    'has no roles if %o contains none',
    (claims) => {
      expect(sessionFrom(jwt({ sub: 'u1', ...claims })).realmRoles).toEqual([])
    },
  )

  test('has no roles of a client whose list is malformed, and only texts are roles', () => {
    const claims = {
      realm_access: { roles: ['user', 5, null] },
      resource_access: { 'pcb-web': { roles: 'viewer' }, account: ['x'], other: null, more: { roles: [{}, 'viewer'] } },
    }
    expect(sessionFrom(jwt(claims))).toMatchObject({
      realmRoles: ['user'],
      resourceRoles: { 'pcb-web': [], account: [], other: [], more: ['viewer'] },
    })
    expect(sessionFrom(jwt({ resource_access: ['x'] })).resourceRoles).toEqual({})
    expect(sessionFrom(jwt({ resource_access: 'x' })).resourceRoles).toEqual({})
  })

  test.each([{}, { sub: 5, preferred_username: ['x'] }])(
    'has an empty ID and name if they are missing in %o',
    (claims) => {
      expect(sessionFrom(jwt(claims))).toMatchObject({ userId: '', username: '' })
    },
  )

  test.each([
    ['nonsense', 'The token is not a JWT.'],
    ['a..c', 'The token is not a JWT.'],
    [`a.${btoa('[]')}.c`, 'The token contains no claims.'],
    [`a.${btoa('null')}.c`, 'The token contains no claims.'],
    [`a.${btoa('"x"')}.c`, 'The token contains no claims.'],
  ])('is not created from %s: %s', (token, message) => {
    expect(() => sessionFrom(token)).toThrow(message)
  })
})

describe('a profile', () => {
  let provider: http.Server
  let answers: Record<string, object>
  let requested: [path: string | undefined, bearer: string | undefined][]
  const url = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const load = () =>
    loadProfile({ url: url(), realm: 'pcb', clientId: 'pcb-web' }, 'a-token', new AbortController().signal)
  const userinfo = '/realms/pcb/protocol/openid-connect/userinfo'

  beforeAll(async () => {
    provider = http.createServer((request, response) => {
      requested.push([`${request.method ?? ''} ${request.url ?? ''}`, request.headers.authorization])
      const body = answers[request.url ?? '']
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    provider.closeAllConnections()
    provider.close()
  })
  beforeEach(() => {
    requested = []
    sessionStorage.clear()
  })

  test('is loaded from the account endpoint with the bearer token, and stored as userProfile', async () => {
    covers('3-profile-fields', '3-profile-kept', '7-provider-account')
    const account = { id: 'u1', firstName: 'Uma', lastName: 'Sarin', username: 'user', email: 'user@example.com' }
    answers = { '/realms/pcb/account': { ...account, role: 'engineer' } }
    const profile = await load()
    expect(profile).toMatchObject({ ...account, role: 'engineer', fullname: 'Uma Sarin' })
    expect(requested).toEqual([['GET /realms/pcb/account', 'Bearer a-token']])
    expect(JSON.parse(sessionStorage.getItem('userProfile') ?? '')).toEqual({
      ...account,
      role: 'engineer',
      fullname: 'Uma Sarin',
    })
  })

  test('is loaded from the userinfo endpoint if the account endpoint fails', async () => {
    covers('7-provider-userinfo', 'decisions-profile-source')
    const claims = {
      username: 'ulo',
      role: 'engineer',
      preferred_username: 'user',
      name: 'Uma S.',
      email: 'user@example.com',
    }
    answers = { [userinfo]: { sub: 'u1', given_name: 'Uma', family_name: 'Sarin', ...claims } }
    expect(await load()).toMatchObject({
      id: 'u1',
      firstName: 'Uma',
      lastName: 'Sarin',
      fullname: 'Uma Sarin',
      ...claims,
    })
    expect(requested).toEqual([
      ['GET /realms/pcb/account', 'Bearer a-token'],
      [`GET ${userinfo}`, 'Bearer a-token'],
    ])
  })

  test('that neither endpoint returns is an error', async () => {
    answers = {}
    await expect(load()).rejects.toThrow('404')
    expect(sessionStorage.getItem('userProfile')).toBeNull()
  })
})
