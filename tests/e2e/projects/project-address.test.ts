import { apiOf } from '../../support/projects'
import { expect, test } from '../fixtures'
import { cardOf, chooseAction } from './project-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a search for digits is treated as text, and survives a reload', async ({ page, signIn }) => {
  await signIn('user')
  for (const text of ['96e410', '007', '12', 'true', '"quoted"']) {
    await page.getByRole('searchbox').fill(text)
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(text)
    await page.reload()
    await expect(page.getByRole('searchbox')).toHaveValue(text)
  }
})

test('a search is written to the URL before the next navigation, and Back and Forward restore it', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const search = page.getByRole('searchbox', { name: 'Search projects' })
  await search.fill('first')
  await page.getByLabel('Sort by').selectOption('Name')
  await expect(page).toHaveURL(/q=first/)
  await search.fill('second')
  await expect(page).toHaveURL(/q=second/)
  await page.goBack()
  await expect(search).toHaveValue('first')
  await expect(page.getByLabel('Sort by')).toHaveValue('activity')
  await page.goForward()
  await expect(search).toHaveValue('second')
  await expect(page.getByLabel('Sort by')).toHaveValue('name')
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
  await expect(cardOf(page, `Gamma ${mark}`)).toBeVisible()
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

  await chooseAction(page, 'Edit', `Beta ${mark}`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/dialog=edit/)
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
  await expect(page.getByRole('region', { name: `Files of Two ${mark}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: `Two ${mark}`, level: 1 })).toBeFocused()
  await page.goBack()
  await expect(cardOf(page, `Two ${mark}`)).toBeFocused()
})

test('discarding the input returns the focus to the button that opened the dialog', async ({ page, signIn }) => {
  await signIn('manager')
  const create = page.getByRole('button', { name: 'Create New Project' }).first()
  await create.press('Enter')
  await page.getByRole('dialog').getByLabel('Project name').fill('Pump')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(create).toBeFocused()
})
