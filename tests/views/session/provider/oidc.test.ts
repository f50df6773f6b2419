// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createSessionPort } from '../../../../src/session/provider/oidc'
import { siteStorage, tabStorage } from '../../../../src/session/storage'
import { covers } from '../../../spec-coverage/covers'

/** Tests the protocol against an endpoint that behaves like a provider. */

const provider = { url: 'https://id.example', realm: 'pcb', clientId: 'pcb-web' }
const issuer = 'https://id.example/realms/pcb'
const site = 'https://boards.example'

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
const seconds = () => Math.floor(Date.now() / 1000)

let requested: URLSearchParams[]
/** Claims of the next ID tokens that differ from the correct ones. */
let wrongClaims: object
let rotates: boolean
beforeEach(() => {
  requested = []
  wrongClaims = {}
  rotates = true
  vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => {
    if (address.endsWith('/.well-known/openid-configuration')) {
      return Response.json({ issuer, token_endpoint: `${issuer}/token`, authorization_endpoint: `${issuer}/auth` })
    }
    requested.push(new URLSearchParams(await new Request(address, options).text()))
    const claims = { iss: issuer, aud: 'pcb-web', sub: '1', nonce: 'n', iat: seconds(), exp: seconds() + 300 }
    return Response.json({
      token_type: 'Bearer',
      access_token: jwt({ ...claims, jti: requested.length }),
      id_token: jwt({ ...claims, ...wrongClaims }),
      ...((rotates || requested.length === 1) && { refresh_token: `refresh-${requested.length}` }),
      expires_in: 300,
    })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  siteStorage.clear()
  tabStorage.clear()
})

const storeState = (created = seconds()) => {
  const login = {
    id: 's',
    created,
    code_verifier: 'v'.repeat(43),
    authority: issuer,
    client_id: 'pcb-web',
    redirect_uri: `${site}/login`,
    scope: 'openid',
    data: { returnTo: '/workspace', nonce: 'n' },
  }
  siteStorage.setItem('oidc.s', JSON.stringify(login))
}
const storedState = () => siteStorage.getItem('oidc.s')
const storedUser = () => tabStorage.getItem(`oidc.user:${issuer}:pcb-web`)

const portAt = (response: string) =>
  createSessionPort(provider, { origin: site, href: () => `${site}/login${response}`, cleanAddress: () => {} })

/** A session port after a login. */
async function signedIn(response = '#code=c&state=s') {
  storeState()
  const port = portAt(response)
  expect((await port.finishLogin()).returnTo).toBe('/workspace')
  return port
}

const grants = () => requested.map((parameters) => parameters.get('grant_type'))

test('a token that is valid long enough is kept; a required validity of -1 always renews it', async () => {
  covers('9-min-validity-forced')
  const port = await signedIn()
  const first = port.accessToken()
  await port.refreshToken(60)
  await port.refreshToken()
  expect(grants()).toEqual(['authorization_code'])
  expect(port.accessToken()).toBe(first)

  await port.refreshToken(-1)
  expect(grants()).toEqual(['authorization_code', 'refresh_token'])
  expect(port.accessToken()).not.toBe(first)
  await port.refreshToken(301)
  expect(requested.at(-1)?.get('refresh_token')).toBe('refresh-2')
})

test('a provider that does not rotate refresh tokens: the first one is used again', async () => {
  rotates = false
  const port = await signedIn()
  await port.refreshToken(-1)
  await port.refreshToken(-1)
  expect(requested.slice(1).map((parameters) => parameters.get('refresh_token'))).toEqual(['refresh-1', 'refresh-1'])
  expect(storedUser()).toContain('refresh-1')
})

test.each(['#code=c&state=s', '?code=c&state=s', `#code=c&state=s&iss=${encodeURIComponent(issuer)}`])(
  'the response %s is redeemed, and its state is removed',
  async (response) => {
    await signedIn(response)
    expect(requested[0]?.get('code')).toBe('c')
    expect(storedState()).toBeNull()
    expect(storedUser()).toContain('refresh-1')
  },
)

test.each([
  ['an unknown state', '#code=c&state=other', 0, 'unknown-state', 'unknown state'],
  ['a state that is 60 minutes old', '#code=c&state=s', 3_600, 'stale', 'state too old'],
  ['another issuer', '#code=c&state=s&iss=https://evil.test', 0, 'untrusted', 'issuer: https://evil.test.'],
])('a response with %s is not redeemed', async (_, response, age, kind, reason) => {
  vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  storeState(seconds() - age)
  await expect(portAt(response).finishLogin()).rejects.toMatchObject({
    kind,
    message: expect.stringContaining(reason) as string,
  })
  expect(requested).toEqual([])
  expect(storedState() === null).toBe(kind !== 'unknown-state')
})

test('a response to a login that was started almost an hour ago is redeemed', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  storeState(seconds() - 3_599)
  await portAt('#code=c&state=s').finishLogin()
  expect(storedUser()).toContain('refresh-1')
})

test('a state without a time is too old', async () => {
  storeState()
  siteStorage.setItem('oidc.s', JSON.stringify({ ...JSON.parse(storedState() ?? ''), created: undefined }))
  await expect(portAt('#code=c&state=s').finishLogin()).rejects.toMatchObject({ kind: 'stale' })
})

const wrong: [string, object][] = [
  ['iss', { iss: 'https://evil.test' }],
  ['aud', { aud: ['another-client'] }],
  ['exp', { exp: seconds() - 3_600 }],
  ['exp that is no number', { exp: String(seconds() + 300) }],
  ['exp that is the time of issue', { iat: 1_800_000_000, exp: 1_800_000_000 }],
  ['iat that is missing', { iat: undefined }],
  ['nonce', { nonce: 'other' }],
]

test('an ID token for several audiences is accepted if this client is one of them', async () => {
  wrongClaims = { aud: ['account', 'pcb-web'] }
  await signedIn()
  expect(storedUser()).toContain('refresh-1')
})

test.each(wrong)('a login whose ID token has a wrong %s stores no token at any time', async (_, claims) => {
  const writes = vi.spyOn(Storage.prototype, 'setItem')
  wrongClaims = claims
  storeState()
  const port = portAt('#code=c&state=s')
  await expect(port.finishLogin()).rejects.toMatchObject({ kind: 'untrusted' })
  expect(writes.mock.calls.filter(([, value]) => value.includes('access_token'))).toEqual([])
  expect(port.accessToken()).toBeUndefined()
  writes.mockRestore()
})

test.each(wrong.slice(0, -1))(
  'a refresh whose ID token has a wrong %s removes the stored tokens',
  async (_, claims) => {
    const port = await signedIn()
    wrongClaims = claims
    await expect(port.refreshToken(-1)).rejects.toThrow('in the ID token')
    expect(storedUser()).toBeNull()
  },
)
