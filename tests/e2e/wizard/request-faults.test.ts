import type { Page, Route } from '@playwright/test'

import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { boardProject, kept, toSummary, wizardAddress, wizardOn } from './request-steps'
import { routeOnce, unroute } from '../../support/routes'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

type Fault = (route: Route) => Promise<void>

const noNetwork: Fault = (route) => route.abort()
const unauthorized: Fault = (route) => route.fulfill({ status: 401, json: {} })

/** The calls of the wizard's steps, each with its error message; null if the wizard continues without one. */
const loads: [what: string, call: string | RegExp, words: string | null][] = [
  ['projects', '**/api/projects', 'Your projects could not be loaded.'],
  ['files', '**/api/projects/*/files', 'Failed to load project files. Please try again.'],
  ['prices', '**/api/v1/prices', null],
]

test('no network at a step keeps the request, and Retry continues', async ({ page, context, stack, signIn }) => {
  const { project } = await boardProject(stack, 'Faults carrier')
  const wizard = await toSummary({ page, signIn }, project.id)
  await kept(context, '+3V3')

  for (const [what, call, words] of loads) {
    await test.step(what, async () => {
      await page.route(call, noNetwork)
      await page.goto(wizardAddress(project.id, 4))
      if (words !== null) {
        await expect(wizard.getByRole('alert')).toHaveText(new RegExp(words.replaceAll('.', '\\.')))
        await expect(page).toHaveURL(/step=4/)
        await expectAccessible(page, `${what} without a network`)
        await unroute(page, call)
        await wizard.getByRole('button', { name: 'Retry' }).click()
        await expect(wizard.getByRole('button', { name: 'Payment' })).toBeEnabled()
      }
      await expect(wizard.getByText('Total $1,000')).toBeVisible()
      await unroute(page, call)
    })
  }

  await test.step('the layout', async () => {
    await page.route('**/api/v1/files/*/download', noNetwork)
    await page.goto(wizardAddress(project.id, 3))
    await expect(wizard.getByText('Until the layout is read, you can type the net names.')).toBeVisible()
    await unroute(page, '**/api/v1/files/*/download')
    await wizard.getByRole('alert').getByRole('button', { name: 'Retry' }).click()
    await expect(wizard.getByText(/nets read from the layout \(KiCad board\)\.$/)).toBeVisible()
  })

  await test.step('the payment', async () => {
    await wizard.getByRole('button', { name: 'Next' }).click()
    await page.route('**/api/payments/checkout', noNetwork)
    await wizard.getByRole('button', { name: 'Payment' }).click()
    await expect(wizard.getByText('Failed to start payment. See console for details.')).toBeVisible()
    await expect(wizard.getByText('Nothing was charged, and your request is kept.')).toBeVisible()
    await expectAccessible(page, 'a payment without a network')
    await unroute(page, '**/api/payments/checkout')
    await wizard.getByRole('button', { name: 'Payment' }).click()
    await page.getByRole('button', { name: /^Pay \$/ }).waitFor()
  })

  await test.step('the return from the payment', async () => {
    await page.route('**/api/v1/simulation-requests/*', noNetwork)
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page.getByText('The status of your request could not be loaded.')).toBeVisible()
    await unroute(page, '**/api/v1/simulation-requests/*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
  })

  await test.step('the list and a repeated request', async () => {
    const list = page.getByRole('main')
    await page.route('**/api/v1/simulation-requests', noNetwork)
    await page.goto('/workspace/requests')
    await expect(list.getByText('Your requests could not be loaded.')).toBeVisible()
    await unroute(page, '**/api/v1/simulation-requests')
    await list.getByRole('button', { name: 'Retry' }).click()
    await list.getByRole('link', { name: /Faults carrier/ }).click()
    await page.route('**/api/projects/*/files', noNetwork)
    await list.getByRole('button', { name: 'Repeat request' }).click()
    await expect(list.getByText('The request could not be repeated.')).toBeVisible()
    await unroute(page, '**/api/projects/*/files')
    await list.getByRole('button', { name: 'Repeat request' }).click()
    await expect(wizard.getByText('Total $1,000')).toBeVisible()
  })
})

test('a 401 from any call redirects to the login page and back to the step, with the request unchanged', async ({
  page,
  context,
  stack,
  signIn,
}) => {
  const { project } = await boardProject(stack, 'Refused carrier')
  const wizard = await toSummary({ page, signIn }, project.id)
  await kept(context, '+3V3')
  for (const call of ['**/api/projects', '**/api/projects/*/files', '**/api/v1/prices']) {
    await test.step(call, async () => {
      await routeOnce(page, call, unauthorized)
      // This does not match the silent check, which every page makes.
      const login = page.waitForURL('**/login#**', { waitUntil: 'commit' })
      await page.goto(wizardAddress(project.id, 4))
      await login
      await expect(wizard.getByText('Total $1,000')).toBeVisible()
      // Remove the flag. Otherwise, for half a minute, the page would show a second rejection instead of retrying.
      await page.evaluate(() => sessionStorage.removeItem('sessionRefused'))
    })
  }
})

