import type { Board } from '../../formats/board/board'
import type { DifferentialPair } from '../../formats/nets/differential-pairs'
import type { Coupling } from './coupling'
import type { ImpedanceEstimate } from './impedance'
import {
  budgetOf,
  budgetText,
  impedanceLimitText,
  limitText,
  type InterfaceBudget,
  type SkewLimit,
} from './interface-budgets'
import type { NetFacts } from './net-facts'

/** The facts of a net, a differential pair or an interface, as a row of a table. Lengths are in mm, times in ps. */
export interface FactsRow {
  kind: 'net' | 'pair' | 'interface'
  name: string
  /** The kind of interface to which the row belongs; null if none was recognized. */
  of: string | null
  nets: string[]
  /**
   * The pairs or nets to which series parts connect this one, each identified by its first net; absent if there are
   * none.
   */
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
  /**
   * The skew within a pair, or across the lanes of an interface; null for nets and for interfaces with a single lane.
   */
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
  /** The limits of the budget that the values are known to meet; absent for nets, and if there is no budget. */
  within?: { skew?: string; impedance?: string }
  /** Sentences about the values outside the budget, with the source of the limit. */
  outliers: string[]
  /** For an interface, how many values of its pairs are outside the budget; 0 for pairs and nets. */
  pairOutliers: number
}

/** The mean length of the nets on each layer. */
const layersOf = (facts: NetFacts[], { copper }: Board): FactsRow['layers'] =>
  copper.flatMap((name, layer) => {
    const length = facts.reduce((sum, { layers }) => sum + (layers.get(layer) ?? 0), 0) / facts.length
    return length > 0 ? [{ name, length }] : []
  })

export const budgetTextOf = (of: string | null) => {
  const budget = of === null ? null : budgetOf(of)
  return budget && `${of}: ${budgetText(budget)}`
}

function shown(estimate: ImpedanceEstimate | null, isDifferential: boolean, { copper }: Board): FactsRow['impedance'] {
  if (!estimate) return null
  const { ohms, line, layer, width, outside } = estimate
  return { ohms, line, width, outside, layer: copper[layer] ?? '', isDifferential }
}

export const netRow = (name: string, own: NetFacts, of: string | null, board: Board): FactsRow => ({
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

export function pairRow(
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

/**
 * Compares a pair with the budget of its interface. Returns what exceeds the budget, and which limits the pair meets.
 */
export function pairBudget(
  { skew, impedance }: FactsRow,
  budget: InterfaceBudget | null,
): Pick<FactsRow, 'outliers' | 'within'> {
  if (!budget) return { outliers: [] }
  const { pairSkew, source } = budget
  const outliers: string[] = []
  const within: FactsRow['within'] = skewWithin(skew, pairSkew)
  if (budget.impedance && impedance) {
    const { ohms, tolerance } = budget.impedance
    const range = impedanceLimitText(budget.impedance)
    if (Math.abs(impedance.ohms - ohms) > (ohms * tolerance) / 100)
      outliers.push(`The estimated impedance is outside ${range} (${source}).`)
    else within.impedance = range
  }
  const limit = exceeded(skew, pairSkew)
  if (limit) outliers.push(`The skew exceeds ${limit} (${source}).`)
  return { outliers, within }
}

/**
 * The limit as text if the skew exceeds it; null otherwise. Without a stackup, the skew in time is unknown, so a limit
 * in ps is not checked.
 */
export const exceeded = (skew: FactsRow['skew'], limit: SkewLimit | null): string | null =>
  limit && isWithin(skew, limit) === false ? limitText(limit) : null

/** An object with the limit as text if the skew is known to be within it; an empty object otherwise. */
export const skewWithin = (skew: FactsRow['skew'], limit: SkewLimit | null): { skew?: string } =>
  limit && isWithin(skew, limit) ? { skew: limitText(limit) } : {}

/** Whether a skew is within a limit; null if the skew is not known. */
function isWithin(skew: FactsRow['skew'], limit: SkewLimit): boolean | null {
  if (!skew) return null
  if ('mm' in limit) return skew.length <= limit.mm
  return skew.time === null ? null : skew.time <= limit.ps
}
