/**
 * Compares the net fields of a request with the nets of the layout. The nets are suggestions and never enforced,
 * because a net may be on another board.
 */

export type LayoutNet = { name: string; pins: number }
export type NetPair = { name: string; positive: string; negative: string }

/** The nets of a layout, and those whose purpose can be derived from their names. */
export type LayoutNets = {
  nets: LayoutNet[]
  pairs: NetPair[]
  /** Likely supply nets, the one with the most pins first. */
  power: string[]
  ground: string[]
}

export const noNets: LayoutNets = { nets: [], pairs: [], power: [], ground: [] }

/** The purpose of a net field, which determines what is suggested first. */
export type NetUse = 'signal' | 'ground' | 'clock' | 'power'

/** An option in a net field: a single net, or both nets of a differential pair under the pair's name. */
export type NetChoice = { name: string; nets: string[]; pins: number | null }

/** Caches a value that is computed from a layout and needed on every keystroke. A layout never changes. */
export function onceFor<T>(make: (layout: LayoutNets) => T): (layout: LayoutNets) => T {
  const known = new WeakMap<LayoutNets, { made: T }>()
  return (layout) => {
    const it = known.get(layout) ?? { made: make(layout) }
    known.set(layout, it)
    return it.made
  }
}

type Pins = Map<string, number>

/** The pin counts of each layout's nets by name. */
const knownPins = new WeakMap<LayoutNets, Pins>()

/** Adds nets to the pin counts. Passing a list of entries to the Map constructor would take twice as long. */
function addPins(pins: Pins, nets: LayoutNet[]): Pins {
  for (const net of nets) pins.set(net.name, net.pins)
  return pins
}

function pinsOf(layout: LayoutNets): Pins {
  const pins = knownPins.get(layout) ?? addPins(new Map(), layout.nets)
  knownPins.set(layout, pins)
  return pins
}

const netsPerTask = 4000

/**
 * Prepares a layout for the other functions, in tasks that `pause` separates: the first lookup among twenty thousand
 * names would otherwise block the page for a fifth of a second on a slow device.
 */
export async function prepareNets(layout: LayoutNets, pause: () => Promise<void>): Promise<void> {
  const pins: Pins = new Map()
  for (let at = 0; at < layout.nets.length; at += netsPerTask) {
    addPins(pins, layout.nets.slice(at, at + netsPerTask))
    await pause()
  }
  knownPins.set(layout, pins)
}

/** The names that do not exist in the layout. Empty when the layout's nets are unknown. */
export function missingNets(names: string[], layout: LayoutNets): string[] {
  const known = pinsOf(layout)
  // "N/A" is the value of a field that is filled in automatically.
  return known.size === 0 ? [] : names.filter((name) => name !== '' && name !== 'N/A' && !known.has(name))
}

const single = (name: string, layout: LayoutNets): NetChoice => ({
  name,
  nets: [name],
  pins: pinsOf(layout).get(name) ?? null,
})

const pair = ({ name, positive, negative }: NetPair): NetChoice => ({ name, nets: [positive, negative], pins: null })

/** The differential pairs whose names indicate a clock. */
export const clockPairs = onceFor(({ pairs }) => pairs.filter(({ name }) => /cl?k/i.test(name)))

/** The suggestions for a field before anything is typed. */
function proposedNets(use: NetUse, layout: LayoutNets, limit: number): NetChoice[] {
  switch (use) {
    case 'power':
    case 'ground':
      return layout[use].slice(0, limit).map((name) => single(name, layout))
    case 'clock':
      return clockPairs(layout).slice(0, limit).map(pair)
    case 'signal':
      return layout.pairs.slice(0, limit).map(pair)
  }
}

/** The pairs, keyed by each of their two nets. */
const pairsByNet = onceFor(({ pairs }) => {
  const byNet = new Map<string, NetPair>()
  for (const pair of pairs) byNet.set(pair.positive, pair).set(pair.negative, pair)
  return byNet
})

/** Finds nets whose names match the typed text, best match first. */
export type FindNets = (query: string, limit: number) => { name: string }[]

/**
 * The options for a field: suggestions until something is typed, then the matches, with a pair listed before its two
 * nets. Nets that are already in the field are not offered.
 */
export function netChoices(
  { use, names, query }: { use: NetUse; names: string[]; query: string },
  layout: LayoutNets,
  find: FindNets,
  limit: number,
): NetChoice[] {
  const taken = new Set(names)
  const offered: NetChoice[] = []
  const offer = (choice: NetChoice) => {
    const isNew = !offered.some(({ name, nets }) => name === choice.name && nets.length === choice.nets.length)
    if (isNew && !choice.nets.every((name) => taken.has(name))) offered.push(choice)
  }
  const isUntyped = query.trim() === ''
  if (isUntyped) proposedNets(use, layout, limit).forEach(offer)
  if (offered.length >= limit) return offered
  const pairs = use === 'signal' || use === 'clock' ? pairsByNet(layout) : null
  for (const { name } of isUntyped ? layout.nets.slice(0, limit) : find(query, limit)) {
    const both = pairs?.get(name)
    if (both) offer(pair(both))
    offer(single(name, layout))
  }
  return offered.slice(0, limit)
}
