import { covers } from '../../spec-coverage/covers'
import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'

test('a person without an account creates one in the theme of the site, and gets to the page they wanted', async ({
  page,
  stack,
}) => {
  covers('decisions-registration')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/privacy')
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  await page.goto('/workspace?dialog=create')
  await page.getByRole('link', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  const password = page.getByLabel('Password')
  await password.fill('microstrip')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Brandt')
  await page.getByLabel('E-mail').fill('ana@example.org')
  await page.getByLabel('I accept the terms of service and the privacy policy.').check()
  await page.getByLabel('I am 18 or older.').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()

  // The provider's own pages also have the chosen theme, although nothing passes it to them.
  await page.goto(`${stack.config.oidc.issuer}/account`)
  await expect(page.getByRole('definition').first()).toHaveText('Ana Brandt')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('link', { name: 'Home page' }).click()
  await expect(page).toHaveURL(`${stack.config.publicUrl}/`)
})

test('the pages of the sign-in work in both themes, at 320 px, with the keyboard', async ({ page }) => {
  covers('decisions-registration-pages')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/workspace')
  const check = async (heading: string) => {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    for (const theme of ['dark', 'light']) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
      await expectAccessible(page, `${heading}, ${theme}`)
    }
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  await check('Sign in')
  await expect(page.getByLabel('Username')).toBeFocused()
  for (const target of [
    page.getByLabel('Password'),
    page.getByRole('button', { name: 'Show' }),
    page.getByRole('button', { name: 'Sign in' }),
    page.getByRole('link', { name: 'Forgot password?' }),
  ]) {
    await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await check('Forgot password')
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByRole('link', { name: 'Create account' }).click()
  await check('Create account')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await check('Sign in')
})
