import { listed } from '../../../machines/lib/listed'
import type { DifferentialPair } from '../nets/differential-pairs'
import type { EndConnector } from './connectors'
import type { InterfaceRule, LaneRole } from './interface-rules'
import { isPassive } from './series-parts'

/** An interface that a board probably has. */
export interface FoundInterface {
  kind: string
  /** The part that the names of its nets share. */
  name: string
  /** All nets except those in `clock`. */
  signals: string[]
  /** The clock nets, if there are any. For RGMII, the clocks are among the signals instead. */
  clock: string[]
  /**
   * The nets that are simulated together: those of each lane (of a pair, on both sides of its series parts), or all
   * nets of a byte lane.
   */
  groups: string[][]
  /** The number of data pairs, trios or bits. */
  lanes: number
  /** High if no direction is missing and the kind is identified by the names, or by other nets and a connector. */
  confidence: 'high' | 'medium'
  reason: string
}

/** A signal of the board: a pair, or a single net. */
export interface Signal {
  name: string
  nets: string[]
  pair: DifferentialPair | null
}

export interface Lane extends Signal {
  role: LaneRole
  port: string
  isNamed: boolean
  trio: string | null
}

/** The evidence that lanes form an interface of a kind: a net name, other nets of the same port, or the connector. */
export type Evidence = 'names' | 'nets' | 'connector'

/** Lanes that form an interface. */
export interface Port {
  lanes: Lane[]
  byLane: string[][]
  connector: EndConnector | null
  evidence: Evidence
}

const data = new Set<LaneRole>(['data', 'transmit', 'receive'])

type Pins = { parts: Map<string, string[]>; pinNames: Map<string, string> }

/** Describes the lanes of a port as an interface of the rule's kind. */
export function described(
  { lanes, byLane, connector, evidence }: Port,
  rule: InterfaceRule,
  { parts, pinNames }: Pins,
): FoundInterface {
  const [first] = lanes
  const generation = lanes.flatMap(({ name }) => rule.generation?.exec(name)?.[0] ?? [])[0]
  const netsOf = (of: (role: LaneRole) => boolean) => lanes.flatMap(({ role, nets }) => (of(role) ? nets : []))
  const isByte = rule.generation !== undefined || rule.kind === 'RGMII'
  const signals = netsOf((role) => isByte || role !== 'clock')
  const clock = isByte ? [] : netsOf((role) => role === 'clock')
  const trios = new Set(lanes.flatMap(({ trio }) => trio ?? []))
  const count = trios.size > 0 ? trios.size : lanes.filter(({ role }) => data.has(role)).length
  const roles = new Set(lanes.map(({ role }) => role))
  const isSure = evidence === 'names' || (evidence === 'nets' && connector !== null)
  const isOneWay = roles.has('transmit') !== roles.has('receive')
  return {
    kind: generation === undefined ? rule.kind : rule.kind.replace('DDR', generation),
    name: (first?.port ?? '').replace(/_+$/, '') || rule.kind,
    signals,
    clock,
    groups: rule.isOneLane ? [signals] : byLane,
    lanes: count,
    confidence: isSure && !isOneWay ? 'high' : 'medium',
    reason: reasonOf({
      lanes,
      count,
      evidence,
      toldBy: rule.toldBy?.as ?? '',
      pinNames,
      isOneWay,
      ends: endsOf(lanes, parts),
      connector,
    }),
  }
}

/** The two components with the most lanes, except for series parts and test points. */
function endsOf(lanes: Lane[], parts: Map<string, string[]>): string[] {
  const counts = new Map<string, number>()
  for (const { nets } of lanes) {
    const own = new Set(nets.flatMap((net) => parts.get(net) ?? []))
    for (const part of own) {
      if (part !== '' && !isPassive(part) && !/(?:^|[._/-])TP\d/i.test(part))
        counts.set(part, (counts.get(part) ?? 0) + 1)
    }
  }
  const ordered = [...counts].sort(([, a], [, b]) => b - a).map(([part]) => part)
  return ordered.slice(0, 2)
}

type Reasons = {
  lanes: Lane[]
  count: number
  evidence: Evidence
  toldBy: string
  pinNames: Map<string, string>
  isOneWay: boolean
  ends: string[]
  connector: EndConnector | null
}

function reasonOf({ lanes, count, evidence, toldBy, pinNames, isOneWay, ends, connector }: Reasons): string {
  const of = (role: LaneRole) => lanes.filter((lane) => lane.role === role).length
  const unit = lanes[0]?.trio ? 'three-wire lane' : 'pair'
  const what = of('strobe') > 0 || of('control') > 0 ? 'bit' : unit
  const extras = (['clock', 'strobe', 'mask', 'control', 'auxiliary'] as const).filter((role) => of(role) > 0)
  const extra = extras.length > 0 ? ` with ${listed(extras).replace('auxiliary', 'auxiliary channel')}` : ''
  const between = ends.length === 2 ? `, between ${ends[0]} and ${ends[1]}` : ends[0] ? `, at ${ends[0]}` : ''
  const first = lanes[0]?.nets[0] ?? ''
  const pin = pinNames.get(first)
  const source = pin ? 'pins' : 'names'
  const by = { names: source, nets: `${toldBy},`, connector: `the connector and ${source}` }[evidence]
  const why = `recognized by ${by} such as ${pin ?? first}`
  const end = connector ? ` The interface ends at ${connector.reference}, ${connector.called}.` : ''
  const gap = isOneWay ? ' Only one direction was found.' : ''
  return `${count} data ${what}${count === 1 ? '' : 's'}${extra}${between}, ${why}.${end}${gap}`
}
