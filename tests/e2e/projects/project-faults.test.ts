import type { Route } from '@playwright/test'

import { covers } from '../../spec-coverage/covers'
import { apiOf } from '../../support/projects'
import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { breakCalls, cardOf, chooseAction, filesOf, fillNew, held, nameOf, refuse } from './project-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a project that cannot be saved survives a reload, and is saved when the API is back', async ({
  page,
  signIn,
}) => {
  covers('4-create-fallback', '8-create-fallback')
  covers('decisions-local-marked', 'decisions-local-kept', 'decisions-local-closed')
  const name = nameOf('Bridge')
  await signIn('user')
  const down = await breakCalls(page, 'POST', (route) => route.abort())
  const dialog = await fillNew(page, name, 'Rev B')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog).toBeHidden()

  const card = cardOf(page, name)
  await expect(card).toContainText('Not saved yet')
  await expect(card.getByRole('alert')).toContainText('Failed to create project')
  await expect(page).toHaveURL(/project=local-/)
  await expect(page.getByRole('button', { name, pressed: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Manage files' })).toHaveCount(0)
  await expectAccessible(page, 'a project that is not saved')

  await page.getByRole('button', { name: 'Request Simulation' }).click()
  const request = page.getByRole('dialog', { name: 'Request Simulation' })
  await expect(request.getByLabel('Project').getByRole('option', { name })).toHaveCount(0)
  await request.getByRole('button', { name: 'Close' }).click()
  // Closing the dialog navigates back in the browser history. Wait for that, because a reload would race with it.
  await expect(card).toBeVisible()

  await page.reload()
  await expect(card).toContainText('Not saved yet')
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByRole('alert')).toContainText('Failed to create project')

  // The page retries automatically after at most ten seconds.
  await down.undo()
  await expect(card.getByRole('button', { name: 'Manage files' })).toBeVisible()
  await expect(card).toContainText('Rev B')
  await expect(page).not.toHaveURL(/local-/)
  await page.reload()
  await expect(card.getByRole('button', { name: 'Manage files' })).toBeVisible()
})

test('repeating a create request whose response was lost does not create a second project', async ({
  page,
  signIn,
}) => {
  covers('decisions-local-id', 'decisions-local-real-id')
  const name = nameOf('Twin')
  await signIn('user')
  const clicked = held()
  let isLost = false
  await breakCalls(page, 'POST', async (route) => {
    if (isLost) return clicked.answer(route)
    isLost = true
    await route.fetch()
    await route.abort()
  })
  const dialog = await fillNew(page, name)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  const card = cardOf(page, name)
  await expect(card.getByText('Not saved yet')).toBeVisible()
  await expect(page).toHaveURL(/project=local-/)
  // Forced, because the page may already be repeating the call itself. The button is disabled then.
  await card.getByRole('button', { name: /^(Retry|Saving\.\.\.)$/ }).click({ force: true })
  clicked.go()
  await expect(card.getByRole('button', { name: 'Manage files' })).toBeVisible()
  await expect(page).toHaveURL(/project=[\da-f-]{36}/)
  await page.reload()
  await expect(card).toHaveCount(1)
})

test('a rejected project can be edited or discarded, and is not retried automatically', async ({ page, signIn }) => {
  covers('8-create-message', 'decisions-local-4xx')
  const name = nameOf('Refused')
  await signIn('user')
  let calls = 0
  const refusing = await breakCalls(page, 'POST', (route) => {
    calls += 1
    return refuse(400, 'This name is not allowed here.')(route)
  })
  const dialog = await fillNew(page, name)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  const card = cardOf(page, name)
  await expect(card.getByRole('alert')).toContainText('This name is not allowed here.')
  await expect(card.getByRole('alert')).toContainText('Edit it, or discard it.')
  await page.reload()
  await expect(card).toBeVisible()
  expect(calls).toBe(1)

  await refusing.undo()
  await card.getByRole('button', { name: 'Edit' }).click()
  const better = nameOf('Allowed')
  await dialog.getByLabel('Project name').fill(better)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(filesOf(page, better)).toBeVisible()
  await page.goBack()
  await expect(cardOf(page, better).getByRole('button', { name: 'Manage files' })).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('a 401 redirects to the login page, and then back to the form with its input', async ({ page, signIn }) => {
  const name = nameOf('After login')
  await signIn('user')
  let refused = false
  await breakCalls(page, 'POST', async (route) => {
    if (refused) return route.fallback()
    refused = true
    return refuse(401, 'Please sign in.')(route)
  })
  const dialog = await fillNew(page, name, 'Rev B')
  // The page navigates to the provider, whose session is still valid, and back.
  const login = page.waitForURL('**/login#**', { waitUntil: 'commit' })
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await login
  await expect(dialog.getByLabel('Project name')).toHaveValue(name)
  await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('Rev B')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(filesOf(page, name)).toBeVisible()
  expect(refused).toBe(true)
})

test('changes and deletions that get no response show an error, change nothing, and can be repeated', async ({
  page,
  signIn,
  stack,
}) => {
  covers('8-update-fallback')
  const name = nameOf('Fault')
  const abort = (route: Route) => route.abort()
  await (await apiOf(stack, 'manager')).makeProject(name)
  await signIn('manager')
  const breaking = [await breakCalls(page, 'PUT', abort), await breakCalls(page, 'DELETE', abort)]
  await chooseAction(page, 'Edit', name)
  const dialog = page.getByRole('dialog', { name: 'Edit project' })
  await dialog.getByLabel('Notes (optional)').fill('typed with care')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to update project')
  // A reload restores the unsent input.
  await page.reload()
  await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('typed with care')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  await chooseAction(page, 'Delete', name)
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(question.getByRole('alert')).toContainText('Failed to delete project')
  for (const { undo } of breaking) await undo()
  await question.getByRole('button', { name: 'Delete project' }).click()
  await expect(cardOf(page, name)).toHaveCount(0)
})

test('a list that cannot be loaded shows an error, and Retry loads it', async ({ page, signIn }) => {
  // Fail the calls before the first visit, because a browser that has shown the list once shows it again
  // (kept-list.test.ts).
  const down = await breakCalls(page, 'GET', refuse(503, 'The server is being restarted.'))
  // Never answer the change stream: a reported change would reload the list without Retry.
  await page.route(/\/api\/v1\/changes/, () => {})
  await signIn('user')
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('The server is being restarted.')
  await expect(notice).toContainText('Your projects are safe; only the list is missing.')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByText('No projects found.')).toHaveCount(0)
  await expectAccessible(page, 'a list that could not be loaded')
  await down.undo()
  await notice.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(notice).toBeHidden()
})
