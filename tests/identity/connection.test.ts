import { discovery, logins, refreshes } from './fault-proxy'
import {
  avatar,
  closeDialog,
  connectionNotice,
  expect,
  openAnonymously,
  passFailingAttempt,
  passRefreshChecks,
  signIn,
  sleep,
  storedTokens,
  test,
  workspace,
} from './fixtures'
import { unroute } from '../support/routes'

test('42 no connection to the provider when a refresh is due: the page stays, shows a notice, and recovers automatically', {
  tag: '@cross-site',
}, async ({ page, briefWorld: world, watched }) => {
  await page.clock.install()
  await signIn(page, world)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const loginsBefore = world.proxy.count(logins)

  await test.step('refused', async () => {
    await world.proxy.down()
    await passFailingAttempt(page, world, watched)
    await expect(connectionNotice(page)).toBeVisible()
    // After this, the token has expired, so calls wait.
    await passFailingAttempt(page, world, watched, 40_000)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(`${world.site}/api/`)) sent.push(request.url())
    })
    await page.getByRole('button', { name: 'Request Simulation' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(sent).toEqual([])
    await world.proxy.up()
    await page.clock.fastForward(30_000)
    await expect(connectionNotice(page)).toBeHidden()
    await expect.poll(() => sent.length).toBeGreaterThan(0)
    await closeDialog(page)
  })

  await test.step('host name not found, for more than five minutes', async () => {
    await page.context().route(`${world.proxy.origin}/**`, (route) => route.abort('namenotresolved'))
    await passFailingAttempt(page, world, watched)
    await expect(connectionNotice(page)).toBeVisible()
    await expect(connectionNotice(page).getByRole('link', { name: 'Login' })).toHaveCount(0)
    const login = connectionNotice(page).getByRole('link', { name: 'Login' })
    // Five minutes of retries, which take longer than an assertion may wait.
    for (let retries = 0; retries < 10 && !(await login.isVisible()); retries++) {
      await passFailingAttempt(page, world, watched, 61_000)
    }
    await expect(login).toHaveAttribute('target', '_blank')
    // The link can be reached by keyboard while a dialog is open.
    await page.getByRole('button', { name: 'Create New Project' }).first().press('Enter')
    await expect(page.getByRole('dialog').getByLabel('Project name')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(login).toBeFocused()
    await page.keyboard.press('Tab')
    await closeDialog(page)
    await expect(workspace(page)).toBeVisible()
    await unroute(page.context(), `${world.proxy.origin}/**`)
    await page.clock.fastForward(61_000)
    await expect(connectionNotice(page)).toBeHidden()
  })

  await expect(avatar(page)).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(world.proxy.count(logins)).toBe(loginsBefore)
})

test('42 a response that the page cannot read counts as a response: login, as after any rejection', async ({
  page,
  briefWorld: world,
}) => {
  await page.clock.install()
  await signIn(page, world)
  const before = world.proxy.count(logins)
  // Without CORS headers, the browser reports the same error as for a refused connection.
  await page.route(`${world.proxy.origin}/**/token`, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await passRefreshChecks(page)
  await expect.poll(() => world.proxy.count(logins)).toBe(before + 1)
  expect(world.proxy.count(refreshes)).toBe(0)
  expect(world.proxy.count(discovery)).toBeGreaterThan(0)
})

test('42 no connection to the provider: a tab with a borrowed session stays as well', {
  tag: '@cross-site-only',
}, async ({ page, context, briefWorld: world }) => {
  await page.clock.install()
  await openAnonymously(page, world)
  const lender = await context.newPage()
  await signIn(lender, world)
  await expect(avatar(page)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspace' }).click()
  await expect(workspace(page)).toBeVisible()
  expect(await storedTokens(page)).toEqual([])
  const loginsBefore = world.proxy.count(logins)

  await world.proxy.down()
  await sleep(page, 60_000)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${world.site}/api/`)) sent.push(request.url())
  })
  await page.getByRole('button', { name: 'Request Simulation' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(connectionNotice(page)).toBeVisible()
  expect(sent).toEqual([])

  await world.proxy.up()
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(connectionNotice(page)).toBeHidden({ timeout: 1_000 })
  }).toPass()
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(workspace(lender)).toBeVisible()
  expect(world.proxy.count(logins)).toBe(loginsBefore)
})
