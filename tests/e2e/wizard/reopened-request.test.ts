import { expect, test } from '../fixtures'
import { boardProject, saved, wizardAddress, wizardOn } from './request-steps'

test('Escape closes what is innermost; the request opens again at its step, and starting over can be undone', async ({
  page,
  stack,
  signIn,
}) => {
  const board = await boardProject(stack, 'Reopened carrier')
  const { project } = board
  await signIn('user', { at: `/workspace?project=${project.id}` })
  const wizard = wizardOn(page)
  const opener = page.getByRole('button', { name: 'Request Simulation' })
  const heading = (step: number) => wizard.getByRole('heading', { name: `Step ${step} of 4` })
  await opener.click()
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByRole('button', { name: /^Add all / }).click()
  const rows = wizard.getByRole('group', { name: /^Signal integrity row/ })
  await expect(rows).toHaveCount(2)
  await saved(board, 'CSI_D0_P')

  await test.step('Escape clears the selection, and then closes the request', async () => {
    await wizard.getByRole('searchbox', { name: 'Find component' }).fill('J1')
    await wizard.getByRole('region', { name: 'Components' }).getByRole('button', { name: /^J1/ }).press('Enter')
    const selection = wizard.getByRole('region', { name: 'Selection' })
    await expect(selection.getByText(/^J1/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(selection.getByText('Click a part to see its details here')).toBeVisible()
    await expect(heading(2)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(wizard).toBeHidden()
  })

  await test.step('the request opens at its step, which Back leaves for the list', async () => {
    await opener.click()
    await expect(heading(2)).toBeVisible()
    await expect(page).toHaveURL(wizardAddress(project.id, 2))
    await expect(wizard.getByText(/^Your unsent request from .* has been restored\.$/)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`/workspace?project=${project.id}`)
    await opener.click()
    await expect(rows).toHaveCount(2)
  })

  await test.step('Start over can be undone', async () => {
    await wizard.getByRole('button', { name: 'Start over' }).click()
    await expect(heading(1)).toBeFocused()
    await wizard.getByRole('button', { name: 'Undo' }).click()
    await expect(heading(2)).toBeVisible()
    await expect(rows).toHaveCount(2)
    await saved(board, 'CSI_D0_P')
    await page.reload()
    await expect(rows).toHaveCount(2)
    await wizard.getByRole('button', { name: 'Continue' }).click()
    await expect(heading(2)).toBeFocused()
  })
})
