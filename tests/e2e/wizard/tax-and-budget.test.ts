import path from 'node:path'

import type { components } from '../../../openapi/generated/product'
import { sampleBoard } from '../../../server/sample/board'
import { expected, formOf } from '../../api/caller'
import { apiOf } from '../../support/projects'
import { startTestStack } from '../../support/stack'
import { expectAccessible } from '../axe'
import { expect, test as base } from '../fixtures'
import { boardProject, fillPower, toSummary, wizardAddress, wizardOn } from './request-steps'

type Schemas = components['schemas']

const test = base.extend<object, object>({
  stack: [
    async ({}, use) => {
      const env = { TAX_RATES: 'DE VAT 19; US-NY Sales tax 8.875; US-CA Sales tax 9.25' }
      const stack = await startTestStack({ clientDir: path.resolve('dist/client'), env })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('the tax follows the country, is charged, and is remembered with the billing details', async ({
  page,
  stack,
  signIn,
}) => {
  const { project, requests } = await boardProject(stack, 'Taxed board')
  const wizard = await toSummary({ page, signIn }, project.id)
  const pay = wizard.getByRole('button', { name: 'Payment' })
  const country = wizard.getByRole('combobox', { name: /^Country/ })

  await test.step('the country is required', async () => {
    await pay.click()
    await expect(wizard.getByText('Choose the country. The tax depends on it.')).toBeVisible()
    await expect(country).toBeFocused()
    await expectAccessible(page, 'billing details with a mistake')
  })

  await test.step('the tax is a line of its own', async () => {
    await wizard.getByLabel('Company').fill('Example Ltd')
    await wizard.getByLabel('City').fill('Albany')
    await country.selectOption({ label: 'United States' })
    await pay.click()
    await expect(wizard.getByText('Enter the code of the state or region, such as NY.')).toBeVisible()
    await wizard.getByLabel(/^State or region/).fill('ny')
    await wizard.getByLabel('VAT or tax number').fill('12-3456789')
    await expect(wizard.getByRole('row', { name: 'Sales tax, 8.875% $88.75' })).toBeVisible()
    await expect(wizard.getByRole('row', { name: 'Total in US dollars, with tax $1,088.75' })).toBeVisible()
    await expect(wizard.getByRole('row', { name: 'Total before tax $1,000' })).toBeVisible()
  })

  await test.step('a reload keeps what was typed', async () => {
    await page.reload()
    await expect(wizard.getByLabel('Company')).toHaveValue('Example Ltd')
    await expect(wizard.getByLabel('VAT or tax number')).toHaveValue('12-3456789')
    await expect(wizard.getByRole('row', { name: 'Total in US dollars, with tax $1,088.75' })).toBeVisible()
  })

  await test.step('the payment page charges it', async () => {
    await pay.click()
    // The payment page has the same row as the wizard.
    await expect(page.getByRole('heading', { name: 'Pay $1,088.75' })).toBeVisible()
    await expect(page.getByRole('row', { name: 'Sales tax, 8.875% $88.75' })).toBeVisible()
    await expectAccessible(page, 'the payment page with tax')
    await page.getByRole('button', { name: 'Pay $1,088.75' }).click()
    await expect(page.getByRole('row', { name: 'Total in US dollars, with tax $1,088.75' })).toBeVisible()
  })

  await test.step('the request shows whom the invoice bills', async () => {
    const [paid] = await requests()
    await page.goto(`/workspace/requests/${paid?.id}`)
    await expect(page.getByText('Example Ltd, Albany, NY, United States')).toBeVisible()
    await expect(page.getByRole('row', { name: 'Sales tax, 8.875% $88.75' })).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Invoice and receipt/ }).click()
    expect((await saved).suggestedFilename()).toMatch(/^INV-1\d{3}\.pdf$/)
  })

  await test.step('the next request has the same details', async () => {
    const other = await boardProject(stack, 'Second taxed board')
    const next = await toSummary({ page, signIn }, other.project.id)
    await expect(next.getByLabel('Company')).toHaveValue('Example Ltd')
    await expect(next.getByRole('row', { name: 'Total in US dollars, with tax $1,088.75' })).toBeVisible()
  })
})

test('a leader sets a budget, and an order that exceeds it is refused', async ({ page, stack, signIn }) => {
  const api = await apiOf(stack, 'manager')
  const { id: uid } = expected(await api.call<Schemas['User']>('GET', '/v1/users/me'), 200)
  const project = await api.makeProject('Board with a budget')
  const form = formOf({ uid, uname: 'manager' }, { 'camera.kicad_pcb': sampleBoard() })
  expected(await api.call('POST', `/v1/projects/${project.id}/files`, { form }), 201)
  const budget = page.getByRole('region', { name: 'Budget', exact: true })

  await test.step('the project manager sets it', async () => {
    await signIn('manager', { at: `/workspace/projects/${project.id}/requests` })
    await page.getByRole('button', { name: 'Set a budget' }).click()
    const field = page.getByLabel('Budget in US dollars')
    await field.fill('ten')
    await page.getByRole('button', { name: 'Save the budget' }).click()
    await expect(
      page.getByText(
        'Enter a whole number of US dollars, at most $10,000,000, or leave the field empty for no budget.',
      ),
    ).toBeVisible()
    await field.fill('1,100')
    await page.getByRole('button', { name: 'Save the budget' }).click()
    await expect(budget).toContainText('$0 of $1,100 spent, $1,100 left.')
    await expect(page.getByRole('button', { name: 'Change the budget' })).toBeFocused()
    await expectAccessible(page, 'the budget')
    // At 400% zoom, nothing is wider than the window.
    await page.setViewportSize({ width: 320, height: 256 })
    await page.getByRole('button', { name: 'Change the budget' }).click()
    await expect(field).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the summary warns, and the order is refused with the reason', async () => {
    await page.goto(wizardAddress(project.id, 3))
    const wizard = wizardOn(page)
    await wizard.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
    await fillPower(wizard)
    await wizard.getByRole('button', { name: 'Next' }).click()
    await expect(wizard.getByText('At least 80% of the budget of the project is used.')).toBeVisible()
    await wizard.getByRole('combobox', { name: /^Country/ }).selectOption({ label: 'Germany' })
    // $1,000 and 19%.
    await expect(wizard.getByText('This order exceeds the budget of the project.')).toBeVisible()
    // A window in which the reason is far above the end of the page.
    await page.setViewportSize({ width: 390, height: 844 })
    await wizard.getByLabel('VAT or tax number').focus()
    await wizard.getByRole('button', { name: 'Payment' }).click()
    await expect(wizard.getByText('This order of $1,190 exceeds the project’s budget of $1,100')).toBeInViewport()
    await wizard.getByRole('combobox', { name: /^Country/ }).selectOption({ label: 'France' })
    await wizard.getByRole('button', { name: 'Payment' }).click()
    await page.getByRole('button', { name: 'Pay $1,000' }).click()
  })

  await test.step('what was paid is spent', async () => {
    await page.goto(`/workspace/projects/${project.id}/requests`)
    await expect(budget).toContainText('$1,000 of $1,100 spent, $100 left.')
  })
})
