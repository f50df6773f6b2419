import { complexText } from '../../lib/complex-text'
import { MB } from '../../lib/file-size'
import { asInFile, formText, type Impedances, impedancesText, type PortForm, realImpedances } from './network-form'
import {
  type Curve,
  curveName,
  curveNamed,
  isMixable,
  type NetworkFacts,
  parametersOf,
  type PortPair,
} from './network-plot.machine'

/** What is drawn for each network: the parameter's magnitude in dB, or its phase in degrees. */
export const comparisonQuantities = ['magnitude', 'phase', 'unwrapped phase'] as const
export type ComparisonQuantity = (typeof comparisonQuantities)[number]

/** The difference in the drawn quantity, or the magnitude of the complex difference in dB. */
export const comparisonDifferences = ['shown', 'complex'] as const
export type ComparisonDifference = (typeof comparisonDifferences)[number]

/** What a comparison of networks shows, for the address. Null stands for the initial choice. */
export type NetworkComparisonView = {
  /** The name of a parameter, such as S21 or SDD21. */
  curve: string | null
  quantity: ComparisonQuantity
  difference: ComparisonDifference
  /** The key of the network with which the others are compared. */
  reference: string | null
  /** The ids of the project's files that were added. */
  added: string[]
  /** The order of the ports and the reference resistance chosen for a network, by the network's key. */
  forms: Record<string, PortForm>
}

export const firstNetworkComparison: NetworkComparisonView = {
  curve: null,
  quantity: 'magnitude',
  difference: 'shown',
  reference: null,
  added: [],
  forms: {},
}

/** The key of a network of the previewed file, by its number from 1. */
export const networkKey = (number: number) => `n${number}`

/** The initial comparison of a file's only network, in the form in which it was shown, with the added networks. */
export const comparisonInForm = ({ order, reference }: PortForm, added: string[]): NetworkComparisonView => ({
  ...firstNetworkComparison,
  added,
  forms: order || reference !== null ? { [networkKey(1)]: { order, reference } } : {},
})

/** More curves could not be distinguished. */
export const maxCompared = 12
/**
 * No network is added if the total size would exceed this limit, because larger networks could exhaust the memory of
 * the page.
 */
export const maxComparedBytes = 256 * MB
/** The number of ports, counted from the first, whose parameters can be compared. */
const maxPorts = 16

/**
 * A network that can be compared. The key of an added network is the id of its file; the key of any other is a letter
 * followed by its number.
 */
export type ComparedNetwork = {
  key: string
  label: string
  isAdded: boolean
  facts: Pick<NetworkFacts, 'parameter' | 'ports' | 'references' | 'modes' | 'impedances' | 'remarks'>
}

/** A parameter of a network, with the form in which the network is used. */
export type ComparedCurve = { key: string; form: PortForm; parameter: NetworkFacts['parameter']; curve: Curve }

export type Comparison = {
  /** What is compared, which may be the previous choice while the next one is being computed. */
  shown: { curve: string; quantity: ComparisonQuantity; difference: ComparisonDifference; reference: string }
  /** The common axis, and the frequencies of the reference, in Hz. */
  frequencies: Float64Array
  referenceFrequencies: Float64Array
  /**
   * `label` contains the network's form. `position` is the network's index among all networks, which determines its
   * color.
   */
  curves: { key: string; label: string; position: number; values: Float64Array }[]
  differences: {
    key: string
    label: string
    position: number
    values: Float64Array
    largest: { frequency: number; value: number } | null
  }[]
  /**
   * The reference impedance of each port, for S-parameters. Different reference impedances alone make the parameters
   * differ.
   */
  normalizations: { key: string; impedances: Impedances }[]
  /** The port pairs of the networks in mixed mode. Ports are numbered as in the form of their network. */
  pairs: { key: string; pairs: PortPair[] }[]
  /** The networks that are not drawn. */
  refused: { key: string; reason: string }[]
}

/** A request for a comparison: all networks, and the parameter to compare for each network that has it. */
export type ComparisonWanted = { networks: ComparedNetwork[]; curves: ComparedCurve[]; shown: Comparison['shown'] }

