import type { Page, Route } from '@playwright/test'

import { covers } from '../../spec-coverage/covers'
import { apiOf } from '../../support/projects'
import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const nameOf = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`
const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Makes calls of this method respond with `answer`; `undo` restores the normal responses. */
async function breakCalls(page: Page, method: string, answer: (route: Route) => Promise<void>) {
  const address = /\/api\/v1\/projects(\/[\da-f-]+)?(\?.*)?$/
  const take = (route: Route) => (route.request().method() === method ? answer(route) : route.fallback())
  await page.route(address, take)
  return { undo: () => page.unroute(address, take) }
}
const refuse = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/problem+json', json: { status, title: 'Refused', message } })
/** Delays calls until `go` is called. */
function held() {
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  return { go: () => go(), opened: gate, answer: (route: Route) => gate.then(() => route.fallback()) }
}

async function fillNew(page: Page, name: string, notes = '') {
  await page.getByRole('button', { name: 'Create New Project' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Project name').fill(name)
  await dialog.getByLabel('Notes (optional)').fill(notes)
  return dialog
}

test('a project is created, edited and deleted with the specified texts', async ({ page, signIn }) => {
  covers('2-modal-edit', '2-modal-delete', '4-edit-button', '4-delete-button', '4-delete-gone')
  const first = nameOf('Camera')
  await signIn('sysadmin')
  await expectAccessible(page, 'projects')

  await test.step('created', async () => {
    const calls = held()
    const slow = await breakCalls(page, 'POST', calls.answer)
    const dialog = await fillNew(page, `  ${first} `)
    await expectAccessible(page, 'create project')
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled()
    calls.go()
    await expect(dialog).toBeHidden()
    await slow.undo()
    await expect(page.getByRole('button', { name: first, pressed: true })).toBeVisible()
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(1)
    await expect(cardOf(page, first)).toContainText('No notes available')
    // Midnight may have passed since.
    await expect(cardOf(page, first)).toContainText(/Today|Yesterday/)
    await expect(cardOf(page, first).getByRole('meter')).toHaveAttribute('aria-valuetext', '0 bytes of 2 GB')
  })

  const second = nameOf('Camera link')
  await test.step('changed', async () => {
    await cardOf(page, first)
      .getByRole('button', { name: `Edit ${first}` })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Edit project' })
    const name = dialog.getByLabel('Project name')
    const save = dialog.getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    await name.fill('n'.repeat(260))
    await expect(dialog.getByText('Project name must be less than 255 characters (currently 260)')).toBeVisible()
    await expect(save).toBeDisabled()
    await name.fill(second)
    await dialog.getByLabel('Notes (optional)').fill('MIPI links of both sensors')
    await dialog.getByLabel('Type').selectOption('Prototype')
    await dialog.getByLabel('Private project').check()
    await expectAccessible(page, 'edit project')
    const calls = held()
    const slow = await breakCalls(page, 'PUT', calls.answer)
    await save.click()
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    calls.go()
    await expect(dialog).toBeHidden()
    await slow.undo()
    const card = cardOf(page, second)
    await expect(card).toContainText('MIPI links of both sensors')
    await expect(card).toContainText('prototype')
    await expect(card.getByRole('img', { name: 'Private' })).toBeVisible()
    await page.reload()
    await expect(card).toContainText('MIPI links of both sensors')
  })

  await test.step('deleted', async () => {
    await page.getByRole('button', { name: `Delete ${second}` }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete project?' })
    await expect(question).toContainText(/It has no files\..*This cannot be undone\./)
    await expectAccessible(page, 'delete project')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(cardOf(page, second)).toBeVisible()
    await page.getByRole('button', { name: `Delete ${second}` }).click()
    const calls = held()
    const slow = await breakCalls(page, 'DELETE', calls.answer)
    await question.getByRole('button', { name: 'Delete project' }).click()
    await expect(question.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
    calls.go()
    await expect(question).toBeHidden()
    await slow.undo()
    await expect(cardOf(page, second)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'project' })).toBeVisible()
    await expect(cardOf(page, second)).toBeHidden()
  })
})

test('the name of another project is rejected in any case, by the page and by the API', async ({
  page,
  signIn,
  stack,
}) => {
  covers('5-edit-duplicate-inline', '5-edit-duplicate-save')
  const api = await apiOf(stack, 'user')
  const taken = nameOf('Radar')
  const mine = nameOf('Pump')
  await api.makeProject(taken)
  await api.makeProject(mine)
  await signIn('user')
  await page.getByRole('button', { name: `Edit ${mine}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Project name').fill(taken.toUpperCase())
  await expect(dialog.getByText('This project name is already in use')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const said = 'The project name is already in use, please use something else.'
  await expect(dialog.getByRole('alert')).toContainText(said)

  // A project that the page cannot know about yet.
  const newer = nameOf('Valve')
  await api.makeProject(newer)
  await dialog.getByLabel('Project name').fill(newer.toUpperCase())
  await expect(dialog.getByRole('alert')).toBeHidden()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText(said)
  await expect(dialog.getByLabel('Project name')).toHaveValue(newer.toUpperCase())
})

