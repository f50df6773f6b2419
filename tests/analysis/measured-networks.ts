import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { WindowName } from '../../src/analysis/math/spectrum-window'
import type { Network } from '../../src/formats/touchstone/network'

type Complex = [re: number, im: number]
type Values = Complex[][]

/** A network and the values that scikit-rf computes from it. Written by measure-with-scikit-rf.py. */
export interface Measured {
  name: string
  references: number[]
  frequencies: number[]
  s: Values[]
  /** The indices of the frequencies for which `renormalized`, `z` and `y` are stored. */
  rows: number[]
  singular: number[]
  metrics: { causality: number; passivity?: number; reciprocity?: number }
  target: number[]
  renormalized: Values[]
  z?: Values[]
  y?: Values[]
  /** Step responses from port 1 to a port: every second sample of 64. Absent if the frequency steps are unequal. */
  steps?: { to: number; window: WindowName; rise: number; step: number[] }[]
}

/** Two cascaded networks, by name, and the S-parameters of the cascade at the first, middle and last frequencies. */
export interface MeasuredChain {
  first: string
  next: string
  s: Values[]
}

/** A 2x-thru, described by its lines, and its fixtures at the first, middle and last frequencies. */
export interface MeasuredThru {
  points: number
  /** The first frequency, in frequency steps: 0 or 1. */
  first: number
  /** Impedance in ohms, delay in seconds and loss in nepers at 10 GHz, by mode. */
  modes: [impedance: number, delay: number, loss: number][][]
  near: Values[]
  far: Values[]
}

const kept = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'reference', name), 'utf8'))

export const { networks: measured, chains } = kept('scikit-rf.json') as {
  networks: Measured[]
  chains: MeasuredChain[]
}

/** Written by measure-chains-with-scikit-rf.py. */
export const {
  chains: moreChains,
  renumbered,
  interpolated,
  thrus,
} = kept('scikit-rf-chains.json') as {
  chains: MeasuredChain[]
  renumbered: { name: string; order: number[]; s: Values[] }[]
  interpolated: { name: string; frequencies: number[]; s: Values[] }[]
  thrus: MeasuredThru[]
}

/** The network with this name. */
export const measuredNetwork = (name: string): Network => networkFrom(measured.find((one) => one.name === name)!)

/** Builds a network from its S-parameters by frequency, row and column. */
export function networkFrom({
  references,
  frequencies,
  s,
}: Pick<Measured, 'references' | 'frequencies' | 's'>): Network {
  const ports = references.length
  const part = (index: number, side: 0 | 1) =>
    Float64Array.from(s, (matrix) => matrix[Math.floor(index / ports)]![index % ports]![side])
  return {
    parameter: 'S',
    ports,
    references,
    frequencies: Float64Array.from(frequencies),
    traces: Array.from({ length: ports * ports }, (_, index) => ({ re: part(index, 0), im: part(index, 1) })),
  }
}

/** The largest difference from the expected values at the given frequencies, relative to the largest expected value. */
export function deviation(network: Network, rows: number[], wanted: Values[]): number {
  let [largest, difference] = [0, 0]
  rows.forEach((at, row) =>
    wanted[row]!.flat().forEach(([re, im], index) => {
      const trace = network.traces[index]!
      largest = Math.max(largest, Math.hypot(re, im))
      difference = Math.max(difference, Math.hypot(trace.re[at]! - re, trace.im[at]! - im))
    }),
  )
  return difference / largest
}
