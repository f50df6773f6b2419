import { boxOf } from '../board/board-box'
import type { BoardBuilder } from '../board/board-builder'
import type { Points } from '../board/curves'
import { contoursOf, origin, type Pose, transformed } from '../board/drawing'
import { centerLineOf } from '../board/slot-contour'
import { counted } from '../counted'
import type { IpcShape } from './ipc2581-dictionaries'
import { platingOf } from './ipc2581-pad-stacks'
import type { Elements } from './ipc2581-units'

/** The copper layer with whose features a slot is listed, or the first and last copper layer of a drill layer. */
export type SlotLayers = { copper: number } | { span: [number, number] }

interface Slot {
  contour: Points
  net: number
  isPlated: boolean
  /** A slot can be listed with each copper layer that it passes through. */
  copper: Set<number>
  spans: [number, number][]
}

interface OpenSlot {
  at: Pose
  isPlaced: boolean
  isPlated: boolean
  /** Whether the file gives a depth. */
  isCavity: boolean
  shapes: IpcShape[]
}

/** Collects slots and cavities, which are drawn once all their layers are known. */
export class IpcSlots {
  readonly #slots = new Map<string, Slot>()
  #open: OpenSlot | null = null
  #cavities = 0
  #unplaced = 0

  get isOpen(): boolean {
    return this.#open !== null
  }

  /** The pose of the open slot. */
  get at(): Pose | null {
    return this.#open?.at ?? null
  }

  /** Adds a shape to the open slot. */
  define(shape: IpcShape): void {
    this.#open?.shapes.push(shape)
  }

  /** Records that the file gives the open slot a location. */
  place(): void {
    if (this.#open) this.#open.isPlaced = true
  }

  readonly opened: Elements = {
    SlotCavity: ({ platingStatus }) => {
      const { isPlated } = platingOf(platingStatus)
      this.#open = { at: origin(), isPlaced: false, isPlated, isCavity: false, shapes: [] }
    },
    MaterialCut: () => this.#setCavity(),
    MaterialLeft: () => this.#setCavity(),
  }

  /** Ends the open slot. */
  close(layers: SlotLayers, net: number): void {
    const slot = this.#open
    this.#open = null
    if (!slot) return
    for (const { drawing } of slot.shapes) {
      if (!drawing) continue
      // Without a location, only the points of a contour show where the slot is.
      if ('shape' in drawing && !slot.isPlaced) this.#unplaced++
      else if (slot.isCavity) this.#cavities++
      else {
        for (const contour of contoursOf(drawing))
          this.#add(transformed(withoutEnd(contour), slot.at), { slot, layers, net })
      }
    }
  }

  /**
   * Adds the slots to the board: round ones as holes, others with round ends as slots, and the rest as cutouts of the
   * board. `order` lists the layers from top to bottom. Returns full sentences about those that are not drawn.
   */
  finish(board: BoardBuilder, order: string[]): string[] {
    const copper = board.copper.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    const [first, last] = [copper[0], copper.at(-1)].map((name) => board.copper.indexOf(name ?? ''))
    const isThrough = (span: [number, number]) =>
      span.includes(-1) || (span.includes(first ?? 0) && span.includes(last ?? 0))
    for (const slot of this.#slots.values()) {
      if (slot.copper.size === board.copper.length || slot.spans.some(isThrough)) addSlot(board, slot)
      else this.#cavities++
    }
    const remarks: string[] = []
    if (this.#cavities > 0) {
      const are = this.#cavities === 1 ? 'is' : 'are'
      const what = counted(this.#cavities, 'slot or cavity', 'slots and cavities')
      remarks.push(`${what} that ${this.#cavities === 1 ? 'does' : 'do'} not go through the board ${are} not drawn.`)
    }
    if (this.#unplaced > 0) {
      const are = this.#unplaced === 1 ? 'is' : 'are'
      remarks.push(`${counted(this.#unplaced, 'slot')} without a position ${are} not drawn.`)
    }
    return remarks
  }

  #add(contour: Points, { slot, layers, net }: { slot: OpenSlot; layers: SlotLayers; net: number }): void {
    const { left, top, right, bottom } = boxOf(contour)
    const key = [left, top, right, bottom].map((value) => Math.round(value * 1000)).join(' ')
    const known = this.#slots.get(key) ?? { contour, net, isPlated: slot.isPlated, copper: new Set(), spans: [] }
    this.#slots.set(key, known)
    if ('copper' in layers) known.copper.add(layers.copper)
    else known.spans.push(layers.span)
  }

  #setCavity(): void {
    if (this.#open) this.#open.isCavity = true
  }
}

function addSlot(board: BoardBuilder, { contour, net, isPlated }: Slot): void {
  const center = centerLineOf(contour)
  if (!center) board.edges.push([...contour, contour[0] ?? 0, contour[1] ?? 0])
  else if (center.line.length > 2) board.slot(center.line, center.width, isPlated)
  else {
    const [x = 0, y = 0] = center.line
    board.hole({ x, y, diameter: center.width, layers: [-1, -1], net, isVia: false, isPlated })
  }
}

/** A contour without its last point if this repeats the first one. */
const withoutEnd = (points: Points): Points =>
  points[0] === points.at(-2) && points[1] === points.at(-1) ? points.slice(0, -2) : points
