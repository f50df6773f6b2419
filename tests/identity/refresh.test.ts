import type { Page } from '@playwright/test'

import { covers } from '../spec-coverage/covers'
import { exchanges, type Fault, logins, refreshes } from './fault-proxy'
import {
  accessToken,
  avatar,
  callApi,
  closeDialog,
  expect,
  loginForm,
  notice,
  recordLoans,
  signIn,
  sleep,
  storedTokens,
  test,
  workspace,
  passRefreshChecks,
} from './fixtures'
import type { World } from './world'

/** Makes the browser stay on the page instead of navigating to the login page, so that the page can be inspected. */
const stay: Fault = { kind: 'answer', status: 204, body: {} }

const refreshed = (world: World) => expect.poll(() => world.proxy.count(refreshes))
const answered = (world: World) =>
  expect.poll(() => world.proxy.calls.filter((call) => refreshes(call) && call.status !== null).length)

/**
 * Triggers one refresh check and waits until each tab has stored its new token, because the interval until the next
 * check starts then.
 */
async function passRefresh(page: Page, tabs = [page]) {
  const before = await Promise.all(tabs.map(accessToken))
  await passRefreshChecks(page)
  for (const [n, tab] of tabs.entries()) await expect.poll(() => accessToken(tab)).not.toBe(before[n])
}

/** The last code that the list of projects loads when the browser is idle (src/routes/workspace/dialog.tsx). */
const lastCode = /\/opened-[\w-]+\.js$/

/**
 * Signs in with the page's clock controlled by the test, and waits until all code of the page has loaded: without a
 * connection, the page could not load the rest.
 */
async function signInWithClock(page: Page, world: World) {
  const loaded = page.waitForEvent('requestfinished', (request) => lastCode.test(request.url()))
  await page.clock.install()
  await signIn(page, world)
  await expect(avatar(page)).toBeVisible()
  await expect(workspace(page)).toBeVisible()
  await loaded
}

type RecordedCall = { bearer: string; at: number }
declare global {
  interface Window {
    recordedCalls: RecordedCall[]
  }
}

/** Records the API calls in the page itself, so that their times are exactly those of the page's clock. */
const recordCalls = (page: Page) =>
  page.addInitScript(() => {
    window.recordedCalls = []
    const send = window.fetch
    window.fetch = (input, init) => {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}))
      const bearer = headers.get('authorization')
      if (bearer) window.recordedCalls.push({ bearer, at: Date.now() })
      return send(input, init)
    }
  })

const recordedCalls = (page: Page) => page.evaluate(() => window.recordedCalls)

/** Triggers an API call through the UI. */
async function useWorkspace(page: Page) {
  await page.getByRole('button', { name: 'Request Simulation' }).click()
  await closeDialog(page)
}

test('16 refresh answered with 400: token cleared, one redirect to the login', async ({ page, briefWorld: world }) => {
  covers('4-refresh-failed')
  await signInWithClock(page, world)
  const before = world.proxy.count(logins)
  world.proxy.play(refreshes, { kind: 'answer', status: 400, body: { error: 'invalid_grant' } })
  world.proxy.play(logins, stay)
  await passRefreshChecks(page)
  await expect.poll(() => world.proxy.count(logins)).toBe(before + 1)
  await expect.poll(() => storedTokens(page)).toEqual([])
  const { searchParams } = world.proxy.calls.filter(logins).at(-1)!.url
  expect(searchParams.get('redirect_uri')).toBe(`${world.site}/login`)
  await passRefreshChecks(page, 3)
  expect(world.proxy.count(refreshes)).toBe(1)
  expect(world.proxy.count(logins)).toBe(before + 1)

  world.proxy.heal()
  await page.goto(`${world.site}/workspace`)
  await expect(workspace(page)).toBeVisible()
})

