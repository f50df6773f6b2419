// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { createSessionPort } from '../../../src/session/provider/oidc'
import { siteStorage, tabStorage } from '../../../src/session/storage'

const provider = { url: 'https://id.example', realm: 'pcb', clientId: 'pcb-web' }
const issuer = 'https://id.example/realms/pcb'
const site = 'https://boards.example'

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
const seconds = () => Math.floor(Date.now() / 1000)

afterEach(() => {
  vi.unstubAllGlobals()
  siteStorage.clear()
  tabStorage.clear()
})

/** Logs in with a token that is valid for `lifetime` seconds, and asks for it once the provider is not reachable. */
async function offerOf(lifetime: number) {
  let isDown = false
  vi.stubGlobal('fetch', async (address: string) => {
    if (isDown) throw new TypeError('Failed to fetch')
    if (address.endsWith('/.well-known/openid-configuration')) {
      return Response.json({ issuer, token_endpoint: `${issuer}/token`, authorization_endpoint: `${issuer}/auth` })
    }
    const token = jwt({ iss: issuer, aud: 'pcb-web', sub: '1', nonce: 'n', iat: seconds(), exp: seconds() + lifetime })
    const tokens = { access_token: token, id_token: token, refresh_token: 'r' }
    return Response.json({ ...tokens, token_type: 'Bearer', expires_in: lifetime })
  })
  const login = { id: 's', created: seconds(), code_verifier: 'v'.repeat(43), authority: issuer, client_id: 'pcb-web' }
  const place = { redirect_uri: `${site}/login`, scope: 'openid', data: { returnTo: '/', nonce: 'n' } }
  siteStorage.setItem('oidc.s', JSON.stringify({ ...login, ...place }))
  const page = { origin: site, href: () => `${site}/login#code=c&state=s`, cleanAddress: () => {} }
  const port = createSessionPort(provider, page)
  await port.finishLogin()

  isDown = true
  const channel = new BroadcastChannel('session-loans')
  const offered = new Promise((resolve) => {
    channel.onmessage = ({ data }) => {
      if (data !== 'one moment') resolve(data)
    }
  })
  channel.postMessage('who is signed in?')
  const answer = await offered
  channel.close()
  const token = port.accessToken()
  // Otherwise, it would also answer the next test.
  port.clearToken()
  return { answer, token }
}

// A token is lent for at least 35 seconds if it can be renewed, and as it is if it cannot.
test('a token that is about to expire is lent if the provider cannot be reached to renew it', async () => {
  const { answer, token } = await offerOf(20)
  expect(answer).toMatchObject({ access_token: token })
})

test('a token that is valid for less than 5 s is not lent, and other tabs learn that the provider cannot be reached', async () => {
  expect((await offerOf(4)).answer).toBe('unreachable')
})
