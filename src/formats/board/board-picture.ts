import type { Board, Pad } from './board'
import { type Box, boxOf, expanded, areDisjoint, union } from './board-box'
import { addPad, addPath, addSlot } from './board-path'
import type { Canvas, PathPen } from './svg-canvas'

/** The view to draw: the visible part of the board, its scale, the visible copper layers and the highlighted nets. */
export interface Frame {
  /** The size in CSS pixels, each of which is `ratio` device pixels. */
  width: number
  height: number
  ratio: number
  /** The board position (mm) at the center of the picture. */
  x: number
  y: number
  /** CSS pixels per mm. */
  scale: number
  /** Whether the board is seen from below, mirrored left to right. */
  isFlipped: boolean
  /** Indices of the visible copper layers, starting with the one nearest to the viewer. */
  layers: number[]
  /**
   * Groups of highlighted nets by name, each in its color, or in the colors of the layers if `color` is null. If the
   * board has at least one of these nets, all other copper is dimmed.
   */
  highlighted: { nets: string[]; color: string | null }[]
  /**
   * The index of the selected component, or null. If it has pads, they are drawn in the color `halo`, and all other
   * copper that is not highlighted is dimmed. Hollow pads are stored as lines, so only their anchor is highlighted.
   */
  component: number | null
  colors: { ground: string; outline: string; via: string; hole: string; halo: string; layers: string[] }
}

/** The copper of one layer in one grid cell, as paths that a canvas can draw in one call. */
interface Cell<Path extends PathPen> {
  box: Box
  /** Keyed by line width. */
  lines: Map<number, Path>
  areas: Path
  pads: Path
}

const emptyBox: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
/** The approximate number of items per grid cell. The grid allows drawing only the visible part of a large board. */
const itemsPerCell = 3000
/** The minimum line width in device pixels. Thinner lines would be invisible. */
const minLineWidth = 0.8
const zoneAlpha = 0.28
const dimmedAlpha = 0.2
/** The number of groups of highlighted nets whose paths are kept for the next picture. */
const keptGroups = 16

/**
 * A board converted to paths once, so that it can be drawn at any position and scale: on a canvas, as SVG or for a PDF.
 */
export class BoardPicture<Path extends PathPen> {
  readonly bounds: Box
  readonly #layers: Map<string, Cell<Path>>[]
  readonly #nets: Map<string, number>
  readonly #outline: Path
  readonly #holes: Path
  readonly #vias = new Map<string, { first: number; last: number; path: Path; holes: Path }>()
  readonly #highlighted = new Map<string, Cell<Path>[]>()

