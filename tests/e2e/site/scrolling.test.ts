import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures'
import { expectHydrated } from '../visitors'

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.locator('[data-loading-overlay]')).toHaveCount(0)
  await expectHydrated(page)
}
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const topOf = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((element) => Math.round(element.getBoundingClientRect().top))
/**
 * Resolves when the next scroll has ended. Call it before the scroll begins. Scrolls are animated unless motion is
 * reduced.
 */
const scrollEnd = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => addEventListener('scrollend', () => resolve(), { once: true })))
/**
 * Waits until the page has scrolled to within 16 px of a position: on a busy machine, Chromium ends an animated
 * scroll a few pixels early.
 */
const expectAbout = (page: Page, position: number) =>
  expect.poll(async () => Math.abs((await scrollY(page)) - position)).toBeLessThan(16)
const expectTop = (page: Page, id: string, top: number) =>
  expect.poll(async () => Math.abs((await topOf(page, id)) - top)).toBeLessThan(16)
const header = (page: Page) => page.getByRole('banner')

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(`with ${reducedMotion === 'reduce' ? 'reduced' : 'full'} motion`, () => {
    test.use({ contextOptions: { reducedMotion } })

    test('a link to an anchor works again after scrolling away from it', async ({ page }) => {
      await open(page, '/')
      const link = header(page).getByRole('link', { name: 'Tools' })
      await link.click()
      await expectTop(page, 'id_tools', 64)
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      await link.click()
      await expectTop(page, 'id_tools', 64)
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      await page.getByRole('contentinfo').getByRole('link', { name: 'S2SPice Tool' }).click()
      await expectTop(page, 'id_s2spice', 88)
    })

    test('Back from another page restores the scroll position: at the bottom, and below an anchor', async ({
      page,
    }) => {
      await open(page, '/#id_about')
      await expectTop(page, 'id_about', 64)
      await page.evaluate(() => window.scrollBy({ top: 200, behavior: 'instant' }))
      const below = await scrollY(page)
      await header(page).getByRole('link', { name: 'home' }).click()
      await expect(page).toHaveURL(/\/$/)
      await expect.poll(() => scrollY(page)).toBe(0)
      await page.goBack()
      await expectAbout(page, below)

      await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
      const bottom = await scrollY(page)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'TERMS OF SERVICE' })).toBeVisible()
      await expect.poll(() => scrollY(page)).toBe(0)
      await page.goBack()
      await expect(page.getByRole('contentinfo')).toBeInViewport()
      await expectAbout(page, bottom)
    })

    test('Back to an anchor of a reloaded page restores the scroll position', async ({ page }) => {
      await open(page, '/privacy')
      const contents = page.getByRole('navigation', { name: 'Contents' })
      const arrived = scrollEnd(page)
      await contents.getByRole('link', { name: 'How to contact us' }).click()
      await arrived
      await expect.poll(() => scrollY(page)).toBeGreaterThan(500)
      const there = await scrollY(page)
      await page.goto('/no-such-page')
      await page.goBack()
      await expect(page).toHaveURL(/\/privacy#contact$/)
      await expect.poll(() => scrollY(page)).toBe(there)
    })
  })
}

for (const address of ['/', '/#id_about']) {
  test(`scripts that arrive late do not scroll ${address} back`, async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await open(page, address)
    await page.evaluate(() => window.scrollTo({ top: 1_500, behavior: 'instant' }))
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await expect.poll(() => scrollY(page)).toBe(1_500)
    // The browser ignores the wheel before the page has been drawn.
    await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0)
    // Only a manual scroll ends the browser's own scroll restoration.
    await page.mouse.wheel(0, -300)
    await expect.poll(() => scrollY(page)).toBe(1_200)
    release()
    await expectHydrated(page)
    expect(await scrollY(page)).toBe(1_200)
  })
}

test('Tab in the header does not scroll the page', async ({ page }) => {
  await open(page, '/')
  await page.evaluate(() => window.scrollTo({ top: 1_500, behavior: 'instant' }))
  await header(page).getByRole('link', { name: 'home' }).focus()
  for (let stop = 0; stop < 6; stop++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('header') !== null)).toBe(true)
    expect(await scrollY(page)).toBe(1_500)
  }
})

test('focused elements are not hidden behind the header', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await open(page, '/')
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await page.getByRole('contentinfo').getByRole('link').first().focus()
  const tags: string[] = []
  for (;;) {
    await page.keyboard.press('Shift+Tab')
    const { inHeader, tag, name, top } = await page.evaluate(() => {
      const focused = document.activeElement!
      const { top } = focused.getBoundingClientRect()
      return {
        inHeader: focused.closest('header') !== null,
        tag: focused.tagName,
        name: focused.outerHTML.slice(0, 100),
        top,
      }
    })
    if (inHeader) break
    expect(top, name).toBeGreaterThanOrEqual(63)
    tags.push(tag)
  }
  expect(tags).toEqual(expect.arrayContaining(['A', 'BUTTON', 'INPUT', 'TEXTAREA']))
})

test('Back closes the menu of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/privacy')
  await header(page).getByRole('link', { name: 'home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Empowering/ })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeHidden()
  await expect(page.locator('html')).not.toHaveCSS('overflow-y', 'hidden')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByText('Contents').filter({ visible: true }).click()
  await contents.getByRole('link').first().click()
})
