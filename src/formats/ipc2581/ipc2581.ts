import type { Board } from '../board/board'
import { BoardBuilder } from '../board/board-builder'
import { closedContour } from '../board/curves'
import { addDrawing, origin, type Owner, type Pose } from '../board/drawing'
import { FormatError, quoted } from '../format-error'
import type { IpcShape } from './ipc2581-dictionaries'
import { IpcDrawings } from './ipc2581-drawings'
import { IpcOmissions } from './ipc2581-omissions'
import { IpcPadStacks, platingOf } from './ipc2581-pad-stacks'
import { IpcSlots } from './ipc2581-slots'
import { IpcSteps } from './ipc2581-steps'
import { numberOf, StackupCollector } from './ipc2581-stackup'
import { type Attributes, type Elements, IpcUnits } from './ipc2581-units'
import { readXml } from '../xml'

const format = 'IPC-2581'
const conductors = /^(?:CONDUCTOR|SIGNAL|PLANE|MIXED|CONDFILM|CONDFOIL)$/
/** Marks for assembly machines. They contain shapes of their own and are read like pads. */
const marks = ['GlobalFiducial', 'LocalFiducial', 'GoodPanelMark', 'BadBoardMark']
/** The limit prevents a corrupt file from multiplying items that are on all layers. */
const maxCopperLayers = 64

/**
 * The number of times that a file is read to find the board within nested panels. After that, all steps are considered.
 */
const maxPasses = 4

/** A pad while its element is open. */
interface OpenPad {
  at: Pose
  shapes: IpcShape[]
  /** The shape that the pad refers to, if the file does not define it. */
  undefinedShape: string | null
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
  let steps = new IpcSteps(null)
  // A panel can repeat panels. The last pass considers all steps.
  for (let pass = 1; ; pass++) {
    const board = new Ipc2581Reader(steps).read(bytes)
    const next = steps.next()
    if (!next) return board
    steps = new IpcSteps(pass < maxPasses ? next : new Set())
  }
}

