import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'

import { logins } from './fault-proxy'
import {
  callApi,
  createProject,
  expect,
  notice,
  signIn,
  storedTokens,
  test,
  workspace,
  passRefreshChecks,
} from './fixtures'
import type { World } from './world'
import { unroute } from '../support/routes'

const problem = (status: number, title: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title, status, message: `${title}.` }),
})
const refuse = (route: Route) => route.fulfill(problem(401, 'Unauthorized'))

/** Counts how often the app leaves one of its other pages for /login. Returning from the provider does not count. */
function visitsToLogin(page: Page, world: World): () => number {
  let visits = 0
  let last = new URL(page.url())
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    const next = new URL(frame.url())
    const isFromApp = last.origin === world.site && last.pathname !== '/login'
    if (isFromApp && next.origin === world.site && next.pathname === '/login') visits++
    last = next
  })
  return () => visits
}

test('25 five API calls rejected at once: one redirect to the login', { tag: '@cross-site' }, async ({
  page,
  world,
}) => {
  await page.clock.install()
  await signIn(page, world)
  const name = `Refused ${randomUUID()}`
  await createProject(page, name)
  const { body } = await callApi(page, world, '/api/v1/projects')
  const { id } = (body as { id: string; name: string }[]).find((project) => project.name === name)!
  const before = world.proxy.count(logins)

  // The page makes more than four calls in parallel, such as those for the list of projects, and for the requests and
  // the budget of this project. Respond once five calls have arrived.
  const waiting: Route[] = []
  let refused = 0
  await page.route(
    (url) => url.pathname.startsWith('/api/') && !url.pathname.endsWith('/users/me'),
    async (route) => {
      if (refused >= 5) return route.fallback()
      waiting.push(route)
      if (waiting.length < 5) return
      refused = waiting.length
      await Promise.all(waiting.map(refuse))
    },
  )
  await page.goto(`${world.site}/workspace/projects/${id}/requests`)
  await expect.poll(() => refused).toBe(5)
  await expect.poll(() => world.proxy.count(logins)).toBe(before + 1)
  await expect(page.getByRole('region', { name: `Requests of ${name}` })).toBeVisible()
  await page.clock.fastForward(20_000)
  expect(world.proxy.count(logins)).toBe(before + 1)
})

test('26 the API rejects calls again after a new login: an error, no loop', async ({ page, world }) => {
  await page.clock.install()
  await signIn(page, world)
  const before = world.proxy.count(logins)
  // Calls are refused starting with the first call of the dialog. If a call of the page behind it were refused first,
  // the button would be gone.
  let isRefusing = false
  await page.route('**/api/**', (route, request) => {
    isRefusing ||= new URL(request.url()).pathname.endsWith('/request-drafts/latest')
    return isRefusing ? refuse(route) : route.fallback()
  })
  await page.getByRole('button', { name: 'Request Simulation' }).click()
  await expect(notice(page)).toBeVisible()
  expect(world.proxy.count(logins)).toBe(before + 1)
  await passRefreshChecks(page, 4)
  expect(world.proxy.count(logins)).toBe(before + 1)
  expect(await storedTokens(page)).toEqual([])

  await unroute(page, '**/api/**')
  await notice(page).getByRole('button', { name: 'Retry' }).click()
  // The previous page is restored, including the open dialog.
  await expect(page.getByRole('dialog', { name: 'Request Simulation' })).toBeVisible()
})

test('38 users/me fails while the provider has a session: one redirect to the login, then an error with Retry', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await signIn(page, world)
  const before = world.proxy.count(logins)
  let asked = 0
  await page.route('**/api/v1/users/me', (route) => {
    asked++
    return route.fulfill(problem(500, 'Internal Server Error'))
  })
  const visits = visitsToLogin(page, world)
  await page.goto(`${world.site}/workspace`)
  await expect(notice(page)).toBeVisible()
  expect(world.proxy.count(logins)).toBe(before + 1)
  expect(asked).toBe(2)
  await passRefreshChecks(page, 4)
  expect(world.proxy.count(logins)).toBe(before + 1)
  expect(asked).toBe(2)
  // Whether the second failure is reported at /login as well depends on whether the workspace was already open.
  expect(visits()).toBeLessThanOrEqual(2)

  await unroute(page, '**/api/v1/users/me')
  await notice(page).getByRole('button', { name: 'Retry' }).click()
  await expect(workspace(page)).toBeVisible()
  expect(world.proxy.count(logins)).toBe(before + 1)
})

test('38 users/me fails before the login page has loaded: the same error, and Retry does not require another login', async ({
  page,
  world,
}) => {
  await signIn(page, world)
  const before = world.proxy.count(logins)
  let answered = 0
  await page.route('**/api/v1/users/me', async (route) => {
    await route.fulfill(problem(500, 'Internal Server Error'))
    answered++
  })
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  let isHeld = false
  await page.route('**/assets/login-screen-*.js', async (route) => {
    isHeld = true
    await arrival
    await route.continue()
  })
  await page.goto(`${world.site}/workspace`)
  await expect.poll(() => answered).toBe(2)
  expect(isHeld).toBe(true)
  arrive()
  await expect(notice(page)).toContainText('Your account could not be loaded.')

  await unroute(page, '**/api/v1/users/me')
  await notice(page).getByRole('button', { name: 'Retry' }).click()
  await expect(workspace(page)).toBeVisible()
  expect(world.proxy.count(logins)).toBe(before + 1)
})
