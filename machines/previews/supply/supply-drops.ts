import { csvOf } from '../csv-writer'
import { engineeringText } from '../engineering-number'
import { numberIn } from '../text/table-plot'
import { type Verdict, worstVerdict } from '../verdict'

/** A pin of a supply: its voltage in volts and, if known, its current in amperes and its nominal voltage. */
export type SupplyPin = { pin: string; voltage: number; current: number | null; nominal: number | null }

export type DropSettings = {
  /**
   * In volts. If null, each pin has the nominal voltage that the table states for it, or else the highest voltage in
   * the table.
   */
  nominal: number | null
  /** The highest drop that is allowed, in percent of the nominal voltage. */
  allowed: number
}

export const firstDropSettings: DropSettings = { nominal: null, allowed: 3 }

/** The range of each setting. */
const dropNumbers = { nominal: { low: 0.01, high: 1000 }, allowed: { low: 0.01, high: 100 } } as const

/** The number if it is in the range of the setting; otherwise null. */
export const dropNumberIn = (setting: keyof typeof dropNumbers, value: number): number | null => {
  const { low, high } = dropNumbers[setting]
  return value >= low && value <= high ? value : null
}

/** The headings that simulators use, without units. */
const headings = {
  pin: /^(?:pin|node|load|sink|component)(?: ?(?:name|pin))?$/,
  voltage: /^(?:(?:actual|pin|node|load|sink|simulated|measured) )?(?:voltage|potential|v)$/,
  nominal: /^(?:(?:nominal|supply|source|vrm)(?: voltage)?)$/,
  current: /^(?:(?:actual|pin|node|load|sink) )?(?:current|i)$/,
}

/** The unit at the end of a heading, such as "(mV)" or "[A]". */
const unit = /\s*[([](m|µ|u|k)?[VA][)\]]$/iu
// Both characters for micro are in use: the micro sign and the Greek letter.
const scales: Record<string, number> = { m: 1e-3, '\u00b5': 1e-6, '\u03bc': 1e-6, u: 1e-6, k: 1e3 }

/**
 * The pins in a table whose headings include pins and their voltages; null for any other table, or if there are none.
 */
export function supplyPins([head = [], ...body]: string[][], hasDecimalComma: boolean): SupplyPin[] | null {
  const columns = head.map((text) => {
    const heading = text.trim()
    return {
      name: heading.replace(unit, '').toLowerCase(),
      scale: scales[unit.exec(heading)?.[1]?.toLowerCase() ?? ''] ?? 1,
    }
  })
  const indexOf = (pattern: RegExp) => columns.findIndex(({ name }) => pattern.test(name))
  const [pin, voltage] = [indexOf(headings.pin), indexOf(headings.voltage)]
  if (pin < 0 || voltage < 0) return null
  const [nominal, current] = [indexOf(headings.nominal), indexOf(headings.current)]
  const valueIn = (row: string[], column: number) => {
    const value = numberIn(row[column] ?? '', hasDecimalComma)
    return Number.isNaN(value) ? null : Number((value * (columns[column]?.scale ?? 1)).toPrecision(12))
  }
  const pins = body.flatMap((row): SupplyPin[] => {
    const found = valueIn(row, voltage)
    const name = (row[pin] ?? '').trim()
    if (found === null || name === '') return []
    return [{ pin: name, voltage: found, current: valueIn(row, current), nominal: valueIn(row, nominal) }]
  })
  return pins.length > 0 ? pins : null
}

/** The drop at a pin, with its limit and margin, in volts. */
export type PinDrop = SupplyPin & { nominal: number; drop: number; limit: number; margin: number; verdict: Verdict }

/** A margin below a tenth of the limit is marginal, as in reports. */
const LEAST_MARGIN = 0.1

/** The drops at all pins, the smallest margin first. */
export function pinDrops(pins: SupplyPin[], { nominal, allowed }: DropSettings): PinDrop[] {
  const highest = pins.reduce((most, { voltage }) => (Math.abs(voltage) > Math.abs(most) ? voltage : most), 0)
  return pins
    .map((one): PinDrop => {
      // The voltage of a negative supply drops toward 0, too.
      const wanted = nominal === null ? (one.nominal ?? highest) : nominal * (highest < 0 ? -1 : 1)
      const drop = Number((Math.sign(wanted) * (wanted - one.voltage)).toPrecision(9))
      const limit = (Math.abs(wanted) * allowed) / 100
      const margin = limit - drop
      const verdict = margin < LEAST_MARGIN * limit ? 'marginal' : 'pass'
      return { ...one, nominal: wanted, drop, limit, margin, verdict: margin < 0 ? 'fail' : verdict }
    })
    .toSorted((one, other) => one.margin - other.margin)
}

export const verdictOfDrops = (drops: PinDrop[]): Verdict => worstVerdict(drops.map(({ verdict }) => verdict))

/** A voltage such as "−1.2 mV". */
export const voltageText = (value: number): string => `${value < 0 ? '−' : ''}${engineeringText(Math.abs(value), 'V')}`

/** Describes the pin with the smallest margin in sentences. */
export function summaryOfDrops(drops: PinDrop[]): string {
  const [worst] = drops
  if (!worst) return 'There are no pins.'
  const failing = drops.filter(({ verdict }) => verdict === 'fail').length
  return [
    `The smallest margin is ${worst.margin < 0 ? '' : '+'}${voltageText(worst.margin)}, at ${worst.pin}:`,
    `a drop of ${voltageText(worst.drop)} from ${voltageText(worst.nominal)} against a limit of ${voltageText(worst.limit)}.`,
    failing === 0
      ? 'No pin exceeds its limit.'
      : `${failing} of ${drops.length} pins ${failing === 1 ? 'exceeds its limit' : 'exceed their limits'}.`,
  ].join(' ')
}

/** The drops as comma-separated values. */
export const dropsCsv = (drops: PinDrop[]): string =>
  csvOf([
    ['Pin', 'Verdict', 'Nominal (V)', 'Voltage (V)', 'Current (A)', 'Drop (V)', 'Limit (V)', 'Margin (V)'],
    ...drops.map(({ pin, verdict, nominal, voltage, current, drop, limit, margin }) => [
      ...[pin, verdict],
      ...[nominal, voltage, current, drop, limit, margin].map((value) =>
        value === null ? '' : String(Number(value.toPrecision(9))),
      ),
    ]),
  ])

/** The settings as the text of a view in a URL, such as `drop-0.8-2.5`; `drop` for the initial ones. */
export function dropAddress({ nominal, allowed }: DropSettings): string {
  const isFirst = nominal === firstDropSettings.nominal && allowed === firstDropSettings.allowed
  return isFirst ? 'drop' : `drop-${nominal ?? 'table'}-${allowed}`
}

/** Whether the text of a view describes a table of drops. */
export const isDropAddress = (view: string) => /^drop(?:-|$)/.test(view)

/** The settings in a URL. Invalid ones are ignored. */
export function dropSettingsIn(view: string): DropSettings {
  const [, nominal = '', allowed = ''] = /^drop-([\d.]+|table)-([\d.]+)$/.exec(view) ?? []
  return {
    nominal: dropNumberIn('nominal', Number(nominal)),
    allowed: dropNumberIn('allowed', Number(allowed)) ?? firstDropSettings.allowed,
  }
}
