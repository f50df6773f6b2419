import type { Board } from '../../formats/board/board'
import { boxOf, union, type Box } from '../../formats/board/board-box'

/** The smallest cell size in mm: half the narrowest gap between copper areas that fabricators usually make. */
const FINEST = 0.05
/** The maximum number of cells in the grid of a layer. The cells are larger on a board that would need more. */
const MOST_CELLS = 4_000_000

/** The supply and ground planes of one copper layer, as a grid of cells. */
export class PlaneMap {
  readonly #cells: Uint8Array
  readonly #columns: number
  readonly #rows: number
  /** Whether the layer has no planes. */
  isEmpty = true

  constructor(
    private readonly box: Box,
    private readonly size: number,
  ) {
    this.#columns = Math.max(1, Math.ceil((box.right - box.left) / size))
    this.#rows = Math.max(1, Math.ceil((box.bottom - box.top) / size))
    this.#cells = new Uint8Array(this.#columns * this.#rows)
  }

  /** The number assigned to the plane at a position; 0 if there is none. */
  at(x: number, y: number): number {
    const column = Math.floor((x - this.box.left) / this.size)
    const row = Math.floor((y - this.box.top) / this.size)
    if (column < 0 || row < 0 || column >= this.#columns || row >= this.#rows) return 0
    return this.#cells[row * this.#columns + column] ?? 0
  }

  /** Fills the cells whose centers are within a polygon, which may touch itself. */
  fill(points: Float64Array, from: number, to: number, plane: number): void {
    this.isEmpty = false
    const { left, top } = this.box
    const crossings = new Map<number, number[]>()
    for (let point = from; point < to; point++) {
      const next = point + 1 < to ? point + 1 : from
      const [x1 = 0, y1 = 0] = [points[2 * point], points[2 * point + 1]]
      const [x2 = 0, y2 = 0] = [points[2 * next], points[2 * next + 1]]
      if (y1 === y2) continue
      const first = Math.max(0, Math.ceil((Math.min(y1, y2) - top) / this.size - 0.5))
      const last = Math.min(this.#rows - 1, Math.ceil((Math.max(y1, y2) - top) / this.size - 0.5) - 1)
      for (let row = first; row <= last; row++) {
        const y = top + (row + 0.5) * this.size
        const x = x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)
        const known = crossings.get(row)
        if (known) known.push(x)
        else crossings.set(row, [x])
      }
    }
    for (const [row, found] of crossings) {
      found.sort((a, b) => a - b)
      for (let pair = 0; pair + 1 < found.length; pair += 2) {
        const begin = Math.max(0, Math.ceil(((found[pair] ?? 0) - left) / this.size - 0.5))
        const end = Math.min(this.#columns, Math.ceil(((found[pair + 1] ?? 0) - left) / this.size - 0.5))
        if (end > begin) this.#cells.fill(plane, row * this.#columns + begin, row * this.#columns + end)
      }
    }
  }
}

/** The planes of a board by copper layer. The map of a layer is created when it is first needed. */
export class Planes {
  readonly #maps = new Map<number, PlaneMap>()
  readonly #box: Box
  readonly #size: number

  /** `nets` are the indices of the supply and ground nets: only their areas are planes. */
  constructor(
    private readonly board: Pick<Board, 'fills' | 'tracks'>,
    private readonly nets: ReadonlySet<number>,
  ) {
    const { fills, tracks } = board
    this.#box = [boxOf(fills.points), boxOf(tracks.ends)].reduce(union)
    const [width, height] = [this.#box.right - this.#box.left, this.#box.bottom - this.#box.top]
    // The last of these sizes is decisive for boxes that are much longer than they are wide, which can result from
    // corrupt files.
    this.#size = Math.max(
      FINEST,
      Math.sqrt(Math.max(0, width * height) / MOST_CELLS),
      (2 * Math.max(width, height)) / MOST_CELLS,
    )
  }

  of(layer: number): PlaneMap {
    const known = this.#maps.get(layer)
    if (known) return known
    const isEmpty = !Number.isFinite(this.#size)
    const map = new PlaneMap(isEmpty ? { left: 0, top: 0, right: 0, bottom: 0 } : this.#box, isEmpty ? 1 : this.#size)
    const { points, starts, layer: layers, net } = this.board.fills
    const numbers = new Map<number, number>()
    layers.forEach((on, index) => {
      const own = net[index] ?? -1
      if (on !== layer || !this.nets.has(own)) return
      const number = numbers.get(own) ?? Math.min(255, numbers.size + 1)
      numbers.set(own, number)
      map.fill(points, starts[index] ?? 0, starts[index + 1] ?? 0, number)
    })
    this.#maps.set(layer, map)
    return map
  }
}
