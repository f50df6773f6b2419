import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { covers } from '../spec-coverage/covers'
import { everything, exchanges, logins, silentChecks, withClaims } from './fault-proxy'
import {
  avatar,
  createProject,
  expect,
  fillLoginForm,
  goBack,
  loginForm,
  loginLink,
  notice,
  openAnonymously,
  overlay,
  passRefreshChecks,
  signIn,
  storedTokens,
  test,
  workspace,
} from './fixtures'
import type { World } from './world'

/** The codes sent to the token endpoint, including repetitions. */
const redeemed = (world: World) => world.proxy.calls.filter(exchanges).map(({ form }) => form.get('code') ?? '')

/** Expects that the parameters of the provider's response do not stay in the site's address bar. */
const expectCleanAddress = (page: Page, world: World) =>
  // toHaveURL would wait for a load event, which a page from the back/forward cache does not fire.
  expect
    .poll(() => {
      const { origin, search, hash } = new URL(page.url())
      return origin === world.site ? search + hash : ''
    })
    .not.toMatch(/[#?&](?:code|state|session_state|iss)=/)

test('07 StrictMode: exactly one token request', async ({ page, strictWorld: world }) => {
  await signIn(page, world)
  // The silent check found no session, so the only code is from the login.
  expect(redeemed(world)).toHaveLength(1)
  await page.reload()
  await expect(workspace(page)).toBeVisible()
  const codes = redeemed(world)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes).toHaveLength(2)
})

test('08 reload or Back on a used callback: no exchange, clean URL', { tag: '@cross-site' }, async ({
  page,
  world,
}) => {
  const returns: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) returns.push(request.url())
  })
  world.proxy.play(logins, {
    kind: 'changeRequest',
    change: ({ url }) => url.searchParams.set('response_mode', 'query'),
  })
  await signIn(page, world)
  const callback = returns.find((url) => url.startsWith(`${world.site}/login?`)) ?? ''
  expect(callback).toContain('code=')
  await expectCleanAddress(page, world)
  const [code = ''] = redeemed(world)
  const timesRedeemed = () => redeemed(world).filter((one) => one === code).length

  await page.reload()
  await expect(workspace(page)).toBeVisible()
  await page.goto(callback)
  await expect(overlay(page)).toBeHidden()
  await expectCleanAddress(page, world)
  await expect(avatar(page).or(notice(page)).first()).toBeVisible()
  await goBack(page)
  await expect(overlay(page)).toBeHidden()
  await expectCleanAddress(page, world)
  expect(timesRedeemed()).toBe(1)
})

test('09 forged state: no token request', async ({ page, world }) => {
  await page.goto(`${world.site}/login#code=${randomUUID()}&state=${randomUUID()}`)
  await expect(notice(page).or(loginForm(page)).first()).toBeVisible()
  await expectCleanAddress(page, world)
  expect(world.proxy.count(exchanges)).toBe(0)

  // The same in the query.
  await page.goto(`${world.site}/login?code=${randomUUID()}&state=${randomUUID()}`)
  await expect(notice(page).or(loginForm(page)).first()).toBeVisible()
  await expectCleanAddress(page, world)
  expect(world.proxy.count(exchanges)).toBe(0)
  expect(await storedTokens(page)).toEqual([])
})

test('10 state 60 minutes old: rejected, and a new login is offered', async ({ page, world }) => {
  await page.clock.install()
  await page.goto(`${world.site}/workspace`)
  await expect(loginForm(page)).toBeVisible()
  await page.clock.fastForward('01:00:05')
  await fillLoginForm(page, world)
  await expect(notice(page)).toBeVisible()
  expect(redeemed(world)).toEqual([])
  expect(await storedTokens(page)).toEqual([])
  await expectCleanAddress(page, world)

  await notice(page).getByRole('button', { name: 'Retry' }).click()
  await expect(workspace(page)).toBeVisible()
})

