import type { NetworkFile } from '../../formats/network-file'
import { likelyPairs, type PortPair } from '../../formats/touchstone/mixed-mode'

/**
 * The port pairs of each network for mixed mode. Ports are numbered as in the form in which the network is used
 * (NetworkForm). Files with mixed-mode data, and networks with a different number of ports than the reference, have
 * pairs of their own. All others use the reference's pairs, because the data of two revisions can suggest different
 * pairs, and parameters of different pairs cannot be compared.
 */
export function comparedPairs(networks: NetworkFile[], reference: NetworkFile): PortPair[][] {
  const common = pairsOf(reference)
  return networks.map((network) => {
    const isLike = network.modes === null && network.ports === reference.ports
    return isLike ? common : pairsOf(network)
  })
}

/**
 * The pairs that mixed-mode data state. Other data can suggest pairs, as for a network that is shown alone; if they do
 * not, adjacent ports are paired.
 */
function pairsOf(network: NetworkFile): PortPair[] {
  const { modes, ports } = network
  return (modes ? statedPairs(modes) : likelyPairs(network)) ?? adjacentPairs(ports)
}

/** The pairs of mixed-mode data: (1, 3), (2, 4) for `D1,3 D2,4 C1,3 C2,4`. Null if not all ports are in pairs. */
function statedPairs(modes: string[]): PortPair[] | null {
  const pairs = [...new Set(modes.map((mode) => mode.slice(1)))].map((ports) => ports.split(',').map(Number))
  return pairs.every((pair): pair is PortPair => pair.length === 2) ? pairs : null
}

/** Pairs adjacent ports: (1, 2), (3, 4) and so on. */
const adjacentPairs = (ports: number): PortPair[] =>
  Array.from({ length: Math.floor(ports / 2) }, (_, index) => [2 * index + 1, 2 * index + 2])
