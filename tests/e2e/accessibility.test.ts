import { expectAccessible } from './axe'
import { expect, test } from './fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the public pages, ${theme}`, async ({ page }) => {
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    for (const address of ['/', '/privacy', '/terms', '/no-such-page']) {
      await page.goto(address)
      await expect(page.getByText('Loading...')).toBeHidden()
      await expectAccessible(page, address)
    }
  })

  test(`axe finds nothing in the workspace, ${theme}`, async ({ page, signIn }) => {
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    await signIn('user')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectAccessible(page, 'projects')

    await page.getByRole('button', { name: 'Create New Project' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'create project')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.getByRole('button', { name: 'Manage files' }).first().click()
    await expect(page.getByRole('table')).toBeVisible()
    await expectAccessible(page, 'file manager')
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Camera link sample', exact: true }).click()
    await page.getByRole('button', { name: 'Request Simulation' }).click()
    const next = page.getByRole('button', { name: 'Next' })
    await expect(next).toBeEnabled()
    await expectAccessible(page, 'request, files')
    await next.click()
    await page.getByRole('button', { name: 'Add signal integrity row' }).click()
    await expectAccessible(page, 'request, signal integrity')
    await next.click()
    await page.getByRole('button', { name: 'Add power integrity row' }).click()
    await expectAccessible(page, 'request, power integrity')
    await next.click()
    await expectAccessible(page, 'request, summary')
  })
}
