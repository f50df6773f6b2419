import { covers } from '../../spec-coverage/covers'
import { expect, test } from '../fixtures'
import { backFromLogout } from './session-steps'
import { stopTime } from '../../support/stopped-time'
import { unroute } from '../../support/routes'

test('a visitor who opens the workspace logs in and returns to the requested page', async ({ page, stack }) => {
  covers(
    '2-route-workspace',
    '2-route-login',
    '2-route-login-return',
    'decisions-login-finishes',
    'decisions-login-returns',
  )
  const [account] = stack.accounts
  await page.goto('/workspace?dialog=create')
  await page.getByLabel('Username').fill(account?.username ?? '')
  await page.getByLabel('Password').fill(account?.password ?? '')
  const returned = page.waitForEvent('framenavigated', (frame) => {
    const { pathname, hash } = new URL(frame.url())
    const answer = new URLSearchParams(hash.slice(1))
    return pathname === '/login' && answer.has('code') && answer.has('state')
  })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await returned
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
  await expect(page).toHaveURL(/\/workspace\?dialog=create$/)
})

test('Login opens the workspace in a new tab, which shows the provider’s login page', async ({ page, stack }) => {
  covers('decisions-login-work-site')
  await page.goto('/')
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
  const address = new URL((await login.getAttribute('href')) ?? '', page.url()).href
  expect(address).toBe(`${stack.config.publicUrl}/workspace`)
  const opening = page.waitForEvent('popup')
  await login.click()
  const tab = await opening
  await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(new URL(tab.url()).origin).toBe(new URL(stack.config.oidc.issuer).origin)
})

test('the last public route and the requested page are stored with query and hash', async ({ page, stack }) => {
  covers('4-guard-public', 'decisions-guard-storage')
  const kept = () => page.evaluate(() => sessionStorage.getItem('lastPublicRoute'))
  await page.goto('/privacy?from=mail#retention')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect.poll(kept).toBe('/privacy?from=mail#retention')

  await page.goto('/workspace?dialog=create#here')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  // Storage belongs to the origin, so it is read on a page of the site that does not store a route.
  await page.goto(`${stack.config.publicUrl}/silent-check-sso.html`)
  expect(await kept()).toBe('/workspace?dialog=create#here')
})

test('a reload restores the session without a login, and the profile card has the account page on a wide screen', async ({
  page,
  stack,
  signIn,
}) => {
  covers('2-workspace-title', '4-check-sso', '2-edit-profile-desktop', '2-mobile-profile')
  await signIn('user')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
  await page.goto('/')
  const profile = page.getByRole('button', { name: /^Profile of/ })
  await expect(profile).toBeVisible()
  await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)

  const edit = page.getByRole('link', { name: 'Edit Profile' })
  const logOut = page.getByRole('button', { name: 'Log out' })
  await profile.click()
  await expect(edit).toHaveAttribute('href', `${stack.config.oidc.issuer}/account`)
  await expect(edit).toHaveAttribute('target', '_blank')
  await expect(logOut).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(edit).toBeHidden()
  await expect(logOut).toBeVisible()
})

test('logging out ends the session here, at the provider, and in other tabs', async ({ page, context, signIn }) => {
  covers('4-logout-other-tabs')
  await signIn('user')
  const other = await context.newPage()
  await other.goto('/workspace')
  await expect(other.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()

  const back = [page, other].map(backFromLogout)
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await Promise.all(back)
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible()

  await page.goto('/workspace')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the loading overlay covers the page until the session status is known', async ({ page, stack }) => {
  covers('1-loading')
  // The overlay disappears after 4 s at the latest.
  await stopTime(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`${stack.config.oidc.issuer}/**`, async (route) => {
    await held
    await route.continue()
  })
  // The page has not finished loading while the provider's frame is held.
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const overlay = page.getByRole('status').filter({ hasText: 'Loading...' })
  await expect(overlay).toBeVisible()
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  const spinner = () => overlay.evaluate((element) => getComputedStyle(element, '::before').animationName)
  expect(await spinner()).toBe('overlay-spin')
  const mark = overlay.locator('svg')
  await expect(mark).toBeInViewport()
  expect(await mark.locator('path').evaluate((trace) => getComputedStyle(trace).stroke)).not.toBe('none')
  release()
  await expect(page.getByText('Loading...')).toBeHidden()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('unsaved input survives a forced login', async ({ page, stack, signIn }) => {
  await signIn('user')
  await page.getByRole('button', { name: 'Create New Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Project name').fill('Half-typed project')
  await dialog.getByLabel('Notes (optional)').fill('Do not lose me')

  await stack.identity.endSessions()
  await page.route('**/api/v1/projects', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: '{"status":401,"title":"Unauthorized"}',
    }),
  )
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await unroute(page, '**/api/v1/projects')

  const [account] = stack.accounts
  await page.getByLabel('Username').fill(account?.username ?? '')
  await page.getByLabel('Password').fill(account?.password ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog.getByLabel('Project name')).toHaveValue('Half-typed project')
  await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('Do not lose me')
})

test('Login opens the configured work site', async ({ page }) => {
  await page.route('/config.json', async (route) => {
    const config = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...config, loginUrl: 'https://work.example.com/' } })
  })
  await page.goto('/')
  for (const login of [page.getByRole('banner'), page.getByRole('main')]) {
    await expect(login.getByRole('link', { name: 'Login' })).toHaveAttribute('href', 'https://work.example.com/')
  }
})
