import type { BrowserContext } from '@playwright/test'

let visitors = 0

/**
 * Gives the browser its own address for the limits on messages, and returns the header that sets it. Other tests
 * of the same worker then have not used any of its messages.
 */
export async function asNewVisitor(context: BrowserContext) {
  visitors += 1
  const headers = { 'x-forwarded-for': `198.18.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}` }
  await context.setExtraHTTPHeaders(headers)
  return headers
}
