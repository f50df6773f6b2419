import type { Board, Pad } from './board'
import { type Box, boxOf, expanded, union } from './board-box'
import type { Point } from './curves'
import { type BoardPlace, copperAt, padBox, pathAt } from './board-lookup'

/** A pin of a component. `net` is null if the pin is not connected. */
export interface BoardPin {
  /** The index of the component. */
  component: number
  reference: string
  pin: string
  net: string | null
}

/** A net that a component is connected to, and the number of the component's pins on this net. */
export interface ConnectedNet {
  name: string
  pins: number
}

/** A component that is connected to a net, and the component's pins on this net. */
export interface ConnectedComponent {
  /** The index of the component. */
  component: number
  reference: string
  pins: string[]
}

/**
 * An item of a board that can be selected, and the rectangle around it. If there are many pins, nets or components,
 * only the first ones are listed.
 */
export type BoardPart = { box: Box } & (
  | {
      kind: 'component'
      /** The index of the component. */
      index: number
      reference: string
      value: string
      side: 'top' | 'bottom'
      pins: BoardPin[]
      pinCount: number
      nets: ConnectedNet[]
      netCount: number
    }
  | { kind: 'net'; name: string; pinCount: number; components: ConnectedComponent[]; componentCount: number }
  /** `pin` is null if the pad does not belong to a component. */
  | { kind: 'pad'; pin: BoardPin | null; value: string; net: string | null; layer: string }
  | { kind: 'via' | 'track' | 'zone'; net: string | null; layer: string }
)

/** The maximum number of pins, nets or components in a list. A ground net can have thousands. */
const mostListed = 200
/** Half the size that is assumed for a component without pads, in mm. */
const emptySize = 0.5

const byNumber = new Intl.Collator('en', { numeric: true }).compare

/** Returns the item of the board at a position; null if there is none. */
export function partAt(board: Board, place: BoardPlace): BoardPart | null {
  const found = copperAt(board, place)
  if (!found) return null
  const { kind, index, box } = found
  const on = { box, net: netName(board, found.net), layer: board.copper[found.layer] ?? '' }
  if (kind !== 'pad') return { kind, ...on }
  const pad = board.pads[index]
  const component = pad && board.footprints[pad.footprint]
  return { kind, ...on, value: component?.value ?? '', pin: component ? pinOf(board, pad) : null }
}

/**
 * The exact point that a click on the board refers to: the center of a pad or via, or the end of a track within reach.
 * Null if there is none.
 */
export function anchorAt(board: Board, place: BoardPlace): Point | null {
  const found = copperAt(board, place)
  const pad = found?.kind === 'pad' ? board.pads[found.index] : undefined
  if (pad) return { x: pad.x, y: pad.y }
  if (found?.kind === 'via') {
    const [x = 0, y = 0] = board.vias.at.subarray(2 * found.index)
    return { x, y }
  }
  let nearest: { point: Point; distance: number } | null = null
  const { ends, layer } = board.tracks
  for (let end = 0; 2 * end < ends.length; end++) {
    const point = { x: ends[2 * end] ?? 0, y: ends[2 * end + 1] ?? 0 }
    const distance = Math.hypot(point.x - place.at.x, point.y - place.at.y)
    if (distance > Math.min(place.reach, nearest?.distance ?? Infinity)) continue
    if (place.layers.includes(layer[end >> 1] ?? -1)) nearest = { point, distance }
  }
  return nearest?.point ?? null
}

/** A component by its index; null if there is none. */
export function componentPart(board: Board, index: number): BoardPart | null {
  const component = board.footprints[index]
  if (!component) return null
  const { reference, value, side, x, y } = component
  const own = board.pads.filter(({ footprint }) => footprint === index)
  const box = own.length > 0 ? own.map(padBox).reduce(union) : expanded(boxOf([x, y]), emptySize)
  const pins = sortedPins(own.map((pad) => pinOf(board, pad)))
  const nets = netsOf(pins)
  return {
    ...{ kind: 'component', index, reference, value, side, box },
    ...{ pins: pins.slice(0, mostListed), pinCount: pins.length },
    ...{ nets: nets.slice(0, mostListed), netCount: nets.length },
  }
}

