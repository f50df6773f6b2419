import { levelsOf, type Modulation } from './bit-pattern'
import { type PulseResponse, SAMPLES } from './pulse-response'

export interface EyeSettings {
  modulation: Modulation
  /** The transmitter's differential swing from peak to peak, in volts. */
  swing: number
  /**
   * The number of taps of the decision feedback, which cancels the response in this many symbols after the received
   * one.
   */
  feedbackTaps: number
  /** The noise at the receiver, in volts (RMS). */
  noise: number
  /** The share of symbols that may be received incorrectly. */
  errorRate: number
}

/** The opening between two adjacent levels. */
export interface EyeOpening {
  /** The voltage at which the receiver decides between the levels. */
  threshold: number
  /**
   * The limits of the opening at the error rate by phase, in volts. The eye is closed where the top is below the
   * bottom.
   */
  top: Float64Array
  bottom: Float64Array
  /** The height at the clock, in volts; negative if the eye is closed. */
  height: number
  /** The width in unit intervals; 0 if the eye is closed. */
  width: number
}

export interface StatisticalEye {
  /** The offsets from the clock, in unit intervals from -0.5 to 0.5. */
  phases: Float64Array
  /** The openings from the lowest to the highest pair of levels. */
  openings: EyeOpening[]
  /** The smallest height and the smallest width of the openings. */
  height: number
  width: number
  /** The probability of a symbol error by phase: the bathtub curve. */
  errors: Float64Array
  /** The voltages that the decision feedback subtracts after a symbol of the highest level. */
  feedback: number[]
}

/**
 * The response to one symbol at the decision circuit of the receiver, in volts, after `feedback` has been subtracted
 * from it.
 */
export interface ReceivedPulse {
  values: Float64Array
  center: number
  feedback: number[]
}

/** Scales the pulse by half the swing and subtracts the decision feedback in the symbols whose response it cancels. */
export function receivedPulse({ values, center }: PulseResponse, { swing, feedbackTaps }: EyeSettings): ReceivedPulse {
  const scaled = values.map((value) => (value * swing) / 2)
  const feedback = Array.from({ length: feedbackTaps }, (_, tap) => scaled[center + (tap + 1) * SAMPLES] ?? 0)
  feedback.forEach((value, tap) => {
    const middle = center + (tap + 1) * SAMPLES
    for (let at = middle - SAMPLES / 2; at < middle + SAMPLES / 2; at++) if (at < scaled.length) scaled[at]! -= value
  })
  return { values: scaled, center, feedback }
}

/**
 * The eye at an error rate by the statistical method: at each phase, the distribution of the interference of all other
 * symbols is the convolution of their individual distributions, and the noise is added. All symbols are assumed to be
 * independent and equally likely.
 */
export function statisticalEye(pulse: PulseResponse, settings: EyeSettings): StatisticalEye {
  const { modulation, noise, errorRate } = settings
  const received = receivedPulse(pulse, settings)
  const levels = levelsOf(modulation)
  const phases = Float64Array.from({ length: SAMPLES + 1 }, (_, at) => at / SAMPLES - 0.5)
  const cursors = Array.from(phases, (_, at) => cursorsAt(received, at - SAMPLES / 2))
  const reach = Math.max(...cursors.map(({ others }) => others.reduce((sum, one) => sum + Math.abs(one), 0)))
  const bin = Math.max(reach + 9 * noise, 1e-12) / HALF
  const tails = cursors.map(({ others }) => tailOf(others, levels, bin, noise))
  const main = cursors[SAMPLES / 2]!.main

  const openings = levels.slice(1).map((upper, index): EyeOpening => {
    const lower = levels[index]!
    const threshold = (main * (lower + upper)) / 2
    // The interference is symmetric, so both levels have the same quantile.
    const quantiles = tails.map((tail) => quantileOf(tail, errorRate, bin))
    const top = phases.map((_, at) => upper * cursors[at]!.main - quantiles[at]!)
    const bottom = phases.map((_, at) => lower * cursors[at]!.main + quantiles[at]!)
    const margins = phases.map((_, at) => Math.min(top[at]! - threshold, threshold - bottom[at]!))
    return {
      threshold,
      top,
      bottom,
      height: top[SAMPLES / 2]! - bottom[SAMPLES / 2]!,
      width: widthOf(margins),
    }
  })
  const errors = phases.map((_, at) => {
    // A symbol is wrong if it crosses the threshold above or below its level.
    const sum = openings.reduce((total, { threshold }, index) => {
      const [lower, upper] = [levels[index]! * cursors[at]!.main, levels[index + 1]! * cursors[at]!.main]
      return total + beyond(tails[at]!, threshold - lower, bin) + beyond(tails[at]!, upper - threshold, bin)
    }, 0)
    return Math.min(sum / levels.length, 1)
  })
  return {
    phases,
    openings,
    height: Math.min(...openings.map(({ height }) => height)),
    width: Math.min(...openings.map(({ width }) => width)),
    errors,
    feedback: received.feedback,
  }
}

