import type { Page } from '@playwright/test'

import { logins } from './fault-proxy'
import {
  avatar,
  expect,
  loginForm,
  loginLink,
  openAnonymously,
  overlay,
  signIn,
  storedTokens,
  test,
  workspace,
} from './fixtures'

async function logOut(page: Page) {
  await avatar(page).click()
  await page.getByRole('button', { name: 'Log out' }).click()
}

/** Writes down what this tab hears of the others' storage, and what it writes there itself. */
const recordStorage = (page: Page) =>
  page.addInitScript(() => {
    const heard: string[] = []
    const written: string[] = []
    Object.assign(window, { heard, written })
    addEventListener('storage', ({ key }) => heard.push(key ?? ''))
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (this === localStorage) written.push(key)
      setItem.call(this, key, value)
    }
  })

type Recorded = { heard: string[]; written: string[] }
const recorded = (page: Page, which: keyof Recorded) =>
  page.evaluate((name) => (window as unknown as Recorded)[name], which)

test('27 log-out in one tab: the other follows, other keys are ignored, no echo', async ({ page, context, world }) => {
  await signIn(page, world)
  const other = await context.newPage()
  await recordStorage(other)
  await other.goto(`${world.site}/workspace`)
  await expect(workspace(other)).toBeVisible()

  await page.evaluate(() => {
    localStorage.setItem('unrelated', 'value')
    localStorage.removeItem('unrelated')
  })
  await expect.poll(() => recorded(other, 'heard')).toContain('unrelated')
  await expect(workspace(other)).toBeVisible()
  await expect(avatar(other)).toBeVisible()

  const marker = await page.evaluate(() => Object.keys(localStorage))
  const ends: string[] = []
  const echoes: string[] = []
  other.on('request', (request) => {
    if (/\/logout(\?|$)/.test(request.url())) ends.push(request.url())
  })
  await other.exposeFunction('reportWrites', (keys: string[]) => echoes.push(...keys))
  await other.evaluate(() => {
    const { written } = window as unknown as { written: string[] }
    written.length = 0
    // Handed over when the page leaves, and each time something is written.
    addEventListener('pagehide', () => {
      void (window as unknown as { reportWrites: (keys: string[]) => void }).reportWrites(written)
    })
  })
  await logOut(page)
  await expect(loginLink(page)).toBeVisible()
  await expect(loginLink(other)).toBeVisible()
  const added = await page.evaluate(() => Object.keys(localStorage))
  expect(added.filter((key) => !marker.includes(key) && !key.startsWith('oidc.'))).toHaveLength(1)
  const [logoutKey = ''] = added.filter((key) => !marker.includes(key) && !key.startsWith('oidc.'))
  expect(echoes).not.toContain(logoutKey)
  expect(await recorded(other, 'written')).not.toContain(logoutKey)
  for (const tab of [page, other]) {
    expect(await storedTokens(tab)).toEqual([])
    await tab.goto(`${world.site}/workspace`)
    await expect(loginForm(tab)).toBeVisible()
  }
})

test('28 log-out with the provider down: local state and the tool window are cleared', async ({
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
  await logOut(page)
  await closed
  await expect.poll(() => storedTokens(page)).toEqual([])
  await expect(loginLink(page)).toBeVisible()
  const kept = await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }))
  for (const key of ['jwtToken', 'userProfile', 's2spiceApiUrl', 'openedS2SPiceWindowName'])
    expect(kept).not.toContain(key)
  expect(new URL(page.url()).origin).toBe(world.site)
  expect(watched.requests.some((url) => url.startsWith(`${world.tool}/jwt/user/logout`))).toBe(true)
})

test('33 Back from the login page, out of the browser’s memory: not stuck', async ({ page, world, watched }) => {
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => console.info(`shown ${persisted ? 'from memory' : 'anew'}`))
  })
  await openAnonymously(page, world, '/privacy')
  // By the address bar's way, so that the page is left as a whole and kept in memory.
  await page.evaluate(() => location.assign('/workspace'))
  await expect(loginForm(page)).toBeVisible()
  watched.console.length = 0
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/(privacy|workspace|login)$|\/protocol\/openid-connect\//)
  const way = loginForm(page)
    .or(page.getByRole('main').getByRole('heading', { level: 1 }))
    .or(page.getByRole('alert'))
  await expect(way.first()).toBeVisible()
  await expect(overlay(page)).toBeHidden()
  await expect(page.getByText('Taking you to the login...')).toBeHidden()
  expect(watched.console.map(({ text }) => text)).toContain('shown from memory')

  // And the way to the login is open again.
  await page.goto(`${world.site}/workspace`)
  await expect(loginForm(page)).toBeVisible()
  expect(world.proxy.count(logins)).toBeLessThanOrEqual(3)
})
