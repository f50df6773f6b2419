import type { Board } from '../../formats/board/board'
import { netsWithParts } from '../../formats/board/board-nets'
import { counted } from '../../formats/counted'
import { connectorsOf } from '../../formats/interfaces/connectors'
import { findInterfaces } from '../../formats/interfaces/interfaces'
import { groupNets } from '../../formats/nets/net-groups'
import type { Stackup } from '../../formats/stackup'
import { rangesText, type Validity } from '../lines/line-estimate'
import { couplingOf } from './coupling'
import { type FactsRow, netRow, pairBudget, pairRow } from './facts-row'
import { estimateImpedance } from './impedance'
import { budgetOf } from './interface-budgets'
import { interfaceRow } from './interface-row'
import { laneLinks } from './lanes'
import { LayerStack } from './layer-stack'
import { netFacts } from './net-facts'
import { Planes } from './plane-map'
import { routingOf } from './routing'

export interface BoardNetFacts {
  rows: FactsRow[]
  /** Sentences about the stackup that was used, and about facts that could not be estimated. */
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
    return [{ ...row, ...pairBudget(row, of === null ? null : budgetOf(of)) }]
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
  return {
    rows: [...interfaceRows, ...pairs, ...netRows],
    remarks: [...remarks, ...(stack ? unknownVias(stack) : [])],
    formulas,
  }
}

function unknownVias({ unknown: [first, ...others] }: LayerStack): string[] {
  if (first === undefined) return []
  const layers = others.length === 0 ? first : `${first} and of ${counted(others.length, 'other dielectric')}`
  return [`Lengths and delays exclude vias: the stackup lacks the thickness of ${layers}.`]
}

/** The stackup for the estimates, or null if none fits the board, and what the user must know about it. */
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
