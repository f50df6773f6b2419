import { magnitude, phase, type Trace } from '../../formats/touchstone/network'
import { FREQUENCY_TOLERANCE } from './ports-and-frequencies'

/** The quantity that is drawn for each network: the magnitude in dB, or the phase in degrees. */
export type OverlayQuantity = 'magnitude' | 'phase' | 'unwrapped phase'
/** The difference in the drawn quantity, or the magnitude of the complex difference in dB. */
export type OverlayDifference = 'shown' | 'complex'

/** One parameter of a network, at its frequencies in Hz. */
export interface OverlaidNetwork {
  key: string
  frequencies: Float64Array
  trace: Trace
}

export interface Overlay {
  /** The frequencies of all networks in Hz, each once, so that they can share an axis. */
  frequencies: Float64Array
  /** The frequencies of the reference, at which the differences are calculated. */
  referenceFrequencies: Float64Array
  /** The curves to draw; their values are NaN outside the range of the network. */
  curves: { key: string; values: Float64Array }[]
  /**
   * The differences of all other networks from the reference. `largest` is null if the network and the reference share
   * no frequency range.
   */
  differences: { key: string; values: Float64Array; largest: { frequency: number; value: number } | null }[]
}

/** The lowest value in dB. Lower ones are below what instruments can measure and would hide all other differences. */
const FLOOR = -200

/** A parameter versus frequency, as magnitude and unwrapped phase in degrees. */
interface Response {
  frequencies: Float64Array
  size: Float64Array
  angle: Float64Array
}

/** The value of a response at one frequency. */
interface Point {
  size: number
  angle: number
}

/**
 * One parameter of several networks, and the difference of each from the reference. Between the points of a network,
 * its magnitude and its unwrapped phase are interpolated linearly, because linear interpolation of complex values would
 * reduce the magnitudes of a long line.
 */
export function overlayOf(
  networks: OverlaidNetwork[],
  { reference, quantity, difference }: { reference: string; quantity: OverlayQuantity; difference: OverlayDifference },
): Overlay {
  const read = networks.map(({ key, frequencies, trace }) => ({ key, response: responseOf(frequencies, trace) }))
  const frequencies = sharedAxis(read.map(({ response }) => response.frequencies))
  const first = (read.find(({ key }) => key === reference) ?? read[0])?.response
  const responses = read.map(({ key, response }) => ({
    key,
    response: first && response !== first ? turnedTo(first, response, frequencies) : response,
  }))
  const own = responses.find(({ response }) => response === first)
  const referenceFrequencies = own?.response.frequencies ?? frequencies
  const references = own ? pointsAt(own.response, referenceFrequencies) : []
  const differing = difference === 'complex' ? complexDifference : shownDifference[quantity]
  return {
    frequencies,
    referenceFrequencies,
    curves: responses.map(({ key, response }) => ({
      key,
      values: Float64Array.from(pointsAt(response, frequencies), valueOf[quantity]),
    })),
    differences: responses
      .filter((one) => one !== own)
      .map(({ key, response }) => {
        const others = pointsAt(response, referenceFrequencies)
        const values = Float64Array.from(others, (other, at) => differing(other, references[at]!))
        return { key, values, largest: largestOf(referenceFrequencies, values, difference) }
      }),
  }
}

const responseOf = (frequencies: Float64Array, values: Trace): Response => ({
  frequencies,
  size: magnitude(values),
  angle: phase(values, { unwrap: true }),
})

/**
 * A response with its phase within half a turn of the reference at the first frequency that both have. The phase is
 * unwrapped from the first frequency of each network, so networks that start at different frequencies can differ by
 * whole turns that have no meaning.
 */
function turnedTo(reference: Response, response: Response, frequencies: Float64Array): Response {
  const references = pointsAt(reference, frequencies)
  const common = pointsAt(response, frequencies).flatMap(({ angle }, at) => {
    const difference = angle - references[at]!.angle
    return Number.isNaN(difference) ? [] : [difference]
  })
  const turns = 360 * Math.round((common[0] ?? 0) / 360)
  return { ...response, angle: response.angle.map((angle) => angle - turns) }
}

/** The frequencies of all networks in ascending order. Those that differ only by rounding are listed once. */
function sharedAxis(lists: Float64Array[]): Float64Array {
  const all = Float64Array.from(new Set(lists.flatMap((list) => [...list]))).toSorted()
  return all.filter((one, at) => at === 0 || one - all[at - 1]! > FREQUENCY_TOLERANCE * one)
}

const missing: Point = { size: Number.NaN, angle: Number.NaN }

/** The values at ascending frequencies; NaN outside the range of the response. */
function pointsAt({ frequencies: own, size, angle }: Response, wanted: Float64Array): Point[] {
  let low = 0
  return Array.from(wanted, (frequency) => {
    while (low < own.length - 1 && own[low + 1]! <= frequency * (1 + FREQUENCY_TOLERANCE)) low += 1
    const from = own[low]
    if (from === undefined) return missing
    if (Math.abs(frequency - from) <= FREQUENCY_TOLERANCE * frequency) return { size: size[low]!, angle: angle[low]! }
    const to = own[low + 1]
    if (frequency < from || to === undefined) return missing
    const part = (frequency - from) / (to - from)
    const between = (values: Float64Array) => values[low]! + part * (values[low + 1]! - values[low]!)
    return { size: between(size), angle: between(angle) }
  })
}

/** A magnitude in dB, or NaN for a missing one. */
const decibelsOf = (size: number) => (Number.isNaN(size) ? size : Math.max(FLOOR, 20 * Math.log10(size)))
/** The same angle from -180 to 180 degrees. */
const wrapped = (angle: number) => angle - 360 * Math.round(angle / 360)

const valueOf: Record<OverlayQuantity, (point: Point) => number> = {
  magnitude: ({ size }) => decibelsOf(size),
  phase: ({ angle }) => wrapped(angle),
  'unwrapped phase': ({ angle }) => angle,
}

const shownDifference: Record<OverlayQuantity, (one: Point, reference: Point) => number> = {
  magnitude: (one, reference) => decibelsOf(one.size) - decibelsOf(reference.size),
  phase: (one, reference) => wrapped(one.angle - reference.angle),
  'unwrapped phase': (one, reference) => one.angle - reference.angle,
}

/** The magnitude of the difference of two complex values, in dB. */
function complexDifference(one: Point, reference: Point): number {
  const [first, second] = [one, reference].map(({ size, angle }) => {
    const radians = (angle * Math.PI) / 180
    return [size * Math.cos(radians), size * Math.sin(radians)] as const
  }) as [readonly [number, number], readonly [number, number]]
  return decibelsOf(Math.hypot(first[0] - second[0], first[1] - second[1]))
}

/** The difference with the largest absolute value; for complex differences, which are in dB, the largest value. */
function largestOf(frequencies: Float64Array, values: Float64Array, difference: OverlayDifference) {
  const measure = difference === 'complex' ? (value: number) => value : Math.abs
  let at = -1
  values.forEach((value, index) => {
    if (Number.isNaN(value)) return
    if (at < 0 || measure(value) > measure(values[at]!)) at = index
  })
  return at < 0 ? null : { frequency: frequencies[at]!, value: values[at]! }
}
