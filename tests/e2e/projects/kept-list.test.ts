/** The project list that a user last saw is shown before the server responds, and only to that user. */
import type { Page, Route } from '@playwright/test'

import { expected } from '../../api/caller'
import { apiOf } from '../../support/projects'
import { stopTime } from '../../support/stopped-time'
import { expect, test } from '../fixtures'
import { backFromLogout } from '../session/session-steps'
import { cardOf } from './project-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Holds matching requests until `go` is called. Returns the held ones. */
async function hold(page: Page, address: RegExp) {
  const held: Route[] = []
  let isOpen = false
  await page.route(address, async (route) => {
    if (isOpen) await route.continue()
    else held.push(route)
  })
  const go = async () => {
    isOpen = true
    for (const route of held.splice(0)) await route.continue()
  }
  return { held, go }
}

/** Keeps pages from learning of changes, even those made by earlier tests: a change would reload the list. */
const ignoreChanges = (page: Page) => page.route(/\/v1\/changes/, () => {})

const list = /\/v1\/projects\?/
const me = /\/v1\/users\/me$/
const loading = (page: Page) => page.getByText('Loading workspace...')

/** Returns the stored id of the user whose list is cached, and the number of cached lists. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const owner = localStorage.getItem('projects-kept-for')
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'projects')) return { owner, lists: 0 }
    const lists = await new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('projects')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const count = opening.result.transaction('kept').objectStore('kept').count()
        count.onsuccess = () => {
          opening.result.close()
          resolve(count.result)
        }
      }
    })
    return { owner, lists }
  })

test('the next visit shows the kept list before the API responds, then the current one', async ({
  page,
  stack,
  signIn,
}) => {
  const api = await apiOf(stack, 'manager')
  const old = await api.makeProject('Old carrier')
  await ignoreChanges(page)
  await signIn('manager')
  await expect(cardOf(page, 'Old carrier')).toBeVisible()
  await expect.poll(() => keptIn(page)).toEqual({ owner: api.id, lists: 1 })

  expected(await api.call('DELETE', `/v1/projects/${old.id}`), 204)
  await api.makeProject('New carrier')
  const projects = await hold(page, list)
  const person = await hold(page, me)
  await page.reload()
  await expect(cardOf(page, 'Old carrier')).toBeVisible()
  await expect(cardOf(page, 'New carrier')).toBeHidden()
  await person.go()
  await projects.go()
  await expect(cardOf(page, 'New carrier')).toBeVisible()
  await expect(cardOf(page, 'Old carrier')).toBeHidden()
})

test('the kept list replaces the empty frame at once, however shortly that was shown', async ({
  page,
  stack,
  signIn,
}) => {
  const api = await apiOf(stack, 'manager')
  await api.makeProject('Kept carrier')
  await ignoreChanges(page)
  await signIn('manager')
  await expect(cardOf(page, 'Kept carrier')).toBeVisible()
  await expect.poll(() => keptIn(page)).toEqual({ owner: api.id, lists: 1 })

  const projects = await hold(page, list)
  const person = await hold(page, me)
  // Otherwise, the session check may end before the page's code has started, and there would be no empty frame.
  const check = await hold(page, /\/openid-connect\/token$/)
  await page.reload()
  await expect(loading(page)).toBeVisible()
  await stopTime(page)
  await check.go()
  // The list is requested once the user is known. The route guard then needs one more check. It checks every 100 ms.
  await expect.poll(() => projects.held.length).toBe(1)
  await page.clock.runFor(100)
  await expect(cardOf(page, 'Kept carrier')).toBeVisible()
  await page.clock.resume()
  await person.go()
  await projects.go()
})

test('the kept list is not shown before the session check names its user, although the page around it is', async ({
  page,
  stack,
  signIn,
}) => {
  await (await apiOf(stack, 'user')).makeProject('Shown after the check')
  await signIn('user')
  await expect(cardOf(page, 'Shown after the check')).toBeVisible()
  await expect.poll(async () => (await keptIn(page)).lists).toBe(1)
  const check = await hold(page, /\/openid-connect\/token$/)
  const projects = await hold(page, list)
  const person = await hold(page, me)
  await page.reload()
  await expect.poll(() => check.held.length).toBe(1)
  await expect(loading(page)).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByText('Shown after the check')).toHaveCount(0)
  await check.go()
  await expect(cardOf(page, 'Shown after the check')).toBeVisible()
  await person.go()
  await projects.go()
})

test('the kept list is not shown to a visitor who is no longer signed in, and it is removed', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  await (await apiOf(stack, 'user')).makeProject('Left by the session')
  await signIn('user')
  await expect(cardOf(page, 'Left by the session')).toBeVisible()
  await expect.poll(async () => (await keptIn(page)).lists).toBe(1)
  await context.clearCookies()
  const seen: string[] = []
  await page.exposeFunction('tell', (text: string) => seen.push(text))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const text = document.querySelector('body')?.textContent ?? ''
      if (text.includes('Left by the session')) (window as unknown as { tell: (text: string) => void }).tell(text)
    }).observe(document, { childList: true, subtree: true })
  })
  // Without the redirect to the login, the visitor stays on this page, where the test can inspect its storage.
  await page.route(/\/openid-connect\/auth\?(?!.*prompt=none)/, (route) => route.fulfill({ status: 204 }))
  await page.reload()
  await expect.poll(() => keptIn(page)).toEqual({ owner: null, lists: 0 })
  expect(seen).toEqual([])
})

test('if the current list cannot be loaded, the kept one stays with a warning', async ({ page, stack, signIn }) => {
  await (await apiOf(stack, 'user')).makeProject('Kept through an outage')
  await signIn('user')
  await expect(cardOf(page, 'Kept through an outage')).toBeVisible()
  await expect.poll(async () => (await keptIn(page)).lists).toBe(1)
  await page.route(list, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('what you see may be out of date')
  await expect(cardOf(page, 'Kept through an outage')).toBeVisible()
})

test('the kept list is removed at logout, and another user never sees it', async ({ page, stack, signIn }) => {
  await (await apiOf(stack, 'user')).makeProject('Secret board')
  await signIn('user')
  await expect(cardOf(page, 'Secret board')).toBeVisible()
  await expect.poll(async () => (await keptIn(page)).lists).toBe(1)
  const back = backFromLogout(page)
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await back
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.poll(() => keptIn(page)).toEqual({ owner: null, lists: 0 })
})

test('a list that another user left behind is removed without being shown', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  await (await apiOf(stack, 'user')).makeProject('Board of somebody else')
  await signIn('user')
  await expect(cardOf(page, 'Board of somebody else')).toBeVisible()
  await expect.poll(async () => (await keptIn(page)).lists).toBe(1)
  // The session at the provider ends without this page, for example on another site.
  await context.clearCookies()
  const other = await context.newPage()
  const projects = await hold(other, list)
  const person = await hold(other, me)
  await other.goto('/workspace')
  await other.getByLabel('Username').fill('manager')
  await other.getByLabel('Password').fill(stack.accounts.find(({ username }) => username === 'manager')?.password ?? '')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => projects.held.length).toBe(1)
  await expect(loading(other)).toBeVisible()
  await expect(cardOf(other, 'Board of somebody else')).toBeHidden()
  await expect.poll(() => keptIn(other)).toEqual({ owner: null, lists: 0 })
  await person.go()
  await projects.go()
  await expect(other.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
})

test('the list is requested once, before the code that shows it has loaded', async ({ page, stack, signIn }) => {
  await (await apiOf(stack, 'user')).makeProject('Asked for early')
  await ignoreChanges(page)
  await signIn('user')
  const requests: string[] = []
  page.on('request', (request) => {
    if (list.test(request.url())) requests.push(request.url())
  })
  const screen = await hold(page, /\/assets\/screen-[^/]+\.js$/)
  const answered = page.waitForResponse(list)
  await page.reload()
  await answered
  await expect.poll(() => screen.held.length).toBeGreaterThan(0)
  await screen.go()
  await expect(cardOf(page, 'Asked for early')).toBeVisible()
  expect(requests).toHaveLength(1)
})

test('the list is requested while the libraries that show it are still loading', async ({ page, signIn }) => {
  await signIn('user')
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible()
  const { held: libraries, go } = await hold(page, /\/assets\/page-libraries-[^/]*\.js$/)
  const asked = page.waitForRequest(list)
  await page.reload({ waitUntil: 'commit' })
  await asked
  await expect.poll(() => libraries).toHaveLength(1)
  await go()
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible()
})
