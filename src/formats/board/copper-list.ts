import { NumberList } from '../numbers'
import type { Board } from './board'
import type { Point, Points } from './curves'
import { PathList } from './path-list'

type OnLayer = { layer: number; net: number }
/** `layers` are the first and the last copper layer. */
type Via = { diameter: number; drill: number; layers: [number, number]; net: number }

/** Collects the tracks, vias and filled areas of a board into typed arrays. */
export class CopperList {
  readonly fills = new PathList()
  readonly #tracks = { ends: new NumberList(), width: new NumberList(), layer: [] as number[], net: [] as number[] }
  readonly #arcs = new PathList()
  readonly #arcWidths = new NumberList()
  readonly #vias = {
    at: new NumberList(),
    diameter: new NumberList(),
    drill: new NumberList(),
    layers: [] as number[],
    net: [] as number[],
  }

  /** The number of tracks, curved tracks and areas. */
  get length(): number {
    return this.#tracks.net.length + this.#arcs.length + this.fills.length
  }

  track(from: Point, to: Point, width: number, { layer, net }: OnLayer): void {
    for (const value of [from.x, from.y, to.x, to.y]) this.#tracks.ends.push(value)
    this.#tracks.width.push(width)
    this.#tracks.layer.push(layer)
    this.#tracks.net.push(net)
  }

  arc(points: Points, width: number, { layer, net }: OnLayer): void {
    this.#arcs.add(points, layer, net)
    this.#arcWidths.push(width)
  }

  via({ x, y }: Point, { diameter, drill, layers, net }: Via): void {
    this.#vias.at.push(x)
    this.#vias.at.push(y)
    this.#vias.diameter.push(diameter)
    this.#vias.drill.push(drill)
    this.#vias.layers.push(...layers)
    this.#vias.net.push(net)
  }

  /** `footprint` is the component of each area, as in `Board`. */
  result(footprint: Int32Array): Pick<Board, 'tracks' | 'arcs' | 'vias' | 'fills'> {
    const [tracks, vias] = [this.#tracks, this.#vias]
    return {
      tracks: {
        ends: tracks.ends.toArray(),
        width: tracks.width.toArray(),
        layer: Int16Array.from(tracks.layer),
        net: Int32Array.from(tracks.net),
      },
      arcs: { ...this.#arcs.result(), width: this.#arcWidths.toArray() },
      vias: {
        at: vias.at.toArray(),
        diameter: vias.diameter.toArray(),
        drill: vias.drill.toArray(),
        layers: Int16Array.from(vias.layers),
        net: Int32Array.from(vias.net),
      },
      fills: { ...this.fills.result(), footprint },
    }
  }
}
