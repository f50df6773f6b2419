import type { Paths } from './board'
import type { Points } from './curves'
import { NumberList } from '../numbers'

/** Collects polylines or polygons into the typed arrays of `Paths`. */
export class PathList {
  readonly #points = new NumberList()
  readonly #starts: number[] = [0]
  readonly #layer: number[] = []
  readonly #net: number[] = []

  /** The number of completed paths. */
  get length(): number {
    return this.#layer.length
  }

  readonly take = (x: number, y: number): void => {
    this.#points.push(x)
    this.#points.push(y)
  }

  /** Ends the current path and records its layer and net. */
  end(layer: number, net: number): void {
    this.#starts.push(this.#points.length / 2)
    this.#layer.push(layer)
    this.#net.push(net)
  }

  add(points: Points, layer: number, net: number): void {
    for (let at = 0; at < points.length; at += 2) this.take(points[at] ?? 0, points[at + 1] ?? 0)
    this.end(layer, net)
  }

  result(): Paths {
    return {
      points: this.#points.toArray(),
      starts: Uint32Array.from(this.#starts),
      layer: Int16Array.from(this.#layer),
      net: Int32Array.from(this.#net),
    }
  }
}
