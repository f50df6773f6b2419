/** The speed and the target impedance of a row: numbers with units, as customers write them. Pure functions. */

/**
 * A positive number or a range, optionally after a sign such as "<": "1.5", "0.8-1.5", "0.8 to 1.5", "< 50". Spaces
 * have already been collapsed.
 */
const amount = String.raw`[<>≤≥~≈]?=? ?(?=[\d.,]*[1-9])[\d.,]*\d(?: ?(?:-|–|to) ?[\d.,]*\d)?`

type Quantity = {
  /** An amount with its unit, optionally followed by conditions: "1.5 Gbps per lane", "50 mOhm up to 100 MHz". */
  pattern: RegExp
  /** The usual notation of each prefix and unit, keyed by its lowercase spellings. */
  prefixes: Record<string, string>
  units: Record<string, string>
}

const spellings = (known: Record<string, string>) =>
  Object.keys(known)
    .toSorted((one, other) => other.length - one.length)
    .join('|')

function quantity(prefixes: Quantity['prefixes'], units: Quantity['units']): Quantity {
  const source = String.raw`^(${amount}) ?(${spellings(prefixes)})?[ -]?(${spellings(units)})(?![\p{L}\d])`
  return { pattern: new RegExp(source, 'iu'), prefixes, units }
}

const speed = quantity(
  { k: 'k', m: 'M', g: 'G', t: 'T', kilo: 'k', mega: 'M', giga: 'G', tera: 'T' },
  {
    ...{ bps: 'bps', 'bit/s': 'bps', 'bits/s': 'bps', 'b/s': 'bps', bitps: 'bps', 'bit/sec': 'bps', 'bits/sec': 'bps' },
    ...{ 't/s': 'T/s', tps: 'T/s', 'transfer/s': 'T/s', 'transfers/s': 'T/s' },
    ...{ bd: 'Bd', baud: 'Bd', hz: 'Hz' },
  },
)

/** Supply impedances are in milliohms, never megohms, so `M` is read as `m`. */
const impedance = quantity(
  { n: 'n', u: 'u', µ: 'u', μ: 'u', m: 'm', k: 'k', nano: 'n', micro: 'u', milli: 'm', kilo: 'k' },
  { ohm: 'Ohm', ohms: 'Ohm', ω: 'Ohm' },
)

const collapsed = (text: string) => text.trim().replace(/\s+/g, ' ')

export const isSpeed = (text: string) => speed.pattern.test(collapsed(text))
export const isImpedance = (text: string) => impedance.pattern.test(collapsed(text))

/** The value in the usual notation: "1.5 Gbps" for "1.5gbit/s". Text that is not such a value is returned unchanged. */
const normalized =
  ({ pattern, prefixes, units }: Quantity) =>
  (text: string) => {
    const whole = collapsed(text)
    const match = pattern.exec(whole)
    if (!match) return text
    const [all, number = '', prefix = '', unit = ''] = match
    const notation = `${prefixes[prefix.toLowerCase()] ?? ''}${units[unit.toLowerCase()] ?? unit}`
    return `${number} ${notation}${whole.slice(all.length)}`
  }

export const normalizedSpeed = normalized(speed)
export const normalizedImpedance = normalized(impedance)
