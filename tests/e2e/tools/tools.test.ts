import type { Page } from '@playwright/test'

import { covers } from '../../spec-coverage/covers'
import { expect, test } from '../fixtures'
import { backFromLogout } from '../session/session-steps'
import { unroute } from '../../support/routes'

const notice = (page: Page, text: string) => page.getByText(text, { exact: true })

const openTool = (page: Page, name: string) => page.getByRole('button', { name: `Open ${name}` }).click()

/** Navigates from the workspace to the home page without a page load. */
const goHome = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click()

/** Signs in and opens the tool from the home page. */
async function openS2Spice({ page, signIn }: { page: Page; signIn: (username: string) => Promise<void> }) {
  await signIn('user')
  await goHome(page)
  const opening = page.waitForEvent('popup')
  await openTool(page, 'S2SPice Tool')
  const tool = await opening
  await expect(tool.getByRole('heading', { name: 'Power delivery network' })).toBeVisible()
  return tool
}

const sessionKeys = (page: Page) =>
  page.evaluate(() =>
    ['jwtToken', 's2spiceApiUrl', 'openedS2SPiceWindowName'].map((key) => sessionStorage.getItem(key)),
  )

test('S2SPice opens with the user signed in, and without its token in the URL', async ({ page, stack, signIn }) => {
  covers(
    '3-key-jwt-token',
    '3-key-s2spice-api',
    '3-key-s2spice-window',
    'decisions-key-jwt-token',
    'decisions-key-s2spice-api',
  )
  await signIn('manager')
  await goHome(page)
  const opening = page.waitForEvent('popup')
  const asking = page.context().waitForEvent('request', (request) => /[?&]code=[^&]+\.[^&]+\./.test(request.url()))
  await openTool(page, 'S2SPice Tool')
  const tool = await opening
  const asked = new URL((await asking).url())
  await expect(tool.getByRole('heading', { name: 'Power delivery network' })).toBeVisible()
  await expect(tool.getByText('project_manager')).toBeVisible()
  expect(tool.url()).toBe(stack.config.s2spice.serverUrl)

  const [token, apiUrl, windowName] = await sessionKeys(page)
  expect(asked.href).toBe(`${stack.config.s2spice.serverUrl}?code=${token ?? ''}`)
  const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  expect(Object.keys(claims)).toEqual(
    expect.arrayContaining(['id', 'email', 'username', 'firstName', 'lastName', 'roles', 'exp']),
  )
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(24 * 60 * 60)
  expect(apiUrl).toBe(stack.config.s2spice.apiUrl)
  expect(windowName).not.toBeNull()
})

test('a logout ends the session of the tool and closes its window', async ({ page, signIn }) => {
  covers('7-tool-logout', '7-tool-logout-storage', '7-tool-logout-logged', 'decisions-keys-at-logout')
  const tool = await openS2Spice({ page, signIn })
  const [token, apiUrl] = await sessionKeys(page)
  const leaving = page.waitForRequest(`${apiUrl ?? ''}/jwt/user/logout?code=${token ?? ''}`)
  const logged = page.waitForEvent('console', (message) => message.text() === 'Logged out of the tool.')
  const back = backFromLogout(page)
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await leaving
  await logged
  await back
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect.poll(() => tool.isClosed()).toBe(true)
  await expect.poll(() => sessionKeys(page)).toEqual([null, null, null])
})

test('every tool also opens from the workspace, with the same error messages', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  covers('decisions-tools-in-workspace', '5-popups-allowed')
  await context.route('https://emclab.mst.edu/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Calculator</h1>' }),
  )
  await page.route('/config.json', async (route) => {
    const config = (await (await route.fetch()).json()) as { tools: Record<string, object> }
    await route.fulfill({
      json: { ...config, tools: { ...config.tools, impedance: { name: 'PCB Trace Impedance Calculator', url: null } } },
    })
  })
  await signIn('manager')
  const choose = async (name: string) => {
    // Use the keyboard, because a notice covers the menu while the tool's window has focus.
    await page.getByRole('button', { name: 'Tools', exact: true }).press('Enter')
    await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name }).press('Enter')
  }
  for (const [name, heading] of [
    ['S2SPice Tool', 'Power delivery network'],
    ['Inductance calculator', 'Calculator'],
  ] as const) {
    const opening = page.waitForEvent('popup')
    await choose(name)
    await expect((await opening).getByRole('heading', { name: heading })).toBeVisible()
  }
  await choose('PCB Trace Impedance Calculator')
  await expect(
    notice(page, 'The tool PCB Trace Impedance Calculator is temporarily not available. Please try again later.'),
  ).toBeVisible()
  await page.route(`${stack.config.s2spice.apiUrl}/available_s2spice`, (route) => route.fulfill({ status: 500 }))
  await choose('S2SPice Tool')
  await expect(notice(page, 'Failed to open S2SPice tool. Please try again later.')).toBeVisible()
  await page.evaluate(() => {
    window.open = () => null
  })
  await choose('Inductance calculator')
  await expect(notice(page, 'Please allow popups for this site to open the tool.')).toBeVisible()
})

test('the tool’s window shows a spinner until the tool has loaded, and a stored token is reused', async ({
  page,
  stack,
  signIn,
}) => {
  covers('2-tools-popup', '4-tool-spinner', '4-tool-info-first', '4-tool-code')
  await signIn('user')
  await goHome(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`${stack.config.s2spice.apiUrl}/available_s2spice`, async (route) => {
    await held
    await route.continue()
  })
  const opening = page.waitForEvent('popup')
  await openTool(page, 'S2SPice Tool')
  const tool = await opening
  await expect(tool.getByRole('status')).toHaveText('Opening S2SPice Tool...')
  release()
  await expect(tool.getByRole('heading', { name: 'Power delivery network' })).toBeVisible()
  const [first] = await sessionKeys(page)

  // The same window navigates to the tool again.
  const asking = tool.waitForRequest(/[?&]code=/)
  await openTool(page, 'S2SPice Tool')
  expect((await asking).url()).toBe(`${stack.config.s2spice.serverUrl}?code=${first ?? ''}`)
  await expect(tool.getByRole('heading', { name: 'Power delivery network' })).toBeVisible()
  expect((await sessionKeys(page))[0]).toBe(first)
})

