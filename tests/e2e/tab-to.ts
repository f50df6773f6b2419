import type { Locator, Page } from '@playwright/test'

import { expect } from './fixtures'

/**
 * Presses Tab, or another key, until the element has focus. Gives up after fifty presses. Returns the number of presses.
 */
export async function tabTo(page: Page, element: Locator, key = 'Tab'): Promise<number> {
  await expect(element).toBeEnabled()
  const hasFocus = () => element.evaluate((it) => it === document.activeElement)
  let stops = 0
  for (; stops < 50 && !(await hasFocus()); stops += 1) await page.keyboard.press(key)
  await expect(element).toBeFocused()
  return stops
}

/** Goes to the element by Tab and presses Enter. Returns the number of times that Tab was pressed. */
export async function enter(page: Page, element: Locator): Promise<number> {
  const stops = await tabTo(page, element)
  await page.keyboard.press('Enter')
  return stops
}
