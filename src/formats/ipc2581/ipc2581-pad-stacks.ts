import type { IpcShape } from './ipc2581-dictionaries'
import type { Elements, IpcUnits } from './ipc2581-units'

interface StackHole {
  diameter: number
  isVia: boolean
  isPlated: boolean
}

/** The pads of each padstack by layer, and the hole of each padstack. */
export class IpcPadStacks {
  readonly #shapes = new Map<string, Map<string, IpcShape[]>>()
  readonly #holes = new Map<string, StackHole>()
  #open = { name: '', layer: '' }

  constructor(private readonly units: IpcUnits) {}

  shapes(padStack: string, layer: string): IpcShape[] {
    return this.#shapes.get(padStack)?.get(layer) ?? []
  }

  hole(padStack: string): StackHole | undefined {
    return this.#holes.get(padStack)
  }

  /** Whether a regular pad of a padstack is being defined. */
  get isPadOpen(): boolean {
    return this.#open.layer !== ''
  }

  /** Adds a shape to the pad of the current padstack on the current layer. */
  define(shape: IpcShape): void {
    const { name, layer } = this.#open
    const ofLayers = this.#shapes.get(name)
    if (!ofLayers || !layer) return
    const shapes = ofLayers.get(layer)
    if (shapes) shapes.push(shape)
    else ofLayers.set(layer, [shape])
  }

  readonly opened: Elements = {
    // Several steps can define a padstack with the same name. The latest definition applies.
    PadStackDef: ({ name = '' }) => {
      this.#open = { name, layer: '' }
      this.#shapes.set(name, new Map())
      this.#holes.delete(name)
    },
    PadstackPadDef: ({ layerRef = '', padUse }) => (this.#open.layer = padUse === 'REGULAR' ? layerRef : ''),
    PadstackHoleDef: ({ diameter, platingStatus }) =>
      this.#holes.set(this.#open.name, { diameter: this.units.length(diameter), ...platingOf(platingStatus) }),
  }

  readonly closed: Record<string, () => void> = {
    PadstackPadDef: () => (this.#open.layer = ''),
  }
}

export const platingOf = (status: string | undefined) => ({
  isVia: status === 'VIA',
  isPlated: status !== 'NONPLATED',
})