test('11 callback parameters in the query, and in the hash: both work', { tag: '@cross-site' }, async ({
  context,
  world,
}) => {
  for (const mode of ['query', 'fragment']) {
    world.proxy.heal()
    world.proxy.play(logins, {
      kind: 'changeRequest',
      change: ({ url }) => url.searchParams.set('response_mode', mode),
    })
    const before = redeemed(world).length
    // Use a new tab: one that was signed in before would use its refresh token when the frame gets no cookie.
    const page = await context.newPage()
    await page.goto(`${world.site}/workspace`)
    // By now the top-level check, which is needed cross-site, has returned.
    await expect(loginForm(page)).toBeVisible()
    const places: URL[] = []
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) places.push(new URL(frame.url()))
    })
    await fillLoginForm(page, world)
    await expect(workspace(page)).toBeVisible()
    const [answer] = places.filter(({ origin, pathname }) => origin === world.site && pathname === '/login')
    expect(answer?.search.includes('code='), mode).toBe(mode === 'query')
    expect(answer?.hash.includes('code='), mode).toBe(mode === 'fragment')
    await expect(page).toHaveURL(`${world.site}/workspace`)
    expect(redeemed(world).length - before).toBe(1)
    await page.close()
    await context.clearCookies()
  }
})

test('12 access_denied: shown as an error, no automatic retry', async ({ page, world }) => {
  await page.clock.install()
  await page.goto(`${world.site}/workspace`)
  await expect(loginForm(page)).toBeVisible()
  world.proxy.play(
    everything,
    {
      kind: 'changeReturn',
      change: (parameters) => {
        parameters.delete('code')
        parameters.set('error', 'access_denied')
        parameters.set('error_description', 'The person said no.')
      },
    },
    1,
  )
  await fillLoginForm(page, world)
  await expect(notice(page)).toBeVisible()
  await expect(notice(page)).not.toContainText(/access_denied|said no/)
  await expectCleanAddress(page, world)
  await passRefreshChecks(page, 4)
  expect(world.proxy.count(logins)).toBe(1)
  expect(world.proxy.count(exchanges)).toBe(0)
  await notice(page).getByRole('button', { name: 'Retry' }).click()
  await expect(workspace(page)).toBeVisible()
  expect(world.proxy.count(logins)).toBe(2)
})

test('13 repeated authentication_expired: one new login, then an error', async ({ page, world }) => {
  covers('4-authentication-expired')
  await page.clock.install()
  world.proxy.play(logins, {
    kind: 'sendBack',
    parameters: { error: 'temporarily_unavailable', error_description: 'authentication_expired' },
  })
  await page.goto(`${world.site}/workspace`)
  await expect(notice(page)).toBeVisible()
  await passRefreshChecks(page, 4)
  expect(world.proxy.count(logins)).toBe(2)

  // The next successful login restores everything, including the next refresh.
  world.proxy.heal()
  await notice(page).getByRole('button', { name: 'Retry' }).click()
  await fillLoginForm(page, world)
  await expect(workspace(page)).toBeVisible()
})

test('14 nonce mismatch: all copies of the token are removed', async ({ page, world }) => {
  covers('4-invalid-nonce')
  const otherNonce = {
    kind: 'changeAnswer',
    change: (body: Record<string, unknown>) => {
      body['id_token'] = withClaims(body['id_token'], (claims) => (claims['nonce'] = randomUUID()))
    },
  } as const
  const bearers: string[] = []
  page.on('request', (request) => {
    if (request.headers()['authorization']) bearers.push(request.url())
  })

  // First case: a wrong nonce during a login.
  world.proxy.play(exchanges, otherNonce)
  await page.goto(`${world.site}/workspace`)
  await fillLoginForm(page, world)
  await expect(notice(page)).toBeVisible()
  await expect(notice(page)).not.toContainText(/nonce/i)
  expect(await storedTokens(page)).toEqual([])
  expect(bearers).toEqual([])

  // Second case: a wrong nonce during the silent check of a tab that was signed in.
  world.proxy.heal()
  await notice(page).getByRole('button', { name: 'Retry' }).click()
  await expect(workspace(page)).toBeVisible()
  // The workspace may still be loading pictures with the first token.
  await page.goto('about:blank')
  world.proxy.play(exchanges, otherNonce)
  bearers.length = 0
  await page.goto(`${world.site}/privacy`)
  await expect(overlay(page)).toBeHidden()
  await expect(loginLink(page)).toBeVisible()
  // After 4 s, the overlay is hidden and the Login button is shown, even if the check has not ended.
  await expect.poll(() => storedTokens(page)).toEqual([])
  expect(bearers).toEqual([])
})

const hourAgo = () => Math.floor(Date.now() / 1000) - 3600

