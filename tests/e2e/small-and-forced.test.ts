import type { Page } from '@playwright/test'

import { expect, test } from './fixtures'
import { smallTargets } from './targets'
import { asNewVisitor } from './visitors'

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
}
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('no page scrolls horizontally at 640, 360 and 320 px, and at 256 px the header scrolls away', async ({ page }) => {
  for (const address of ['/', '/price', '/privacy', '/terms', '/sample-report', '/no-such-page']) {
    await open(page, address)
    for (const [width, height] of [
      [640, 800],
      [360, 800],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
      await expect.poll(() => sideways(page), `${address} at ${width} x ${height} px`).toBeLessThanOrEqual(0)
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).focus()
    await expect(page.getByRole('banner')).not.toBeInViewport()
  }
})

test('the menu and the contact form work at 320 x 256 px', async ({ page, context }) => {
  await asNewVisitor(context)
  await page.setViewportSize({ width: 320, height: 256 })
  await open(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Mobile' })
  await menu.getByRole('link', { name: 'Contact us' }).click()
  await expect(menu).toBeHidden()
  const form = page.getByRole('form', { name: 'Tell us about your board' })
  await form.getByLabel('Name').fill('Ada Vance')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Message').fill('Small window.')
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(form.getByText('Your message has been sent successfully!')).toBeVisible()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('every control outside of running text is at least 44 px high and wide', async ({ page }) => {
    for (const address of ['/', '/privacy']) {
      await open(page, address)
      // The checkbox has a hit area larger than its box, as the next test proves.
      const small = async () => (await smallTargets(page)).filter((target) => !target.includes('type="checkbox"'))
      await expect.poll(small, address).toEqual([])
    }
  })

  test('a tap within 22 px of the center of the checkbox reaches it', async ({ page }) => {
    await open(page, '/')
    const box = page.getByRole('checkbox')
    await box.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    let checked = await box.isChecked()
    for (const [dx, dy] of [
      [-21, -21],
      [-21, 21],
      [21, -21],
      [21, 21],
    ] as const) {
      // Content above may still move the checkbox.
      const { x, y, width, height } = (await box.boundingBox())!
      await page.touchscreen.tap(x + width / 2 + dx, y + height / 2 + dy)
      checked = !checked
      await expect(box).toBeChecked({ checked })
    }
  })
})

test.describe('in forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' }, colorScheme: 'dark' })

  test('checkmarks are visible, drawings keep their background, and buttons have a border', async ({ page }) => {
    await open(page, '/')
    const box = page.getByRole('checkbox')
    const tick = () =>
      box.evaluate((element) => {
        const { backgroundColor, scale } = getComputedStyle(element, '::before')
        return { differs: backgroundColor !== getComputedStyle(element).backgroundColor, scale }
      })
    await box.check()
    await expect.poll(tick).toEqual({ differs: true, scale: '1' })
    await box.uncheck()
    await expect.poll(async () => (await tick()).scale).toBe('0')

    const drawing = page.getByRole('img').first()
    await expect(drawing).toHaveCSS('forced-color-adjust', 'none')
    expect(await drawing.evaluate((svg) => getComputedStyle(svg).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
    for (const button of await page.getByRole('button').filter({ visible: true }).all()) {
      const edge = await button.evaluate((element) => {
        // A file input is transparent; its label is what is visible.
        const shown = element instanceof HTMLInputElement ? (element.closest('label') ?? element) : element
        const { borderTopColor, borderTopWidth, textDecorationLine } = getComputedStyle(shown)
        return { isSeen: borderTopWidth !== '0px' && !/, 0\)$/.test(borderTopColor), textDecorationLine }
      })
      expect(edge.isSeen || edge.textDecorationLine === 'underline').toBe(true)
    }
  })
})
