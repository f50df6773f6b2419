import type { Net } from '../net'
import { isGroundName, railOf } from '../net-words'
import type { OdbAttribute } from './odb-attributes'

type Purpose = NonNullable<Net['stated']>

/** Power and ground together, as in the net class POWER_AND_GROUND. The name of the net decides which one it is. */
type Stated = Purpose | 'either'

/**
 * Attributes whose texts say what a net is for. The format leaves them to the tools, so their names are compared
 * without the dot of system attributes, without regard to case, and with underscores.
 */
const types = new Set([
  'net_type',
  'nettype',
  'net_class',
  'netclass',
  'net_usage',
  'electrical_class',
  'signal_type',
  'ratsnest_schedule',
])

const texts: [pattern: RegExp, stated: Stated][] = [
  [/^(?:power|pwr|supply|power_supply|power_net|rail)$/, 'power'],
  [/^(?:ground|gnd|ground_net|gnd_net)$/, 'ground'],
  [/^(?:power|pwr)_(?:and_|or_)?(?:ground|gnd)$/, 'either'],
]

const flags: [pattern: RegExp, stated: Stated][] = [
  [/^(?:is_(?:power|supply)|(?:is_)?(?:power|supply)_net)$/, 'power'],
  [/^(?:is_(?:ground|gnd)|(?:is_)?(?:ground|gnd)_net)$/, 'ground'],
  [/^(?:is_)?power_(?:and_|or_)?ground(?:_net)?$/, 'either'],
]

const voltages = /^(?:net_|dc_|nominal_|supply_)?voltage$/

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/^\./, '')
    .replaceAll(/[\s/&+-]+/g, '_')

/**
 * What the attributes of a net say about its purpose: `both` if they contradict each other, null if they say nothing.
 * A voltage counts only if nothing else does.
 */
export function purposeOf(net: string, attributes: OdbAttribute[]): Purpose | 'both' | null {
  const stated = new Set(attributes.flatMap((attribute) => statedBy(attribute, net) ?? []))
  if (stated.size > 1) return 'both'
  const [first] = stated
  return first ?? attributes.map((attribute) => byVoltage(attribute, net)).find((purpose) => purpose !== null) ?? null
}

function statedBy([name, value]: OdbAttribute, net: string): Purpose | null {
  const key = plain(name)
  const stated = types.has(key) ? matchOf(texts, plain(value ?? '')) : isSet(value) ? matchOf(flags, key) : null
  return stated === 'either' ? (isGroundName(net) ? 'ground' : 'power') : stated
}

const isSet = (value: string | null) => value === null || /^(?:1|y|yes|true)$/i.test(value)

const matchOf = (list: [RegExp, Stated][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1] ?? null

/**
 * Tools give a voltage to supplies and grounds, but some also to the signals of an interface. A zero without a unit is
 * the default of a numeric attribute.
 */
function byVoltage([name, value]: OdbAttribute, net: string): Purpose | null {
  const [, digits, unit] = /^([+-]?\d{1,9}(?:\.\d{0,9})?)\s*(m?V|Volts?)?$/i.exec(value?.trim() ?? '') ?? []
  if (!voltages.test(plain(name)) || digits === undefined) return null
  if (Number(digits) === 0) return unit === undefined ? null : 'ground'
  return railOf(net) === 'no' ? null : 'power'
}
