import { tabStorage } from './storage'

/**
 * A duplicated tab copies the first one's stored tokens, and a rotating provider ends the session of both when a refresh
 * token is used twice. So each tab holds a lock under a name that is stored beside its tokens: whoever finds the lock
 * taken has a copy. Browsers without Web Locks never use stored tokens.
 */

const ownerKey = 'tokenOwner'
let held: string | null = null

/** Missing in old browsers and on plain http, whatever the types say. */
const locks = () => (navigator as { locks?: LockManager }).locks

const lockName = (owner: string) => `tokens-${owner}`

/** Marks the tokens now stored as this tab's own, for as long as the page lives. */
export function holdTokens() {
  if (held !== null && tabStorage.getItem(ownerKey) === held) return
  held = crypto.randomUUID()
  tabStorage.setItem(ownerKey, held)
  // Without the lock these tokens are not used by a later load, which asks the provider for its own.
  locks()
    ?.request(lockName(held), () => new Promise<never>(() => {}))
    .catch(console.warn)
}

/** Whether a tab that is open, this one or another, has tokens of its own. */
export async function areTokensHeld(): Promise<boolean> {
  const { held: all = [] } = (await locks()?.query()) ?? {}
  return all.some(({ name }) => name?.startsWith(lockName('')))
}

/** Whether the stored tokens are nobody else's. */
export async function mayUseStoredTokens(): Promise<boolean> {
  const owner = tabStorage.getItem(ownerKey)
  return (
    owner !== null && (await locks()?.request(lockName(owner), { ifAvailable: true }, (lock) => lock !== null)) === true
  )
}
