import type { DifferentialPair } from './differential-pairs'
import type { NetGroups } from './net-groups'
import type { Net } from '../net'

/**
 * The nets of a board with their groups in a compact form, for transfer between threads and for storage. Structured
 * cloning of tens of thousands of objects would block the page for ten times as long.
 */
export interface PackedNets {
  /** Names separated by NUL. */
  names: string
  pins: Uint32Array
  /** Names of pairs, and for each pair the indices of its positive and its negative net. */
  pairNames: string
  pairs: Uint32Array
  /** Indices of nets. */
  power: Uint32Array
  ground: Uint32Array
}

export type UnpackedNets = NetGroups & { nets: Net[] }

const separator = '\0'
const join = (names: string[]) => names.map((name) => name.replaceAll(separator, '')).join(separator)

export function packNets(nets: Net[], { pairs, power, ground }: NetGroups): PackedNets {
  const indexByName = new Map(nets.map(({ name }, index) => [name, index]))
  const indicesOf = (names: string[]) => Uint32Array.from(names, (name) => indexByName.get(name) ?? 0)
  return {
    names: join(nets.map(({ name }) => name)),
    pins: Uint32Array.from(nets, (net) => net.pins),
    pairNames: join(pairs.map(({ name }) => name)),
    pairs: indicesOf(pairs.flatMap(({ positive, negative }) => [positive, negative])),
    power: indicesOf(power),
    ground: indicesOf(ground),
  }
}

export function unpackNets({ names, pins, pairNames, pairs, power, ground }: PackedNets): UnpackedNets {
  const all = pins.length === 0 ? [] : names.split(separator)
  const nameAt = (index: number | undefined) => all[index ?? 0] ?? ''
  const named = pairs.length === 0 ? [] : pairNames.split(separator)
  return {
    nets: all.map((name, index) => ({ name, pins: pins[index] ?? 0 })),
    pairs: named.map(
      (name, index): DifferentialPair => ({
        name,
        positive: nameAt(pairs[2 * index]),
        negative: nameAt(pairs[2 * index + 1]),
      }),
    ),
    power: Array.from(power, nameAt),
    ground: Array.from(ground, nameAt),
  }
}
