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
 * Lets early presses wait for the page's code without a limit, in every page that is opened from now on. A busy machine
 * may take longer than the 3 s after which the browser follows a link, and the 5 s after which it sends a form.
 */
export const waitForCode = (page: Page) =>
  page.addInitScript(() => {
    const set = window.setTimeout.bind(window)
    window.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) =>
      ms === 3_000 || ms === 5_000 ? 0 : set(run, ms, ...rest)) as typeof setTimeout
  })

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
