import type { BoardBuilder } from '../board/board-builder'
import type { Points } from '../board/curves'
import { addDrawing, addLine, type Drawing, origin, type Owner, type Pose, within } from '../board/drawing'
import { DrawingLimits } from '../board/drawing-limits'
import { areNotDrawn, erasingRemark, textsRemark, tooManyRemark } from '../board/omission-remarks'
import { counted, countedNames } from '../counted'
import type { OdbFiles } from './odb-archive'
import { type OdbFeature, type OdbSymbol, readFeatures } from './odb-features'
import { standardSymbol } from './odb-symbols'
import type { OdbUnit } from './odb-units'

/** Symbols can contain symbols, so this limit stops a corrupt job from nesting them endlessly. */
const maxDepth = 8

interface Target {
  layer: number
  net: number
  /** The pin to which the pads belong. */
  owner: Owner
}

/** Draws features on copper layers and records which ones it cannot draw. */
export class OdbDrawings {
  readonly #standard = new Map<string, Drawing | null>()
  readonly #own = new Map<string, OdbFeature[] | null>()
  readonly #missing = new Map<string, number>()
  #negative = 0
  #texts = 0
  #skippedDrills = 0
  readonly #limits = new DrawingLimits()

  constructor(
    private readonly files: OdbFiles,
    private readonly board: BoardBuilder,
    private readonly unit: OdbUnit,
  ) {}

  draw(feature: OdbFeature, on: Target, at: Pose = origin(), depth = 0): void {
    if (feature.isNegative) {
      this.#negative++
      return
    }
    if (feature.kind === 'text') this.#texts++
    else if (feature.kind === 'surface') this.#add({ areas: feature.areas }, on, at)
    else if (feature.kind === 'line') {
      const line = { line: feature.points, width: this.widthOf(feature.symbol) }
      if (this.#limits.takePoints(line)) addLine(this.board, line.line, line.width, { at, on })
    } else if (feature.kind === 'pad') this.#drawPad(feature.symbol, on, within(at, feature.at), depth)
  }

  /** The width of a symbol in mm; 0 unless the symbol has a simple shape, such as a circle or a rectangle. */
  widthOf(symbol: OdbSymbol): number {
    const drawing = this.#standardOf(symbol)
    return drawing && 'shape' in drawing ? drawing.shape.width : 0
  }

  /** Adds a slot along a line of a drill layer if the limits allow it. */
  addSlot({ points, symbol }: { points: Points; symbol: OdbSymbol }): void {
    if (this.#limits.takeSlot(points)) this.board.slot(points, this.widthOf(symbol))
  }

  /** Counts an area or a text on a drill layer. Neither is drawn. */
  skipDrillFeature(): void {
    this.#skippedDrills++
  }

  /** Returns full sentences about content that the drawing omits. */
  remarks(): string[] {
    const remarks: string[] = []
    if (this.#negative > 0) remarks.push(erasingRemark(this.#negative))
    if (this.#missing.size > 0) remarks.push(`Symbols that are not drawn: ${countedNames(this.#missing)}.`)
    if (this.#texts > 0) remarks.push(textsRemark(this.#texts))
    if (this.#skippedDrills > 0)
      remarks.push(
        `${counted(this.#skippedDrills, 'area or text', 'areas and texts')} on drill layers ${areNotDrawn(this.#skippedDrills)}.`,
      )
    if (this.#limits.isExceeded) remarks.push(tooManyRemark)
    return remarks
  }

  #drawPad(symbol: OdbSymbol, on: Target, at: Pose, depth: number): void {
    const standard = this.#standardOf(symbol)
    if (standard) {
      this.#add(standard, on, at)
      return
    }
    const parts = depth < maxDepth ? this.#partsOf(symbol.name) : null
    if (!parts) {
      const name = symbol.name || 'without a name'
      this.#missing.set(name, (this.#missing.get(name) ?? 0) + 1)
      return
    }
    for (const part of parts) {
      if (!this.#limits.takeShape()) return
      this.draw(part, on, at, depth + 1)
    }
  }

  /** Adds a drawing to the board if the limits allow it. */
  #add(drawing: Drawing, on: Target, at: Pose): void {
    if (this.#limits.takePoints(drawing)) addDrawing(this.board, drawing, { at, on, owner: on.owner })
  }

  #standardOf({ name, unit, factor }: OdbSymbol): Drawing | null {
    const key = `${name} ${unit} ${factor}`
    const known = this.#standard.get(key)
    if (known !== undefined) return known
    const drawing = standardSymbol(name, unit * factor)
    this.#standard.set(key, drawing)
    return drawing
  }

  /** The features of a symbol that the job defines; null if it defines no symbol with this name. */
  #partsOf(name: string): OdbFeature[] | null {
    const known = this.#own.get(name)
    if (known !== undefined) return known
    const text = name === '' ? null : this.files.text(`symbols/${name}/features`)
    const parts = text === null ? null : readFeatures(text, this.unit)
    this.#own.set(name, parts)
    return parts
  }
}
