import { FormatError, quoted } from '../format-error'
import { type Net, partsOf } from '../net'
import { layerType, type Stackup, type StackupLayer } from '../stackup'
import { readXml } from './xml'

const format = 'IPC-2581'

export interface Ipc2581 {
  nets: Net[]
  /** Names of the conductor layers, in file order. */
  copper: string[]
  stackup: Stackup | null
  /** Width and height of the profile in mm, if the file has one. */
  size: { width: number; height: number } | null
  /** Whether a conductor layer contains more than pads. */
  hasCopper: boolean
}

const millimetresPerUnit = new Map([
  ['MILLIMETER', 1],
  ['MM', 1],
  ['INCH', 25.4],
  ['MICRON', 0.001],
  ['MILS', 0.0254],
])

type Attributes = Record<string, string>

/**
 * Reads an IPC-2581 board (revisions A to C, https://www.ipc2581.com): nets, layers, stackup and size.
 *
 * Nets are declared in LogicalNet or PhyNet elements, or occur only at the copper of the layers (`<Set net="…">`), as
 * in KiCad exports. A net's pins are all component pins that any of these elements refers to.
 */
export function readIpc2581(text: string): Ipc2581 {
  const nets = new Map<string, Set<string>>()
  const copper = new Set<string>()
  const path: string[] = []
  const stackup = new StackupCollector()
  const size = new ProfileSize()
  let net: Set<string> | null = null
  let unit = 1
  let profiles = 0
  let isConductor = false
  let hasCopper = false
  let isRoot = true

  const enterNet = (name: string | undefined) => {
    if (!name) return
    net = nets.get(name) ?? new Set()
    nets.set(name, net)
  }

  const open: Record<string, (attributes: Attributes) => void> = {
    CadHeader: ({ units }) => {
      const scale = millimetresPerUnit.get(units ?? '')
      if (scale === undefined) {
        throw new FormatError(format, { line: 1 }, 'units MILLIMETER, MICRON or INCH in CadHeader', quoted(units ?? ''))
      }
      unit = scale
    },
    LogicalNet: ({ name }) => enterNet(name),
    PhyNet: ({ name }) => enterNet(name),
    Set: ({ net: name }) => enterNet(name),
    PinRef: ({ componentRef, pin }) => {
      if (componentRef && pin) net?.add(`${componentRef}.${pin}`)
    },
    Layer: ({ name = '', layerFunction = '' }) => {
      if (/^(?:CONDUCTOR|SIGNAL|PLANE|MIXED|CONDFILM|CONDFOIL)$/.test(layerFunction)) copper.add(name)
      stackup.functions.set(name, layerFunction)
    },
    LayerFeature: ({ layerRef = '' }) => {
      isConductor = copper.has(layerRef)
    },
    Features: () => {
      hasCopper ||= isConductor
    },
    StackupLayer: ({ layerOrGroupRef = '', thickness }) => stackup.layer(layerOrGroupRef, numberOf(thickness), unit),
    SpecRef: ({ id = '' }) => stackup.specOfLayer(id, path.at(-2) === 'StackupLayer'),
    Spec: ({ name = '' }) => stackup.spec(name),
    General: ({ type = '' }) => stackup.property(type),
    Dielectric: ({ type = '' }) => stackup.property(type),
    Property: ({ text, value }) => stackup.value(text, value),
  }
  const openings = new Map(Object.entries(open))

  readXml(text, format, {
    open: (name, attributes) => {
      if (isRoot && name !== 'IPC-2581') throw new FormatError(format, { line: 1 }, '<IPC-2581>', `<${name}>`)
      isRoot = false
      path.push(name)
      if (name === 'Profile') profiles++
      if (profiles > 0) size.take(attributes)
      openings.get(name)?.(attributes)
    },
    close: (name) => {
      path.pop()
      if (name === 'Profile') profiles--
      if (name === 'LogicalNet' || name === 'PhyNet' || name === 'Set') net = null
    },
  })

  return {
    nets: [...nets].map(([name, pins]) => ({ name, pins: pins.size, parts: partsOf(pins) })),
    copper: [...copper],
    stackup: stackup.result(),
    size: size.result(unit),
    hasCopper,
  }
}

function numberOf(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

interface Spec {
  material: string | null
  dk: number | null
  df: number | null
}

/** Collects the stackup layers and the material specs they refer to, which are in different parts of the file. */
class StackupCollector {
  readonly functions = new Map<string, string>()
  readonly #specs = new Map<string, Spec>()
  /** KiCad refers to `SPEC_F.Cu` but names the spec `F.Cu_1`, so specs are also looked up by layer name. */
  readonly #unnumbered = new Map<string, Spec>()
  readonly #layers: { name: string; thickness: number | null; specs: string[] }[] = []
  #spec: Spec | null = null
  #property = ''

  layer(name: string, thickness: number | null, unit: number): void {
    const inMillimetres = thickness === null ? null : Number((thickness * unit).toPrecision(12))
    this.#layers.push({ name, thickness: inMillimetres, specs: [] })
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
    return { layers: this.#layers.map((layer) => this.#complete(layer)) }
  }

  #complete({ name, thickness, specs }: { name: string; thickness: number | null; specs: string[] }): StackupLayer {
    const spec = this.#specOf(name, specs)
    return {
      name,
      type: layerType(this.functions.get(name) ?? '', name),
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

/** The bounding box of the profile's points. */
class ProfileSize {
  #left = Number.POSITIVE_INFINITY
  #right = Number.NEGATIVE_INFINITY
  #top = Number.POSITIVE_INFINITY
  #bottom = Number.NEGATIVE_INFINITY

  take(attributes: Attributes): void {
    const x = numberOf(attributes.x)
    const y = numberOf(attributes.y)
    if (x === null || y === null) return
    this.#left = Math.min(this.#left, x)
    this.#right = Math.max(this.#right, x)
    this.#top = Math.min(this.#top, y)
    this.#bottom = Math.max(this.#bottom, y)
  }

  result(unit: number): Ipc2581['size'] {
    if (this.#right < this.#left) return null
    return { width: (this.#right - this.#left) * unit, height: (this.#bottom - this.#top) * unit }
  }
}
