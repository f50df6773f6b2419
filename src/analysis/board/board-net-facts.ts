import type { Board } from '../../formats/board/board'
import { netsWithParts } from '../../formats/board/board-nets'
import { counted } from '../../formats/counted'
import { connectorsOf } from '../../formats/interfaces/connectors'
import { findInterfaces, type FoundInterface } from '../../formats/interfaces/interfaces'
import type { DifferentialPair } from '../../formats/nets/differential-pairs'
import { groupNets } from '../../formats/nets/net-groups'
import type { Stackup } from '../../formats/stackup'
import { rangesText, type Validity } from '../lines/line-estimate'
import { type Coupling, couplingOf } from './coupling'
import { estimateImpedance, type ImpedanceEstimate } from './impedance'
import { grouped } from './grouped'
import { budgetOf, budgetText, limitText, type InterfaceBudget, type SkewLimit } from './interface-budgets'
import { joinedLanes, type LaneLinks, laneLinks } from './lanes'
import { LayerStack } from './layer-stack'
import { type NetFacts, netFacts } from './net-facts'
import { Planes } from './plane-map'
import { routingOf } from './routing'

/** The facts of a net, a differential pair or an interface, as a row of a table. Lengths are in mm, times in ps. */
export interface FactsRow {
  kind: 'net' | 'pair' | 'interface'
  name: string
  /** The kind of interface to which the row belongs; null if none was recognized. */
  of: string | null
  nets: string[]
  /** The first nets of the pairs or nets to which series parts connect this pair or net; absent if there are none. */
  linked?: string[]
  /** For a pair, the mean length of its nets; for an interface, the length of its longest lane. */
  length: number
  /** The part of `length` on each layer; the rest is in vias. */
  layers: { name: string; length: number }[]
  vias: number
  layerChanges: number
  widths: number[]
  gap: number | null
  coupled: number | null
  /** The skew within a pair, or across the lanes of an interface. */
  skew: { length: number; time: number | null } | null
  delay: number | null
  referenced: number | null
  impedance:
    | (Omit<ImpedanceEstimate, 'layer' | 'permittivity' | 'ranges'> & {
        layer: string
        isDifferential: boolean
      })
    | null
  /** For an interface, the range of the impedances of its pairs, or of its nets if it has no pairs. */
  impedances?: { least: number; most: number; isDifferential: boolean }
  /** The usual budget of the interface as text, with the source; null if none is known. */
  budget: string | null
  /** Sentences about the values outside the budget, with the source of the limit. */
  outliers: string[]
  /** For an interface, how many values of its pairs are outside the budget; 0 for pairs and nets. */
  pairOutliers: number
}

export interface BoardNetFacts {
  rows: FactsRow[]
  /** The limitations of the facts, as sentences. */
  remarks: string[]
  /** For each type of line with an estimated impedance, the validity ranges of its formula. */
  formulas: string[]
}

/** A stackup file that was chosen for a board, or the reason why it could not be read. */
export type ChosenStackup = { name: string } & ({ stackup: Stackup } | { unreadable: string })

/**
 * Calculates the facts about a board's pairs, interfaces and nets that have tracks. Delays and impedances are estimated
 * with the chosen stackup if it fits the board, otherwise with the board's own.
 */