for (const [username, mayDelete] of [
  ['user', false],
  ['manager', true],
  ['orgadmin', true],
  ['sysadmin', true],
] as const) {
  test(`${username} ${mayDelete ? 'sees' : 'does not see'} delete`, async ({ page, signIn, stack }) => {
    covers('6-project-manager', '6-organization-admin', '6-sysadmin', '6-user')
    const name = nameOf('Board')
    const { id } = await (await apiOf(stack, username)).makeProject(name)
    await signIn(username)
    await expect(cardOf(page, name)).toBeVisible()
    await expect(cardOf(page, name).getByRole('button', { name: `Delete ${name}` })).toHaveCount(mayDelete ? 1 : 0)
    await page.goto(`/workspace?project=${id}&dialog=delete`)
    // Nothing behind the confirmation can be reached.
    if (mayDelete) await expect(page.getByRole('alertdialog')).toBeVisible()
    else await expect(page.getByRole('button', { name, pressed: true })).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(mayDelete ? 1 : 0)
  })

  test(`${username} sees edit, create and request`, async ({ page, signIn, stack }) => {
    covers('2-workspace-create', '2-workspace-request', '6-everyone-edit', '6-everyone-create', '6-everyone-request')
    const name = nameOf('Board')
    await (await apiOf(stack, username)).makeProject(name)
    await signIn(username)
    await expect(cardOf(page, name).getByRole('button', { name: `Edit ${name}` })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create New Project' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Request Simulation' })).toBeVisible()
  })
}

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

  await page.reload()
  await expect(card).toContainText('Not saved yet')
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByRole('alert')).toContainText('Failed to create project')

  // Retried automatically, after at most ten seconds.
  await down.undo()
  await expect(card.getByRole('button', { name: 'Manage files' })).toBeVisible({ timeout: 20_000 })
  await expect(card).toContainText('Rev B')
  await expect(page).not.toHaveURL(/local-/)
  await page.reload()
  await expect(card.getByRole('button', { name: 'Manage files' })).toBeVisible()
})

