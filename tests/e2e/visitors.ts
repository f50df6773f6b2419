import { type BrowserContext, expect, type Page } from '@playwright/test'

let visitors = 0

/**
 * Gives the browser its own IP address, so that messages from other tests in the same worker do not count toward its
 * limit. Returns the header that sets the address.
 */
export async function asNewVisitor(context: BrowserContext) {
  visitors += 1
  const headers = { 'x-forwarded-for': `198.18.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}` }
  await context.setExtraHTTPHeaders(headers)
  return headers
}

/** Waits until the prerendered page is hydrated, which begins when the pointer moves. Its sections follow later. */
export async function expectHydrated(page: Page) {
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await expect(page.locator('#root')).not.toHaveAttribute('data-later')
}
