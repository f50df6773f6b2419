import { linkedNets, linkedPairs } from '../../formats/interfaces/series-parts'
import type { Net } from '../../formats/net'
import type { NetGroups } from '../../formats/nets/net-groups'

/** The first nets of the pairs and single nets that series parts connect to a pair or net, by its own first net. */
export type LaneLinks = Map<string, string[]>

/** Finds the pairs and the single nets that series parts connect. */
export function laneLinks(nets: Net[], groups: NetGroups): LaneLinks {
  const ofPairs = Array.from(
    linkedPairs(groups.pairs, nets),
    ([pair, others]) => [pair.positive, others.map(({ positive }) => positive)] as const,
  )
  return new Map([...ofPairs, ...linkedNets(nets, groups)])
}

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
