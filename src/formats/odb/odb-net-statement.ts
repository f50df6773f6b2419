import type { Net } from '../net'
import { isGroundName } from '../net-words'
import type { OdbAttribute } from './odb-attributes'

type Purpose = NonNullable<Net['stated']>

/**
 * A purpose, or `either` for power and ground together, as in the text POWER_AND_GROUND. The name of the net then
 * determines which one it is.
 */
type Stated = Purpose | 'either'

/** What the attributes of a net state: a purpose, `both` if they contradict each other, or only a voltage. */
type Statement = Stated | 'both' | 'voltage'

/**
 * Attributes whose texts state the purpose of a net. The format leaves them to the tools, so their names are compared
 * without the dot of system attributes, without regard to case, and with underscores as the only separators.
 */
const types = new Set(['net_type', 'nettype', 'net_usage', 'signal_type', 'ratsnest_schedule'])

/**
 * Attributes whose texts are names that users choose for groups of nets. A class for power often contains grounds, so
 * its name does not tell which of the two a net is.
 */
const classes = new Set(['net_class', 'netclass', 'electrical_class'])

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
 * What the attributes of a net state; null if they state nothing. Power and ground together count only if no attribute
 * states which one it is, and a voltage only if no other attribute states a purpose.
 */
export function statementOf(attributes: OdbAttribute[]): Statement | null {
  const stated = new Set(attributes.flatMap((attribute) => statedBy(attribute) ?? []))
  const isEither = stated.delete('either')
  if (stated.size > 1) return 'both'
  const [only] = stated
  return only ?? (isEither ? 'either' : (attributes.map(byVoltage).find((found) => found !== null) ?? null))
}

/** The purpose of a net whose attributes contain this statement; null if that alone does not determine it. */
export function purposeOf(net: string, statement: Statement | null): Purpose | null {
  if (statement === 'either') return isGroundName(net) ? 'ground' : 'power'
  return statement === 'power' || statement === 'ground' ? statement : null
}

function statedBy([name, value]: OdbAttribute): Stated | null {
  const key = plain(name)
  if (types.has(key)) return matchOf(texts, plain(value ?? ''))
  if (!classes.has(key)) return isSet(value) ? matchOf(flags, key) : null
  const stated = matchOf(texts, plain(value ?? ''))
  return stated === 'power' ? 'either' : stated
}

const isSet = (value: string | null) => value === null || /^(?:1|y|yes|true)$/i.test(value)

const matchOf = (list: [RegExp, Stated][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1] ?? null

/**
 * What a voltage attribute states; null for any other attribute and for a value that is not a voltage. Tools give a
 * voltage to supplies and grounds, but some also to the signals of an interface. A zero without a unit is ignored,
 * because it is the default of a numeric attribute.
 */
function byVoltage([name, value]: OdbAttribute): 'ground' | 'voltage' | null {
  const [, digits, unit] = /^([+-]?\d{1,9}(?:\.\d{0,9})?)\s*(m?V|Volts?)?$/i.exec(value?.trim() ?? '') ?? []
  if (!voltages.test(plain(name)) || digits === undefined) return null
  if (Number(digits) === 0) return unit === undefined ? null : 'ground'
  return 'voltage'
}