test('a creation whose response was lost does not create a second project', async ({ page, signIn }) => {
  covers('decisions-local-id', 'decisions-local-real-id')
  const name = nameOf('Twin')
  await signIn('user')
  const lossy = await breakCalls(page, 'POST', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const dialog = await fillNew(page, name)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  const card = cardOf(page, name)
  await expect(card.getByText('Not saved yet')).toBeVisible()
  await expect(page).toHaveURL(/project=local-/)
  await lossy.undo()
  await card.getByRole('button', { name: 'Retry' }).click()
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
  await expect(cardOf(page, better).getByRole('button', { name: 'Manage files' })).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('a 401 leads to the login, and then back to the form with its input', async ({ page, signIn }) => {
  const name = nameOf('After login')
  await signIn('user')
  let refused = false
  await breakCalls(page, 'POST', async (route) => {
    if (refused) return route.fallback()
    refused = true
    return refuse(401, 'Please sign in.')(route)
  })
  const dialog = await fillNew(page, name, 'Rev B')
  // To the provider, whose session is still valid, and back.
  const login = page.waitForURL('**/login#**', { waitUntil: 'commit' })
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await login
  await expect(dialog.getByLabel('Project name')).toHaveValue(name)
  await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('Rev B')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(cardOf(page, name).getByRole('button', { name: 'Manage files' })).toBeVisible()
  expect(refused).toBe(true)
})

test('discarding the input returns the focus to the button that opened the dialog', async ({ page, signIn }) => {
  await signIn('manager')
  const create = page.getByRole('button', { name: 'Create New Project' }).first()
  await create.press('Enter')
  await page.getByRole('dialog').getByLabel('Project name').fill('Pump')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(create).toBeFocused()
})

for (const [what, answer, said] of [
  ['no response', (route: Route) => route.abort(), 'Failed to update project'],
  ['a 500', refuse(500, 'Something went wrong on our side.'), 'Something went wrong on our side.'],
] as const) {
  test(`changes and deletions that get ${what} show an error, change nothing, and can be repeated`, async ({
    page,
    signIn,
    stack,
  }) => {
    covers('8-update-message', '8-update-fallback')
    const name = nameOf('Fault')
    await (await apiOf(stack, 'manager')).makeProject(name)
    await signIn('manager')
    const breaking = [await breakCalls(page, 'PUT', answer), await breakCalls(page, 'DELETE', answer)]
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit project' })
    await dialog.getByLabel('Notes (optional)').fill('typed with care')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText(said)
    // A reload restores the unsent input.
    await page.reload()
    await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('typed with care')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()

    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Delete project' }).click()
    await expect(question.getByRole('alert')).toContainText(said.replace('update', 'delete'))
    for (const { undo } of breaking) await undo()
    await question.getByRole('button', { name: 'Delete project' }).click()
    await expect(cardOf(page, name)).toHaveCount(0)
  })
}

test('a list that cannot be loaded shows an error, and Retry loads it', async ({ page, signIn }) => {
  await signIn('user')
  await expect(page.getByRole('article').first()).toBeVisible()
  const down = await breakCalls(page, 'GET', refuse(503, 'The server is being restarted.'))
  await page.reload()
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

test('a user without projects is invited to create the first one', async ({ page, signIn }) => {
  const calls = held()
  await breakCalls(page, 'GET', async (route) => {
    await calls.opened
    await route.fulfill({ json: [] })
  })
  await signIn('user')
  await expect(page.getByText('Loading workspace...')).toBeVisible()
  calls.go()
  await expect(page.getByText('No projects found. Create your first project to get started!')).toBeVisible()
  await expectAccessible(page, 'no projects')
})

test('of two tabs that edit the same project, the second is asked before it overwrites the changes of the first', async ({
  page,
  context,
  signIn,
  stack,
}) => {
  const name = nameOf('Shared')
  const { id } = await (await apiOf(stack, 'user')).makeProject(name)
  await signIn('user')
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/workspace?project=${id}&dialog=edit`)
    await expect(tab.getByRole('dialog', { name: 'Edit project' })).toBeVisible()
  }
  await other.getByLabel('Notes (optional)').fill('from the other tab')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('dialog')).toBeHidden()

  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Notes (optional)').fill('from this tab')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const notice = dialog.getByRole('alert')
  await expect(notice).toContainText('Someone else has changed this project since you opened it.')
  await expect(notice).toContainText('from the other tab')
  await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('from this tab')
  await expectAccessible(page, 'a project changed elsewhere')
  await expect(cardOf(other, name)).toContainText('from the other tab')
  await dialog.getByRole('button', { name: 'Use their version' }).click()
  await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('from the other tab')
  await dialog.getByLabel('Notes (optional)').fill('from both')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await other.reload()
  await expect(cardOf(other, name)).toContainText('from both')
})

test('a search for digits is treated as text, and survives a reload', async ({ page, signIn }) => {
  await signIn('user')
  for (const text of ['96e410', '007', '12', 'true', '"quoted"']) {
    await page.getByRole('searchbox').fill(text)
    await expect(page).toHaveURL(/[?&]q=/)
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue(text)
  }
})

test('the URL contains search, order, selection and dialog, for Back, reloads and shared links', async ({
  page,
  signIn,
  stack,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const api = await apiOf(stack, 'user')
  for (const name of ['Gamma', 'alpha', 'Beta']) await api.makeProject(`${name} ${mark}`)
  await signIn('user')
  await page.keyboard.press('/')
  await page.keyboard.type(mark)
  await expect(page).toHaveURL(new RegExp(`q=${mark}`))
  await expect(page.getByText(/^3 of \d+ projects$/)).toBeVisible()
  await page.getByLabel('Sort by').selectOption('Name')
  await expect(page).toHaveURL(/sort=name/)
  const names = () => page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.ariaLabel))
  const byName = [`alpha ${mark}`, `Beta ${mark}`, `Gamma ${mark}`]
  await expect.poll(names).toEqual(byName)
  await cardOf(page, `Beta ${mark}`)
    .getByRole('button', { name: `Beta ${mark}`, exact: true })
    .click()
  await expect(page).toHaveURL(/project=/)

  for (const [button, dialog] of [
    [`Edit Beta ${mark}`, 'edit'],
    ['Manage files', 'files'],
  ] as const) {
    const opener = cardOf(page, `Beta ${mark}`).getByRole('button', { name: button })
    await opener.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`dialog=${dialog}`))
    await page.reload()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goForward()
    await expect(page.getByRole('dialog')).toBeVisible()
    // After the user has closed the dialog, Back does not open it again.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).not.toHaveURL(/dialog=/)
  }

  const shared = page.url()
  await page.goto('/')
  await page.goto(shared)
  await expect(page.getByRole('button', { name: `Beta ${mark}`, pressed: true })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(mark)
  await expect(page.getByLabel('Sort by')).toHaveValue('name')
  await expect.poll(names).toEqual(byName)

  await page.goto(`/workspace?project=${crypto.randomUUID()}`)
  await expect(page.getByRole('alert')).toContainText('There is no such project, or you are not a member of it.')
})

test('a project can be found, opened and closed with the keyboard alone, and the focus returns', async ({
  page,
  signIn,
  stack,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const api = await apiOf(stack, 'user')
  for (const name of ['One', 'Two', 'Three']) await api.makeProject(`${name} ${mark}`)
  await signIn('user')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(mark)
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await expect(cardOf(page, `Three ${mark}`)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cardOf(page, `Two ${mark}`)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: `Two ${mark}`, pressed: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Files of Two ${mark}` })).toBeVisible()
  // The shortcut is disabled while a dialog is open.
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(cardOf(page, `Two ${mark}`)).toBeFocused()
})