export function boardNetFacts(board: Board, chosen: ChosenStackup | null = null): BoardNetFacts {
  const nets = netsWithParts(board)
  const groups = groupNets(nets)
  const interfaces = findInterfaces(nets, groups, connectorsOf(board.footprints))
  const indexOf = new Map(nets.map(({ name }, index) => [name, index]))
  const supplies = new Set([...groups.power, ...groups.ground].flatMap((name) => indexOf.get(name) ?? []))
  const { stack, remarks } = stackOf(board, chosen)
  const planes = new Planes(board, supplies)
  const routing = routingOf(board)
  const facts = routing.map((own, net) => netFacts(own, { board, stack, planes, isSupply: supplies.has(net) }))
  const kindOf = new Map(
    interfaces.flatMap(({ kind, signals, clock }) => [...signals, ...clock].map((name) => [name, kind] as const)),
  )
  const at = (name: string) => {
    const net = indexOf.get(name) ?? -1
    const [own, pieces] = [facts[net], routing[net]?.pieces]
    return own && pieces && pieces.length > 0 ? { own, pieces } : null
  }

  const ranges = new Map<string, Validity[]>()
  for (const { impedance } of facts) if (impedance) ranges.set(impedance.line, impedance.ranges)
  const pairs = groups.pairs.flatMap((pair): FactsRow[] => {
    const [positive, negative] = [at(pair.positive), at(pair.negative)]
    if (!positive || !negative) return []
    const coupling = couplingOf(positive.pieces, negative.pieces)
    const of = kindOf.get(pair.positive) ?? null
    const around = coupling && positive.own.references.get(coupling.layer)
    const impedance = around && stack ? estimateImpedance(coupling, around, stack, coupling.gap) : null
    if (impedance) ranges.set(impedance.line, impedance.ranges)
    const row = pairRow(pair, [positive.own, negative.own], { coupling, impedance, of, board })
    return [{ ...row, outliers: pairOutliers(row, of === null ? null : budgetOf(of)) }]
  })
  const netRows = nets.flatMap(({ name }) => {
    const found = at(name)
    return found ? [netRow(name, found.own, kindOf.get(name) ?? null, board)] : []
  })
  const rowOf = new Map([...netRows.map((row) => [row.name, row] as const)])
  const links = laneLinks(nets, groups)
  const paired = new Set(groups.pairs.flatMap(({ positive, negative }) => [positive, negative]))
  for (const row of [...pairs, ...netRows.filter(({ name }) => !paired.has(name))]) {
    const linked = links.get(row.nets[0] ?? '')
    if (linked) row.linked = linked
  }
  const interfaceRows = interfaces.flatMap((found) => {
    const row = interfaceRow(found, pairs, rowOf, links)
    return row ? [row] : []
  })
  const formulas = Array.from(ranges, ([line, own]) => `${line}: ${rangesText(own)}`).toSorted()
  return { rows: [...interfaceRows, ...pairs, ...netRows], remarks, formulas }
}

/** The stackup for the estimates, and what the user must know about it. */
function stackOf(board: Board, chosen: ChosenStackup | null): { stack: LayerStack | null; remarks: string[] } {
  if (board.copper.length === 1) return { stack: null, remarks: [oneLayer] }
  const own = LayerStack.of(board, board.stackup)
  const none =
    'The board has no stackup that covers all of its copper layers, so lengths exclude vias, and delays and impedances are not estimated.'
  const instead = own ? 'The estimates use the stackup in the layout file instead.' : none
  if (!chosen) return { stack: own, remarks: own ? [] : [none] }
  if ('unreadable' in chosen) {
    return { stack: own, remarks: [`${chosen.name} could not be read as a stackup: ${chosen.unreadable} ${instead}`] }
  }
  const stack = LayerStack.of(board, chosen.stackup)
  if (stack) return { stack, remarks: [`Delays and impedances are estimated with the stackup in ${chosen.name}.`] }
  const layers = chosen.stackup.layers.filter(({ type }) => type === 'copper').length
  const counts = `${chosen.name} has ${counted(layers, 'copper layer')}, but the layout has ${counted(board.copper.length, 'copper layer')}.`
  return { stack: own, remarks: [`${counts} ${instead}`] }
}

const oneLayer = 'The board has one copper layer, and thus no reference plane: delays and impedances are not estimated.'

/** The mean length of the nets on each layer. */
const layersOf = (facts: NetFacts[], { copper }: Board): FactsRow['layers'] =>
  copper.flatMap((name, layer) => {
    const length = facts.reduce((sum, { layers }) => sum + (layers.get(layer) ?? 0), 0) / facts.length
    return length > 0 ? [{ name, length }] : []
  })

