import type { Drawing } from '../board/drawing'
import type { Elements } from './ipc2581-units'

/** The drawings and line widths that the file defines once and refers to by id. */
export class IpcDictionaries {
  readonly #drawings = new Map<string, Drawing>()
  readonly #lineWidths = new Map<string, number>()
  #entry: { id: string; drawing: Drawing | null } | null = null

  /** Whether an entry is being defined. */
  get isOpen(): boolean {
    return this.#entry !== null
  }

  drawing(id: string): Drawing | undefined {
    return this.#drawings.get(id)
  }

  lineWidth(id: string): number {
    return this.#lineWidths.get(id) ?? 0
  }

  /** Sets the drawing of the current entry. Only the first drawing of an entry counts. */
  define(drawing: Drawing): void {
    if (this.#entry) this.#entry.drawing ??= drawing
  }

  defineLineWidth(width: number): void {
    if (this.#entry) this.#lineWidths.set(this.#entry.id, width)
  }

  readonly opened: Elements = {
    EntryStandard: ({ id = '' }) => (this.#entry = { id, drawing: null }),
    EntryUser: ({ id = '' }) => (this.#entry = { id, drawing: null }),
    EntryLineDesc: ({ id = '' }) => (this.#entry = { id, drawing: null }),
  }

  readonly closed: Record<string, () => void> = {
    EntryStandard: () => this.#endEntry(),
    EntryUser: () => this.#endEntry(),
    EntryLineDesc: () => (this.#entry = null),
  }

  #endEntry(): void {
    if (this.#entry?.drawing) this.#drawings.set(this.#entry.id, this.#entry.drawing)
    this.#entry = null
  }
}
