import type { Board, BoardLayer, Footprint, Pad } from '../board/board'
import { CopperList } from '../board/copper-list'
import { arcThrough, type Point, type Points } from '../board/curves'
import { PadLayers, readDrill } from './kicad-pad'
import { KicadPin } from './kicad-pin'
import { placed, placedPoints } from '../board/placement'
import { isShape, readPlacement, readPoint, readPoints, readShape } from './kicad-shapes'
import { readKicadStackup } from './kicad-stackup'
import { KicadNetTable } from './kicad-net-table'
import { joinOutlines } from '../board/outline'
import { SExpressionReader } from './s-expression'
import type { Stackup } from '../stackup'

/** Maximum deviation of a polyline from its arc, in mm. */
const TOLERANCE = 0.005

/** Outline shapes are on the Edge.Cuts layer. The shapes of a pad have no layer. */
const EDGE = { layer: 'Edge.Cuts', tolerance: TOLERANCE }
const OF_PAD = { layer: '', tolerance: TOLERANCE }

/**
 * KiCad supports 32 copper layers. This limit prevents a corrupt file from multiplying items that are on all layers.
 */
const MAX_COPPER_LAYERS = 64

/**
 * Reads a complete KiCad board (.kicad_pcb, versions 5 to 10) with its geometry, for drawing and for checks.
 * https://dev-docs.kicad.org/en/file-formats/sexpr-pcb/
 *
 * Use readKicadBoardNets if only the nets are needed; it is faster.
 */
export function readKicadBoard(bytes: Uint8Array): Board {
  return new BoardReader(bytes).read()
}

class BoardReader {
  readonly #reader: SExpressionReader
  readonly #nets = new KicadNetTable()
  readonly #layers: BoardLayer[] = []
  readonly #copper: string[] = []
  readonly #padLayers = new PadLayers(this.#copper)
  readonly #edges: Points[] = []
  readonly #routing = new CopperList()
  readonly #fillFootprints: number[] = []
  readonly #footprints: Footprint[] = []
  readonly #pads: Pad[] = []
  #version = 0
  #thickness: number | null = null
  #stackup: Stackup | null = null

  readonly #sections = new Map<string, (head: string) => void>([
    ['version', () => (this.#version = this.#reader.number())],
    ['general', () => this.#readGeneral()],
    ['layers', () => this.#readLayers()],
    ['setup', () => this.#readSetup()],
    ['net', () => this.#nets.read(this.#reader)],
    ['segment', () => this.#readTrack()],
    ['arc', () => this.#readTrack()],
    ['via', () => this.#readVia()],
    ['zone', () => this.#readZone()],
    ['footprint', () => this.#readFootprint()],
    ['module', () => this.#readFootprint()],
  ])

  constructor(bytes: Uint8Array) {
    this.#reader = new SExpressionReader(bytes, 'KiCad board')
  }

  read(): Board {
    this.#reader.root('kicad_pcb')
    this.#reader.each((head) => {
      if (isShape(head)) this.#takeEdge(head)
      else this.#sections.get(head)?.(head)
    })
    return {
      version: this.#version,
      thickness: this.#thickness,
      layers: this.#layers,
      copper: this.#copper,
      nets: this.#nets.nets,
      stackup: this.#stackup,
      outline: joinOutlines(this.#edges),
      ...this.#routing.result(Int32Array.from(this.#fillFootprints)),
      footprints: this.#footprints,
      remarks: [],
      pads: this.#pads,
    }
  }

  #readGeneral(): void {
    this.#reader.each((head) => {
      if (head === 'thickness') this.#thickness = this.#reader.number()
    })
  }

  /**
   * Reads `(0 "F.Cu" signal "Top")`, where the number is the list head. All layers except those of type `user` are
   * copper.
   */
  #readLayers(): void {
    this.#reader.each(() => {
      const name = this.#reader.word() ?? ''
      const type = this.#reader.word() ?? ''
      const last = this.#reader.word()
      this.#layers.push({ name, type, userName: last === undefined || last === 'hide' ? null : last })
      if (type !== 'user') this.#copper.push(name)
      if (this.#copper.length > MAX_COPPER_LAYERS)
        throw this.#reader.expected(`at most ${MAX_COPPER_LAYERS} copper layers`)
    })
    // Some files list the layers by number, which places the bottom layer directly after the top layer. It belongs
    // last.
    const bottom = this.#copper.indexOf('B.Cu')
    if (bottom >= 0) this.#copper.push(...this.#copper.splice(bottom, 1))
  }

  #readSetup(): void {
    this.#reader.each((head) => {
      if (head === 'stackup') this.#stackup = readKicadStackup(this.#reader)
    })
  }

  #layerIndex(): number {
    return this.#copper.indexOf(this.#reader.word() ?? '')
  }

  #takeEdge(head: string): void {
    const points = readShape(this.#reader, head, EDGE)
    if (points && points.length >= 4) this.#edges.push(points)
  }

