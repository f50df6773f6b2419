import { counted, countedNames } from '../counted'

/** Shapes can be used many times, so this limit stops a corrupt file from filling the memory. */
const maxUsedShapes = 2_000_000

/** Counts what the drawing of a board omits or draws differently. */
export class IpcOmissions {
  /** Names of layers that are negatives. */
  readonly negatives = new Set<string>()
  /** How often each shape is used that the file does not define. */
  readonly undefinedShapes = new Map<string, number>()
  erasing = 0
  hatched = 0
  texts = 0
  moved = 0
  #usedShapes = 0

  /** Counts a shape that is used by reference. Returns whether the limit allows it. */
  use(): boolean {
    return ++this.#usedShapes <= maxUsedShapes
  }

  addUndefined(name: string): void {
    this.undefinedShapes.set(name, (this.undefinedShapes.get(name) ?? 0) + 1)
  }

  /** Returns full sentences. */
  remarks(): string[] {
    const remarks: string[] = []
    const { erasing, hatched, texts, moved } = this
    if (erasing > 0) {
      remarks.push(
        `${counted(erasing, 'feature')} of negative polarity ${are(erasing)} not drawn. The copper that ${erasing === 1 ? 'it removes' : 'they remove'} is shown.`,
      )
    }
    for (const name of this.negatives)
      remarks.push(`The copper of ${name} is not drawn, because the layer is a negative.`)
    if (this.undefinedShapes.size > 0)
      remarks.push(
        `Shapes that are not drawn, because the file does not define them or their sizes: ${countedNames(this.undefinedShapes)}.`,
      )
    if (hatched > 0) remarks.push(`${counted(hatched, 'hatched area')} ${are(hatched)} drawn filled.`)
    if (texts > 0) remarks.push(`${counted(texts, 'text')} on copper layers ${are(texts)} not drawn.`)
    if (moved > 0)
      remarks.push(`${counted(moved, 'feature')} ${are(moved)} drawn without the scale or offset that the file states.`)
    if (this.#usedShapes > maxUsedShapes)
      remarks.push('Some shapes are not drawn, because the board has too many of them.')
    return remarks
  }
}

const are = (count: number) => (count === 1 ? 'is' : 'are')
