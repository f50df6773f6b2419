import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { boardProject, toSummary, wizardAddress, wizardOn } from './request-steps'

test('the request is a page: former URLs lead to it, and Close returns to the page that opened it', async ({
  page,
  stack,
  signIn,
}) => {
  const { project } = await boardProject(stack, 'Addressed carrier')
  const wizard = wizardOn(page)
  const opener = page.getByRole('button', { name: 'Request Simulation' })
  const ready = () => expect(wizard.getByRole('button', { name: 'Next' })).toBeEnabled()

  await test.step('former URLs, also across the login', async () => {
    await signIn('user', { at: `/workspace?project=${project.id}&dialog=request&step=2` })
    await expect(wizard.getByRole('heading', { name: 'Step 2 of 4: Signal integrity' })).toBeVisible()
    await expect(page).toHaveURL(wizardAddress(project.id, 2))
    await page.goto(`/workspace/projects/${project.id}/files?dialog=request`)
    await ready()
    await expect(page).toHaveURL(wizardAddress(project.id, 1))
  })

  await test.step('Close without a page before it leads to the list', async () => {
    await wizard.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(`/workspace?project=${project.id}`)
    await expect(page.getByRole('button', { name: 'Addressed carrier', pressed: true })).toBeVisible()
  })

  await test.step('Escape and Back return to the list', async () => {
    await opener.press('Enter')
    await ready()
    await page.keyboard.press('Escape')
    await expect(wizard).toBeHidden()
    await expect(page).toHaveURL(`/workspace?project=${project.id}`)
    await opener.click()
    await ready()
    await page.goBack()
    await expect(wizard).toBeHidden()
    await expect(page).toHaveURL(`/workspace?project=${project.id}`)
  })

  await test.step('Close in a later step returns to the project', async () => {
    await page.goto(`/workspace/projects/${project.id}`)
    await opener.click()
    await ready()
    await wizard.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL(wizardAddress(project.id, 2))
    await wizard.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(`/workspace/projects/${project.id}`)
    await expect(opener).toBeEnabled()
  })
})

test('a canceled payment leads back to the page of the request', async ({ page, stack, signIn }) => {
  const { project } = await boardProject(stack, 'Returned carrier')
  const wizard = await toSummary({ page, signIn }, project.id)
  await wizard.getByRole('button', { name: 'Payment' }).click()
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByRole('button', { name: 'Back to the request' }).click()
  await expect(page).toHaveURL(wizardAddress(project.id, 4))
  await expect(wizard.getByText('Total $1,000')).toBeVisible()
  await expectAccessible(page, 'the page of a request')
})
