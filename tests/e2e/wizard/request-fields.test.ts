import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { boardProject, fillPower, kept, toSummary, wizardAddress, wizardOn } from './request-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName)

/** Whether an element is completely visible and nothing covers its center. */
const isUncovered = (element: Locator) =>
  element.evaluate((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect()
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
    return isInside && there !== null && (one.contains(there) || there.contains(one))
  })

test('a net is selected and the next field reached with the keyboard alone', async ({ page, stack, signIn }) => {
  const { project } = await boardProject(stack, 'Keyboard nets')
  const wizard = wizardOn(page)
  await signIn('user', { at: wizardAddress(project.id, 2) })
  await expect(wizard.getByText(/nets read from/)).toBeVisible()
  await wizard.getByRole('button', { name: 'Add signal integrity row' }).press('Enter')
  await wizard.getByRole('combobox', { name: 'Signal nets' }).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(wizard.getByRole('listbox')).toBeHidden()
  await expect.poll(() => focusedName(page)).toBe('signal_nets')
  await page.keyboard.press('ArrowDown')
  await expect(wizard.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedName(page)).toBe('ground_nets')
  await page.keyboard.type('gn')
  await page.keyboard.press('Enter')
  await expect(wizard.getByRole('button', { name: 'Remove GND' })).toBeVisible()
})

test('the list of nets stays within the window, even at the bottom of the dialog', async ({ page, stack, signIn }) => {
  const { project } = await boardProject(stack, 'Low nets')
  await signIn('user')
  const wizard = wizardOn(page)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
    { width: 320, height: 256 },
  ]) {
    await test.step(`${size.width} x ${size.height}`, async () => {
      await page.setViewportSize(size)
      await page.goto(wizardAddress(project.id, 3))
      await expect(wizard.getByText(/nets read from/)).toBeVisible()
      for (let rows = 0; rows < 3; rows++) {
        await wizard.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
      }
      await wizard.getByRole('combobox', { name: 'Ground net' }).last().click()
      const list = wizard.locator('ul[role=listbox]:visible')
      await expect.poll(() => isUncovered(list)).toBe(true)
    })
  }
})

test('the list of nets leaves the next field of the row free', async ({ page, stack, signIn }) => {
  const { project } = await boardProject(stack, 'Nets in a row')
  await signIn('user')
  const wizard = wizardOn(page)
  // In the low windows, the list is shortened to the space above the field.
  for (const [width, height] of [
    [390, 1200],
    [1024, 1200],
    [1440, 1200],
    [390, 500],
    [1024, 500],
  ] as const) {
    await test.step(`${width} × ${height} px`, async () => {
      await page.setViewportSize({ width, height })
      await page.goto(wizardAddress(project.id, 2))
      await expect(wizard.getByText(/nets read from/)).toBeVisible()
      await wizard.getByRole('button', { name: 'Add signal integrity row' }).press('Enter')
      const field = (name: string) => wizard.getByRole('combobox', { name }).last()
      for (const [name, next] of [
        ['Signal nets', 'Ground nets'],
        ['Ground nets', 'Clock signal'],
      ] as const) {
        // In the middle of the window, so that there is space on both sides.
        await field(name).evaluate((element) => element.scrollIntoView({ block: 'center' }))
        await field(name).click()
        const list = wizard.locator('ul[role=listbox]:visible')
        await expect(list).toHaveAttribute('style', /translate/)
        expect(await isUncovered(list)).toBe(true)
        expect(await isUncovered(field(next))).toBe(true)
        await page.keyboard.press('Escape')
      }
    })
  }
})

test('at 320 x 256 px all steps can be completed up to the payment', async ({ page, stack, signIn }) => {
  const { project } = await boardProject(stack, 'Zoomed carrier')
  await page.setViewportSize({ width: 320, height: 256 })
  const wizard = await toSummary({ page, signIn }, project.id)
  // By keyboard, because the buttons move while the board is read.
  for (const [name, step] of [
    ['Previous', 3],
    ['Previous', 2],
    ['Next', 3],
    ['Next', 4],
  ] as const) {
    await wizard.getByRole('button', { name }).press('Enter')
    const heading = wizard.getByRole('heading', { name: new RegExp(`^Step ${step} of 4`) })
    await expect(heading).toBeFocused()
    await expect.poll(() => isUncovered(heading)).toBe(true)
  }
  await wizard.getByRole('button', { name: 'Payment' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Pay \$1,000/ })).toBeVisible()
})

