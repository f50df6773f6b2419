import { decibels, type Network, type Trace, trace } from './network'

/** The two single-ended ports of a differential port, counted from 1. */
export type PortPair = [positive: number, negative: number]

/** Mixed-mode S-parameters. The parameter to pair i from pair j (both from 0) is at index i * pairs.length + j. */
export interface MixedMode {
  pairs: PortPair[]
  frequencies: Float64Array
  /** The first letter is the mode of the response, the second the mode of the stimulus; d is differential, c common. */
  dd: Trace[]
  dc: Trace[]
  cd: Trace[]
  cc: Trace[]
}

/**
 * Computes the mixed-mode S-parameters of a single-ended network as defined by Bockelman and Eisenstadt: differential
 * waves are (p - n) / √2, common waves (p + n) / √2. All ports must have the same reference resistance.
 */
export function mixedMode(network: Network, pairs: PortPair[]): MixedMode {
  const problem = problemOf(network, pairs)
  if (problem) throw new RangeError(problem)
  const mix = (signs: [pp: number, pn: number, np: number, nn: number]): Trace[] =>
    pairs.flatMap(([p, n]) =>
      pairs.map(([q, m]) =>
        combined(signs, [trace(network, p, q), trace(network, p, m), trace(network, n, q), trace(network, n, m)]),
      ),
    )
  return {
    pairs,
    frequencies: network.frequencies,
    dd: mix([1, -1, -1, 1]),
    dc: mix([1, 1, -1, -1]),
    cd: mix([1, -1, 1, -1]),
    cc: mix([1, 1, 1, 1]),
  }
}

function combined(signs: [number, number, number, number], parts: [Trace, Trace, Trace, Trace]): Trace {
  const sum = (of: (part: Trace) => Float64Array) => {
    const [a, b, c, d] = [of(parts[0]), of(parts[1]), of(parts[2]), of(parts[3])]
    const [sa, sb, sc, sd] = signs
    return a.map((value, at) => (sa * value + sb * (b[at] ?? 0) + sc * (c[at] ?? 0) + sd * (d[at] ?? 0)) / 2)
  }
  return { re: sum(({ re }) => re), im: sum(({ im }) => im) }
}

function problemOf({ parameter, ports, references }: Network, pairs: PortPair[]): string | null {
  if (parameter !== 'S') return `Mixed mode requires S-parameters; these are ${parameter}-parameters.`
  const used = new Set(pairs.flat())
  const fits = [...used].every((port) => Number.isInteger(port) && port >= 1 && port <= ports)
  if (pairs.length === 0 || used.size !== pairs.length * 2 || used.size !== ports || !fits) {
    return `Mixed mode requires each of the ${ports} ports to be in exactly one pair.`
  }
  if (references.some((reference) => reference !== references[0])) {
    return 'Mixed mode requires the same reference resistance at all ports.'
  }
  return null
}

/**
 * Guesses the pairs of a network of transmission lines. The strongest transmission from each port at the lowest
 * frequency leads to the far end of the port's line. Adjacent near ends form a pair, and so do their far ends. Returns
 * null if the data suggest no pairs, for example because the number of ports or of lines is odd, or because a port has
 * no clearly strongest transmission.
 */
export function likelyPairs(network: Network): PortPair[] | null {
  const { ports } = network
  if (network.parameter !== 'S' || ports < 4 || ports % 2 === 1) return null
  const all = Array.from({ length: ports }, (_, index) => index + 1)
  const farEnd = all.map((from) => {
    const through = all
      .filter((to) => to !== from)
      .map((to) => ({ to, level: decibels(first(trace(network, to, from)))[0] ?? Number.NEGATIVE_INFINITY }))
      .toSorted((one, other) => other.level - one.level)
    const [best, next] = through
    const isClear = best && next && best.level > LINE_DECIBELS && best.level - next.level > CLEAR_DECIBELS
    return isClear ? best.to : 0
  })
  const farOf = (port: number) => farEnd[port - 1] ?? 0
  const near = all.filter((port) => farOf(farOf(port)) === port && port < farOf(port))
  if (near.length * 2 !== ports || near.length % 2 === 1) return null
  const pairs: PortPair[] = []
  for (let at = 0; at < near.length; at += 2) {
    const [p = 0, n = 0] = near.slice(at, at + 2)
    pairs.push([p, n], [farOf(p), farOf(n)])
  }
  return pairs
}

/**
 * The limits in dB at the lowest frequency: a line's transmission must exceed the first one, and must exceed crosstalk
 * by more than the second.
 */
const [LINE_DECIBELS, CLEAR_DECIBELS] = [-20, 3]

const first = ({ re, im }: Trace): Trace => ({ re: re.slice(0, 1), im: im.slice(0, 1) })
