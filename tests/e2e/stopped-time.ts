import type { Page } from '@playwright/test'

/**
 * Stops the page's clock, which must be installed, until `page.clock.resume()`. States with a time limit then last as long
 * as the test needs.
 */
export async function stopClock(page: Page) {
  // Use a time that will still be in the future when the call arrives, even on a busy machine.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}

/**
 * Stops time in every page that is opened from now on: timers wait until the test advances the clock, and CSS
 * animations stand still.
 */
export async function stopTime(page: Page) {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 60_000)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
}
