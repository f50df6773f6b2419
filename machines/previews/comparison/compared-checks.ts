import type { Verdict } from '../verdict'
import { type NetworkCheck, verdictOfCheck } from '../network/network-view'

type Found = { verdict: Verdict; text: string }

/**
 * A check of two networks. `before` or `after` is null if that network has no such check. A one-port, for example, has
 * no check of its reciprocity.
 */
export type ComparedNetworkCheck = { name: string; before: Found | null; after: Found | null; moved: string }

/** Compares the checks of two networks, including how much their margins changed, in percentage points. */
export function comparedChecks(before: NetworkCheck[], after: NetworkCheck[]): ComparedNetworkCheck[] {
  const names = [...new Set([...after, ...before].map(({ name }) => name))]
  return names.map((name) => {
    const [one, other] = [before, after].map((checks) => checks.find((check) => check.name === name))
    return {
      name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      before: one ? foundOf(one) : null,
      after: other ? foundOf(other) : null,
      moved: one && other ? movedText(other.metric - other.limit - (one.metric - one.limit)) : '–',
    }
  })
}

const foundOf = (check: NetworkCheck): Found => ({
  verdict: verdictOfCheck(check),
  text: `${check.metric.toFixed(2)}%`,
})

function movedText(points: number): string {
  const size = Math.abs(points).toFixed(2)
  if (size === '0.00') return 'unchanged'
  return `${points < 0 ? '−' : '+'}${size}% (${points < 0 ? 'worse' : 'better'})`
}
