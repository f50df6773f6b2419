import type { DifferentialPair } from '../nets/differential-pairs'
import type { Net } from '../net'

/** Reference designators of resistors, capacitors, inductors, ferrites and filters, including in hierarchical names. */
const passive = /(?:^|[._/-])(?:R|C|L|FB|FL|RN|RA|CM)\d+[A-Z]?$/i

/** The maximum number of nets at a series part, which carries one pair from one side to the other. */
const mostNets = 4

export const isPassive = (part: string) => passive.test(part)

/**
 * Finds pairs that carry the same signal on the two sides of series parts, such as coupling capacitors: their nets meet
 * at passive parts with few other nets. Returns the linked pairs of each pair.
 */
export function linkedPairs(pairs: DifferentialPair[], nets: Net[]): Map<DifferentialPair, DifferentialPair[]> {
  const partsOf = new Map(nets.map(({ name, parts = [] }) => [name, new Set(parts.filter(isPassive))]))
  const netsOf = new Map<string, number>()
  for (const parts of partsOf.values()) for (const part of parts) netsOf.set(part, (netsOf.get(part) ?? 0) + 1)

  const pairsAt = new Map<string, DifferentialPair[]>()
  for (const pair of pairs) {
    for (const part of partsOf.get(pair.positive) ?? []) {
      if ((netsOf.get(part) ?? 0) > mostNets) continue
      const others = pairsAt.get(part) ?? []
      others.push(pair)
      pairsAt.set(part, others)
    }
  }
  const links = new Map<DifferentialPair, DifferentialPair[]>()
  const isLinkedAt = (one: DifferentialPair, other: DifferentialPair) => {
    const parts = partsOf.get(other.negative)
    return [...(partsOf.get(one.negative) ?? [])].some((part) => parts?.has(part))
  }
  for (const meeting of pairsAt.values()) {
    for (const one of meeting) {
      for (const other of meeting) {
        if (one !== other && isLinkedAt(one, other)) links.set(one, [...(links.get(one) ?? []), other])
      }
    }
  }
  return links
}
