/**
 * The ripple and current step that loads usually specify for supplies up to a given voltage. The target impedance of a
 * supply is its permitted ripple divided by its current step. This is a first estimate: the data sheets of the loads
 * take precedence.
 */
export interface SupplyClass {
  /** The highest voltage of the class, in V. */
  upTo: number
  /** In percent of the voltage. */
  ripple: number
  /** In A. */
  step: number
}

/** The class of all higher voltages, which are inputs of regulators. */
const highest: SupplyClass = { upTo: Number.POSITIVE_INFINITY, ripple: 5, step: 1 }

export const supplyClasses: SupplyClass[] = [
  { upTo: 1.05, ripple: 3, step: 2 }, // cores of processors and FPGAs
  { upTo: 1.35, ripple: 5, step: 1 }, // memories and transceivers
  { upTo: 3.6, ripple: 5, step: 0.5 }, // inputs and outputs
  highest,
]

/** The voltage that is assumed if the name of the net does not contain it, in V. */
export const assumedVoltage = 1.8

/** Patterns of voltages in net names, in order: 3V3 or P0V9; +1.8V or -12V; V1P8 or VDD_0P9; +12 or -3.3; V1.8. */
const voltages = [
  /(?:^|[^\dA-Z]|[A-Z])(\d{1,2})V(\d{1,3})/,
  /(\d{1,2}(?:\.\d+)?)V(?!\d)/,
  /(?:^|[^\d])(\d)P(\d{1,3})(?!\d)/,
  /^[+-](\d{1,2})(\.\d+)?$/,
  /V(\d)\.(\d)/,
]

/** The voltage that the name of a net states, in V; 5 V for VBUS, null if there is none. */
export function voltageOf(name: string): number | null {
  const leaf = name.slice(name.lastIndexOf('/') + 1).toUpperCase()
  for (const voltage of voltages) {
    const [, whole, part] = voltage.exec(leaf) ?? []
    if (whole === undefined) continue
    const value = Number(part === undefined ? whole : `${whole}.${part.replace('.', '')}`)
    if (value > 0) return value
  }
  return /VBUS/.test(leaf) ? 5 : null
}

export interface TargetImpedance {
  /** With its unit, such as "165 mOhm". */
  text: string
  voltage: number
  isAssumed: boolean
  ripple: number
  step: number
}

/** Proposes a target impedance for a supply. `known` is its voltage in V; if it is null, `assumedVoltage` applies. */
export function targetImpedance(known: number | null): TargetImpedance {
  const voltage = known ?? assumedVoltage
  const { ripple, step } = supplyClasses.find(({ upTo }) => voltage <= upTo) ?? highest
  const milliohms = ((voltage * ripple) / 100 / step) * 1000
  return { text: `${Number(milliohms.toPrecision(3))} mOhm`, voltage, isAssumed: known === null, ripple, step }
}
