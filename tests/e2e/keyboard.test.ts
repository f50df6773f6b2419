import type { Locator, Page } from '@playwright/test'

import { apiOf } from '../support/projects'
import { expect, test } from './fixtures'
import { held } from './projects/project-steps'
import { enter, tabTo } from './tab-to'
import { boardProject, wizardOn } from './wizard/request-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const nameOf = (what: string) => `${what} ${crypto.randomUUID().slice(0, 6)}`

/**
 * Expects that the keys open the dialog from the opener, Tab cycles within it, Escape closes it, and the focus returns
 * to the opener.
 */
async function expectModal(page: Page, opener: Locator, dialog: Locator, keys = ['Enter']) {
  await opener.focus()
  for (const key of keys) await page.keyboard.press(key)
  await expect(dialog).toBeVisible()
  // Once the content is loaded, focusable controls are no longer replaced.
  await expect(dialog.getByText(/^Loading/)).toBeHidden()
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  await expect.poll(isInside).toBe(true)
  for (const key of ['Shift+Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    expect(await isInside(), `${key} in ${await dialog.getAttribute('role')}`).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

test('every dialog traps the focus, closes on Escape and returns the focus', async ({ page, signIn, stack }) => {
  const name = nameOf('Keys')
  const api = await apiOf(stack, 'manager')
  const { id } = await api.makeProject(name)
  await api.makeFiles(id, 2)
  await signIn('manager')
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  for (const [opener, title] of [
    ['Create New Project', 'Create New Project'],
    ['Request Simulation', 'Request Simulation'],
  ] as const) {
    await expectModal(page, button(opener), page.getByRole('dialog', { name: title }))
  }
  const menu = button(`More actions for ${name}`)
  await expectModal(page, menu, page.getByRole('dialog', { name: 'Edit project' }), ['Enter', 'Enter'])
  const question = page.getByRole('alertdialog', { name: 'Delete project?' })
  await expectModal(page, menu, question, ['Enter', 'End', 'Enter'])

  const card = page.getByRole('article', { name, exact: true })
  const files = page.getByRole('region', { name: `Files of ${name}` })
  await card.getByRole('button', { name: 'Manage files' }).click()
  await expect(files).toBeVisible()
  await expectModal(page, button('Delete net-00001.txt'), page.getByRole('dialog', { name: 'Delete file' }))

  const preview = page.getByRole('dialog', { name: 'net-00001.txt' })
  await button('net-00001.txt').press('Enter')
  await expect(preview).toBeFocused()
  await expect(button('net-00002.txt')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(button('net-00001.txt')).toBeFocused()

  // In a narrow window, the preview covers the list as a modal dialog, because there is no space beside the list.
  await page.setViewportSize({ width: 800, height: 720 })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(800)
  await expectModal(page, button('net-00001.txt'), preview)
})

test('after a deletion the focus moves to the next project, or to the search if none is left', async ({
  page,
  signIn,
  stack,
}) => {
  const mark = `m${crypto.randomUUID().slice(0, 6)}`
  const api = await apiOf(stack, 'manager')
  for (const name of ['One', 'Two', 'Three']) await api.makeProject(`${name} ${mark}`)
  await signIn('manager', { at: `/workspace?q=${mark}&sort=name` })
  const card = (name: string) => page.getByRole('article', { name: `${name} ${mark}` })
  const remove = async (name: string) => {
    await card(name)
      .getByRole('button', { name: /^More actions/ })
      .press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    const confirm = question.getByRole('button', { name: 'Delete project' })
    await expect(confirm).toBeEnabled()
    await confirm.press('Enter')
    await expect(question).toBeHidden()
    await expect(card(name)).toHaveCount(0)
  }
  await remove('Three')
  await expect(card('Two')).toBeFocused()
  await remove('Two')
  await expect(card('One')).toBeFocused()
  await remove('One')
  await expect(page.getByRole('searchbox', { name: 'Search projects' })).toBeFocused()
})

test('the file manager keeps the focus when a type changes or a file is deleted', async ({ page, signIn, stack }) => {
  const api = await apiOf(stack, 'user')
  const { id } = await api.makeProject(nameOf('Focus'))
  await api.makeFiles(id, 3)
  await signIn('user', { at: `/workspace/projects/${id}/files` })
  const dialog = page.getByRole('region', { name: /^Files of/ })
  const type = dialog.getByRole('combobox', { name: 'Type of net-00002.txt' })
  await type.focus()
  await type.selectOption('material')
  await expect(type).toBeEnabled()
  await expect(type).toHaveValue('material')
  await expect(type).toBeFocused()

  const file = (name: string) => dialog.getByRole('button', { name, exact: true })
  const remove = async (name: string) => {
    await dialog.getByRole('button', { name: `Delete ${name}` }).press('Enter')
    await page.getByRole('dialog', { name: 'Delete file' }).getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(file(name)).toBeHidden()
  }
  await dialog.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await remove('net-00002.txt')
  await expect(file('net-00003.txt')).toBeFocused()
  await remove('net-00003.txt')
  await expect(file('net-00001.txt')).toBeFocused()
  await remove('net-00001.txt')
  await expect(dialog.getByRole('searchbox', { name: 'Search files' })).toBeFocused()
})

test('Ctrl+K opens the command menu before the code of the dialogs has loaded', async ({ page, signIn, stack }) => {
  const name = nameOf('Shortcut')
  const api = await apiOf(stack, 'user')
  await api.makeProject(name)
  const calls = held()
  await page.route(/\/assets\/dialog-[\w-]{7}\.js$/, calls.answer)
  const requested = page.waitForRequest(/\/assets\/dialog-[\w-]{7}\.js$/)
  await signIn('user')
  await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await requested
  await expect(page).toHaveURL(/dialog=search/)
  calls.go()
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toBeFocused()
})

test('a user signs in, pays for a request and finds it again with the keyboard alone', async ({ page, stack }) => {
  const name = nameOf('Keyboard request')
  await boardProject(stack, name)
  const { username, password } = stack.accounts.find((one) => one.username === 'user')!
  await page.goto('/workspace')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  const card = page.getByRole('article', { name, exact: true })
  await expect(card).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(card).toBeFocused()
  await page.keyboard.press('Space')
  await expect(card.getByRole('img', { name: 'Selected' })).toBeVisible()
  let stops = 0
  const press = async (button: Locator) => {
    stops += await enter(page, button)
  }
  const wizard = wizardOn(page)
  const next = wizard.getByRole('button', { name: 'Next' })

  await press(page.getByRole('button', { name: 'Request Simulation' }))
  await press(next)
  await press(wizard.getByRole('button', { name: 'Add signal integrity row' }))
  await expect(wizard.getByLabel('Interface')).toBeFocused()
  await page.keyboard.press('P')
  await expect(wizard.getByLabel('Interface')).toHaveValue('PCIE-Gen5')
  await expect(wizard.getByText(/nets read from the layout \(KiCad board\)\.$/)).toBeVisible()
  for (const [field, text] of [
    ['Signal nets', 'CSI_D0'],
    ['Ground nets', 'GND'],
  ] as const) {
    await tabTo(page, wizard.getByRole('combobox', { name: field }))
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(wizard.getByRole('button', { name: new RegExp(`^Remove ${text}`) }).first()).toBeVisible()
  }
  await press(next)
  const skip = wizard.getByRole('button', { name: 'Skip the board' })
  await press(skip)
  await press(wizard.getByRole('button', { name: 'Add for $1,000: +3V3' }))
  await press(wizard.getByRole('button', { name: 'Previous' }))

  // From the heading of step 2, with a row in each step, to the payment.
  stops = 0
  for (const onward of [next, next, wizard.getByRole('button', { name: 'Payment' })]) {
    await press(skip)
    await press(onward)
  }
  expect(stops).toBeLessThanOrEqual(42)
  await press(page.getByRole('button', { name: /^Pay \$4,000/ }))
  await expect(page.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
  await press(page.getByRole('button', { name: 'Close this notice' }))
  await press(page.getByRole('link', { name: 'Simulation requests' }))
  const list = page.getByRole('main')
  await press(list.getByRole('link', { name: new RegExp(`${name}.*Paid`) }))
  await expect(list.getByRole('list', { name: 'Status' })).toBeVisible()
})
