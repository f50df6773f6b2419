import type { Net } from '../net'

/** Two nets that carry one signal, under the name that they share. */
export interface DifferentialPair {
  name: string
  positive: string
  negative: string
}

export interface NetGroups {
  pairs: DifferentialPair[]
  /** Likely power nets, the one with the most pins first. */
  power: string[]
  /** Likely ground nets, likewise. */
  ground: string[]
}

interface Polarity {
  /** Takes a positive net apart: what stands before the sign, the sign, and what stands after it. */
  find: RegExp
  /** The sign of the negative net in place of each positive one. */
  negative: ReadonlyMap<string, string>
}

const polarity = (find: RegExp, ...signs: [positive: string, negative: string][]): Polarity => ({
  find,
  negative: new Map(signs.flatMap(([p, n]) => [[p, n] as const, [p.toLowerCase(), n.toLowerCase()] as const])),
})

/** How the two nets of a pair are told apart, the surest first: each net is in one pair at the most. */
const polarities = [
  // USB_D+, D+_R
  polarity(/^(.*\S)(\+)((?:[_.].*)?)$/, ['+', '-']),
  // CLK_P and CLK_N or CLK_M, CLK.POS, CLK_T and CLK_C
  polarity(/^(.+[_.\-/])(P|POS|PLUS)()$/i, ['P', 'N'], ['POS', 'NEG'], ['PLUS', 'MINUS']),
  polarity(/^(.+[_.\-/])(P)()$/i, ['P', 'M']),
  polarity(/^(.+[_.\-/])(T)()$/i, ['T', 'C']),
  // TX0P, and USB_DP and USB_DM
  polarity(/^(.+[A-Z\d]|D)(P)()$/i, ['P', 'N']),
  polarity(/^(.*D)(P)()$/i, ['P', 'M']),
  // CLK_P_R, USB_DP_1, LANE_P0, CSI_DP0
  polarity(/^(.+[_.\-/]D?)(P)((?:\d+|[_.\-/]).*)$/i, ['P', 'N']),
  polarity(/^(.+[_.\-/]D?)(P)((?:\d+|[_.\-/]).*)$/i, ['P', 'M']),
  polarity(/^((?:.*[_.\-/])?(?:TX|RX|CLK|CK|DQS|D|LANE)\d*)(P)((?:\d+|[_.\-/]).*)$/i, ['P', 'N']),
  polarity(/^((?:.*[_.\-/])?D)(P)((?:\d+|[_.\-/]).*)$/i, ['P', 'M']),
]

/** Pairs, and what supplies the board, among the nets of a file. Pairs stand in the order of the file. */
export function groupNets(nets: Net[]): NetGroups {
  const pairs = pairsOf(nets)
  const paired = new Set(pairs.flatMap(({ positive, negative }) => [positive, negative]))
  const most = nets.reduce((pins, net) => Math.max(pins, net.pins), 0)
  const single = nets.filter(({ name, pins }) => pins !== 1 && !paired.has(name))
  const ground = single.filter(({ name }) => isGroundName(name))
  const power = single.filter((net) => !isGroundName(net.name) && (isPowerName(net.name) || isBusy(net, most)))
  return { pairs, power: byPins(power), ground: byPins(ground) }
}

const byPins = (nets: Net[]) => nets.toSorted((a, b) => b.pins - a.pins).map(({ name }) => name)

function pairsOf(nets: Net[]): DifferentialPair[] {
  const free = new Set(nets.map(({ name }) => name))
  const found = new Map<string, DifferentialPair>()
  for (const { find, negative } of polarities) {
    for (const { name: positive } of nets) {
      if (!free.has(positive)) continue
      const [, before, sign, after] = find.exec(positive) ?? []
      if (before === undefined || sign === undefined || after === undefined) continue
      const other = `${before}${negative.get(sign) ?? ''}${after}`
      // VCCP and VCCN, 5V+ and 5V- are two supplies and no pair.
      if (other === positive || !free.has(other) || isPowerName(positive) || isGroundName(positive)) continue
      free.delete(positive)
      free.delete(other)
      found.set(positive, { name: `${before.replace(/[_.\-/]$/, '')}${after}`, positive, negative: other })
    }
  }
  return nets.flatMap(({ name }) => found.get(name) ?? [])
}

/** What only watches or switches a supply, or is named after its level. */
const otherUse = new Set([
  ...['SENSE', 'SNS', 'EN', 'ENABLE', 'PG', 'PGOOD', 'PWRGD', 'GOOD', 'OK', 'FB', 'MON', 'DET', 'SEL', 'FAULT', 'FLT'],
  ...['ALERT', 'NC', 'RST', 'RESET', 'INT', 'IRQ', 'CTRL', 'ON', 'OFF', 'ADC', 'LED', 'SDA', 'SCL', 'CLK', 'TX', 'RX'],
])

const groundWord = /^(?:[ADPSCE]?GND[ADPS]?\d*|[AD]?VSS[A-Z]{0,3}\d*|0V|EARTH|CHASSIS|SHIELD)$/

/** 3V3, +1.8V, -12V, P5V0, VCC3V3; VDD, AVDD, VDDIO, VBUS, VIN; VBAT. */
const powerWord =
  /^(?:[+-]?[A-Z]{0,3}\d+(?:\.\d+)?V\d*[A-Z]?|[+-]\d+(?:\.\d+)?|[ADP]?O?V(?:CC|DD|EE|PP|BAT|BUS|IN|OUT|SYS|TT|CORE|IO|AA)[A-Z]{0,4}\d*|PWR\d*|BATT?)$/

/** The words of a name without the sheet that it stands on (`/PSU/GND`); a sign before a number stays with it. */
function wordsOf(name: string): string[] {
  const leaf = name.slice(name.lastIndexOf('/') + 1).toUpperCase()
  return leaf.split(/_|-(?!\d)|(?<!\d)\.|\.(?!\d)/).filter(Boolean)
}

function isNamed(name: string, word: RegExp): boolean {
  if (name.startsWith('Net-(') || name.startsWith('unconnected-')) return false
  const words = wordsOf(name)
  return !words.some((part) => otherUse.has(part)) && words.some((part) => word.test(part))
}

const isGroundName = (name: string) => isNamed(name, groundWord)
const isPowerName = (name: string) => isNamed(name, powerWord)

/** A net with the pins of a supply and a name that a program gave it. */
const isBusy = (net: Net, most: number) => net.pins >= 24 && net.pins * 4 >= most && /^Net-\(|^N\$?\d+$/.test(net.name)
