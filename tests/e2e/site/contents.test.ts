import type { Page } from '@playwright/test'

import { covers } from '../../spec-coverage/covers'
import { expectAccessible } from '../axe'
import { expect, test } from '../fixtures'

const contentsOf = (page: Page) => page.getByRole('navigation', { name: 'Contents' })
const marked = (page: Page) => contentsOf(page).locator('[aria-current]')
const pages = [
  ['/terms', 29],
  ['/privacy', 15],
] as const

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the contents of the legal pages are folded on a phone and beside the text on a desktop', async ({ page }) => {
    covers('decisions-legal-contents')
    for (const [address, sections] of pages) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(address)
      const contents = contentsOf(page)
      const links = contents.getByRole('link')
      await expect(links).toHaveCount(0)
      // The text begins on the first screen.
      await expect(page.getByRole('article').locator('p').first()).toBeInViewport()
      await contents.locator('summary').focus()
      await page.keyboard.press('Enter')
      await expect(links).toHaveCount(sections)
      await page.keyboard.press('Tab')
      await expect(links.first()).toBeFocused()
      await links.nth(9).press('Enter')
      await expect(page.getByRole('article').getByRole('heading', { level: 2 }).nth(9)).toBeInViewport()
      await contents.locator('summary').press('Enter')
      await expect(links).toHaveCount(0)

      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(address)
      await expect(links).toHaveCount(sections)
      await expect(contents.locator('summary')).toBeHidden()
      await expect(contents.getByRole('heading', { name: 'Contents' })).toBeVisible()
      await links.last().press('Enter')
      await expect(page.getByRole('article').getByRole('heading', { level: 2 }).last()).toBeInViewport()
      await links.nth(9).press('Enter')
      await expect(links.nth(9)).toBeInViewport()
      await expect(contents).toBeInViewport()
    }
  })
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1440, height: 900 } })

  test('the contents mark the section that is being read, on direct visits and after a navigation', async ({
    page,
  }) => {
    covers('decisions-legal-current')
    const walk = async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'TERMS OF SERVICE' })).toBeVisible()
      await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
      await expect(marked(page)).toHaveCount(0)
      await contentsOf(page).getByRole('link').nth(11).click()
      await expect(marked(page)).toHaveText(/^12\. /)
      // A section that cannot be scrolled to the top.
      await contentsOf(page).getByRole('link').last().click()
      await expect(marked(page)).toHaveText(/^29\. /)
      await expect(marked(page)).toBeInViewport({ ratio: 1 })
      await page.getByRole('article').getByRole('heading', { level: 2 }).nth(4).scrollIntoViewIfNeeded()
      await page
        .getByRole('article')
        .locator('section')
        .nth(4)
        .evaluate((section) => section.scrollIntoView())
      await expect(marked(page)).toHaveText(/^5\. /)
    }
    await page.goto('/terms')
    await walk()
    await expectAccessible(page, 'the terms with a marked section')
    await page.goto('/privacy')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click()
    await walk()
    await page.evaluate(() => window.scrollTo({ top: 0 }))
    await expect(marked(page)).toHaveCount(0)
  })
})

test('the folded contents have no accessibility violations at 320 px, and nothing overflows', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/terms')
  await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
  await expectAccessible(page, 'folded')
  await contentsOf(page).locator('summary').click()
  await expectAccessible(page, 'unfolded')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
