import type { BoardBuilder } from '../board/board-builder'
import type { Point } from '../board/curves'
import type { OdbHole } from './odb-features'
import type { OdbPin, OdbPins } from './odb-pins'

/** A hole as one drill layer lists it. */
interface ListedHole extends Point {
  diameter: number
  /** The first and last copper layer. */
  layers: [number, number]
  net: number
  /** The type of hole that the attribute `.drill` states; null if the hole has no such attribute. */
  stated: OdbHole | null
  isThrough: boolean
}

/**
 * Without an attribute, a hole of up to this diameter, in mm, is a via even at the position of a pin (via in pad). The
 * leads of components need larger holes.
 */
const largestVia = 0.45

/**
 * The holes of all drill layers. If several layers list a hole at the same position and between the same copper layers,
 * they count as one hole. The order of the layers does not matter: a layer that states a component hole takes
 * precedence over one that states a via, followed by holes without a stated type, and finally unplated ones. Among
 * equal ones, the larger hole is used, because the smaller one lies within it. The net can come from any of them.
 */
export class OdbHoles {
  readonly #holes = new Map<string, ListedHole>()

  constructor(private readonly pins: OdbPins) {}

  add(hole: ListedHole): void {
    const { x, y } = this.#pinAt(hole) ?? hole
    const key = [Math.round(x * 1000), Math.round(y * 1000), ...hole.layers.toSorted((a, b) => a - b)].join(' ')
    const known = this.#holes.get(key)
    const [chosen, other] = known && compared(hole, known) <= 0 ? [known, hole] : [hole, known]
    this.#holes.set(key, { ...chosen, net: chosen.net >= 0 ? chosen.net : (other?.net ?? -1) })
  }

  /** Adds the holes to the board and records which pins have one. */
  finish(board: BoardBuilder): void {
    for (const hole of this.#holes.values()) {
      const { diameter, layers, net, stated, isThrough } = hole
      const isVia = stated ? stated === 'via' : !isThrough || diameter <= largestVia
      const pin = isVia || stated === 'non_plated' ? null : this.#pinAt(hole)
      if (pin) this.pins.addHole(pin)
      // The hole is added at the exact position of the pin, so that the pads of the pin get it.
      const { x, y } = pin ?? hole
      board.hole({ x, y, diameter, layers, net, isVia, isPlated: stated !== 'non_plated' })
    }
  }

  #pinAt({ x, y }: Point): OdbPin | null {
    return this.pins.pinOf({ x, y, side: 'hole' })
  }
}

const ranks: Record<OdbHole, number> = { plated: 3, via: 2, non_plated: 0 }
const rankOf = ({ stated }: ListedHole) => (stated ? ranks[stated] : 1)
const compared = (a: ListedHole, b: ListedHole) => rankOf(a) - rankOf(b) || a.diameter - b.diameter