/** The number of bins of a distribution on each side of 0. */
const HALF = 2048

/** The responses to the received symbol and to all others. `offset` is the distance from the clock, in samples. */
function cursorsAt({ values, center }: ReceivedPulse, offset: number): { main: number; others: number[] } {
  const others: number[] = []
  const first = (((center + offset) % SAMPLES) + SAMPLES) % SAMPLES
  for (let at = first; at < values.length; at += SAMPLES) if (at !== center + offset) others.push(values[at]!)
  return { main: values[center + offset] ?? 0, others }
}

/** For each bin, the probability that the sum of interference and noise is at most the bin's value: cumulative sums. */
function tailOf(cursors: number[], levels: number[], bin: number, noise: number): Float64Array {
  let values = new Float64Array(2 * HALF + 1)
  values[HALF] = 1
  // Rounding errors are carried over, so the extremes of the sum are accurate to one bin for any number of cursors.
  const carries = levels.map(() => 0)
  for (const cursor of cursors) {
    const shifts = levels.map((level, index) => {
      const wanted = (Math.abs(cursor) * level) / bin + carries[index]!
      carries[index] = wanted - Math.round(wanted)
      return Math.round(wanted)
    })
    if (shifts.some((shift) => shift !== 0)) values = mixed(values, shifts)
  }
  if (noise > 0) values = blurred(values, noise / bin)
  for (let at = 1; at < values.length; at++) values[at]! += values[at - 1]!
  return values
}

/** The mean of copies of a distribution that are shifted by these numbers of bins. */
function mixed(values: Float64Array, shifts: number[]): Float64Array<ArrayBuffer> {
  const sum = new Float64Array(values.length)
  const weight = 1 / shifts.length
  for (const shift of shifts) {
    const [first, end] = [Math.max(0, shift), values.length + Math.min(0, shift)]
    for (let at = first; at < end; at++) sum[at]! += values[at - shift]! * weight
  }
  return sum
}

/** Convolves a distribution with a normal distribution whose standard deviation is given in bins. */
function blurred(values: Float64Array, deviation: number): Float64Array<ArrayBuffer> {
  const radius = Math.min(HALF, Math.ceil(9 * deviation))
  const kernel = Float64Array.from({ length: 2 * radius + 1 }, (_, at) =>
    Math.exp(-(((at - radius) / deviation) ** 2) / 2),
  )
  const total = kernel.reduce((sum, value) => sum + value, 0)
  const sum = new Float64Array(values.length)
  values.forEach((value, at) => {
    if (value === 0) return
    const [first, end] = [Math.max(0, at - radius), Math.min(values.length - 1, at + radius)]
    for (let to = first; to <= end; to++) sum[to]! += (value * kernel[to - at + radius]!) / total
  })
  return sum
}

/** The distance from 0 that is exceeded with this probability, in volts. */
function quantileOf(tail: Float64Array, probability: number, bin: number): number {
  const at = tail.findIndex((value) => value > probability)
  return (HALF - at) * bin
}

/** The probability that the interference exceeds a distance in volts. */
function beyond(tail: Float64Array, distance: number, bin: number): number {
  const at = HALF - distance / bin
  if (at < 0) return 0
  return at >= tail.length - 1 ? 1 : tail[Math.floor(at)]!
}

/** The distance between the zeros of the margin on both sides of the clock, in unit intervals. */
function widthOf(margins: Float64Array): number {
  const middle = SAMPLES / 2
  if (!(margins[middle]! > 0)) return 0
  const reach = (step: 1 | -1) => {
    for (let at = middle; ; at += step) {
      const next = margins[at + step]
      if (next === undefined) return Math.abs(at - middle)
      if (next <= 0) return Math.abs(at - middle) + margins[at]! / (margins[at]! - next)
    }
  }
  return (reach(1) + reach(-1)) / SAMPLES
}
