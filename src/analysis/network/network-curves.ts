import { counted } from '../../formats/counted'
import { mixedMode, type PortPair } from '../../formats/touchstone/mixed-mode'
import { decibels, magnitude, type Network, phase, type Trace, trace } from '../../formats/touchstone/network'
import { groupDelay, phaseDelay } from '../delays'

/** One curve of a plot. `to` and `from` are port numbers from 1, or pair numbers in the four mixed modes. */
export interface WantedCurve {
  to: number
  from: number
  mode: 'single' | 'dd' | 'dc' | 'cd' | 'cc'
  /**
   * In dB for `decibels`, in the parameters' own unit for `magnitude`, in degrees for phases, and in seconds for
   * delays.
   */
  quantity: 'decibels' | 'magnitude' | 'phase' | 'unwrapped phase' | 'group delay' | 'phase delay'
}

/**
 * Returns the values at the network's frequencies, one array per requested curve. Throws a RangeError if the network
 * does not have a requested curve.
 */
export function curvesOf(network: Network, wanted: WantedCurve[], pairs: PortPair[]): Float64Array[] {
  const traces = tracesOf(network, wanted, pairs)
  return wanted.map(({ quantity }, index) => valuesOf(traces[index]!, network.frequencies, quantity))
}

/** The complex values of parameters. Throws a RangeError if the network does not have one of them. */
export function tracesOf(network: Network, wanted: Omit<WantedCurve, 'quantity'>[], pairs: PortPair[]): Trace[] {
  const mixed = wanted.some(({ mode }) => mode !== 'single') ? mixedMode(network, pairs) : null
  return wanted.map(({ to, from, mode }) => {
    const [ports, what] = mode === 'single' ? [network.ports, 'port'] : [pairs.length, 'pair']
    if (![to, from].every((port) => Number.isInteger(port) && port >= 1 && port <= ports)) {
      throw new RangeError(
        `There is no parameter to ${what} ${to} from ${what} ${from}; the network has ${counted(ports, what)}.`,
      )
    }
    const found: Trace | undefined =
      mode === 'single' || !mixed ? trace(network, to, from) : mixed[mode][(to - 1) * ports + from - 1]
    return found ?? trace(network, to, from)
  })
}

function valuesOf(values: Trace, frequencies: Float64Array, quantity: WantedCurve['quantity']): Float64Array {
  switch (quantity) {
    case 'decibels':
      return decibels(values)
    case 'magnitude':
      return magnitude(values)
    case 'group delay':
      return groupDelay(frequencies, values)
    case 'phase delay':
      return phaseDelay(frequencies, values)
    default:
      return phase(values, { unwrap: quantity === 'unwrapped phase' })
  }
}
