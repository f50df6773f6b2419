/**
 * Windows that reduce the ringing of a truncated spectrum. Except for `none`, they fall from 1 at 0 Hz toward the
 * highest frequency.
 */
export type WindowName = 'none' | 'hamming' | 'kaiser'

/** Reduces side lobes to about -44 dB, as network analyzers do by default. */
const KAISER_BETA = 6

/** The falling half of a periodic window with twice as many points. */
export function fallingWindow(name: WindowName, length: number): Float64Array {
  const value = {
    none: () => 1,
    hamming: (part: number) => 0.54 + 0.46 * Math.cos(Math.PI * part),
    kaiser: (part: number) => bessel(KAISER_BETA * Math.sqrt(1 - part * part)) / bessel(KAISER_BETA),
  }[name]
  return Float64Array.from({ length }, (_, at) => value(at / length))
}

/** The modified Bessel function of the first kind, of order 0, by its power series. */
function bessel(x: number): number {
  let [sum, term] = [1, 1]
  for (let order = 1; term > 1e-17 * sum; order++) {
    term *= (x / (2 * order)) ** 2
    sum += term
  }
  return sum
}
