import { grouped } from '../grouped'
import { partsOf } from '../net'
import type { Stackup } from '../stackup'
import type { Board, BoardLayer, Footprint, Pad } from './board'
import { CopperList } from './copper-list'
import { arcAbout, closedContour, type Point, type Points } from './curves'
import { joinOutlines, reversed } from './outline'

/** Maximum deviation of a polyline from its arc, in mm. */
const TOLERANCE = 0.005

/** The shape of a pad around its center. */
export type PadShape = Pick<Pad, 'shape' | 'width' | 'height' | 'roundness'>

/** Placeholder names that many tools write for items without a net. */
const noNet = /^[<$(]?(?:no[ _-]?net|none|unconnected)[>$)]?$/i

export const isNoNet = (name: string) => name === '' || noNet.test(name)

/** A key for the position of a hole or pad, rounded to a micrometer, for finding items at the same position. */
const placeOf = ({ x, y }: Point) => `${Math.round(x * 1000)} ${Math.round(y * 1000)}`

/** The component of a pad: its index (-1 for none), or its reference if it may follow later in the file. */
export interface PadOwner {
  footprint: number
  reference?: string
}

interface Hole extends Point {
  diameter: number
  layers: [number, number]
  net: number
  isVia: boolean
  isPlated: boolean
}

/** Collects a board item by item, for readers of exchange formats. Lengths are in mm; y points down. */
export class BoardBuilder {
  readonly copper: string[] = []
  readonly layers: BoardLayer[] = []
  readonly edges: Points[] = []
  readonly holes: Hole[] = []
  readonly footprints: Footprint[] = []
  /** Full sentences about content that the drawing omits. */
  readonly remarks: string[] = []
  stackup: Stackup | null = null
  readonly #footprintOf = new Map<string, number>()
  readonly #nets = new Map<string, number>()
  readonly #pins: Set<string>[] = []
  readonly #stated = new Map<number, 'power' | 'ground'>()
  readonly #withVoltage = new Set<number>()
  readonly #pads: Pad[] = []
  /** Pads that belong to no component. At a plated hole, they form a via. */
  readonly #loose: Pad[] = []
  readonly #referring: { pad: Pad; reference: string }[] = []
  readonly #routing = new CopperList()
  /** The owner of the custom pad that each area belongs to; its `footprint` is -1 for other areas. */
  readonly #fillOwners: PadOwner[] = []

  /** Returns the index of a net, adding it if it is new, or -1 for no net. */
  net(name: string | undefined): number {
    if (name === undefined || isNoNet(name)) return -1
    const known = this.#nets.get(name)
    if (known !== undefined) return known
    this.#nets.set(name, this.#pins.length)
    this.#pins.push(new Set())
    return this.#pins.length - 1
  }

  /** Records the purpose that the file states for a net. */
  state(net: number, purpose: 'power' | 'ground'): void {
    if (net >= 0) this.#stated.set(net, purpose)
  }

  /** Records that the file gives a net a voltage. */
  giveVoltage(net: number): void {
    this.#withVoltage.add(net)
  }

  /** Adds a component's pin to a net. A pin that the file lists on several layers counts once. */
  pin(net: number, component: string, pin: string): void {
    this.#pins[net]?.add(`${component}.${pin}`)
  }

  footprint(footprint: Footprint): number {
    const index = this.footprints.push(footprint) - 1
    this.#footprintOf.set(footprint.reference, index)
    return index
  }

  footprintAt(reference: string): number {
    return this.#footprintOf.get(reference) ?? -1
  }

  track(from: Point, to: Point, width: number, on: { layer: number; net: number }): void {
    this.#routing.track(from, to, width, on)
  }

  arc(points: Points, width: number, on: { layer: number; net: number }): void {
    this.#routing.arc(points, width, on)
  }

