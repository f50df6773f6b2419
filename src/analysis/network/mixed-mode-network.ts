import type { PortPair } from '../../formats/touchstone/mixed-mode'
import type { Network } from '../../formats/touchstone/network'
import { type Matrix, zeros } from '../math/complex-matrix'
import { networkOf, portQuantities, scatteringOf } from './network-parameters'

/** A network whose ports are modes: all differential ones, all common ones, then the ports that are in no pair. */
export interface MixedModeNetwork extends Network {
  /** The name of each mode with its ports, as in Touchstone: D1,2 and C1,2 for a pair, S3 for a port. */
  modes: string[]
}

/**
 * Converts a network with any parameters and reference resistances to S-parameters of differential and common modes.
 * The differential voltage is V(p) - V(n), its current (I(p) - I(n)) / 2; the common voltage is (V(p) + V(n)) / 2, its
 * current I(p) + I(n). `references` are the resistances of the modes in the order of the result, in ohms. By default,
 * the differential mode has twice the mean of the pair's resistances, and the common mode half the mean. Throws a
 * RangeError if a pair contains a port that the network does not have, if a port is in two pairs, or if the number of
 * references is wrong.
 */
export function mixedModeNetwork(network: Network, pairs: PortPair[], references?: number[]): MixedModeNetwork {
  const singles = singlesOf(network.ports, pairs)
  const rows = [
    ...pairs.map(([p, n]): Row => ({ mode: `D${p},${n}`, ports: [p, n], voltage: [1, -1], current: [0.5, -0.5] })),
    ...pairs.map(([p, n]): Row => ({ mode: `C${p},${n}`, ports: [p, n], voltage: [0.5, 0.5], current: [1, 1] })),
    ...singles.map((port): Row => ({ mode: `S${port}`, ports: [port, port], voltage: [1, 0], current: [1, 0] })),
  ]
  const resistances = references ?? rows.map((row) => usualReference(row, network.references))
  if (resistances.length !== network.ports) throw new RangeError(`Mixed mode requires ${network.ports} references.`)
  const mixed = networkOf({ ...network, parameter: 'S', references: resistances }, (at) => {
    const { voltages, currents } = portQuantities(network, at)
    return scatteringOf(
      { voltages: mixedRows(voltages, rows, 'voltage'), currents: mixedRows(currents, rows, 'current') },
      resistances,
    )
  })
  return { ...mixed, modes: rows.map(({ mode }) => mode) }
}

/** One mode, with the weights of its ports in its voltage and its current. */
type Row = {
  mode: string
  ports: PortPair
  voltage: [p: number, n: number]
  current: [p: number, n: number]
}

function singlesOf(ports: number, pairs: PortPair[]): number[] {
  const used = pairs.flat()
  const fits = used.every((port) => Number.isInteger(port) && port >= 1 && port <= ports)
  if (!fits || new Set(used).size !== used.length)
    throw new RangeError(`Mixed mode requires each of the ${ports} ports to be in at most one pair.`)
  return Array.from({ length: ports }, (_, index) => index + 1).filter((port) => !used.includes(port))
}

function usualReference({ mode, ports: [p, n] }: Row, references: number[]): number {
  const mean = (references[p - 1]! + references[n - 1]!) / 2
  if (mode.startsWith('D')) return 2 * mean
  return mode.startsWith('C') ? mean / 2 : mean
}

function mixedRows(given: Matrix, rows: Row[], quantity: 'voltage' | 'current'): Matrix {
  const { size } = given
  const mixed = zeros(size)
  rows.forEach((row, index) => {
    const [ofP, ofN] = row[quantity]
    const [p, n] = [(row.ports[0] - 1) * size, (row.ports[1] - 1) * size]
    for (let column = 0; column < size; column++) {
      mixed.re[index * size + column] = ofP * given.re[p + column]! + ofN * given.re[n + column]!
      mixed.im[index * size + column] = ofP * given.im[p + column]! + ofN * given.im[n + column]!
    }
  })
  return mixed
}

/**
 * Converts a network to single-ended S-parameters with the given resistances in ohms. The ports of the network are
 * first the differential modes of pairs, then their common modes. This is the inverse of `mixedModeNetwork` if all
 * ports are in pairs.
 */
export function singleEndedNetwork(mixed: Network, pairs: PortPair[], references: number[]): Network {
  const placeOf = (port: number) => {
    const pair = pairs.findIndex((one) => one.includes(port))
    return { differential: pair, common: pair + pairs.length, sign: pairs[pair]?.[0] === port ? 1 : -1 }
  }
  const rows = (given: Matrix, ofDifferential: number, ofCommon: number): Matrix => {
    const { size } = given
    const single = zeros(size)
    for (let port = 1; port <= size; port++) {
      const { differential, common, sign } = placeOf(port)
      for (let column = 0; column < size; column++) {
        for (const part of ['re', 'im'] as const)
          single[part][(port - 1) * size + column] =
            sign * ofDifferential * given[part][differential * size + column]! +
            ofCommon * given[part][common * size + column]!
      }
    }
    return single
  }
  return networkOf({ ...mixed, parameter: 'S', references }, (at) => {
    const { voltages, currents } = portQuantities(mixed, at)
    return scatteringOf({ voltages: rows(voltages, 0.5, 1), currents: rows(currents, 1, 0.5) }, references)
  })
}
