/** People export and delete the data stored about them, on a separate stack, because the accounts are deleted. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { unzip } from '../../api/transfers/unzip'
import { apiOf } from '../../support/projects'
import { startTestStack } from '../../support/stack'
import { expectAccessibleInBothThemes } from '../axe'
import { expect, test as base } from '../fixtures'
import { cardOf } from '../projects/project-steps'

const test = base.extend<object, object>({
  stack: [
    async ({}, use) => {
      const stack = await startTestStack({ clientDir: path.resolve('dist/client') })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a person exports and deletes their data by keyboard, and is signed out in all tabs and browsers', async ({
  page,
  context,
  browser,
  stack,
  signIn,
}) => {
  await (await apiOf(stack, 'user')).makeProject('Mine alone', 'Rev A')
  await signIn('user')
  await expect(cardOf(page, 'Mine alone')).toBeVisible()
  const profile = page.getByRole('button', { name: /^Profile of/ })
  const openDialog = async (name: string) => {
    await profile.focus()
    await page.keyboard.press('Enter')
    const link = page.getByRole('link', { name, exact: true })
    for (let tabs = 0; tabs < 10 && !(await link.evaluate((it) => it === document.activeElement)); tabs++)
      await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
  }

  await openDialog('Export my data')
  const exporting = page.getByRole('dialog', { name: 'Export my data' })
  await expect(exporting).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the export')
  const saving = page.waitForEvent('download')
  await exporting.getByRole('button', { name: 'Download' }).focus()
  await page.keyboard.press('Enter')
  const download = await saving
  expect(download.suggestedFilename()).toBe('my-data.zip')
  const entries = unzip(await readFile(await download.path()))
  expect(entries['projects.json']).toContain('Mine alone')
  await expect(exporting.getByRole('status')).toContainText('The ZIP file was saved')
  await page.keyboard.press('Escape')
  await expect(exporting).toBeHidden()
  await expect(page).toHaveURL(/\/workspace$/)

  const other = await context.newPage()
  await signIn('user', { on: other })
  const elsewhere = await browser.newContext({ baseURL: stack.config.publicUrl })
  const abroad = await elsewhere.newPage()
  await signIn('user', { on: abroad })
  await expect(cardOf(abroad, 'Mine alone')).toBeVisible()

  await page.bringToFront()
  await openDialog('Delete my data')
  const deleting = page.getByRole('alertdialog', { name: 'Delete my data?' })
  const remove = deleting.getByRole('button', { name: 'Delete my data' })
  await expect(remove).toBeDisabled()
  await deleting.getByLabel('To confirm, type your username: user').fill('user')
  await expectAccessibleInBothThemes(page, 'the deletion')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Your data was deleted, and you were signed out.')).toBeVisible()
  for (const signedOut of [page, other, abroad]) {
    await expect(signedOut.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    await expect(signedOut.getByText('Mine alone')).toHaveCount(0)
  }
  await page.goto('/workspace')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn('user')
  await expect(page.getByText('No projects found. Create your first project to get started!')).toBeVisible()
  await elsewhere.close()
})

test('on a phone, the privacy policy leads to the export and the deletion', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('manager')
  await page.goto('/privacy#review')
  await page.getByRole('link', { name: 'Delete my data' }).click()
  const deleting = page.getByRole('alertdialog', { name: 'Delete my data?' })
  await deleting.getByRole('button', { name: 'Cancel' }).click()
  await expect(deleting).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()

  await page.goto('/privacy#review')
  await page.getByRole('link', { name: 'Export my data' }).click()
  await expect(page.getByRole('dialog', { name: 'Export my data' })).toBeVisible()
})
