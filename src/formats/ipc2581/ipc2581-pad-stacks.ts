import type { Drawing } from '../board/drawing'
import type { Elements, IpcUnits } from './ipc2581-units'

interface StackHole {
  diameter: number
  isVia: boolean
  isPlated: boolean
}

/** The pads of each padstack by layer, and the hole of each padstack. */
export class IpcPadStacks {
  readonly #drawings = new Map<string, Drawing>()
  readonly #holes = new Map<string, StackHole>()
  #open = { name: '', layer: '' }

  constructor(private readonly units: IpcUnits) {}

  drawing(padStack: string, layer: string): Drawing | undefined {
    return this.#drawings.get(`${padStack}\n${layer}`)
  }

  hole(padStack: string): StackHole | undefined {
    return this.#holes.get(padStack)
  }

  /** Sets the pad of the current padstack on the current layer. */
  define(drawing: Drawing): void {
    if (this.#open.layer) this.#drawings.set(`${this.#open.name}\n${this.#open.layer}`, drawing)
  }

  readonly opened: Elements = {
    PadStackDef: ({ name = '' }) => (this.#open = { name, layer: '' }),
    PadstackPadDef: ({ layerRef = '', padUse }) => (this.#open.layer = padUse === 'REGULAR' ? layerRef : ''),
    PadstackHoleDef: ({ diameter, platingStatus }) =>
      this.#holes.set(this.#open.name, { diameter: this.units.length(diameter), ...platingOf(platingStatus) }),
  }
}

export const platingOf = (status: string | undefined) => ({
  isVia: status === 'VIA',
  isPlated: status !== 'NONPLATED',
})
