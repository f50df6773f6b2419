/** The customer and the staff process a request by keyboard only, from the payment to a refund. */
import { expect, test } from '../fixtures'
import { enter, tabTo } from '../tab-to'
import { boardProject } from '../wizard/request-steps'
import { addNetwork, belowTarget } from './delivery-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('staff and customer work on a request with the keyboard alone', async ({ page, browser, stack, signIn }) => {
  test.slow()
  const { order } = await boardProject(stack, 'Board by keyboard')
  const { url } = await order()
  await signIn('user')

  await test.step('the customer pays', async () => {
    await page.goto(url)
    await enter(page, page.getByRole('button', { name: 'Pay $1,000' }))
    await expect(page.getByRole('heading', { name: 'Your simulation request is paid' })).toBeVisible()
  })

  const other = await browser.newContext()
  const desk = await other.newPage()
  await signIn('staff', { on: desk })

  await test.step('the staff find and start it, and tick an item', async () => {
    await enter(desk, desk.getByRole('link', { name: 'Staff queue' }))
    await tabTo(desk, desk.getByRole('searchbox', { name: 'Search' }))
    await desk.keyboard.type('by keyboard')
    const found = desk.getByRole('row', { name: /Board by keyboard/ })
    await expect(desk).toHaveURL(/q=by/)
    await enter(desk, found.getByRole('link'))
    await enter(desk, desk.getByRole('button', { name: 'Start the simulation' }))
    await expect(desk.getByRole('button', { name: 'Unassign' })).toBeVisible()
    const item = desk.getByRole('checkbox', { name: /^The files open/ })
    await tabTo(desk, item)
    await desk.keyboard.press('Space')
    await expect(desk.getByRole('heading', { name: 'Checklist, 1 of 6 done' })).toBeVisible()
    await expect(item).toBeFocused()
  })

  await test.step('and ask a question', async () => {
    await tabTo(desk, desk.getByRole('combobox', { name: 'Kind' }), 'Shift+Tab')
    await desk.keyboard.type('Question')
    const text = desk.getByRole('textbox', { name: 'Your message' })
    await tabTo(desk, text)
    await desk.keyboard.type('Is this pair matched?')
    await enter(desk, desk.getByRole('button', { name: 'Send' }))
    await expect(desk.getByText(/waiting for the customer/).first()).toBeVisible()
  })

  await test.step('the customer answers it from the list of requests', async () => {
    await page.goto('/workspace/requests')
    const asked = page.getByRole('link', { name: /Board by keyboard/ })
    await expect(asked).toContainText('Waiting for your answer')
    await enter(page, asked)
    await enter(page, page.getByRole('button', { name: 'Answer' }))
    await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeFocused()
    await page.keyboard.type('Yes.')
    await enter(page, page.getByRole('button', { name: 'Send' }))
    await expect(page.getByRole('region', { name: 'Next step' })).toContainText('We are running the simulation')
  })

  await test.step('the staff deliver', async () => {
    await expect(desk.getByText('Question, answered')).toBeVisible()
    await enter(desk, desk.getByRole('button', { name: 'Prepare the delivery' }))
    // The file is set directly, because the dialog of the operating system is outside the page.
    await addNetwork(desk, belowTarget)
    await enter(desk, desk.getByRole('button', { name: 'Run the checks' }))
    await enter(desk, desk.getByRole('button', { name: 'Deliver to the customer' }))
    await expect(desk.getByRole('listitem', { name: 'Delivery 1' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Next step' })).toContainText('The results are ready')
  })

  await test.step('and refund the row', async () => {
    await enter(desk, desk.getByRole('button', { name: 'Refund', exact: true }))
    await tabTo(desk, desk.getByRole('checkbox', { name: /^Power integrity row 1/ }))
    await desk.keyboard.press('Space')
    await tabTo(desk, desk.getByRole('textbox', { name: /^Reason/ }))
    await desk.keyboard.type('The first run was ours to get right.')
    await enter(desk, desk.getByRole('button', { name: 'Continue' }))
    // A second press of Enter must not refund anything, so the focus is on the button after Refund.
    await expect(desk.getByRole('button', { name: 'Change', exact: true })).toBeFocused()
    await tabTo(desk, desk.getByRole('button', { name: 'Refund $1,000' }), 'Shift+Tab')
    await desk.keyboard.press('Enter')
    await expect(desk.getByRole('region', { name: 'Refunds' })).toContainText('$1,000 refunded')
  })
  await other.close()
})