/** The values of a comparison, for networks that are identified by their keys. */
export type ComputedComparison = Omit<Comparison, 'shown' | 'curves' | 'differences' | 'normalizations'> & {
  curves: Omit<Comparison['curves'][number], 'label' | 'position'>[]
  differences: Omit<Comparison['differences'][number], 'label' | 'position'>[]
}

/** The facts of a network in the form chosen for it. */
function formedFacts({ key, facts }: ComparedNetwork, forms: NetworkComparisonView['forms']): ComparedNetwork['facts'] {
  const form = forms[key]
  if (!form) return facts
  const { order, reference } = form
  const { modes, references, impedances } = facts
  const isOrdered = order?.length === references.length
  const ordered = <One>(list: One[]) => (isOrdered ? order.flatMap((port) => list[port - 1] ?? []) : list)
  return {
    ...facts,
    modes: modes && ordered(modes),
    references: ordered(references),
    impedances: impedances && ordered(impedances),
    ...(reference !== null &&
      !modes && { parameter: 'S', references: references.map(() => reference), impedances: null }),
  }
}

/** The names of all parameters that at least one network has, up to port `maxPorts`. */
export function comparedNames(networks: ComparedNetwork[], forms: NetworkComparisonView['forms']): string[] {
  const names = networks.flatMap((network) => {
    const facts = formedFacts(network, forms)
    return parametersOf(facts).flatMap((parameter) => {
      const size = Math.min(facts.ports, maxPorts)
      const single = matrixOf('single', size).map((curve) => curveName(curve, parameter, facts.modes))
      const pairs = isMixable({ ...facts, parameter }) ? Math.floor(size / 2) : 0
      const mixed = (['dd', 'dc', 'cd', 'cc'] as const).flatMap((mode) => matrixOf(mode, pairs))
      return [...single, ...mixed.map((curve) => curveName(curve, parameter))]
    })
  })
  return [...new Set(names)]
}

const matrixOf = (mode: Curve['mode'], size: number): Curve[] =>
  Array.from({ length: size * size }, (_, at) => ({ mode, to: Math.floor(at / size) + 1, from: (at % size) + 1 }))

/** Whether a parameter is a mixed-mode one, such as SDD21. */
export const isModeName = (name: string) => /^[A-Z]{3}/.test(name)

/** The parameter with this name, for each network that has it. */
export const comparedCurves = (networks: ComparedNetwork[], name: string, forms: NetworkComparisonView['forms']) =>
  networks.flatMap((network): ComparedCurve[] => {
    const facts = formedFacts(network, forms)
    const parameter = parametersOf(facts).find((one) => one === name[0])
    const curve = parameter && curveNamed(name, { ...facts, parameter })
    return parameter && curve ? [{ key: network.key, form: forms[network.key] ?? asInFile, parameter, curve }] : []
  })

/** Adds the names of the networks to a comparison, and the reasons why some of them are not drawn. */
export function comparisonOfNetworks(
  { networks, curves, shown }: ComparisonWanted,
  { refused, ...computed }: ComputedComparison,
): Comparison {
  const forms = new Map(curves.map(({ key, form }) => [key, form]))
  const labeled = <One extends { key: string }>(list: One[]) =>
    list.map((one) => {
      const position = networks.findIndex(({ key }) => key === one.key)
      const form = formText({ ...asInFile, ...forms.get(one.key) })
      return { ...one, label: [networks[position]?.label, form].filter(Boolean).join(', '), position }
    })
  const without = networks.filter(({ key }) => !curves.some((curve) => curve.key === key))
  const isReferenceDrawn = computed.curves.some(({ key }) => key === shown.reference)
  return {
    ...computed,
    // The first network that can be drawn replaces a reference that cannot.
    shown: { ...shown, reference: isReferenceDrawn ? shown.reference : (computed.curves[0]?.key ?? '') },
    curves: labeled(computed.curves),
    differences: labeled(computed.differences),
    normalizations: shown.curve.startsWith('S')
      ? networks.map((network) => ({
          key: network.key,
          impedances: normalizationOf(formedFacts(network, Object.fromEntries(forms))),
        }))
      : [],
    refused: [...refused, ...without.map(({ key }) => ({ key, reason: `no ${shown.curve}` }))],
  }
}

