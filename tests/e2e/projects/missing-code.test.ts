import { expect, test } from '../fixtures'

// The list of projects can be used without these. Each is loaded while the list is shown.
for (const chunk of ['dialog', 'connection-notice']) {
  test(`the list of projects stays if the code of its ${chunk} cannot be loaded`, async ({ page, signIn }) => {
    let refused = 0
    await page.route(new RegExp(`/assets/${chunk}-[\\w-]{8}\\.js$`), (route) => {
      refused++
      return route.abort()
    })
    await signIn('user')
    const notice = page.getByRole('alert').filter({ hasText: 'part of this page did not load' })
    await expect(notice).toBeVisible()
    expect(refused).toBeGreaterThan(0)
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

    await page.unrouteAll()
    await notice.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })
}
