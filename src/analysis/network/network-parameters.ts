import type { Network, NetworkParameter } from '../../formats/touchstone/network'
import { type Matrix, matrixOf, quotient, zeros } from '../math/complex-matrix'

/** The parameters of a network at one of its frequencies, as a matrix. */
export function matrixAt({ ports, traces }: Network, at: number): Matrix {
  const matrix = zeros(ports)
  traces.forEach(({ re, im }, index) => {
    matrix.re[index] = re[at] ?? 0
    matrix.im[index] = im[at] ?? 0
  })
  return matrix
}

/** Builds a network from one matrix per frequency. */
export function networkOf(description: Omit<Network, 'traces'>, matrix: (at: number) => Matrix): Network {
  const { ports, frequencies } = description
  const traces = Array.from({ length: ports * ports }, () => ({
    re: new Float64Array(frequencies.length),
    im: new Float64Array(frequencies.length),
  }))
  for (let at = 0; at < frequencies.length; at++) {
    const { re, im } = matrix(at)
    traces.forEach((trace, index) => {
      trace.re[at] = re[index] ?? 0
      trace.im[at] = im[index] ?? 0
    })
  }
  return { ...description, traces }
}

/** Converts a network to S-parameters with the given reference resistances in ohms (by default its own). */
export function toScattering(network: Network, references = network.references): Network {
  const isSame = references.every((reference, port) => reference === network.references[port])
  if (network.parameter === 'S' && isSame) return network
  return networkOf({ ...network, parameter: 'S', references }, (at) =>
    scatteringOf(portQuantities(network, at), references),
  )
}

/** The S-parameters for the given reference resistances in ohms. */
export const scatteringOf = ({ voltages, currents }: PortQuantities, references: number[]): Matrix =>
  quotient(
    combined(voltages, currents, (port) => halfRoots(references[port]!, -1)),
    combined(voltages, currents, (port) => halfRoots(references[port]!, 1)),
  )

/** The factors of V and I in a wave of a port, (V ± R I) / (2 √R). */
const halfRoots = (reference: number, sign: number): [voltage: number, current: number] => [
  0.5 / Math.sqrt(reference),
  (sign * Math.sqrt(reference)) / 2,
]

/**
 * The network converted to other parameters, with its own references. At frequencies at which the parameters do not
 * exist, such as the Z-parameters of an ideal line at 0 Hz, their values are NaN. Throws a RangeError if they exist at
 * no frequency, or if the conversion is not supported.
 */
export function inParameter(network: Network, parameter: NetworkParameter): Network {
  if (parameter === network.parameter) return network
  const convert = conversions[parameter]
  if (!convert) throw new RangeError(`${network.parameter}-parameters cannot be converted to ${parameter}-parameters.`)
  const at = (index: number) => convert(portQuantities(network, index), network.references)
  const matrices = Array.from(network.frequencies, (_, index) => {
    try {
      return at(index)
    } catch (error) {
      if (error instanceof RangeError) return null
      throw error
    }
  })
  // Converting once more throws the error with the reason.
  if (matrices.every((matrix) => matrix === null)) at(0)
  const missing = matrixOf(network.ports, () => [Number.NaN, Number.NaN])
  return networkOf({ ...network, parameter }, (index) => matrices[index] ?? missing)
}

/**
 * Pivots up to this fraction of the largest value count as zeros that rounding errors have changed. Parameters computed
 * from them would be arbitrary.
 */
const ROUNDING = 1e-14

const conversions: Partial<Record<NetworkParameter, (ports: PortQuantities, references: number[]) => Matrix>> = {
  S: scatteringOf,
  /** In ohms. */
  Z: ({ voltages, currents }) => quotient(voltages, currents, ROUNDING),
  /** In siemens. */
  Y: ({ voltages, currents }) => quotient(currents, voltages, ROUNDING),
}

export interface PortQuantities {
  voltages: Matrix
  currents: Matrix
}

/**
 * The voltages and currents of all ports, one column per excitation. Any independent excitations will do, because every
 * parameter matrix is a quotient of two linear combinations of these matrices.
 */
export function portQuantities(network: Network, at: number): PortQuantities {
  const { parameter, ports, references } = network
  const given = matrixAt(network, at)
  const unit = matrixOf(ports, (row, column) => [row === column ? 1 : 0, 0])
  switch (parameter) {
    case 'Z':
      return { voltages: given, currents: unit }
    case 'Y':
      return { voltages: unit, currents: given }
    case 'S': {
      const roots = references.map(Math.sqrt)
      return {
        voltages: combined(unit, given, (port) => [roots[port]!, roots[port]!]),
        currents: combined(unit, given, (port) => [1 / roots[port]!, -1 / roots[port]!]),
      }
    }
    default:
      return hybridQuantities(given, parameter)
  }
}

/** For H, the excitations are the current of port 1 and the voltage of port 2; for G, it is the other way around. */
function hybridQuantities({ size, re, im }: Matrix, parameter: 'H' | 'G') {
  if (size !== 2) throw new RangeError(`${parameter}-parameters are defined for two ports only.`)
  const answered = matrixOf(2, (row, column) => {
    if (row === 0) return [re[column]!, im[column]!]
    return column === 0 ? [0, 0] : [1, 0]
  })
  const driven = matrixOf(2, (row, column) => {
    if (row === 1) return [re[2 + column]!, im[2 + column]!]
    return column === 0 ? [1, 0] : [0, 0]
  })
  return parameter === 'H' ? { voltages: answered, currents: driven } : { voltages: driven, currents: answered }
}

/** Adds two matrices, each row scaled by its own factors. */
function combined(a: Matrix, b: Matrix, factors: (row: number) => [a: number, b: number]): Matrix {
  const { size } = a
  const sum = zeros(size)
  for (let row = 0; row < size; row++) {
    const [ofA, ofB] = factors(row)
    for (let at = row * size; at < (row + 1) * size; at++) {
      sum.re[at] = ofA * a.re[at]! + ofB * b.re[at]!
      sum.im[at] = ofA * a.im[at]! + ofB * b.im[at]!
    }
  }
  return sum
}
