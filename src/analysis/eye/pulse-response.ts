import type { Trace } from '../../formats/touchstone/network'
import { signalOf } from '../math/fourier'
import { uniformSpectrum } from '../math/uniform-spectrum'

/** How a symbol is transmitted and received. */
export interface LinkSettings {
  /** Symbols per second. */
  rate: number
  /** The transmitter's rise time from 20 to 80 percent, in seconds. */
  riseTime: number
  /** The taps of the transmitter before and after the main tap, which is 1 minus the sum of their magnitudes. */
  preTap: number
  postTap: number
  /** The gain of the receiver at high frequencies relative to that at 0 Hz, in dB; 0 for no equalizer. */
  peaking: number
}

/** The response to one symbol of amplitude 1. */
export interface PulseResponse {
  values: Float64Array
  /** The sample at which the receiver decides. */
  center: number
}

/** Samples of a pulse response per symbol. */
export const SAMPLES = 64

/** The maximum length of a response, in symbols. */
const MAX_SYMBOLS = 1024
/** Values below this share of the peak are removed at both ends of a response. */
const NEGLIGIBLE = 2e-5
const MAX_LENGTH = 2 ** 20
/** The share of the spectrum, at its upper end, that is tapered to zero. An abrupt end would cause ringing. */
const TAPER = 0.2

/**
 * The response of a channel to one symbol, with 64 samples per symbol. The edges have a Gaussian shape. The receiver's
 * clock is halfway between the edges of the received pulse, as with clock recovery. The polarity of an inverting
 * channel is corrected. Throws a RangeError if the data end below half the symbol rate or have fewer than four
 * frequencies, or if nothing is transmitted.
 */
export function pulseResponse(frequencies: Float64Array, channel: Trace, link: LinkSettings): PulseResponse {
  if ((frequencies.at(-1) ?? 0) < link.rate / 2)
    throw new RangeError(
      'The data do not reach half the symbol rate, so no eye can be calculated. Choose a lower symbol rate.',
    )
  const spectrum = uniformSpectrum(frequencies, channel)
  const points = spectrum.re.length
  // A Gaussian edge rises from 20 to 80 percent in 1.683 standard deviations.
  const deviation = (2 * Math.PI * link.riseTime) / 1.683_242_467
  const period = 1 / spectrum.step
  const length = Math.min(MAX_LENGTH, 2 ** Math.ceil(Math.log2(Math.max(2 * points, SAMPLES * period * link.rate))))
  const shaped = { re: new Float64Array(points), im: new Float64Array(points) }
  for (let at = 0; at < points; at++) {
    const frequency = at * spectrum.step
    const x = (Math.PI * frequency) / link.rate
    const part = (at / points - 1 + TAPER) / TAPER
    const taper = part <= 0 ? 1 : (1 + Math.cos(Math.PI * part)) / 2
    const shape =
      (taper *
        (x === 0 ? 1 : Math.sin(x) / x) *
        Math.exp(-((frequency * deviation) ** 2) / 2) *
        length *
        spectrum.step) /
      link.rate
    const [re, im] = linearEqualizer(frequency, link)
    shaped.re[at] = shape * (spectrum.re[at]! * re - spectrum.im[at]! * im)
    shaped.im[at] = shape * (spectrum.re[at]! * im + spectrum.im[at]! * re)
  }
  return trimmed(transmitted(resampled(signalOf(shaped, length), length * spectrum.step, link.rate, period), link))
}

/**
 * The receiver's equalizer of IEEE 802.3, 93A.1.4.3: poles at a quarter of the rate and at the rate, and a zero at the
 * frequency of the first pole divided by the peaking.
 */
function linearEqualizer(frequency: number, { rate, peaking }: LinkSettings): [re: number, im: number] {
  if (peaking === 0) return [1, 0]
  const [low, high] = [(4 * frequency) / rate, frequency / rate]
  const [topRe, topIm] = [10 ** (-peaking / 20), low]
  const [bottomRe, bottomIm] = [1 - low * high, low + high]
  const size = bottomRe * bottomRe + bottomIm * bottomIm
  return [(topRe * bottomRe + topIm * bottomIm) / size, (topIm * bottomRe - topRe * bottomIm) / size]
}

/** Interpolates a periodic signal at 64 samples per symbol, by cubic polynomials from four samples each. */
function resampled(signal: Float64Array, samplesPerSecond: number, rate: number, period: number): Float64Array {
  const symbols = Math.min(MAX_SYMBOLS, Math.floor(period * rate))
  const size = signal.length
  const peak = signal.reduce((best, value, at) => (Math.abs(value) > Math.abs(signal[best]!) ? at : best), 0)
  const sign = signal[peak]! < 0 ? -1 : 1
  // Only a quarter of the response precedes the peak, because a causal channel has little more than ringing there.
  const first = peak / samplesPerSecond - Math.floor(symbols / 4) / rate
  const at = (index: number) => signal[((index % size) + size) % size]!
  return Float64Array.from({ length: symbols * SAMPLES }, (_, index) => {
    const place = (first + index / (SAMPLES * rate)) * samplesPerSecond
    const whole = Math.floor(place)
    const part = place - whole
    const [a, b, c, d] = [at(whole - 1), at(whole), at(whole + 1), at(whole + 2)]
    const slope = (c - a) / 2
    const next = (d - b) / 2
    return sign * (b + part * (slope + part * (3 * (c - b) - 2 * slope - next + part * (2 * (b - c) + slope + next))))
  })
}

function transmitted(pulse: Float64Array, { preTap, postTap }: LinkSettings): Float64Array {
  const main = 1 - Math.abs(preTap) - Math.abs(postTap)
  return pulse.map(
    (value, at) => main * value + preTap * (pulse[at + SAMPLES] ?? 0) + postTap * (pulse[at - SAMPLES] ?? 0),
  )
}

function trimmed(pulse: Float64Array): PulseResponse {
  const peak = pulse.reduce((best, value, at) => (value > pulse[best]! ? at : best), 0)
  const limit = NEGLIGIBLE * pulse[peak]!
  if (!(limit > 0))
    throw new RangeError('Nothing is transmitted between these ports, so no eye can be calculated. Choose other ports.')
  const first = pulse.findIndex((value) => Math.abs(value) > limit)
  const last = pulse.findLastIndex((value) => Math.abs(value) > limit)
  // Keep whole symbols around the peak, and at least two on each side, because clockOf searches there.
  const before = Math.max(Math.ceil((peak - first) / SAMPLES) + 1, 2) * SAMPLES
  const after = Math.max(Math.ceil((last - peak) / SAMPLES) + 1, 2) * SAMPLES
  const values = Float64Array.from({ length: before + after + 1 }, (_, at) => pulse[peak - before + at] ?? 0)
  return { values, center: clockOf(values, before) }
}

/**
 * The sample near the peak for which the pulse has the same value half a symbol before and half a symbol after it; the
 * peak if there is none.
 */
function clockOf(pulse: Float64Array, peak: number): number {
  const rise = (at: number) => pulse[at + SAMPLES / 2]! - pulse[at - SAMPLES / 2]!
  for (let distance = 0; distance <= SAMPLES; distance++) {
    for (const at of [peak - distance, peak + distance]) if (rise(at - 1) > 0 && rise(at) <= 0) return at
  }
  return peak
}