  /**
   * Adds an area, which is part of a component's pad if `owner` is given. Its holes are connected to its contour,
   * because an area is drawn as one path.
   */
  area([contour, ...holes]: Points[], on: { layer: number; net: number }, owner: PadOwner = { footprint: -1 }): void {
    if (!contour || contour.length < 6) return
    const points = [...contour]
    const sign = Math.sign(turnOf(contour))
    const [x = 0, y = 0] = contour
    for (const hole of holes) {
      const opposite = Math.sign(turnOf(hole)) === sign ? reversed(hole) : hole
      points.push(x, y)
      for (const value of closedContour(opposite)) points.push(value)
    }
    if (holes.length > 0) points.push(x, y)
    this.#routing.fills.add(points, on.layer, on.net)
    this.#fillOwners.push(owner)
  }

  /**
   * Adds a pad. With a `reference`, the pad belongs to the component of that name, which may follow later in the file.
   */
  pad(pad: Pad, reference?: string): void {
    if (reference !== undefined) this.#referring.push({ pad, reference })
    if (pad.footprint < 0 && pad.number === '') this.#loose.push(pad)
    else this.#pads.push(pad)
  }

  /** Whether any pad, track or area has been added. */
  get hasCopper(): boolean {
    return this.#pads.length + this.#loose.length + this.#routing.length > 0
  }

  hole(hole: Hole): void {
    this.holes.push(hole)
  }

  /** Adds a slot along a line or a curve: a hole with round ends for each straight part. */
  slot(points: Points, width: number, isPlated = false): void {
    for (let at = 0; at + 3 < points.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.slice(at, at + 4)
      const [dx, dy] = [x2 - x1, y2 - y1]
      const size = { width: Math.hypot(dx, dy) + width, height: width }
      // Angles are counterclockwise, but y points down, so the sign is reversed.
      const rotation = (-Math.atan2(dy, dx) * 180) / Math.PI + 0
      this.#pads.push({
        ...unplated({ x: (x1 + x2) / 2, y: (y1 + y2) / 2 }, width),
        ...size,
        type: isPlated ? 'thru_hole' : 'np_thru_hole',
        shape: 'oval',
        rotation,
        drill: size,
      })
    }
  }

  /**
   * Builds the board. A hole at a pin that is not marked as a via becomes the drill of the pin's pads; any other plated
   * hole becomes a via with the loose pads around it. `order` lists the copper layers from top to bottom.
   */
  result(order: string[] = this.copper): Board {
    for (const { pad, reference } of this.#referring) pad.footprint = this.footprintAt(reference)
    const last = this.copper.length - 1
    const withSpan = new Set<string>()
    const plated = new Set<string>()
    for (const { x, y, layers, isPlated } of this.holes) {
      if (isSpan(layers)) withSpan.add(placeOf({ x, y }))
      if (isPlated) plated.add(placeOf({ x, y }))
    }
    const pinPads = grouped(this.#pads, placeOf)
    const loosePads = grouped(this.#loose, placeOf)
    const used = new Set<Pad>()
    const drilled = new Set<string>()
    for (const { x, y, diameter, layers, net, isVia, isPlated } of this.holes) {
      const key = placeOf({ x, y })
      const [from, to] = [layers[0] < 0 ? 0 : layers[0], layers[1] < 0 ? last : layers[1]]
      // Some files list a hole twice: once at its pads, and once with its layers. Stacked vias are at the same
      // position, but between other layers.
      const hole = `${key} ${Math.min(from, to)} ${Math.max(from, to)}`
      if (drilled.has(hole) || (withSpan.has(key) && !isSpan(layers))) continue
      // An unplated hole at the position of a plated one is not another hole: a via is drilled again from the back to
      // shorten it.
      if (!isPlated && plated.has(key)) continue
      drilled.add(hole)
      const ofPin = isVia ? undefined : pinPads.get(key)
      if (ofPin) {
        for (const pad of ofPin) pad.drill = { width: diameter, height: diameter }
        continue
      }
      if (!isPlated) {
        this.#pads.push(unplated({ x, y }, diameter))
        continue
      }
      const around = loosePads.get(key) ?? []
      for (const pad of around) used.add(pad)
      this.#routing.via(
        { x, y },
        {
          diameter: around.reduce((size, pad) => Math.max(size, pad.width), diameter),
          drill: diameter,
          layers: [from, to],
          net: net >= 0 ? net : (around.find((pad) => pad.net >= 0)?.net ?? -1),
        },
      )
    }
    const board: Board = {
      version: 0,
      thickness: null,
      layers: this.layers,
      copper: [...this.copper],
      nets: [...this.#nets.keys()].map((name, index) => {
        const pins = this.#pins[index] ?? new Set<string>()
        const stated = this.#stated.get(index)
        const voltage = this.#withVoltage.has(index) && { hasVoltage: true as const }
        return { name, pins: pins.size, parts: partsOf(pins), ...(stated && { stated }), ...voltage }
      }),
      stackup: this.stackup,
      outline: joinOutlines(this.edges.filter((points) => points.length >= 4)),
      ...this.#routing.result(
        Int32Array.from(this.#fillOwners, ({ footprint, reference }) =>
          reference === undefined ? footprint : this.footprintAt(reference),
        ),
      ),
      footprints: this.footprints,
      remarks: this.remarks,
      pads: [...this.#pads, ...this.#loose.filter((pad) => !used.has(pad))],
    }
    return reordered(board, order)
  }
}

