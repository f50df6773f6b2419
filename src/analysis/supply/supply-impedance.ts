import { type Network, type Trace, trace } from '../../formats/touchstone/network'
import { toScattering } from '../network/network-parameters'

export type SupplyMethod = 'reflection' | 'shunt-through'

/**
 * The impedance of a supply, in ohms, from the reflection at one port or from the transmission between two ports that
 * are both connected to the supply. This second method, shunt-through, can resolve milliohms. Throws a RangeError if
 * the second port is missing.
 */
export function supplyImpedance(network: Network, method: SupplyMethod): Trace {
  const scattering = toScattering(network)
  const [first = 50, second = first] = scattering.references
  if (method === 'shunt-through' && scattering.ports < 2)
    throw new RangeError('A shunt-through measurement requires at least two ports.')
  const measured = method === 'reflection' ? trace(scattering, 1, 1) : trace(scattering, 2, 1)
  const count = measured.re.length
  const found: Trace = { re: new Float64Array(count), im: new Float64Array(count) }
  // Shunt-through: `scale` is the resistance of both ports in parallel, and `mean` is T, the transmission of a direct
  // connection between ports with different resistances.
  const scale = method === 'reflection' ? first : (first * second) / (first + second)
  const mean = (2 * Math.sqrt(first * second)) / (first + second)
  for (let at = 0; at < count; at++) {
    const [re, im] = [measured.re[at]!, measured.im[at]!]
    // Reflection: R (1 + S) / (1 - S). Shunt-through: R S / (T - S).
    const [topRe, topIm] = method === 'reflection' ? [1 + re, im] : [re, im]
    const bottomRe = (method === 'reflection' ? 1 : mean) - re
    const size = bottomRe * bottomRe + im * im
    found.re[at] = (scale * (topRe * bottomRe - topIm * im)) / size
    found.im[at] = (scale * (topIm * bottomRe + topRe * im)) / size
  }
  return found
}

/** The highest impedance, in ohms, that keeps a current step within the ripple, which is a fraction of the voltage. */
export const targetImpedance = (voltage: number, ripple: number, step: number): number => (voltage * ripple) / step
