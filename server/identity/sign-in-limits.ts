/**
 * How often a sign-in may fail. Counts stand in memory: there is one embedded provider, and a restart forgives.
 *
 * Guessing from one place is stopped by the counts of account and address. Guessing at one account from many places is
 * stopped by the account's own count, which a browser that has signed in to it before does not share: nobody can be
 * locked out by others at the browser they always use, and everywhere else only while the guessing goes on.
 */
import { isIPv6 } from 'node:net'

export const WINDOW_MS = 15 * 60_000
const MAX = { pair: 10, address: 50, account: 100 }
const KEPT = 10_000

export type Attempt = {
  /** Its account, or what was typed for one. */
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
    /** Milliseconds until the next attempt; 0 when it may be made now. */
    waitFor(attempt: Attempt): number {
      const full = keysOf(attempt).map(([kind, key]) => {
        const count = current(kind, key)
        return count && count.failures >= MAX[kind] ? count.until - now() : 0
      })
      return Math.max(...full)
    },

    noteFailure(attempt: Attempt): void {
      for (const [kind, key] of keysOf(attempt)) {
        const { failures, until } = current(kind, key) ?? { failures: 0, until: now() + WINDOW_MS }
        counts[kind].delete(key)
        counts[kind].set(key, { failures: failures + 1, until })
        const [oldest] = counts[kind].keys()
        if (counts[kind].size > KEPT && oldest !== undefined) counts[kind].delete(oldest)
      }
    },

    noteSuccess(attempt: Attempt): void {
      for (const [kind, key] of keysOf(attempt)) if (kind === 'pair') counts[kind].delete(key)
    },
  }
}

/** An IPv4 address as it is; of an IPv6 address the network, since one customer has all of its addresses. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}
