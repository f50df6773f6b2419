import { grouped } from '../grouped'
import type { DifferentialPair } from '../nets/differential-pairs'
import type { NetGroups } from '../nets/net-groups'
import type { Net } from '../net'
import { type Connectors, connectorOf, type EndConnector } from './connectors'
import { described, type Evidence, type FoundInterface, type Lane, type Port, type Signal } from './found-interface'
import { type InterfaceRule, interfaceRules, laneSide } from './interface-rules'
import { signalNames } from '../signal-names'
import { linkedPairs } from './series-parts'

const natural = new Intl.Collator('en', { numeric: true }).compare

/** The maximum number of interfaces that are offered. */
const mostInterfaces = 200

const comparable = (name: string) =>
  name
    .toUpperCase()
    .replaceAll(/[/.\-\s<>[\](){}]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')

/**
 * Finds the interfaces of a board by the names of its nets and pairs, and by the connectors at which these end. For a
 * net with an automatic name, the name of its pin is used. Returns the interfaces in the order of the rules.
 */
export function findInterfaces(
  nets: Net[],
  { pairs, power, ground }: NetGroups,
  connectors: Connectors,
): FoundInterface[] {
  const paired = new Set(pairs.flatMap(({ positive, negative }) => [positive, negative]))
  const supplies = new Set([...power, ...ground])
  const pinNames = signalNames(nets)
  const signals: Signal[] = [
    ...pairs.map((pair) => ({ name: comparable(pair.name), nets: [pair.positive, pair.negative], pair })),
    ...nets.flatMap(({ name }) =>
      paired.has(name) || supplies.has(name)
        ? []
        : [{ name: comparable(pinNames.get(name) ?? name), nets: [name], pair: null }],
    ),
  ]
  const links = linkedPairs(pairs, nets)
  const parts = new Map(nets.map((net) => [net.name, net.parts ?? []]))
  const names = signals.map(({ name }) => name)
  const found: FoundInterface[] = []
  let free = signals
  for (const rule of interfaceRules) {
    const taken = new Set<string>()
    const ports = groupsOf(lanesOf(free, rule), links, rule).flatMap((group): Port[] => {
      const lanes = group.toSorted((a, b) => natural(a.name, b.name))
      const byLane = netsByLane(lanes, links)
      const connector = connectorOf(rule.kind, byLane, parts, connectors)
      const evidence = evidenceOf(lanes, rule, names, connector)
      return evidence ? [{ lanes, byLane, connector, evidence }] : []
    })
    for (const { nets: own } of ports.flatMap(({ lanes }) => lanes)) for (const net of own) taken.add(net)
    found.push(
      ...ports.map((port) => described(port, rule, { parts, pinNames })).toSorted((a, b) => natural(a.name, b.name)),
    )
    free = free.filter(({ nets: [first = ''] }) => !taken.has(first))
  }
  return found.slice(0, mostInterfaces)
}

/** The signals whose names match a lane of the rule. */
function lanesOf(signals: Signal[], { lanes, named }: InterfaceRule): Lane[] {
  return signals.flatMap((signal) => {
    for (const { role, of, name, bits } of lanes) {
      if ((of === 'pair') !== (signal.pair !== null)) continue
      const match = name.exec(signal.name)
      if (!match) continue
      const { port = '', index, wire } = match.groups ?? {}
      const byte = bits === undefined ? '' : `_${Math.floor(Number(index) / bits)}`
      const trio = wire === undefined ? null : signal.name.replace(new RegExp(`${wire}$`), '')
      const isNamed = named?.test(signal.name) ?? true
      return [{ ...signal, role, port: `${signal.name.slice(0, match.index)}${port}${byte}`, isNamed, trio }]
    }
    return []
  })
}

/** Groups the lanes by port. Ports whose lanes are connected through series parts are merged. */
function groupsOf(lanes: Lane[], links: Links, { isWidened }: InterfaceRule): Lane[][] {
  const byPort = grouped(complete(lanes), ({ port }) => port)
  const portOf = new Map(lanes.flatMap(({ pair, port }) => (pair ? [[pair, port] as const] : [])))
  for (const [port, group] of byPort) {
    // The group grows during the iteration, so that a chain of series parts is followed to its end.
    for (const { pair } of group) {
      for (const other of (pair && links.get(pair)) ?? []) {
        const linked = portOf.get(other)
        if (linked === undefined || linked === port) continue
        group.push(...(byPort.get(linked) ?? []))
        byPort.delete(linked)
      }
    }
  }
  if (isWidened) widen(byPort)
  return [...byPort.values()]
}

/** Moves the lanes of ports without a clock to the port with the preceding letter: CSI_B to CSI_A. */
function widen(byPort: Map<string, Lane[]>): void {
  const hasClock = (group: Lane[] | undefined) => group?.some(({ role }) => role === 'clock') ?? false
  for (const [port, group] of byPort) {
    const letter = /_[B-H]$/.exec(port)?.[0][1]
    if (letter === undefined || hasClock(group)) continue
    const before = byPort.get(`${port.slice(0, -1)}${String.fromCharCode(letter.charCodeAt(0) - 1)}`)
    if (!before || !hasClock(before)) continue
    before.push(...group)
    byPort.delete(port)
  }
}

/** Removes the wires of incomplete trios. */
function complete(lanes: Lane[]): Lane[] {
  const wires = new Map<string, number>()
  for (const { trio } of lanes) if (trio !== null) wires.set(trio, (wires.get(trio) ?? 0) + 1)
  return lanes.filter(({ trio }) => trio === null || wires.get(trio) === 3)
}

function evidenceOf(
  lanes: Lane[],
  { needs, toldBy }: InterfaceRule,
  names: string[],
  connector: EndConnector | null,
): Evidence | null {
  const roles = new Set(lanes.map(({ role }) => role))
  if (!needs.every((options) => options.some((role) => roles.has(role)))) return null
  if (lanes.some(({ isNamed }) => isNamed)) return 'names'
  const port = lanes[0]?.port ?? ''
  const isToldBy = (name: string) => name.startsWith(port) && (toldBy?.nets.test(name.slice(port.length)) ?? false)
  if (toldBy?.roles.every((role) => roles.has(role)) && names.some(isToldBy)) return 'nets'
  return connector?.isTelling ? 'connector' : null
}

type Links = Map<DifferentialPair, DifferentialPair[]>

/**
 * Returns the nets of each lane. Lanes count as one if they are wires of one trio, if series parts connect them, or if
 * their names differ only in the suffix for the side of a series part.
 */
function netsByLane(lanes: Lane[], links: Links): string[][] {
  const keyOf = ({ trio, name }: Lane) => trio ?? name.replace(laneSide, '')
  const byKey = grouped(lanes, keyOf)
  const byPair = new Map(lanes.map((lane) => [lane.pair, lane]))
  const free = new Set(lanes)
  return lanes.flatMap((first) => {
    const group = free.delete(first) ? [first] : []
    // The group grows during the iteration, as in groupsOf.
    for (const lane of group) {
      const linked = (lane.pair && links.get(lane.pair)) ?? []
      const others = [...(byKey.get(keyOf(lane)) ?? []), ...linked.flatMap((pair) => byPair.get(pair) ?? [])]
      group.push(...others.filter((other) => free.delete(other)))
    }
    return group.length === 0 ? [] : [group.flatMap(({ nets }) => nets)]
  })
}
