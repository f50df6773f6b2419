import type { Network } from '../../formats/touchstone/network'
import { cascade, withoutFar, withoutNear } from './cascade'
import { toScattering } from './network-parameters'
import { atFrequencies, commonFrequencies, nearFirst, type PortOrder, withPorts } from './ports-and-frequencies'
import { fixturesOf } from './two-x-thru'

/** The operations on a network: connecting another one at one end, or removing another one from one or both ends. */
export type ChainOperation = 'append' | 'prepend' | 'remove-near' | 'remove-far' | 'remove-thru'

export interface Chained {
  network: Network
  order: PortOrder
}

/**
 * Connects a network to another one, or removes a fixture from it. The result keeps the network's frequencies within
 * the range of the other one, which is interpolated at these frequencies. The result's near ends are the first half of
 * its ports.
 */
export function chainOf({ network, order }: Chained, other: Chained, operation: ChainOperation): Network {
  if (network.ports !== other.network.ports || network.ports % 2 === 1)
    throw new RangeError(
      `Both networks need the same even number of ports; they have ${network.ports} and ${other.network.ports}.`,
    )
  const whole = toScattering(withPorts(network, nearFirst(network.ports, order)))
  const known = toScattering(withPorts(other.network, nearFirst(network.ports, other.order)))
  const frequencies = commonFrequencies(whole, known)
  const own = atFrequencies(whole, frequencies)
  const next = () => atFrequencies(known, frequencies)
  switch (operation) {
    case 'append':
      return cascade(own, next())
    case 'prepend':
      return cascade(next(), own)
    case 'remove-near':
      return withoutNear(own, next())
    case 'remove-far':
      return withoutFar(own, next())
    case 'remove-thru': {
      const { near, far } = fixturesOf(known)
      const rest = withoutNear(own, atFrequencies(near, frequencies))
      return withoutFar(rest, atFrequencies(far, frequencies))
    }
  }
}
