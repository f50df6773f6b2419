import type { DifferentialPair, NetGroups } from './net-groups'
import type { Net } from '../net'

/**
 * The nets of a board with their groups, for handing over between threads and for keeping: tens of thousands of objects
 * would be copied one by one, which takes the page ten times as long as these few lists.
 */
export interface PackedNets {
  /** One after the other, NUL between. */
  names: string
  pins: Uint32Array
  /** Names of pairs, and for each the places of its positive and its negative net. */
  pairNames: string
  pairs: Uint32Array
  /** Places of nets. */
  power: Uint32Array
  ground: Uint32Array
}

/** Nets and groups as they were before they were packed. */
export type UnpackedNets = NetGroups & { nets: Net[] }

const between = '\0'
const join = (names: string[]) => names.map((name) => name.replaceAll(between, '')).join(between)

export function packNets(nets: Net[], { pairs, power, ground }: NetGroups): PackedNets {
  const places = new Map(nets.map(({ name }, place) => [name, place]))
  const placesOf = (names: string[]) => Uint32Array.from(names, (name) => places.get(name) ?? 0)
  return {
    names: join(nets.map(({ name }) => name)),
    pins: Uint32Array.from(nets, (net) => net.pins),
    pairNames: join(pairs.map(({ name }) => name)),
    pairs: placesOf(pairs.flatMap(({ positive, negative }) => [positive, negative])),
    power: placesOf(power),
    ground: placesOf(ground),
  }
}

export function unpackNets({ names, pins, pairNames, pairs, power, ground }: PackedNets): UnpackedNets {
  const all = pins.length === 0 ? [] : names.split(between)
  const nameAt = (place: number | undefined) => all[place ?? 0] ?? ''
  const named = pairs.length === 0 ? [] : pairNames.split(between)
  return {
    nets: all.map((name, place) => ({ name, pins: pins[place] ?? 0 })),
    pairs: named.map(
      (name, place): DifferentialPair => ({
        name,
        positive: nameAt(pairs[2 * place]),
        negative: nameAt(pairs[2 * place + 1]),
      }),
    ),
    power: Array.from(power, nameAt),
    ground: Array.from(ground, nameAt),
  }
}
