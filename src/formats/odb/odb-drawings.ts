import type { BoardBuilder } from '../board/board-builder'
import { addDrawing, addLine, type Drawing, origin, type Owner, type Pose, within } from '../board/drawing'
import { counted, countedNames } from '../counted'
import type { OdbFiles } from './odb-archive'
import { type OdbFeature, type OdbSymbol, readFeatures } from './odb-features'
import { standardSymbol } from './odb-symbols'
import type { OdbUnit } from './odb-units'

/** Symbols can contain symbols, so these limits stop a corrupt job from nesting or repeating them endlessly. */
const maxDepth = 8
const maxParts = 2_000_000

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
  #parts = 0

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
    else if (feature.kind === 'surface') addDrawing(this.board, { areas: feature.areas }, { at, on, owner: on.owner })
    else if (feature.kind === 'line') addLine(this.board, feature.points, this.widthOf(feature.symbol), { at, on })
    else if (feature.kind === 'pad') this.#drawPad(feature.symbol, on, within(at, feature.at), depth)
  }

  /** The width of a symbol in mm; 0 if the symbol is not a standard shape. */
  widthOf(symbol: OdbSymbol): number {
    const drawing = this.#standardOf(symbol)
    return drawing && 'shape' in drawing ? drawing.shape.width : 0
  }

  /** Counts a feature of a drill layer that is neither a hole nor a slot. */
  skipDrillFeature(): void {
    this.#skippedDrills++
  }

  /** Returns full sentences about content that the drawing omits. */
  remarks(): string[] {
    const remarks: string[] = []
    if (this.#negative > 0) {
      remarks.push(
        `${counted(this.#negative, 'feature')} of negative polarity ${this.#negative === 1 ? 'is' : 'are'} not drawn. The copper that ${this.#negative === 1 ? 'it removes' : 'they remove'} is shown.`,
      )
    }
    if (this.#missing.size > 0) remarks.push(`Symbols that are not drawn: ${countedNames(this.#missing)}.`)
    if (this.#texts > 0)
      remarks.push(`${counted(this.#texts, 'text')} on copper layers ${this.#texts === 1 ? 'is' : 'are'} not drawn.`)
    if (this.#skippedDrills > 0)
      remarks.push(
        `${counted(this.#skippedDrills, 'area or text', 'areas and texts')} on drill layers ${this.#skippedDrills === 1 ? 'is' : 'are'} not drawn.`,
      )
    if (this.#parts > maxParts) remarks.push('Some symbols are not drawn, because the board has too many parts.')
    return remarks
  }

  #drawPad(symbol: OdbSymbol, on: Target, at: Pose, depth: number): void {
    const standard = this.#standardOf(symbol)
    if (standard) {
      addDrawing(this.board, standard, { at, on, owner: on.owner })
      return
    }
    const parts = depth < maxDepth ? this.#partsOf(symbol.name) : null
    if (!parts) {
      const name = symbol.name || 'without a name'
      this.#missing.set(name, (this.#missing.get(name) ?? 0) + 1)
      return
    }
    for (const part of parts) {
      if (++this.#parts > maxParts) return
      this.draw(part, on, at, depth + 1)
    }
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
