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

test('the board in the hero draws its signals once', async ({ page }) => {
  await page.goto('/')
  const count = await page.locator(traces).count()
  expect(count).toBeGreaterThan(8)
  await expect.poll(() => animated(page)).toEqual(Array.from({ length: count }, () => ['1', '0']))
  await expect.poll(() => animated(page)).toEqual([])
  for (const trace of await page.locator(traces).all()) await expect(trace).toHaveCSS('stroke-dashoffset', '0px')
  // Not a second time when the page is hydrated.
  await page.mouse.move(1, 1)
  await expect(page.locator('#root')).not.toHaveAttribute('data-later')
  await page.waitForLoadState('networkidle')
  expect(await animated(page)).toEqual([])
})

test('with reduced motion the board is complete from the start', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.mouse.move(1, 1)
  await expect(page.locator('#root')).not.toHaveAttribute('data-later')
  await page.waitForLoadState('networkidle')
  expect(await animated(page)).toEqual([])
  expect(scripts.filter((name) => /draw-signals/.test(name))).toEqual([])
  expect(scripts.filter((name) => /page-libraries/.test(name))).not.toEqual([])
})
