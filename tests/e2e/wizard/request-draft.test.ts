import { covers } from '../../spec-coverage/covers'
import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { backFromLogout } from '../session/session-steps'
import { boardProject, fillPower, kept, saved, toSummary, wizardAddress, wizardOn } from './request-steps'
import { routeOnce } from '../../support/routes'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an unpaid request survives a reload, a crash, a canceled payment and a login, until it is paid', async ({
  page: first,
  context,
  stack,
  signIn,
}) => {
  covers('decisions-wizard-url')
  const { project } = await boardProject(stack, 'Draft carrier')
  let page = first
  await signIn('user')

  await test.step('a reload keeps the step', async () => {
    await page.goto(wizardAddress(project.id, 3))
    await wizardOn(page).getByRole('button', { name: 'Add power integrity row' }).press('Enter')
    await fillPower(wizardOn(page))
    await page.reload()
    await expect(page).toHaveURL(/step=3/)
    await expect(wizardOn(page).getByRole('button', { name: 'Remove +3V3' })).toBeVisible()
    await expect(wizardOn(page).getByText(/^Your unsent request from .* has been restored\.$/)).toBeVisible()
    await expectAccessible(page, 'a restored request')
  })

  await test.step('Back returns to the previous step', async () => {
    await wizardOn(page).getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL(/step=4/)
    await page.goBack()
    await expect(page).toHaveURL(/step=3/)
    await expect(wizardOn(page).getByRole('group', { name: 'Power integrity row 1' })).toBeVisible()
    await wizardOn(page).getByRole('button', { name: 'Next' }).click()
  })

  await test.step('a crash', async () => {
    await wizardOn(page).getByLabel('Purchase order reference (optional)').fill('PO-4711')
    await kept(context, 'PO-4711')
    const crashed = page.waitForEvent('crash')
    const line = await context.newCDPSession(page)
    void line.send('Page.crash').catch(() => undefined)
    await crashed
    page = await context.newPage()
    await page.goto(wizardAddress(project.id, 4))
    await expect(wizardOn(page).getByLabel('Purchase order reference (optional)')).toHaveValue('PO-4711')
    await first.close()
  })

  await test.step('a login requested by the API', async () => {
    await routeOnce(page, '**/api/payments/checkout', (route) => route.fulfill({ status: 401, json: {} }))
    const login = page.waitForURL('**/login#**', { waitUntil: 'commit' })
    await wizardOn(page).getByRole('button', { name: 'Payment' }).click()
    await login
    await expect(wizardOn(page).getByText('has been restored')).toBeVisible()
    await expect(page).toHaveURL(/step=4/)
    await expect(wizardOn(page).getByLabel('Purchase order reference (optional)')).toHaveValue('PO-4711')
  })

  await test.step('a canceled payment returns to the request', async () => {
    await wizardOn(page).getByRole('button', { name: 'Payment' }).click()
    await page.getByRole('button', { name: /^Cancel/ }).click()
    await expect(page.getByRole('heading', { name: 'The payment was canceled' })).toBeVisible()
    await page.getByRole('button', { name: 'Back to the request' }).click()
    await expect(wizardOn(page).getByLabel('Purchase order reference (optional)')).toHaveValue('PO-4711')
  })

  await test.step('the request is paid', async () => {
    await wizardOn(page).getByRole('button', { name: 'Payment' }).click()
    await page.getByRole('button', { name: /^Pay \$1,000/ }).click()
    await expect(page.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
    await page.goto(wizardAddress(project.id, 3))
    await expect(wizardOn(page).getByText('Total $0')).toBeVisible()
    await expect(wizardOn(page).getByText('has been restored')).toHaveCount(0)
  })
})

