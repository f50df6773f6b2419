import type { Page } from '@playwright/test'

import { silentChecks, topLevelChecks } from './fault-proxy'
import {
  avatar,
  closeDialog,
  expect,
  fillLoginForm,
  loginForm,
  loginLink,
  logOut,
  openAnonymously,
  overlay,
  pressLogOut,
  signIn,
  test,
  workspace,
} from './fixtures'
import type { World } from './world'

/** A location that uses path, query and fragment. */
const place = '/workspace?dialog=create#here'

const newProject = (page: Page) => page.getByRole('dialog', { name: 'Create New Project' })

/**
 * Returns a function that drops all timers in the page that are longer than the given time, including those already
 * set. What happens after that cannot depend on such a timer, however long the machine and the network take.
 */
async function timersToDrop(page: Page, longerThanMs: number) {
  await page.addInitScript((limitMs) => {
    const isDropped = (ms = 0) => ms > limitMs && 'dropsLongTimers' in window
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const set = window[name].bind(window) as (run: () => void, ms?: number) => number
      Object.assign(window, {
        [name]: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
          set(() => isDropped(ms) || run(...args), ms),
      })
    }
  }, longerThanMs)
  return () => page.evaluate(() => void Object.assign(window, { dropsLongTimers: true }))
}

/** Counts top-level checks from now on. */
function countChecks(world: World) {
  const from = world.proxy.count(topLevelChecks)
  return () => world.proxy.count(topLevelChecks) - from
}

test('39 anonymous, Login in header and hero: the provider’s login page in a new tab, then the workspace', {
  tag: '@cross-site',
}, async ({ page, context, world }) => {
  for (const region of ['banner', 'main'] as const) {
    await openAnonymously(page, world)
    const checks = countChecks(world)
    const opening = context.waitForEvent('page')
    await page.getByRole(region).getByRole('link', { name: 'Login' }).first().click()
    const tab = await opening
    await expect(loginForm(tab), region).toBeVisible()
    expect(checks()).toBeLessThanOrEqual(1)
    await fillLoginForm(tab, world)
    await expect(workspace(tab), region).toBeVisible()
    await expect(tab).toHaveURL(`${world.site}/workspace`)
    await tab.close()
    await context.clearCookies()
    await page.goto('about:blank')
  }
})

test('40 anonymous, deep link with query and hash in a new tab: login, then the same URL', {
  tag: '@cross-site',
}, async ({ page, context, world }) => {
  const checks = countChecks(world)
  await page.goto(world.site + place)
  await expect(loginForm(page)).toBeVisible()
  expect(checks()).toBeLessThanOrEqual(1)
  await fillLoginForm(page, world)
  await expect(newProject(page)).toBeVisible()
  await expect(page).toHaveURL(world.site + place)

  // A reload keeps the location; a logout returns to the public site.
  await page.reload()
  await expect(newProject(page)).toBeVisible()
  await expect(page).toHaveURL(world.site + place)
  await closeDialog(page)
  await logOut(page, world)
  await expect(loginLink(page)).toBeVisible()
  await expect(page).toHaveURL(`${world.site}/`)
  const fresh = await context.newPage()
  await fresh.goto(`${world.site}/workspace`)
  await expect(loginForm(fresh)).toBeVisible()
})

test('41 signed in: a second tab opens a deep link directly, and a reload keeps the session everywhere', {
  tag: '@cross-site',
}, async ({ page, context, world, watched }) => {
  await signIn(page, world)
  const second = await context.newPage()
  const checks = countChecks(world)
  await second.goto(world.site + place)
  await expect(newProject(second)).toBeVisible()
  await expect(second).toHaveURL(world.site + place)
  expect(checks()).toBeLessThanOrEqual(1)

  for (const tab of [page, second]) {
    await tab.goto(`${world.site}/privacy?from=mail#retention`)
    await expect(avatar(tab)).toBeVisible()
    await tab.reload()
    await expect(avatar(tab)).toBeVisible()
    await expect(overlay(tab)).toBeHidden()
    await expect(tab).toHaveURL(`${world.site}/privacy?from=mail#retention`)
  }
  expect(watched.alerts).toEqual([])
})

test('43 one anonymous tab, another signs in: the first follows within 2 s without a reload, also on logout', {
  tag: '@cross-site',
}, async ({ page, context, world, watched }) => {
  const dropLongTimers = await timersToDrop(page, 2_000)
  await openAnonymously(page, world, '/privacy#retention')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await dropLongTimers()
  const second = await context.newPage()
  await signIn(second, world)

  await expect(avatar(page)).toBeVisible()
  await expect(page).toHaveURL(`${world.site}/privacy#retention`)
  // The route guard recognizes the session as well.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspace' }).click()
  await expect(workspace(page)).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(watched.alerts).toEqual([])

  await logOut(page, world)
  for (const tab of [page, second]) await expect(loginLink(tab)).toBeVisible()
  await second.goto(`${world.site}/workspace`)
  await expect(loginForm(second)).toBeVisible()
})

test('43 another tab signs in, and the browser does not grant its lock yet: the first still follows', {
  tag: '@cross-site',
}, async ({ page, context, world }) => {
  await openAnonymously(page, world)
  const second = await context.newPage()
  // A tab holds a lock to show that it has tokens. A busy browser may grant this lock only after other tabs have been
  // notified of the login.
  await second.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks) as (...args: unknown[]) => Promise<unknown>
    navigator.locks.request = (...args: unknown[]) =>
      args.length > 2 ? request(...args) : new Promise<never>(() => {})
  })
  await signIn(second, world)
  await expect(avatar(page)).toBeVisible()
})

test('43 another tab signs in, and the provider does not answer the first: the first still follows', {
  tag: '@cross-site',
}, async ({ page, context, world }) => {
  await page.clock.install()
  await openAnonymously(page, world)
  const second = await context.newPage()
  await second.goto(`${world.site}/workspace`)
  await expect(loginForm(second)).toBeVisible()
  const before = world.proxy.count(silentChecks)
  const release = world.proxy.hold(silentChecks)
  await fillLoginForm(second, world)
  await expect(workspace(second)).toBeVisible()

  await expect.poll(() => world.proxy.count(silentChecks)).toBe(before + 1)
  await page.clock.runFor(10_000)
  await expect(avatar(page)).toBeVisible()
  release()
})

test('44 anonymous, a tool that requires a login: login in its window, then the tool', { tag: '@cross-site' }, async ({
  page,
  context,
  world,
}) => {
  await openAnonymously(page, world)
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: /^Open S2SPice/ }).click()
  const tool = await opening
  await expect(loginForm(tool)).toBeVisible()
  await expect(page.getByText(/^Failed/)).toHaveCount(0)
  await fillLoginForm(tool, world)
  await expect(tool.getByRole('heading', { name: 'Power delivery network' })).toBeVisible()
  await expect(avatar(page)).toBeVisible()
  await expect(page.getByText(/^Failed/)).toHaveCount(0)
  await expect(page).toHaveURL(`${world.site}/`)

  // The page still references the tool's window: a logout closes it.
  const closed = tool.waitForEvent('close')
  await pressLogOut(page)
  await closed
  await expect(loginLink(page)).toBeVisible()
})

test('44 an unfinished login for a tool closes no other window, and shows a notice', async ({
  page,
  context,
  world,
}) => {
  await openAnonymously(page, world)
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: /^Open S2SPice/ }).click()
  const tool = await opening
  await expect(loginForm(tool)).toBeVisible()
  await tool.close()
  await expect(page.getByText('The login was not completed, so the tool was not opened.')).toBeVisible()
  await expect(loginLink(page)).toBeVisible()
})
