import type { Page } from '@playwright/test'

import { expect, test } from './fixtures'

const notice = (page: Page, text: string) => page.getByText(text, { exact: true })

const openTool = (page: Page, name: string) => page.getByRole('button', { name: `Open ${name}` }).click()

const sessionKeys = (page: Page) =>
  page.evaluate(() =>
    ['jwtToken', 's2spiceApiUrl', 'openedS2SPiceWindowName'].map((key) => sessionStorage.getItem(key)),
  )

test('S2SPice opens signed in, without its token in the address, and ends with the log-out', async ({
  page,
  stack,
  signIn,
}) => {
  await signIn('manager')
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Profile of/ })).toBeVisible()
  const opening = page.waitForEvent('popup')
  await openTool(page, 'S2SPice Tool')
  const tool = await opening
  await expect(tool.getByRole('heading', { name: 'Power delivery network' })).toBeVisible()
  await expect(tool.getByText('project_manager')).toBeVisible()
  expect(tool.url()).toBe(stack.config.s2spice.serverUrl)

  const [token, apiUrl, windowName] = await sessionKeys(page)
  const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  expect(Object.keys(claims)).toEqual(
    expect.arrayContaining(['id', 'email', 'username', 'firstName', 'lastName', 'roles', 'exp']),
  )
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(24 * 60 * 60)
  expect(apiUrl).toBe(stack.config.s2spice.apiUrl)
  expect(windowName).not.toBeNull()

  const leaving = page.waitForRequest((request) => request.url().startsWith(`${apiUrl ?? ''}/jwt/user/logout?code=`))
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await leaving
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(tool.isClosed()).toBe(true)
  expect(await sessionKeys(page)).toEqual([null, null, null])
})

test('a window shows a spinner until the tool is there, and a kept token serves again', async ({
  page,
  stack,
  signIn,
}) => {
  await signIn('user')
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Profile of/ })).toBeVisible()
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

  const reopening = page.waitForEvent('popup')
  await openTool(page, 'S2SPice Tool')
  await expect((await reopening).getByRole('heading', { name: 'Power delivery network' })).toBeVisible()
  expect((await sessionKeys(page))[0]).toBe(first)
})

test('a third party’s tool gets no handle on the site', async ({ page, context }) => {
  await context.route('https://emclab.mst.edu/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Calculator</h1>' }),
  )
  await page.goto('/')
  const opening = page.waitForEvent('popup')
  await openTool(page, 'Inductance calculator')
  const tool = await opening
  await expect(tool.getByRole('heading', { name: 'Calculator' })).toBeVisible()
  expect(await tool.evaluate(() => window.opener === null)).toBe(true)
})

test('a tool server that fails closes the window and says so', async ({ page, stack, signIn }) => {
  await signIn('user')
  await page.goto('/')
  await page.route(`${stack.config.s2spice.apiUrl}/**`, (route) => route.abort())
  const opening = page.waitForEvent('popup')
  await openTool(page, 'S2SPice Tool')
  await expect(notice(page, 'Failed to open S2SPice tool. Please try again later.')).toBeVisible()
  expect((await opening).isClosed()).toBe(true)
})

test('a tool without an address says that it is not available', async ({ page }) => {
  await page.route('/config.json', async (route) => {
    const config = (await (await route.fetch()).json()) as { tools: Record<string, object> }
    await route.fulfill({
      json: { ...config, tools: { ...config.tools, impedance: { name: 'PCB Trace Impedance Calculator', url: null } } },
    })
  })
  await page.goto('/')
  await openTool(page, 'PCB Trace Impedance Calculator')
  await expect(
    notice(page, 'The tool PCB Trace Impedance Calculator is temporarily not available. Please try again later.'),
  ).toBeVisible()
})

test('a browser that blocks popups is named as the reason', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/')
  await openTool(page, 'Inductance calculator')
  await expect(notice(page, 'Please allow popups for this site to open the tool.')).toBeVisible()
})
