import type { BoardBuilder } from '../board/board-builder'
import { counted } from '../counted'
import type { OdbDesign } from './odb-design'
import type { OdbNetlist, OdbNetPoint, OdbPlace } from './odb-netlist'

/**
 * The nets of a job. The design data (eda/data) state the net of each pin and feature, by number; the netlist states
 * the net at each position. The design data take precedence; the netlist adds what they omit.
 */
export class OdbNets {
  /** The index of each net of the design data, by its name; -1 for names that stand for no net. */
  readonly #indices = new Map<string, number>()
  /** The same indices by names in lower case, because some netlists are in lower case. */
  readonly #lowercase = new Map<string, number>()
  readonly #added = new Set<OdbNetPoint>()
  readonly #agreed = new Set<OdbNetPoint>()
  /** The name in the design data for each point for which the netlist has a different one. */
  readonly #differing = new Map<OdbNetPoint, string>()

  constructor(
    private readonly board: BoardBuilder,
    private readonly design: OdbDesign,
    private readonly netlist: OdbNetlist | null,
  ) {
    for (const { name } of design.nets) {
      const index = board.net(name)
      this.#indices.set(name, index)
      if (!this.#lowercase.has(name.toLowerCase())) this.#lowercase.set(name.toLowerCase(), index)
    }
  }

  /**
   * The index of the net of a feature; -1 if it has none. `place` is null unless the feature is a pad or a hole,
   * because other features have no single position.
   */
  ofFeature(layer: string, feature: number, place: OdbPlace | null): number {
    return this.#resolved(this.design.netOf(layer, feature), place)
  }

  /** The index of the net of a component's pin, which refers to a net by its number in the design data. */
  ofPin(number: number, place: OdbPlace): number {
    return this.#resolved(this.design.nets[number]?.name, place)
  }

  /**
   * Adds the nets that only the netlist has. A net is left out if the design data have another net at all of its
   * points: it is that net under another name.
   */
  addRest(): void {
    if (!this.netlist) return
    const own = new Set<string>()
    const renamed = new Set<string>()
    for (const point of this.netlist.points) (this.#differs(point) ? renamed : own).add(point.net)
    for (const name of this.netlist.nets) {
      if (own.has(name) || !renamed.has(name)) this.#indexOf(name)
    }
  }

  /** Full sentences about what is taken from the netlist and what is not. */
  remarks(): string[] {
    const remarks: string[] = []
    const differing = [...this.#differing].filter(([point]) => this.#differs(point))
    if (this.#added.size > 0) {
      const places = counted(this.#added.size, 'place')
      remarks.push(`The nets at ${places} are taken from the netlist, because the design data specify none there.`)
    }
    const [first] = differing
    if (first) {
      const example = `${first[0].net} instead of ${first[1]}`
      remarks.push(
        `At ${counted(differing.length, 'place')}, the netlist specifies a different net than the design data, such as ${example}. The design data are used.`,
      )
    }
    const unread = this.netlist?.unread ?? 0
    if (unread > 0) remarks.push(`${counted(unread, 'line')} of the netlist cannot be read.`)
    return remarks
  }

  /**
   * The index of the net in the design data or, if they name none, of the net that the netlist has at the position.
   * Returns -1 if there is no such net. Also records for the remarks where the netlist is used and where it agrees or
   * differs.
   */
  #resolved(name: string | undefined, place: OdbPlace | null): number {
    const point = place && this.netlist?.at(place)
    if (name === undefined) {
      if (!point) return -1
      this.#added.add(point)
      return this.#indexOf(point.net)
    }
    const index = this.board.net(name)
    if (point && this.#known(point.net) === index) this.#agreed.add(point)
    else if (point && !this.#differing.has(point)) this.#differing.set(point, index < 0 ? 'no net' : name)
    return index
  }

  /** Whether the design data have another net at a point, and no item there has the same net as the point. */
  #differs(point: OdbNetPoint): boolean {
    return this.#differing.has(point) && !this.#agreed.has(point)
  }

  /** The index of the net of the design data with this name, if there is one. */
  #known(name: string): number | undefined {
    return this.#indices.get(name) ?? this.#lowercase.get(name.toLowerCase())
  }

  /** The index of a net of the netlist, which is added if it is new. */
  #indexOf(name: string): number {
    return this.#known(name) ?? this.board.net(name)
  }
}
