import type { BrowserContext } from '@playwright/test'

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
