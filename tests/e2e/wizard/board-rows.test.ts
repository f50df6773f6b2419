import type { Locator } from '@playwright/test'

import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'
import { boardProject, wizardAddress, wizardOn } from './request-steps'

/** Clicks a point of the sample board, in mm from its top left. The 40 × 24 mm board is fitted to the drawing. */
async function clickBoard(drawing: Locator, x: number, y: number) {
  const { width, height } = (await drawing.boundingBox()) ?? { width: 0, height: 0 }
  const scale = Math.min(width / 40, height / 24) * 0.94
  await drawing.click({ position: { x: width / 2 + (x - 20) * scale, y: height / 2 + (y - 12) * scale } })
}

/** The position of a pin of the connector J1, which is at x = 4 mm and has 25 pins with a pitch of 0.5 mm. */
const pinAt = (pin: number) => [4, 12 - 24 * 0.25 + (pin - 1) * 0.5] as const

test('pads clicked on the board, and nets found with the keyboard, are added to the active row', async ({
  page,
  stack,
  signIn,
}) => {
  const { project } = await boardProject(stack, 'Nets by clicking')
  await signIn('user', { at: wizardAddress(project.id, 2) })
  const wizard = wizardOn(page)
  await expect(wizard.locator('canvas[data-drawn]')).toBeVisible()
  const drawing = wizard.getByRole('group', { name: /^Board: / })
  const row = (number: number) => wizard.getByRole('group', { name: `Signal integrity row ${number}` })
  const chips = (number: number, label: string) =>
    row(number)
      .locator('.field')
      .filter({ hasText: label })
      .getByRole('button', { name: /^Remove / })

  // Pin 4 is CSI_D0_P. Its pair becomes the first row.
  await clickBoard(drawing, ...pinAt(4))
  await expect(wizard.getByText('CSI_D0_P, CSI_D0_N added as Signal integrity row 1.')).toBeVisible()
  await expect(chips(1, 'Signal nets')).toHaveCount(2)
  await expect(row(1).getByText(/^Length\s*\d+\.\d\d mm$/)).toBeVisible()
  // The next stop after the notice is its button. It removes the row, which nothing else was entered in.
  const undo = wizard.getByRole('button', { name: 'Undo' })
  await undo.press('Enter')
  await expect(wizard.getByRole('status').filter({ hasText: 'CSI_D0_P, CSI_D0_N removed.' })).toBeVisible()
  await expect(row(1)).toHaveCount(0)
  await expect(undo).toHaveCount(0)
  await clickBoard(drawing, ...pinAt(4))
  await expect(chips(1, 'Signal nets')).toHaveCount(2)
  // In quick succession: the second click does not wait for the result of the first.
  await clickBoard(drawing, ...pinAt(7))
  await clickBoard(drawing, ...pinAt(3))
  await expect(chips(1, 'Clock signal')).toHaveCount(2)
  await expect(chips(1, 'Ground nets')).toHaveCount(1)

  // With the keyboard: a component, one of its pins, and the button.
  await wizard.getByRole('button', { name: 'Add signal integrity row' }).press('Enter')
  await wizard.getByRole('searchbox', { name: 'Find component' }).fill('J1')
  await wizard.getByRole('region', { name: 'Components' }).getByRole('button', { name: /^J1/ }).press('Enter')
  const selection = wizard.getByRole('region', { name: 'Selection' })
  await selection.getByRole('button', { name: /^CSI_D1_N/ }).press('Enter')
  await selection.getByRole('button', { name: 'Add to Signal integrity row 2' }).press('Enter')
  await expect(chips(2, 'Signal nets')).toHaveCount(2)
  await expectAccessible(page, 'a board with rows in colors')

  // In a narrow window, the board is above the list of pins.
  await page.setViewportSize({ width: 390, height: 844 })
  await wizard.getByRole('button', { name: 'Layers and nets' }).press('Enter')
  await wizard.getByRole('region', { name: 'Components' }).getByRole('button', { name: /^J1/ }).press('Enter')
  await selection.getByRole('button', { name: 'Show all 25' }).press('Enter')
  const pin = selection.getByRole('list', { name: 'Pins of the component' }).getByRole('button', { name: /^25/ })
  await pin.scrollIntoViewIfNeeded()
  await expect(drawing).not.toBeInViewport()
  await pin.press('Enter')
  await expect(selection).toContainText('Pin 25 of J1')
  await expect(drawing).toBeInViewport({ ratio: 1 })
})
