import { listed } from '../../lib/listed'
import { engineeringText, frequencyRange } from '../engineering-number'
import type { LimitPoint } from './line-losses'
import type { Verdict } from '../verdict'

export type SupplySettings = {
  method: 'reflection' | 'shunt-through'
  /** The target impedance in ohms; null if it follows from voltage, ripple and current step. */
  flat: number | null
  /**
   * The target as a line through points, which takes precedence over `flat` and over the target that follows from the
   * other settings. Empty if there is none.
   */
  line: LimitPoint[]
  /** In volts. */
  voltage: number
  /** In percent of the voltage. */
  ripple: number
  /** In amperes. */
  step: number
  /** The range of the target, in Hz. */
  from: number
  to: number
  /** The number of added capacitors by id. */
  added: Record<string, number>
  /** The inductance of the pads and vias of each added capacitor, in henries. */
  mounting: number
}

/**
 * The initial settings are for a supply of 1 V with a ripple of 3% at current steps of 2 A, up to the frequency above
 * which the package supplies the current.
 */
export const firstSupplySettings: SupplySettings = {
  method: 'shunt-through',
  flat: null,
  line: [],
  voltage: 1,
  ripple: 3,
  step: 2,
  from: 1e3,
  to: 1e8,
  added: {},
  mounting: 0.5e-9,
}

/** The settings that are numbers, and the range of each. */
export const supplyNumbers = {
  flat: { low: 1e-6, high: 1e3 },
  voltage: { low: 0.01, high: 1000 },
  ripple: { low: 0.01, high: 100 },
  step: { low: 1e-4, high: 1e4 },
  from: { low: 0, high: 1e12 },
  to: { low: 1, high: 1e12 },
  mounting: { low: 0, high: 1e-7 },
} as const
export type SupplyNumber = keyof typeof supplyNumbers

/** The number if it is in the range of the setting; otherwise null. */
export const supplyNumberIn = (setting: SupplyNumber, value: number): number | null => {
  const { low, high } = supplyNumbers[setting]
  return value >= low && value <= high ? value : null
}

/** The maximum number of added capacitors of one kind. */
export const maxAdded = 99

/** The added capacitors after a change to the number of one kind. */
export function withAdded(added: Record<string, number>, id: string, count: number): Record<string, number> {
  const { [id]: _, ...others } = added
  return count > 0 ? { ...others, [id]: count } : others
}

/** The point with the smallest margin, and the frequency ranges in Hz where the impedance is above the target. */
export type SupplyCheck = {
  value: number
  limit: number
  margin: number
  frequency: number
  violations: { from: number; to: number }[]
}

export type SupplyPeak = {
  frequency: number
  /** In ohms. */
  impedance: number
  /** The parallel circuit with the same impedance around the peak. */
  circuit: { ohms: number; henries: number; farads: number; quality: number } | null
}

export type SupplyCurve = { values: Float64Array; check: SupplyCheck | null; peaks: SupplyPeak[] }

/** The impedance of a supply and its target, in ohms. */
export type SupplyImpedance = {
  method: SupplySettings['method']
  /** The target that applies if there is no line. */
  target: number
  /** The target as a line, as far as there is data; null if it is the same at all frequencies. */
  line: LimitPoint[] | null
  /** The part of the target's range that has data, in Hz. */
  range: { from: number; to: number } | null
  measured: SupplyCurve
  /** The impedance with the added capacitors; null if none were added. */
  changed: SupplyCurve | null
  library: { capacitors: { id: string; name: string; farads: number; ohms: number; henries: number }[]; source: string }
}

/** A margin below a tenth of the target is marginal. */
export function verdictOfSupply({ check }: SupplyCurve): Verdict {
  if (!check || !(check.margin >= 0)) return 'fail'
  return check.margin < check.limit / 10 ? 'marginal' : 'pass'
}

const ohms = (value: number) => engineeringText(value, 'Ω')
const hertz = (value: number) => engineeringText(value, 'Hz', 3)

/** Describes the margin to the target and the violations in sentences. */
export function summaryOfSupply({ check }: SupplyCurve, { target, line, range }: SupplyImpedance): string {
  if (!check || !range) return 'The data contain no frequency at which the target applies.'
  const { value, limit, margin, frequency, violations } = check
  const sentences = [
    range.from === range.to
      ? `The target is ${ohms(limit)} at ${hertz(range.from)}.`
      : `The target ${line ? 'applies' : `is ${ohms(target)}`} from ${hertz(range.from)} to ${hertz(range.to)}.`,
    `The margin is smallest at ${hertz(frequency)}: ${ohms(value)}, ${line ? `target ${ohms(limit)}, ` : ''}margin ${margin < 0 ? '−' : '+'}${ohms(Math.abs(margin))}.`,
  ]
  if (violations.length > 0) {
    const shown = violations.slice(0, 3).map((one) => frequencyRange(one, 3))
    const others = violations.length - shown.length
    const more = others > 0 ? [`in ${others} more ${others === 1 ? 'range' : 'ranges'}`] : []
    sentences.push(`The impedance is above the target ${listed([...shown, ...more])}.`)
  }
  return sentences.join(' ')
}

/** Formats the values of a peak's parallel circuit. */
export const circuitText = ({ circuit }: SupplyPeak) =>
  circuit
    ? `${ohms(circuit.ohms)}, ${engineeringText(circuit.henries, 'H', 3)}, ${engineeringText(circuit.farads, 'F', 3)}, Q ${circuit.quality.toPrecision(2)}`
    : 'not a parallel resonance'

/** The range of the impedance axis in ohms, rounded outward to 1, 2 or 5 times a power of ten. */
export function supplyAxis({ target, line, measured, changed }: SupplyImpedance): [low: number, high: number] {
  const targets = line ? line.map(([, limit]) => limit) : [target]
  let [low, high] = [Math.min(...targets), Math.max(...targets)]
  for (const { values } of changed ? [measured, changed] : [measured]) {
    for (const value of values) {
      if (!(value > 0)) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  }
  const down = (value: number) => {
    const decade = 10 ** Math.floor(Math.log10(value))
    return (value >= 5 * decade ? 5 : value >= 2 * decade ? 2 : 1) * decade
  }
  const up = (value: number) => {
    const decade = 10 ** Math.floor(Math.log10(value))
    return (value <= decade ? 1 : value <= 2 * decade ? 2 : value <= 5 * decade ? 5 : 10) * decade
  }
  return [down(low), up(high)]
}
