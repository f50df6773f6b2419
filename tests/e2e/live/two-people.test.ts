/** One person's changes in a project appear for another person who is working in it at the same time. */
import type { Browser, Page } from '@playwright/test'

import { expected } from '../../api/caller'
import { apiOf } from '../../support/projects'
import { given } from '../files/file-steps'
import { expect, test } from '../fixtures'
import { cardOf } from '../projects/project-steps'
import type { TestStack } from '../../support/stack'

type Member = { id: string; email: string }

/** Creates a project with the account `manager`, and adds the account `user` as a second member. */
async function sharedProject(stack: TestStack, name: string) {
  const manager = await apiOf(stack, 'manager')
  await apiOf(stack, 'user')
  const email = stack.accounts.find(({ username }) => username === 'user')?.email ?? ''
  const { id } = await manager.makeProject(name, 'Rev A')
  const json = { project_id: id, email, role: 'user' }
  const member = expected(await manager.call<Member>('POST', '/v1/users/assign-role', { json }), 200)
  return { id, manager, member }
}

/** Opens a page in the second person's browser. */
async function secondPage(browser: Browser, stack: TestStack): Promise<Page> {
  const context = await browser.newContext({ baseURL: stack.config.publicUrl, reducedMotion: 'reduce' })
  return context.newPage()
}

test('uploads, deletions and a new name appear for the other member without a reload', async ({
  page,
  browser,
  stack,
  signIn,
}) => {
  const { id } = await sharedProject(stack, 'Shared by two people')
  const theirs = await secondPage(browser, stack)
  const at = `/workspace/projects/${id}/files`
  await signIn('user', { at, on: theirs })
  await expect(theirs.getByText(/^No inputs yet/)).toBeVisible()
  await signIn('manager', { at })

  await page
    .getByLabel('Files to upload')
    .setInputFiles(given({ name: 'board.brd', content: 'board' }, { name: 'stackup.csv', content: 'layer' }))
  const rows = theirs.getByRole('row').filter({ has: theirs.getByRole('checkbox') })
  await expect(rows.filter({ hasText: 'board.brd' })).toBeVisible()
  await expect(rows.filter({ hasText: 'stackup.csv' })).toBeVisible()
  await theirs.getByLabel('Search files').fill('stackup')

  await page.getByRole('checkbox', { name: /stackup\.csv/ }).check()
  await page.getByRole('button', { name: 'Delete selected files' }).click()
  await page.getByRole('dialog', { name: 'Delete file' }).getByRole('button', { name: 'Delete' }).click()
  await expect(theirs.getByText('No file in this folder matches the search.')).toBeVisible()
  await expect(theirs.getByLabel('Search files')).toHaveValue('stackup')

  await page.getByRole('button', { name: 'Edit Shared by two people' }).click()
  await page.getByLabel('Project name').fill('Named by one of two people')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Named by one of two people' })).toBeVisible()
  await theirs.context().close()
})

test('a member who is removed keeps what was typed, and sees that the project is gone', async ({
  page,
  stack,
  signIn,
}) => {
  const { id, manager, member } = await sharedProject(stack, 'Lost while it is edited')
  await signIn('user', { at: `/workspace?project=${id}&dialog=edit` })
  const form = page.getByRole('dialog', { name: 'Edit project' })
  await form.getByLabel('Notes (optional)').fill('Rev B, with a second camera')
  expected(await manager.call('DELETE', `/v1/projects/${id}/members/${member.id}`), 204)

  await expect(form.getByRole('alert')).toContainText('This project was deleted, or you were removed from it.')
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('Rev B, with a second camera')
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.reload()
  await expect(form.getByRole('alert')).toContainText('This project was deleted, or you were removed from it.')
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('Rev B, with a second camera')

  await form.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  await expect(cardOf(page, 'Lost while it is edited')).toBeHidden()
})

test('the page of a project that somebody else deletes leads back to the others', async ({ page, stack, signIn }) => {
  const { id, manager } = await sharedProject(stack, 'Deleted while its page is open')
  await signIn('user', { at: `/workspace/projects/${id}` })
  await expect(page.getByRole('button', { name: 'Edit Deleted while its page is open' })).toBeVisible()
  expected(await manager.call('DELETE', `/v1/projects/${id}`), 204)
  await expect(page.getByRole('alert')).toContainText('This project was deleted, or you were removed from it.')
  await expect(page.getByRole('button', { name: 'Request Simulation' })).toBeHidden()
  await page.getByRole('link', { name: 'All projects' }).click()
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
})
