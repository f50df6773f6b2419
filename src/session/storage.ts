/**
 * The data that the session stores in the browser in addition to the tokens. If storage is blocked or full, the page
 * keeps working, and this data lasts only until the page is left.
 */

type Kind = 'sessionStorage' | 'localStorage'

/** Storage that falls back to memory when the browser's storage rejects a write. */
export class SafeStorage implements Storage {
  [name: string]: unknown
  readonly #kind: Kind
  readonly #memory = new Map<string, string>()

  constructor(kind: Kind) {
    this.#kind = kind
  }

  /** The browser's storage; undefined if access to it is blocked. */
  get #own(): Storage | undefined {
    try {
      return globalThis[this.#kind]
    } catch {
      return undefined
    }
  }

  get length() {
    return this.keys().length
  }

  key(index: number) {
    return this.keys()[index] ?? null
  }

  getItem(key: string) {
    return this.#memory.get(key) ?? this.#own?.getItem(key) ?? null
  }

  setItem(key: string, value: string) {
    try {
      if (!this.#own) throw new Error('The browser’s storage is not available.')
      this.#own.setItem(key, value)
      this.#memory.delete(key)
    } catch {
      this.#memory.set(key, value)
    }
  }

  removeItem(key: string) {
    this.#memory.delete(key)
    this.#own?.removeItem(key)
  }

  clear() {
    this.#memory.clear()
    this.#own?.clear()
  }

  keys() {
    return [...new Set([...Object.keys(this.#own ?? {}), ...this.#memory.keys()])]
  }
}

export const tabStorage = new SafeStorage('sessionStorage')
export const siteStorage = new SafeStorage('localStorage')

const lastRouteKey = 'lastPublicRoute'

/** Writing these keys notifies the other tabs through the storage event, so each write needs a new value. */
export const logoutKey = 'logoutMarker'
export const loginKey = 'loginMarker'

/** Stores a URL of this site, with query and hash, to which the user returns after a login. */
export const saveRoute = (href: string) => tabStorage.setItem(lastRouteKey, href)

/** The path of the last URL stored; the root if none was stored, or if the URL leads to another site or to /login. */
export const lastRoute = () => safeReturn(tabStorage.getItem(lastRouteKey) ?? '/')

/**
 * Returns a URL that begins with a path on this site, including query and hash; the root for any other URL and for
 * /login.
 */
export function safeReturn(href: string): string {
  if (!href.startsWith('/') || !URL.canParse(href, location.origin)) return '/'
  const url = new URL(href, location.origin)
  if (url.origin !== location.origin || url.pathname === '/login') return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

const mark = (key: string) => () => siteStorage.setItem(key, `${Date.now()}-${Math.random()}`)
export const markLogout = mark(logoutKey)
export const markLogin = mark(loginKey)

/** A flag in sessionStorage that survives the redirect to the provider and back. */
const tabMark = (key: string) => ({
  set: () => tabStorage.setItem(key, '1'),
  clear: () => tabStorage.removeItem(key),
  isSet: () => tabStorage.getItem(key) !== null,
})

/**
 * Set when a rejection by the API redirected this tab to the login page. The next rejection is shown instead of
 * redirecting again.
 */
export const refusalMark = tabMark('sessionRefused')

/** Set when this tab has checked for a session with a full-page redirect, which happens only once. */
export const probeMark = tabMark('sessionProbed')

/** Set when the user's data was deleted. The page that follows the logout reports it. */
export const deletionMark = tabMark('dataDeleted')

export const profileKey = 'userProfile'

export const forgetProfile = () => tabStorage.removeItem(profileKey)

const userKey = 'lastUserId'

/** The last user of this tab, so that their data is removed when another user signs in. */
export const userMark = {
  set: (userId: string) => tabStorage.setItem(userKey, userId),
  isOf: (userId: string) => tabStorage.getItem(userKey) === userId,
}
