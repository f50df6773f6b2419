import { listed } from '../../../machines/lib/listed'
import type { Net } from '../net'
import type { NetGroups } from '../nets/net-groups'
import { isPowerName } from '../net-words'
import { isPassive } from './series-parts'
import { type SupplyTree, supplyTree } from './supply-tree'
import { targetImpedance } from './target-impedance'

/** A supply rail of a board, with the data that a power integrity simulation needs. */
export interface FoundRail {
  net: string
  ground: string
  /**
   * The components that the rail feeds. Parts that are not loads, such as connectors and passive parts, and the
   * regulator that supplies the rail are excluded.
   */
  loads: string[]
  /** The number of capacitors between the rail and its ground. */
  capacitors: number
  /** The proposed target impedance, with its unit. */
  impedance: string
  /** Whether the voltage is assumed because neither the rail's name nor its source's name contains it. */
  isVoltageAssumed: boolean
  /**
   * Whether the net is identified as a supply by its name or by the file. Other rails are recognized only by their
   * parts.
   */
  isNamed: boolean
  confidence: 'high' | 'medium'
  reason: string
}

const capacitor = /(?:^|[._/-])C\d+[A-Z]?$/i
const notLoad = /(?:^|[._/-])(?:J|P|CN|CON|X|TP|H|MP|D|F|SW|Q|L|K|BT|JP)\d/i

/**
 * Describes a board's supplies. Those that are identified as supplies by their names or by the file come first. Within
 * both groups, supplies with a known voltage precede those with an assumed one, and are otherwise sorted by descending
 * numbers of loads, pins and capacitors.
 */
export function findRails(nets: Net[], groups: NetGroups): FoundRail[] {
  const { power, ground } = groups
  const tree = supplyTree(nets, groups)
  const byName = new Map(nets.map((net) => [net.name, net]))
  const partsAt = (name: string) => new Set(byName.get(name)?.parts ?? [])
  const pinsOf = (name: string) => byName.get(name)?.pins ?? 0
  const isIdentified = (net: Net | undefined) => net?.stated === 'power' || net?.hasVoltage === true
  const isNamed = (name: string) => isPowerName(name) || isIdentified(byName.get(name))
  const grounds = ground.map((name) => ({ name, parts: partsAt(name) }))
  return power
    .map((net) => describedRail({ net, isNamed: isNamed(net), parts: partsAt(net) }, grounds, tree))
    .toSorted(
      (a, b) =>
        Number(b.isNamed) - Number(a.isNamed) ||
        Number(a.isVoltageAssumed) - Number(b.isVoltageAssumed) ||
        b.loads.length - a.loads.length ||
        pinsOf(b.net) - pinsOf(a.net) ||
        b.capacitors - a.capacitors,
    )
}

type Supply = { net: string; isNamed: boolean; parts: Set<string> }

function describedRail(
  { net, isNamed, parts }: Supply,
  grounds: { name: string; parts: Set<string> }[],
  { sources, voltages }: SupplyTree,
): FoundRail {
  const caps = [...parts].filter((part) => capacitor.test(part))
  let [best] = grounds
  let capacitors = 0
  for (const ground of grounds) {
    const shared = caps.filter((part) => ground.parts.has(part)).length
    if (shared > capacitors) [best, capacitors] = [ground, shared]
  }
  const source = sources.get(net)
  const isRegulator = (part: string) => source?.isRegulated === true && source.part === part
  const loads = [...parts].filter(
    (part) => part !== '' && !isPassive(part) && !notLoad.test(part) && !isRegulator(part),
  )
  const filtered = [...sources].flatMap(([name, { from, part, isRegulated }]) =>
    from === net && !isRegulated ? [`${name} through ${part}`] : [],
  )
  const target = targetImpedance(voltages.get(net) ?? null)
  const volts = `${target.voltage} V`
  const fed = [...loads, ...filtered]
  const feeds = fed.length === 0 ? 'Feeds no recognized load' : `Feeds ${someOf(fed)}`
  const decoupled = `${capacitors} decoupling ${capacitors === 1 ? 'capacitor' : 'capacitors'}`
  return {
    net,
    ground: best?.name ?? '',
    loads,
    capacitors,
    impedance: target.text,
    isVoltageAssumed: target.isAssumed,
    isNamed,
    confidence: isNamed && fed.length > 0 && capacitors > 0 ? 'high' : 'medium',
    reason:
      (source ? `Comes from ${source.from} through ${source.part}. ` : '') +
      `${feeds}, with ${decoupled}${best ? ` to ${best.name}` : ''}. ` +
      (isNamed ? '' : 'Its name does not identify it as a supply, but it is connected like one. ') +
      (target.isAssumed ? `Its name contains no voltage, so ${volts} is assumed. ` : '') +
      `Target: ${target.ripple}% of ${volts} for an assumed current step of ${target.step} A.`,
  }
}

/** Lists the first few parts and supplies: "U1, U2, U3 and 4 more". */
const someOf = (parts: string[]) =>
  parts.length <= 4 ? listed(parts) : `${parts.slice(0, 3).join(', ')} and ${parts.length - 3} more`
