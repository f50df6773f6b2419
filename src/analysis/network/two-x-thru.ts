import { type Network, trace, type Trace } from '../../formats/touchstone/network'
import { type Spectrum, transformed } from '../math/fourier'
import { mixedModeNetwork, singleEndedNetwork } from './mixed-mode-network'
import { toScattering } from './network-parameters'
import type { PortPair } from '../../formats/touchstone/mixed-mode'

/** The fixtures at both ends of a measurement. The first half of each fixture's ports are its near ends. */
export interface Fixtures {
  near: Network
  far: Network
}

/**
 * Splits a 2x-thru (two fixtures back to back) in the middle, by the method of IEEE 370 without impedance correction
 * (NZC). The first half of the ports are the near ends. With four ports, differential and common mode are split
 * separately, so the conversion between them is ignored. Throws a RangeError if there are not two or four ports, if
 * there are too few frequencies, if they are not equally spaced starting at 0 Hz or one step above it, or if the middle
 * cannot be found.
 */
export function fixturesOf(thru: Network): Fixtures {
  const [reference = 50] = thru.references
  const scattering = toScattering(
    thru,
    thru.references.map(() => reference),
  )
  if (thru.ports === 2) return split(scattering)
  if (thru.ports !== 4) throw new RangeError('A 2x-thru must have two or four ports.')
  const pairs: PortPair[] = [
    [1, 2],
    [3, 4],
  ]
  const mixed = mixedModeNetwork(scattering, pairs)
  const [differential, common] = [split(partOf(mixed, [1, 2])), split(partOf(mixed, [3, 4]))]
  const joined = (side: keyof Fixtures) =>
    singleEndedNetwork(sideBySide(differential[side], common[side]), pairs, scattering.references)
  return { near: joined('near'), far: joined('far') }
}

/** The network between some of the ports, with the others terminated. */
const partOf = (network: Network, ports: number[]): Network => ({
  ...network,
  ports: ports.length,
  references: ports.map((port) => network.references[port - 1]!),
  traces: ports.flatMap((to) => ports.map((from) => trace(network, to, from))),
})

/** Two two-port networks that are not connected: ports 1 and 2 belong to the first, 3 and 4 to the second. */
function sideBySide(one: Network, other: Network): Network {
  const none: Trace = { re: new Float64Array(one.frequencies.length), im: new Float64Array(one.frequencies.length) }
  const places = [1, 2, 3, 4]
  return {
    ...one,
    ports: 4,
    references: [...one.references, ...other.references],
    traces: places.flatMap((to) =>
      places.map((from) => {
        if (to <= 2 && from <= 2) return trace(one, to, from)
        return to > 2 && from > 2 ? trace(other, to - 2, from - 2) : none
      }),
    ),
  }
}

function split(thru: Network): Fixtures {
  const { frequencies } = thru
  const hasZero = frequencies[0] === 0
  const known = hasZero ? from(thru, 1) : thru
  checkSpacing(known.frequencies)
  const [reference = 50] = thru.references
  const through = trace(known, 2, 1)
  const arrival = signalOf(atZero(through), through)
  const middle = arrival.reduce((best, value, at) => (value > arrival[best]! ? at : best), 0)
  const reflected = trace(known, 1, 1)
  const step = summed(signalOf(settled(reflected, known.frequencies), reflected))
  const impedanceAt = (at: number) => (-reference * (step[at]! + 1)) / (step[at]! - 1)
  const impedance = (impedanceAt(middle - 1) + impedanceAt(middle)) / 2
  if (!(impedance > 0)) throw new RangeError('The middle of the 2x-thru cannot be found.')

  const matched = toScattering(known, [impedance, impedance])
  const [s11, s12, s21, s22] = [trace(matched, 1, 1), trace(matched, 1, 2), trace(matched, 2, 1), trace(matched, 2, 2)]
  // Reflections that arrive before the wave can return from the middle come from the nearer fixture.
  const outer = [s11, s22].map((one) => beginning(one, known.frequencies, middle))
  const [near, far] = [outer[0]!, outer[1]!]
  const farInner = quotient(difference(s11, near), s21)
  const nearInner = quotient(difference(s22, far), s12)
  const rest = product(nearInner, farInner)
  const remaining: Trace = { re: rest.re.map((value) => 1 - value), im: rest.im.map((value) => -value) }
  const nearThrough = root(product(s21, remaining))
  const farThrough = root(product(s12, remaining))
  const build = (...traces: Trace[]): Network => {
    const built = { ...matched, traces }
    return toScattering(hasZero ? withZero(built) : built, [reference, reference])
  }
  return {
    near: build(near, nearThrough, nearThrough, nearInner),
    far: build(farInner, farThrough, farThrough, far),
  }
}

function checkSpacing(frequencies: Float64Array) {
  const [step = 0] = frequencies
  const isEqual = frequencies.every((frequency, at) => Math.abs(frequency - (at + 1) * step) <= 1e-6 * frequency)
  if (!isEqual || frequencies.length < SPLINE.length)
    throw new RangeError(
      'A 2x-thru needs equally spaced frequencies, starting at 0 Hz or one step above it, with at least nine above 0 Hz.',
    )
}

/** A network without the frequencies before the index `start`. */
const from = (network: Network, start: number): Network => ({
  ...network,
  frequencies: network.frequencies.slice(start),
  traces: network.traces.map(({ re, im }) => ({ re: re.slice(start), im: im.slice(start) })),
})

