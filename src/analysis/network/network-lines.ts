import { counted } from '../../formats/counted'
import { likelyPairs, type PortPair } from '../../formats/touchstone/mixed-mode'
import { type Network, trace, type Trace } from '../../formats/touchstone/network'
import { mixedModeNetwork } from './mixed-mode-network'
import { toScattering } from './network-parameters'

/** A line from its near to its far end. Each end is a port or a differential pair of ports, numbered from 1. */
export interface Line {
  near: number[]
  far: number[]
}

/** The maximum number of lines that a list offers. */
const MAX_LINES = 64

/**
 * The lines of a network. If the data suggest differential pairs, the differential lines come first, followed by the
 * single-ended lines between their ports. Otherwise, there is one line for each combination of two ports.
 */
export function linesOf(network: Network): Line[] {
  const { ports } = network
  if (ports === 2) return [{ near: [1], far: [2] }]
  const pairs = network.parameter === 'S' ? likelyPairs(network) : null
  const differential: Line[] = []
  const single: Line[] = []
  for (let at = 0; pairs && at + 1 < pairs.length; at += 2) {
    const [near, far] = [pairs[at]!, pairs[at + 1]!]
    differential.push({ near, far })
    single.push({ near: [near[0]], far: [far[0]] }, { near: [near[1]], far: [far[1]] })
  }
  if (differential.length > 0) return [...differential, ...single].slice(0, MAX_LINES)
  const all = Array.from({ length: ports }, (_, index) => index + 1)
  return all
    .flatMap((near) => all.filter((far) => far > near).map((far) => ({ near: [near], far: [far] })))
    .slice(0, MAX_LINES)
}

/**
 * The S-parameter between two ends, each a port or a differential pair. The reference resistance of a pair is the sum
 * of its ports' reference resistances.
 */
export function parameterBetween(network: Network, to: number[], from: number[]): Trace {
  if (to.length === 1 && from.length === 1) {
    checkPorts(network, [...to, ...from])
    return trace(toScattering(network), to[0]!, from[0]!)
  }
  const sum = waveSum(network, to, from)
  if (sum) return sum
  const pairs = [to, from].flatMap((end) => (end.length === 2 ? [end as PortPair] : []))
  const distinct = pairs.filter(([p], at) => pairs.findIndex(([other]) => other === p) === at)
  const mixed = mixedModeNetwork(network, distinct)
  const indexOf = (end: number[]) =>
    mixed.modes.indexOf(end.length === 2 ? `D${end.join(',')}` : `S${end.join(',')}`) + 1
  checkPorts(network, [indexOf(to), indexOf(from)])
  return trace(mixed, indexOf(to), indexOf(from))
}

/**
 * The parameter between two ends as a sum of waves, which is much faster to compute than mixed-mode parameters. Null
 * unless the ports of each pair have the same reference, and the ends are the same or have no port in common.
 */
function waveSum(network: Network, to: number[], from: number[]): Trace | null {
  const { references, ports, frequencies } = network
  const isSame = to.join() === from.join()
  const isKnown = [to, from].every(
    (end) =>
      new Set(end).size === end.length &&
      end.every((port) => Number.isInteger(port) && port >= 1 && port <= ports) &&
      new Set(end.map((port) => references[port - 1])).size === 1,
  )
  if (!isKnown || (!isSame && to.some((port) => from.includes(port)))) return null
  const scattering = toScattering(network)
  const scale = 1 / Math.sqrt(to.length * from.length)
  const sum: Trace = { re: new Float64Array(frequencies.length), im: new Float64Array(frequencies.length) }
  to.forEach((one, row) =>
    from.forEach((other, column) => {
      const { re, im } = trace(scattering, one, other)
      // The second port of a pair has a negative weight.
      const weight = (row + column) % 2 === 0 ? scale : -scale
      for (let at = 0; at < re.length; at++) {
        sum.re[at]! += weight * re[at]!
        sum.im[at]! += weight * im[at]!
      }
    }),
  )
  return sum
}

/**
 * The reflection at one end, which is a port or a differential pair. The reference of a pair is the sum of its ports'
 * references.
 */
export interface Reflection extends Trace {
  end: number[]
  /** In ohms. */
  reference: number
}

export function reflectionOf(network: Network, end: number[]): Reflection {
  const reference = end.reduce((sum, port) => sum + (network.references[port - 1] ?? 0), 0)
  return { end, reference, ...parameterBetween(network, end, end) }
}

function checkPorts({ ports }: Network, used: number[]): void {
  const wrong = used.find((port) => !Number.isInteger(port) || port < 1 || port > ports)
  if (wrong !== undefined) throw new RangeError(`The network has no port ${wrong}; it has ${counted(ports, 'port')}.`)
}
