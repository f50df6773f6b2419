import type { Locator, Page } from '@playwright/test'

import { expect } from './fixtures'

/** Presses Tab, or another key, until the element has focus. Gives up after fifty presses. */
export async function tabTo(page: Page, element: Locator, key = 'Tab') {
  await expect(element).toBeEnabled()
  const hasFocus = () => element.evaluate((it) => it === document.activeElement)
  for (let stops = 0; stops < 50 && !(await hasFocus()); stops += 1) await page.keyboard.press(key)
  await expect(element).toBeFocused()
}

/** Goes to the element by Tab and presses Enter. */
export async function enter(page: Page, element: Locator) {
  await tabTo(page, element)
  await page.keyboard.press('Enter')
}
