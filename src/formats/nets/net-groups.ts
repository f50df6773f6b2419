import type { Net } from '../net'
import { type DifferentialPair, differentialPairs } from './differential-pairs'
import { supplyNets } from './supply-nets'

export interface NetGroups {
  pairs: DifferentialPair[]
  /** Likely power nets, by descending number of pins. */
  power: string[]
  /** Likely ground nets, by descending number of pins. */
  ground: string[]
}

/** Finds the differential pairs, in file order, and the likely power and ground nets. */
export function groupNets(nets: Net[]): NetGroups {
  const pairs = differentialPairs(nets)
  const paired = new Set(pairs.flatMap(({ positive, negative }) => [positive, negative]))
  const maxPins = nets.reduce((pins, net) => Math.max(pins, net.pins), 0)
  const single = nets.filter(({ name, pins }) => pins !== 1 && !paired.has(name))
  return { pairs, ...supplyNets(single, maxPins) }
}