class Ipc2581Reader {
  readonly #board = new BoardBuilder()
  readonly #stackup = new StackupCollector()
  readonly #units = new IpcUnits()
  readonly #padStacks = new IpcPadStacks(this.#units)
  readonly #slots = new IpcSlots()
  readonly #omissions = new IpcOmissions()
  readonly #path: string[] = []
  readonly #drawings = new IpcDrawings(this.#units, this.#path, {
    use: () => this.#omissions.limits.takeShape(),
    shape: (shape) => this.#use(shape),
    missing: (name) => this.#omit(name),
    profile: (contours) => {
      for (const points of contours) this.#board.edges.push(closedContour(points))
    },
  })
  readonly #spans = new Map<string, [string, string]>()
  readonly #sides = new Map<string, string>()
  #isErasing = false
  /**
   * The numbers of edges and holes before the current step, so that those of a step that is not drawn can be dropped.
   */
  #edges = 0
  #holes = 0
  #isRoot = true
  #layerName = ''
  #net = -1
  /** The copper layer of the current LayerFeature; -1 for other layers. */
  #layer = -1
  #pad: OpenPad | null = null
  #features: Pose | null = null
  #component: { reference: string; value: string; library: string; side: 'top' | 'bottom'; at: Pose } | null = null
  #hole: OpenHole | null = null

  constructor(private readonly steps: IpcSteps) {}

  read(bytes: Uint8Array): Board {
    readXml(bytes, format, {
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
    })
    this.#board.stackup = this.#stackup.result()
    const order = this.#stackup.order()
    const slots = this.#slots.finish(this.#board, order, this.#omissions.limits)
    this.#board.remarks.push(...this.#omissions.remarks(), ...slots)
    const { boards } = this.steps
    if (boards > 1) this.#board.remarks.push(`Only the first of ${boards} boards in the file is drawn.`)
    return this.#board.result(order)
  }

  #open(name: string, attributes: Attributes): void {
    if (this.#isRoot && name !== 'IPC-2581') throw new FormatError(format, { line: 1 }, '<IPC-2581>', `<${name}>`)
    this.#isRoot = false
    this.#path.push(name)
    if (name === 'StepRepeat') this.#openPanel(attributes)
    if (this.steps.isSkipping) return
    this.#drawings.open(name, attributes)
    if (Object.hasOwn(this.#opened, name)) this.#opened[name]?.(attributes)
  }

  readonly #opened: Elements = {
    ...this.#padStacks.opened,
    ...this.#slots.opened,
    CadHeader: ({ units }) => this.#units.takeUnit(units),
    Layer: ({ name = '', layerFunction = '', side = '', polarity = '' }) => {
      this.#layerName = name
      this.#sides.set(name, side)
      this.#stackup.functions.set(name, layerFunction)
      if (!conductors.test(layerFunction) || this.#board.copper.includes(name)) return
      if (polarity === 'NEGATIVE') this.#omissions.negatives.add(name)
      if (this.#board.copper.push(name) > maxCopperLayers) {
        throw new FormatError(
          format,
          { line: 1 },
          `at most ${maxCopperLayers} copper layers`,
          `one more, ${quoted(name)}`,
        )
      }
    },
    StepRef: ({ name = '' }) => {
      if (this.#path.at(-2) === 'Content') this.steps.name(name)
    },
    Step: ({ name = '' }) => {
      this.#edges = this.#board.edges.length
      this.#holes = this.#board.holes.length
      this.steps.open(name)
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
    ...Object.fromEntries(marks.map((name) => [name, () => this.#openPad(this.#layer, '')])),
    Features: () => (this.#features = origin()),
    Hole: (attributes) => this.#openHole(attributes),
    Location: ({ x, y }) => {
      Object.assign(this.#placement ?? {}, this.#units.point(x, y))
      this.#slots.place()
    },
    Xform: ({ rotation, mirror, scale, xOffset, yOffset }) => {
      Object.assign(this.#placement ?? {}, { rotation: numberOf(rotation) ?? 0, isMirrored: mirror === 'true' })
      const isMoved = (numberOf(scale) ?? 1) !== 1 || [xOffset, yOffset].some((offset) => (numberOf(offset) ?? 0) !== 0)
      if (isMoved && this.#isOnCopper) this.#omissions.moved++
    },
  }

  #close(name: string): void {
    this.#path.pop()
    if (name === 'Step' && this.steps.close(this.#board.hasCopper)) this.#dropStep()
    if (this.steps.isSkipping) return
    this.#drawings.close(name)
    if (Object.hasOwn(this.#closed, name)) this.#closed[name]?.()
  }

  readonly #closed: Record<string, () => void> = {
    ...this.#padStacks.closed,
    ...Object.fromEntries(['Pad', ...marks].map((name) => [name, () => this.#endPad()])),
    LayerPad: () => this.#endPad(),
    SlotCavity: () => this.#endSlot(),
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
    return this.#pad?.at ?? this.#slots.at ?? this.#component?.at ?? this.#features
  }

  #copperIndex(name: string): number {
    return this.#board.copper.indexOf(name)
  }

  /**
   * Takes the current step as a panel, whose boards have steps of their own, and drops anything read earlier in this
   * step.
   */
  #openPanel({ stepRef = '' }: Attributes): void {
    if (!this.steps.isSkipping) this.#dropStep()
    this.steps.repeat(stepRef)
  }

  /** Drops the outline, holes and slots of a step that precedes the drawn one. Later steps are not read. */
  #dropStep(): void {
    this.#board.edges.length = this.#edges
    this.#board.holes.length = this.#holes
    this.#slots.clear()
  }

  /** Whether the shape being read is on a copper layer. */
  get #isOnCopper(): boolean {
    return this.#pad ? this.#pad.layer >= 0 : this.#features !== null && this.#layer >= 0
  }

  /**
   * Records a shape that cannot be drawn. For a pad, it is only remembered, because the padstack may replace the shape.
   */
  #omit(name: string): void {
    if (this.#pad) this.#pad.undefinedShape = name
    else if (this.#isOnCopper || this.#slots.isOpen || this.#padStacks.isPadOpen) this.#omissions.addUndefined(name)
  }

  /** Uses a shape for the open pad, slot or padstack layer. If none is open, draws it on the board. */
  #use(shape: IpcShape): void {
    if (this.#pad) this.#pad.shapes.push(shape)
    else if (this.#slots.isOpen) {
      if (!shape.drawing || this.#omissions.limits.takePoints(shape.drawing)) this.#slots.define(shape)
    } else if (this.#padStacks.isPadOpen) this.#padStacks.define(shape)
    else if (this.#features && this.#layer >= 0) {
      this.#draw(shape, { at: this.#features, layer: this.#layer, owner: { footprint: -1, number: '' } })
    }
  }

  /**
   * Draws a shape on a copper layer, unless it removes copper or the layer is a negative. Returns false if the limits
   * do not allow it.
   */
  #draw({ drawing, fill }: IpcShape, { at, layer, owner }: { at: Pose; layer: number; owner: Owner }): boolean {
    if (this.#omissions.negatives.has(this.#board.copper[layer] ?? '')) return true
    if (this.#isErasing || fill === 'VOID') this.#omissions.erasing++
    else if (!drawing) this.#omissions.texts++
    else if (this.#omissions.limits.takePoints(drawing)) {
      if (fill === 'HATCH' || fill === 'MESH') this.#omissions.hatched++
      addDrawing(this.#board, drawing, { at, on: { layer, net: this.#net }, owner })
    } else return false
    return true
  }

  /** Tools write SIGNAL for every unclassified net, so only the other classes state a purpose. */
  #openNet({ name, netClass = '' }: Attributes): void {
    this.#net = this.#board.net(name)
    const purpose = netClass.toLowerCase()
    if (purpose === 'power' || purpose === 'ground') this.#board.state(this.#net, purpose)
  }

  #openPad(layer: number, padStack: string): void {
    this.#pad = { at: origin(), shapes: [], undefinedShape: null, layer, component: '', pin: '', padStack }
  }

  #endPad(): void {
    const pad = this.#pad
    this.#pad = null
    if (!pad || pad.layer < 0) return
    const { at, layer, padStack, pin } = pad
    const ofStack = this.#padStacks.shapes(padStack, this.#board.copper[layer] ?? '')
    const isOfStack = pad.shapes.length === 0
    const shapes = isOfStack ? ofStack : pad.shapes
    const isReplaced = isOfStack && ofStack.length > 0
    if (pad.undefinedShape !== null && !isReplaced) this.#omissions.addUndefined(pad.undefinedShape)
    // In revision A, the pads precede the components, so a pad refers to its component by the reference designator.
    const owner = { footprint: -1, number: pin, ...(pad.component !== '' && { reference: pad.component }) }
    for (const shape of shapes) {
      if (isOfStack && !this.#omissions.limits.takeShape()) return
      if (!this.#draw(shape, { at, layer, owner })) return
    }
    const hole = this.#padStacks.hole(padStack)
    if (!hole || hole.diameter === 0) return
    this.#board.hole({ x: at.x, y: at.y, ...hole, isVia: hole.isVia && !pin, layers: [-1, -1], net: this.#net })
  }

  #endSlot(): void {
    const [from = '', to = ''] = this.#spans.get(this.#layerName) ?? []
    const span: [number, number] = [this.#copperIndex(from), this.#copperIndex(to)]
    this.#slots.close(this.#layer >= 0 ? { copper: this.#layer } : { span }, this.#net)
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
