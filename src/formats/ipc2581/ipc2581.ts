import type { Board } from '../board/board'
import { BoardBuilder } from '../board/board-builder'
import { addDrawing, addLine, type Drawing, origin, type Pose } from '../board/drawing'
import { counted } from '../counted'
import { FormatError, quoted } from '../format-error'
import { IpcDictionaries } from './ipc2581-dictionaries'
import { IpcPadStacks, platingOf } from './ipc2581-pad-stacks'
import { IpcPaths } from './ipc2581-paths'
import { standardShape } from './ipc2581-shapes'
import { numberOf, StackupCollector } from './ipc2581-stackup'
import { type Attributes, type Elements, IpcUnits } from './ipc2581-units'
import { readXml } from '../xml'

const format = 'IPC-2581'
const conductors = /^(?:CONDUCTOR|SIGNAL|PLANE|MIXED|CONDFILM|CONDFOIL)$/
/** The limit prevents a corrupt file from multiplying items that are on all layers. */
const maxCopperLayers = 64

/** A pad while its element is open. `drawing` is null until the primitive has been read. */
interface OpenPad {
  at: Pose
  drawing: Drawing | null
  layer: number
  component: string
  pin: string
  padStack: string
}

interface OpenHole {
  x: number
  y: number
  diameter: number
  isVia: boolean
  isPlated: boolean
  span: [number, number] | null
}

/**
 * Reads an IPC-2581 board (revisions A to C, https://www.ipc2581.com) without building a tree of its elements.
 *
 * Nets are declared in LogicalNet or PhyNet elements, or appear only in the copper of the layers (`<Set net="…">`), as
 * in KiCad exports, or in the pads of revision A (`<PadStack net="…">`). A net's pins are all component pins that any
 * of these elements refers to.
 */
export function readIpc2581(bytes: Uint8Array): Board {
  return new Ipc2581Reader().read(bytes)
}

class Ipc2581Reader {
  readonly #board = new BoardBuilder()
  readonly #stackup = new StackupCollector()
  readonly #units = new IpcUnits()
  readonly #dictionaries = new IpcDictionaries()
  readonly #padStacks = new IpcPadStacks(this.#units)
  readonly #paths = new IpcPaths(this.#units, {
    areas: (contours) => this.#use({ areas: [contours] }),
    profile: (contours) => {
      for (const points of contours) this.#board.edges.push([...points, points[0] ?? 0, points[1] ?? 0])
    },
    line: (points, width) => {
      if (!this.#features || this.#layer < 0 || this.#dictionaries.isOpen || !this.#isCopper(this.#layer)) return
      addLine(this.#board, points, width, { at: this.#features, on: { layer: this.#layer, net: this.#net } })
    },
  })
  readonly #path: string[] = []
  readonly #spans = new Map<string, [string, string]>()
  readonly #sides = new Map<string, string>()
  readonly #negatives = new Set<string>()
  /** The number of features of negative polarity. */
  #erasing = 0
  #isErasing = false
  /** The edges before the current step, so that those of a panel can be dropped. */
  #edges = 0
  /** The number of steps that are not panels. Only the first one with copper is drawn. */
  #boards = 0
  #isPanel = false
  /** Whether the current step is a panel or a second board. */
  #isSkipping = false
  #isRoot = true
  #layerName = ''
  #net = -1
  /** The copper layer of the current LayerFeature; -1 for other layers. */
  #layer = -1
  #pad: OpenPad | null = null
  #features: Pose | null = null
  #component: { reference: string; value: string; library: string; side: 'top' | 'bottom'; at: Pose } | null = null
  #hole: OpenHole | null = null

  read(bytes: Uint8Array): Board {
    readXml(bytes, format, {
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
    })
    this.#board.stackup = this.#stackup.result()
    this.#board.remarks.push(...this.#remarks())
    return this.#board.result(this.#stackup.order())
  }