  constructor(
    readonly board: Board,
    private readonly newPath: () => Path,
  ) {
    this.bounds = boundsOf(board)
    this.#outline = newPath()
    this.#holes = newPath()
    this.#nets = new Map(board.nets.map(({ name }, index) => [name, index]))
    this.#layers = this.#copper(null)
    for (const { points, closed } of board.outline) addPath(this.#outline, points, 0, points.length / 2, closed)
    this.#addVias()
    for (const pad of board.pads) if (pad.drill) addSlot(this.#holes, pad, pad.drill.width, pad.drill.height)
  }

  /** Draws the board step by step. The caller can yield to other work after each step, or stop drawing. */
  *draw(context: Canvas<Path>, frame: Frame): Generator<void> {
    const isDimmed = this.#knownNets(frame).length > 0 || this.hasPads(frame.component)
    yield* this.drawCopper(context, frame, isDimmed)
    yield* this.drawHighlighted(context, frame)
  }

  /** Draws the copper of all nets, dimmed if highlighted nets are drawn over it. */
  *drawCopper(context: Canvas<Path>, frame: Frame, isDimmed: boolean): Generator<void> {
    const { width, height, ratio, scale, colors } = frame
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.globalAlpha = 1
    context.fillStyle = colors.ground
    context.fillRect(0, 0, width * ratio, height * ratio)
    place(context, frame)
    const visible = visibleBox(frame)
    const opacity = isDimmed ? dimmedAlpha : 1
    const thin = minLineWidth / (scale * ratio)

    // Draw the zones of all layers first. Planes cover the whole board and would hide the tracks of the layers below.
    for (const draw of [drawAreas<Path>, drawLines<Path>]) {
      for (const layer of frame.layers.toReversed()) {
        for (const cell of this.#layers[layer]?.values() ?? []) {
          if (areDisjoint(cell.box, visible)) continue
          draw(context, cell, { color: colors.layers[layer] ?? colors.via, opacity, thin })
          yield
        }
      }
    }
    context.globalAlpha = opacity
    this.#drawVias(context, frame)
  }

  /** Whether a component has pads; false for null. */
  hasPads(component: number | null): boolean {
    return component !== null && this.board.pads.some(({ footprint }) => footprint === component)
  }

  /** Draws the highlighted nets, the pads of the selected component and the outline over the copper. */
  *drawHighlighted(context: Canvas<Path>, frame: Frame): Generator<void> {
    const { ratio, scale, colors } = frame
    const pixels = scale * ratio
    place(context, frame)
    for (const group of this.#knownNets(frame)) yield* this.#drawGroup(context, frame, group, minLineWidth / pixels)
    if (frame.component !== null) this.#drawPads(context, frame, frame.component)
    context.globalAlpha = 1
    context.strokeStyle = colors.outline
    context.lineWidth = Math.max(0.1, 1.5 / pixels)
    context.stroke(this.#outline)
  }

  /** The highlighted nets that the board has, as indices, in groups with one color each. */
  #knownNets({ highlighted }: Frame): { nets: number[]; color: string | null }[] {
    return highlighted.flatMap(({ nets, color }) => {
      const known = nets.flatMap((name) => this.#nets.get(name) ?? [])
      return known.length > 0 ? [{ nets: known, color }] : []
    })
  }

  #drawVias(context: Canvas<Path>, { layers, colors }: Frame): void {
    for (const { first, last, path, holes } of this.#vias.values()) {
      if (!layers.some((layer) => layer >= first && layer <= last)) continue
      context.fillStyle = colors.via
      context.fill(path)
      context.fillStyle = colors.hole
      context.fill(holes)
    }
    if (layers.length === 0) return
    context.fillStyle = colors.hole
    context.fill(this.#holes)
  }

  *#drawGroup(
    context: Canvas<Path>,
    frame: Frame,
    { nets, color }: { nets: number[]; color: string | null },
    thin: number,
  ): Generator<void> {
    const wanted = new Set(nets)
    const cells = this.#cellsOf(wanted)
    const shown = frame.layers.toReversed()
    const halo = color ?? frame.colors.halo
    context.globalAlpha = 1
    context.strokeStyle = halo
    for (const layer of shown) {
      for (const [width, path] of cells[layer]?.lines ?? []) {
        context.lineWidth = Math.max(width, thin) + 6 * thin
        context.stroke(path)
      }
    }
    for (const draw of [drawAreas<Path>, drawLines<Path>]) {
      for (const layer of shown) {
        const pen = { color: color ?? frame.colors.layers[layer] ?? frame.colors.via, opacity: 1, thin }
        draw(context, cells[layer] ?? this.#emptyCell(), pen)
        yield
      }
    }
    const { vias, pads } = this.board
    const path = this.newPath()
    const holes = this.newPath()
    vias.net.forEach((net, index) => {
      if (wanted.has(net) && shown.length > 0) addVia(vias, index, path, holes)
    })
    for (const pad of pads) {
      if (pad.drill && wanted.has(pad.net) && shown.length > 0) addSlot(holes, pad, pad.drill.width, pad.drill.height)
    }
    context.fillStyle = halo
    context.fill(path)
    context.fillStyle = frame.colors.hole
    context.fill(holes)
  }

  /** Draws the pads of a component on the visible layers in one color, with their holes. */
  #drawPads(context: Canvas<Path>, { layers, colors }: Frame, component: number): void {
    const { pads, fills } = this.board
    const [areas, path, holes] = [this.newPath(), this.newPath(), this.newPath()]
    fills.footprint.forEach((footprint, index) => {
      if (footprint !== component || !layers.includes(fills.layer[index] ?? -1)) return
      const [from = 0, to = 0] = fills.starts.subarray(index, index + 2)
      addPath(areas, fills.points, from, to, true)
    })
    for (const pad of pads) {
      if (pad.footprint !== component || !pad.layers.some((layer) => layers.includes(layer))) continue
      addPad(path, pad)
      if (pad.drill) addSlot(holes, pad, pad.drill.width, pad.drill.height)
    }
    context.globalAlpha = 1
    context.fillStyle = colors.halo
    context.fill(areas)
    context.fill(path)
    context.fillStyle = colors.hole
    context.fill(holes)
  }

  #emptyCell(): Cell<Path> {
    return { box: emptyBox, lines: new Map(), areas: this.newPath(), pads: this.newPath() }
  }

  /** The copper of some nets by layer. Kept for the next picture, because the nets rarely change between pictures. */
  #cellsOf(nets: ReadonlySet<number>): Cell<Path>[] {
    const key = [...nets].join()
    const cells = this.#highlighted.get(key) ?? this.#copper(nets).map((layer) => layer.get('all') ?? this.#emptyCell())
    // Move the group to the end, so that the first one is the least recently drawn.
    this.#highlighted.delete(key)
    this.#highlighted.set(key, cells)
    for (const oldest of this.#highlighted.keys()) {
      if (this.#highlighted.size <= keptGroups) break
      this.#highlighted.delete(oldest)
    }
    return cells
  }

  /** Groups copper by layer and grid cell. If `nets` is given, includes only these nets, with one cell per layer. */
  #copper(nets: ReadonlySet<number> | null): Map<string, Cell<Path>>[] {
    const { board } = this
    const isAll = nets === null
    const includes = (net: number) => isAll || nets.has(net)
    const count = board.tracks.net.length + board.arcs.net.length + board.pads.length
    const rows = isAll ? Math.min(32, Math.max(1, Math.ceil(Math.sqrt(count / itemsPerCell)))) : 1
    const { left, top, right, bottom } = this.bounds
    const cellKey = (box: Box) =>
      `${Math.floor(((box.left + box.right) / 2 - left) / ((right - left) / rows))} ${Math.floor(((box.top + box.bottom) / 2 - top) / ((bottom - top) / rows))}`
    const layers = board.copper.map(() => new Map<string, Cell<Path>>())
    const cellOf = (layer: number, box: Box): Cell<Path> => {
      const cells = layers[layer]
      const key = isAll ? cellKey(box) : 'all'
      const cell = cells?.get(key) ?? this.#emptyCell()
      cell.box = union(cell.box, box)
      cells?.set(key, cell)
      return cell
    }
    const lineOf = (cell: Cell<Path>, width: number): Path => {
      const path = cell.lines.get(width) ?? this.newPath()
      cell.lines.set(width, path)
      return path
    }

    const { ends, width, layer, net } = board.tracks
    net.forEach((netIndex, index) => {
      if (!includes(netIndex)) return
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ends.subarray(4 * index, 4 * index + 4)
      const lineWidth = width[index] ?? 0
      const box = expanded(boxOf([x1, y1, x2, y2]), lineWidth / 2)
      const path = lineOf(cellOf(layer[index] ?? -1, box), lineWidth)
      path.moveTo(x1, y1)
      path.lineTo(x2, y2)
    })
    const { arcs, fills } = board
    arcs.net.forEach((netIndex, index) => {
      if (!includes(netIndex)) return
      const [from = 0, to = 0] = arcs.starts.subarray(index, index + 2)
      const lineWidth = arcs.width[index] ?? 0
      const box = expanded(boxOf(arcs.points.subarray(2 * from, 2 * to)), lineWidth / 2)
      addPath(lineOf(cellOf(arcs.layer[index] ?? -1, box), lineWidth), arcs.points, from, to, false)
    })
    fills.net.forEach((netIndex, index) => {
      if (!includes(netIndex)) return
      const [from = 0, to = 0] = fills.starts.subarray(index, index + 2)
      const box = boxOf(fills.points.subarray(2 * from, 2 * to))
      addPath(cellOf(fills.layer[index] ?? -1, box).areas, fills.points, from, to, true)
    })
    for (const pad of board.pads) {
      if (!includes(pad.net)) continue
      const box = boxOfPad(pad)
      for (const on of pad.layers) addPad(cellOf(on, box).pads, pad)
    }
    return layers
  }

  #addVias(): void {
    const { vias, copper } = this.board
    vias.net.forEach((_, index) => {
      const [a = -1, b = -1] = vias.layers.subarray(2 * index, 2 * index + 2)
      const first = Math.max(0, Math.min(a, b))
      const last = a < 0 || b < 0 ? copper.length - 1 : Math.max(a, b)
      const key = `${first} ${last}`
      const group = this.#vias.get(key) ?? { first, last, path: this.newPath(), holes: this.newPath() }
      this.#vias.set(key, group)
      addVia(vias, index, group.path, group.holes)
    })
  }
}

