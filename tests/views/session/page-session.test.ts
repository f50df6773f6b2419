// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'

import {
  connectionOf,
  type Finding,
  isStartingLogin,
  profileOf,
  sessionOf,
  statusOf,
  userOf,
} from '../../../machines/session/session.machine'
import { saveRoute } from '../../../src/session/storage'
import { ada, adaAtApi, never, openPage, openSignedIn, type PageOptions } from './open-page'

beforeEach(() => {
  vi.stubGlobal('fetch', never)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const unreachable = () => Promise.reject(Object.assign(new Error('Failed to fetch'), { kind: 'unreachable' }))
const refused = () => Promise.reject(Object.assign(new Error('Server error (500)'), { status: 500 }))
const anonymous = async (): Promise<Finding> => ({ kind: 'anonymous' })

/** Whether a promise has settled once everything that is ready has run. */
async function isSettled(promise: Promise<unknown>) {
  let settled = false
  const end = () => void (settled = true)
  promise.then(end, end)
  await vi.advanceTimersByTimeAsync(0)
  return settled
}

describe('the token for a call', () => {
  /** A page whose token is valid for `left` seconds. A refresh sets the next token after `respond` has resolved. */
  async function withToken(left: number, respond: (minValidity?: number) => Promise<unknown>) {
    const asked: (number | undefined)[] = []
    const state = { token: 'token-1', left }
    const opened = await openSignedIn({
      port: {
        accessToken: () => state.token,
        secondsLeft: () => state.left,
        refreshToken: async (minValidity) => {
          asked.push(minValidity)
          await respond(minValidity)
          Object.assign(state, { token: 'token-2', left: 300 })
          return { ...ada, accessToken: 'token-2' }
        },
      },
    })
    return { ...opened, asked }
  }

  test('is the one that a refresh with the required validity has returned', async () => {
    const { page, asked } = await withToken(3, async () => {})
    expect(await page.freshToken(30)).toBe('token-2')
    expect(asked).toEqual([30])
  })

  test('is not requested by a tab that has none', async () => {
    const refreshToken = vi.fn(unreachable)
    const { page, session } = await openSignedIn({ port: { accessToken: () => undefined, refreshToken } })
    expect(await page.freshToken()).toBeUndefined()
    expect(refreshToken).not.toHaveBeenCalled()
    expect(connectionOf(session.getSnapshot())).toBe('there')
  })

  test('is the old one if the provider answers with an error', async () => {
    const { page, session } = await withToken(0, refused)
    expect(await page.freshToken()).toBe('token-1')
    expect(connectionOf(session.getSnapshot())).toBe('there')
  })

  test('is the old one while it is valid and the provider cannot be reached; no other call asks the provider', async () => {
    const { page, session, asked } = await withToken(1, unreachable)
    expect(await page.freshToken()).toBe('token-1')
    expect(connectionOf(session.getSnapshot())).toBe('lost')
    expect(await page.freshToken(5)).toBe('token-1')
    expect(asked).toEqual([undefined])
  })

  test.each([
    ['has just run out', 0, undefined],
    ['ran out a minute ago', -60, 5],
    ['is refused by the API', 100, -1],
  ])('is awaited if it %s and the provider cannot be reached', async (_, left, minValidity) => {
    let isDown = true
    const { page } = await withToken(left, () => (isDown ? unreachable() : Promise.resolve()))
    const token = page.freshToken(minValidity)
    expect(await isSettled(token)).toBe(false)
    isDown = false
    // The first retry.
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await token).toBe('token-2')
  })

  test('is no longer awaited by a call that has been cancelled', async () => {
    const { page } = await withToken(0, unreachable)
    const stop = new AbortController()
    const token = page.freshToken(undefined, stop.signal)
    expect(await isSettled(token)).toBe(false)
    stop.abort(new Error('cancelled'))
    await expect(token).rejects.toThrow('cancelled')
  })

  test('is not awaited while the regular refresh of a page with a connection is running', async () => {
    const { page, session } = await withToken(0, (minValidity) => (minValidity === 60 ? never() : refused()))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(session.getSnapshot().matches({ authenticated: { token: { renewing: 'refreshing' } } })).toBe(true)
    expect(await isSettled(page.freshToken(-1))).toBe(true)
  })
})

test('a token that is renewed for a call replaces the one of the session', async () => {
  const { session, renewed } = await openSignedIn()
  renewed({ ...ada, accessToken: 'token-2' })
  expect(sessionOf(session.getSnapshot())?.accessToken).toBe('token-2')
})

test('a login in a window that the page opened signs in the page itself', async () => {
  const logInAt = vi.fn(async (_name: string) => ada)
  const { page, session } = openPage({ port: { checkSession: anonymous, logInAt } })
  session.start()
  await waitFor(session, (snapshot) => statusOf(snapshot) === 'anonymous')
  await page.logInAt('login-window')
  expect(logInAt.mock.calls).toEqual([['login-window']])
  expect(sessionOf(session.getSnapshot())).toEqual(ada)
  expect(statusOf(session.getSnapshot())).toBe('authenticated')
})

test.each([
  ['a signed-in user', async (): Promise<Finding> => ({ kind: 'session', session: ada }), true],
  ['no user', anonymous, false],
])('whether a user is signed in is not known before the check has found %s', async (_, answer, isSignedIn) => {
  let find = () => {}
  const checked = new Promise<void>((resolve) => (find = resolve))
  const { page, session } = openPage({ port: { checkSession: () => checked.then(answer) } })
  session.start()
  const asked = page.isSignedIn()
  expect(await isSettled(asked)).toBe(false)
  find()
  expect(await asked).toBe(isSignedIn)
})

describe('what a prerendered page needs code for', () => {
  /** How often the listener has been called once the check of the session has ended. */
  async function callsAfter(checkSession: () => Promise<Finding>) {
    const { page, session } = openPage({ port: { checkSession } })
    const listener = vi.fn()
    page.onUserOrFailure(listener)
    session.start()
    await waitFor(session, (snapshot) => statusOf(snapshot) !== 'unknown')
    return listener.mock.calls.length
  }

  test('is not a visitor without a session', async () => {
    expect(await callsAfter(anonymous)).toBe(0)
  })

  test('is a user', async () => {
    expect(await callsAfter(async () => ({ kind: 'session', session: ada }))).toBeGreaterThan(0)
  })

  test('is a failed check', async () => {
    expect(await callsAfter(() => Promise.reject(new Error('no metadata')))).toBeGreaterThan(0)
  })
})

test('each change of the user is reported once, and a redirect to the login page is none', async () => {
  const users: (string | null)[] = []
  let isUserThere = true
  const { page, session, renewed } = openPage({
    port: {
      checkSession: async () => (isUserThere ? { kind: 'session', session: ada } : { kind: 'anonymous' }),
      startLogin: () => Promise.reject(new Error('The page stays.')),
    },
    fetchUser: async () => adaAtApi,
  })
  page.onUserChange((id) => users.push(id))
  session.start()
  expect(users).toEqual([])
  await waitFor(session, (snapshot) => userOf(snapshot) !== null)
  renewed({ ...ada, accessToken: 'token-2' })
  expect(users).toEqual(['u1'])

  page.refuse()
  await waitFor(session, (snapshot) => snapshot.matches('failed'))
  expect(users).toEqual(['u1'])

  session.send({ type: 'session.opened', session: { ...ada, userId: 'u2' } })
  expect(users).toEqual(['u1', 'u2'])
  isUserThere = false
  session.send({ type: 'page.restored' })
  await waitFor(session, (snapshot) => statusOf(snapshot) === 'anonymous')
  expect(users).toEqual(['u1', 'u2', null])
  session.send({ type: 'session.opened', session: ada })
  expect(users).toEqual(['u1', 'u2', null, 'u1'])
})

test.each([
  ['/workspace', true],
  ['/workspace/p1?file=f1', true],
  ['/workspaces', false],
  ['/news/workspace/', false],
  ['/', false],
])('the page at %s shows the workspace: %s', (at, isWorkspace) => {
  expect(openPage({ at }).page.opensWorkspace()).toBe(isWorkspace)
})

test('a return from the provider shows the workspace if the login was started there', async () => {
  const finishLogin = async () => ({ session: ada, returnTo: '/workspace/p1' })
  const { page, session } = openPage({ at: '/login#code=c&state=s', port: { finishLogin } })
  session.start()
  expect(page.opensWorkspace()).toBe(false)
  await waitFor(session, (snapshot) => statusOf(snapshot) === 'authenticated')
  expect(page.opensWorkspace()).toBe(true)
})

test('a 401 from the API leads to the login page, without the token', async () => {
  const { page, session, log } = await openSignedIn()
  page.refuse()
  expect(isStartingLogin(session.getSnapshot())).toBe(true)
  expect(log).toContainEqual(['clearToken'])
  expect(log).not.toContainEqual(['closeToolWindow'])
})

test('a 401 because the data of the user was deleted signs the user out', async () => {
  const { page, session, log } = await openSignedIn()
  page.refuse(true)
  expect(session.getSnapshot().matches('loggingOut')).toBe(true)
  expect(log).toContainEqual(['closeToolWindow'])
})

test('the fields that the API expects are empty without a user', async () => {
  expect(openPage().page.currentUser()).toEqual({ uid: '', uname: '', uemail: null })
  const { page, session } = await openSignedIn({ fetchUser: async () => adaAtApi })
  await waitFor(session, (snapshot) => userOf(snapshot) !== null)
  expect(page.currentUser()).toEqual({ uid: 'u1', uname: 'ada', uemail: 'ada@example.com' })
})

describe('a navigation to a protected page', () => {
  const route = {
    href: '/workspace/p1?file=f1',
    access: 'authenticated',
    isProviderReturn: false,
    isLogin: false,
  } as const

  test('without a user starts a login that returns there', async () => {
    const startLogin = vi.fn(never)
    const { page, session } = openPage({ port: { checkSession: anonymous, startLogin } })
    session.start()
    await waitFor(session, (snapshot) => statusOf(snapshot) === 'anonymous')
    expect(await page.guard(route)).toBe('login')
    expect(isStartingLogin(session.getSnapshot())).toBe(true)
    expect(startLogin.mock.calls).toEqual([['/workspace/p1?file=f1']])
  })

  test('waits for the check of the session', async () => {
    let find = () => {}
    const checked = new Promise<void>((resolve) => (find = resolve))
    const { page, session } = openPage({ port: { checkSession: () => checked.then(anonymous), startLogin: never } })
    session.start()
    const decision = page.guard(route)
    expect(await isSettled(decision)).toBe(false)
    find()
    await vi.advanceTimersByTimeAsync(100)
    expect(await decision).toBe('login')
  })

  test('of a signed-in user passes without a login', async () => {
    const startLogin = vi.fn(never)
    const { page, session } = await openSignedIn({ port: { startLogin } })
    expect(await page.guard(route)).toBe('pass')
    expect(statusOf(session.getSnapshot())).toBe('authenticated')
    expect(startLogin).not.toHaveBeenCalled()
  })
})

test.each([
  ['/news/n1?page=2#top', '/news/n1?page=2#top'],
  ['/login', '/prices?boards=5'],
])('a login that is requested at %s returns to %s', async (at, returnTo) => {
  saveRoute('/prices?boards=5')
  const startLogin = vi.fn(never)
  const { session } = openPage({ at, port: { checkSession: anonymous, startLogin } })
  session.start()
  await waitFor(session, (snapshot) => statusOf(snapshot) === 'anonymous')
  session.send({ type: 'login.requested' })
  expect(startLogin.mock.calls).toEqual([[returnTo]])
})

test('the profile is loaded from the provider with the token of this tab', async () => {
  const requests: [string, unknown][] = []
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: { Authorization: string } }) => {
    requests.push([address, headers.Authorization])
    return Response.json({ id: 'u1', firstName: 'Ada', lastName: 'Berg' })
  })
  const { session } = await openSignedIn({ port: { accessToken: () => 'token-1' } })
  await waitFor(session, (snapshot) => profileOf(snapshot) !== null)
  expect(profileOf(session.getSnapshot())?.fullname).toBe('Ada Berg')
  expect(requests).toEqual([['https://id.example/realms/pcb/account', 'Bearer token-1']])
})