test('17 refresh answered with 401 or 500, cut off, or not at all: the same, but token not cleared', async ({
  page,
  briefWorld: world,
}) => {
  const faults: [name: string, fault: Fault, wait: number][] = [
    ['401', { kind: 'answer', status: 401, body: { error: 'invalid_client' } }, 0],
    ['401 of an unauthorized client', { kind: 'answer', status: 401, body: { error: 'unauthorized_client' } }, 0],
    ['500', { kind: 'answer', status: 500, body: { error: 'unknown_error' } }, 0],
    ['cut connection', { kind: 'refuse' }, 0],
    ['half a response', { kind: 'truncate' }, 0],
    ['time-out', { kind: 'hold', until: new Promise(() => {}) }, 11_000],
  ]
  for (const [name, fault, wait] of faults) {
    await test.step(name, async () => {
      await page.goto('about:blank')
      await page.context().clearCookies()
      await world.proxy.reset()
      await signInWithClock(page, world)
      const before = world.proxy.count(logins)
      world.proxy.play(refreshes, fault)
      world.proxy.play(logins, stay)
      await passRefreshChecks(page)
      await refreshed(world).toBe(1)
      if (wait > 0) await page.clock.fastForward(wait)
      await expect.poll(() => world.proxy.count(logins), { message: name }).toBe(before + 1)
      expect(await storedTokens(page), name).not.toEqual([])
      await passRefreshChecks(page, 3)
      expect(await storedTokens(page), name).not.toEqual([])
      expect(world.proxy.count(refreshes), name).toBe(1)
      expect(world.proxy.count(logins), name).toBe(before + 1)
    })
  }
})

test('18 offline when a refresh is due: it waits for the network', async ({
  page,
  context,
  briefWorld: world,
  watched,
}) => {
  await signInWithClock(page, world)
  const logInsBefore = world.proxy.count(logins)
  await context.setOffline(true)
  expect(await page.evaluate(() => navigator.onLine)).toBe(false)
  watched.requests.length = 0
  await passRefreshChecks(page, 3)
  expect(watched.requests.filter((url) => url.startsWith(world.proxy.origin))).toEqual([])
  await expect(workspace(page)).toBeVisible()

  await context.setOffline(false)
  await answered(world).toBe(1)
  await expect(workspace(page)).toBeVisible()
  expect(world.proxy.count(logins)).toBe(logInsBefore)
})

test('19 ten simultaneous refreshes: one request', async ({ page, context, briefWorld: world }) => {
  await signInWithClock(page, world)
  const release = world.proxy.hold(refreshes)
  await context.setOffline(true)
  await passRefreshChecks(page)
  await sleep(page, 120_000)
  await context.setOffline(false)
  await refreshed(world).toBe(1)
  // API calls, repeated online events and further refresh checks all require a fresh token now.
  const held = page.waitForRequest((request) => request.url().includes('/api/'))
  await page.getByRole('button', { name: 'Request Simulation' }).click()
  await page.evaluate(() => {
    for (let n = 0; n < 10; n++) window.dispatchEvent(new Event('online'))
  })
  await page.clock.fastForward(5_000)
  expect(world.proxy.count(refreshes)).toBe(1)
  release()
  const request = await held
  expect(request.headers()['authorization']).toMatch(/^Bearer /)
  await answered(world).toBe(1)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(world.proxy.count(refreshes)).toBe(1)
})

test('20 no refresh token in the response: the old one is kept', async ({ page, briefWorld: world }) => {
  await signInWithClock(page, world)
  let unseen = ''
  world.proxy.play(
    refreshes,
    {
      kind: 'changeAnswer',
      change: (body) => {
        unseen = String(body['refresh_token'])
        delete body['refresh_token']
      },
    },
    1,
  )
  await passRefresh(page)
  await answered(world).toBe(1)
  const first = world.proxy.calls.find(refreshes)!.form.get('refresh_token')
  expect(unseen).not.toBe('')

  // The provider has already rotated the token, so replace it with the one the provider expects.
  let second: string | null = null
  world.proxy.play(
    refreshes,
    {
      kind: 'changeRequest',
      change: ({ form }) => {
        second = form.get('refresh_token')
        form.set('refresh_token', unseen)
      },
    },
    1,
  )
  await passRefresh(page)
  await answered(world).toBe(2)
  expect(second).toBe(first)
  await expect(workspace(page)).toBeVisible()
  expect((await callApi(page, world, '/api/v1/users/me')).status).toBe(200)
})

/** Triggers an API call through the tab's UI and returns the bearer token of the successful call. */
async function bearerInUse(tab: Page, world: World): Promise<string> {
  const answering = tab.waitForResponse((response) => response.url().startsWith(`${world.site}/api/`))
  await tab.getByRole('button', { name: 'Request Simulation' }).click()
  const answer = await answering
  expect(answer.ok()).toBe(true)
  await closeDialog(tab)
  return answer.request().headers()['authorization'] ?? ''
}

/**
 * Opens a copy of a tab, like the browser's "Duplicate" command. On the same site it obtains its own tokens from the
 * provider. Cross-site, it cannot, so it uses the tokens that the first tab lends it.
 */
