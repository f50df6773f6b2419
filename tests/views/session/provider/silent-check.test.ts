// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ProviderClient } from '../../../../src/session/provider/provider-client'
import { siteStorage, tabStorage } from '../../../../src/session/storage'

const authority = 'https://id.example/realms/pcb'
const client = () => new ProviderClient({ authority, clientId: 'pcb-web', origin: location.origin })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', async () =>
    Response.json({
      issuer: authority,
      authorization_endpoint: `${authority}/auth`,
      token_endpoint: `${authority}/token`,
    }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  siteStorage.clear()
  tabStorage.clear()
})

async function frame(): Promise<HTMLIFrameElement> {
  await vi.waitUntil(() => document.querySelector('iframe'))
  return document.querySelector('iframe')!
}
const post = (init: MessageEventInit) => dispatchEvent(new MessageEvent('message', init))

test('the hidden iframe opens the provider without a prompt, and is removed after its response', async () => {
  const check = client().signInSilently()
  const failed = expect(check).rejects.toMatchObject({ error: 'login_required' })
  const { src, hidden, contentWindow: source } = await frame()
  expect(hidden).toBe(true)
  const { searchParams } = new URL(src)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    prompt: 'none',
    response_mode: 'fragment',
    redirect_uri: `${location.origin}/silent-check-sso.html`,
  })
  const state = searchParams.get('state') ?? ''
  const data = `${location.origin}/silent-check-sso.html#error=login_required&state=${state}`

  // Messages from other windows and other origins are ignored.
  post({ origin: location.origin, source: window, data: `${location.origin}/#error=forged&state=${state}` })
  post({ origin: 'https://evil.test', source, data: `${location.origin}/#error=forged&state=${state}` })
  expect(document.querySelector('iframe')).not.toBeNull()
  post({ origin: location.origin, source, data })
  await failed
  expect(document.querySelector('iframe')).toBeNull()
})

const endpoint = `${authority}/auth`
const early = (authorizationEndpoint: string) =>
  new ProviderClient({ authority, clientId: 'pcb-web', origin: location.origin, authorizationEndpoint })

/** Holds the provider's metadata until it is passed to the returned function. */
function holdMetadata() {
  let pass = (_: { issuer: string; authorization_endpoint: string }) => {}
  const response = new Promise<Response>((resolve) => {
    pass = (metadata) => resolve(Response.json(metadata))
  })
  vi.stubGlobal('fetch', () => response)
  return pass
}

const answer = ({ src, contentWindow: source }: HTMLIFrameElement, error: string) => {
  const state = new URL(src).searchParams.get('state') ?? ''
  post({
    origin: location.origin,
    source,
    data: `${location.origin}/silent-check-sso.html#error=${error}&state=${state}`,
  })
}

test('the configured endpoint is asked before the metadata has arrived; its response counts after it', async () => {
  const pass = holdMetadata()
  let settled = false
  const check = early(endpoint).signInSilently()
  const failed = expect(check.finally(() => (settled = true))).rejects.toMatchObject({ error: 'login_required' })
  const asked = await frame()
  expect(asked.src).toMatch(`${endpoint}?`)
  answer(asked, 'login_required')
  await vi.waitUntil(() => !document.querySelector('iframe'))
  expect(settled).toBe(false)
  pass({ issuer: authority, authorization_endpoint: endpoint })
  await failed
})

test('metadata of another issuer ends the check, whatever the configured endpoint responds', async () => {
  const pass = holdMetadata()
  const failed = expect(early(endpoint).signInSilently()).rejects.toMatchObject({ kind: 'untrusted' })
  answer(await frame(), 'login_required')
  pass({ issuer: 'https://evil.test', authorization_endpoint: endpoint })
  await failed
  expect(document.querySelector('iframe')).toBeNull()
})

test('if the metadata names a different endpoint from the configuration, the endpoint of the metadata is asked', async () => {
  const pass = holdMetadata()
  const failed = expect(early(`${authority}/old`).signInSilently()).rejects.toMatchObject({ error: 'login_required' })
  expect((await frame()).src).toMatch(`${authority}/old?`)
  pass({ issuer: authority, authorization_endpoint: endpoint })
  const isRight = ({ src }: HTMLIFrameElement) => src.startsWith(`${endpoint}?`)
  await vi.waitUntil(() => [...document.querySelectorAll('iframe')].some(isRight))
  for (const asked of document.querySelectorAll('iframe')) if (isRight(asked)) answer(asked, 'login_required')
  await failed
  expect(document.querySelector('iframe')).toBeNull()
})

test('an iframe without a response is removed after 10 s', async () => {
  const failed = expect(client().signInSilently()).rejects.toThrow('did not respond')
  await frame()
  await vi.advanceTimersByTimeAsync(9_900)
  expect(document.querySelector('iframe')).not.toBeNull()
  await vi.advanceTimersByTimeAsync(200)
  await failed
  expect(document.querySelector('iframe')).toBeNull()
})
