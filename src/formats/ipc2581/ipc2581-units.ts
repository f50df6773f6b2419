import type { Point } from '../board/curves'
import { FormatError, quoted } from '../format-error'
import { numberOf } from './ipc2581-stackup'

export type Attributes = Record<string, string>
export type Elements = Record<string, (attributes: Attributes) => void>

const millimetersPerUnit = new Map([
  ...['MILLIMETER', 'MILLIMETERS', 'MM'].map((name) => [name, 1] as const),
  ...['INCH', 'INCHES', 'IN'].map((name) => [name, 25.4] as const),
  ...['MICRON', 'MICRONS', 'UM'].map((name) => [name, 0.001] as const),
  ...['MILS', 'MIL', 'THOU'].map((name) => [name, 0.0254] as const),
])

/** The unit of the file and the unit of the current dictionary, which can differ. */
export class IpcUnits {
  #unit = 1
  #dictionary: number | null = null

  takeUnit(units: string | undefined): void {
    this.#unit = unitOf(units)
  }

  openDictionary(units: string | undefined): void {
    this.#dictionary = units ? unitOf(units) : null
  }

  closeDictionary(): void {
    this.#dictionary = null
  }

  /** The unit of the file, in mm. */
  get unit(): number {
    return this.#unit
  }

  /** The unit that applies to the current element, in mm. */
  get scale(): number {
    return this.#dictionary ?? this.#unit
  }

  /** The absolute value of a length, in mm. */
  length(value: string | undefined): number {
    return Math.abs(numberOf(value) ?? 0) * this.#unit
  }

  /** A position in mm, with y pointing down. */
  point(x: string | undefined, y: string | undefined): Point {
    return { x: (numberOf(x) ?? 0) * this.scale, y: -(numberOf(y) ?? 0) * this.scale }
  }
}

function unitOf(units: string | undefined): number {
  const unit = millimetersPerUnit.get((units ?? '').toUpperCase())
  if (unit !== undefined) return unit
  throw new FormatError('IPC-2581', { line: 1 }, 'units MILLIMETER, MICRON, INCH or MILS', quoted(units ?? ''))
}
