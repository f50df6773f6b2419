import { expect, test } from '../fixtures'
import { boardProject } from '../wizard/request-steps'
import { unroute } from '../../support/routes'

test('the list of projects stays if the code of its dialogs cannot be loaded', async ({ page, signIn }) => {
  await page.route(/\/assets\/dialog-[\w-]{7}\.js$/, (route) => route.abort())
  await signIn('user')
  const notice = page.getByRole('alert').filter({ hasText: 'part of this page did not load' })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  await unroute(page, /\/assets\/dialog-[\w-]{7}\.js$/)
  await notice.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('the files of a project stay if the code of a preview cannot be loaded', async ({ page, stack, signIn }) => {
  const { project, upload } = await boardProject(stack, 'Missing preview')
  await upload({ 'notes.txt': 'Ground below the connector\n' })
  await page.route(/\/assets\/text-preview-[\w-]{7}\.js$/, (route) => route.abort())
  await signIn('user', { at: `/workspace/projects/${project.id}/files` })
  await page.getByRole('button', { name: 'notes.txt', exact: true }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'part of this page did not load' })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'notes.txt' })).toBeVisible()

  await unroute(page, /\/assets\/text-preview-[\w-]{7}\.js$/)
  await notice.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByText('Ground below the connector')).toBeVisible()
})
