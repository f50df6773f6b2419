// @vitest-environment jsdom
/** The check for a session when a page opens, and what a page tries if the provider’s iframe finds none. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import {
  clearBrowser,
  type FakeProvider,
  fakeLocks,
  fakeProvider,
  isSettled,
  issuer,
  portAt,
  settings,
  signedInPort,
  site,
  storedTokens,
  storeLogin,
  soon,
} from './fake-provider'
import { tabStorage } from '../../../../src/session/storage'

let fake: FakeProvider
const channels: BroadcastChannel[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fake = fakeProvider()
})
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
  clearBrowser()
})

/** A provider with the same site as the page at https://boards.example. */
const sameSite = { ...settings, url: 'https://id.boards.example' }
const sameSiteIssuer = 'https://id.boards.example/realms/pcb'

/** Waits for the iframe of a check. */
async function frame() {
  await vi.waitUntil(() => document.querySelector('iframe'), soon)
  return document.querySelector('iframe') as HTMLIFrameElement
}

/** The provider responds in the iframe with these parameters and the state of the request. */
async function respond(parameters: string) {
  const { src, contentWindow: source } = await frame()
  const state = new URL(src).searchParams.get('state') ?? ''
  const data = `${site}/silent-check-sso.html#${parameters}&state=${state}`
  dispatchEvent(new MessageEvent('message', { origin: location.origin, source, data }))
}

/** The tokens that were left are removed without a call to the provider, and whether there is a session stays open. */
async function expectRemoved() {
  const check = portAt().port.checkSession()
  await respond('error=login_required')
  expect(await check).toEqual({ kind: 'blocked' })
  expect([fake.grants.length, storedTokens()]).toEqual([1, null])
}

/** Lets the wait of ten seconds for the iframe run out. */
async function timeOut() {
  await frame()
  await vi.advanceTimersByTimeAsync(10_000)
}

/** Stores tokens as a page leaves them that was signed in and then reloaded, owned by the tab `a-tab`. */
async function leaveTokens(provider = settings, authority = issuer) {
  fakeLocks()
  storeLogin(undefined, authority)
  const { port } = portAt('#code=c&state=s', provider)
  await port.finishLogin()
  const tokens = storedTokens(authority) ?? ''
  expect(tokens).toContain('refresh-1')
  port.clearToken()
  await vi.waitUntil(() => storedTokens(authority) === null, soon)
  tabStorage.setItem(`oidc.user:${authority}:pcb-web`, tokens)
  sessionStorage.setItem('tokenOwner', 'a-tab')
}

/** A tab that lends its session. Returns how often it was asked. */
function lender(answer: unknown) {
  const channel = new BroadcastChannel('session-loans')
  channels.push(channel)
  const asked = vi.fn(() => {
    if (answer) channel.postMessage(answer)
  })
  channel.onmessage = ({ data }) => {
    if (data === 'who is signed in?') asked()
  }
  return asked
}
const loan = { access_token: `e30.${btoa(JSON.stringify({ sub: 'u9' }))}.x`, expires_in: 60 }

describe('if the provider of the same site has no session', () => {
  test.each(['login_required', 'interaction_required', 'consent_required'])(
    'the answer %s means that no user is signed in, and stored tokens are removed',
    async (error) => {
      await leaveTokens(sameSite, sameSiteIssuer)
      const { port } = portAt('', sameSite)
      const check = port.checkSession()
      await respond(`error=${error}`)
      expect(await check).toEqual({ kind: 'anonymous' })
      expect(storedTokens(sameSiteIssuer)).toBeNull()
      expect(fake.grants).toHaveLength(1)
    },
  )

  test('any other answer is a failure with its code', async () => {
    const failed = expect(portAt('', sameSite).port.checkSession()).rejects.toMatchObject({
      error: 'temporarily_unavailable',
    })
    await respond('error=temporarily_unavailable')
    await failed
  })
})

describe('if the provider has a session', () => {
  /** The provider responds in the iframe with a code for this user. */
  async function signIn(user: string) {
    fake.user = user
    fake.nonce = new URL((await frame()).src).searchParams.get('nonce') ?? ''
    await respond('code=c')
  }

  test.each(['1', '2'])('user %s is signed in on a page without stored tokens', async (user) => {
    const { port } = portAt('', sameSite)
    const check = port.checkSession()
    await signIn(user)
    expect(await check).toMatchObject({ kind: 'session', session: { userId: user } })
    expect(port.accessToken()).toBeDefined()
  })

  test('the user of the stored tokens is signed in', async () => {
    await leaveTokens(sameSite, sameSiteIssuer)
    const check = portAt('', sameSite).port.checkSession()
    await signIn('1')
    expect(await check).toMatchObject({ kind: 'session', session: { userId: '1' } })
  })

  test('a user other than the one of the stored tokens counts as signed out', async () => {
    await leaveTokens(sameSite, sameSiteIssuer)
    const { port } = portAt('', sameSite)
    const check = port.checkSession()
    await signIn('2')
    expect(await check).toEqual({ kind: 'anonymous' })
    expect([port.accessToken(), storedTokens(sameSiteIssuer)]).toEqual([undefined, null])
  })
})

