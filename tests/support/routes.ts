import type { BrowserContext, Page, Route } from '@playwright/test'

type Address = Parameters<Page['route']>[0]
type Handler = (route: Route) => unknown

/**
 * Ends the routes of a URL. When the last route ends, Playwright would also turn interception off. Chromium forgets the
 * requests that are in flight at that moment: they never get a response, and code that is being loaded never arrives.
 * So a route that matches nothing stays.
 */
export async function unroute(target: Page | BrowserContext, address: Address, handler?: Handler) {
  await target.route(/^no-address:/, (route) => route.fallback())
  await target.unroute(address, handler)
}

/** Routes only the first request to a URL. Interception stays on, unlike with Playwright's option `times`. */
export async function routeOnce(target: Page | BrowserContext, address: Address, handler: Handler) {
  let isUsed = false
  await target.route(address, (route) => {
    if (isUsed) return route.fallback()
    isUsed = true
    return handler(route)
  })
}

/** Holds the requests to a URL until the returned function is called. Then they continue, or fail. */
export async function hold(page: Page, address: Address, then: 'continue' | 'abort' = 'continue') {
  let go = () => {}
  const arrival = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(address, async (route) => {
    await arrival
    await (then === 'abort' ? route.abort() : route.continue())
  })
  return go
}
