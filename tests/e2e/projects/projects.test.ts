import { covers } from '../../spec-coverage/covers'
import { apiOf } from '../../support/projects'
import { expectAccessible, expectAccessibleInBothThemes } from '../axe'
import { expect, test } from '../fixtures'
import { breakCalls, cardOf, chooseAction, filesOf, fillNew, held, nameOf } from './project-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a project is created, edited and deleted with the specified text', async ({ page, signIn }) => {
  covers('2-modal-edit', '2-modal-delete', '4-edit-button', '4-delete-button', '4-delete-gone')
  const first = nameOf('Camera')
  await signIn('sysadmin')

  await test.step('created', async () => {
    const calls = held()
    const slow = await breakCalls(page, 'POST', calls.answer)
    const dialog = await fillNew(page, `  ${first} `)
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled()
    calls.go()
    await expect(dialog).toBeHidden()
    await slow.undo()
    await expect(filesOf(page, first).getByText(/^No inputs yet/)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: first, pressed: true })).toBeVisible()
    await expect(page.getByRole('article').getByRole('button', { pressed: true })).toHaveCount(1)
    await expect(cardOf(page, first)).toContainText('No notes available')
    // Midnight may have passed since the project was created.
    await expect(cardOf(page, first)).toContainText(/Today|Yesterday/)
    await expect(cardOf(page, first).getByRole('meter')).toHaveAttribute('aria-valuetext', '0 bytes of 2 GB')
  })

  const second = nameOf('Camera link')
  await test.step('changed', async () => {
    await chooseAction(page, 'Edit', first)
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
    await chooseAction(page, 'Delete', second)
    const question = page.getByRole('alertdialog', { name: 'Delete project?' })
    await expect(question).toContainText(/It has no files\..*You can undo this for 10 seconds\./)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(cardOf(page, second)).toBeVisible()
    await chooseAction(page, 'Delete', second)
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

test('the name of another project is rejected regardless of case, by the page and by the API', async ({
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
  await chooseAction(page, 'Edit', mine)
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

test('a user without projects is invited to create the first one', async ({ page, signIn }) => {
  const calls = held()
  let isSampleAsked = false
  // The list loaded after the sample project was requested contains it.
  page.on('request', (request) => {
    isSampleAsked ||= request.url().endsWith('/v1/sample-project')
  })
  await breakCalls(page, 'GET', async (route) => {
    await calls.opened
    await (isSampleAsked ? route.fallback() : route.fulfill({ json: [] }))
  })
  await signIn('user')
  await expect(page.getByText('Loading workspace...')).toBeVisible()
  calls.go()
  await expect(page.getByText('No projects found. Create your first project to get started!')).toBeVisible()
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('definition')).toHaveText(['$2,000', '$3,000', '$1,000', '$1,000'])
  await expectAccessibleInBothThemes(page, 'no projects')

  // 400% zoom.
  await page.setViewportSize({ width: 320, height: 256 })
  await steps.getByRole('button', { name: 'Open the sample project' }).press('Enter')
  await expect(page.getByRole('heading', { name: /^Camera link sample/, level: 1 })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Board camera-link.kicad_pcb' })).toHaveAttribute('data-drawn', '')
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
  await expect(notice).toContainText('This project was changed after you opened it, by someone else or in another tab.')
  await expect(notice).toContainText('from the other tab')
  await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('from this tab')
  await expectAccessible(page, 'a project changed elsewhere')
  await expect(cardOf(other, name)).toContainText('from the other tab')
  await dialog.getByRole('button', { name: 'Use the saved version' }).click()
  await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('from the other tab')
  await dialog.getByLabel('Notes (optional)').fill('from both')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await other.reload()
  await expect(cardOf(other, name)).toContainText('from both')
})