async function duplicate(page: Page, world: World): Promise<Page> {
  const copy = await page.evaluate(() => Object.entries<string>(sessionStorage))
  const other = await page.context().newPage()
  await other.addInitScript((items) => {
    if (location.pathname === '/silent-check-sso.html' || sessionStorage.length > 0) return
    for (const [key, value] of items) sessionStorage.setItem(key, value)
  }, copy)
  await other.goto(`${world.site}/workspace`)
  await expect(workspace(other)).toBeVisible()
  return other
}

test('21 a duplicated tab, and two tabs over three rotations: both stay signed in', { tag: '@cross-site' }, async ({
  page,
  relation,
  briefWorld: world,
}) => {
  covers('decisions-tokens-per-tab')
  await signInWithClock(page, world)
  const other = await duplicate(page, world)
  const isLent = relation === 'cross-site'
  expect((await storedTokens(other)).length === 0).toBe(isLent)
  const loginsBefore = world.proxy.count(logins)

  for (let rotation = 1; rotation <= 3; rotation++) {
    const before = await bearerInUse(other, world)
    // The context has one clock, so both tabs check at the same moment.
    await passRefresh(page, isLent ? [page] : [page, other])
    await expect.poll(() => bearerInUse(other, world)).not.toBe(before)
    await bearerInUse(page, world)
    // The lender's refreshes serve both tabs.
    const wanted = isLent ? rotation : 2 * rotation
    expect(world.proxy.count(refreshes)).toBeGreaterThanOrEqual(wanted)
  }
  const used = world.proxy.calls.filter(refreshes).map(({ form }) => form.get('refresh_token'))
  expect(new Set(used).size).toBe(used.length)
  expect(world.proxy.calls.filter(refreshes).every(({ status }) => status === 200)).toBe(true)
  expect((await storedTokens(other)).length === 0).toBe(isLent)
  expect(world.proxy.count(logins)).toBe(loginsBefore)
})

test('21 the tab that lends its session waits for a slow provider: so does the borrowing tab', {
  tag: '@cross-site-only',
}, async ({ page, briefWorld: world }) => {
  await signInWithClock(page, world)
  const other = await duplicate(page, world)
  const loginsBefore = world.proxy.count(logins)
  const before = await bearerInUse(other, world)
  const messages = await recordLoans(other)
  const release = world.proxy.hold(refreshes)
  const from = (await messages()).length
  await sleep(page, 60_000)
  // From here on, time advances only when the test advances it.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  const asking = other.waitForRequest((request) => request.url().startsWith(`${world.site}/api/`))
  await other.getByRole('button', { name: 'Request Simulation' }).click()
  await expect.poll(async () => (await messages()).slice(from)).toContain('one moment')
  // Shorter than the lender waits for the provider (src/session/provider/provider-client.ts).
  await page.clock.runFor(8_000)
  release()
  expect((await asking).headers()['authorization']).not.toBe(before)
  await expect(other.getByRole('dialog')).toBeVisible()
  expect(world.proxy.count(logins)).toBe(loginsBefore)
  expect(world.proxy.calls.filter(refreshes).every(({ status }) => status === 200)).toBe(true)
})

test('22 sleep past the expiry: a refresh precedes the next API call', { tag: '@cross-site' }, async ({
  page,
  world,
}) => {
  await signInWithClock(page, world)
  await sleep(page, 3 * 3_600_000)
  const bearers: string[] = []
  const refreshesAtCall: number[] = []
  page.on('request', (request) => {
    const bearer = request.headers()['authorization']
    if (!bearer || !request.url().startsWith(`${world.site}/api/`)) return
    bearers.push(bearer)
    refreshesAtCall.push(world.proxy.calls.filter((call) => refreshes(call) && call.status === 200).length)
  })
  const kept = await accessToken(page)
  // Keep the dialog open until its call is sent, because closing a dialog aborts its calls.
  await page.getByRole('button', { name: 'Request Simulation' }).click()
  await expect.poll(() => bearers.length).toBeGreaterThan(0)
  expect(refreshesAtCall.every((count) => count >= 1)).toBe(true)
  expect(bearers).not.toContain(`Bearer ${kept}`)
  expect(world.proxy.count(refreshes)).toBe(1)
  await closeDialog(page)
  await expect(workspace(page)).toBeVisible()
})

