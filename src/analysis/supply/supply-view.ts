import type { Network, Trace } from '../../formats/touchstone/network'
import { type CheckedCurve, checkCurve, type LimitLine, limitWithin } from '../report/limit-line'
import { capacitorSource, supplyCapacitors, type SupplyCapacitor } from './supply-capacitors'
import { supplyImpedance, type SupplyMethod, targetImpedance } from './supply-impedance'
import { type SupplyPeak, supplyPeaks } from './supply-peaks'

export interface SupplyViewSettings {
  method: SupplyMethod
  /** The target impedance in ohms; null if it follows from voltage, ripple and current step. */
  flat: number | null
  /**
   * The target as a line through points, in Hz and ohms. It takes precedence over the other targets; empty if there is
   * none.
   */
  line: LimitLine['points']
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

/** One impedance versus frequency. `check` is null if the range of the target contains no data. */
export interface SupplyCurve {
  /** In ohms. */
  values: Float64Array
  check: CheckedCurve | null
  peaks: SupplyPeak[]
}

export interface SupplyView {
  method: SupplyMethod
  /** The target impedance in ohms, which applies only if there is no line. */
  target: number
  /** The target as a line, limited to the range of the data; null if it is the same at all frequencies. */
  line: LimitLine['points'] | null
  /** The part of the target's range that has data, in Hz; null if there is none. */
  range: { from: number; to: number } | null
  measured: SupplyCurve
  /** The impedance with the added capacitors; null if there are none. */
  changed: SupplyCurve | null
  /** The capacitors that can be added, and the source of their values. */
  library: { capacitors: SupplyCapacitor[]; source: string }
}

/** The impedance of a supply compared with its target, as measured and with added capacitors. */
export function supplyView(network: Network, settings: SupplyViewSettings): SupplyView {
  const { frequencies } = network
  const method = network.ports === 1 ? 'reflection' : settings.method
  const target = settings.flat ?? targetImpedance(settings.voltage, settings.ripple / 100, settings.step)
  const isLine = settings.line.length > 0
  const wanted = isLine ? settings.line : [settings.from, settings.to].map((frequency) => [frequency, target] as const)
  const points = limitWithin(wanted, frequencies[0] ?? Number.NaN, frequencies.at(-1) ?? Number.NaN)
  const [first, last] = [points[0], points.at(-1)]
  const range = first && last ? { from: first[0], to: last[0] } : null
  const curveOf = (impedance: Trace): SupplyCurve => {
    const values = impedance.re.map((re, at) => Math.hypot(re, impedance.im[at]!))
    return {
      values,
      check: range && checkCurve(frequencies, values, { bound: 'at most', points }),
      peaks: supplyPeaks(frequencies, impedance),
    }
  }
  const measured = supplyImpedance(network, method)
  const added = supplyCapacitors.flatMap((capacitor) => {
    const count = settings.added[capacitor.id] ?? 0
    return count > 0 ? [{ capacitor, count }] : []
  })
  const changed = added.length > 0 ? withCapacitors(frequencies, measured, added, settings.mounting) : null
  return {
    method,
    target,
    line: isLine ? points : null,
    range,
    measured: curveOf(measured),
    changed: changed && curveOf(changed),
    library: { capacitors: supplyCapacitors, source: capacitorSource },
  }
}

/** The impedance of a supply in parallel with capacitors at the same position. */
export function withCapacitors(
  frequencies: Float64Array,
  { re, im }: Trace,
  added: { capacitor: SupplyCapacitor; count: number }[],
  mounting: number,
): Trace {
  const found: Trace = { re: re.slice(), im: im.slice() }
  frequencies.forEach((frequency, at) => {
    // At 0 Hz, no current flows through a capacitor, so the impedance does not change.
    if (frequency === 0) return
    const w = 2 * Math.PI * frequency
    const size = re[at]! ** 2 + im[at]! ** 2
    let [conductance, susceptance] = [re[at]! / size, -im[at]! / size]
    for (const { capacitor, count } of added) {
      const reactance = w * (capacitor.henries + mounting) - 1 / (w * capacitor.farads)
      const square = capacitor.ohms ** 2 + reactance ** 2
      conductance += (count * capacitor.ohms) / square
      susceptance -= (count * reactance) / square
    }
    const total = conductance ** 2 + susceptance ** 2
    found.re[at] = conductance / total
    found.im[at] = -susceptance / total
  })
  return found
}
