import { closedContour, type Points } from '../board/curves'
import { contoursOf, type Drawing } from '../board/drawing'
import { IpcDictionaries, type IpcShape } from './ipc2581-dictionaries'
import { IpcPaths } from './ipc2581-paths'
import { isStandardShape, standardShape } from './ipc2581-shapes'
import { numberOf } from './ipc2581-stackup'
import type { Attributes, Elements, IpcUnits } from './ipc2581-units'

interface Receiver {
  /** Counts a shape that is used by reference. Returns whether the limit allows it. */
  use: () => boolean
  shape: (shape: IpcShape) => void
  /** Receives the name of a shape that the file does not define. */
  missing: (name: string) => void
  profile: (contours: Points[]) => void
}

/** Turns the elements of shapes into drawings, with their lines and fills, and resolves references to dictionaries. */
export class IpcDrawings {
  readonly #dictionaries = new IpcDictionaries()
  readonly #paths: IpcPaths
  /** The line width and the fill of the current shape, which are stated within its element. */
  #style = { width: 0, fill: 'FILL' }
  /** The standard primitive whose element is open; null if its sizes are missing. */
  #standard: Drawing | null = null

  /** `path` contains the names of the open elements. */
  constructor(
    private readonly units: IpcUnits,
    private readonly path: readonly string[],
    private readonly on: Receiver,
  ) {
    this.#paths = new IpcPaths(units, {
      areas: (contours) => this.#useStyled({ areas: [contours] }, false),
      profile: (contours) => this.on.profile(contours),
      outline: (points) =>
        this.#use({
          drawing: { line: closedContour(points), width: this.#style.width },
          fill: this.#style.fill,
          isCentered: false,
        }),
      line: (line, width) => this.#use({ drawing: { line, width }, fill: 'FILL', isCentered: false }),
    })
  }

  /** Handles the start of any element. */
  open(name: string, attributes: Attributes): void {
    if (isStyled(name) && !this.#paths.isInGroup) this.#style = { width: 0, fill: 'FILL' }
    for (const opened of [this.#dictionaries.opened, this.#paths.opened, this.#opened]) {
      if (Object.hasOwn(opened, name)) opened[name]?.(attributes)
    }
    if (name.startsWith('Dictionary')) this.units.openDictionary(attributes.units)
    else if (isStandardShape(name)) this.#standard = standardShape(name, attributes, this.units.scale)
  }

  /** Handles the end of any element. */
  close(name: string): void {
    for (const closed of [this.#dictionaries.closed, this.#paths.closed]) {
      if (Object.hasOwn(closed, name)) closed[name]?.()
    }
    if (name.startsWith('Dictionary')) this.units.closeDictionary()
    else if (isStandardShape(name)) {
      // A RectCorner is the only standard primitive that is not centered: its corners can be anywhere.
      if (this.#standard) this.#useStyled(this.#standard, name !== 'RectCorner')
      else this.#miss(name)
    }
  }

  readonly #opened: Elements = {
    LineDesc: ({ lineWidth }) => {
      const width = (numberOf(lineWidth) ?? 0) * this.units.scale
      if (this.path.at(-2) === 'EntryLineDesc') this.#dictionaries.defineLineWidth(width)
      else this.#setWidth(width)
    },
    LineDescRef: ({ id = '' }) => this.#setWidth(this.#dictionaries.lineWidth(id)),
    FillDesc: ({ fillProperty = 'FILL' }) => {
      if (this.path.at(-2) === 'EntryFillDesc') this.#dictionaries.defineFill(fillProperty)
      else this.#setFill(fillProperty)
    },
    FillDescRef: ({ id = '' }) => this.#setFill(this.#dictionaries.fill(id)),
    Text: () => this.#use({ drawing: null, fill: 'FILL', isCentered: false }),
    StandardPrimitiveRef: ({ id = '' }) => this.#useDefined('EntryStandard', id),
    UserPrimitiveRef: ({ id = '' }) => this.#useDefined('EntryUser', id),
  }

  #setWidth(width: number): void {
    this.#paths.width = width
    this.#style.width = width
  }

  /**
   * Sets the fill of the current shape. The fill of a cutout is ignored, because a cutout is always a hole in its
   * contour.
   */
  #setFill(fill: string): void {
    if (this.path.at(-2) !== 'Cutout') this.#style.fill = fill
  }

  #use(shape: IpcShape): void {
    if (this.#dictionaries.isOpen) this.#dictionaries.define(shape)
    else this.on.shape(shape)
  }

  /** Uses a drawing with the current style. If the fill is HOLLOW, only the lines along its contours are drawn. */
  #useStyled(drawing: Drawing, isCentered: boolean): void {
    const { fill, width } = this.#style
    const drawings =
      fill === 'HOLLOW' ? contoursOf(drawing).map((contour) => ({ line: closedContour(contour), width })) : [drawing]
    for (const used of drawings) this.#use({ drawing: used, fill, isCentered })
  }

  /** Uses the shapes of a dictionary entry. */
  #useDefined(kind: 'EntryStandard' | 'EntryUser', id: string): void {
    const entry = this.#dictionaries.entry(kind, id)
    for (const shape of entry?.shapes ?? []) {
      if (!this.on.use()) break
      this.#use(shape)
    }
    if (!entry) this.#miss(id)
    else if (entry.missing !== null) this.#miss(entry.missing)
  }

  /** A missing part of a dictionary entry is reported when the entry is used. */
  #miss(name: string): void {
    if (this.#dictionaries.isOpen) this.#dictionaries.miss(name)
    else this.on.missing(name)
  }
}

/** Whether an element of this name contains its line width and its fill. */
const isStyled = (name: string) =>
  name === 'Contour' || name === 'Outline' || name === 'Polygon' || isStandardShape(name)