test('without a provider there is no profile, and no request for one', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  const { session } = await openSignedIn({ auth: {} })
  await waitFor(session, (snapshot) => snapshot.matches({ authenticated: { profile: 'settled' } }))
  expect(profileOf(session.getSnapshot())).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

test.each([
  [
    'is reported once',
    undefined,
    [['alert', 'Failed to initializing Keycloak. Please check your internet connection.']],
  ],
  ['is not reported if the site has no provider', {}, []],
])('a failed check of the session %s', async (_, auth, alerts) => {
  const { session, log } = openPage({
    ...(auth && { auth }),
    port: { checkSession: () => Promise.reject(new Error('Failed to fetch')) },
  })
  session.start()
  await waitFor(session, (snapshot) => snapshot.matches('failed'))
  expect(log).toEqual(alerts)
})

describe('a started page', () => {
  async function started(port: PageOptions['port'] = {}) {
    const opened = openPage({ port: { checkSession: async () => ({ kind: 'session', session: ada }), ...port } })
    opened.page.start()
    await waitFor(opened.session, (snapshot) => statusOf(snapshot) !== 'unknown')
    return opened
  }
  const writes = (key: string, newValue: string | null) => dispatchEvent(new StorageEvent('storage', { key, newValue }))

  test('is covered until it has content and the sign-in status is known', async () => {
    let find = () => {}
    const checked = new Promise<void>((resolve) => (find = resolve))
    const { page, session } = openPage({ port: { checkSession: () => checked.then(anonymous) } })
    const isCovered = () => page.loading.getSnapshot().hasTag('overlay')
    page.start()
    page.loading.send({ type: 'content.shown' })
    expect(isCovered()).toBe(true)
    find()
    await waitFor(session, (snapshot) => statusOf(snapshot) !== 'unknown')
    expect(isCovered()).toBe(false)
  })

  test('logs out when another tab has logged out', async () => {
    const { session, log } = await started()
    writes('theme', 'dark')
    writes('logoutMarker', null)
    expect(statusOf(session.getSnapshot())).toBe('authenticated')
    writes('logoutMarker', '1-0.5')
    expect(session.getSnapshot().matches('endingSession')).toBe(true)
    expect(log).toContainEqual(['closeToolWindow'])
  })

  test('checks for a session when another tab has logged in', async () => {
    const checkSession = vi.fn(async () => ({ kind: 'anonymous' }) as const)
    const { session, log } = await started({ checkSession })
    writes('theme', 'dark')
    writes('loginMarker', null)
    expect(statusOf(session.getSnapshot())).toBe('anonymous')
    expect(log).toEqual([])
    writes('loginMarker', '1-0.5')
    expect(statusOf(session.getSnapshot())).toBe('unknown')
    expect(log).toEqual([['expectLender']])
    expect(checkSession).toHaveBeenCalledTimes(2)
  })

  test('renews its token at once when the network returns', async () => {
    const refreshToken = vi.fn(never)
    const { session } = await started({ refreshToken })
    session.send({ type: 'connection.lost' })
    dispatchEvent(new Event('online'))
    expect(refreshToken.mock.calls).toEqual([[60]])
  })

  test('checks its session again when it is restored from the cache of the browser', async () => {
    const { session } = await started()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    expect(statusOf(session.getSnapshot())).toBe('authenticated')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(statusOf(session.getSnapshot())).toBe('unknown')
  })
})
