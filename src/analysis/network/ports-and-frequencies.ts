import { type Network, trace } from '../../formats/touchstone/network'
import { linesOf } from './network-lines'

/** The network with its ports in a different order: the first port of the result is the first port in `order`. */
export function withPorts(network: Network, order: number[]): Network {
  const isComplete = order.length === network.ports && new Set(order).size === network.ports
  if (!isComplete || !order.every((port) => Number.isInteger(port) && port >= 1 && port <= network.ports))
    throw new RangeError(`Each of the ${network.ports} ports must be used exactly once.`)
  return {
    ...network,
    references: order.map((port) => network.references[port - 1]!),
    traces: order.flatMap((to) => order.map((from) => trace(network, to, from))),
  }
}

/** Which ports are the near ends of the lines: the first half, or every second one. */
export type PortOrder = 'halves' | 'alternating'

/** The order of the ports in which all near ends precede all far ends. */
export const nearFirst = (ports: number, order: PortOrder): number[] => {
  const all = Array.from({ length: ports }, (_, index) => index + 1)
  return order === 'halves' ? all : [...all.filter((port) => port % 2 === 1), ...all.filter((port) => port % 2 === 0)]
}

/** The order suggested by the data. For two ports, both orders are the same. */
export function likelyOrder(network: Network): PortOrder {
  const lines = linesOf(network).filter(({ near }) => near.length === 1)
  const isAlternating = lines.length * 2 === network.ports && lines.every(({ near, far }) => far[0] === near[0]! + 1)
  return network.ports > 2 && isAlternating ? 'alternating' : 'halves'
}

/** Two frequencies that differ by less than this fraction count as the same, because files round them. */
export const FREQUENCY_TOLERANCE = 1e-9

/**
 * The frequencies of the first network that are within the range of the other one. Throws a RangeError if there are
 * none.
 */
export function commonFrequencies({ frequencies }: Network, other: Network): Float64Array {
  const [first = Number.NaN, last = Number.NaN] = [other.frequencies[0], other.frequencies.at(-1)]
  const common = frequencies.filter(
    (one) => one >= first * (1 - FREQUENCY_TOLERANCE) && one <= last * (1 + FREQUENCY_TOLERANCE),
  )
  if (common.length === 0) throw new RangeError('This network has no frequency in the range of the other network.')
  return common
}

/**
 * The network at other frequencies, which must be within its range. Real and imaginary parts are interpolated linearly.
 */
export function atFrequencies(network: Network, frequencies: Float64Array): Network {
  const own = network.frequencies
  const isSame =
    frequencies.length === own.length &&
    frequencies.every((one, at) => Math.abs(one - own[at]!) <= FREQUENCY_TOLERANCE * one)
  if (isSame) return { ...network, frequencies }
  const places = frequencies.map((one) => {
    let [low, high] = [0, own.length - 1]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (own[middle]! <= one) low = middle
      else high = middle
    }
    const gap = own[high]! - own[low]!
    return low + (gap > 0 ? Math.min(1, Math.max(0, (one - own[low]!) / gap)) : 0)
  })
  const between = (values: Float64Array) =>
    places.map((place) => {
      const low = Math.floor(place)
      const from = values[low]!
      return place === low ? from : from + (place - low) * (values[low + 1]! - from)
    })
  return { ...network, frequencies, traces: network.traces.map(({ re, im }) => ({ re: between(re), im: between(im) })) }
}