/**
 * Runs refresh checks, each completed before the next. Jumping over a refresh in progress would end it with a timeout.
 */
async function passCompletedChecks(page: Page, world: World, count: number) {
  for (let n = 0; n < count; n++) {
    await passRefreshChecks(page)
    let quiet = 0
    const isBusy = () => world.proxy.calls.some((call) => refreshes(call) && call.status === null)
    await expect.poll(() => (quiet = isBusy() ? 0 : quiet + 1), { intervals: [100] }).toBeGreaterThan(3)
  }
}

test('23 clock an hour ahead or behind, and a clock that jumps: no loop', async ({ page, context, world }) => {
  const hour = 3_600_000
  for (const [shift, jump] of [
    [hour, -hour],
    [-hour, hour],
  ] as const) {
    await context.clearCookies()
    await page.goto('about:blank')
    await world.proxy.reset()
    await page.clock.install({ time: Date.now() + shift })
    await signIn(page, world)
    expect(world.proxy.count(logins)).toBe(1)
    await passCompletedChecks(page, world, 4)
    expect(world.proxy.count(refreshes)).toBeLessThanOrEqual(1)

    await sleep(page, jump)
    await passCompletedChecks(page, world, 4)
    await useWorkspace(page)
    expect(world.proxy.count(refreshes)).toBeLessThanOrEqual(4)
    expect(world.proxy.count(logins)).toBe(1)
    await expect(notice(page)).toHaveCount(0)
    await page.reload()
    await expect(workspace(page)).toBeVisible()
    expect(world.proxy.count(logins)).toBe(1)
  }
})

test('24 token lifetime of at most 60 s: at most one refresh in 30 s', async ({ page, briefWorld: world }) => {
  await signInWithClock(page, world)
  await useWorkspace(page)
  expect(world.proxy.count(refreshes)).toBe(0)
  for (let n = 1; n <= 4; n++) {
    await passRefresh(page)
    await answered(world).toBe(n)
    await useWorkspace(page)
    expect(world.proxy.count(refreshes)).toBe(n)
  }
  expect(world.proxy.count(logins)).toBe(1)
})

test('29 session ended at the provider: login at the next refresh', { tag: '@cross-site' }, async ({
  page,
  briefWorld: world,
}) => {
  await signInWithClock(page, world)
  const exchanged = world.proxy.count(exchanges)
  await world.endSessions()
  await passRefreshChecks(page)
  await expect(loginForm(page)).toBeVisible()
  expect(world.proxy.calls.find(refreshes)?.status).toBe(400)
  expect(world.proxy.count(refreshes)).toBe(1)
  expect(world.proxy.count(logins)).toBe(2)
  expect(world.proxy.count(exchanges)).toBe(exchanged)
})

test('48 a token valid for more than an hour, a jumping clock, a day of sleep: one refresh, and no call with an expired token', {
  tag: '@cross-site',
}, async ({ page, world }) => {
  await recordCalls(page)
  await signInWithClock(page, world)
  const hour = 3_600_000
  for (const [name, passes, refreshesWanted] of [
    ['an hour and a minute', () => page.clock.fastForward(hour + 60_000), 1],
    ['the clock an hour forward', () => sleep(page, hour), 1],
    ['the clock an hour back', () => sleep(page, -hour), 0],
    ['a day of sleep', () => page.clock.fastForward(24 * hour), 1],
  ] as const) {
    await test.step(name, async () => {
      const old = await accessToken(page)
      const refreshesBefore = world.proxy.count(refreshes)
      const { length: callsBefore } = await recordedCalls(page)
      const start = await page.evaluate(() => Date.now())
      // Calls of the previous step may still be made until the clock jumps.
      const callsSince = async () =>
        (await recordedCalls(page)).slice(callsBefore).filter(({ at }) => Math.abs(at - start) > hour / 2)
      await passes()
      await page.getByRole('button', { name: 'Request Simulation' }).click()
      await expect.poll(async () => (await callsSince()).length, { message: name }).toBeGreaterThan(0)
      if (refreshesWanted > 0) {
        const bearers = (await callsSince()).map(({ bearer }) => bearer)
        expect(bearers, name).not.toContain(`Bearer ${old}`)
      }
      await expect.poll(() => world.proxy.count(refreshes) - refreshesBefore, { message: name }).toBe(refreshesWanted)
      await closeDialog(page)
    })
  }
  expect(world.proxy.count(logins)).toBe(1)
  await expect(workspace(page)).toBeVisible()
})