function addVia({ at, diameter, drill }: Board['vias'], index: number, path: PathPen, holes: PathPen): void {
  const [x = 0, y = 0] = at.subarray(2 * index, 2 * index + 2)
  const outer = (diameter[index] ?? 0) / 2
  const inner = Math.min((drill[index] ?? 0) / 2, outer * 0.8)
  path.moveTo(x + outer, y)
  path.arc(x, y, Math.max(0, outer), 0, 2 * Math.PI)
  holes.moveTo(x + inner, y)
  holes.arc(x, y, Math.max(0, inner), 0, 2 * Math.PI)
}

/** Sets the transformation from board positions to pixels. */
function place<Path extends PathPen>(context: Canvas<Path>, frame: Frame): void {
  const { width, height, ratio, scale } = frame
  const pixels = scale * ratio
  const across = frame.isFlipped ? -pixels : pixels
  context.setTransform(
    across,
    0,
    0,
    pixels,
    (width * ratio) / 2 - frame.x * across,
    (height * ratio) / 2 - frame.y * pixels,
  )
  context.lineCap = 'round'
  context.lineJoin = 'round'
}

type Pen = { color: string; opacity: number; thin: number }

function drawAreas<Path extends PathPen>(context: Canvas<Path>, { areas }: Cell<Path>, { color, opacity }: Pen): void {
  context.fillStyle = color
  context.globalAlpha = zoneAlpha * opacity
  context.fill(areas)
}

