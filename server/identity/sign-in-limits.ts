/**
 * Limits failed sign-ins. Counters are in memory: there is only one embedded provider, and a restart resets them.
 *
 * Guessing from one network is limited by a counter for the network, and by one for each pair of network and account.
 * Guessing the password of one account from many networks is limited by a counter for the account. Browsers that have
 * signed in to the account before are exempt from these counters and share one of their own. Attackers therefore cannot
 * lock users out of their usual browser, and can lock them out elsewhere only until the counter's window ends, at most
 * 15 minutes after the attack.
 */
import { isIPv6 } from 'node:net'

export const WINDOW_MS = 15 * 60_000
const MAX = { pair: 10, address: 50, account: 100 }
const MAX_COUNTERS = 10_000

export type Attempt = {
  /** The key that identifies the account, whether or not it exists; see keyOf in registered-accounts.ts. */
  account: string
  address: string
  /** Whether this browser has signed in to the account before. */
  isKnownBrowser: boolean
}

type Kind = keyof typeof MAX

export function createSignInLimits(now: () => number = Date.now) {
  const counts: Record<Kind, Map<string, { failures: number; until: number }>> = {
    pair: new Map(),
    address: new Map(),
    account: new Map(),
  }

  const keysOf = ({ account, address, isKnownBrowser }: Attempt): [Kind, string][] => {
    const network = networkOf(address)
    return isKnownBrowser
      ? [['pair', `known ${account}`]]
      : [
          ['pair', `${network} ${account}`],
          ['address', network],
          ['account', account],
        ]
  }

  const current = (kind: Kind, key: string) => {
    const count = counts[kind].get(key)
    return count && count.until > now() ? count : undefined
  }

  return {
    /** Returns the milliseconds until the next attempt is allowed; 0 if it is allowed now. */
    waitFor(attempt: Attempt): number {
      const waits = keysOf(attempt).map(([kind, key]) => {
        const count = current(kind, key)
        return count && count.failures >= MAX[kind] ? count.until - now() : 0
      })
      return Math.max(...waits)
    },

    /** Counts an attempt as failed until `noteSuccess` is called with it. */
    noteAttempt(attempt: Attempt): void {
      for (const [kind, key] of keysOf(attempt)) {
        const { failures, until } = current(kind, key) ?? { failures: 0, until: now() + WINDOW_MS }
        counts[kind].delete(key)
        counts[kind].set(key, { failures: failures + 1, until })
        const [oldest] = counts[kind].keys()
        if (counts[kind].size > MAX_COUNTERS && oldest !== undefined) counts[kind].delete(oldest)
      }
    },

    noteSuccess(attempt: Attempt): void {
      for (const [kind, key] of keysOf(attempt)) {
        const count = current(kind, key)
        if (kind === 'pair') counts[kind].delete(key)
        else if (count) count.failures--
      }
    },
  }
}

/** Returns an IPv4 address as is, and an IPv6 address as its /64 network, which usually belongs to one customer. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}
