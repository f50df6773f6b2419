import { engineeringText } from '../engineering-number'

/** A port, or the two ports of a differential pair, numbered from 1. */
export type NetworkEnd = number[]

/** The name of an end in titles and lists: "1", or "1/2" for a pair. */
export const endName = (end: NetworkEnd) => end.join('/')

export type SmithSettings = { end: NetworkEnd }

export const firstSmithSettings: SmithSettings = { end: [1] }

/** The reflection at one end, at each of the network's frequencies. */
export type Reflection = { end: NetworkEnd; reference: number; re: Float64Array; im: Float64Array }

/** The reflection at one frequency: magnitude, angle, impedance in ohms, return loss and standing wave ratio. */
export function reflectionAt({ re, im, reference }: Reflection, at: number) {
  const [x, y] = [re[at] ?? 0, im[at] ?? 0]
  const size = Math.hypot(x, y)
  const divisor = (1 - x) ** 2 + y ** 2
  return {
    size,
    degrees: (Math.atan2(y, x) * 180) / Math.PI,
    resistance: (reference * (1 - x * x - y * y)) / divisor,
    reactance: (reference * 2 * y) / divisor,
    returnLoss: -20 * Math.log10(size),
    standingWaves: size < 1 ? (1 + size) / (1 - size) : Number.POSITIVE_INFINITY,
  }
}

/** An impedance such as "42.1 − 8.3j Ω"; "open" if it is infinite. */
export function impedanceText(resistance: number, reactance: number): string {
  if (!Number.isFinite(resistance)) return 'open'
  const rounded = (value: number) => Number(value.toPrecision(4))
  const real = resistance < 0 ? `−${rounded(-resistance)}` : `${rounded(resistance)}`
  return `${real} ${reactance < 0 ? '−' : '+'} ${rounded(Math.abs(reactance))}j Ω`
}

/** Describes in a sentence where the reflection is largest. */
export function summaryOfReflection(reflection: Reflection, frequencies: Float64Array): string {
  let [worst, largest] = [0, -1]
  reflection.re.forEach((re, at) => {
    const size = Math.hypot(re, reflection.im[at] ?? 0)
    if (size > largest) [worst, largest] = [at, size]
  })
  if (largest <= 0) return 'Nothing is reflected: the port is matched at all frequencies.'
  const { returnLoss, resistance, reactance } = reflectionAt(reflection, worst)
  const frequency = engineeringText(frequencies[worst] ?? 0, 'Hz')
  return `The return loss is lowest at ${frequency}: ${returnLoss.toFixed(2)} dB, where the impedance is ${impedanceText(resistance, reactance)}.`
}
