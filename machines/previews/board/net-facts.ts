import { onFirstUse } from '../../lib/on-first-use'
import { csvOf } from '../csv-writer'

/** A net, a differential pair or an interface of a board with its facts. Lengths are in mm, times in ps. */
export type FactsRow = {
  kind: FactsKind
  name: string
  /** The kind of interface, such as "MIPI D-PHY", to which the row belongs; null if none was recognized. */
  of: string | null
  nets: string[]
  /**
   * The pairs or nets that series parts connect to this pair or net, each identified by its first net; absent if there
   * are none.
   */
  linked?: string[]
  /** For a pair, the mean length of its nets; for an interface, the length of its longest lane. */
  length: number
  /** The parts of `length` on each layer; the rest of the length is in vias. */
  layers: { name: string; length: number }[]
  vias: number
  layerChanges: number
  widths: number[]
  /**
   * The gap between the nets of a pair, from edge to edge. Null if they do not run alongside each other, and for other
   * rows.
   */
  gap: number | null
  /** The length over which the nets of a pair run alongside each other; null for other rows. */
  coupled: number | null
  /**
   * The skew within a pair, or across the lanes of an interface. Null for a net, and for an interface with a single
   * lane.
   */
  skew: { length: number; time: number | null } | null
  delay: number | null
  /** The share of the length over an unbroken reference plane, from 0 to 1; null for supplies. */
  referenced: number | null
  impedance: Impedance | null
  /** For an interface, the range of the impedances of its pairs, or of its nets if it has no pairs. */
  impedances?: { least: number; most: number; isDifferential: boolean }
  /** The usual budget of the interface with its source, as text; null if none is known. */
  budget: string | null
  /**
   * The limits that the skew or the impedance of a pair, or the skew of an interface, is known to meet, such as "2 ps" and
   * "100 Ω ± 10%"; absent if none was checked.
   */
  within?: { skew?: string; impedance?: string }
  /** The values that exceed the budget, as sentences. */
  outliers: string[]
  /** For an interface, how many values of its pairs exceed the budget. */
  pairOutliers: number
}

/**
 * An impedance estimated by a formula, in ohms. `outside` lists the formula's validity ranges that the line violates.
 */
export type Impedance = {
  ohms: number
  line: string
  layer: string
  width: number
  isDifferential: boolean
  outside: string[]
}

export type NetFacts = {
  rows: FactsRow[]
  remarks: string[]
  /** The validity ranges of the formulas for impedances, in words. */
  formulas: string[]
}

export type FactsKind = 'interface' | 'pair' | 'net'

/** The columns by which the table can be sorted. */
export type FactsColumn = 'name' | 'length' | 'skew' | 'delay' | 'vias' | 'referenced' | 'impedance'

export type FactsView = {
  column: FactsColumn | null
  isDescending: boolean
  query: string
  /** Null for all kinds. */
  kind: FactsKind | null
  isOutliersOnly: boolean
  /** The nets that the user asked about, such as those in a row of a report. Empty if all nets are treated equally. */
  highlighted: string[]
  /** Whether only the facts of the highlighted nets are listed. */
  isHighlightedOnly: boolean
}

/** The initial view: all rows in the order interfaces, pairs, nets. */
export const firstFactsView: FactsView = {
  column: null,
  isDescending: false,
  query: '',
  kind: null,
  isOutliersOnly: false,
  highlighted: [],
  isHighlightedOnly: true,
}

/** Sorts by a column in ascending order. Choosing the same column again reverses the order. */
export const sortedBy = (view: FactsView, column: FactsColumn): FactsView => ({
  ...view,
  column,
  isDescending: view.column === column && !view.isDescending,
})

const values: Record<FactsColumn, (row: FactsRow) => string | number | null> = {
  name: ({ name }) => name,
  length: ({ length }) => length,
  skew: ({ skew }) => skew && skew.length,
  delay: ({ delay }) => delay,
  vias: ({ vias }) => vias,
  referenced: ({ referenced }) => referenced,
  impedance: ({ impedance, impedances }) => impedance?.ohms ?? impedances?.least ?? null,
}

const natural = onFirstUse(() => new Intl.Collator('en', { numeric: true }).compare)