test('steps, buttons and total keep their positions, and each step is announced', async ({ page, stack, signIn }) => {
  const { project } = await boardProject(stack, 'Steady carrier')
  await signIn('user')
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    const wizard = wizardOn(page)
    await page.goto(wizardAddress(project.id, 1))
    await expect(wizard.getByRole('button', { name: 'Next' })).toBeEnabled()
    const places = async () => {
      const parts = [
        wizard.getByRole('list', { name: 'Steps' }),
        ...(await wizard.getByRole('list', { name: 'Steps' }).getByRole('listitem').all()),
        wizard.getByText(/^Total \$/),
        wizard.getByRole('button', { name: 'Previous' }),
        wizard.getByRole('button', { name: /^(Next|Payment)$/ }),
      ]
      return Promise.all(parts.map(async (part) => part.boundingBox()))
    }
    await page.evaluate(() => document.fonts.ready)
    const first = await places()
    for (const [index, step] of ['Signal integrity', 'Power integrity', 'Summary'].entries()) {
      await wizard.getByRole('button', { name: 'Next' }).click()
      const heading = wizard.getByRole('heading', { name: `Step ${index + 2} of 4: ${step}` })
      await expect(heading).toBeFocused()
      await expect(wizard.locator('[aria-live=polite]', { hasText: `Step ${index + 2} of 4` })).toHaveCount(1)
      await expect.poll(places, `${step} at ${size.width}`).toEqual(first)
    }
  }
})

test('a payment rejected for a field of a distant row scrolls to it and focuses it', async ({
  page,
  stack,
  signIn,
}) => {
  const { project } = await boardProject(stack, 'Many rows')
  const wizard = wizardOn(page)
  await toSummary({ page, signIn }, project.id)
  await wizard.getByRole('button', { name: 'Previous' }).click()
  for (let rows = 1; rows < 30; rows++) await wizard.getByRole('button', { name: 'Duplicate' }).last().press('Enter')
  await expect(wizard.getByText('Total $30,000')).toBeVisible()
  const last = wizard.getByRole('group', { name: 'Power integrity row 30' })
  await last.getByRole('button', { name: 'Remove +3V3' }).press('Enter')
  await expect(last.getByRole('button', { name: 'Remove +3V3' })).toHaveCount(0)
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByRole('button', { name: 'Payment' }).press('Enter')
  await expect(last.getByRole('combobox', { name: 'Power net' })).toBeFocused()
  await expect(last.getByText('Power net is missing.')).toBeInViewport()
  await expect(last.getByRole('combobox', { name: 'Power net' })).toBeInViewport({ ratio: 1 })
  await expect(wizard.getByRole('list', { name: 'Steps' })).toBeInViewport({ ratio: 1 })

  // A value that only the API rejects also focuses its field, and shows the wizard's message.
  await last.getByRole('combobox', { name: 'Power net' }).fill('+3V3,')
  await wizard.getByRole('button', { name: 'Next' }).click()
  const message = 'pi[20].ground_net must have at most 500 characters (it has 501).'
  await page.route('**/api/payments/checkout', (route) =>
    route.fulfill({ status: 400, json: { status: 400, message, errors: [{ field: 'pi[20].ground_net', message }] } }),
  )
  await wizard.getByRole('button', { name: 'Payment' }).press('Enter')
  const refused = wizard.getByRole('group', { name: 'Power integrity row 21' })
  await expect(refused.getByRole('combobox', { name: 'Ground net' })).toBeFocused()
  await expect(
    refused.getByText('Power integrity row 21, ground net must have at most 500 characters (it has 501).'),
  ).toBeInViewport()
  expect(await wizard.textContent()).not.toContain('pi[')
})

