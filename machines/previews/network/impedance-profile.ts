import type { TimeQuantity } from './time-response'
import type { Verdict } from '../verdict'

/** The impedance that a time-domain reflectometer would show at one port. */
export type ImpedanceProfile = {
  port: number
  /** The reference resistance of the port, in ohms. */
  reference: number
  /** Round-trip times from the port, in seconds. */
  times: Float64Array
  /** In ohms. */
  impedance: Float64Array
  /** The port at the other end and the one-way delay to it in seconds, if the network has a through connection. */
  through: { port: number; delay: number } | null
}

export type TimeSettings = {
  /** The impedance, or the response to a step or an impulse. */
  quantity: 'impedance' | TimeQuantity
  /** The port at which the step or the impulse enters. */
  port: number
  /**
   * The port at which the response is observed; null for the far end of the line, or for `port` if there is no line.
   */
  to: number | null
  /** The 10–90% rise time, in seconds. */
  riseTime: number
  window: 'none' | 'hamming' | 'kaiser'
  /** The effective relative permittivity, used to convert time to length. */
  permittivity: number
}

export const firstTimeSettings: TimeSettings = {
  quantity: 'impedance',
  port: 1,
  to: null,
  riseTime: 35e-12,
  window: 'hamming',
  permittivity: 4,
}

export const timeQuantityNames: Record<TimeSettings['quantity'], string> = {
  impedance: 'Impedance (TDR)',
  step: 'Step response',
  impulse: 'Impulse response',
}

/** The quantity with this name; the impedance for any other string. */
export const timeQuantityNamed = (name: string): TimeSettings['quantity'] =>
  name === 'step' || name === 'impulse' ? name : 'impedance'

export const riseTimes = [0, 10e-12, 20e-12, 35e-12, 50e-12, 100e-12, 200e-12]
export const permittivities = [1, 2.2, 2.6, 3, 3.4, 3.7, 4, 4.4]
export const windowNames: Record<TimeSettings['window'], string> = {
  none: 'None',
  hamming: 'Hamming',
  kaiser: 'Kaiser (6)',
}

/** The window with this name; Hamming for any other string. */
export const windowNamed = (name: string): TimeSettings['window'] =>
  name === 'none' || name === 'kaiser' ? name : 'hamming'

/** Fabricators usually guarantee the impedance of a line to within 10%. */
const TOLERANCE = 0.1

/** The limits of the impedance, in ohms. */
export const limitsOf = ({ reference }: ImpedanceProfile) => ({
  low: Number((reference * (1 - TOLERANCE)).toPrecision(6)),
  high: Number((reference * (1 + TOLERANCE)).toPrecision(6)),
})

/**
 * The extremes of the impedance between the port and the far end (or at all times if there is no through connection),
 * the size and time of its greatest deviation from the reference, and the verdict. A deviation of up to 1.5 times the
 * tolerance is marginal.
 */
export function verdictOfProfile({ times, impedance, reference, through }: ImpedanceProfile) {
  const end = through ? 2 * through.delay : Number.POSITIVE_INFINITY
  let [lowest, highest, worst, time] = [Number.POSITIVE_INFINITY, 0, -1, 0]
  times.forEach((one, at) => {
    if (one < 0 || one > end) return
    const value = impedance[at] ?? reference
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
    const deviation = Math.abs(value - reference) / reference
    if (deviation > worst) [worst, time] = [deviation, one]
  })
  let verdict: Verdict = 'fail'
  if (worst <= TOLERANCE) verdict = 'pass'
  else if (worst <= 1.5 * TOLERANCE) verdict = 'marginal'
  return { lowest, highest, time, deviation: worst, verdict }
}

/** The range of the impedance axis: the limits with a margin, and the curve up to four times the reference. */
export function axisOf({ impedance, reference }: ImpedanceProfile): [low: number, high: number] {
  let [low, high] = [0.8 * reference, 1.2 * reference]
  for (const value of impedance) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [Math.max(0, low - 0.05 * reference), Math.min(high + 0.05 * reference, 4 * reference)]
}

const LIGHT_MM = 299_792_458_000

/** The line length that corresponds to a round-trip time. */
export const lengthText = (time: number, permittivity: number) =>
  `${((time * LIGHT_MM) / (2 * Math.sqrt(permittivity))).toFixed(1)} mm`