test('an error from the tool server closes a new window with a message, but not the window of an open tool', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  await signIn('user')
  await goHome(page)
  await page.route(`${stack.config.s2spice.apiUrl}/**`, (route) => route.abort())
  const closing = page.waitForEvent('popup')
  await openTool(page, 'S2SPice Tool')
  await expect(notice(page, 'Failed to open S2SPice tool. Please try again later.')).toBeVisible()
  const closed = await closing
  await expect.poll(() => closed.isClosed()).toBe(true)
  await unroute(page, `${stack.config.s2spice.apiUrl}/**`)

  const opening = page.waitForEvent('popup')
  await openTool(page, 'S2SPice Tool')
  const tool = await opening
  await expect(tool.getByRole('heading', { name: 'Power delivery network' })).toBeVisible()
  for (const isReloaded of [false, true]) {
    // After a reload, the page can find the window only by its name.
    if (isReloaded) await page.reload()
    await expect(page.getByRole('button', { name: /^Profile of/ })).toBeVisible()
    await page.route(`${stack.config.s2spice.apiUrl}/**`, (route) => route.abort())
    // The notice of the previous failure may still be visible.
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().startsWith(stack.config.s2spice.apiUrl),
    )
    await openTool(page, 'S2SPice Tool')
    await failed
    await expect(notice(page, 'Failed to open S2SPice tool. Please try again later.').first()).toBeVisible()
    expect(tool.isClosed()).toBe(false)
    await expect(tool.getByRole('heading', { name: 'Power delivery network' })).toBeVisible()
    await expect.poll(() => context.pages()).toHaveLength(2)
    await unroute(page, `${stack.config.s2spice.apiUrl}/**`)
  }
})

test('a stored token is renewed when it expires in less than 30 s', async ({ page, signIn }) => {
  covers('4-tool-30s', '9-tool-threshold', 'decisions-tool-token-renewed')
  await signIn('user')
  await goHome(page)
  /** Stores a token that expires in this many seconds, opens the tool, and returns the token stored afterward. */
  const keptAfter = async (seconds: number) => {
    const token = `e30.${Buffer.from(JSON.stringify({ exp: Date.now() / 1000 + seconds })).toString('base64url')}.x`
    await page.evaluate((value) => sessionStorage.setItem('jwtToken', value), token)
    const opening = page.waitForEvent('popup')
    await openTool(page, 'S2SPice Tool')
    const tool = await opening
    await expect(tool.getByRole('heading').first()).toBeVisible()
    await tool.close()
    return { before: token, after: (await sessionKeys(page))[0] }
  }
  const long = await keptAfter(60)
  expect(long.after).toBe(long.before)
  const short = await keptAfter(29)
  expect(short.after).not.toBe(short.before)
  expect(short.after).toMatch(/^eyJ/)
})

test('a logout without an open tool skips the tool’s logout, with warnings', async ({ page, stack, signIn }) => {
  covers('8-logout-no-window', '8-logout-no-token')
  await signIn('user')
  const warnings: string[] = []
  const calls: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  page.on('request', (request) => calls.push(request.url()))
  const back = backFromLogout(page)
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await back
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(warnings).toEqual(
    expect.arrayContaining([
      'There is no known tool window to close.',
      'There is no known tool session, so the tool logout is skipped.',
    ]),
  )
  expect(calls.filter((url) => url.startsWith(stack.config.s2spice.apiUrl))).toEqual([])
})

test('a logout that cannot reach the tool’s window asks to allow popups', async ({ page, stack, signIn }) => {
  covers('8-popup-blocked-logout')
  await openS2Spice({ page, signIn })
  // After a reload, the page can find the window only by its name.
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.reload()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`${stack.config.s2spice.apiUrl}/jwt/user/logout**`, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(notice(page, 'Please allow popups for this site to open the tool.')).toBeVisible()
  release()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
})

test('a visitor is asked to log in, in the tool’s window; a third-party tool cannot access window.opener', async ({
  page,
  context,
}) => {
  await context.route('https://emclab.mst.edu/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Calculator</h1>' }),
  )
  await page.goto('/')
  // Not even the tool's first script may find an opener, whether on the first launch or on a later one.
  await context.addInitScript(() => {
    if (location.hostname.endsWith('.edu')) Object.assign(window, { hadOpener: window.opener !== null })
  })
  for (let times = 1; times <= 2; times++) {
    const opening = page.waitForEvent('popup')
    await openTool(page, 'Inductance calculator')
    const tool = await opening
    await expect(tool.getByRole('heading', { name: 'Calculator' })).toBeVisible()
    expect(await tool.evaluate(() => Reflect.get(window, 'hadOpener') as boolean)).toBe(false)
    expect(await tool.evaluate(() => window.opener === null)).toBe(true)
  }

  const opening = page.waitForEvent('popup')
  await openTool(page, 'S2SPice Tool')
  await expect((await opening).getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('a click before hydration is not lost', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/home-sections-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/')
  await openTool(page, 'Inductance calculator')
  await expect(notice(page, 'Please allow popups for this site to open the tool.')).toBeHidden()
  release()
  await expect(notice(page, 'Please allow popups for this site to open the tool.')).toBeVisible()
})
