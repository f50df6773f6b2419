import { listed } from '../../lib/listed'
import {
  type FactsRow,
  layerChangeText,
  mmText,
  type NetFacts,
  shareText,
  skewText,
  viaText,
  widthText,
} from '../../previews/board/net-facts'

/** The facts about the nets in one row of a request, from the facts about the board. Pure functions. */

type Range = { least: number; most: number }

export type RowFacts = {
  /** The lengths of the lanes: the pairs, and the nets that belong to no pair, each joined across series parts. */
  length: Range
  /** The largest skew within a pair. */
  pairSkew: FactsRow['skew']
  /**
   * The limits of the usual budget that all pairs of the row meet; each is null if not all pairs are known to meet it.
   */
  pairLimits: { skew: string | null; impedance: string | null }
  /** The skew across the lanes of an interface, if all of its nets are in the row. */
  laneSkew: FactsRow['skew']
  /** The limit that the skew across lanes meets; null if it is not known to meet one. */
  laneLimit: string | null
  layers: string[]
  /** The totals for all nets of the row. */
  vias: number
  layerChanges: number
  widths: Range | null
  /** The gaps between the two nets of each pair. */
  gap: Range | null
  /**
   * The share of each net's or pair's length that is over an unbroken plane, from 0 to 1, and the net or pair with the
   * smallest share.
   */
  referenced: (Range & { worst: string }) | null
  /**
   * The estimated impedances, differential if the row has pairs. `isOutside`: a line is outside the range of its
   * formula.
   */
  ohms: (Range & { isDifferential: boolean; isOutside: boolean }) | null
  outliers: string[]
  /** Nets of the row that have no tracks. */
  unrouted: string[]
}

const rangeOf = (values: number[]): Range => ({ least: Math.min(...values), most: Math.max(...values) })
const rangeOrNull = (values: number[]): Range | null => (values.length > 0 ? rangeOf(values) : null)

/**
 * The rows of a board's facts by their first net. Without this index, a request with many rows would search the facts
 * of a large board many times.
 */
const indices = new WeakMap<NetFacts, Map<string, FactsRow[]>>()

function rowsByNet(facts: NetFacts): Map<string, FactsRow[]> {
  const known = indices.get(facts)
  if (known) return known
  const index = new Map<string, FactsRow[]>()
  for (const row of facts.rows) {
    const [net = ''] = row.nets
    const others = index.get(net)
    if (others) others.push(row)
    else index.set(net, [row])
  }
  indices.set(facts, index)
  return index
}

/** Shown if there are no facts about a row. */
export const noRowFacts = 'The board has no tracks for these nets.'

/** Returns the facts about some nets; null if the board has no tracks for them. */
export function rowFactsOf(facts: NetFacts, nets: string[]): RowFacts | null {
  const named = new Set(nets)
  const index = rowsByNet(facts)
  const own = [...named].flatMap((net) => index.get(net) ?? []).filter((row) => row.nets.every((net) => named.has(net)))
  const pairs = own.filter(({ kind }) => kind === 'pair')
  const paired = new Set(pairs.flatMap((pair) => pair.nets))
  const singles = own.filter(({ kind, name }) => kind === 'net' && !paired.has(name))
  const lanes = [...pairs, ...singles]
  if (lanes.length === 0) return null
  const routed = new Set(lanes.flatMap((lane) => lane.nets))
  const wide = own.find(({ kind, skew }) => kind === 'interface' && skew !== null)
  const impedances = (pairs.length > 0 ? pairs : singles).flatMap(({ impedance }) => impedance ?? [])
  return {
    length: rangeOf(laneLengths(lanes)),
    pairSkew: pairs.reduce<FactsRow['skew']>(
      (most, { skew }) => (skew && skew.length > (most?.length ?? -1) ? skew : most),
      null,
    ),
    pairLimits: {
      skew: sharedLimit(pairs.map(({ within }) => within?.skew)),
      impedance: sharedLimit(pairs.map(({ within }) => within?.impedance)),
    },
    laneSkew: wide?.skew ?? null,
    laneLimit: wide?.within?.skew ?? null,
    layers: [...new Set(lanes.flatMap(({ layers }) => layers.map(({ name }) => name)))],
    vias: lanes.reduce((sum, { vias }) => sum + vias, 0),
    layerChanges: lanes.reduce((sum, { layerChanges }) => sum + layerChanges, 0),
    widths: rangeOrNull([...new Set(lanes.flatMap(({ widths }) => widths))]),
    gap: rangeOrNull(pairs.flatMap(({ gap }) => gap ?? [])),
    referenced: referencedOf(lanes),
    ohms:
      impedances.length > 0
        ? {
            ...rangeOf(impedances.map(({ ohms }) => ohms)),
            isDifferential: pairs.length > 0,
            isOutside: impedances.some(({ outside }) => outside.length > 0),
          }
        : null,
    outliers: own.flatMap(({ name, outliers }) => outliers.map((one) => `${name}: ${one}`)),
    unrouted: nets.filter((net) => net !== 'N/A' && !routed.has(net)),
  }
}

