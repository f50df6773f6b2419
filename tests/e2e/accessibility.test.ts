import { expectAccessibleInBothThemes } from './axe'
import { toProjects } from './files/file-steps'
import { expect, test } from './fixtures'
import { chooseAction } from './projects/project-steps'
import { placeScreens, showEach, staffScreens } from './workspace-scenes'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('axe finds no violations on the public pages', async ({ page }) => {
  for (const address of ['/', '/price', '/privacy', '/terms', '/sample-report', '/no-such-page']) {
    await page.goto(address)
    await expect(page.getByText('Loading...')).toBeHidden()
    await expectAccessibleInBothThemes(page, address)
  }
})

test('axe finds no violations in the workspace', async ({ page, signIn }) => {
  await signIn('manager')
  await page.getByRole('button', { name: 'Create New Project' }).first().click()
  await page.getByLabel('Project name').fill('Axe')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('region', { name: 'Files of Axe' })).toBeVisible()
  await toProjects(page)
  await expect(page.getByRole('article', { name: 'Axe' })).toBeVisible()
  await expectAccessibleInBothThemes(page, 'projects')
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await expectAccessibleInBothThemes(page, 'tools')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions for Axe' }).click()
  await expectAccessibleInBothThemes(page, 'menu of a card')
  await page.keyboard.press('Escape')

  const press = (name: string) => page.getByRole('button', { name }).first().click()
  for (const [name, open, role] of [
    ['create', () => press('Create New Project'), 'dialog'],
    ['edit', () => chooseAction(page, 'Edit', 'Axe'), 'dialog'],
    ['delete', () => chooseAction(page, 'Delete', 'Axe'), 'alertdialog'],
  ] as const) {
    await open()
    const dialog = page.getByRole(role)
    await expect(dialog).toBeVisible()
    await expect(dialog.getByText(/^Loading/)).toBeHidden()
    // The dialog receives focus shortly after it becomes visible.
    await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    await expectAccessibleInBothThemes(page, name)
    await dialog
      .getByRole('button', { name: /^(Close|Cancel)$/ })
      .first()
      .click()
    await expect(dialog).toBeHidden()
  }

  await page.getByRole('link', { name: 'Simulation requests' }).click()
  await expect(page.getByRole('heading', { name: 'Simulation requests' })).toBeVisible()
  await expect(page.getByRole('main').getByText(/^Loading/)).toBeHidden()
  await expectAccessibleInBothThemes(page, 'requests')
  await page.goBack()

  await page.getByRole('button', { name: 'Manage files' }).first().click()
  for (const tab of ['Overview', 'Files', 'Board', 'Requests', 'Members']) {
    await page.getByRole('navigation', { name: 'Project', exact: true }).getByRole('link', { name: tab }).click()
    await expect(page.getByRole('main').getByText(/^Loading/)).toBeHidden()
    await expectAccessibleInBothThemes(page, tab)
  }
})

test('axe finds no violations in a project with revisions and comments, in the command menu and in the notifications', async ({
  context,
  stack,
  signIn,
}) => {
  await signIn('user')
  await showEach([...placeScreens, 'projects-table'], { context, stack }, expectAccessibleInBothThemes)
})

test('axe finds no violations on the pages of the staff', async ({ context, stack, signIn }) => {
  await signIn('staff')
  await showEach(staffScreens, { context, stack }, expectAccessibleInBothThemes)
})

test('axe finds no violations on the page of a request', async ({ context, stack, signIn }) => {
  await signIn('user')
  await showEach(['requests-conversation'], { context, stack }, expectAccessibleInBothThemes)
})

test('axe finds no violations in the steps of a request', async ({ page, signIn }) => {
  await signIn('user')
  // Other tests may have created so many projects that the sample is outside the viewport.
  await page.getByRole('searchbox').fill('Camera link sample')
  await page.getByRole('button', { name: 'Camera link sample', exact: true }).click()
  await page.getByRole('button', { name: 'Request Simulation' }).click()
  const next = page.getByRole('button', { name: 'Next' })
  await expect(next).toBeEnabled()
  await expectAccessibleInBothThemes(page, 'request, files')
  await next.click()
  await page.getByRole('button', { name: 'Add signal integrity row' }).press('Enter')
  await expectAccessibleInBothThemes(page, 'request, signal integrity')
  await next.click()
  await page.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
  await expectAccessibleInBothThemes(page, 'request, power integrity')
  await next.click()
  await expectAccessibleInBothThemes(page, 'request, summary')
})
