import { eyeChoices } from './eye-diagram'
import { permittivities, riseTimes, timeQuantityNamed, windowNames } from './impedance-profile'
import type {
  Curve,
  CurveMode,
  NetworkParameter,
  PhaseQuantity,
  PlotPoint,
  PlotSettings,
  PortPair,
} from './network-plot.machine'
import { asInFile, formIn, formParts, type NetworkForm } from './network-form'
import { targetIn, targetText } from './drawn-target'
import { limitsIn, limitsText } from './line-losses'
import { maxAdded, type SupplyNumber, supplyNumberIn, supplyNumbers } from './supply-impedance'
import { firstSettings, type NetworkSettings, type NetworkTab, networkTabs, type SettingsTab } from './network-view'

/** The view of a network in an address: a tab and its settings. */
export type NetworkView = {
  tab: NetworkTab
  settings: NetworkSettings
  plot: PlotSettings
  /**
   * The position of the tab's cursor on its axis; null for the initial position, and on tabs without this cursor. The
   * frequency tab has `plot.point` instead.
   */
  place: number | null
  /** The form in which all tabs show the network. */
  form: NetworkForm
}

/** The initial plot. Its parameter, pairs and curves are null, so that they are chosen to suit the network. */
const firstPlot: PlotSettings = {
  parameter: null,
  isMixed: false,
  pairs: null,
  curves: null,
  isLogarithmic: false,
  quantity: 'phase',
  point: null,
}

export const firstNetworkView: NetworkView = {
  tab: 'frequency',
  settings: firstSettings,
  plot: firstPlot,
  place: null,
  form: asInFile,
}

/** The names of the quantities in addresses. */
const quantities: Record<PhaseQuantity, string> = {
  phase: 'phase',
  'unwrapped phase': 'unwrapped',
  'group delay': 'group-delay',
  'phase delay': 'phase-delay',
}
const parameters: NetworkParameter[] = ['S', 'Y', 'Z', 'H', 'G']
const modes: CurveMode[] = ['single', 'dd', 'dc', 'cd', 'cc']

/**
 * Writes a view as text for an address, such as `eye_line*1_rate*16000000000`. Apart from the comma in parameter names
 * such as `S10,1`, the text contains only characters that need no encoding in an address. Settings with their initial
 * value are omitted; the initial view is an empty string.
 */
export function networkViewText({ tab, settings, plot, place, form }: NetworkView): string {
  const parts = tab === 'frequency' ? plotParts(plot) : tab === 'checks' ? [] : settingParts(tab, settings)
  if (tab !== 'frequency' && tab !== 'checks' && place !== null)
    parts.push(['at', String(Number(place.toPrecision(9)))])
  parts.push(...formParts(form))
  if (tab === 'frequency' && parts.length === 0) return ''
  return [tab, ...parts.map(([name, value]) => `${name}*${value}`)].join('_')
}

type Part = [name: string, value: string]

function plotParts(plot: PlotSettings): Part[] {
  const { parameter, isMixed, pairs, curves, isLogarithmic, quantity, point } = plot
  const parts: Part[] = []
  if (parameter) parts.push(['parameter', parameter])
  if (isMixed) parts.push(['mode', 'mixed'])
  if (isMixed && pairs) parts.push(['pairs', pairs.map((pair) => pair.join('.')).join('-')])
  if (curves) parts.push(['curves', curves.map(({ mode, to, from }) => `${mode}.${to}.${from}`).join('-')])
  if (isLogarithmic) parts.push(['axis', 'logarithmic'])
  if (quantity !== 'phase') parts.push(['second', quantities[quantity]])
  if (point) parts.push(['point', `${point.curve}.${point.x}`])
  return parts
}

function settingParts(tab: SettingsTab, settings: NetworkSettings): Part[] {
  const first: Record<string, unknown> = firstSettings[tab]
  return Object.entries(settings[tab]).flatMap(([name, value]): Part[] => {
    const text = pointsText(tab, name, settings) ?? textOf(value)
    return text === textOf(first[name]) ? [] : [[name, text]]
  })
}

/** A setting with drawn limits or a drawn target as text; null for other settings. */
function pointsText(tab: SettingsTab, name: string, { loss, supply }: NetworkSettings): string | null {
  if (tab === 'loss' && name === 'own') return limitsText(loss.own)
  return tab === 'supply' && name === 'line' ? targetText(supply.line) : null
}

/**
 * Writes the value of a setting. The items of a list are joined by dots, and the entries of a record by hyphens:
 * 47u.2-4u7.10.
 */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join('.')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map((entry) => entry.join('.'))
    .join('-')
}

/** Parses the view in an address. Unknown parts and values that are not available are ignored. */
export function parseNetworkView(text: string): NetworkView {
  const [name = '', ...parts] = text.split('_')
  const tab = networkTabs.find((one) => one === name)
  if (!tab) return firstNetworkView
  const values: Values = new Map(
    parts.map((part) => {
      const [key = '', value] = part.split('*')
      return [key, value]
    }),
  )
  const settings: NetworkSettings = { ...firstSettings }
  if (tab === 'time') settings.time = { ...settings.time, ...timeIn(values) }
  if (tab === 'eye') settings.eye = { ...settings.eye, ...eyeIn(values) }
  if (tab === 'smith') settings.smith = { end: portsIn(values.get('end')) ?? settings.smith.end }
  if (tab === 'supply') settings.supply = { ...settings.supply, ...supplyIn(values) }
  if (tab === 'loss') settings.loss = { ...settings.loss, ...lossIn(values) }
  const place = Number(values.get('at') || Number.NaN)
  return {
    tab,
    settings,
    plot: tab === 'frequency' ? plotIn(values) : firstPlot,
    place: Number.isFinite(place) && tab !== 'frequency' && tab !== 'checks' ? place : null,
    form: formIn((part) => values.get(part)),
  }
}

