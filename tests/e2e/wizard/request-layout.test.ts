import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { boardProject, fillPower, wizardAddress, wizardOn } from './request-steps'

test('the board stays beside the steps, and above them on a phone, where it can be hidden', async ({
  page,
  stack,
  signIn,
}) => {
  const { project } = await boardProject(stack, 'Board beside')
  const wizard = wizardOn(page)
  const board = wizard.getByRole('region', { name: 'Board', exact: true })
  await signIn('user', { at: wizardAddress(project.id, 2) })
  await expect(wizard.locator('canvas[data-drawn]')).toBeVisible()

  await test.step('at the same place in every step, with the rows on its right', async () => {
    await page.evaluate(() => document.fonts.ready)
    const place = await board.boundingBox()
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByRole('button', { name: 'Add power integrity row' }).press('Enter')
    await fillPower(wizard)
    const row = wizard.getByRole('group', { name: 'Power integrity row 1' })
    await expect.poll(async () => (await row.boundingBox())?.x).toBeGreaterThan((place?.x ?? 0) + (place?.width ?? 0))
    await expect.poll(() => board.boundingBox()).toEqual(place)
    await wizard.getByRole('button', { name: 'Next' }).click()
    await expect(wizard.getByRole('region', { name: 'Order' })).toBeVisible()
    await expect.poll(() => board.boundingBox()).toEqual(place)
    await wizard.getByRole('button', { name: 'Previous' }).click()
    await expect(wizard.locator('canvas[data-drawn]')).toBeVisible()
  })

  await test.step('with what the row buys, its price, and what the total includes', async () => {
    const row = wizard.getByRole('group', { name: 'Power integrity row 1' })
    await expect(row).toContainText('A report with the voltage drop and current density')
    await expect(row.getByText('$1,000', { exact: true })).toBeVisible()
    await expect(wizard.getByText('Report expected within 10 business days of payment.')).toBeVisible()
    await expect(wizard.getByText('Sales tax')).toBeVisible()
    await expectAccessible(page, 'the board beside the rows')
  })

  for (const width of [390, 320]) {
    await test.step(`above the rows at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 })
      const row = wizard.getByRole('group', { name: 'Power integrity row 1' })
      await expect
        .poll(async () => ((await row.boundingBox())?.y ?? 0) > ((await board.boundingBox())?.y ?? 0))
        .toBe(true)
      await wizard.getByRole('button', { name: 'Hide board' }).press('Enter')
      await expect(board).toBeHidden()
      await row.getByLabel('Type').focus()
      await expect(row.getByLabel('Type')).toBeInViewport({ ratio: 1 })
      await wizard.getByRole('button', { name: 'Show board' }).press('Enter')
      await expect(board).toBeVisible()
      await expectAccessible(page, `the board above the rows at ${width} px`)
      await expect.poll(() => wizard.evaluate((dialog) => dialog.scrollWidth)).toBeLessThanOrEqual(width)
    })
  }
})

test('the request fills the window at every width', async ({ page, stack, signIn }) => {
  const { project } = await boardProject(stack, 'Whole window')
  const wizard = wizardOn(page)
  await signIn('user', { at: wizardAddress(project.id, 2) })
  await expect(wizard.locator('canvas[data-drawn]')).toBeVisible()
  for (const width of [390, 1023, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => wizard.boundingBox()).toEqual({ x: 0, y: 0, width, height: 900 })
  }
})
