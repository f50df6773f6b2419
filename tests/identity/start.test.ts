import type { Page } from '@playwright/test'
import { decodeJwt } from 'jose'

import { covers } from '../spec-coverage/covers'
import {
  accessToken,
  avatar,
  createProject,
  expect,
  fillLoginForm,
  loginForm,
  loginLink,
  openAnonymously,
  overlay,
  signIn,
  storedTokens,
  test,
  workspace,
  passRefreshChecks,
} from './fixtures'
import type { World } from './world'
import { discovery, everything, exchanges, logins, silentChecks, topLevelChecks } from './fault-proxy'

const startAlert = 'Failed to initializing Keycloak. Please check your internet connection.'

/**
 * Opens the home page and waits until the session and overlay machines run: they start in one task, and the session
 * then calls the provider.
 */
async function openStarted(page: Page, world: World) {
  const before = world.proxy.count(everything)
  // If the provider hangs, the load event never fires, because the provider's frame is part of the page.
  await page.goto(world.site, { waitUntil: 'domcontentloaded' })
  await expect.poll(() => world.proxy.count(everything)).toBeGreaterThan(before)
}

test('01 provider refuses connections at start: one alert, public pages usable, no loop', async ({
  page,
  world,
  watched,
}) => {
  covers('8-provider-start')
  await world.proxy.down()
  await page.clock.install()
  await page.goto(`${world.site}/privacy`)
  await expect(overlay(page)).toBeHidden()
  await expect.poll(() => watched.alerts).toEqual([startAlert])
  await expect(loginLink(page)).toBeVisible()

  // A link that reloaded the page would show another alert.
  await page.getByRole('banner').getByRole('link', { name: /home$/ }).click()
  await expect(page).toHaveURL(`${world.site}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const asked = () => watched.requests.filter((url) => url.startsWith(world.proxy.origin)).length
  const before = asked()
  await passRefreshChecks(page, 4)
  expect(asked()).toBe(before)
  expect(watched.alerts).toEqual([startAlert])
  // At most three requests: the frame and the metadata in parallel, and the check of whether the provider is reachable.
  expect(before).toBeLessThanOrEqual(3)
})

test('02 provider hangs: overlay hidden at 4 s, one warning, and a late response signs in without a reload', async ({
  page,
  world,
  watched,
}) => {
  covers('4-loading-warning')
  await signIn(page, world)
  // The page's time advances only when the test advances it.
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1_000)
  // Stop animations as well: an overlay that no code removes fades out by a CSS animation.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
  const release = world.proxy.hold(everything)
  await openStarted(page, world)
  await page.clock.runFor(3_900)
  await expect(overlay(page)).toBeVisible()
  await page.clock.runFor(200)
  await expect(overlay(page)).toBeHidden()
  const warnings = () => watched.console.filter(({ type, text }) => type === 'warning' && /4 seconds/.test(text))
  expect(warnings()).toHaveLength(1)

  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  release()
  await page.clock.resume()
  await expect(avatar(page)).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(warnings()).toHaveLength(1)
})

test('03 login, interaction or consent required: anonymous, no error shown', async ({ page, world, watched }) => {
  covers('decisions-check-sso')
  for (const error of ['login_required', 'interaction_required', 'consent_required']) {
    world.proxy.play(silentChecks, { kind: 'changeReturn', change: (parameters) => parameters.set('error', error) }, 1)
    const before = world.proxy.count(silentChecks)
    await openAnonymously(page, world)
    expect(world.proxy.count(silentChecks), error).toBe(before + 1)
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  }
  expect(watched.alerts).toEqual([])
  expect(watched.console.filter(({ type }) => type === 'error')).toEqual([])
  expect(world.proxy.count(logins)).toBe(0)
})

test('04 third-party cookies blocked: at most one top-level check, then anonymous', {
  tag: '@cross-site-only',
}, async ({ page, context, world, watched }) => {
  // Signed out: the page may check once on its own, but not again after a reload.
  await openAnonymously(page, world, '/privacy#retention')
  await expect(page).toHaveURL(`${world.site}/privacy#retention`)
  expect(world.proxy.count(topLevelChecks)).toBeLessThanOrEqual(1)
  await page.reload()
  await expect(loginLink(page)).toBeVisible()
  await expect(overlay(page)).toBeHidden()
  expect(world.proxy.count(topLevelChecks)).toBeLessThanOrEqual(1)

  await signIn(page, world)
  expect(world.proxy.calls.filter(silentChecks).every(({ hasCookie }) => !hasCookie)).toBe(true)

  // Signed in: another tab finds the session with one top-level check.
  const other = await context.newPage()
  const before = world.proxy.count(topLevelChecks)
  await other.goto(`${world.site}/privacy`)
  await expect(avatar(other)).toBeVisible()
  await expect(other).toHaveURL(`${world.site}/privacy`)
  expect(world.proxy.count(topLevelChecks)).toBe(before + 1)
  expect(watched.alerts).toEqual([])
})

test('05 silent redirect URI not registered at the provider: anonymous after 10 s, frame removed', async ({
  page,
  world,
}) => {
  world.proxy.play(silentChecks, {
    kind: 'changeRequest',
    change: ({ url }) => url.searchParams.set('redirect_uri', `${world.site}/not-registered.html`),
  })
  await page.clock.install()
  await page.goto(world.site)
  await expect.poll(() => world.proxy.calls.find(silentChecks)?.status).toBe(400)
  await expect(page.locator('iframe')).toHaveCount(1)
  await page.clock.fastForward(11_000)
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(overlay(page)).toBeHidden()
  await expect(loginLink(page)).toBeVisible()
  expect(world.proxy.count(exchanges)).toBe(0)
  expect(world.proxy.count(silentChecks)).toBe(1)
})

test('06 silent-check-sso.html missing and replaced by the app: the app is not nested in itself', async ({
  page,
  shellOnlyWorld: world,
}) => {
  const depths: number[] = []
  page.on('frameattached', (frame) => {
    let depth = 0
    for (let parent = frame.parentFrame(); parent; parent = parent.parentFrame()) depth++
    depths.push(depth)
  })
  await page.clock.install()
  await page.goto(`${world.site}/privacy`)
  const answered = () => page.frames().find((frame) => frame.url().includes('/silent-check-sso.html'))
  await expect.poll(answered).toBeDefined()
  // The frame received the app's page instead; its code has run once the document is complete.
  await answered()?.waitForFunction(
    () => document.readyState === 'complete' && document.querySelector('script[type=module]') !== null,
  )
  await page.clock.fastForward(11_000)
  await expect(overlay(page)).toBeHidden()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(loginLink(page)).toBeVisible()
  expect(world.proxy.count(silentChecks)).toBe(1)
  expect(depths).toEqual([1])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('34 deep link while anonymous: through the login to the linked page', { tag: '@cross-site' }, async ({
  page,
  world,
}) => {
  await page.goto(`${world.site}/workspace?dialog=create#here`)
  await expect(loginForm(page)).toBeVisible()
  await fillLoginForm(page, world)
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
  await expect(page).toHaveURL(`${world.site}/workspace?dialog=create#here`)
})

test('35 status unknown after 30 checks of 100 ms: navigation proceeds', async ({ page, world, watched }) => {
  await page.clock.install()
  const release = world.proxy.hold(discovery)
  await page.goto(`${world.site}/workspace`)
  await expect.poll(() => world.proxy.count(discovery)).toBeGreaterThan(0)
  await page.clock.runFor(3_200)
  await page.clock.runFor(1_000)
  await expect(overlay(page)).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Loading workspace...' })).toBeVisible()
  await expect(page).toHaveURL(`${world.site}/workspace`)
  expect(world.proxy.count(logins)).toBe(0)

  // A late response still counts: nobody is signed in, so the guard redirects to the login page.
  release()
  await expect(loginForm(page)).toBeVisible()
  expect(watched.alerts).toEqual([])
})

test('37 no realm_access in the token: no roles, no crash', async ({ page, rolelessWorld: world }) => {
  await signIn(page, world, 'sysadmin')
  expect(decodeJwt(await accessToken(page))).not.toHaveProperty('realm_access')
  await createProject(page, 'Without roles')
  await page.getByRole('button', { name: 'More actions for Without roles' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit Without roles' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  expect(await storedTokens(page)).not.toEqual([])
  await expect(workspace(page)).toBeVisible()
})