test('an invalid value is reported at its field, as is a net that is its own ground', async ({
  page,
  stack,
  signIn,
}) => {
  const { project } = await boardProject(stack, 'Banana carrier')
  const wizard = wizardOn(page)
  await signIn('user', { at: wizardAddress(project.id, 3) })
  await wizard.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
  await wizard.getByLabel('Type').selectOption('PowerAC')
  for (const name of ['Power net', 'Ground net']) {
    await wizard.getByRole('combobox', { name }).fill('GND,')
  }
  await wizard.getByLabel('Target impedance').fill('banana')
  await expect(wizard.getByText('“banana” is not an impedance.')).toBeHidden()
  await wizard.getByLabel('Target impedance').press('Tab')
  await expect(wizard.getByText('“banana” is not an impedance.')).toBeVisible()
  await expect(wizard.getByRole('combobox', { name: 'Ground net' })).toHaveAccessibleDescription(
    'GND is also the power net of this row. Choose another ground net.',
  )
  await expectAccessible(page, 'a row with mistakes')
  await page.goto(wizardAddress(project.id, 4))
  await wizard.getByRole('button', { name: 'Payment' }).click()
  await expect(wizard.getByRole('combobox', { name: 'Ground net' })).toBeFocused()
})

test('an unsent request is restored in a new tab without a project in its URL', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  const { project } = await boardProject(stack, 'New tab carrier')
  await toSummary({ page, signIn }, project.id)
  await kept(context, '+3V3')
  const tab = await context.newPage()
  await tab.goto('/workspace')
  await tab.getByRole('button', { name: 'Request Simulation' }).click()
  await expect(wizardOn(tab).getByText('has been restored')).toBeVisible()
  await expect(wizardOn(tab).getByText('Total $1,000')).toBeVisible()
  await expect(wizardOn(page).getByText('There is another unsent request')).toHaveCount(0)
})

test('a request that awaits payment can be paid from the list, or canceled after a confirmation', async ({
  page,
  stack,
  signIn,
}) => {
  const { project, requests } = await boardProject(stack, 'Pay later')
  const wizard = await toSummary({ page, signIn }, project.id)
  await wizard.getByLabel('Purchase order reference (optional)').fill('PO-4711')
  await wizard.getByRole('button', { name: 'Payment' }).click()
  await expect(page.getByText('Purchase order PO-4711')).toBeVisible()

  const list = page.getByRole('main')
  await page.goto('/workspace?dialog=requests')
  await expect(page).toHaveURL(/\/workspace\/requests$/)
  await list.getByRole('button', { name: 'Pay $1,000 for Pay later' }).click()
  await page.waitForURL(/\/checkout\//)
  await expect(page.getByRole('button', { name: 'Pay $1,000', exact: true })).toBeVisible()

  await page.goto('/workspace/requests')
  await list.getByRole('button', { name: 'Cancel request for Pay later' }).click()
  await expectAccessible(page, 'the question before a cancellation')
  await list.getByRole('button', { name: 'Keep it' }).click()
  await list.getByRole('button', { name: 'Cancel request for Pay later' }).click()
  await list.getByRole('button', { name: 'Cancel request', exact: true }).click()
  await expect(list.getByRole('link', { name: /Pay later.*Canceled/ })).toBeVisible()
  await expect(list.getByRole('button', { name: /^Pay \$.* for Pay later/ })).toHaveCount(0)
  await expect.poll(async () => (await requests()).map(({ status }) => status)).toEqual(['cancelled'])
})

test('the notice about a removed row covers no focused field, and its Undo works while a net is being typed', async ({
  page,
  stack,
  signIn,
}) => {
  const { project } = await boardProject(stack, 'Removed row')
  await signIn('user', { at: wizardAddress(project.id, 3) })
  const wizard = wizardOn(page)
  await expect(wizard.getByText(/nets read from/)).toBeVisible()
  const add = wizard.getByRole('button', { name: 'Add power integrity row' })
  await add.press('Enter')
  await fillPower(wizard)
  for (let rows = 0; rows < 4; rows++) await add.press('Enter')
  const remove = wizard.getByRole('button', { name: 'Remove power integrity row 1' })
  await remove.focus()
  await remove.press('Enter')
  const undo = wizard.getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toBeVisible()
  const focused = page.locator(':focus')
  const fields: (string | null)[] = []
  for (let stops = 0; stops < 20; stops++) {
    await page.keyboard.press('Tab')
    await expect.poll(() => isUncovered(focused)).toBe(true)
    fields.push(await focused.getAttribute('name'))
  }
  expect(fields.filter((name) => name === 'target_impedance').length).toBeGreaterThan(2)
  await wizard.getByRole('combobox', { name: 'Ground net' }).first().fill('GN')
  await undo.click()
  await expect(wizard.getByRole('button', { name: 'Remove +3V3' })).toBeVisible()
  await expect(undo).toBeHidden()
})