test.each([
  ['https://id.example', 'https://boards.example', false],
  ['https://id.boards.example', 'https://boards.example', true],
  ['https://id.a.example', 'https://b.a.example', true],
  ['http://localhost:8180', 'http://localhost:5173', true],
  ['http://10.0.0.1:8180', 'http://127.0.0.1', false],
  ['http://127.0.0.1:8180', 'http://127.0.0.1', true],
  ['http://[::1]:8180', 'http://[::2]', false],
  ['http://[::1]:8180', 'http://[::1]', true],
])('a provider at %s and a page at %s are the same site: %s', async (url, origin, isSame) => {
  const { createSessionPort } = await import('../../../../src/session/provider/oidc')
  const port = createSessionPort({ ...settings, url }, { origin, href: () => `${origin}/`, cleanAddress: () => {} })
  const check = port.checkSession()
  await respond('error=login_required')
  expect((await check).kind).toBe(isSame ? 'anonymous' : 'blocked')
})

describe('if the cookies of the provider may be blocked', () => {
  test('tokens that are left in the tab are renewed', async () => {
    await leaveTokens()
    const { port } = portAt()
    const check = port.checkSession()
    await respond('error=login_required')
    expect(await check).toMatchObject({ kind: 'session', session: { userId: '1' } })
    expect(fake.grants[1]?.get('refresh_token')).toBe('refresh-1')
    expect(port.accessToken()).toBeDefined()
  })

  test('tokens that another tab uses are removed, and the result is open', async () => {
    await leaveTokens()
    fakeLocks('tokens-a-tab')
    await expectRemoved()
  })

  test('tokens without a refresh token are removed, and the result is open', async () => {
    await leaveTokens()
    tabStorage.setItem(`oidc.user:${issuer}:pcb-web`, (storedTokens() ?? '').replace('refresh_token', 'other'))
    await expectRemoved()
  })

  test('tokens that the provider refuses are removed, and the result is open', async () => {
    await leaveTokens()
    fake.answer = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
    const check = portAt().port.checkSession()
    await respond('error=login_required')
    expect(await check).toEqual({ kind: 'blocked' })
    expect(storedTokens()).toBeNull()
  })
})

describe('if the iframe does not respond', () => {
  test('tokens that are left in the tab are renewed, and no other tab is asked', async () => {
    await leaveTokens()
    const asked = lender(loan)
    const check = portAt().port.checkSession()
    await timeOut()
    expect(await check).toMatchObject({ kind: 'session', session: { userId: '1' } })
    expect(asked).not.toHaveBeenCalled()
  })

  test('tokens that cannot be renewed are removed before another tab is asked', async () => {
    await leaveTokens()
    fake.answer = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
    fakeLocks('tokens-another-tab')
    let tokens: unknown = 'not asked'
    const channel = new BroadcastChannel('session-loans')
    channels.push(channel)
    channel.onmessage = ({ data }) => {
      if (data !== 'who is signed in?') return
      tokens = storedTokens()
      channel.postMessage(loan)
    }
    const check = portAt().port.checkSession()
    await timeOut()
    expect(await check).toMatchObject({ kind: 'session', session: { userId: 'u9' } })
    expect(tokens).toBeNull()
  })

  test('the session of another tab is used', async () => {
    fakeLocks('tokens-another-tab')
    lender(loan)
    const { port } = portAt()
    const check = port.checkSession()
    await timeOut()
    expect(await check).toMatchObject({ kind: 'session', session: { userId: 'u9' } })
    expect(port.accessToken()).toBe(loan.access_token)
    expect(port.secondsLeft()).toBeGreaterThan(59)
  })

  test('no user is signed in if no other tab has tokens', async () => {
    fakeLocks()
    const asked = lender(loan)
    const check = portAt().port.checkSession()
    await timeOut()
    expect(await check).toEqual({ kind: 'anonymous' })
    expect(asked).not.toHaveBeenCalled()
  })

  test('no user is signed in if no other tab responds within ten seconds', async () => {
    fakeLocks('tokens-another-tab')
    const asked = lender(null)
    const check = portAt().port.checkSession()
    await timeOut()
    await vi.waitUntil(() => asked.mock.calls.length > 0, soon)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await check).toEqual({ kind: 'anonymous' })
  })

  test('no user is signed in if the other tab cannot reach the provider either', async () => {
    fakeLocks('tokens-another-tab')
    lender('unreachable')
    const check = portAt().port.checkSession()
    await timeOut()
    expect(await check).toEqual({ kind: 'anonymous' })
  })
})

