import type { Page } from '@playwright/test'
import axeCore from 'axe-core'

import { expect } from './fixtures'

/** Waits for all finite animations and transitions to end. */
export const motionOver = (page: Page) =>
  page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    )
  })

/** The rules whose result depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe on the current page, with all rules or only `rules`. Waits for color transitions in progress. The caller
 * must emulate reduced motion, and the page's clock must be running.
 */
export async function expectAccessible(page: Page, what: string, rules?: string[]) {
  await motionOver(page)
  // AxeBuilder would load axe twice for each run: into the page, and into a separate page that merges frame results.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source)
  const violations = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const results = await axe.run({
      resultTypes: ['violations'],
      // WCAG 2.5.3, which axe does not check by default: speaking the visible text of a button must activate it.
      rules: { 'label-content-name-mismatch': { enabled: true } },
      ...(only && { runOnly: { type: 'rule', values: only } }),
    })
    // The visible text of an arrow in a chart is broken into lines.
    const isArrow = (id: string, html: string) =>
      id === 'label-content-name-mismatch' && html.startsWith('<g class="edge"')
    return results.violations.flatMap(({ id, nodes }) => {
      const found = nodes.flatMap(({ html }) => (isArrow(id, html) ? [] : [html]))
      return found.length === 0 ? [] : [`${id}: ${found.join(' | ')}`]
    })
  }, rules)
  expect(violations, what).toEqual([])
}

/** Applies a theme, as public/theme.js does before the first paint, and runs axe (only its color rules if dark). */
export async function expectAccessibleIn(page: Page, theme: 'dark' | 'light', what: string) {
  await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), theme === 'dark')
  await expectAccessible(page, `${what}, ${theme}`, theme === 'dark' ? colorRules : undefined)
}

/** Runs axe on the current page in both themes, which differ only in their colors. The page is light afterward. */
export async function expectAccessibleInBothThemes(page: Page, what: string) {
  await expectAccessibleIn(page, 'dark', what)
  await expectAccessibleIn(page, 'light', what)
}
