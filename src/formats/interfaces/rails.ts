import type { Net } from '../net'
import type { NetGroups } from '../nets/net-groups'
import { isPassive } from './series-parts'
import { targetImpedance } from './target-impedance'

/** A supply rail of a board, with the data that a power integrity simulation needs. */
export interface FoundRail {
  net: string
  ground: string
  /** The components that the rail feeds, excluding connectors and passive parts. */
  loads: string[]
  /** The number of capacitors between the rail and its ground. */
  capacitors: number
  /** The proposed target impedance, with its unit. */
  impedance: string
  confidence: 'high' | 'medium'
  reason: string
}

const listed = new Intl.ListFormat('en')

const capacitor = /(?:^|[._/-])C\d+[A-Z]?$/i
const notLoad = /(?:^|[._/-])(?:J|P|CN|CON|X|TP|H|MP|D|F|SW|Q|L|K|BT|JP)\d/i

/** Describes a board's supplies. Those with the most capacitors come first, as they feed the most important loads. */
export function findRails(nets: Net[], { power, ground }: NetGroups): FoundRail[] {
  const byName = new Map(nets.map((net) => [net.name, net]))
  const partsAt = (name: string) => new Set(byName.get(name)?.parts ?? [])
  const grounds = ground.map((name) => ({ name, parts: partsAt(name) }))
  return power
    .map((net) => describedRail(net, partsAt(net), grounds))
    .toSorted((a, b) => b.capacitors - a.capacitors || b.loads.length - a.loads.length)
}

function describedRail(net: string, parts: Set<string>, grounds: { name: string; parts: Set<string> }[]): FoundRail {
  const caps = [...parts].filter((part) => capacitor.test(part))
  let [best] = grounds
  let capacitors = 0
  for (const ground of grounds) {
    const shared = caps.filter((part) => ground.parts.has(part)).length
    if (shared > capacitors) [best, capacitors] = [ground, shared]
  }
  const loads = [...parts].filter((part) => part !== '' && !isPassive(part) && !notLoad.test(part))
  const target = targetImpedance(net)
  const volts = target.isAssumed ? `an assumed ${target.voltage} V` : `${target.voltage} V`
  const feeds = loads.length === 0 ? 'Feeds no recognized load' : `Feeds ${someOf(loads)}`
  const decoupled = `${capacitors} decoupling ${capacitors === 1 ? 'capacitor' : 'capacitors'}`
  return {
    net,
    ground: best?.name ?? '',
    loads,
    capacitors,
    impedance: target.text,
    confidence: loads.length > 0 && capacitors > 0 ? 'high' : 'medium',
    reason:
      `${feeds}, with ${decoupled}${best ? ` to ${best.name}` : ''}. ` +
      `Target: ${target.ripple}% of ${volts} for a current step of ${target.step} A.`,
  }
}

/** Lists the first few parts: "U1, U2, U3 and 4 more". */
const someOf = (parts: string[]) =>
  parts.length <= 4 ? listed.format(parts) : `${parts.slice(0, 3).join(', ')} and ${parts.length - 3} more`