  #readTrack(): void {
    const reader = this.#reader
    const points = new Map<string, Point>()
    let [width, layer, net] = [0, -1, -1]
    reader.each((head) => {
      if (head === 'start' || head === 'mid' || head === 'end') points.set(head, readPoint(reader))
      else if (head === 'width') width = reader.number()
      else if (head === 'layer') layer = this.#layerIndex()
      else if (head === 'net') net = this.#nets.read(reader)
    })
    const [start, mid, end] = [points.get('start'), points.get('mid'), points.get('end')]
    if (!start || !end) throw reader.expected('a track with start and end')
    if (mid) this.#routing.arc(arcThrough(start, mid, end, TOLERANCE), width, { layer, net })
    else this.#routing.track(start, end, width, { layer, net })
  }

  #readVia(): void {
    const reader = this.#reader
    let at: Point | undefined
    let [diameter, drill, net, first, last] = [0, 0, -1, -1, -1]
    reader.each((head) => {
      if (head === 'at') at = readPoint(reader)
      else if (head === 'size') diameter = reader.number()
      else if (head === 'drill') drill = reader.number()
      else if (head === 'layers') [first, last] = [this.#layerIndex(), this.#layerIndex()]
      else if (head === 'net') net = this.#nets.read(reader)
    })
    if (!at) throw reader.expected('a via with a position')
    this.#routing.via(at, { diameter, drill, layers: [first, last], net })
  }

  /**
   * Reads the filled areas of a zone, which are its copper. Up to version 5, they have no layer of their own, so the
   * layer of the zone applies.
   */
  #readZone(): void {
    const reader = this.#reader
    let [net, zoneLayer] = [-1, -1]
    reader.each((head) => {
      if (head === 'net') net = this.#nets.read(reader)
      else if (head === 'layer') zoneLayer = this.#layerIndex()
      else if (head === 'filled_polygon') {
        let layer = zoneLayer
        reader.each((part) => {
          if (part === 'layer') layer = this.#layerIndex()
          else if (part === 'pts') readPoints(reader, TOLERANCE, this.#routing.fills.take)
        })
        this.#routing.fills.end(layer, net)
        this.#fillFootprints.push(-1)
      }
    })
  }

  #readFootprint(): void {
    const reader = this.#reader
    const index = this.#footprints.length
    const footprint: Footprint = {
      reference: '',
      value: '',
      library: reader.word() ?? '',
      side: 'top',
      x: 0,
      y: 0,
      rotation: 0,
    }
    const pins = new Set<string>()
    this.#footprints.push(footprint)
    reader.each((head) => {
      if (head === 'layer') footprint.side = reader.word()?.startsWith('B.') ? 'bottom' : 'top'
      else if (head === 'at') Object.assign(footprint, readPlacement(reader))
      else if (head === 'fp_text' || head === 'property') nameFootprint(footprint, reader.word(), reader.word())
      else if (head === 'pad') this.#readPad(index, footprint, pins)
      else if (isShape(head)) {
        const points = readShape(reader, head, EDGE)
        if (points && points.length >= 4) this.#edges.push(placedPoints(footprint, points))
      }
    })
  }

  #readPad(index: number, footprint: Footprint, pins: Set<string>): void {
    const reader = this.#reader
    const pad: Pad = {
      footprint: index,
      number: reader.word() ?? '',
      type: reader.word() ?? '',
      shape: reader.word() ?? '',
      x: footprint.x,
      y: footprint.y,
      rotation: 0,
      width: 0,
      height: 0,
      roundness: 0,
      drill: null,
      layers: [],
      net: -1,
    }
    const polygons: Points[] = []
    const pin = new KicadPin()
    reader.each((head) => {
      if (head === 'at') {
        const at = readPlacement(reader)
        Object.assign(pad, placed(footprint, at), { rotation: at.rotation })
      } else if (head === 'size') [pad.width, pad.height] = [reader.number(), reader.number()]
      else if (head === 'roundrect_rratio') pad.roundness = reader.number()
      else if (head === 'drill') pad.drill = readDrill(reader)
      else if (head === 'layers') pad.layers = this.#padLayers.read(reader)
      else if (head === 'net') pad.net = this.#nets.read(reader)
      else if (head === 'pintype' || head === 'pinfunction') pin.read(head, reader)
      else if (head === 'primitives') {
        reader.each((part) => {
          if (part === 'gr_poly') polygons.push(readShape(reader, part, OF_PAD) ?? [])
        })
      }
    })
    for (const points of polygons) {
      for (const layer of pad.layers) {
        this.#routing.fills.add(placedPoints(pad, points), layer, pad.net)
        this.#fillFootprints.push(index)
      }
    }
    this.#pads.push(pad)
    if (pin.isSupply) pad.isSupply = true
    if (pin.function) pad.function = pin.function
    const numbered = `${pad.net} ${pad.number}`
    if (!pins.has(numbered)) this.#nets.countPin(pad.net)
    pins.add(numbered)
  }
}

/** Up to version 7, the reference and the value are in `fp_text` lists; later, they are in `property` lists. */
function nameFootprint(footprint: Footprint, key: string | undefined, value: string | undefined): void {
  if (key === 'reference' || key === 'Reference') footprint.reference = value ?? ''
  else if (key === 'value' || key === 'Value') footprint.value = value ?? ''
}
