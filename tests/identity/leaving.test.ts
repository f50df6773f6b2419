import type { Page } from '@playwright/test'

import { logins } from './fault-proxy'
import {
  avatar,
  expect,
  goBack,
  loginForm,
  loginLink,
  logOut,
  openAnonymously,
  overlay,
  pressLogOut,
  signIn,
  storedTokens,
  test,
  workspace,
} from './fixtures'

/** Records the storage keys written by other tabs of the same origin. */
async function listenForWrites(page: Page) {
  await page.addInitScript(() => {
    const keys: string[] = []
    Object.assign(window, { keys })
    addEventListener('storage', ({ key, newValue }) => {
      if (key !== null && newValue !== null) keys.push(key)
    })
  })
  return () => page.evaluate(() => (window as unknown as { keys: string[] }).keys)
}

test('27 logout in one tab: the other one follows, ignores other keys, and sends no echo', {
  tag: '@cross-site',
}, async ({ page, context, world }) => {
  await signIn(page, world)
  const [other, witness] = [await context.newPage(), await context.newPage()]
  // A static file of the site receives the storage events of the app's tabs and writes nothing itself.
  const heardByWitness = await listenForWrites(witness)
  await witness.goto(`${world.site}/robots.txt`)
  const heardByOther = await listenForWrites(other)
  await other.goto(`${world.site}/workspace`)
  await expect(workspace(other)).toBeVisible()

  await page.evaluate(() => localStorage.setItem('unrelated', 'value'))
  await expect.poll(heardByOther).toContain('unrelated')
  await expect(workspace(other)).toBeVisible()
  await expect(avatar(other)).toBeVisible()

  await logOut(page, world)
  await expect(loginLink(page)).toBeVisible()
  await expect(loginLink(other)).toBeVisible()
  for (const tab of [page, other]) {
    // Returning from the provider may take some time.
    await expect.poll(() => storedTokens(tab).catch(() => ['navigating'])).toEqual([])
    await tab.goto(`${world.site}/workspace`)
    await expect(loginForm(tab)).toBeVisible()
  }
  // Besides the entries of a login, exactly one key was written, once.
  const ofLogin = (key: string) => key.startsWith('oidc.') || key === 'loginMarker'
  const written = (await heardByWitness()).filter((key) => !ofLogin(key) && key !== 'unrelated')
  expect(written).toHaveLength(1)
})

test('28 logout with the provider down: local state and the tool window are cleared', { tag: '@cross-site' }, async ({
  page,
  context,
  world,
  watched,
}) => {
  await signIn(page, world)
  await page.goto(`${world.site}/#id_tools`)
  await expect(avatar(page)).toBeVisible()
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: /^Open S2SPice/ }).click()
  const tool = await opening
  await tool.waitForURL(`${world.tool}/**`)
  await expect(tool.getByRole('heading').first()).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('jwtToken'))).not.toBeNull()

  await world.proxy.down()
  const closed = tool.waitForEvent('close')
  await pressLogOut(page)
  await closed
  await expect.poll(() => storedTokens(page)).toEqual([])
  await expect(loginLink(page)).toBeVisible()
  const kept = await page.evaluate(() => [sessionStorage, localStorage].flatMap((one) => Object.keys(one)))
  for (const key of ['jwtToken', 'userProfile', 's2spiceApiUrl', 'openedS2SPiceWindowName'])
    expect(kept).not.toContain(key)
  expect(new URL(page.url()).origin).toBe(world.site)
  expect(watched.requests.some((url) => url.startsWith(`${world.tool}/jwt/user/logout`))).toBe(true)
})

test('33 Back from the login page, with the back/forward cache: the page is not stuck', { tag: '@cross-site' }, async ({
  page,
  context,
  world,
  watched,
}) => {
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => console.info(`shown ${persisted ? 'from memory' : 'anew'}`))
  })
  const reasons: string[] = []
  const devTools = await context.newCDPSession(page)
  await devTools.send('Page.enable')
  devTools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason))
  })
  await openAnonymously(page, world, '/privacy')
  // Navigate by URL, so that the page is unloaded completely and enters the back/forward cache.
  await page.evaluate(() => location.assign('/workspace'))
  await expect(loginForm(page)).toBeVisible()
  watched.console.length = 0
  await goBack(page)
  await expect(page).toHaveURL(/\/(privacy|workspace|login)$|\/protocol\/openid-connect\//)
  const way = loginForm(page)
    .or(page.getByRole('main').getByRole('heading', { level: 1 }))
    .or(page.getByRole('alert'))
  await expect(way.first()).toBeVisible()
  await expect(overlay(page)).toBeHidden()
  await expect(page.getByText('Taking you to the login page...')).toBeHidden()
  test.skip(reasons.includes('BackForwardCacheDisabledForDelegate'), 'a headless shell has no back/forward cache')
  await expect.poll(() => watched.console.map(({ text }) => text)).toContain('shown from memory')

  // The user can log in again.
  await page.goto(`${world.site}/workspace`)
  await expect(loginForm(page)).toBeVisible()
  expect(world.proxy.count(logins)).toBeLessThanOrEqual(3)
})
