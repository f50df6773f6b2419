import type { Page } from '@playwright/test'

/**
 * Stops the page's clock, which must be installed, until `page.clock.resume()`. States with a time limit then last as
 * long as the test needs.
 */
export async function stopClock(page: Page) {
  // Use a time that will still be in the future when the call arrives, even on a busy machine.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
}

/** How many milliseconds a clicked link and a submitted form wait for the page's code before the browser acts. */
export const codeLimits = { link: 3_000, form: 5_000 }

/**
 * Removes the time limits within which clicks and submits wait for the page's code, because a busy machine may take
 * longer to load it. Applies to every page that is opened from now on.
 */
export const waitForCode = (page: Page) =>
  page.addInitScript((limits) => {
    const set = window.setTimeout.bind(window)
    window.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) =>
      ms !== undefined && limits.includes(ms) ? 0 : set(run, ms, ...rest)) as typeof setTimeout
  }, Object.values(codeLimits))

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
