import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures'

/** The rules in cascade layers that code has added, as text. */
const layeredRules = (page: Page) =>
  page.evaluate(() =>
    [...document.styleSheets]
      .filter(({ ownerNode }) => ownerNode instanceof HTMLStyleElement && !('styles' in ownerNode.dataset))
      .flatMap(({ cssRules }) => [...cssRules])
      .filter((rule) => rule instanceof CSSLayerBlockRule)
      .map(({ cssText }) => cssText),
  )

test('the code of a public page adds styles without moving those of the page, and without layers', async ({ page }) => {
  await page.addInitScript(() => {
    const removed: string[] = []
    Object.assign(window, { removed })
    new MutationObserver((changes) => {
      for (const { removedNodes } of changes)
        for (const node of removedNodes) if (node instanceof HTMLStyleElement) removed.push(node.outerHTML)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'See prices' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'The simulation price for your board' })).toBeVisible()
  await expect(page.locator('style[data-emotion]')).not.toHaveCount(0)
  expect(await page.evaluate(() => (window as unknown as { removed: string[] }).removed)).toEqual([])
  expect(await layeredRules(page)).toEqual([])
})
