import type { Point } from '../board/curves'
import type { Owner } from '../board/drawing'
import type { OdbPlace } from './odb-netlist'

export interface OdbPin extends Point, Owner {
  side: 'top' | 'bottom'
}

/** Pads are at a pin if their coordinates differ by no more than this, in mm: files round differently. */
const TOLERANCE = 0.005

/** The pins of the components of a step. They are stored by position, so that the pin of a pad or hole can be found. */
export class OdbPins {
  readonly #pins = new Map<string, OdbPin[]>()
  readonly #drilled = new Set<OdbPin>()

  add(pin: OdbPin): void {
    const key = keyOf(pin, 0, 0)
    const others = this.#pins.get(key)
    if (others) others.push(pin)
    else this.#pins.set(key, [pin])
  }

  /** Records that a pin has a hole. */
  addHole(pin: OdbPin): void {
    this.#drilled.add(pin)
  }

  /**
   * The pin of a pad or a hole, or null. A hole belongs to any pin at its position. A pad on an outer layer belongs to
   * a pin on the same side; a pad on any layer belongs to a pin with a hole.
   */
  pinOf(place: OdbPlace): OdbPin | null {
    let through: OdbPin | null = null
    for (const x of [-1, 0, 1]) {
      for (const y of [-1, 0, 1]) {
        for (const pin of this.#pins.get(keyOf(place, x, y)) ?? []) {
          if (Math.abs(pin.x - place.x) > TOLERANCE || Math.abs(pin.y - place.y) > TOLERANCE) continue
          if (pin.side === place.side || place.side === 'hole') return pin
          if (this.#drilled.has(pin)) through = pin
        }
      }
    }
    return through
  }
}

/** The key of a cell, which is as large as the tolerance. The offsets count cells from the one at the position. */
const keyOf = ({ x, y }: Point, right: number, down: number) =>
  `${Math.round(x / TOLERANCE) + right} ${Math.round(y / TOLERANCE) + down}`