/** Whether both ends of a hole are known copper layers. */
const isSpan = ([from, to]: [number, number]) => from >= 0 && to >= 0

/** A pad for an unplated hole, such as a screw hole. */
const unplated = (at: Point, diameter: number): Pad => ({
  ...at,
  footprint: -1,
  number: '',
  type: 'np_thru_hole',
  shape: 'circle',
  rotation: 0,
  width: diameter,
  height: diameter,
  roundness: 0,
  drill: { width: diameter, height: diameter },
  layers: [],
  net: -1,
})

/** Sorts the copper layers from top to bottom. Files can list them in any order. */
function reordered(board: Board, order: string[]): Board {
  const places = new Map(order.map((name, index) => [name, index]))
  const copper = board.copper.toSorted((a, b) => (places.get(a) ?? 1e9) - (places.get(b) ?? 1e9))
  if (copper.every((name, index) => name === board.copper[index])) return board
  const moved = new Map(board.copper.map((name, index) => [index, copper.indexOf(name)]))
  const move = (layer: number) => moved.get(layer) ?? -1
  for (const { layer } of [board.tracks, board.arcs, board.fills]) layer.forEach((old, at) => (layer[at] = move(old)))
  board.vias.layers.forEach((old, at) => (board.vias.layers[at] = move(old)))
  for (const pad of board.pads) pad.layers = pad.layers.map(move)
  return { ...board, copper }
}

/** Twice the signed area of a polygon. */
function turnOf(points: Points): number {
  let sum = 0
  for (let at = 0; at < points.length; at += 2) {
    const next = (at + 2) % points.length
    sum += (points[at] ?? 0) * (points[next + 1] ?? 0) - (points[next] ?? 0) * (points[at + 1] ?? 0)
  }
  return sum
}

/**
 * An arc between two points around a center. The direction is as seen with y pointing down. Equal endpoints produce a
 * full circle.
 */
export function arcBetween(from: Point, to: Point, center: Point, isClockwise: boolean): Points {
  const turn = 2 * Math.PI
  const start = Math.atan2(from.y - center.y, from.x - center.x)
  const end = Math.atan2(to.y - center.y, to.x - center.x)
  let angle = (((end - start) % turn) + turn) % turn
  if (!isClockwise) angle -= turn
  if (Math.hypot(from.x - to.x, from.y - to.y) < 1e-9) angle = isClockwise ? turn : -turn
  const points = arcAbout(center, from, angle, TOLERANCE)
  if (points.length > 2) points.splice(-2, 2, to.x, to.y)
  return points
}
