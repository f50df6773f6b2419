import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

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

/**
 * Runs axe on the current page. Tests that call it emulate reduced motion; color transitions in progress are awaited.
 */
export async function expectAccessible(page: Page, what: string) {
  await motionOver(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    what,
  ).toEqual([])
}

/** Both themes, the default one last. */
export const themes = ['dark', 'light'] as const

/** Applies a theme to the current page, as public/theme.js does before the first paint. */
export const showIn = (page: Page, theme: (typeof themes)[number]) =>
  page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), theme === 'dark')

/** Runs axe on the current page in both themes. */
export async function expectAccessibleInBothThemes(page: Page, what: string) {
  for (const theme of themes) {
    await showIn(page, theme)
    await expectAccessible(page, `${what}, ${theme}`)
  }
}
