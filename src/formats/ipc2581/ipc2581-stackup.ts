import { inMillimeters, layerType, type Stackup, type StackupLayer, type StackupLayerType } from '../stackup'

export function numberOf(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

/** If the function is only "dielectric", the name and the material determine whether the layer is a core or prepreg. */
function roleOf(layerFunction: string, name: string): StackupLayerType {
  const type = layerType(layerFunction, name)
  const refined = type === 'dielectric' ? layerType(name) : type
  return refined === 'core' || refined === 'prepreg' ? refined : type
}

interface Spec {
  material: string | null
  dk: number | null
  df: number | null
}

/** Collects the stackup layers and the material specs they refer to, which are in different parts of the file. */
export class StackupCollector {
  readonly functions = new Map<string, string>()
  readonly #specs = new Map<string, Spec>()
  /** KiCad refers to `SPEC_F.Cu` but names the spec `F.Cu_1`, so specs are also looked up by layer name. */
  readonly #unnumbered = new Map<string, Spec>()
  readonly #layers: { name: string; sequence: number; thickness: number | null; specs: string[] }[] = []
  #spec: Spec | null = null
  #property = ''

  layer(
    name: string,
    { sequence, thickness, unit }: { sequence: number | null; thickness: number | null; unit: number },
  ) {
    this.#layers.push({
      name,
      sequence: sequence ?? this.#layers.length,
      thickness: thickness === null ? null : inMillimeters(thickness, unit),
      specs: [],
    })
  }

  /** The names of the layers from top to bottom. */
  order(): string[] {
    return this.#layers.toSorted((a, b) => a.sequence - b.sequence).map(({ name }) => name)
  }

  specOfLayer(id: string, isOfStackup: boolean): void {
    if (isOfStackup) this.#layers.at(-1)?.specs.push(id)
  }

  spec(name: string): void {
    this.#spec = { material: null, dk: null, df: null }
    this.#specs.set(name, this.#spec)
    this.#unnumbered.set(name.replace(/_\d{1,9}$/, ''), this.#spec)
  }

  property(type: string): void {
    this.#property = type
  }

  value(text: string | undefined, value: string | undefined): void {
    if (!this.#spec) return
    if (this.#property === 'MATERIAL') this.#spec.material ??= text ?? null
    else if (this.#property === 'DIELECTRIC_CONSTANT') this.#spec.dk ??= numberOf(value)
    else if (this.#property === 'LOSS_TANGENT') this.#spec.df ??= numberOf(value)
  }

  result(): Stackup | null {
    if (this.#layers.length === 0) return null
    return { layers: this.#layers.toSorted((a, b) => a.sequence - b.sequence).map((layer) => this.#complete(layer)) }
  }

  #complete({ name, thickness, specs }: { name: string; thickness: number | null; specs: string[] }): StackupLayer {
    const spec = this.#specOf(name, specs)
    return {
      name,
      type: roleOf(this.functions.get(name) ?? '', `${name} ${spec?.material ?? ''}`),
      thickness,
      material: spec?.material ?? null,
      dk: spec?.dk ?? null,
      df: spec?.df ?? null,
      copperWeight: null,
    }
  }

  #specOf(name: string, ids: string[]): Spec | undefined {
    const id = ids.find((key) => this.#specs.has(key))
    return id === undefined ? this.#unnumbered.get(name) : this.#specs.get(id)
  }
}
