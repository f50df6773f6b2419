// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createSessionPort } from '../../../src/session/oidc'
import { siteStorage } from '../../../src/session/storage'
import { covers } from '../../spec-coverage/covers'

/** Tests the protocol against an endpoint that behaves like a provider. */

const provider = { url: 'https://id.example', realm: 'pcb', clientId: 'pcb-web' }
const issuer = 'https://id.example/realms/pcb'
const site = 'https://boards.example'

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
const seconds = () => Math.floor(Date.now() / 1000)

let requested: URLSearchParams[]
beforeEach(() => {
  requested = []
  vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => {
    if (address.endsWith('/.well-known/openid-configuration')) {
      return Response.json({ issuer, token_endpoint: `${issuer}/token`, authorization_endpoint: `${issuer}/auth` })
    }
    requested.push(new URLSearchParams(await new Request(address, options).text()))
    const claims = { iss: issuer, aud: 'pcb-web', sub: '1', nonce: 'n', iat: seconds(), exp: seconds() + 300 }
    return Response.json({
      token_type: 'Bearer',
      access_token: jwt({ ...claims, jti: requested.length }),
      id_token: jwt(claims),
      refresh_token: `refresh-${requested.length}`,
      expires_in: 300,
    })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  siteStorage.clear()
})

/** A session port after a login. */
async function signedIn() {
  const login = {
    id: 's',
    created: seconds(),
    request_type: 'si:r',
    code_verifier: 'v'.repeat(43),
    authority: issuer,
    client_id: 'pcb-web',
    redirect_uri: `${site}/login`,
    scope: 'openid',
    nonce: 'n',
    data: { returnTo: '/workspace' },
  }
  siteStorage.setItem('oidc.s', JSON.stringify(login))
  const port = createSessionPort(provider, {
    origin: site,
    href: () => `${site}/login#code=c&state=s`,
    cleanAddress: () => {},
  })
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