test('a logout deletes unsent requests', async ({ page, context, stack, signIn }) => {
  const { project } = await boardProject(stack, 'Log-out carrier')
  await signIn('user', { at: wizardAddress(project.id, 3) })
  await wizardOn(page).getByRole('button', { name: 'Add power integrity row' }).press('Enter')
  await kept(context, 'shared-draft')
  await wizardOn(page).getByRole('button', { name: 'Close' }).click()
  const back = backFromLogout(page)
  await page.getByRole('button', { name: /^Profile/ }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await back
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(JSON.stringify(await context.storageState())).not.toContain('shared-draft')
})

test('files that were deleted or changed in the meantime are reported', async ({ page, context, stack, signIn }) => {
  const { project, api, upload } = await boardProject(stack, 'Changed files')
  const [stackup] = await upload({ 'stack.csv': 'Layer,Material,Thickness\nTop,Copper,35\n' })
  await api.call('PUT', `/v1/files/${stackup?.id}/type`, { json: { fileType: 'stackup' } })
  await signIn('user', { at: wizardAddress(project.id, 1) })
  const wizard = wizardOn(page)
  await wizard.getByLabel('Stackup file (optional)').selectOption({ label: 'stack.csv' })
  await kept(context, 'stack.csv')
  await api.call('DELETE', `/v1/files/${stackup?.id}`)
  await page.reload()
  await expect(wizard.getByText('The stackup file stack.csv is no longer in the project.')).toBeVisible()
  await expect(wizard.getByLabel('Stackup file (optional)')).toHaveValue('')
  await wizard.getByRole('button', { name: 'Start over' }).click()
  await expect(wizard.getByText('has been restored')).toHaveCount(0)
})

test('Start over returns to the first step from every step', async ({ page, context, stack, signIn }) => {
  const { project } = await boardProject(stack, 'Start over')
  const wizard = wizardOn(page)
  await signIn('user', { at: wizardAddress(project.id, 3) })
  await wizard.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
  await fillPower(wizard)
  await kept(context, '+3V3')
  await page.reload()
  await expect(wizard.getByRole('group', { name: 'Power integrity row 1' })).toBeVisible()
  await wizard.getByRole('button', { name: 'Start over' }).click()
  const layout = wizard.getByRole('combobox', { name: /^Layout file/ })
  await expect(layout.locator('option:checked')).toHaveText('camera.kicad_pcb')
  await expect(page).toHaveURL(/step=1/)
  await expect(wizard.getByText('has been restored')).toHaveCount(0)
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByRole('button', { name: 'Next' }).click()
  await expect(wizard.getByRole('button', { name: 'Add power integrity row' })).toBeVisible()
  await expect(wizard.getByRole('group', { name: 'Power integrity row 1' })).toHaveCount(0)
})

test.describe('in two tabs', () => {
  test('a change in one tab shows a question in the other, and nothing is overwritten before the answer', async ({
    page,
    context,
    stack,
    signIn,
  }) => {
    const board = await boardProject(stack, 'Two tabs')
    const { project } = board
    const mine = await toSummary({ page, signIn }, project.id)
    await saved(board, '+3V3')
    const tab = await context.newPage()
    await tab.goto(wizardAddress(project.id, 4))
    const theirs = wizardOn(tab)
    await theirs.getByLabel('Purchase order reference (optional)').fill('PO-tab')

    await expect(mine.getByText(/^There is another unsent request for this project/)).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Payment' })).toBeDisabled()
    await mine.getByLabel('Purchase order reference (optional)').fill('PO-page')
    await kept(context, 'PO-tab')
    await expectAccessible(page, 'two unsent requests')

    await mine.getByRole('button', { name: 'Keep this one' }).click()
    await kept(context, 'PO-page')
    await expect(mine.getByRole('button', { name: 'Payment' })).toBeEnabled()
    await theirs.getByRole('button', { name: 'Continue with that one' }).click()
    await expect(theirs.getByLabel('Purchase order reference (optional)')).toHaveValue('PO-page')
    await expect(theirs.getByRole('button', { name: 'Payment' })).toBeEnabled()
  })

  test('a double click, Back, a reload and two tabs create only one payment', async ({
    page,
    context,
    stack,
    signIn,
  }) => {
    const board = await boardProject(stack, 'Paid once')
    const { project, requests } = board
    const mine = await toSummary({ page, signIn }, project.id)
    await saved(board, '+3V3')
    const tab = await context.newPage()
    await tab.goto(wizardAddress(project.id, 4))
    const theirs = wizardOn(tab)
    await expect(theirs.getByRole('button', { name: 'Payment' })).toBeEnabled()

    await mine.getByRole('button', { name: 'Payment' }).dblclick()
    await page.getByRole('button', { name: /^Pay \$/ }).waitFor()
    const checkout = page.url()
    await page.goBack()
    await expect(mine.getByRole('button', { name: 'Payment' })).toBeEnabled()
    await mine.getByRole('button', { name: 'Payment' }).click()
    await page.waitForURL(checkout)
    await page.goto(wizardAddress(project.id, 4))
    await mine.getByRole('button', { name: 'Payment' }).click()
    await page.waitForURL(checkout)
    await theirs.getByRole('button', { name: 'Payment' }).click()
    await tab.waitForURL(checkout)
    expect(await requests()).toHaveLength(1)

    // This tab pays while the other tab is back at its summary, as after the browser's Back.
    await tab.goto(wizardAddress(project.id, 4))
    await expect(theirs.getByRole('button', { name: 'Payment' })).toBeEnabled()
    const held = page.waitForResponse(/\/v1\/simulation-requests\//)
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await held
    await expect(
      theirs.getByText('This request was sent or discarded in another tab or on another device.'),
    ).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Payment' })).toBeDisabled()
    await expect.poll(async () => (await requests()).map(({ status }) => status)).toEqual(['paid'])
  })

  test('Payment in a tab that missed the payment shows the paid request', async ({ page, context, stack, signIn }) => {
    const board = await boardProject(stack, 'Paid unheard')
    const { project, requests } = board
    const mine = await toSummary({ page, signIn }, project.id)
    await saved(board, '+3V3')
    const tab = await context.newPage()
    // Make the tab receive no events from other tabs, like a page that the browser has suspended.
    await tab.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation(), true))
    await tab.goto(wizardAddress(project.id, 4))
    await expect(wizardOn(tab).getByRole('button', { name: 'Payment' })).toBeEnabled()
    await mine.getByRole('button', { name: 'Payment' }).click()
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()

    await wizardOn(tab).getByRole('button', { name: 'Payment' }).click()
    await expect(tab.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
    expect(await requests()).toHaveLength(1)
  })
})
