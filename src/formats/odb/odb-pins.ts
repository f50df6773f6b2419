import type { Point } from '../board/curves'
import type { Owner } from '../board/drawing'
import type { OdbPlace } from './odb-netlist'

export interface OdbPin extends Point, Owner {
  side: 'top' | 'bottom'
}

/** Pads are at a pin if their coordinates differ by no more than this, in mm, as files round differently. */
const TOLERANCE = 0.005

export const noOwner: Owner = { footprint: -1, number: '' }

/** The pins of the components and the plated holes of a step, to find the component of a pad. */
export class OdbPins {
  readonly #pins = new Map<string, OdbPin[]>()
  readonly #holes = new Set<string>()

  add(pin: OdbPin): void {
    const key = keyOf(pin, 0, 0)
    const others = this.#pins.get(key)
    if (others) others.push(pin)
    else this.#pins.set(key, [pin])
  }

  /** Adds a plated hole that is not a via. */
  addHole(place: Point): void {
    this.#holes.add(keyOf(place, 0, 0))
  }

  /**
   * The component and the pin of a pad: on an outer layer, of a component on this side; in addition, of a pin with a
   * hole, which has pads on all layers.
   */
  ownerOf(place: OdbPlace): Owner {
    let through: OdbPin | null = null
    for (const x of [-1, 0, 1]) {
      for (const y of [-1, 0, 1]) {
        for (const pin of this.#pins.get(keyOf(place, x, y)) ?? []) {
          if (Math.abs(pin.x - place.x) > TOLERANCE || Math.abs(pin.y - place.y) > TOLERANCE) continue
          if (pin.side === place.side) return { footprint: pin.footprint, number: pin.number }
          if (this.#hasHole(pin)) through = pin
        }
      }
    }
    return through ? { footprint: through.footprint, number: through.number } : noOwner
  }

  #hasHole(pin: OdbPin): boolean {
    return [-1, 0, 1].some((x) => [-1, 0, 1].some((y) => this.#holes.has(keyOf(pin, x, y))))
  }
}

/** The key of a cell as large as the tolerance, at an offset from that of a place. */
const keyOf = ({ x, y }: Point, right: number, down: number) =>
  `${Math.round(x / TOLERANCE) + right} ${Math.round(y / TOLERANCE) + down}`
