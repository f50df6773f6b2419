import type { Board } from '../board/board'
import { arcBetween, BoardBuilder, type PadShape } from '../board/board-builder'
import type { Point, Points } from '../board/curves'
import { placedPoints } from '../board/placement'
import { FormatError, quoted } from '../format-error'
import { standardShape } from './ipc2581-shapes'
import { numberOf, StackupCollector } from './ipc2581-stackup'
import { readXml } from './xml'

const format = 'IPC-2581'

const millimetresPerUnit = new Map([
  ...['MILLIMETER', 'MILLIMETERS', 'MM'].map((name) => [name, 1] as const),
  ...['INCH', 'INCHES', 'IN'].map((name) => [name, 25.4] as const),
  ...['MICRON', 'MICRONS', 'UM'].map((name) => [name, 0.001] as const),
  ...['MILS', 'MIL', 'THOU'].map((name) => [name, 0.0254] as const),
])

const conductors = /^(?:CONDUCTOR|SIGNAL|PLANE|MIXED|CONDFILM|CONDFOIL)$/
/** The limit prevents a corrupt file from multiplying items that are on all layers. */
const maxCopperLayers = 64

type Attributes = Record<string, string>
type Placement = Point & { rotation: number; isMirrored: boolean }

/** A reusable drawing: a standard shape, or areas around an origin. */
type Primitive = { shape: PadShape } | { areas: Points[][] }

/** A pad while its element is open. Null shape until its primitive has been read. */
interface OpenPad {
  at: Placement
  primitive: Primitive | null
  layer: number
  component: string
  pin: string
  padStack: string
}

const origin = (): Placement => ({ x: 0, y: 0, rotation: 0, isMirrored: false })

/**
 * Reads an IPC-2581 board (revisions A to C, https://www.ipc2581.com), in pieces.
 *
 * Nets are declared in LogicalNet or PhyNet elements, or occur only at the copper of the layers (`<Set net="…">`), as in
 * KiCad exports, or at the pads of revision A (`<PadStack net="…">`). A net's pins are all component pins that any of
 * these elements refers to.
 */
export function readIpc2581(bytes: Uint8Array): Board {
  return new Ipc2581Reader().read(bytes)
}

