import type { DifferentialPair } from '../nets/differential-pairs'
import type { NetGroups } from '../nets/net-groups'
import type { Net } from '../net'

/**
 * Matches the reference designators of resistors, capacitors, inductors, ferrites and filters, including those in
 * hierarchical names.
 */
const passive = /(?:^|[._/-])(?:R|C|L|FB|FL|RN|RA|CM)\d+[A-Z]?$/i

/** The maximum number of nets at a series part: the two nets of a pair on each of its sides. */
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

/**
 * Finds single nets on the two sides of a series part: a passive part between exactly two nets, neither of which is a
 * supply or belongs to a pair. A part between two pins of one component, such as a termination, is not in series. Nets
 * that would be linked to several others are omitted, since a driver with a series resistor for each of its receivers
 * is not one lane. For each linked net, returns a list that contains only the other net, since a pair can be linked to
 * several others (`linkedPairs`).
 */
export function linkedNets(nets: Net[], { pairs, power, ground }: NetGroups): Map<string, string[]> {
  const others = new Set([...power, ...ground, ...pairs.flatMap(({ positive, negative }) => [positive, negative])])
  const partsOf = new Map(nets.map(({ name, parts }) => [name, new Set(parts)]))
  const netsAt = new Map<string, string[]>()
  for (const [name, parts] of partsOf) {
    for (const part of parts) if (isPassive(part)) netsAt.set(part, [...(netsAt.get(part) ?? []), name])
  }
  const links = new Map<string, Set<string>>()
  for (const [one, other, ...more] of netsAt.values()) {
    if (one === undefined || other === undefined || more.length > 0 || others.has(one) || others.has(other)) continue
    const ends = partsOf.get(other)
    if ([...(partsOf.get(one) ?? [])].some((part) => !isPassive(part) && ends?.has(part))) continue
    links.set(one, (links.get(one) ?? new Set()).add(other))
    links.set(other, (links.get(other) ?? new Set()).add(one))
  }
  return new Map(
    [...links].flatMap(([name, linked]) => {
      const [other = ''] = linked
      return linked.size === 1 && links.get(other)?.size === 1 ? [[name, [other]] as const] : []
    }),
  )
}