/** The limit that all pairs meet; null if one of them is not known to meet it, or if they have different limits. */
function sharedLimit(limits: (string | undefined)[]): string | null {
  const [first, ...others] = new Set(limits)
  return first !== undefined && others.length === 0 ? first : null
}

/** Returns the length of each lane: the sum over the pairs or nets that series parts connect. */
function laneLengths(rows: FactsRow[]): number[] {
  const free = new Map(rows.map((row) => [row.nets[0] ?? '', row]))
  const lengthFrom = (net: string): number => {
    const row = free.get(net)
    if (!free.delete(net) || !row) return 0
    return (row.linked ?? []).reduce((sum, other) => sum + lengthFrom(other), row.length)
  }
  return rows.flatMap(({ nets: [first = ''] }) => (free.has(first) ? lengthFrom(first) : []))
}

function referencedOf(lanes: FactsRow[]): RowFacts['referenced'] {
  const known = lanes.flatMap(({ name, referenced }) => (referenced === null ? [] : { name, referenced }))
  const range = rangeOrNull(known.map(({ referenced }) => referenced))
  return range && { ...range, worst: known.find(({ referenced }) => referenced === range.least)?.name ?? '' }
}

const spanText = (least: string, most: string, unit: string) =>
  least === most ? `${most} ${unit}` : `${least} to ${most} ${unit}`

/**
 * The vias, widths, gaps and planes of a row: "6 vias, 2 layer changes · 0.1 mm wide, 0.13 mm apart · 83% (CSI_D1) to
 * 97% over a plane". Empty if nothing is known.
 */
function routingText({ vias, layerChanges, widths, gap, referenced }: RowFacts): string {
  const [least, most] = [shareText(referenced?.least ?? 0), shareText(referenced?.most ?? 0)]
  const parts = [
    [vias > 0 && viaText(vias), layerChanges > 0 && layerChangeText(layerChanges)],
    [
      widths && `${spanText(widthText(widths.least), widthText(widths.most), 'mm')} wide`,
      gap && `${spanText(gap.least.toFixed(2), gap.most.toFixed(2), 'mm')} apart`,
    ],
    [referenced && `${least === most ? least : `${least} (${referenced.worst}) to ${most}`} over a plane`],
  ]
  const texts = parts.map((part) => part.filter(Boolean).join(', '))
  return texts.filter(Boolean).join(' · ')
}

const withinText = (limit: string | null) => (limit === null ? '' : `, within the usual ${limit}`)

/** The facts as names and values. Times and impedances are marked as estimates. */
export function rowFactsList(facts: RowFacts): [string, string][] {
  const { length, pairSkew, pairLimits, laneSkew, laneLimit, layers, ohms, unrouted } = facts
  const routing = routingText(facts)
  const skew = (value: NonNullable<FactsRow['skew']>, limit: string | null) =>
    `${value.time === null ? mmText(value.length) : `${skewText(value)} (estimate)`}${withinText(limit)}`
  return [
    ['Length', spanText(length.least.toFixed(2), length.most.toFixed(2), 'mm')],
    ...(pairSkew ? [['Skew within pairs', skew(pairSkew, pairLimits.skew)] satisfies [string, string]] : []),
    ...(laneSkew ? [['Skew across lanes', skew(laneSkew, laneLimit)] satisfies [string, string]] : []),
    ['Layers', listed(layers)],
    ...(routing ? [['Routing', routing] satisfies [string, string]] : []),
    ...(ohms
      ? [
          [
            ohms.isDifferential ? 'Differential impedance' : 'Impedance',
            `${spanText(ohms.least.toFixed(0), ohms.most.toFixed(0), 'Ω')} (estimate${ohms.isOutside ? '; the line is outside the range of its formula' : ''})${withinText(pairLimits.impedance)}`,
          ] satisfies [string, string],
        ]
      : []),
    ...(unrouted.length > 0 ? [['Without tracks', unrouted.join(', ')] satisfies [string, string]] : []),
  ]
}
