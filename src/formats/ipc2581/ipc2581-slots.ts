import type { BoardBuilder } from '../board/board-builder'
import { closedContour, type Points } from '../board/curves'
import { contoursOf, type Drawing, origin, type Pose, transformed } from '../board/drawing'
import { centerLineOf } from '../board/slot-contour'
import type { DrawingLimits } from '../board/drawing-limits'
import { areNotDrawn } from '../board/omission-remarks'
import { counted } from '../counted'
import type { IpcShape } from './ipc2581-dictionaries'
import { platingOf } from './ipc2581-pad-stacks'
import type { Elements } from './ipc2581-units'

/**
 * The copper layer whose features include a slot, or the first and last copper layer of the drill layer that includes
 * it.
 */
export type SlotLayers = { copper: number } | { span: [number, number] }

/** The center line of a slot with round ends, which is a single point for a round hole, or the contour of a cutout. */
type Form = { line: Points; width: number } | { contour: Points }

interface Slot {
  form: Form
  net: number
  isPlated: boolean
  /** The copper layers whose features include the slot. A slot can be listed with each layer that it passes through. */
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

  /** The pose of the open slot; null if no slot is open. */
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

  /** Ends the open slot, which is on these layers and this net. */
  close(layers: SlotLayers, net: number): void {
    const slot = this.#open
    this.#open = null
    if (!slot) return
    for (const { drawing, isCentered } of slot.shapes) {
      if (!drawing) continue
      // Without a location, only the points of a contour or a line show where the slot is.
      if (isCentered && !slot.isPlaced) this.#unplaced++
      else if (slot.isCavity) this.#cavities++
      else for (const form of formsOf(drawing, slot.at)) this.#add(form, { slot, layers, net })
    }
  }

  /** Drops all slots, because the step that they belong to is not drawn. */
  clear(): void {
    this.#slots.clear()
    this.#cavities = 0
    this.#unplaced = 0
  }

  /**
   * Adds the slots to the board: round ones as holes, others with round ends as slots, and the rest as cutouts of the
   * board, as far as the limits allow. `order` lists the layers from top to bottom. Returns full sentences about the
   * slots that are not drawn.
   */
  finish(board: BoardBuilder, order: string[], limits: DrawingLimits): string[] {
    const copper = board.copper.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    const [first, last] = [copper[0], copper.at(-1)].map((name) => board.copper.indexOf(name ?? ''))
    // A slot through the board can end at a layer that is not copper, such as a solder mask. The index of that end is
    // -1.
    const isThrough = (span: [number, number]) =>
      span.every((end) => end === -1 || end === first || end === last) &&
      (span.includes(-1) || (span.includes(first ?? 0) && span.includes(last ?? 0)))
    for (const slot of this.#slots.values()) {
      if (slot.copper.size === board.copper.length || slot.spans.some(isThrough)) addSlot(board, slot, limits)
      else this.#cavities++
    }
    const remarks: string[] = []
    if (this.#cavities > 0) {
      const what = counted(this.#cavities, 'slot or cavity', 'slots and cavities')
      const go = this.#cavities === 1 ? 'does not go' : 'do not go'
      remarks.push(`${what} that ${go} through the board ${areNotDrawn(this.#cavities)}.`)
    }
    if (this.#unplaced > 0) {
      remarks.push(`${counted(this.#unplaced, 'slot')} without a position ${areNotDrawn(this.#unplaced)}.`)
    }
    return remarks
  }

  #add(form: Form, { slot, layers, net }: { slot: OpenSlot; layers: SlotLayers; net: number }): void {
    const key = keyOf(form)
    const known = this.#slots.get(key) ?? { form, net, isPlated: slot.isPlated, copper: new Set(), spans: [] }
    this.#slots.set(key, known)
    if ('copper' in layers) known.copper.add(layers.copper)
    else known.spans.push(layers.span)
  }

  #setCavity(): void {
    if (this.#open) this.#open.isCavity = true
  }
}

/** The forms of a drawing at the pose of a slot. An open line with a width is the center line of a slot. */
function formsOf(drawing: Drawing, at: Pose): Form[] {
  if ('line' in drawing && drawing.width > 0) {
    const points = withoutEnd(drawing.line)
    const isOpen = points.length === drawing.line.length || points.length < 6
    if (isOpen) return [{ line: transformed(points, at), width: drawing.width }]
  }
  return contoursOf(drawing).map((points) => {
    const contour = transformed(withoutEnd(points), at)
    return centerLineOf(contour) ?? { contour }
  })
}

/** A key that is the same for the same slot, rounded to a micrometer, whichever point its drawing starts with. */
function keyOf(form: Form): string {
  const points = 'line' in form ? form.line : form.contour
  const places: string[] = []
  for (let at = 0; at < points.length; at += 2) {
    places.push(`${Math.round((points[at] ?? 0) * 1000)} ${Math.round((points[at + 1] ?? 0) * 1000)}`)
  }
  return [...places.toSorted(), 'line' in form ? Math.round(form.width * 1000) : 'contour'].join(' ')
}

function addSlot(board: BoardBuilder, { form, net, isPlated }: Slot, limits: DrawingLimits): void {
  if ('contour' in form) board.edges.push(closedContour(form.contour))
  else if (form.line.length > 2) {
    if (limits.takeSlot(form.line)) board.slot(form.line, form.width, isPlated)
  } else {
    const [x = 0, y = 0] = form.line
    board.hole({ x, y, diameter: form.width, layers: [-1, -1], net, isVia: false, isPlated })
  }
}

/** A contour without its last point if that repeats the first one. */
const withoutEnd = (points: Points): Points =>
  points[0] === points.at(-2) && points[1] === points.at(-1) ? points.slice(0, -2) : points
