import type { Board } from '../board/board'
import { BoardBuilder } from '../board/board-builder'
import { closedContour } from '../board/curves'
import { FormatError } from '../format-error'
import { eachLine } from '../source-text'
import { OdbFiles } from './odb-archive'
import { readDefinitions } from './odb-attributes'
import { OdbDesign } from './odb-design'
import { OdbDrawings } from './odb-drawings'
import { type OdbFeature, readFeatures } from './odb-features'
import { OdbHoles } from './odb-holes'
import { type MatrixLayer, readMatrix } from './odb-matrix'
import { OdbNetlist, type OdbPlace } from './odb-netlist'
import { OdbNets } from './odb-nets'
import { OdbPins } from './odb-pins'
import { statePurposes } from './odb-purposes'
import { stackupOf } from './odb-stackup'
import { inch, jobUnit, type OdbUnit, statesUnit, unitOf } from './odb-units'

const format = 'ODB++'
const maxCopperLayers = 64
const conductors = new Set(['SIGNAL', 'POWER_GROUND', 'MIXED'])

/**
 * Reads an ODB++ job (versions 7 and 8, https://odbplusplus.com/design/our-resources/): a folder in a zip, tar or tgz
 * file. The design data (eda/data) refer to features by number, and components refer to nets by number.
 */
export function readOdb(bytes: Uint8Array): Board {
  const files = new OdbFiles(bytes)
  const { steps, layers } = readMatrix(files.text('matrix/matrix') ?? '')
  const step = steps.find((name) => !isPanel(files, name)) ?? steps[0] ?? files.namesIn('steps')[0]
  if (step === undefined) throw new FormatError(format, { byte: 0 }, 'a step', 'none')
  const board = new BoardBuilder()
  const copper = layers.filter(({ type, isBoard }) => isBoard && conductors.has(type))
  if (copper.length > maxCopperLayers) {
    throw new FormatError(format, { line: 1 }, `at most ${maxCopperLayers} copper layers`, `${copper.length}`)
  }
  board.copper.push(...copper.map(({ name }) => name))

  const ofJob = jobUnit(files.text('misc/info'))
  const unit = ofJob ?? inch
  const definitions = readDefinitions(files)
  const design = new OdbDesign(files.text(`steps/${step}/eda/data`) ?? '', definitions)
  const nets = new OdbNets(board, design, netlistOf(files, step, unit))
  const pins = new OdbPins()
  addProfile(board, files.text(`steps/${step}/profile`), unit)
  for (const side of ['top', 'bottom'] as const) {
    const text = files.text(`steps/${step}/layers/comp_+_${side === 'top' ? 'top' : 'bot'}/components`)
    if (text !== null) addComponents(board, text, { side, unit, nets, pins })
  }
  const drawings = new OdbDrawings(files, board, unit)
  const ofBoard = layers.filter(({ isBoard, isBackdrill }) => isBoard && !isBackdrill)
  const withoutUnit: string[] = []
  const featuresOf = ({ name }: MatrixLayer) => {
    const text = files.text(`steps/${step}/layers/${name}/features`)
    if (text !== null && text.trim() !== '' && !ofJob && !statesUnit(text)) withoutUnit.push(name)
    return text
  }
  // The holes come first, because they determine which pads belong to pins on the other side of the board.
  const holes = new OdbHoles(pins)
  for (const layer of ofBoard.filter(({ type }) => type === 'DRILL')) {
    const text = featuresOf(layer)
    if (text !== null) addHoles(board, readFeatures(text, unit, definitions), { layer, nets, drawings, holes })
  }
  holes.finish(board)
  for (const layer of ofBoard.filter(({ type }) => conductors.has(type))) {
    const text = featuresOf(layer)
    if (text !== null) addCopper(board, readFeatures(text, unit), { layer, nets, drawings, pins })
  }
  nets.addRest()
  statePurposes(design.nets, board)
  const attributesOf = (layer: string) => files.text(`steps/${step}/layers/${layer}/attrlist`)
  const { stackup, remarks } = stackupOf(layers, attributesOf, unit)
  board.stackup = stackup
  board.remarks.push(...nets.remarks(), ...drawings.remarks(), ...remarks)
  if (withoutUnit.length > 0) {
    board.remarks.push(
      `Neither the job nor these layers state a unit, so inches are assumed: ${withoutUnit.join(', ')}.`,
    )
  }
  return board.result()
}

