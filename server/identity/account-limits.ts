/**
 * Limits registrations and requests for new passwords: per network, and per e-mail address, so that nobody's mailbox is
 * flooded. Counters are kept in memory, like those of failed sign-ins.
 */
import { networkOf } from './sign-in-limits'

const HOUR_MS = 3_600_000
const MAX = { network: 20, address: 4 }
const MAX_COUNTERS = 10_000

export function createAccountLimits(now: () => number = Date.now) {
  const counts = new Map<string, { used: number; until: number }>()

  return {
    /** Counts an attempt and returns 0, or returns the milliseconds until the next attempt is allowed. */
    take(ip: string, email: string): number {
      const keys: [string, number][] = [
        [`network ${networkOf(ip)}`, MAX.network],
        [`address ${email}`, MAX.address],
      ]
      const current = (key: string) => {
        const count = counts.get(key)
        return count && count.until > now() ? count : { used: 0, until: now() + HOUR_MS }
      }
      const waits = keys.map(([key, max]) => (current(key).used >= max ? current(key).until - now() : 0))
      const wait = Math.max(...waits)
      if (wait > 0) return wait
      for (const [key] of keys) {
        const { used, until } = current(key)
        counts.delete(key)
        counts.set(key, { used: used + 1, until })
      }
      for (const key of counts.keys()) {
        if (counts.size <= MAX_COUNTERS) break
        counts.delete(key)
      }
      return 0
    },
  }
}
