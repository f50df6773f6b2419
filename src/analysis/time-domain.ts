import { type Network, trace } from '../formats/touchstone/network'
import { signalOf } from './math/fourier'
import { toScattering } from './network/network-parameters'
import { fallingWindow, type WindowName } from './math/spectrum-window'
import { type UniformSpectrum, uniformSpectrum } from './math/uniform-spectrum'

export interface TimeSettings {
  /** The rise time from 10 to 90 percent, in seconds; 0 for a step as steep as the frequencies allow. */
  riseTime: number
  window: WindowName
}

/** The samples of a response at equal intervals, starting before time 0. */
export interface Response {
  /** The time of the first sample, and the interval between samples, in seconds. */
  start: number
  interval: number
  values: Float64Array
}

/** The response to an impulse whose samples sum to 1. */
export function impulseResponse(spectrum: UniformSpectrum, settings: TimeSettings, length: number): Response {
  const { step } = spectrum
  const points = spectrum.re.length
  const window = fallingWindow(settings.window, points)
  // A step with a Gaussian spectrum rises from 10 to 90 percent in 2.563 standard deviations.
  const deviation = (2 * Math.PI * settings.riseTime) / 2.563_103_131
  const shape = window.map((value, at) => value * Math.exp(-((at * step * deviation) ** 2) / 2))
  const shaped = {
    re: spectrum.re.map((value, at) => value * shape[at]!),
    im: spectrum.im.map((value, at) => value * shape[at]!),
  }
  const signal = signalOf(shaped, length)
  const values = new Float64Array(length)
  values.set(signal.subarray(length / 2))
  values.set(signal.subarray(0, length / 2), length / 2)
  const interval = 1 / (length * step)
  return { start: (-length / 2) * interval, interval, values }
}

/** The response to a step at time 0: the impulse response, integrated by the trapezoidal rule. */
export function stepResponse(spectrum: UniformSpectrum, settings: TimeSettings, length: number): Response {
  const impulse = impulseResponse(spectrum, settings, length)
  const values = new Float64Array(length)
  for (let at = 1; at < length; at++) {
    values[at] = values[at - 1]! + (impulse.values[at - 1]! + impulse.values[at]!) / 2
  }
  return { ...impulse, values }
}

export type TimeQuantity = 'step' | 'impulse'

/** The response at a port to a step or an impulse of incident waves at the same or another port. */
export interface TimeResponse {
  quantity: TimeQuantity
  from: number
  to: number
  /** In seconds. */
  times: Float64Array
  /** Step: as a fraction of the incident step. Impulse: per second, for an impulse with an area of 1. */
  values: Float64Array
  /** The value at which the step response settles. */
  final: number
  /**
   * The time at which the step response reaches half of the final value, and its 10–90% rise time, in seconds. Null if
   * the response has no edge.
   */
  edge: { arrival: number; rise: number } | null
}

/** A response is shown until its distance from the final value stays below this fraction of its largest value. */
const SETTLED = 0.02

/**
 * The response at port `to` to a step or an impulse at port `from`; without `to`, at the far end of the line, or at
 * `from` if there is none. The response has no edge if it is mainly a pulse, as reflections and crosstalk are. Ports
 * are counted from 1.
 */
export function timeResponse(
  network: Network,
  wanted: TimeSettings & { quantity: TimeQuantity; from: number; to: number | null },
): TimeResponse {
  const { quantity, from } = wanted
  assertPort(network, from)
  const scattering = toScattering(network)
  const { frequencies } = scattering
  const length = lengthFor(uniformSpectrum(frequencies, trace(scattering, from, from)))
  const to = wanted.to ?? throughOf(scattering, from, wanted, length)?.port ?? from
  assertPort(network, to)
  const spectrum = uniformSpectrum(frequencies, trace(scattering, to, from))
  const step = stepResponse(spectrum, wanted, length)
  const { start, interval } = step
  const curve =
    quantity === 'step'
      ? step.values
      : impulseResponse(spectrum, wanted, length).values.map((value) => value / interval)
  const final = spectrum.re[0]!
  const first = firstSample(length, interval, wanted)
  const count = shownSamples(curve, first, quantity === 'step' ? final : 0)
  return {
    ...{ quantity, from, to, final },
    times: Float64Array.from({ length: count }, (_, at) => start + (first + at) * interval),
    values: curve.slice(first, first + count),
    edge: edgeOf(step, first, final),
  }
}

/** The number of samples from `first` until the curve has settled, plus a fifth. */
function shownSamples(curve: Float64Array, first: number, settled: number): number {
  const largest = curve.subarray(first).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const last = curve.findLastIndex((value) => Math.abs(value - settled) > SETTLED * largest)
  return Math.min(Math.max(Math.ceil(1.2 * (last - first)), 64), curve.length - first, MAX_SAMPLES)
}

