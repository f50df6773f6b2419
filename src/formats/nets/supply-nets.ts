import type { Net } from '../net'

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

/** Whether a net is named like a ground. */
export const isGroundName = (name: string) => isNamed(name, groundWord)

/** Whether a net is named like a supply. */
export const isPowerName = (name: string) => isNamed(name, powerWord)

/** Whether a net has a generated name but as many pins as a supply. */
const isBusy = (net: Net, maxPins: number) =>
  net.pins >= 24 && net.pins * 4 >= maxPins && /^Net-\(|^N\$?\d+$/.test(net.name)

/** Finds the likely supplies and grounds among nets that belong to no pair, those with the most pins first. */
export function supplyNets(nets: Net[], maxPins: number): { power: string[]; ground: string[] } {
  const ground = nets.filter(({ name }) => isGroundName(name))
  const power = nets.filter((net) => !isGroundName(net.name) && (isPowerName(net.name) || isBusy(net, maxPins)))
  return { power: byPins(power), ground: byPins(ground) }
}

const byPins = (nets: Net[]) => nets.toSorted((a, b) => b.pins - a.pins).map(({ name }) => name)
