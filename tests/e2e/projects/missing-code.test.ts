import { expect, test } from '../fixtures'

test('the list of projects stays if the code of its dialogs cannot be loaded', async ({ page, signIn }) => {
  await page.route(/\/assets\/dialog-[\w-]{8}\.js$/, (route) => route.abort())
  await signIn('user')
  const notice = page.getByRole('alert').filter({ hasText: 'part of this page did not load' })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  await page.unrouteAll()
  await notice.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