/** The rows that match the filters, in the chosen order. Rows without a value are last in both sort directions. */
export function shownFacts({ rows }: NetFacts, view: FactsView): FactsRow[] {
  const words = view.query.toLowerCase().split(/\s+/).filter(Boolean)
  const only = view.isHighlightedOnly && view.highlighted.length > 0 ? new Set(view.highlighted) : null
  const matching = rows.filter((row) => {
    const { kind, name, of, nets } = row
    // The facts of an interface are about all of its lanes, so they are listed only if all of these are highlighted.
    if (only && !nets.every((net) => only.has(net))) return false
    if (view.kind !== null && kind !== view.kind) return false
    if (view.isOutliersOnly && outliersOf(row).length === 0) return false
    // A board can have tens of thousands of nets, so the text is built only if it is searched.
    if (words.length === 0) return true
    const text = `${name} ${of ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const { column, isDescending } = view
  if (column === null) return matching
  return matching.toSorted((one, other) => {
    const [a, b] = [values[column](one), values[column](other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : natural()(String(a), String(b))
    return isDescending ? -order : order
  })
}

/**
 * The parts of a row's length: those on each layer, then the rest, which is in vias. Empty if no part is on a layer.
 */
export function lengthParts({ length, layers }: FactsRow): FactsRow['layers'] {
  const inVias = layers.reduce((rest, layer) => rest - layer.length, length)
  return layers.length > 0 && inVias >= 0.005 ? [...layers, { name: 'Vias', length: inVias }] : layers
}

/** What the length and the skew of a row refer to, if it has several nets. */
export const measuredOn: Record<FactsKind, { length: string | null; skew: string | null }> = {
  interface: { length: 'longest lane', skew: 'across lanes' },
  pair: { length: 'mean of both nets', skew: 'within the pair' },
  net: { length: null, skew: null },
}

/** The length of a net, and the skew of its pair, as names and values; empty if the net has no tracks. */
export function lengthsOf({ rows }: NetFacts, net: string): [string, string][] {
  const own = rows.find(({ kind, name }) => kind === 'net' && name === net)
  const pair = rows.find(({ kind, nets }) => kind === 'pair' && nets.includes(net))
  return [
    ...(own ? [['Length', mmText(own.length)] satisfies [string, string]] : []),
    ...(pair?.skew ? [[`Skew within ${pair.name}`, skewText(pair.skew)] satisfies [string, string]] : []),
  ]
}

/** The net that is brought into view for a row; null for an interface, whose nets are spread across the board. */
export const netInView = ({ kind, nets }: FactsRow): string | null => (kind === 'interface' ? null : (nets[0] ?? null))

/** Text about the number of rows: how many of all match the filters, and how many of these are listed at most. */
export function listedText(length: number, all: number, mostListed: number): string {
  const cut = length > mostListed ? `; the first ${mostListed} are listed` : ''
  if (length === all) return `${all} ${all === 1 ? 'row' : 'rows'}${cut}.`
  return `${length} of ${all} rows ${length === 1 ? 'matches' : 'match'} the filters${cut}.`
}

/** The values of a row, including those of an interface's pairs, that exceed the budget, as sentences. */
export function outliersOf({ outliers, pairOutliers: count }: FactsRow): string[] {
  const ofPairs = `Its pairs have ${count === 1 ? '1 value' : `${count} values`} outside the usual budget.`
  return count > 0 ? [...outliers, ofPairs] : outliers
}

/** Why no row matches the filters, and the budgets of the board's interfaces if the user asked for outliers. */
export function noFacts(facts: NetFacts, view: FactsView): { reason: string; budgets: string[] } {
  if (!view.isOutliersOnly) return { reason: 'No row matches the filters.', budgets: [] }
  const budgets = [...new Set(facts.rows.flatMap(({ budget }) => budget ?? []))]
  if (budgets.length === 0) return { reason: 'No net belongs to an interface with a known budget.', budgets }
  const isFiltered = shownFacts(facts, { ...view, isOutliersOnly: false }).length < facts.rows.length
  return {
    reason: isFiltered
      ? 'No net that matches the other filters is outside its budget.'
      : 'No net is outside its budget.',
    budgets,
  }
}

/** Formats a length in mm with two decimals: "44.24 mm". */
export const mmText = (length: number) => `${length.toFixed(2)} mm`

/** The width of a track in mm, with up to three decimals. */
export const widthText = (width: number) => String(Number(width.toFixed(3)))

/** Formats a share from 0 to 1: "97%". It is rounded down, so that a plane with a gap is never shown as 100%. */
export const shareText = (share: number) => `${Math.floor(100 * share + 1e-9)}%`

export const viaText = (vias: number) => `${vias} ${vias === 1 ? 'via' : 'vias'}`

export const layerChangeText = (changes: number) => `${changes} layer ${changes === 1 ? 'change' : 'changes'}`

/** Formats a skew: "0.07 mm, 0.4 ps". The time is an estimate. */
export const skewText = ({ length, time }: { length: number; time: number | null }) =>
  time === null ? mmText(length) : `${mmText(length)}, ${time.toFixed(1)} ps`

/** Formats an impedance: "108 Ω differential (estimate)". */
export const impedanceText = ({ ohms, isDifferential }: Pick<Impedance, 'ohms' | 'isDifferential'>) =>
  `${ohms.toFixed(0)} Ω${isDifferential ? ' differential' : ''} (estimate)`

/**
 * The impedance of a row, or the range of the impedances of an interface: "98 to 103 Ω differential (estimate)". Null
 * if none could be estimated.
 */
export function impedanceOf({ impedance, impedances }: FactsRow): string | null {
  if (impedance || !impedances) return impedance && impedanceText(impedance)
  const { least, most, isDifferential } = impedances
  const to = impedanceText({ ohms: most, isDifferential })
  return least.toFixed(0) === most.toFixed(0) ? to : `${least.toFixed(0)} to ${to}`
}

/**
 * Describes a line: "edge-coupled coated microstrip, 0.13 mm wide on F.Cu", followed by those validity ranges of the
 * formula that the line violates.
 */
export function lineText({ line, width, layer, outside }: Impedance): string {
  const range = outside.length > 0 ? `; outside the formula’s range: ${outside.join(', ')}` : ''
  return `${line}, ${widthText(width)} mm wide on ${layer}${range}`
}

const heads = [
  ...[
    'Kind',
    'Name',
    'Interface',
    'Nets',
    'Length (mm)',
    'Lengths by layer (mm)',
    'Length in vias (mm)',
    'Vias',
    'Layer changes',
  ],
  ...['Widths (mm)', 'Gap (mm)', 'Coupled length (mm)', 'Skew (mm)', 'Skew, estimate (ps)', 'Delay, estimate (ps)'],
  ...['Over an unbroken plane (%)', 'Impedance, estimate (ohm)', 'Line', 'Outside the usual budget'],
]

/** The rows as comma-separated values (RFC 4180). */
export function factsCsv(rows: FactsRow[]): string {
  const decimals = (value: number | null | undefined, digits = 4) =>
    value === null || value === undefined ? '' : String(Number(value.toFixed(digits)))
  const ohmsOf = ({ impedance, impedances }: FactsRow) =>
    impedances ? `${decimals(impedances.least, 1)} to ${decimals(impedances.most, 1)}` : decimals(impedance?.ohms, 1)
  const lines = rows.map((row) => [
    ...[row.kind, row.name, row.of ?? '', row.nets.join('; '), decimals(row.length)],
    row.layers.map(({ name, length }) => `${name} ${decimals(length)}`).join('; '),
    decimals(lengthParts(row).find(({ name }) => name === 'Vias')?.length ?? 0),
    ...[decimals(row.vias), decimals(row.layerChanges), row.widths.map((width) => decimals(width)).join('; ')],
    ...[decimals(row.gap), decimals(row.coupled), decimals(row.skew?.length), decimals(row.skew?.time, 2)],
    ...[decimals(row.delay, 2), row.referenced === null ? '' : decimals(100 * row.referenced, 1)],
    ...[ohmsOf(row), row.impedance ? lineText(row.impedance) : '', outliersOf(row).join(' ')],
  ])
  return csvOf([heads, ...lines])
}
