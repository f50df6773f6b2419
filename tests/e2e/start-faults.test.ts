import type { Page } from '@playwright/test'

import { expect, test } from './fixtures'
import { stopTime, waitForCode } from '../support/stopped-time'
import { hold, unroute } from '../support/routes'

const overlay = (page: Page) => page.getByText('Loading...', { exact: true })

/**
 * Returns the time in ms from the first frame with the overlay until it disappears, the page's warnings, and the number
 * of frames in which the overlay covered the notice of the failed connection. The time does not start at the first
 * paint, which a busy machine reports up to several frames late.
 */
async function coveredFor(page: Page, address: string) {
  const warnings: string[] = []
  page.on('console', (message) => {
    // Ignore the browser's warnings about unused preloads, and the OpenID library's warnings about a missing login.
    if (message.type() === 'warning' && message.text().startsWith('The page ')) warnings.push(message.text())
  })
  await page.addInitScript(() => {
    let framesWithBoth = 0
    let firstFrame: number | null = null
    const look = () => {
      const covering = document.querySelector('[data-loading-overlay]')
      if (covering || document.readyState === 'complete') firstFrame ??= performance.now()
      const isGone = firstFrame !== null && (!covering || getComputedStyle(covering).visibility === 'hidden')
      const notice = document.getElementById('connection-notice')
      if (!isGone && notice?.checkVisibility()) framesWithBoth += 1
      const { dataset } = document.documentElement
      dataset['framesWithBoth'] = String(framesWithBoth)
      if (isGone) dataset['coveredFor'] = String(performance.now() - (firstFrame ?? 0))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-covered-for', /./)
  const numberIn = async (name: string) => Number(await page.locator('html').getAttribute(name))
  return { warnings, ms: await numberIn('data-covered-for'), framesWithBoth: await numberIn('data-frames-with-both') }
}

const never = () => new Promise<void>(() => {})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`with ${reducedMotion === 'reduce' ? 'reduced' : 'full'} motion`, () => {
    test.use({ contextOptions: { reducedMotion } })

    for (const [what, pattern, answer] of [
      ['config.json hangs', /\/config\.json$/, never],
      ['the entry script hangs', /\/assets\/index-.*\.js$/, never],
    ] as const) {
      test(`${what}: the overlay disappears 4 s after the first paint, with one warning`, async ({ page }) => {
        await page.route(pattern, answer)
        const { ms, warnings } = await coveredFor(page, '/privacy')
        expect(ms).toBeGreaterThanOrEqual(3_900)
        await expect.poll(() => warnings).toEqual(['The page is not ready after 4 seconds. It is shown as is.'])
        await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
        await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click()
        await expect(page.getByRole('article').getByRole('heading', { level: 2 }).last()).toBeInViewport()
        await expect(page.getByRole('alert').filter({ hasText: 'The connection failed' })).toBeHidden()
      })
    }

    for (const [what, pattern, status] of [
      ['config.json fails at once', /\/config\.json$/, null],
      ['the entry script is missing', /\/assets\/index-.*\.js$/, 404],
    ] as const) {
      test(`${what}: the overlay is replaced by the notice, and the page can be used`, async ({ page }) => {
        await page.route(pattern, (route) => (status ? route.fulfill({ status }) : route.abort()))
        const notice = page.getByRole('alert').filter({ hasText: 'The connection failed' })
        const { framesWithBoth, warnings } = await coveredFor(page, '/privacy')
        await expect(notice).toBeVisible()
        // The overlay ends with an animation of a few frames. If the overlay stayed for the full 4 s, there would
        // be more than two hundred frames.
        expect(framesWithBoth).toBeLessThanOrEqual(20)
        expect(warnings).toEqual([])
        await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').last().click()
        await expect(page.getByRole('article').getByRole('heading', { level: 2 }).last()).toBeInViewport()
      })
    }
  })
}

test('what is pressed while config.json is late is carried out once when it arrives, without a second overlay or warning', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const go = await hold(page, /\/config\.json$/)
  const { warnings } = await coveredFor(page, '/privacy')
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  await page.getByRole('button', { name: 'Open menu' }).click()
  go()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Use light theme' }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await expect(overlay(page)).toHaveCount(0)
  await expect.poll(() => warnings).toHaveLength(1)
})

test('content behind the overlay cannot be focused until the overlay is gone', async ({ page }) => {
  // The overlay disappears after 4 s at the latest.
  await stopTime(page)
  const go = await hold(page, /\/config\.json$/)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(overlay(page)).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  go()
  await expect(overlay(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})

test('a failed request for config.json shows a notice about the connection, and the page can be read', async ({
  page,
}) => {
  await page.route(/\/config\.json$/, (route) => route.abort())
  await page.goto('/privacy')
  const notice = page.getByRole('alert').filter({ hasText: 'The connection failed' })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
  await unroute(page, /\/config\.json$/)
  await notice.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  await expect(page.getByRole('button', { name: 'Use light theme' })).toBeVisible()
})

test('a page whose code fails to load shows a notice about the connection, and Try again loads it', async ({
  page,
}) => {
  await waitForCode(page)
  await page.goto('/terms')
  await expect(overlay(page)).toHaveCount(0)
  await page.route(/\/assets\/(privacy-page|legal-page)-.*\.js$/, (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This page did not load' })).toBeVisible()
  await expect(page.getByText('The connection failed. Check your network, then try again.')).toBeVisible()
  await unroute(page, /\/assets\/(privacy-page|legal-page)-.*\.js$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
})

test('the workspace shows a notice when its code takes too long to load', async ({ page }) => {
  await page.route(/\/assets\/index-.*\.js$/, never)
  await coveredFor(page, '/workspace')
  await expect(page.getByRole('heading', { name: 'This is taking longer than usual' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
})