/** Adds the values at 0 Hz, which are real, to a network. */
const withZero = (network: Network): Network => ({
  ...network,
  frequencies: Float64Array.of(0, ...network.frequencies),
  traces: network.traces.map((one) => ({
    re: Float64Array.of(atZero(one), ...one.re),
    im: Float64Array.of(0, ...one.im),
  })),
})

/**
 * The weights of the real parts of the first nine points. The weighted sum is the value at 0 Hz of a cubic spline
 * through these points and their mirror images, because a spline is linear in its values.
 */
const SPLINE = [
  1.491958414785854, -0.623778212191221, 0.167140572240981, -0.044784076772703, 0.011995734849831, -0.003198862602622,
  0.000821929980451, -0.000177714590368, 0.000022214323796,
]

const atZero = ({ re }: Trace): number => SPLINE.reduce((sum, weight, at) => sum + weight * re[at]!, 0)

/** The value at 0 Hz that makes the step response 0 long before the step, at -3 ns. */
function settled({ re, im }: Trace, frequencies: Float64Array): number {
  const count = frequencies.length
  const last = frequencies.at(-1)!
  const filtered: Trace = { re: new Float64Array(count), im: new Float64Array(count) }
  for (let at = 0; at < count; at++) {
    // The receiver noise filter of IEEE 802.3, 93A-20, a fourth-order Butterworth filter.
    const x = (2 * frequencies[at]!) / last
    const [bottomRe, bottomIm] = [1 - 3.414_214 * x ** 2 + x ** 4, 2.613_126 * (x - x ** 3)]
    const size = bottomRe ** 2 + bottomIm ** 2
    filtered.re[at] = (re[at]! * bottomRe + im[at]! * bottomIm) / size
    filtered.im[at] = (im[at]! * bottomRe - re[at]! * bottomIm) / size
  }
  const early = Math.max(0, Math.round(count * (1 - 3e-9 * frequencies[0]!)))
  const sum = summed(signalOf(0, filtered))[early]!
  return (-sum * 2 * count) / (early + 1)
}

/** The response for a spectrum with the value `zero` at 0 Hz, with time 0 in the middle. */
function signalOf(zero: number, { re, im }: Trace): Float64Array {
  const count = re.length
  const size = 2 * count
  const spectrum: Spectrum = { re: new Float64Array(size), im: new Float64Array(size) }
  spectrum.re[0] = zero
  for (let at = 1; at <= count; at++) {
    spectrum.re[at] = spectrum.re[size - at] = re[at - 1]!
    if (at === count) continue
    spectrum.im[at] = im[at - 1]!
    spectrum.im[size - at] = -im[at - 1]!
  }
  const signal = transformed(spectrum, 1).re
  return Float64Array.from({ length: size }, (_, at) => signal[(at + count) % size]! / size)
}

/** The spectrum of the part of a response before a sample. */
function beginning(one: Trace, frequencies: Float64Array, end: number): Trace {
  const count = frequencies.length
  const signal = signalOf(settled(one, frequencies), one)
  const re = Float64Array.from({ length: 2 * count }, (_, at) => {
    const place = (at + count) % (2 * count)
    return place < end ? signal[place]! : 0
  })
  const spectrum = transformed({ re, im: new Float64Array(2 * count) }, -1)
  return { re: spectrum.re.slice(1, count + 1), im: spectrum.im.slice(1, count + 1) }
}

function summed(signal: Float64Array): Float64Array {
  let sum = 0
  return signal.map((value) => (sum += value))
}

const difference = (a: Trace, b: Trace): Trace => ({
  re: a.re.map((value, at) => value - b.re[at]!),
  im: a.im.map((value, at) => value - b.im[at]!),
})

const product = (a: Trace, b: Trace): Trace => ({
  re: a.re.map((value, at) => value * b.re[at]! - a.im[at]! * b.im[at]!),
  im: a.re.map((value, at) => value * b.im[at]! + a.im[at]! * b.re[at]!),
})

function quotient(a: Trace, b: Trace): Trace {
  const sizes = b.re.map((value, at) => value ** 2 + b.im[at]! ** 2)
  return {
    re: a.re.map((value, at) => (value * b.re[at]! + a.im[at]! * b.im[at]!) / sizes[at]!),
    im: a.re.map((value, at) => (a.im[at]! * b.re[at]! - value * b.im[at]!) / sizes[at]!),
  }
}

/** The square root. Of its two values, the one closer to the value at the previous frequency is used. */
function root({ re, im }: Trace): Trace {
  const found: Trace = { re: new Float64Array(re.length), im: new Float64Array(re.length) }
  for (let at = 0; at < re.length; at++) {
    const size = Math.hypot(re[at]!, im[at]!)
    let real = Math.sqrt(Math.max(0, (size + re[at]!) / 2))
    let imaginary = Math.sign(im[at]! || 1) * Math.sqrt(Math.max(0, (size - re[at]!) / 2))
    if (at > 0) {
      const [lastRe, lastIm] = [found.re[at - 1]!, found.im[at - 1]!]
      if (real * lastRe + imaginary * lastIm < 0) [real, imaginary] = [-real, -imaginary]
    }
    found.re[at] = real
    found.im[at] = imaginary
  }
  return found
}