/**
 * The edge of a step response that rises, or falls, to its final value; null if the response exceeds twice that value,
 * or does not reach 90% of it.
 */
function edgeOf({ values, start, interval }: Response, first: number, final: number): TimeResponse['edge'] {
  const largest = values.subarray(first).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  if (Math.abs(final) < largest / 2 || largest === 0) return null
  const timeOf = (part: number) => {
    const after = values.findIndex((value, at) => at >= first && value / final >= part)
    const [low, high] = [values[after - 1]!, values[after]!]
    return after < 0 ? Number.NaN : start + (after - (high - part * final) / (high - low)) * interval
  }
  const [ten, half, ninety] = [timeOf(0.1), timeOf(0.5), timeOf(0.9)]
  return Number.isNaN(ten + ninety) ? null : { arrival: half, rise: ninety - ten }
}

/** The impedance profile that a time-domain reflectometer at one port shows. */
export interface ImpedanceProfile {
  port: number
  /** The reference resistance of the port, in ohms. */
  reference: number
  /** Round-trip times from the port, in seconds. */
  times: Float64Array
  /** In ohms. */
  impedance: Float64Array
  /** The port at the other end and the one-way delay to it, in seconds, if the network has a through connection. */
  through: { port: number; delay: number } | null
}

/** The maximum number of samples of a curve. A longer one would not be useful to draw. */
const MAX_SAMPLES = 8192

/**
 * The impedance over time that a step into a port encounters, until the reflection from the far end returns, or,
 * without a far end, until the reflection has settled. Ports are counted from 1.
 */
export function impedanceProfile(network: Network, port: number, settings: TimeSettings): ImpedanceProfile {
  assertPort(network, port)
  const scattering = toScattering(network)
  const { frequencies, references } = scattering
  const spectrum = uniformSpectrum(frequencies, trace(scattering, port, port))
  const length = lengthFor(spectrum)
  const reflected = stepResponse(spectrum, settings, length)
  const through = throughOf(scattering, port, settings, length)
  const first = firstSample(length, reflected.interval, settings)
  const returned = through && Math.ceil((2.4 * through.delay + settings.riseTime) / reflected.interval)
  const count = returned
    ? Math.min(Math.max(length / 2 + returned - first, 64), length - first, MAX_SAMPLES)
    : shownSamples(reflected.values, first, spectrum.re[0]!)
  const reference = references[port - 1]!
  const times = Float64Array.from({ length: count }, (_, at) => reflected.start + (first + at) * reflected.interval)
  const impedance = Float64Array.from({ length: count }, (_, at) => {
    // Limit the reflection: beyond total reflection, as in the ringing at an open end, the impedance would be negative.
    const reflection = Math.min(Math.max(reflected.values[first + at]!, -0.999), 0.999)
    return (reference * (1 + reflection)) / (1 - reflection)
  })
  return { port, reference, times, impedance, through }
}

function assertPort({ ports }: Network, port: number) {
  if (!Number.isInteger(port) || port < 1 || port > ports) throw new RangeError(`There is no port ${port}.`)
}

/** The number of samples: at least four for each frequency, which makes curves smooth. */
const lengthFor = ({ re }: UniformSpectrum) => 2 ** Math.ceil(Math.log2(4 * re.length))

/** The first sample to show: the edge at time 0 begins one rise time earlier. */
const firstSample = (length: number, interval: number, { riseTime }: TimeSettings) =>
  Math.max(Math.floor(length / 2 - Math.max(riseTime / interval, 4)), 0)

/**
 * Finds the port that receives the strongest step, and the delay until half of that step has arrived. Null if no port
 * receives at least half of the incident step.
 */
function throughOf(
  network: Network,
  port: number,
  settings: TimeSettings,
  length: number,
): ImpedanceProfile['through'] {
  const steps = Array.from({ length: network.ports }, (_, index) => index + 1)
    .filter((other) => other !== port)
    .map((other) => {
      const spectrum = uniformSpectrum(network.frequencies, trace(network, other, port))
      // At 0 Hz, a through connection transmits more than any crosstalk path.
      return { other, spectrum, level: spectrum.re[0]! }
    })
    .toSorted((one, next) => next.level - one.level)
  const [best] = steps
  if (!best || best.level < 0.5) return null
  const { values, start, interval } = stepResponse(best.spectrum, settings, length)
  const at = values.findIndex((value, index) => index > length / 2 - 1 && value >= best.level / 2)
  return at < 0 ? null : { port: best.other, delay: Math.max(start + at * interval, 0) }
}
