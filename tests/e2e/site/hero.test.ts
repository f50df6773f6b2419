import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures'

const traces = '[data-lane]'

/** Returns the keyframes of all running animations of the board's signals. */
const animated = (page: Page) =>
  page.evaluate(
    (selector) =>
      document
        .getAnimations()
        .map(({ effect }) => effect)
        .filter((effect) => effect instanceof KeyframeEffect && effect.target?.matches(selector))
        .map((effect) => (effect as KeyframeEffect).getKeyframes().map(({ strokeDashoffset }) => strokeDashoffset)),
    traces,
  )

/** The first move event of a new pointer can report no movement. The page ignores such an event. */
async function moveMouse(page: Page) {
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
}

test('the board in the hero draws its signals once', async ({ page }) => {
  // Otherwise, the signals could be drawn before the test looks at them.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
  await page.goto('/')
  const count = await page.locator(traces).count()
  expect(count).toBeGreaterThan(8)
  await expect.poll(() => animated(page)).toEqual(Array.from({ length: count }, () => ['1', '0']))
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 })
  await expect.poll(() => animated(page)).toEqual([])
  for (const trace of await page.locator(traces).all()) await expect(trace).toHaveCSS('stroke-dashoffset', '0px')
  // The signals are not drawn a second time when the page is hydrated.
  await moveMouse(page)
  await expect(page.locator('#root')).not.toHaveAttribute('data-later')
  await page.waitForLoadState('networkidle')
  expect(await animated(page)).toEqual([])
})

test('with reduced motion the board is complete from the start', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await moveMouse(page)
  await expect(page.locator('#root')).not.toHaveAttribute('data-later')
  await page.waitForLoadState('networkidle')
  expect(await animated(page)).toEqual([])
  expect(scripts.filter((name) => /draw-signals/.test(name))).toEqual([])
  expect(scripts.filter((name) => /page-libraries/.test(name))).not.toEqual([])
})
