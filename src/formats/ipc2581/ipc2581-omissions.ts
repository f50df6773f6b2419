import { DrawingLimits } from '../board/drawing-limits'
import { erasingRemark, textsRemark, tooManyRemark } from '../board/omission-remarks'
import { counted, countedNames } from '../counted'

/** Counts what the drawing of a board omits or draws differently. */
export class IpcOmissions {
  /** Names of layers that are negatives. */
  readonly negatives = new Set<string>()
  /** How often each shape that the file does not define is used. */
  readonly undefinedShapes = new Map<string, number>()
  readonly limits = new DrawingLimits()
  erasing = 0
  hatched = 0
  texts = 0
  moved = 0

  addUndefined(name: string): void {
    this.undefinedShapes.set(name, (this.undefinedShapes.get(name) ?? 0) + 1)
  }

  /** Each remark is a full sentence. */
  remarks(): string[] {
    const remarks: string[] = []
    const { erasing, hatched, texts, moved } = this
    if (erasing > 0) remarks.push(erasingRemark(erasing))
    for (const name of this.negatives)
      remarks.push(`The copper of ${name} is not drawn, because the layer is a negative.`)
    if (this.undefinedShapes.size > 0)
      remarks.push(
        `Shapes that are not drawn, because the file does not define them or their sizes: ${countedNames(this.undefinedShapes)}.`,
      )
    if (hatched > 0) remarks.push(`${counted(hatched, 'hatched area')} ${are(hatched)} drawn filled.`)
    if (texts > 0) remarks.push(textsRemark(texts))
    if (moved > 0)
      remarks.push(`${counted(moved, 'feature')} ${are(moved)} drawn without the scale or offset that the file states.`)
    if (this.limits.isExceeded) remarks.push(tooManyRemark)
    return remarks
  }
}

const are = (count: number) => (count === 1 ? 'is' : 'are')