describe('a session of another tab', () => {
  test('is not requested if no tab has one', async () => {
    fakeLocks()
    const asked = lender(loan)
    expect(await portAt().port.borrowSession()).toEqual({ kind: 'anonymous' })
    expect(asked).not.toHaveBeenCalled()
  })

  test('is requested once more after a login in another tab, although no lock is held yet', async () => {
    fakeLocks()
    const { port } = portAt()
    const asked = lender(loan)
    port.expectLender()
    expect(await port.borrowSession()).toMatchObject({ kind: 'session', session: { userId: 'u9' } })
    expect(await port.borrowSession()).toEqual({ kind: 'anonymous' })
    expect(asked).toHaveBeenCalledTimes(1)
  })

  test('cannot be borrowed from a tab that cannot reach the provider', async () => {
    fakeLocks('tokens-another-tab')
    lender('unreachable')
    await expect(portAt().port.borrowSession()).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'The sign-in provider did not respond.',
    })
  })

  test('is borrowed again when it has to be renewed, and the provider is not asked', async () => {
    fakeLocks('tokens-another-tab')
    const asked = lender(loan)
    const { port } = portAt()
    await port.borrowSession()
    expect(await port.refreshToken(-1)).toMatchObject({ userId: 'u9' })
    expect(asked).toHaveBeenCalledTimes(2)
    expect(fake.requests).toEqual([])
  })

  test('cannot be renewed once its tab is closed', async () => {
    const held = fakeLocks('tokens-another-tab')
    lender(loan)
    const { port } = portAt()
    await port.borrowSession()
    held.pop()
    await expect(port.refreshToken(-1)).rejects.toThrow('The tab that shared its session was closed.')
  })
})

describe('an early check', () => {
  test('is the one that the session uses; the next one is new', async () => {
    const { port } = portAt('', sameSite)
    port.lookAhead()
    const check = port.checkSession()
    await respond('error=login_required')
    expect(await check).toEqual({ kind: 'anonymous' })
    await vi.waitUntil(() => !document.querySelector('iframe'), soon)
    const second = port.checkSession()
    await respond('error=interaction_required')
    expect(await second).toEqual({ kind: 'anonymous' })
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('does not run on a page with a response of the provider', async () => {
    portAt('#code=c&state=s').port.lookAhead()
    expect(await isSettled(Promise.resolve())).toBe(true)
    expect(fake.requests).toEqual([])
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('runs on any other page', async () => {
    const { port } = portAt()
    port.lookAhead()
    expect((await frame()).src).toContain('prompt=none')
    const check = port.checkSession()
    await respond('error=login_required')
    await check
  })

  test('that fails is reported once, when the session needs its result', async () => {
    fake.isDown = true
    const { port } = portAt()
    port.lookAhead()
    // An unhandled rejection would fail this test.
    await vi.waitUntil(() => fake.requests.length > 0, soon)
    await new Promise((resolve) => setImmediate(resolve))
    await expect(port.checkSession()).rejects.toMatchObject({ name: 'ProviderError', kind: 'unreachable' })
  })
})

test('a page over plain HTTP cannot sign in, and reports why', async () => {
  vi.stubGlobal('crypto', { randomUUID: () => 'x' })
  const { port } = portAt()
  await expect(port.checkSession()).rejects.toMatchObject({ kind: 'insecure', message: 'insecure' })
  await expect(port.startLogin('/')).rejects.toMatchObject({ kind: 'insecure' })
})

test('a tab with tokens of its own marks them, and lends its session once', async () => {
  const held = fakeLocks()
  const port = await signedInPort()
  expect(held).toEqual([`tokens-${sessionStorage.getItem('tokenOwner')}`])
  await port.refreshToken(-1)
  expect(held).toHaveLength(1)

  const channel = new BroadcastChannel('session-loans')
  channels.push(channel)
  const answers: unknown[] = []
  const answered = new Promise<void>((resolve) => {
    channel.onmessage = ({ data }) => {
      answers.push(data)
      if (data !== 'one moment') resolve()
    }
  })
  channel.postMessage('who is signed in?')
  await answered
  await new Promise((resolve) => setImmediate(resolve))
  expect(answers).toEqual([
    'one moment',
    { access_token: port.accessToken(), id_token: expect.any(String), expires_in: expect.any(Number) },
  ])
})
