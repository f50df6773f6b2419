/**
 * What the session keeps in the browser's storage besides the tokens. Storage that is blocked or full costs the
 * convenience, never the page.
 */

const lastRouteKey = 'lastPublicRoute'
const refusalKey = 'sessionRefused'
/** Its change is what the other tabs hear; its value only has to differ each time. */
export const logoutKey = 'logoutMarker'

function attempt<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Keeps an address of this site, with query and hash, for the return after a login. */
export const keepRoute = (href: string) => attempt(() => sessionStorage.setItem(lastRouteKey, href), undefined)

/** The address kept last, or the root: only paths of this site that are not /login itself. */
export function keptRoute(): string {
  const href = attempt(() => sessionStorage.getItem(lastRouteKey), null) ?? '/'
  return safeReturn(href)
}

/** The address when it leads into this site and not to /login; the root otherwise. */
export function safeReturn(href: string): string {
  const url = attempt(() => new URL(href, location.origin), null)
  if (!url || url.origin !== location.origin || !href.startsWith('/') || url.pathname === '/login') return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

export const markLogout = () => attempt(() => localStorage.setItem(logoutKey, String(Date.now())), undefined)

/** Set while a refusal by the API has sent this tab to the login, so that the next one is shown and not tried again. */
export const refusalMark = {
  set: () => attempt(() => sessionStorage.setItem(refusalKey, '1'), undefined),
  clear: () => attempt(() => sessionStorage.removeItem(refusalKey), undefined),
  isSet: () => attempt(() => sessionStorage.getItem(refusalKey) !== null, false),
}
