import type { Net } from '../net'
import type { NetGroups } from '../nets/net-groups'
import { isPassive } from './series-parts'
import { voltageOf } from './target-impedance'

/** Where a supply comes from: another supply, through a ferrite, an inductor or a regulator. */
export interface SupplySource {
  from: string
  part: string
  isRegulated: boolean
}

export interface SupplyTree {
  /** The source of each supply for which one was found. */
  sources: Map<string, SupplySource>
  /** The voltage of each supply in V, from its name or from the name of the supply from which it is filtered. */
  voltages: Map<string, number>
}

const filter = /(?:^|[._/-])(?:L|FB|FL)\d+[A-Z]?$/i

/** The maximum number of nets of a regulator other than its supplies and grounds, such as the net of its enable pin. */
const mostOtherNets = 1

/**
 * Determines how the supplies of a board depend on each other. A supply whose name contains no voltage comes from the
 * supply at the other end of a ferrite or inductor. The output of a regulator is the lower of the two supplies at a
 * component that has hardly any other nets.
 */
export function supplyTree(nets: Net[], { power, ground }: NetGroups): SupplyTree {
  const supplies = new Set(power)
  const grounds = new Set(ground)
  const netsAt = new Map<string, Set<string>>()
  // Nets with a single pin are skipped, because they only stand for unconnected pins.
  for (const { name, pins, parts = [] } of nets) {
    if (pins > 1) for (const part of parts) netsAt.set(part, (netsAt.get(part) ?? new Set()).add(name))
  }
  const sources = new Map<string, SupplySource>()
  const voltages = new Map(
    power.flatMap((name) => {
      const voltage = voltageOf(name)
      return voltage === null ? [] : [[name, voltage] as const]
    }),
  )

  const filters = [...netsAt].filter(([part, { size }]) => filter.test(part) && size === 2)
  const open = [...voltages.keys()]
  for (let from = open.shift(); from !== undefined; from = open.shift()) {
    for (const [part, ends] of filters) {
      const [other] = [...ends].filter((name) => name !== from && supplies.has(name) && !voltages.has(name))
      if (other === undefined || !ends.has(from)) continue
      sources.set(other, { from, part, isRegulated: false })
      voltages.set(other, voltages.get(from) ?? 0)
      open.push(other)
    }
  }

  for (const [part, own] of netsAt) {
    const ends = [...own].filter((name) => supplies.has(name))
    const groundPins = [...own].filter((name) => grounds.has(name)).length
    const others = own.size - ends.length - groundPins
    if (part === '' || isPassive(part) || ends.length !== 2 || groundPins === 0 || others > mostOtherNets) continue
    const [low, high] = ends.toSorted((a, b) => (voltages.get(a) ?? 0) - (voltages.get(b) ?? 0))
    const [lower, higher] = [voltages.get(low ?? ''), voltages.get(high ?? '')]
    if (low === undefined || high === undefined || lower === undefined || higher === undefined) continue
    if (lower < higher && !sources.has(low)) sources.set(low, { from: high, part, isRegulated: true })
  }
  return { sources, voltages }
}