test('15 wrong iss, aud or exp in the identity token, or wrong iss in the response: rejected', async ({
  page,
  context,
  world,
}) => {
  const faults: [name: string, change: (claims: Record<string, unknown>) => void][] = [
    ['iss', (claims) => (claims['iss'] = 'https://evil.test/realms/pcb')],
    ['aud', (claims) => (claims['aud'] = 'another-client')],
    ['exp', (claims) => (claims['exp'] = hourAgo())],
  ]
  const rejected = async (name: string) => {
    await page.goto(`${world.site}/workspace`)
    await fillLoginForm(page, world)
    await expect(notice(page), name).toBeVisible()
    expect(await storedTokens(page), name).toEqual([])
    await expect(avatar(page), name).toHaveCount(0)
    world.proxy.heal()
    await context.clearCookies()
    await page.goto('about:blank')
  }
  for (const [name, change] of faults) {
    world.proxy.play(exchanges, {
      kind: 'changeAnswer',
      change: (body) => (body['id_token'] = withClaims(body['id_token'], change)),
    })
    await rejected(name)
  }
  const before = world.proxy.count(exchanges)
  world.proxy.play(everything, {
    kind: 'changeReturn',
    change: (parameters) => {
      if (parameters.has('code')) parameters.set('iss', 'https://evil.test/realms/pcb')
    },
  })
  await rejected('iss of the answer')
  expect(world.proxy.count(exchanges)).toBe(before)
})

const keptProfile = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('userProfile') ?? localStorage.getItem('userProfile') ?? '')

test('30 another user signs in: caches and userProfile are purged', async ({ page, briefWorld: world }) => {
  await page.clock.install()
  await signIn(page, world, 'user')
  const name = `Uma's board ${randomUUID()}`
  await createProject(page, name)
  const first = world.accounts.find(({ username }) => username === 'user')!
  await expect(avatar(page)).toHaveAccessibleName(/Uma/)
  await expect.poll(() => keptProfile(page)).toContain(first.email)

  await world.endSessions()
  await passRefreshChecks(page)
  await fillLoginForm(page, world, 'manager')
  await expect(workspace(page)).toBeVisible()
  await expect(avatar(page)).toHaveAccessibleName(/Mara/)
  await expect(page.getByText(name)).toHaveCount(0)
  await expect.poll(() => keptProfile(page)).toContain('Mara')
  const kept = await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((one) => Object.values<string>(one)).join(),
  )
  // Do not check for the first name: its three letters could also occur in a token by chance.
  for (const text of [first.email, first.lastName, name]) expect(kept).not.toContain(text)
})

test('36 stored return URL //evil.test or javascript: redirects to the root', async ({ page, context, world }) => {
  covers('decisions-login-safe-target')
  for (const address of ['//evil.test/', 'javascript:alert(1)', 'https://evil.test/', '/\\evil.test/', '/login']) {
    await openAnonymously(page, world, '/privacy')
    const returnKeys = () =>
      page.evaluate(() =>
        Object.keys(sessionStorage).filter((key) => sessionStorage.getItem(key)?.includes('/privacy')),
      )
    await expect.poll(returnKeys).not.toEqual([])
    await page.evaluate(({ keys, value }) => keys.forEach((key) => sessionStorage.setItem(key, value)), {
      keys: await returnKeys(),
      value: address,
    })
    await page.goto(`${world.site}/login`)
    await fillLoginForm(page, world)
    await expect(avatar(page)).toBeVisible()
    await expect(page, address).toHaveURL(`${world.site}/`)
    await context.clearCookies()
    await page.goto('about:blank')
  }
  expect(world.proxy.count(silentChecks)).toBeGreaterThan(0)
})

test('47 account_selection_required or temporarily_unavailable: shown as such, not as a failed connection', {
  tag: '@cross-site',
}, async ({ page, world, watched }) => {
  for (const [error, text] of [
    ['account_selection_required', /more than one account/],
    ['temporarily_unavailable', /busy/],
  ] as const) {
    world.proxy.play(silentChecks, { kind: 'sendBack', parameters: { error } })
    world.proxy.play(logins, { kind: 'sendBack', parameters: { error } })
    await page.goto(`${world.site}/privacy`)
    await expect(page.getByText(text)).toBeVisible()
    await expect(loginLink(page)).toBeVisible()

    await page.goto(`${world.site}/workspace`)
    await expect(notice(page)).toContainText(text)
    await expect(notice(page)).not.toContainText(error)
    await world.proxy.reset()
  }
  expect(watched.alerts).toEqual([])
})