const budgetTextOf = (of: string | null) => {
  const budget = of === null ? null : budgetOf(of)
  return budget && `${of}: ${budgetText(budget)}`
}

function shown(estimate: ImpedanceEstimate | null, isDifferential: boolean, { copper }: Board): FactsRow['impedance'] {
  if (!estimate) return null
  const { ohms, line, layer, width, outside } = estimate
  return { ohms, line, width, outside, layer: copper[layer] ?? '', isDifferential }
}

const netRow = (name: string, own: NetFacts, of: string | null, board: Board): FactsRow => ({
  kind: 'net',
  name,
  of,
  nets: [name],
  length: own.length,
  layers: layersOf([own], board),
  vias: own.vias,
  layerChanges: own.layerChanges,
  widths: own.widths,
  gap: null,
  coupled: null,
  skew: null,
  delay: own.delay,
  referenced: own.referenced,
  impedance: shown(own.impedance, false, board),
  budget: budgetTextOf(of),
  outliers: [],
  pairOutliers: 0,
})

type OfPair = { coupling: Coupling | null; impedance: ImpedanceEstimate | null; of: string | null; board: Board }

function pairRow(
  { name, positive, negative }: DifferentialPair,
  [p, n]: [NetFacts, NetFacts],
  { coupling, impedance, of, board }: OfPair,
): FactsRow {
  const mean = (a: number | null, b: number | null) => (a === null || b === null ? null : (a + b) / 2)
  const time = p.delay === null || n.delay === null ? null : Math.abs(p.delay - n.delay)
  return {
    kind: 'pair',
    name,
    of,
    nets: [positive, negative],
    length: (p.length + n.length) / 2,
    layers: layersOf([p, n], board),
    vias: p.vias + n.vias,
    layerChanges: p.layerChanges + n.layerChanges,
    widths: [...new Set([...p.widths, ...n.widths])],
    gap: coupling?.gap ?? null,
    coupled: coupling?.length ?? 0,
    skew: { length: Math.abs(p.length - n.length), time },
    delay: mean(p.delay, n.delay),
    referenced: mean(p.referenced, n.referenced),
    impedance: shown(impedance, true, board),
    budget: budgetTextOf(of),
    outliers: [],
    pairOutliers: 0,
  }
}

function pairOutliers({ skew, impedance }: FactsRow, budget: InterfaceBudget | null): string[] {
  if (!budget) return []
  const { pairSkew, source } = budget
  const found: string[] = []
  if (budget.impedance && impedance) {
    const { ohms, tolerance } = budget.impedance
    if (Math.abs(impedance.ohms - ohms) > (ohms * tolerance) / 100)
      found.push(`The estimated impedance is outside ${ohms} Ω ± ${tolerance}% (${source}).`)
  }
  const limit = exceeded(skew, pairSkew)
  if (limit) found.push(`The skew exceeds ${limit} (${source}).`)
  return found
}

/** The limit as text if the skew exceeds it; null otherwise. A skew in time is unknown without a stackup. */
function exceeded(skew: FactsRow['skew'], limit: SkewLimit | null): string | null {
  if (!skew || !limit) return null
  const isExceeded = 'mm' in limit ? skew.length > limit.mm : skew.time !== null && skew.time > limit.ps
  return isExceeded ? limitText(limit) : null
}

/**
 * The lanes of an interface are its pairs and its nets that are in no pair, both joined across series parts. They include
 * the clock unless it is only a reference.
 */
function interfaceRow(
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
  return { ...row, outliers: [...netGroupOutliers(singles, budget), ...across] }
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
    return limit ? [`The skew within the ${called} of ${own[0]?.name} exceeds ${limit} (${source}).`] : []
  })
}

const spread = (values: number[]) => Math.max(...values) - Math.min(...values)

const sumOrNull = (values: (number | null)[]) =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
