import type { Points } from './curves'
import { contoursOf, type Drawing } from './drawing'

/** A file can use a shape many times. These limits prevent a corrupt file from filling the memory. */
const mostShapes = 2_000_000
const mostPoints = 10_000_000
/** A slot along a curve becomes a hole for each straight part, so the parts are limited too. */
const mostSlotParts = 50_000

/** Counts the shapes that a file uses by reference, and the points of the drawings on its board. */
export class DrawingLimits {
  #shapes = 0
  #points = 0
  #slotParts = 0

  /** Counts a shape that is used by reference. Returns whether the limit allows it. */
  takeShape(): boolean {
    return ++this.#shapes <= mostShapes
  }

  /** Counts the points of a drawing. Returns whether the limit allows it. */
  takePoints(drawing: Drawing): boolean {
    // A pad is stored by its size, so it has no points.
    if ('shape' in drawing) return true
    for (const points of contoursOf(drawing)) this.#points += points.length / 2
    return this.#points <= mostPoints
  }

  /** Counts the straight parts of a slot along a line. Returns whether the limit allows it. */
  takeSlot(line: Points): boolean {
    this.#slotParts += line.length / 2 - 1
    return this.#slotParts <= mostSlotParts
  }

  /** Whether any limit was exceeded. */
  get isExceeded(): boolean {
    return this.#shapes > mostShapes || this.#points > mostPoints || this.#slotParts > mostSlotParts
  }
}