/**
 * A pin of a component, as its pad; null if there is none. If it has several pads, the rectangle contains all of them.
 */
export function pinPart(board: Board, { component, pin }: { component: number; pin: string }): BoardPart | null {
  const own = board.pads.filter(({ footprint, number }) => footprint === component && number === pin)
  const [pad] = own
  if (!pad) return null
  const layer = board.copper[pad.layers[0] ?? -1] ?? ''
  return {
    ...{ kind: 'pad', box: own.map(padBox).reduce(union), net: netName(board, pad.net), layer },
    ...{ pin: pinOf(board, pad), value: board.footprints[component]?.value ?? '' },
  }
}

/** A net by its name; null if the net does not exist or has no copper on the board. */
export function netPart(board: Board, name: string): BoardPart | null {
  const net = board.nets.findIndex((one) => one.name === name)
  if (net < 0 || name === '') return null
  const { pads, tracks, arcs, vias, fills } = board
  const own = pads.filter((pad) => pad.net === net)
  const boxes = own.map(padBox)
  tracks.net.forEach((of, at) => of === net && boxes.push(boxOf(tracks.ends.subarray(4 * at, 4 * at + 4))))
  vias.net.forEach((of, at) => of === net && boxes.push(boxOf(vias.at.subarray(2 * at, 2 * at + 2))))
  for (const paths of [arcs, fills]) {
    paths.net.forEach((of, at) => of === net && boxes.push(boxOf(pathAt(paths, at))))
  }
  if (boxes.length === 0) return null
  const pins = sortedPins(own.filter(({ footprint }) => footprint >= 0).map((pad) => pinOf(board, pad)))
  const components = componentsOf(pins)
  return {
    ...{ kind: 'net', name, box: boxes.reduce(union), pinCount: pins.length },
    ...{ components: components.slice(0, mostListed), componentCount: components.length },
  }
}

/** The x and y of a point on each net's copper, in net order: a pad, via or track end. NaN if it has none of these. */
export function netPlaces({ nets, pads, vias, tracks }: Board): Float64Array {
  const places = new Float64Array(2 * nets.length).fill(Number.NaN)
  const place = (net: number, x = Number.NaN, y = Number.NaN) => {
    if (Number.isNaN(places[2 * net])) places.set([x, y], 2 * net)
  }
  for (const { net, x, y } of pads) place(net, x, y)
  vias.net.forEach((net, at) => place(net, ...vias.at.subarray(2 * at, 2 * at + 2)))
  tracks.net.forEach((net, at) => place(net, ...tracks.ends.subarray(4 * at, 4 * at + 2)))
  return places
}

const netName = ({ nets }: Board, net: number) => nets[net]?.name || null

function pinOf(board: Board, { footprint, number, net }: Pad): BoardPin {
  const reference = board.footprints[footprint]?.reference ?? ''
  return { component: footprint, reference, pin: number, net: netName(board, net) }
}

/** Pins in natural order. Several pads with the same number are one pin; pads without a number are omitted. */
function sortedPins(pins: BoardPin[]): BoardPin[] {
  const all = new Map(pins.flatMap((pin) => (pin.pin === '' ? [] : [[`${pin.component} ${pin.pin}`, pin] as const])))
  return [...all.values()].toSorted((a, b) => byNumber(a.reference, b.reference) || byNumber(a.pin, b.pin))
}

/** The nets of a component's pins, in natural order. */
function netsOf(pins: BoardPin[]): ConnectedNet[] {
  const counts = new Map<string, number>()
  for (const { net } of pins) if (net !== null) counts.set(net, (counts.get(net) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, pins: count })).toSorted((a, b) => byNumber(a.name, b.name))
}

/** The components of a net's pins, in the order of the pins. */
function componentsOf(pins: BoardPin[]): ConnectedComponent[] {
  const components = new Map<number, ConnectedComponent>()
  for (const { component, reference, pin } of pins) {
    const known = components.get(component)
    if (known) known.pins.push(pin)
    else components.set(component, { component, reference, pins: [pin] })
  }
  return [...components.values()]
}
