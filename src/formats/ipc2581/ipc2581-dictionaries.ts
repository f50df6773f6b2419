import type { Drawing } from '../board/drawing'
import { FormatError, quoted } from '../format-error'
import type { Elements } from './ipc2581-units'

/** A drawing, which is null for a text, and its fill property, such as FILL, HATCH or VOID. */
export interface IpcShape {
  drawing: Drawing | null
  fill: string
  /** Whether the drawing is a primitive around the origin, so that only a location shows where it is. */
  isCentered: boolean
}

interface Entry {
  shapes: IpcShape[]
  /** The name of the first shape in the entry that is not defined in the file, or whose sizes are missing. */
  missing: string | null
}

/** Entries can refer to other entries, so this limit stops a corrupt file from multiplying shapes endlessly. */
const maxShapes = 10_000

/** The shapes, line widths and fills that the file defines once and refers to by id. */
export class IpcDictionaries {
  readonly #entries = { EntryStandard: new Map<string, Entry>(), EntryUser: new Map<string, Entry>() }
  readonly #lineWidths = new Map<string, number>()
  readonly #fills = new Map<string, string>()
  #entry: (Entry & { id: string }) | null = null

  /** Whether an entry is being defined. */
  get isOpen(): boolean {
    return this.#entry !== null
  }

  entry(kind: 'EntryStandard' | 'EntryUser', id: string): Entry | undefined {
    return this.#entries[kind].get(id)
  }

  lineWidth(id: string): number {
    return this.#lineWidths.get(id) ?? 0
  }

  fill(id: string): string {
    return this.#fills.get(id) ?? 'FILL'
  }

  /** Adds a shape to the current entry. */
  define(shape: IpcShape): void {
    const entry = this.#entry
    if (entry && entry.shapes.push(shape) > maxShapes) {
      throw new FormatError(
        'IPC-2581',
        { line: 1 },
        `at most ${maxShapes.toLocaleString('en-US')} shapes in an entry`,
        `more in ${quoted(entry.id)}`,
      )
    }
  }

  /** Records that a shape of the current entry is missing. */
  miss(name: string): void {
    if (this.#entry) this.#entry.missing ??= name
  }

  defineLineWidth(width: number): void {
    if (this.#entry) this.#lineWidths.set(this.#entry.id, width)
  }

  defineFill(fill: string): void {
    if (this.#entry) this.#fills.set(this.#entry.id, fill)
  }

  readonly opened: Elements = Object.fromEntries(
    ['EntryStandard', 'EntryUser', 'EntryLineDesc', 'EntryFillDesc'].map((name) => [
      name,
      ({ id = '' }) => (this.#entry = { id, shapes: [], missing: null }),
    ]),
  )

  readonly closed: Record<string, () => void> = {
    EntryStandard: () => this.#endEntry('EntryStandard'),
    EntryUser: () => this.#endEntry('EntryUser'),
    EntryLineDesc: () => (this.#entry = null),
    EntryFillDesc: () => (this.#entry = null),
  }

  #endEntry(kind: 'EntryStandard' | 'EntryUser'): void {
    if (this.#entry && this.#entry.shapes.length > 0) this.#entries[kind].set(this.#entry.id, this.#entry)
    this.#entry = null
  }
}
