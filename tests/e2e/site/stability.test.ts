import type { Page } from '@playwright/test'

import { hold } from '../../support/routes'
import { expect, test } from '../fixtures'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Records elements that move after the overlay is gone. */
const watchPlaces = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    const places = new Map<Element, string>()
    const look = () => {
      const isOpen = document.querySelector('#root') && !document.querySelector('[data-loading-overlay]')
      for (const element of isOpen ? document.querySelectorAll('#root *') : []) {
        const { x, y, width, height } = element.getBoundingClientRect()
        const place = [x, y + scrollY, width, height].map((value) => value.toFixed(1)).join(' ')
        const before = places.get(element) ?? place
        if (before !== place) moved.push(`${element.outerHTML.slice(0, 80)}: ${before} → ${place}`)
        places.set(element, place)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

for (const address of ['/', '/privacy']) {
  for (const width of [390, 1024, 1440]) {
    test(`${address} at ${width} px: nothing moves or changes under the overlay, and while the code loads`, async ({
      page,
      stack,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await watchPlaces(page)
      // The response to the session check removes the overlay. Hold the check until the fonts are loaded, at its first
      // request, to the provider, because a route does not see the request after the redirect.
      let open = () => {}
      const fontsLoaded = new Promise<void>((resolve) => {
        open = resolve
      })
      await page.route(`${stack.config.oidc.issuer}/**`, async (route) => {
        await fontsLoaded
        await route.continue()
      })
      // Before the styles are applied, `document.fonts.ready` would resolve immediately.
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await page.evaluate(() => Promise.all(Array.from(document.fonts, (font) => font.load())))
      const overlay = page.locator('[data-loading-overlay]')
      await overlay.evaluate((element) => (element.style.visibility = 'hidden'))
      const pictures = [await page.screenshot()]
      open()
      await expect(overlay).toHaveCount(0)
      pictures.push(await page.screenshot())
      // The visitor's first action hydrates the page.
      await page.mouse.move(1, 1)
      // The first move event of a new pointer can report no movement.
      await page.mouse.move(2, 2)
      const root = page.locator('#root')
      while ((await root.getAttribute('data-later')) !== null) pictures.push(await page.screenshot())
      await page.waitForLoadState('networkidle')
      pictures.push(await page.screenshot())
      expect(pictures.findIndex((picture) => !picture.equals(pictures[0] ?? picture))).toBe(-1)
      expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
    })
  }
}

for (const width of [390, 1024, 1440]) {
  test(`the first screen at ${width} px: no line is rewrapped when the fonts arrive`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const heights = async () => {
      await page.goto('/')
      await page.evaluate(() => document.fonts.ready)
      return page
        .locator('h1, main > * p')
        .evaluateAll((texts) =>
          texts
            .slice(0, 4)
            .map((text) => [text.textContent.slice(0, 40), Math.round(text.getBoundingClientRect().height)]),
        )
    }
    const withFonts = await heights()
    await page.route('**/*.woff2', (route) => route.abort())
    expect(await heights()).toEqual(withFonts)
    expect(withFonts.length).toBeGreaterThan(1)
  })
}

for (const address of ['/', '/price', '/privacy', '/terms']) {
  test(`${address}: no column changes its width when the fonts arrive after the first paint`, async ({ page }) => {
    const release = await hold(page, '**/*.woff2')
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0)
    const look = () =>
      page.evaluate(() => ({
        hasFont: document.fonts.check("16px 'Geist Variable'"),
        columns: Array.from(document.querySelectorAll('main :is(section, article)'), (one) => one.clientWidth),
      }))
    const { hasFont, columns } = await look()
    expect(hasFont).toBe(false)
    expect(columns.length).toBeGreaterThan(1)
    release()
    await page.evaluate(() => document.fonts.ready)
    expect(await look()).toEqual({ hasFont: true, columns })
  })
}
