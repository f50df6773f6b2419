import type { Page } from '@playwright/test'

import { covers } from '../spec-coverage/covers'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'

type Config = { auth?: { provider?: object }; api: object } & Record<string, unknown>

/** Serves the page a modified config.json. */
const configure = (page: Page, change: (config: Config) => unknown) =>
  page.route('/config.json', async (route) => {
    const config = (await (await route.fetch()).json()) as Config
    await route.fulfill({ json: change(config) })
  })

test('config.json is preloaded and fetched only once', async ({ page }) => {
  covers('2-one-root', 'decisions-config-file', 'decisions-config-preloaded')
  let fetched = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/config.json') fetched++
  })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(page.locator('link[rel=preload][as=fetch]')).toHaveAttribute('href', '/config.json')
  expect(fetched).toBe(1)
  // #root is the only element that the app mounts into.
  await expect(page.locator('body > #root')).toHaveCount(1)
  await expect(page.locator('#root').getByRole('main')).toHaveCount(1)
})

test('an invalid configuration shows an error page that names the field', async ({ page }) => {
  covers('decisions-config-wrong')
  await configure(page, (config) => ({ ...config, api: { base: '/api' } }))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'The site is not configured correctly' })).toBeVisible()
  await expect(page.getByText(/^api\.v1 /)).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectAccessible(page, 'broken configuration')
})

for (const [what, auth, message] of [
  ['no auth section', undefined, 'The VueKeycloakPluginConfig is required'],
  ['auth without a provider', {}, 'The KeycloakConfig is required'],
] as const) {
  test(`with ${what} the public pages stay usable, and a login shows: ${message}`, async ({ page }) => {
    covers(
      '5-plugin-config',
      'decisions-config-no-auth',
      'decisions-config-public-usable',
      '5-keycloak-config',
      'decisions-config-no-provider',
    )
    await configure(page, ({ auth: _, ...config }) => (auth ? { ...config, auth } : config))
    const alerts: string[] = []
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message())
      return dialog.accept()
    })
    await page.goto('/')
    await expect(page.getByText('Loading...', { exact: true })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: /Privacy/ })
      .click()
    await expect(page).toHaveURL(/\/privacy$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await page.goto('/login')
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    expect(alerts).toEqual([])
  })
}
