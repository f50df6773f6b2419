import type { components } from '../../../openapi/generated/product'
import { apiOf } from '../../support/projects'
import { expectAccessible } from '../axe'
import { openFiles } from '../files/file-steps'
import { expect, test } from '../fixtures'
import { chooseAction } from '../projects/project-steps'

type SentInvitation = components['schemas']['SentInvitation']

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('members are added by e-mail, given roles and removed, and a removed member gets an error', async ({
  page,
  browser,
  stack,
  signIn,
}) => {
  const admin = await apiOf(stack, 'orgadmin')
  const project = await admin.makeProject('Shared carrier')
  const user = stack.accounts.find(({ username }) => username === 'user')
  if (!user) throw new Error('There is no account user.')
  const member = await apiOf(stack, 'user')

  await signIn('orgadmin', { at: `/workspace/projects/${project.id}/members` })
  const dialog = page.getByRole('region', { name: 'Members of Shared carrier' })
  const list = dialog.getByRole('list', { name: 'Members' })
  await expect(list.getByRole('listitem')).toHaveCount(1)

  await dialog.getByLabel('E-mail address of the person to add').fill('nobody@example.com')
  await dialog.getByRole('button', { name: 'Add member' }).click()
  const invitations = dialog.getByRole('list', { name: 'Open invitations' })
  await expect(invitations.getByRole('listitem')).toContainText('nobody@example.com')
  await expect(dialog.getByLabel('E-mail address of the person to add')).toHaveValue('')
  await expect(dialog.getByLabel('Invitation link')).toHaveValue(/\/workspace\/invitation#[\w-]{43}$/)
  await expectAccessible(page, 'an open invitation')
  await invitations.getByRole('button', { name: 'Revoke the invitation for nobody@example.com' }).click()
  await expect(invitations).toHaveCount(0)

  await dialog.getByLabel('E-mail address of the person to add').fill(user.email)
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  const theirs = list.getByRole('listitem').filter({ hasText: user.email })
  await expect(theirs.getByRole('combobox')).toHaveValue('project_manager')
  await theirs.getByRole('combobox').selectOption('User')
  await expect(dialog.getByRole('status')).toContainText('now has the role User.')
  await expectAccessible(page, 'members')

  const other = await browser.newContext({ baseURL: stack.config.publicUrl, reducedMotion: 'reduce' })
  const theirPage = await other.newPage()
  await signIn('user', { at: `/workspace/projects/${project.id}/files`, on: theirPage })
  await expect(theirPage.getByText(/^No inputs yet/)).toBeVisible()

  await theirs.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('alertdialog', { name: 'Remove member?' }).getByRole('button', { name: 'Remove member' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  // The user who created the project cannot be removed.
  await expect(list.getByRole('button', { name: /^Remove/ })).toHaveCount(0)

  // The page says that the user was removed if the browser still has the project in its list, which is kept for the
  // next visit.
  await theirPage.reload()
  await expect(theirPage.getByRole('alert').first()).toContainText(/you (are not a member of|were removed from) it/)
  const answer = await member.call('GET', `/v1/projects/${project.id}/files`)
  expect([answer.status, answer.body.message]).toEqual([
    404,
    'There is no such project, or you are not a member of it.',
  ])
  await other.close()
})

test('a project manager invites and removes members, but cannot assign roles above their own', async ({
  page,
  stack,
  signIn,
}) => {
  const { makeProject } = await apiOf(stack, 'manager')
  await makeProject('Managed carrier')
  await apiOf(stack, 'user')
  const user = stack.accounts.find(({ username }) => username === 'user')
  if (!user) throw new Error('There is no account user.')
  await signIn('manager')
  await chooseAction(page, 'Members of', 'Managed carrier')
  const dialog = page.getByRole('region', { name: 'Members of Managed carrier' })
  const role = dialog.getByLabel('Role of the person to add')
  await expect(role.getByRole('option')).toHaveText(['Project manager', 'User'])

  await role.selectOption('User')
  await dialog.getByLabel('E-mail address of the person to add').fill(user.email)
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  const theirs = dialog.getByRole('listitem').filter({ hasText: user.email })
  await expect(theirs).toContainText('Works on files, edits the project and orders simulations.')
  await expect(theirs.getByRole('combobox')).toHaveCount(0)
  await expectAccessible(page, 'members, for a project manager')

  // A member who is invited again with another role keeps the existing one.
  await role.selectOption('Project manager')
  await dialog.getByLabel('E-mail address of the person to add').fill(user.email)
  await dialog.getByRole('button', { name: 'Add member' }).click()
  await expect(dialog.getByRole('alert')).toContainText('is already a member with a different role.')

  await theirs.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('alertdialog', { name: 'Remove member?' }).getByRole('button', { name: 'Remove member' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
})

test('the link of an invitation signs the person in and opens the project, once, for their account only', async ({
  page,
  browser,
  stack,
  signIn,
}) => {
  const manager = await apiOf(stack, 'manager')
  const project = await manager.makeProject('Inviting carrier')
  const user = stack.accounts.find(({ username }) => username === 'user')
  if (!user) throw new Error('There is no account user.')
  const json = { email: user.email, role: 'user' }
  const sent = await manager.call<SentInvitation>('POST', `/v1/projects/${project.id}/invitations`, { json })
  const link = sent.body.url ?? ''

  await signIn('orgadmin', { at: '/workspace' })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'You are signed in with another account' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('This invitation is for another e-mail address.')
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await expectAccessible(page, 'an invitation for somebody else')

  const guest = await browser.newContext({ baseURL: stack.config.publicUrl, reducedMotion: 'reduce' })
  const theirs = await guest.newPage()
  await signIn('user', { at: link, on: theirs })
  await expect(theirs).toHaveURL(new RegExp(`/workspace/projects/${project.id}$`))
  await expect(theirs.getByRole('heading', { name: 'Inviting carrier' })).toBeVisible()

  await theirs.goto('/workspace/invitation#cut')
  await expect(theirs.getByRole('alert')).toContainText('This invitation link is not valid.')
  await theirs.getByRole('button', { name: 'Go to your projects' }).click()
  await expect(theirs.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
  await guest.close()
})

test('a file link works for everybody with its password, until it is revoked', async ({
  page,
  browser,
  stack,
  signIn,
}) => {
  const manager = await openFiles({ page, stack, signIn }, 'Links', [
    { name: 'report.txt', content: 'eye height 42 mV' },
  ])
  await manager.getByRole('checkbox', { name: 'Select report.txt' }).check()
  await manager.getByRole('button', { name: 'Share selected file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share report.txt' })
  await expect(dialog.getByText('This file has no share links.')).toBeVisible()
  await dialog.getByLabel('Password (optional)').fill('short')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('A password needs at least 6 characters.')
  await dialog.getByLabel('Password (optional)').fill('correct horse')
  await dialog.getByLabel('Expires after').selectOption('30 days')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  await expect(dialog.getByRole('listitem')).toContainText('with a password')
  await expectAccessible(page, 'links')

  const stranger = await browser.newContext({ baseURL: stack.config.publicUrl, javaScriptEnabled: false })
  const theirs = await stranger.newPage()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'report.txt' })).toBeVisible()
  await theirs.getByLabel('Password').fill('wrong horse')
  await theirs.getByRole('button', { name: 'Download' }).click()
  await expect(theirs.getByRole('alert')).toContainText('The password is wrong.')
  await theirs.getByLabel('Password').fill('correct horse')
  const download = theirs.waitForEvent('download')
  await theirs.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('report.txt')

  await dialog.getByRole('button', { name: /^Revoke/ }).click()
  await expect(dialog.getByText('This file has no share links.')).toBeVisible()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await stranger.close()
})