class Ipc2581Reader {
  readonly #board = new BoardBuilder()
  readonly #stackup = new StackupCollector()
  readonly #path: string[] = []
  readonly #primitives = new Map<string, Primitive>()
  readonly #lineWidths = new Map<string, number>()
  /** Shapes of pad stacks by name and layer, and their holes by name. */
  readonly #padStackShapes = new Map<string, Primitive>()
  readonly #padStackHoles = new Map<string, { diameter: number; isVia: boolean; isPlated: boolean }>()
  readonly #spans = new Map<string, [string, string]>()
  #unit = 1
  #dictionaryUnit: number | null = null
  #isRoot = true
  #layerName = ''
  #net = -1
  /** The copper layer of the current LayerFeature; -1 for other layers. */
  #layer = -1
  #pad: OpenPad | null = null
  #features: Placement | null = null
  #entry: { id: string; primitive: Primitive | null } | null = null
  #padStack = { name: '', layer: '' }
  #component: { reference: string; value: string; library: string; side: 'top' | 'bottom'; at: Placement } | null = null
  #sides = new Map<string, string>()
  #points: Points | null = null
  #contours: Points[] = []
  #line: { points: Points; width: number } | null = null
  #hole: {
    x: number
    y: number
    diameter: number
    isVia: boolean
    isPlated: boolean
    span: [number, number] | null
  } | null = null

  read(bytes: Uint8Array): Board {
    readXml(bytes, format, {
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
    })
    this.#board.stackup = this.#stackup.result()
    return this.#board.result(this.#stackup.order())
  }

  #isWithin(name: string): boolean {
    return this.#path.includes(name)
  }

  get #scale(): number {
    return this.#dictionaryUnit ?? this.#unit
  }

  #point(x: string | undefined, y: string | undefined): Point {
    return { x: (numberOf(x) ?? 0) * this.#scale, y: -(numberOf(y) ?? 0) * this.#scale }
  }

  #unitOf(units: string | undefined): number {
    const unit = millimetresPerUnit.get((units ?? '').toUpperCase())
    if (unit !== undefined) return unit
    throw new FormatError(format, { line: 1 }, 'units MILLIMETER, MICRON, INCH or MILS', quoted(units ?? ''))
  }

  #open(name: string, attributes: Attributes): void {
    if (this.#isRoot && name !== 'IPC-2581') throw new FormatError(format, { line: 1 }, '<IPC-2581>', `<${name}>`)
    this.#isRoot = false
    this.#path.push(name)
    const take = Object.hasOwn(this.#opened, name) ? this.#opened[name] : undefined
    if (take) take(attributes)
    else if (name.startsWith('Dictionary'))
      this.#dictionaryUnit = attributes.units ? this.#unitOf(attributes.units) : null
    else this.#takeShape(name, attributes)
  }

  readonly #opened: Record<string, (attributes: Attributes) => void> = {
    CadHeader: ({ units }) => (this.#unit = this.#unitOf(units)),
    Layer: ({ name = '', layerFunction = '', side = '' }) => {
      this.#layerName = name
      this.#sides.set(name, side)
      this.#stackup.functions.set(name, layerFunction)
      if (!conductors.test(layerFunction) || this.#board.copper.includes(name)) return
      if (this.#board.copper.push(name) > maxCopperLayers) {
        throw new FormatError(format, { line: 1 }, `no more than ${maxCopperLayers} copper layers`, quoted(name))
      }
    },
    Span: ({ fromLayer = '', toLayer = '' }) => {
      if (this.#hole) this.#hole.span = [this.#copperIndex(fromLayer), this.#copperIndex(toLayer)]
      else this.#spans.set(this.#layerName, [fromLayer, toLayer])
    },
    StackupLayer: ({ layerOrGroupRef = '', thickness, sequence }) =>
      this.#stackup.layer(layerOrGroupRef, {
        thickness: numberOf(thickness),
        sequence: numberOf(sequence),
        unit: this.#unit,
      }),
    SpecRef: ({ id = '' }) => this.#stackup.specOfLayer(id, this.#path.at(-2) === 'StackupLayer'),
    Spec: ({ name = '' }) => this.#stackup.spec(name),
    General: ({ type = '' }) => this.#stackup.property(type),
    Dielectric: ({ type = '' }) => this.#stackup.property(type),
    Property: ({ text, value }) => this.#stackup.value(text, value),
    EntryStandard: ({ id = '' }) => (this.#entry = { id, primitive: null }),
    EntryUser: ({ id = '' }) => (this.#entry = { id, primitive: null }),
    EntryLineDesc: ({ id = '' }) => (this.#entry = { id, primitive: null }),
    LineDesc: ({ lineWidth }) => this.#takeLineWidth((numberOf(lineWidth) ?? 0) * this.#scale),
    LineDescRef: ({ id = '' }) => this.#takeLineWidth(this.#lineWidths.get(id) ?? 0),
    LogicalNet: ({ name }) => (this.#net = this.#board.net(name)),
    PhyNet: ({ name }) => (this.#net = this.#board.net(name)),
    PinRef: ({ componentRef = '', pin = '' }) => {
      if (!componentRef || !pin) return
      this.#board.pin(this.#net, componentRef, pin)
      if (this.#pad) Object.assign(this.#pad, { component: componentRef, pin })
    },
    PadStackDef: ({ name = '' }) => (this.#padStack = { name, layer: '' }),
    PadstackPadDef: ({ layerRef = '', padUse }) => (this.#padStack.layer = padUse === 'REGULAR' ? layerRef : ''),
    PadstackHoleDef: ({ diameter, platingStatus }) =>
      this.#padStackHoles.set(this.#padStack.name, {
        diameter: Math.abs(numberOf(diameter) ?? 0) * this.#unit,
        isVia: platingStatus === 'VIA',
        isPlated: platingStatus !== 'NONPLATED',
      }),
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
    Set: ({ net }) => (this.#net = this.#board.net(net)),
    Pad: ({ padstackDefRef = '' }) => this.#openPad(this.#layer, padstackDefRef),
    Features: () => (this.#features = origin()),
    Hole: (attributes) => this.#openHole(attributes),
    Location: ({ x, y }) => Object.assign(this.#placement ?? {}, this.#point(x, y)),
    Xform: ({ rotation, mirror }) =>
      Object.assign(this.#placement ?? {}, { rotation: numberOf(rotation) ?? 0, isMirrored: mirror === 'true' }),
    StandardPrimitiveRef: ({ id = '' }) => this.#use(this.#primitives.get(id)),
    UserPrimitiveRef: ({ id = '' }) => this.#use(this.#primitives.get(id)),
    PolyBegin: ({ x, y }) => {
      const { x: left, y: top } = this.#point(x, y)
      this.#points = [left, top]
    },
    PolyStepSegment: ({ x, y }) => {
      const to = this.#point(x, y)
      this.#points?.push(to.x, to.y)
    },
    PolyStepCurve: ({ x, y, centerX, centerY, clockwise }) => {
      const points = this.#points
      if (!points) return
      const from = { x: points.at(-2) ?? 0, y: points.at(-1) ?? 0 }
      const curve = arcBetween(from, this.#point(x, y), this.#point(centerX, centerY), clockwise === 'true')
      for (let at = 2; at < curve.length; at++) points.push(curve[at] ?? 0)
    },
    Contour: () => (this.#contours = []),
    Profile: () => (this.#contours = []),
    Polyline: () => (this.#line = { points: [], width: 0 }),
    Line: ({ startX, startY, endX, endY }) => {
      const [from, to] = [this.#point(startX, startY), this.#point(endX, endY)]
      this.#line = { points: [from.x, from.y, to.x, to.y], width: 0 }
    },
    Arc: ({ startX, startY, endX, endY, centerX, centerY, clockwise }) => {
      const [from, to] = [this.#point(startX, startY), this.#point(endX, endY)]
      this.#line = { points: arcBetween(from, to, this.#point(centerX, centerY), clockwise === 'true'), width: 0 }
    },
  }

  #close(name: string): void {
    this.#path.pop()
    if (Object.hasOwn(this.#closed, name)) this.#closed[name]?.()
    else if (name.startsWith('Dictionary')) this.#dictionaryUnit = null
  }

  readonly #closed: Record<string, () => void> = {
    Polygon: () => this.#endContour(),
    Cutout: () => this.#endContour(),
    Contour: () => this.#endAreas(),
    Profile: () => {
      for (const points of this.#contours) this.#board.edges.push([...points, points[0] ?? 0, points[1] ?? 0])
    },
    Polyline: () => this.#endLine(),
    Line: () => this.#endLine(),
    Arc: () => this.#endLine(),
    EntryStandard: () => this.#endEntry(),
    EntryUser: () => this.#endEntry(),
    EntryLineDesc: () => (this.#entry = null),
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

  get #placement(): Placement | null {
    return this.#pad?.at ?? this.#component?.at ?? this.#features
  }

  #copperIndex(name: string): number {
    return this.#board.copper.indexOf(name)
  }

  #openPad(layer: number, padStack: string): void {
    this.#pad = { at: origin(), primitive: null, layer, component: '', pin: '', padStack }
  }

  #takeShape(name: string, attributes: Attributes): void {
    const shape = standardShape(name, attributes, this.#scale)
    if (shape) this.#use({ shape })
  }

  #takeLineWidth(width: number): void {
    if (this.#path.at(-2) === 'EntryLineDesc' && this.#entry) this.#lineWidths.set(this.#entry.id, width)
    else if (this.#line) this.#line.width = width
  }

  /** A primitive defines an entry of a dictionary, a pad, a layer of a pad stack, or is drawn where it stands. */
  #use(primitive: Primitive | undefined): void {
    if (!primitive) return
    if (this.#entry) this.#entry.primitive ??= primitive
    else if (this.#pad) this.#pad.primitive ??= primitive
    else if (this.#isWithin('PadstackPadDef')) {
      if (this.#padStack.layer) this.#padStackShapes.set(`${this.#padStack.name}\n${this.#padStack.layer}`, primitive)
    } else if (this.#features && this.#layer >= 0) this.#draw(primitive, this.#features, { footprint: -1, number: '' })
  }

  #endEntry(): void {
    if (this.#entry?.primitive) this.#primitives.set(this.#entry.id, this.#entry.primitive)
    this.#entry = null
  }

  #endContour(): void {
    if (this.#points && this.#points.length >= 6) this.#contours.push(this.#points)
    this.#points = null
  }

  #endAreas(): void {
    const contours = this.#contours
    this.#contours = []
    if (contours.length > 0) this.#use({ areas: [contours] })
  }

  #endLine(): void {
    const line = this.#line
    this.#line = null
    const points = this.#points && line?.points.length === 0 ? this.#points : line?.points
    if (this.#points && line?.points.length === 0) this.#points = null
    if (!line || !points || !this.#features || this.#layer < 0 || this.#entry) return
    const on = { layer: this.#layer, net: this.#net }
    const moved = transformed(points, this.#features)
    if (moved.length === 4) {
      const [x = 0, y = 0, u = 0, v = 0] = moved
      this.#board.track({ x, y }, { x: u, y: v }, line.width, on)
    } else if (moved.length > 4) this.#board.arc(moved, line.width, on)
  }

  #draw(primitive: Primitive, at: Placement, owner: { footprint: number; number: string }, layer = this.#layer): void {
    if ('areas' in primitive) {
      for (const areas of primitive.areas) {
        this.#board.area(
          areas.map((points) => transformed(points, at)),
          { layer, net: this.#net },
        )
      }
      return
    }
    this.#board.pad({
      ...owner,
      ...primitive.shape,
      type: 'smd',
      x: at.x,
      y: at.y,
      rotation: at.rotation,
      drill: null,
      layers: [layer],
      net: this.#net,
    })
  }

  #endPad(): void {
    const pad = this.#pad
    this.#pad = null
    if (!pad || pad.layer < 0) return
    const stacked = this.#padStackShapes.get(`${pad.padStack}\n${this.#board.copper[pad.layer] ?? ''}`)
    const primitive = pad.primitive ?? stacked
    const owner = { footprint: this.#board.footprintAt(pad.component), number: pad.pin }
    if (primitive) this.#draw(primitive, pad.at, owner, pad.layer)
    const hole = this.#padStackHoles.get(pad.padStack)
    if (hole && hole.diameter > 0) {
      this.#board.hole({
        x: pad.at.x,
        y: pad.at.y,
        ...hole,
        isVia: hole.isVia && !pad.pin,
        layers: [-1, -1],
        net: this.#net,
      })
    }
  }

  #openHole({ x, y, diameter, platingStatus }: Attributes): void {
    const size = Math.abs(numberOf(diameter) ?? 0) * this.#unit
    this.#hole = {
      ...this.#point(x, y),
      diameter: size,
      isVia: platingStatus === 'VIA',
      isPlated: platingStatus !== 'NONPLATED',
      span: null,
    }
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

function transformed(points: Points, at: Placement): Points {
  if (at.x === 0 && at.y === 0 && at.rotation === 0 && !at.isMirrored) return points
  const source = at.isMirrored ? points.map((value, index) => (index % 2 === 0 ? -value : value)) : points
  return placedPoints(at, source)
}