  /** Returns full sentences about content that is not drawn. */
  #remarks(): string[] {
    const remarks: string[] = []
    const count = this.#erasing
    if (count > 0) {
      remarks.push(
        `${counted(count, 'feature')} of negative polarity ${count === 1 ? 'is' : 'are'} not drawn. The copper that ${count === 1 ? 'it removes' : 'they remove'} is shown.`,
      )
    }
    for (const name of this.#negatives)
      remarks.push(`The copper of ${name} is not drawn, because the layer is a negative.`)
    if (this.#boards > 1) remarks.push(`Only the first of ${this.#boards} boards in the file is drawn.`)
    return remarks
  }

  #open(name: string, attributes: Attributes): void {
    if (this.#isRoot && name !== 'IPC-2581') throw new FormatError(format, { line: 1 }, '<IPC-2581>', `<${name}>`)
    this.#isRoot = false
    this.#path.push(name)
    if (name === 'StepRepeat') this.#openPanel()
    if (this.#isSkipping) return
    const take = Object.hasOwn(this.#opened, name) ? this.#opened[name] : undefined
    if (take) take(attributes)
    else if (name.startsWith('Dictionary')) this.#units.openDictionary(attributes.units)
    else {
      const shape = standardShape(name, attributes, this.#units.scale)
      if (shape) this.#use({ shape })
    }
  }

  readonly #opened: Elements = {
    ...this.#dictionaries.opened,
    ...this.#padStacks.opened,
    ...this.#paths.opened,
    CadHeader: ({ units }) => this.#units.takeUnit(units),
    Layer: ({ name = '', layerFunction = '', side = '', polarity = '' }) => {
      this.#layerName = name
      this.#sides.set(name, side)
      this.#stackup.functions.set(name, layerFunction)
      if (!conductors.test(layerFunction) || this.#board.copper.includes(name)) return
      if (polarity === 'NEGATIVE') this.#negatives.add(name)
      if (this.#board.copper.push(name) > maxCopperLayers) {
        throw new FormatError(format, { line: 1 }, `no more than ${maxCopperLayers} copper layers`, quoted(name))
      }
    },
    Step: () => {
      this.#edges = this.#board.edges.length
      this.#isPanel = false
      this.#isSkipping = this.#boards > 0
    },
    Span: ({ fromLayer = '', toLayer = '' }) => {
      if (this.#hole) this.#hole.span = [this.#copperIndex(fromLayer), this.#copperIndex(toLayer)]
      else this.#spans.set(this.#layerName, [fromLayer, toLayer])
    },
    StackupLayer: ({ layerOrGroupRef = '', thickness, sequence }) =>
      this.#stackup.layer(layerOrGroupRef, {
        thickness: numberOf(thickness),
        sequence: numberOf(sequence),
        unit: this.#units.unit,
      }),
    SpecRef: ({ id = '' }) => this.#stackup.specOfLayer(id, this.#path.at(-2) === 'StackupLayer'),
    Spec: ({ name = '' }) => this.#stackup.spec(name),
    General: ({ type = '' }) => this.#stackup.property(type),
    Dielectric: ({ type = '' }) => this.#stackup.property(type),
    Property: ({ text, value }) => this.#stackup.value(text, value),
    LineDesc: ({ lineWidth }) => {
      const width = (numberOf(lineWidth) ?? 0) * this.#units.scale
      if (this.#path.at(-2) === 'EntryLineDesc') this.#dictionaries.defineLineWidth(width)
      else this.#paths.width = width
    },
    LineDescRef: ({ id = '' }) => (this.#paths.width = this.#dictionaries.lineWidth(id)),
    LogicalNet: (attributes) => this.#openNet(attributes),
    PhyNet: (attributes) => this.#openNet(attributes),
    PinRef: ({ componentRef = '', pin = '' }) => {
      if (!componentRef || !pin) return
      this.#board.pin(this.#net, componentRef, pin)
      if (this.#pad) Object.assign(this.#pad, { component: componentRef, pin })
    },
    PadStack: ({ net }) => (this.#net = this.#board.net(net)),
    LayerPad: ({ layerRef = '' }) => this.#openPad(this.#copperIndex(layerRef), ''),
    LayerHole: (attributes) => this.#openHole(attributes),
    Component: ({ refDes = '', packageRef = '', part = '', layerRef = '' }) => {
      const side = this.#sides.get(layerRef) === 'BOTTOM' ? 'bottom' : 'top'
      this.#component = { reference: refDes, value: part, library: packageRef, side, at: origin() }
    },
    LayerFeature: ({ layerRef = '' }) => {
      this.#layerName = layerRef
      this.#layer = this.#copperIndex(layerRef)
    },
    Set: ({ net, polarity }) => {
      this.#net = this.#board.net(net)
      this.#isErasing = polarity === 'NEGATIVE'
    },
    Pad: ({ padstackDefRef = '' }) => this.#openPad(this.#layer, padstackDefRef),
    Features: () => (this.#features = origin()),
    Hole: (attributes) => this.#openHole(attributes),
    Location: ({ x, y }) => Object.assign(this.#placement ?? {}, this.#units.point(x, y)),
    Xform: ({ rotation, mirror }) =>
      Object.assign(this.#placement ?? {}, { rotation: numberOf(rotation) ?? 0, isMirrored: mirror === 'true' }),
    StandardPrimitiveRef: ({ id = '' }) => this.#use(this.#dictionaries.drawing(id)),
    UserPrimitiveRef: ({ id = '' }) => this.#use(this.#dictionaries.drawing(id)),
  }

  #close(name: string): void {
    this.#path.pop()
    if (name === 'Step') {
      const isBoard = !this.#isPanel && (this.#isSkipping || this.#board.hasCopper)
      if (isBoard) this.#boards++
      else if (!this.#isSkipping) this.#board.edges.length = this.#edges
      this.#isSkipping = false
    }
    if (this.#isSkipping) return
    if (Object.hasOwn(this.#closed, name)) this.#closed[name]?.()
    else if (name.startsWith('Dictionary')) this.#units.closeDictionary()
  }

  readonly #closed: Record<string, () => void> = {
    ...this.#dictionaries.closed,
    ...this.#paths.closed,
    Pad: () => this.#endPad(),
    LayerPad: () => this.#endPad(),
    Hole: () => this.#endHole(),
    LayerHole: () => this.#endHole(),
    Component: () => {
      const component = this.#component
      this.#component = null
      if (!component) return
      const { at, ...rest } = component
      this.#board.footprint({ ...rest, x: at.x, y: at.y, rotation: at.rotation })
    },
    Features: () => (this.#features = null),
    LayerFeature: () => (this.#layer = -1),
    ...Object.fromEntries(['Set', 'LogicalNet', 'PhyNet', 'PadStack'].map((name) => [name, () => (this.#net = -1)])),
  }

  get #placement(): Pose | null {
    return this.#pad?.at ?? this.#component?.at ?? this.#features
  }

  #copperIndex(name: string): number {
    return this.#board.copper.indexOf(name)
  }

  /** The step is a panel, whose boards have steps of their own. Its outline precedes this and is dropped. */
  #openPanel(): void {
    if (!this.#isSkipping) this.#board.edges.length = this.#edges
    this.#isPanel = true
    this.#isSkipping = true
  }

  /** Uses a drawing for the open dictionary entry, pad or padstack layer. If none is open, draws it on the board. */
  #use(drawing: Drawing | undefined): void {
    if (!drawing) return
    if (this.#dictionaries.isOpen) this.#dictionaries.define(drawing)
    else if (this.#pad) this.#pad.drawing ??= drawing
    else if (this.#path.includes('PadstackPadDef')) this.#padStacks.define(drawing)
    else if (this.#features && this.#layer >= 0 && this.#isCopper(this.#layer)) {
      const on = { layer: this.#layer, net: this.#net }
      addDrawing(this.#board, drawing, { at: this.#features, on, owner: { footprint: -1, number: '' } })
    }
  }

  /** Returns whether the open feature adds copper to a layer. Counts those that remove copper from a positive layer. */
  #isCopper(layer: number): boolean {
    if (this.#negatives.has(this.#board.copper[layer] ?? '')) return false
    if (this.#isErasing) this.#erasing++
    return !this.#isErasing
  }

  /** Tools write SIGNAL for every unclassified net, so only the other classes state a purpose. */
  #openNet({ name, netClass = '' }: Attributes): void {
    this.#net = this.#board.net(name)
    const purpose = netClass.toLowerCase()
    if (purpose === 'power' || purpose === 'ground') this.#board.state(this.#net, purpose)
  }

  #openPad(layer: number, padStack: string): void {
    this.#pad = { at: origin(), drawing: null, layer, component: '', pin: '', padStack }
  }

  #endPad(): void {
    const pad = this.#pad
    this.#pad = null
    if (!pad || pad.layer < 0) return
    const { at, layer, padStack, pin } = pad
    const drawing = pad.drawing ?? this.#padStacks.drawing(padStack, this.#board.copper[layer] ?? '')
    // In revision A, the pads precede the components.
    const owner = { footprint: -1, number: pin, ...(pad.component !== '' && { reference: pad.component }) }
    if (drawing && this.#isCopper(layer)) addDrawing(this.#board, drawing, { at, on: { layer, net: this.#net }, owner })
    const hole = this.#padStacks.hole(padStack)
    if (!hole || hole.diameter === 0) return
    this.#board.hole({ x: at.x, y: at.y, ...hole, isVia: hole.isVia && !pin, layers: [-1, -1], net: this.#net })
  }

  #openHole({ x, y, diameter, platingStatus }: Attributes): void {
    const at = this.#units.point(x, y)
    this.#hole = { ...at, diameter: this.#units.length(diameter), ...platingOf(platingStatus), span: null }
  }

  #endHole(): void {
    const hole = this.#hole
    this.#hole = null
    if (!hole || hole.diameter === 0) return
    const [from = '', to = ''] = this.#spans.get(this.#layerName) ?? []
    const layers = hole.span ?? [this.#copperIndex(from), this.#copperIndex(to)]
    this.#board.hole({ ...hole, layers, net: this.#net })
  }
}
