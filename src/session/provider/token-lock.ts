import { tabStorage } from '../storage'

/**
 * Duplicating a tab copies its stored tokens, and a rotating provider ends both sessions when a refresh token is used
 * twice. Each tab therefore holds a lock whose name is stored next to its tokens: a tab that finds its lock taken has a
 * copy. Browsers without Web Locks never use stored tokens.
 */

const ownerKey = 'tokenOwner'
let held: string | null = null

/** Undefined in old browsers and over plain HTTP, although its type does not declare this. */
const locks = () => (navigator as { locks?: LockManager }).locks

const lockName = (owner: string) => `tokens-${owner}`

/** Marks the stored tokens as this tab's own until the page is closed. */
export function holdTokens() {
  if (held !== null && tabStorage.getItem(ownerKey) === held) return
  held = crypto.randomUUID()
  tabStorage.setItem(ownerKey, held)
  // If the lock cannot be acquired, the next page load requests new tokens from the provider.
  locks()
    ?.request(lockName(held), () => new Promise<never>(() => {}))
    .catch(console.warn)
}

/**
 * Whether any open tab, including this one, has its own tokens. False if the browser refuses locks, as it does in a
 * page that is not active.
 */
export async function areTokensHeld(): Promise<boolean> {
  const { held: all = [] } =
    (await locks()
      ?.query()
      .catch(() => null)) ?? {}
  return all.some(({ name }) => name?.startsWith(lockName('')))
}

/**
 * Whether no other tab uses the stored tokens. False if the browser refuses the lock, because a copy would then go
 * unnoticed.
 */
export async function mayUseStoredTokens(): Promise<boolean> {
  const owner = tabStorage.getItem(ownerKey)
  if (owner === null) return false
  const isFree = locks()?.request(lockName(owner), { ifAvailable: true }, (lock) => lock !== null)
  return (await isFree?.catch(() => false)) === true
}
