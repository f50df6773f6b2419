import { isPassive, linkedNets, linkedPairs } from '../../formats/interfaces/series-parts'
import type { Net } from '../../formats/net'
import type { DifferentialPair } from '../../formats/nets/differential-pairs'
import type { NetGroups } from '../../formats/nets/net-groups'

/**
 * For each pair or single net, the pairs or nets to which series parts connect it. All are identified by their first
 * net.
 */
export type LaneLinks = Map<string, string[]>

/** Finds the pairs and the single nets that series parts connect. Pairs are connected only if they form a chain. */
export function laneLinks(nets: Net[], groups: NetGroups): LaneLinks {
  return new Map([...chainLinks(groups.pairs, nets), ...linkedNets(nets, groups)])
}

type LinkedPair = { pair: DifferentialPair; nets: string[]; others: DifferentialPair[] }

/**
 * The links of the pairs that form chains. Other links branch, for example at series parts that are fitted to select
 * one of two connectors, so a signal does not pass through all of them.
 */
function chainLinks(pairs: DifferentialPair[], nets: Net[]): LaneLinks {
  const linked = Array.from(
    linkedPairs(pairs, nets),
    ([pair, others]): LinkedPair => ({ pair, nets: [pair.positive], others: [...new Set(others)] }),
  )
  const links: LaneLinks = new Map(
    linked.map(({ pair, others }) => [pair.positive, others.map(({ positive }) => positive)]),
  )
  const partsOf = new Map(nets.map(({ name, parts }) => [name, new Set(parts)]))
  const chains = joinedLanes(linked, links).filter((lane) => {
    const middle = lane.filter(({ others }) => others.length > 1)
    return lane.length - middle.length === 2 && middle.every((one) => isPassedThrough(one, partsOf))
  })
  return new Map(chains.flat().map(({ pair }) => [pair.positive, links.get(pair.positive) ?? []]))
}

/**
 * Whether the signal of a pair comes from one linked pair and goes to another: it has no component at which a signal
 * could start or end, and no part that is connected to both linked pairs.
 */
function isPassedThrough({ pair, others }: LinkedPair, partsOf: Map<string, Set<string>>): boolean {
  const isPassed = (side: 'positive' | 'negative') =>
    [...(partsOf.get(pair[side]) ?? [])].every((part) =>
      isPassive(part) ? !others.every((other) => partsOf.get(other[side])?.has(part)) : part === '' || isBeside(part),
    )
  return others.length === 2 && isPassed('positive') && isPassed('negative')
}

/** Whether a part is one at which a signal does not end: a test point or a protection diode. */
const isBeside = (part: string) => /(?:^|[._/-])(?:TP|D)\d/i.test(part)

/** Groups the rows of pairs and single nets into lanes: rows that series parts connect form one lane. */
export function joinedLanes<Row extends { nets: string[] }>(rows: Row[], links: LaneLinks): Row[][] {
  const free = new Map(rows.map((row) => [row.nets[0] ?? '', row]))
  return rows.flatMap((first) => {
    const lane: Row[] = []
    const open = [first.nets[0] ?? '']
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const row = free.get(next)
      if (!row) continue
      free.delete(next)
      lane.push(row)
      open.push(...(links.get(next) ?? []))
    }
    return lane.length > 0 ? [lane] : []
  })
}
