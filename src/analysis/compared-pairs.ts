import type { NetworkFile } from '../formats/network-file'
import { likelyPairs, type PortPair } from '../formats/touchstone/mixed-mode'

/** A network of a comparison in its form, and the order of its ports if one was given. */
export interface PairedNetwork {
  key: string
  network: NetworkFile
  order: number[] | null
}

/** The pairs of a network, and the same pairs by the numbers of the ports in its file. */
export interface ComparedPairs {
  pairs: PortPair[]
  inFile: PortPair[]
}

/**
 * The pairs of each network in mixed mode. Whoever gives an order of ports lists those of a pair next to each other. The
 * other networks have the pairs of the reference, because the data of two revisions can suggest different ones, and
 * parameters of different pairs cannot be compared.
 */
export function comparedPairs(networks: PairedNetwork[], reference: PairedNetwork): ComparedPairs[] {
  const common = pairsInFile(reference)
  return networks.map((one) => {
    const { network, order } = one
    if (order && !network.modes) return { pairs: adjacentPairs(network.ports), inFile: pairsInFile(one) }
    const isLike = network.modes === null && network.ports === reference.network.ports
    const inFile = isLike ? common : pairsInFile(one)
    return { pairs: inFile, inFile }
  })
}

/** The pairs that a file states, that an order means, or that the data suggests, in this order. */
function pairsInFile({ network, order }: PairedNetwork): PortPair[] {
  const { modes, ports } = network
  const adjacent = adjacentPairs(ports)
  if (modes) return statedPairs(modes) ?? adjacent
  if (order) return adjacent.map(([positive, negative]) => [order[positive - 1]!, order[negative - 1]!])
  return likelyPairs(network) ?? adjacent
}

/** The pairs of mixed-mode data: (1, 3), (2, 4) for `D1,3 D2,4 C1,3 C2,4`. Null if not all ports are in pairs. */
function statedPairs(modes: string[]): PortPair[] | null {
  const pairs = [...new Set(modes.map((mode) => mode.slice(1)))].map((ports) => ports.split(',').map(Number))
  return pairs.every((pair): pair is PortPair => pair.length === 2) ? pairs : null
}

/** Pairs adjacent ports: (1, 2), (3, 4) and so on. */
const adjacentPairs = (ports: number): PortPair[] =>
  Array.from({ length: Math.floor(ports / 2) }, (_, index) => [2 * index + 1, 2 * index + 2])
