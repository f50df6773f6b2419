import { vi } from 'vitest'

import { createSessionPort } from '../../../../src/session/provider/oidc'
import { siteStorage, tabStorage } from '../../../../src/session/storage'

export const settings = { url: 'https://id.example', realm: 'pcb', clientId: 'pcb-web' }
export const issuer = 'https://id.example/realms/pcb'
export const site = 'https://boards.example'

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
const seconds = () => Math.floor(Date.now() / 1000)

/** Replaces the network by a provider that behaves like Keycloak. Its properties can be changed at any time. */
export function fakeProvider() {
  const fake = {
    /** The requests to the token endpoint. */
    grants: [] as URLSearchParams[],
    /** All requested addresses, with the options. */
    requests: [] as [address: string, options: RequestInit | undefined][],
    isDown: false,
    rotates: true,
    lifetime: 300 as number | undefined,
    /** The subject of the next tokens. */
    user: '1',
    /** The nonce of the next ID tokens. */
    nonce: 'n',
    /** Fields of the next token responses that differ from the usual ones. Undefined ones are left out. */
    tokens: {} as Record<string, unknown>,
    /** The token endpoint’s response, if it is not new tokens. */
    answer: null as (() => Response | Promise<Response>) | null,
    discovery: null as (() => Response) | null,
  }
  vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => {
    fake.requests.push([address, options])
    if (fake.isDown) throw new TypeError('Failed to fetch')
    if (address.endsWith('/.well-known/openid-configuration')) {
      const authority = address.replace('/.well-known/openid-configuration', '')
      const endpoints = { token_endpoint: `${authority}/token`, authorization_endpoint: `${authority}/auth` }
      return (
        fake.discovery?.() ??
        Response.json({ issuer: authority, ...endpoints, end_session_endpoint: `${authority}/out` })
      )
    }
    fake.grants.push(new URLSearchParams(await new Request(address, options).text()))
    if (fake.answer) return fake.answer()
    const number = fake.grants.length
    const iss = address.replace('/token', '')
    const times = { iat: seconds(), exp: seconds() + 300 }
    const claims = { iss, aud: 'pcb-web', sub: fake.user, preferred_username: 'ada', nonce: fake.nonce, ...times }
    return Response.json({
      token_type: 'Bearer',
      access_token: jwt({ ...claims, jti: number }),
      id_token: jwt(claims),
      ...((fake.rotates || number === 1) && { refresh_token: `refresh-${number}` }),
      expires_in: fake.lifetime,
      ...fake.tokens,
    })
  })
  return fake
}

export type FakeProvider = ReturnType<typeof fakeProvider>

/** Stores the state `s` of a login that was started with `data`, as the library stores it. */
export function storeLogin(data: unknown = { returnTo: '/workspace', nonce: 'n' }, authority = issuer) {
  const login = { id: 's', created: seconds(), code_verifier: 'v'.repeat(43), authority, client_id: 'pcb-web' }
  siteStorage.setItem('oidc.s', JSON.stringify({ ...login, redirect_uri: `${site}/login`, scope: 'openid', data }))
}

export const storedTokens = (authority = issuer) => tabStorage.getItem(`oidc.user:${authority}:pcb-web`)

/** The ports of a test. Until their tokens are dropped, they answer other tabs, which are other tests here. */
const ports: ReturnType<typeof createSessionPort>[] = []

/** The session port of a page at /login with a response of the provider. */
export function portAt(response = '', provider: Parameters<typeof createSessionPort>[0] = settings) {
  const cleanAddress = vi.fn()
  const port = createSessionPort(provider, { origin: site, href: () => `${site}/login${response}`, cleanAddress })
  ports.push(port)
  return { port, cleanAddress }
}

/** The session port of a page after a login. */
export async function signedInPort() {
  storeLogin()
  const { port } = portAt('#code=c&state=s')
  await port.finishLogin()
  return port
}

/** Replaces the location, which jsdom cannot change. */
export function fakeLocation() {
  const [replace, assign] = [vi.fn((_: string) => {}), vi.fn((_: string) => {})]
  vi.stubGlobal('location', { origin: location.origin, replace, assign })
  return { replace, assign }
}

/** For vi.waitFor: its own limit of a second is too short on a busy machine. */
export const soon = { interval: 1, timeout: 20_000 }

/** Whether a promise has settled once everything that is ready has run. */
export async function isSettled(promise: Promise<unknown>) {
  let settled = false
  const end = () => void (settled = true)
  promise.then(end, end)
  await new Promise((resolve) => setImmediate(resolve))
  return settled
}

/** Replaces the browser’s locks, which jsdom lacks. Returns the names of the locks that are held. */
export function fakeLocks(...held: string[]) {
  const request = async (
    name: string,
    ...given: [until: () => Promise<unknown>] | [options: object, then: (lock: object | null) => unknown]
  ) => {
    if (given.length === 2) return given[1](held.includes(name) ? null : {})
    held.push(name)
    return given[0]()
  }
  const locks = { request, query: async () => ({ held: held.map((name) => ({ name })) }) }
  vi.stubGlobal('navigator', { locks })
  return held
}

/** Clears what a test has stored, and restores what it has replaced. */
export function clearBrowser() {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const port of ports.splice(0)) if (port.accessToken()) port.clearToken()
  siteStorage.clear()
  tabStorage.clear()
}