/**
 * The view of one of the networks in a file, such as `network*2_eye`: the network's number from 1, and its view. The
 * first network has no number.
 */
export const memberViewText = (number: number, view: string): string =>
  number === 1 ? view : [`network*${number}`, ...(view === '' ? [] : [view])].join('_')

/** The number of the network that an address shows, and its view. */
export function memberViewIn(text: string): { number: number; view: string } {
  const [, number, view = ''] = /^network\*([1-9]\d{0,4})(?:_(.*))?$/.exec(text) ?? []
  return number === undefined ? { number: 1, view: text } : { number: Number(number), view }
}

type Values = ReadonlyMap<string, string | undefined>

function plotIn(values: Values): PlotSettings {
  const pairs = values.get('pairs')?.split('-').map(portsIn)
  const curves = values.get('curves')?.split('-').map(curveIn)
  const second = values.get('second')
  const quantity = (Object.keys(quantities) as PhaseQuantity[]).find((one) => quantities[one] === second)
  return {
    parameter: parameters.find((one) => one === values.get('parameter')) ?? null,
    isMixed: values.get('mode') === 'mixed',
    pairs: pairs?.every((pair): pair is PortPair => pair?.length === 2) ? pairs : null,
    curves: curves?.every((curve) => curve !== null) ? curves : null,
    isLogarithmic: values.get('axis') === 'logarithmic',
    quantity: quantity ?? 'phase',
    point: pointIn(values.get('point')),
  }
}

function pointIn(text = ''): PlotPoint | null {
  const [, curve = '', x = ''] = /^([SYZHG][A-Z]{0,2}\d+(?:,\d+)?)\.(\d.*)$/.exec(text) ?? []
  return curve !== '' && Number.isFinite(Number(x)) ? { curve, x: Number(x) } : null
}

function curveIn(text: string): Curve | null {
  const [mode = '', to, from] = text.split('.')
  const known = modes.find((one) => one === mode)
  const ports = portsIn(`${to}.${from}`)
  return known && ports?.length === 2 ? { mode: known, to: ports[0] ?? 1, from: ports[1] ?? 1 } : null
}

/** Parses one or two ports, such as `1` or `1.2`. Null if the text is invalid. */
function portsIn(text: string | undefined): number[] | null {
  const ports = (text ?? '').split('.').map(Number)
  const isEnd = ports.length <= 2 && ports.every((port) => Number.isInteger(port) && port >= 1 && port <= 999)
  return isEnd ? ports : null
}

function timeIn(values: Values): Partial<NetworkSettings['time']> {
  const quantity = timeQuantityNamed(values.get('quantity') ?? '')
  const port = portsIn(values.get('port'))
  const to = portsIn(values.get('to'))
  const riseTime = chosenIn(riseTimes, values.get('riseTime'))
  const permittivity = chosenIn(permittivities, values.get('permittivity'))
  const window = (Object.keys(windowNames) as NetworkSettings['time']['window'][]).find(
    (one) => one === values.get('window'),
  )
  return {
    quantity,
    ...(port?.length === 1 && { port: port[0] }),
    ...(to?.length === 1 && { to: to[0] }),
    ...(riseTime !== undefined && { riseTime }),
    ...(permittivity !== undefined && { permittivity }),
    ...(window && { window }),
  }
}

function eyeIn(values: Values): Partial<NetworkSettings['eye']> {
  const line = Number(values.get('line') ?? Number.NaN)
  const numbers = Object.entries(eyeChoices).flatMap(([name, choices]) => {
    const value = chosenIn(choices, values.get(name))
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...(Number.isInteger(line) && line >= 0 && line < 1000 && { line }),
    ...(values.get('modulation') === 'pam4' && { modulation: 'pam4' as const }),
    ...Object.fromEntries(numbers),
  }
}

function lossIn(values: Values): Partial<NetworkSettings['loss']> {
  const line = Number(values.get('line') ?? Number.NaN)
  const budget = values.get('budget')
  const rate = chosenIn(eyeChoices.rate, values.get('rate'))
  const own = values.get('own')
  const limits = own ? limitsIn(own) : null
  return {
    ...(Number.isInteger(line) && line >= 0 && line < 1000 && { line }),
    ...(budget && /^[a-z0-9]{1,20}$/.test(budget) && { budget }),
    ...(rate !== undefined && { rate }),
    ...(limits && { own: limits }),
  }
}

function supplyIn(values: Values): Partial<NetworkSettings['supply']> {
  const numbers = (Object.keys(supplyNumbers) as SupplyNumber[]).flatMap((name) => {
    const text = values.get(name)
    const value = text ? supplyNumberIn(name, Number(text)) : null
    return value === null ? [] : [[name, value] as const]
  })
  const added = values.get('added')?.split('-').map(capacitorIn)
  const text = values.get('line')
  const line = text ? targetIn(text) : null
  return {
    ...(line && { line }),
    ...(values.get('method') === 'reflection' && { method: 'reflection' as const }),
    ...(added?.every((one) => one !== null) && { added: Object.fromEntries(added) }),
    ...Object.fromEntries(numbers),
  }
}

/**
 * Parses the id of a capacitor type and how many of that type were added, such as `47u.2`. Null if the text is invalid.
 */
function capacitorIn(text: string): [id: string, count: number] | null {
  const [, id, count] = /^([a-z0-9]{1,10})\.([1-9]\d?)$/.exec(text) ?? []
  return id && Number(count) <= maxAdded ? [id, Number(count)] : null
}

const chosenIn = (choices: readonly number[], text: string | undefined) =>
  text === undefined ? undefined : choices.find((choice) => choice === Number(text))
