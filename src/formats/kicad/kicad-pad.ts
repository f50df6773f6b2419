import type { Pad } from '../board/board'
import type { SExpressionReader } from './s-expression'

/**
 * Reads `(drill 0.8)` or `(drill oval 0.8 1.2)`. Null for a list that contains only an offset, because it describes no
 * hole.
 */
export function readDrill(reader: SExpressionReader): Pad['drill'] {
  const [first] = reader.numbers(1)
  if (first !== undefined) return { width: first, height: first }
  const [width, height = width] = reader.numbers(2)
  return width === undefined || height === undefined ? null : { width, height }
}

/** The copper layers of pads. Thousands of pads share a few layer lists, so the lists are cached. */
export class PadLayers {
  readonly #known = new Map<string, number[]>()

  constructor(private readonly copper: string[]) {}

  /** Reads `(layers "F.Cu" "F.Mask")`. `*.Cu` means all copper layers, `F&B.Cu` both outer layers. */
  read(reader: SExpressionReader): number[] {
    const names: string[] = []
    for (let name = reader.word(); name !== undefined; name = reader.word()) names.push(name)
    const key = names.join(' ')
    const known = this.#known.get(key)
    if (known) return known
    const last = this.copper.length - 1
    const layers = this.copper.flatMap((copper, index) => {
      const isOuter = index === 0 || index === last
      return names.includes(copper) || names.includes('*.Cu') || (isOuter && names.includes('F&B.Cu')) ? [index] : []
    })
    this.#known.set(key, layers)
    return layers
  }
}
