import type { IpcShape } from './ipc2581-dictionaries'
import type { Elements, IpcUnits } from './ipc2581-units'

interface StackHole {
  diameter: number
  isVia: boolean
  isPlated: boolean
}

/** The pads of each padstack by layer, and the hole of each padstack. */
export class IpcPadStacks {
  readonly #shapes = new Map<string, IpcShape[]>()
  readonly #holes = new Map<string, StackHole>()
  #open = { name: '', layer: '' }

  constructor(private readonly units: IpcUnits) {}

  shapes(padStack: string, layer: string): IpcShape[] {
    return this.#shapes.get(`${padStack}\n${layer}`) ?? []
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
    if (!this.#open.layer) return
    const key = `${this.#open.name}\n${this.#open.layer}`
    const shapes = this.#shapes.get(key)
    if (shapes) shapes.push(shape)
    else this.#shapes.set(key, [shape])
  }

  readonly opened: Elements = {
    PadStackDef: ({ name = '' }) => (this.#open = { name, layer: '' }),
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
