import type { Browser, BrowserContext } from '@playwright/test'

import type { TestStack } from '../support/stack'

/** Returns a browser context of 1440 by 900 pixels in which a user is signed in. */
export async function signedIn(
  browser: Browser,
  { config, accounts }: TestStack,
  name = 'user',
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: config.publicUrl, viewport: { width: 1440, height: 900 } })
  const account = accounts.find(({ username }) => username === name)
  const page = await context.newPage()
  await page.goto('/workspace')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill(account?.password ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page
    .getByRole('article')
    .or(page.getByRole('link', { name: 'Staff queue' }))
    .first()
    .waitFor()
  await page.close()
  return context
}
