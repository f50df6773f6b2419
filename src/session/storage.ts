/**
 * What the session keeps in the browser's storage besides the tokens. Storage that is blocked or full costs the
 * convenience, never the page.
 */

type Kind = 'sessionStorage' | 'localStorage'

/** A storage that holds in memory what the browser's own refuses to take. */
export class SafeStorage implements Storage {
  [name: string]: unknown
  readonly #kind: Kind
  readonly #memory = new Map<string, string>()

  constructor(kind: Kind) {
    this.#kind = kind
  }

  /** The browser's own; undefined where even looking at it is refused. */
  get #own(): Storage | undefined {
    try {
      return globalThis[this.#kind]
    } catch {
      return undefined
    }
  }

  get length() {
    return this.#keys().length
  }

  key(index: number) {
    return this.#keys()[index] ?? null
  }

  getItem(key: string) {
    return this.#memory.get(key) ?? this.#own?.getItem(key) ?? null
  }

  setItem(key: string, value: string) {
    try {
      if (!this.#own) throw new Error('There is no storage.')
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

  #keys() {
    return [...new Set([...Object.keys(this.#own ?? {}), ...this.#memory.keys()])]
  }
}

export const tabStorage = new SafeStorage('sessionStorage')
export const siteStorage = new SafeStorage('localStorage')

const lastRouteKey = 'lastPublicRoute'

/** Their change is what the other tabs hear; the value only has to differ each time. */
export const logoutKey = 'logoutMarker'
export const loginKey = 'loginMarker'

/** Keeps an address of this site, with query and hash, for the return after a login. */
export const keepRoute = (href: string) => tabStorage.setItem(lastRouteKey, href)

/** The address kept last, or the root: only paths of this site that are not /login itself. */
export const keptRoute = () => safeReturn(tabStorage.getItem(lastRouteKey) ?? '/')

/** The address when it leads into this site and not to /login; the root otherwise. */
export function safeReturn(href: string): string {
  if (!href.startsWith('/') || !URL.canParse(href, location.origin)) return '/'
  const url = new URL(href, location.origin)
  if (url.origin !== location.origin || url.pathname === '/login') return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

const mark = (key: string) => () => siteStorage.setItem(key, `${Date.now()}-${Math.random()}`)
export const markLogout = mark(logoutKey)
export const markLogin = mark(loginKey)

/** Something that this tab has done, to be remembered over the way to the provider and back. */
const tabMark = (key: string) => ({
  set: () => tabStorage.setItem(key, '1'),
  clear: () => tabStorage.removeItem(key),
  isSet: () => tabStorage.getItem(key) !== null,
})

/** A refusal sent this tab to the login: the next one is shown and not tried again. */
export const refusalMark = tabMark('sessionRefused')

/** This tab has looked for a session with the whole page, which is done once. */
export const probeMark = tabMark('sessionProbed')

/** Holds the person's profile after it was loaded. */
export const profileKey = 'userProfile'

export const forgetProfile = () => tabStorage.removeItem(profileKey)

const personKey = 'lastUserId'

/** Whose tab this is, so that another person's things are taken away when somebody else signs in. */
export const personMark = {
  set: (userId: string) => tabStorage.setItem(personKey, userId),
  isOf: (userId: string) => tabStorage.getItem(personKey) === userId,
}