/**
 * The resistances of the single-ended ports, so that modes in a file match those computed from ports: the resistance of
 * a differential mode is twice that of its ports, and that of a common mode is half that of its ports.
 */
function normalizationOf({ references, impedances, modes }: ComparedNetwork['facts']): Impedances {
  if (impedances) return impedances
  const factors: Record<string, number> = { D: 0.5, C: 2 }
  return realImpedances(references.map((ohms, at) => ohms * (factors[modes?.[at]?.[0] ?? ''] ?? 1)))
}

/**
 * How a network is normalized, if another one is normalized differently; empty otherwise. Impedances are compared port
 * by port, with the precision with which they are shown. Networks with different numbers of ports have the same
 * normalization if they have the same impedances.
 */
function otherNormalization(own: Impedances, other: Impedances): string[] {
  const texts = (ports: Impedances) => ports.map(({ re, im }) => complexText(re, im))
  const [ours, theirs] = [texts(own), texts(other)]
  const listed = (ports: string[]) =>
    (ours.length === theirs.length ? ports : [...new Set(ports)].toSorted()).join(', ')
  if (listed(ours) === listed(theirs)) return []
  const [text, instead] = [impedancesText(own), impedancesText(other)]
  return [text === instead ? 'normalized differently at some ports' : `normalized to ${text} instead of ${instead}`]
}

/**
 * Why a network is not drawn; or its largest difference from the reference, its reference impedance if that is
 * different, and the pairs of its ports in mixed mode.
 */
export function differenceText(comparison: Comparison, key: string, frequencyText: (hertz: number) => string): string {
  const reason = comparison.refused.find((one) => one.key === key)?.reason
  if (reason !== undefined) return reason
  // A network that was just added is not in the comparison yet.
  const known = [...comparison.curves, ...comparison.differences, ...comparison.normalizations]
  if (!known.some((one) => one.key === key)) return ''
  const pairs = comparison.pairs.find((one) => one.key === key)?.pairs
  const difference = largestText(comparison, key, frequencyText)
  const normalization = (wanted: string) => comparison.normalizations.find((one) => one.key === wanted)?.impedances
  const [own, other] = [normalization(key), normalization(comparison.shown.reference)]
  return [
    difference,
    ...(own && other ? otherNormalization(own, other) : []),
    ...(pairs ? [`pairs ${pairs.map((ports) => ports.join('/')).join(', ')}`] : []),
  ].join(', ')
}

function largestText(
  { shown, differences }: Comparison,
  key: string,
  frequencyText: (hertz: number) => string,
): string {
  if (key === shown.reference) return 'reference'
  const largest = differences.find((one) => one.key === key)?.largest
  if (!largest) return 'no common frequency'
  const at = `at ${frequencyText(largest.frequency)}`
  if (shown.difference === 'complex')
    return `largest ${differenceName(shown)} ${rounded(largest.value, 3)} ${differenceUnit(shown)} ${at}`
  return shown.quantity === 'magnitude'
    ? `largest difference ${rounded(largest.value, 3)} dB ${at}`
    : `largest difference ${rounded(largest.value, 2)}° ${at}`
}

/** Rounds a value. A negative zero loses its sign. */
const rounded = (value: number, digits: number) => (Number(value.toFixed(digits)) || 0).toFixed(digits)

const magnitudeUnits: Record<string, string> = { Z: 'dBΩ', Y: 'dBS' }

/** The unit of the drawn values. Magnitudes of impedances are in dB above 1 Ω. */
export const comparisonUnit = ({ curve, quantity }: Comparison['shown']) =>
  quantity === 'magnitude' ? (magnitudeUnits[curve.charAt(0)] ?? 'dB') : '°'

/** The name of the differences, for axes and tables. */
export const differenceName = ({ difference }: Comparison['shown']) =>
  difference === 'complex' ? '|A−B|' : 'Difference'

/** The unit of the differences. The difference of two values in dB, dBΩ or dBS is a ratio, so its unit is always dB. */
export const differenceUnit = (shown: Comparison['shown']) => {
  if (shown.difference === 'complex') return comparisonUnit({ ...shown, quantity: 'magnitude' })
  return shown.quantity === 'magnitude' ? 'dB' : '°'
}
