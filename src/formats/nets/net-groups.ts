import type { Net } from '../net'

/** Two nets that carry one differential signal, with the name they share. */
export interface DifferentialPair {
  name: string
  positive: string
  negative: string
}

export interface NetGroups {
  pairs: DifferentialPair[]
  /** Likely power nets, by descending number of pins. */
  power: string[]
  /** Likely ground nets, by descending number of pins. */
  ground: string[]
}

interface Polarity {
  /** Splits the name of a positive net into prefix, polarity and suffix. */
  find: RegExp
  /** Maps each positive polarity to its negative counterpart. */
  negative: ReadonlyMap<string, string>
}

const polarity = (find: RegExp, ...signs: [positive: string, negative: string][]): Polarity => ({
  find,
  negative: new Map(signs.flatMap(([p, n]) => [[p, n] as const, [p.toLowerCase(), n.toLowerCase()] as const])),
})

/** Naming conventions of differential pairs, most reliable first. Each net belongs to at most one pair. */
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

/** Finds the differential pairs, in the order of the file, and the likely power and ground nets. */
export function groupNets(nets: Net[]): NetGroups {
  const pairs = pairsOf(nets)
  const paired = new Set(pairs.flatMap(({ positive, negative }) => [positive, negative]))
  const maxPins = nets.reduce((pins, net) => Math.max(pins, net.pins), 0)
  const single = nets.filter(({ name, pins }) => pins !== 1 && !paired.has(name))
  const ground = single.filter(({ name }) => isGroundName(name))
  const power = single.filter((net) => !isGroundName(net.name) && (isPowerName(net.name) || isBusy(net, maxPins)))
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
      // VCCP/VCCN and 5V+/5V- are separate supplies, not pairs.
      if (other === positive || !free.has(other) || isPowerName(positive) || isGroundName(positive)) continue
      free.delete(positive)
      free.delete(other)
      found.set(positive, { name: `${before.replace(/[_.\-/]$/, '')}${after}`, positive, negative: other })
    }
  }
  return nets.flatMap(({ name }) => found.get(name) ?? [])
}

/** Words that mark signals which only monitor or control a supply, or are named after its voltage. */
const otherUse = new Set([
  'SENSE',
  'SNS',
  'EN',
  'ENABLE',
  'PG',
  'PGOOD',
  'PWRGD',
  'GOOD',
  'OK',
  'FB',
  'MON',
  'DET',
  'SEL',
  'FAULT',
  'FLT',
  'ALERT',
  'NC',
  'RST',
  'RESET',
  'INT',
  'IRQ',
  'CTRL',
  'ON',
  'OFF',
  'ADC',
  'LED',
  'SDA',
  'SCL',
  'CLK',
  'TX',
  'RX',
])

const groundWord = /^(?:[ADPSCE]?GND[ADPS]?\d*|[AD]?VSS[A-Z]{0,3}\d*|0V|EARTH|CHASSIS|SHIELD)$/

/** 3V3, +1.8V, -12V, P5V0, VCC3V3; VDD, AVDD, VDDIO, VBUS, VIN; VBAT. */
const powerWord =
  /^(?:[+-]?[A-Z]{0,3}\d+(?:\.\d+)?V\d*[A-Z]?|[+-]\d+(?:\.\d+)?|[ADP]?O?V(?:CC|DD|EE|PP|BAT|BUS|IN|OUT|SYS|TT|CORE|IO|AA)[A-Z]{0,4}\d*|PWR\d*|BATT?)$/

/** Splits a name into words, without its sheet path (`/PSU/GND`). A sign before a number stays with the number. */
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

/** Whether a net has a generated name but as many pins as a supply. */
const isBusy = (net: Net, maxPins: number) =>
  net.pins >= 24 && net.pins * 4 >= maxPins && /^Net-\(|^N\$?\d+$/.test(net.name)
