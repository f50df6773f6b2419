import type { Board } from '../../formats/board/board'
import type { Stackup, StackupLayer } from '../../formats/stackup'
import type { Coating } from '../lines/microstrip'
import type { Dielectric } from '../lines/stripline'

/** The permittivity that is assumed for solder mask if the file does not specify it; KiCad assumes the same value. */
const MASK_DK = 3.3

const dielectrics = new Set<StackupLayer['type']>(['core', 'prepreg', 'dielectric'])

/** The copper layers of a board and the dielectrics between them. Lengths are in mm. */
export class LayerStack {
  /** The thickness of each copper layer; 0 if the stackup states none. */
  readonly thickness: number[] = []
  /**
   * The dielectrics between copper layers that lack a thickness, each by its name or, if it has none, by the copper
   * layer above it.
   */
  readonly unknown: string[] = []
  /** The dielectrics below each copper layer except the last; null if there are none or a thickness is missing. */
  readonly #below: (StackupLayer[] | null)[] = []
  readonly #mask: { top: Coating | null; bottom: Coating | null }

  private constructor(parts: StackupLayer[], copperAt: number[]) {
    copperAt.forEach((at, index) => {
      this.thickness.push(parts[at]?.thickness ?? 0)
      const between = parts.slice(at + 1, copperAt[index + 1]).filter(({ type }) => dielectrics.has(type))
      if (index + 1 === copperAt.length) return
      const below = `the dielectric below ${parts[at]?.name ?? ''}`
      const unknown = between.filter(({ thickness }) => !thickness).map(({ name }) => name || below)
      if (between.length === 0) unknown.push(below)
      this.unknown.push(...unknown)
      this.#below.push(unknown.length === 0 ? between : null)
    })
    const [first = 0, last = 0] = [copperAt[0], copperAt.at(-1)]
    this.#mask = { top: maskIn(parts.slice(0, first)), bottom: maskIn(parts.slice(last + 1)) }
  }

  /**
   * The layers of a board with this stackup; null if the stackup does not have the same number of copper layers as the
   * board, or if the board has only one.
   */
  static of({ copper }: Pick<Board, 'copper'>, stackup: Stackup | null): LayerStack | null {
    const parts = stackup?.layers ?? []
    const copperAt = parts.flatMap(({ type }, index) => (type === 'copper' ? [index] : []))
    return copper.length > 1 && copperAt.length === copper.length ? new LayerStack(parts, copperAt) : null
  }

  /** The distance between the centers of two copper layers, in mm; null if it is not known. */
  distance(one: number, other: number): number | null {
    const [from, to] = [Math.min(one, other), Math.max(one, other)]
    if (from === to) return 0
    const between = this.between(from, to)
    return between && between.height + ((this.thickness[from] ?? 0) + (this.thickness[to] ?? 0)) / 2
  }

  /**
   * The space between two copper layers as one dielectric; null if the thickness of a dielectric is unknown. Copper
   * layers in between count as dielectric, because a more distant plane acts through the gaps in them. The dielectric
   * constant is NaN if it is missing for any of the dielectrics.
   */
  between(one: number, other: number): Dielectric | null {
    const [from, to] = [Math.min(one, other), Math.max(one, other)]
    let [height, elastance] = [0, 0]
    for (let layer = from; layer < to; layer++) {
      const sheets = this.#below[layer]
      if (!sheets) return null
      for (const { thickness, dk } of sheets) {
        height += thickness ?? 0
        elastance += (thickness ?? 0) / (dk ?? Number.NaN)
      }
      if (layer > from) height += this.thickness[layer] ?? 0
      if (layer > from) elastance += (this.thickness[layer] ?? 0) / (sheets[0]?.dk ?? Number.NaN)
    }
    return height > 0 ? { height, dk: height / elastance } : null
  }

  /**
   * The solder mask over a copper layer; null for an inner layer, or if the mask is missing or its thickness is
   * unknown.
   */
  mask(layer: number): Coating | null {
    if (layer === 0) return this.#mask.top
    return layer === this.thickness.length - 1 ? this.#mask.bottom : null
  }
}

function maskIn(parts: StackupLayer[]): Coating | null {
  const mask = parts.find(({ type }) => type === 'soldermask')
  return mask?.thickness ? { thickness: mask.thickness, dk: mask.dk ?? MASK_DK } : null
}
