import type { Page, Request } from '@playwright/test'

import { covers } from '../spec-coverage/covers'
import type { TestStack } from '../support/stack'
import { expect, test } from './fixtures'
import { backFromLogout } from './session/session-steps'

/** Matches the page's token requests to the identity provider by grant type, as observed on the network. */
const tokenCall = (grant: string) => (request: Request) =>
  request.url().endsWith('/token') && request.postData()?.includes(`grant_type=${grant}`) === true

const fillIn = async (page: Page, { username, password }: { username: string; password: string }) => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const accountOf = (stack: TestStack, name: string) => {
  const account = stack.accounts.find(({ username }) => username === name)
  if (!account) throw new Error(`There is no ${name}.`)
  return account
}

/** Returns the tokens stored by this tab. */
const keptTokens = (page: Page, { issuer, clientId }: TestStack['config']['oidc']) =>
  page.evaluate(
    (key) => JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, string>,
    `oidc.user:${issuer}:${clientId}`,
  )

test('the sign-in uses the standard flow with PKCE, state and nonce at the configured provider', async ({
  page,
  stack,
}) => {
  covers('1-no-password', '2-route-silent-check', '7-provider-config', '7-provider-pkce', '7-provider-silent')
  const { issuer, clientId } = stack.config.oidc
  const site = stack.config.publicUrl
  const authorizations: URL[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${issuer}/protocol/openid-connect/auth?`)) authorizations.push(new URL(request.url()))
  })

  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(new URL(issuer).origin)
  const [silent, login] = authorizations.map(({ searchParams }) => Object.fromEntries(searchParams))
  const usual = { client_id: clientId, response_type: 'code', code_challenge_method: 'S256' }
  expect(silent).toMatchObject({ ...usual, prompt: 'none', redirect_uri: `${site}/silent-check-sso.html` })
  expect(login).toMatchObject({ ...usual, redirect_uri: `${site}/login` })
  expect(login).not.toHaveProperty('prompt')
  for (const parameter of ['state', 'nonce', 'code_challenge']) expect(login?.[parameter]).toMatch(/^[\w-]{16,}$/)
})

test('the code of a sign-in is exchanged for tokens, which are used as bearer tokens', async ({ page, stack }) => {
  covers('2-route-post-login', '7-provider-code', '7-provider-code-fields', '7-provider-tokens', '9-pkce-length')
  const { issuer, clientId } = stack.config.oidc
  const site = stack.config.publicUrl
  const account = accountOf(stack, 'manager')
  await page.goto('/login')
  const exchanging = page.waitForRequest(tokenCall('authorization_code'))
  const asking = page.waitForRequest(`${issuer}/account`)
  await fillIn(page, account)
  const exchange = await exchanging
  expect(exchange.method()).toBe('POST')
  expect(exchange.headers()['content-type']).toContain('application/x-www-form-urlencoded')
  const form = Object.fromEntries(new URLSearchParams(exchange.postData() ?? ''))
  expect(form).toMatchObject({ client_id: clientId, redirect_uri: `${site}/login` })
  expect(form['code_verifier']).toMatch(/^[\w.~-]{96}$/)

  // A login that the page did not start redirects to the root.
  await expect(page.getByRole('button', { name: 'Profile of Mara Lindqvist' })).toBeVisible()
  await expect(page).toHaveURL(`${site}/`)
  const kept = await keptTokens(page, stack.config.oidc)
  for (const name of ['access_token', 'refresh_token', 'id_token']) expect(kept[name]).toBeTruthy()
  expect((await asking).headers()['authorization']).toBe(`Bearer ${kept['access_token'] ?? ''}`)

  const listing = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/v1/projects')
  await page.getByRole('link', { name: 'Workspace' }).first().click()
  const list = await listing
  expect(list.headers()['authorization']).toBe(`Bearer ${kept['access_token'] ?? ''}`)
  expect(Object.fromEntries(new URL(list.url()).searchParams)).toEqual({ uid: account.sub, uname: account.username })
})

test('the account page and the logout use the provider’s pages', async ({ page, stack, signIn }) => {
  covers('4-logout-4-provider', '7-provider-logout', '7-provider-logout-origin', '7-provider-account-page')
  const { issuer, clientId } = stack.config.oidc
  const site = stack.config.publicUrl
  await signIn('manager')
  const kept = await keptTokens(page, stack.config.oidc)
  await page.getByRole('button', { name: /^Profile of/ }).click()
  const edit = page.getByRole('link', { name: 'Edit Profile' })
  await expect(edit).toHaveAttribute('href', `${issuer}/account`)
  await expect(edit).toHaveAttribute('target', '_blank')

  const asking = page.waitForRequest((request) => request.url().startsWith(`${issuer}/protocol/openid-connect/logout?`))
  const back = backFromLogout(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  const logout = new URL((await asking).url()).searchParams
  expect(logout.getAll('client_id')).toEqual([clientId])
  expect(logout.get('id_token_hint')).toBe(kept['id_token'])
  expect(logout.get('post_logout_redirect_uri')).toBe(site)
  await back
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(new URL(page.url()).origin).toBe(site)
})

test('a token is refreshed before a call if it has less than 5 s left, and before a tool opens if less than 30 s', async ({
  page,
  signIn,
}) => {
  covers('7-provider-refresh', '9-min-validity', '9-session-threshold')
  await page.clock.install()
  await signIn('user')
  /** Moves the page's clock to this many seconds before the stored token expires. */
  const leaveSeconds = async (seconds: number) => {
    const expiry = await page.evaluate(() => {
      const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
      return (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { expires_at: number }).expires_at
    })
    await page.clock.setFixedTime((expiry - seconds) * 1000)
  }
  const refreshes: Request[] = []
  page.on('request', (request) => {
    if (tokenCall('refresh_token')(request)) refreshes.push(request)
  })
  const openRequest = async () => {
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/projects')
    await page.getByRole('button', { name: 'Request Simulation' }).click()
    expect((await answered).status()).toBe(200)
    // A key press would be lost if the dialog is not listening yet, or moves the focus because it restores a draft.
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await leaveSeconds(20)
  await openRequest()
  expect(refreshes).toHaveLength(0)
  await leaveSeconds(2)
  await openRequest()
  expect(refreshes).toHaveLength(1)
  expect(refreshes[0]?.method()).toBe('POST')
  expect(refreshes[0]?.headers()['content-type']).toContain('application/x-www-form-urlencoded')

  await leaveSeconds(28)
  await openRequest()
  expect(refreshes).toHaveLength(1)
  await page
    .getByRole('link', { name: /, home$/ })
    .first()
    .click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open S2SPice Tool' }).click()
  await expect((await opening).getByRole('heading', { name: 'Power delivery network' })).toBeVisible()
  expect(refreshes).toHaveLength(2)
})

test('a 401 from the API removes the stored tokens and redirects to the login page', async ({
  page,
  stack,
  signIn,
}) => {
  covers('4-api-401', 'decisions-bearer-entry')
  await signIn('user')
  const { issuer, clientId } = stack.config.oidc
  const entry = () => page.evaluate((key) => sessionStorage.getItem(key), `oidc.user:${issuer}:${clientId}`)
  expect(await entry()).toContain('access_token')
  await page.route('**/api/projects', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: '{"status":401,"title":"Unauthorized"}',
    }),
  )
  // A 204 response keeps the browser on the page, so that its state can be inspected.
  await page.route(`${issuer}/protocol/openid-connect/auth?**`, (route) => route.fulfill({ status: 204 }))
  const login = page.waitForRequest((request) => request.isNavigationRequest() && request.url().startsWith(issuer))
  await page.getByRole('button', { name: 'Request Simulation' }).click()
  expect(new URL((await login).url()).searchParams.get('redirect_uri')).toBe(`${stack.config.publicUrl}/login`)
  await expect.poll(entry).toBeNull()
})

test('stored tokens are used when the silent check gets no response, but only in the tab that owns them', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  covers('decisions-tokens-stored')
  await page.clock.install()
  await signIn('user')
  const copy = await page.evaluate(() =>
    Object.fromEntries(Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? ''])),
  )
  const refreshes: Page[] = []
  context.on('request', (request) => {
    if (tokenCall('refresh_token')(request)) refreshes.push(request.frame().page())
  })
  const checks: Page[] = []
  await context.route(`${stack.config.oidc.issuer}/protocol/openid-connect/auth?**prompt=none**`, (_, request) => {
    // The request stays unanswered.
    checks.push(request.frame().page())
  })
  const checkedBy = (tab: Page) => expect.poll(() => checks.includes(tab)).toBe(true)

  checks.length = 0
  // A frame without a response can delay the load event, so do not wait for that event.
  await page.reload({ waitUntil: 'commit' })
  await checkedBy(page)
  await page.clock.runFor(2_000)
  expect(refreshes).toEqual([])
  await page.clock.runFor(9_000)
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
  expect(refreshes).toEqual([page])

  // A duplicated tab has a copy of the refresh token, and using that token would end the session of both tabs.
  const other = await context.newPage()
  await other.addInitScript(
    (items) => {
      if (sessionStorage.length > 0) return
      for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value)
    },
    { ...copy, tokenOwner: await page.evaluate(() => sessionStorage.getItem('tokenOwner') ?? '') },
  )
  await other.goto('/privacy', { waitUntil: 'commit' })
  await checkedBy(other)
  await other.clock.runFor(11_000)
  // The copy borrows the session of the tab that owns the tokens.
  await expect(other.getByRole('button', { name: /^Profile of/ })).toBeVisible()
  expect(refreshes).toEqual([page])
})