function drawLines<Path extends PathPen>(
  context: Canvas<Path>,
  { lines, pads }: Cell<Path>,
  { color, opacity, thin }: Pen,
): void {
  context.fillStyle = color
  context.strokeStyle = color
  context.globalAlpha = opacity
  for (const [width, path] of lines) {
    context.lineWidth = Math.max(width, thin)
    context.stroke(path)
  }
  context.fill(pads)
}

function visibleBox({ width, height, x, y, scale }: Frame): Box {
  const [across, down] = [width / scale / 2, height / scale / 2]
  return { left: x - across, right: x + across, top: y - down, bottom: y + down }
}

const boxOfPad = ({ x, y, width, height }: Pad): Box =>
  expanded({ left: x, right: x, top: y, bottom: y }, Math.hypot(width, height) / 2)

/**
 * The bounding box of the outline or, if the board has none, of its copper except curved tracks, with a margin. For a
 * board without copper, a square of 100 mm.
 */
function boundsOf({ outline, tracks, pads, fills, vias }: Board): Box {
  const edge = outline.map(({ points }) => boxOf(points)).reduce(union, emptyBox)
  if (edge.right > edge.left && edge.bottom > edge.top) return edge
  const copper = [boxOf(tracks.ends), boxOf(fills.points), boxOf(vias.at), ...pads.map(boxOfPad)].reduce(
    union,
    emptyBox,
  )
  return copper.right > copper.left ? expanded(copper, 1) : { left: 0, top: 0, right: 100, bottom: 100 }
}
