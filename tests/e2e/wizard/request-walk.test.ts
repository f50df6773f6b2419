import type { Locator, Page } from '@playwright/test'

import { expectAccessibleInBothThemes } from '../axe'
import { expect, test } from '../fixtures'
import { boardProject, wizardAddress, wizardOn } from './request-steps'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** More than the number of focusable elements in any step. */
const mostStops = 150

/** Presses a key, and expects that the focus is not lost. A dialog takes the focus a frame after it is shown. */
async function press(page: Page, key: string) {
  await page.keyboard.press(key)
  const isLost = () => page.evaluate(() => document.activeElement === document.body)
  await expect.poll(isLost, `the focus after ${key}`).toBe(false)
}

async function tabTo(page: Page, element: Locator) {
  await expect(element).toBeEnabled()
  const hasFocus = () => element.evaluate((it) => it === document.activeElement)
  for (let stops = 0; stops < mostStops && !(await hasFocus()); stops += 1) await press(page, 'Tab')
  await expect(element).toBeFocused()
  await expect(element).toBeInViewport()
}

async function pressOn(page: Page, button: Locator) {
  await tabTo(page, button)
  await press(page, 'Enter')
}

for (const { what, viewport } of [
  { what: 'in a wide window', viewport: { width: 1280, height: 800 } },
  { what: 'at 400 % zoom, which is 320 CSS px', viewport: { width: 320, height: 256 } },
]) {
  test(`a request with the keyboard alone, ${what}`, async ({ page, stack, signIn }) => {
    test.slow()
    await page.setViewportSize(viewport)
    const { project } = await boardProject(stack, `Keys ${what}`)
    await signIn('user', { at: `/workspace?project=${project.id}` })
    const checkouts: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/payments/checkout')) checkouts.push(request.url())
    })
    const wizard = wizardOn(page)
    const next = wizard.getByRole('button', { name: 'Next' })
    const expectStep = async (step: number) => {
      await expect(wizard.getByRole('heading', { name: new RegExp(`^Step ${step} of 4`) })).toBeFocused()
      await expectAccessibleInBothThemes(page, `step ${step} ${what}`)
      await expect.poll(() => wizard.evaluate((dialog) => dialog.scrollWidth)).toBeLessThanOrEqual(viewport.width)
    }

    const open = page.getByRole('button', { name: 'Request Simulation' })
    await expect(open).toBeVisible()
    await page.getByRole('button', { name: 'Create New Project' }).focus()
    await pressOn(page, open)
    await expect(wizard.getByLabel('Layout file').locator('option:checked')).toHaveText('camera.kicad_pcb')
    await expectAccessibleInBothThemes(page, `step 1 ${what}`)
    await tabTo(page, wizard.getByRole('button', { name: 'Upload files' }))
    await pressOn(page, next)

    await expect(wizard.locator('canvas[data-drawn]')).toBeVisible()
    await expectStep(2)
    const offers = wizard.getByRole('region', { name: 'Found on your board' })
    await test.step('the first stop skips the controls of the board', async () => {
      await press(page, 'Tab')
      await expect(wizard.getByRole('button', { name: 'Skip the board' })).toBeFocused()
      await expect(wizard.getByRole('button', { name: 'Skip the board' })).toBeInViewport({ ratio: 1 })
      await press(page, 'Enter')
      await press(page, 'Tab')
      await expect(offers.getByRole('button', { name: /^Add (all|it)/ })).toBeFocused()
    })
    await pressOn(page, offers.getByRole('button', { name: /^Add (all|it)/ }))
    await expect(wizard.getByRole('group', { name: /^Signal integrity row/ })).toHaveCount(2)
    await expect(offers.getByRole('button', { name: 'All interfaces added' })).toBeFocused()
    await expect(offers.getByRole('button', { name: 'All interfaces added' })).toBeInViewport()
    await pressOn(page, next)

    await expectStep(3)
    await pressOn(page, offers.getByRole('button', { name: /^Add for \$1,000: / }).first())
    await expect(wizard.getByRole('group', { name: 'Power integrity row 1' })).toBeVisible()
    await tabTo(page, next)
    // The second press, before the user can have read anything, does not pay.
    await press(page, 'Enter')
    await press(page, 'Enter')
    await expectStep(4)
    expect(checkouts).toEqual([])

    await tabTo(page, wizard.getByRole('button', { name: 'Payment' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Pay $6,000' })).toBeVisible()
    expect(checkouts).toHaveLength(1)
  })
}

test('Next stays where it is, a double click on it does not pay, and Payment leads to the first gap', async ({
  page,
  stack,
  signIn,
}) => {
  const { project } = await boardProject(stack, 'Steady buttons')
  await signIn('user', { at: wizardAddress(project.id, 1) })
  const wizard = wizardOn(page)
  const next = wizard.getByRole('button', { name: 'Next' })
  const payment = wizard.getByRole('button', { name: 'Payment' })
  const previous = wizard.getByRole('button', { name: 'Previous' })
  const heading = (step: number) => wizard.getByRole('heading', { name: new RegExp(`^Step ${step} of 4`) })

  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height })
      await expect(next).toBeEnabled()
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
      await page.evaluate(() => document.fonts.ready)
      const place = await next.boundingBox()
      await next.click()
      await expect(heading(2)).toBeFocused()
      await expect(wizard.locator('canvas[data-drawn]')).toBeVisible()
      await expect.poll(() => next.boundingBox()).toEqual(place)
      await wizard.getByRole('button', { name: 'Add signal integrity row' }).press('Enter')
      await expect.poll(() => next.boundingBox()).toEqual(place)
      await next.click()
      await expect(heading(3)).toBeFocused()
      await expect.poll(() => next.boundingBox()).toEqual(place)
      await next.dblclick()
      // The second click has moved the focus to Payment.
      await expect(heading(4)).toBeVisible()
      await expect.poll(() => payment.boundingBox()).toEqual(place)

      await payment.click()
      const gap = wizard.getByRole('group', { name: 'Signal integrity row 1' }).getByLabel('Interface')
      await expect(gap).toBeFocused()
      await expect(gap).toBeInViewport({ ratio: 1 })
      await expect(wizard.getByText('Interface is missing.').first()).toBeVisible()
      await previous.click()
      await expect(heading(1)).toBeFocused()
    })
  }
})

test('on a phone, the strip above the rows shows the whole board', async ({ page, stack, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { project } = await boardProject(stack, 'Board in a strip')
  await signIn('user', { at: wizardAddress(project.id, 2) })
  const wizard = wizardOn(page)
  const drawing = wizard.locator('canvas[data-drawn]')
  await expect(drawing).toBeInViewport({ ratio: 1 })
  const strip = wizard.getByRole('region', { name: 'Board', exact: true })
  await expect.poll(async () => (await strip.boundingBox())?.height).toBeLessThan(844 / 2)
  await expect(wizard.getByRole('complementary', { name: 'Layers and nets' })).toBeHidden()
  await wizard.getByRole('button', { name: 'Layers and nets' }).click()
  await expect(wizard.getByRole('searchbox', { name: 'Find component' })).toBeVisible()
  await wizard.getByRole('button', { name: 'Layers and nets' }).click()
  await wizard.getByRole('button', { name: 'Hide board' }).click()
  await expect(drawing).toBeHidden()
  await wizard.getByRole('button', { name: 'Show board' }).click()
  await expect(drawing).toBeInViewport({ ratio: 1 })
})
