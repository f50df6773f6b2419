import { expectAccessible } from './axe'
import { expect, test } from './fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds no violations on the public pages, ${theme}`, async ({ page }) => {
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    for (const address of ['/', '/privacy', '/terms', '/no-such-page']) {
      await page.goto(address)
      await expect(page.getByText('Loading...')).toBeHidden()
      await expectAccessible(page, address)
    }
  })

  test(`axe finds no violations in the workspace, ${theme}`, async ({ page, signIn }) => {
    test.setTimeout(120_000)
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    await signIn('manager')
    await page.getByRole('button', { name: 'Create New Project' }).first().click()
    await page.getByLabel('Project name').fill(`Axe ${theme}`)
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByRole('article', { name: `Axe ${theme}` })).toBeVisible()
    await expectAccessible(page, 'projects')
    await page.getByRole('button', { name: 'Tools', exact: true }).click()
    await expectAccessible(page, 'tools')
    await page.keyboard.press('Escape')

    for (const [button, role] of [
      ['Create New Project', 'dialog'],
      [`Edit Axe ${theme}`, 'dialog'],
      [`Delete Axe ${theme}`, 'alertdialog'],
      ['Simulation requests', 'dialog'],
      ['Manage files', 'dialog'],
    ] as const) {
      await page.getByRole('button', { name: button }).first().click()
      const dialog = page.getByRole(role)
      await expect(dialog).toBeVisible()
      await expect(dialog.getByText(/^Loading/)).toBeHidden()
      // The dialog receives the focus shortly after it becomes visible.
      await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
      await expectAccessible(page, button)
      await dialog
        .getByRole('button', { name: /^(Close|Cancel)$/ })
        .first()
        .click()
      await expect(dialog).toBeHidden()
    }
  })

  test(`axe finds no violations in the steps of a request, ${theme}`, async ({ page, signIn }) => {
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    await signIn('user')
    // Other tests may have created so many projects that this one is outside the viewport.
    await page.getByRole('searchbox').fill('Camera link sample')
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
