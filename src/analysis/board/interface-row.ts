import { grouped } from '../../formats/grouped'
import type { FoundInterface } from '../../formats/interfaces/found-interface'
import { budgetTextOf, exceeded, type FactsRow, skewWithin } from './facts-row'
import { budgetOf, type InterfaceBudget } from './interface-budgets'
import { joinedLanes, type LaneLinks } from './lanes'

/**
 * The row of an interface; null if none of its nets has tracks. The lanes of an interface are its pairs and its nets
 * that are in no pair, both joined across series parts. They include the clock unless it is only a reference.
 */
export function interfaceRow(
  { kind, name, signals, clock }: FoundInterface,
  pairs: FactsRow[],
  rowOf: Map<string, FactsRow>,
  links: LaneLinks,
): FactsRow | null {
  const budget = budgetOf(kind)
  const nets = new Set([...signals, ...(budget?.isClockReference ? [] : clock)])
  const own = pairs.filter((pair) => pair.nets.every((net) => nets.has(net)))
  const paired = new Set(own.flatMap((pair) => pair.nets))
  const singles = [...nets].flatMap((net) => (paired.has(net) ? [] : (rowOf.get(net) ?? [])))
  const lanes = joinedLanes([...own, ...singles], links)
  if (lanes.length === 0) return null

  const rows = lanes.flat()
  const lengths = lanes.map((lane) => lane.reduce((sum, { length }) => sum + length, 0))
  const longest = lanes[lengths.indexOf(Math.max(...lengths))] ?? []
  const delays = lanes.map((lane) => sumOrNull(lane.map(({ delay }) => delay)))
  const all = rows.reduce((sum, { length }) => sum + length, 0)
  const times = sumOrNull(delays) === null ? null : delays.map((delay) => delay ?? 0)
  const skew = { length: spread(lengths), time: times && spread(times) }
  const layers = grouped(
    longest.flatMap((row) => row.layers),
    (layer) => layer.name,
  )
  const row: FactsRow = {
    kind: 'interface',
    name,
    of: kind,
    nets: [...nets],
    length: Math.max(...lengths),
    layers: Array.from(layers, ([layer, parts]) => ({
      name: layer,
      length: parts.reduce((sum, part) => sum + part.length, 0),
    })),
    vias: rows.reduce((sum, { vias }) => sum + vias, 0),
    layerChanges: rows.reduce((sum, { layerChanges }) => sum + layerChanges, 0),
    widths: [...new Set(rows.flatMap(({ widths }) => widths))],
    gap: null,
    coupled: null,
    skew: lanes.length > 1 ? skew : null,
    delay: times && Math.max(...times),
    referenced: rows.reduce((sum, { referenced, length }) => sum + (referenced ?? 0) * length, 0) / all,
    impedance: null,
    ...impedancesOf(rows),
    budget: budgetTextOf(kind),
    outliers: [],
    pairOutliers: rows.reduce((sum, { outliers }) => sum + outliers.length, 0),
  }
  if (!budget) return row
  const limit = exceeded(row.skew, budget.laneSkew)
  const across = limit ? [`The skew across lanes exceeds ${limit} (${budget.source}).`] : []
  const within = skewWithin(row.skew, budget.laneSkew)
  return { ...row, within, outliers: [...netGroupOutliers(singles, budget), ...across] }
}

function impedancesOf(rows: FactsRow[]): Pick<FactsRow, 'impedances'> {
  const known = rows.flatMap(({ impedance }) => impedance ?? [])
  const ofPairs = known.filter(({ isDifferential }) => isDifferential)
  const ohms = (ofPairs.length > 0 ? ofPairs : known).map((impedance) => impedance.ohms)
  if (ohms.length === 0) return {}
  return { impedances: { least: Math.min(...ohms), most: Math.max(...ohms), isDifferential: ofPairs.length > 0 } }
}

/** The outliers among single nets that must match each other, such as the wires of a C-PHY lane. */
function netGroupOutliers(nets: FactsRow[], { netGroups, source }: InterfaceBudget): string[] {
  if (!netGroups) return []
  const { sharing, segment, called, skew } = netGroups
  const lanes = Array.from(
    grouped(nets, ({ name }) => (segment ? name.replace(segment, '') : name)),
    ([name, parts]) => ({
      name,
      length: parts.reduce((sum, { length }) => sum + length, 0),
      delay: sumOrNull(parts.map(({ delay }) => delay)),
    }),
  )
  return [...grouped(lanes, ({ name }) => sharing.exec(name)?.[1]?.toUpperCase() ?? null)].flatMap(([shared, own]) => {
    if (shared === null) return []
    const delays = own.flatMap(({ delay }) => delay ?? [])
    const time = delays.length === own.length ? spread(delays) : null
    const limit = exceeded({ length: spread(own.map(({ length }) => length)), time }, skew)
    return limit
      ? [`The skew among the nets in the same ${called} as ${own[0]?.name} exceeds ${limit} (${source}).`]
      : []
  })
}

const spread = (values: number[]) => Math.max(...values) - Math.min(...values)

const sumOrNull = (values: (number | null)[]) =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
