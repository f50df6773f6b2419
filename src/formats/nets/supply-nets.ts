import type { Net } from '../net'
import { isGeneratedName, isGroundName, railOf } from '../net-words'

/**
 * A net whose name may indicate a supply counts as one if it has at least this many pins, whatever components they
 * belong to.
 */
const MANY_PINS = 8

/**
 * A net whose name makes it a `likely` supply (railOf) needs more pins than this, or another clue, if its components
 * are known: with so few pins, it may only connect a component to a connector, at a voltage that the board itself does
 * not use.
 */
const FEW_PINS = 2

/**
 * A net whose name gives no clue counts as a supply if more capacitors than this connect it to a ground. A filtered
 * signal has one or two.
 */
const SEVERAL_CAPACITORS = 2

/** Finds the likely supplies and grounds among nets that belong to no pair. The nets with the most pins come first. */
export function supplyNets(nets: Net[], maxPins: number): { power: string[]; ground: string[] } {
  const isGround = ({ name, stated }: Net) => (stated ? stated === 'ground' : isGroundName(name))
  const ground = nets.filter(isGround)
  const capacitors = capacitorsToGround(nets, ground)
  const power = nets.filter((net) => !isGround(net) && (net.stated === 'power' || isSupply(net, capacitors, maxPins)))
  return { power: byPins(power), ground: byPins(ground) }
}

function isSupply(net: Net, capacitors: Map<string, number>, maxPins: number): boolean {
  const decoupling = capacitors.get(net.name) ?? 0
  const powerPins = net.powerPins ?? 0
  const isPlane = net.isPlane ?? false
  const hasVoltage = net.hasVoltage ?? false
  switch (railOf(net.name)) {
    case 'rail':
      return true
    case 'likely':
      return net.parts === undefined || net.pins > FEW_PINS || powerPins > 0 || decoupling > 0 || isPlane || hasVoltage
    case 'no':
      return false
    case 'maybe':
      return net.pins >= MANY_PINS || powerPins > 0 || decoupling > 0 || isPlane
    case 'unknown':
      if (decoupling > SEVERAL_CAPACITORS || isBusy(net, maxPins)) return true
      return decoupling > 0 ? powerPins > 0 || isPlane || hasVoltage : isPlane && hasVoltage
  }
}

/** Whether a net has a generated name but as many pins as a supply. */
const isBusy = (net: Net, maxPins: number) => net.pins >= 24 && net.pins * 4 >= maxPins && isGeneratedName(net.name)

/** Matches the reference designators of capacitors: C12, and hierarchical names such as MCU.C3. */
const capacitor = /(?:^|[._/-])C\d+[A-Z]?$/i

/** The number of capacitors between each net and a ground. */
function capacitorsToGround(nets: Net[], ground: Net[]): Map<string, number> {
  const grounded = new Set(ground.flatMap(({ parts = [] }) => parts.filter((part) => capacitor.test(part))))
  const counts = new Map<string, number>()
  for (const { name, parts = [] } of nets) {
    const own = new Set(parts)
    counts.set(name, [...own].filter((part) => grounded.has(part)).length)
  }
  return counts
}

const byPins = (nets: Net[]) => nets.toSorted((a, b) => b.pins - a.pins).map(({ name }) => name)