test('a file deleted by somebody else before the payment is named where another one can be chosen', async ({
  page,
  stack,
  signIn,
}) => {
  const { project, api, upload } = await boardProject(stack, 'Deleted meanwhile')
  const [stackup] = await upload({ 'stack.csv': 'Layer,Material,Thickness\nTop,Copper,35\n' })
  await api.call('PUT', `/v1/files/${stackup?.id}/type`, { json: { fileType: 'stackup' } })
  const wizard = await toSummary({ page, signIn }, project.id)
  for (let step = 4; step > 1; step--) await wizard.getByRole('button', { name: 'Previous' }).click()
  await wizard.getByLabel('Stackup file (optional)').selectOption({ label: 'stack.csv' })
  for (let step = 1; step < 4; step++) await wizard.getByRole('button', { name: 'Next' }).click()
  await api.call('DELETE', `/v1/files/${stackup?.id}`)
  await wizard.getByRole('button', { name: 'Payment' }).click()
  await expect(wizard.getByText(/^stack\.csv was deleted, or is no longer a stackup file\./)).toBeVisible()
  await expect(wizard.getByLabel('Stackup file (optional)')).toBeFocused()
  await expect(wizard.getByLabel('Stackup file (optional)')).toHaveValue('')
  await expectAccessible(page, 'a deleted file')
})

test('a payment without a URL shows an error and can be repeated', async ({ page, stack, signIn }) => {
  const { project } = await boardProject(stack, 'No address')
  const wizard = await toSummary({ page, signIn }, project.id)
  const answer: Fault = (route) => route.fulfill({ json: { id: crypto.randomUUID(), url: '' } })
  await routeOnce(page, '**/api/payments/checkout', answer)
  await wizard.getByRole('button', { name: 'Payment' }).click()
  await expect(wizard.getByText('Payment initialized, but no redirect URL returned.')).toBeVisible()
  await wizard.getByRole('button', { name: 'Payment' }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).waitFor()
})

test('changed prices are shown next to the old ones before the payment continues', async ({ page, stack, signIn }) => {
  const { project } = await boardProject(stack, 'Changed prices')
  const wizard = await pricedAt(page, 900, () => toSummary({ page, signIn }, project.id))
  await expect(wizard.getByText('Total $900')).toBeVisible()
  await wizard.getByRole('button', { name: 'Payment' }).click()
  await expect(wizard.getByText(/^The total was \$900 and is now \$1,000\./)).toBeVisible()
  await expect(wizard.getByRole('row', { name: /PowerDC/ })).toContainText('was $900$1,000')
  await expect(wizard.getByText('Total $1,000')).toBeVisible()
  await expectAccessible(page, 'changed prices')
  await wizard.getByRole('button', { name: 'Payment' }).click()
  await expect(page.getByRole('button', { name: /^Pay \$1,000/ })).toBeVisible()
})

/** Opens the page with the prices from before the API raised them. */
async function pricedAt<Result>(page: Page, unit_price: number, open: () => Promise<Result>): Promise<Result> {
  const prices = { si: [{ name: 'MIPI-D', unit_price: 2000 }], pi: [{ name: 'PowerDC', unit_price }] }
  await page.route('**/api/v1/prices', (route) => route.fulfill({ json: prices }))
  return open()
}

test('a payment rejected for a missing value focuses its field, also with the keyboard alone', async ({
  page,
  stack,
  signIn,
}) => {
  const { project } = await boardProject(stack, 'Gaps')
  const wizard = wizardOn(page)
  await signIn('user', { at: wizardAddress(project.id, 2) })
  await wizard.getByRole('button', { name: 'Add signal integrity row' }).press('Enter')
  await expect(wizard.getByLabel('Interface')).toBeFocused()
  await page.keyboard.press('M')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1.5 Gbps')
  await page.keyboard.press('Tab')
  await page.keyboard.type('D0')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.goto(wizardAddress(project.id, 4))
  await wizard.getByRole('button', { name: 'Payment' }).press('Enter')
  await expect(wizard.getByRole('combobox', { name: 'Ground nets' })).toBeFocused()
  await expect(wizard.getByText('Ground nets are missing.')).toBeVisible()
  await expectAccessible(page, 'a row with gaps')
})