/** Whether a step is a panel, which repeats other steps. The board is one of the repeated steps. */
const isPanel = (files: OdbFiles, step: string) =>
  /^\s*STEP-REPEAT\s*\{/im.test(files.text(`steps/${step}/stephdr`) ?? '')

/**
 * The netlist of the design tool (cadnet), or else the reference netlist for comparisons with other data (refnet); null
 * if neither lists any nets.
 */
function netlistOf(files: OdbFiles, step: string, unit: OdbUnit): OdbNetlist | null {
  for (const name of ['cadnet', 'refnet']) {
    const text = files.text(`steps/${step}/netlists/${name}/netlist`)
    const netlist = text === null ? null : new OdbNetlist(text, unit)
    if (netlist && netlist.nets.length > 0) return netlist
  }
  return null
}

function addProfile(board: BoardBuilder, text: string | null, unit: OdbUnit): void {
  if (text === null) return
  for (const feature of readFeatures(text, unit)) {
    if (feature.kind !== 'surface') continue
    for (const points of feature.areas.flat()) board.edges.push(closedContour(points))
  }
}

type OfComponents = { side: 'top' | 'bottom'; unit: OdbUnit; nets: OdbNets; pins: OdbPins }

function addComponents(board: BoardBuilder, text: string, { side, unit: ofJob, nets, pins }: OfComponents) {
  let unit = ofJob.length
  let reference = ''
  let footprint = -1
  eachLine(text, (raw) => {
    const line = raw.trim()
    const stated = unitOf(line)
    if (stated) unit = stated.length
    const words = (line.split(';')[0] ?? '').split(/\s+/)
    if (words[0] === 'CMP') {
      reference = words[6] ?? ''
      const [x = 0, y = 0, rotation = 0] = [2, 3, 4].map((at) => Number(words[at]) || 0)
      const place = { x: x * unit, y: -y * unit, rotation: -rotation }
      footprint = board.footprint({ reference, value: words[7] ?? '', library: '', side, ...place })
    } else if (words[0] === 'TOP') {
      const [x, y] = [Number(words[2]) * unit, -Number(words[3]) * unit]
      const net = nets.ofPin(Number(words[6]), { x, y, side })
      const number = words[8] ?? words[1] ?? ''
      board.pin(net, reference, number)
      pins.add({ x, y, side, footprint, number })
    }
    return true
  })
}

type OfLayer = { layer: MatrixLayer; nets: OdbNets; drawings: OdbDrawings; pins: OdbPins }
type OfDrills = { layer: MatrixLayer; nets: OdbNets; drawings: OdbDrawings; holes: OdbHoles }

function addCopper(board: BoardBuilder, features: OdbFeature[], { layer, nets, drawings, pins }: OfLayer): void {
  const copper = board.copper.indexOf(layer.name)
  const side = sideOf(copper, board)
  features.forEach((feature, number) => {
    const place = feature.kind === 'pad' ? { x: feature.at.x, y: feature.at.y, side } : null
    const net = nets.ofFeature(layer.name, number, place)
    const pin = place && pins.pinOf(place)
    // The pad is drawn at the exact position of the pin, so that the hole of the pin is found.
    const placed = pin && feature.kind === 'pad' ? { ...feature, at: { ...feature.at, x: pin.x, y: pin.y } } : feature
    const owner = pin ? { footprint: pin.footprint, number: pin.number } : { footprint: -1, number: '' }
    drawings.draw(placed, { layer: copper, net, owner })
  })
}

function addHoles(board: BoardBuilder, features: OdbFeature[], { layer, nets, drawings, holes }: OfDrills): void {
  const layers: [number, number] = [board.copper.indexOf(layer.start), board.copper.indexOf(layer.end)]
  const last = board.copper.length - 1
  const isThrough = layers.every((end) => end <= 0 || end === last)
  features.forEach((feature, number) => {
    if (feature.kind === 'pad') {
      const { x, y } = feature.at
      const net = nets.ofFeature(layer.name, number, { x, y, side: 'hole' })
      const diameter = drawings.widthOf(feature.symbol)
      holes.add({ x, y, diameter, layers, net, stated: feature.hole, isThrough })
    } else if (feature.kind === 'line') drawings.addSlot(feature)
    else if (feature.kind !== 'other') drawings.skipDrillFeature()
  })
}

function sideOf(copper: number, board: BoardBuilder): OdbPlace['side'] {
  if (copper === 0) return 'top'
  return copper === board.copper.length - 1 ? 'bottom' : 'inner'
}
