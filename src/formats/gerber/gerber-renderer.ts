import gerberToSvg, { type Converter } from 'gerber-to-svg'
import pcbStackup from 'pcb-stackup'
import { Readable } from 'readable-stream'

import type { Box } from '../board/board-box'
import { type BoardEdge, boardEdge } from './board-edge'
import { boardSets } from './board-sets'
import { drawableText } from './drawable-text'
import { assertWithinLimits } from './drawing-limits'
import type { RoledFile } from './fabrication'
import { invertedText } from './inverted-text'
import { roleName } from './layer-role'
import type { LayerRole } from './layer-types'
import { negativeNote, noWidthNote, setNotes, truncationOf, unitNote } from './set-notes'
import { hasVisibleShape } from './visible-shapes'

/** A picture as SVG. Its content comes from an untrusted file, so it must only be shown as an image. */
export interface FabricationPicture {
  title: string
  /** What the picture shows, such as "Top copper". */
  role: string
  svg: string
  /** In mm. */
  size: { width: number; height: number }
  /** The color of a layer; null for a side, which has several. */
  color: string | null
  /** The position of the picture in the coordinates of the file, in mm, with the y axis pointing down. */
  box: Box
  /** Whether the picture shows the board from below, so that x points to the left. */
  isFromBelow: boolean
}

export interface FabricationBoard {
  /** Null if all files belong to one board. */
  name: string | null
  /** The top and the bottom side of the board, as far as the files are sufficient to render them. */
  sides: FabricationPicture[]
  layers: FabricationPicture[]
  /** Remarks about content that the pictures omit or may show incorrectly. */
  notes: string[]
}

export interface FabricationSet {
  boards: FabricationBoard[]
  /** Files that could not be rendered, each with the reason. */
  failures: string[]
}

const colors: Record<string, string> = {
  soldermask: '#0b6b43',
  silkscreen: '#46566b',
  solderpaste: '#64748b',
  drill: '#1b5fa7',
  outline: '#7a6200',
}
/** Copper layers differ in color, because they can be shown on top of each other. */
const copperColors = { top: '#b8541a', bottom: '#2456c7', all: '#b8541a' }
const innerColors = ['#8a6d00', '#2f7d1f', '#00796b', '#6d3fb0', '#9d2c83', '#0e6f8a']

function colorOf({ type, side, number = 0 }: LayerRole): string {
  if (type !== 'copper') return colors[type] ?? '#46566b'
  return side === 'inner' ? (innerColors[number % innerColors.length] ?? copperColors.all) : copperColors[side]
}

/** Subscribes to errors that are thrown outside any promise. Returns the function to unsubscribe. */
export type StrayErrors = (listener: (error: unknown) => void) => () => void

export interface Drawing {
  strays: StrayErrors
  /** Called while drawing, with the fraction of the input that has been drawn. */
  progress?: (fraction: number) => void
}

/**
 * Renders Gerber and drill files. This is the only module that depends on the rendering library, so the library can be
 * replaced here. The library is stream-based, and some of its errors are thrown outside any promise. `strays` catches
 * these, so that a bad file is reported and the others are still rendered.
 */
export async function renderFabrication(files: RoledFile[], { strays, progress }: Drawing): Promise<FabricationSet> {
  const set: FabricationSet = { boards: [], failures: [] }
  const total = files.reduce((size, { text }) => size + text.length, 0)
  let done = 0
  for (const { name, files: ofBoard } of boardSets(files)) {
    const board: FabricationBoard = { name, sides: [], layers: [], notes: [] }
    const drawn: DrawnFile[] = []
    const edge = edgeOf(ofBoard)
    for (const file of ofBoard) {
      try {
        const advance = (characters: number) => progress?.((done + characters) / Math.max(1, total))
        const layer = await withStrayErrors(() => drawLayer(file, edge, advance), strays)
        board.layers.push(
          pictureOf(
            { ...layer.converter, svg: layer.svg },
            { title: file.name, role: roleName(file.role), color: colorOf(file.role) },
          ),
        )
        drawn.push(layer)
        const notes = [
          truncationOf(file),
          unitNote(file),
          negativeNote(file, layer.isInverted),
          noWidthNote(file, layer.isVisible, edge),
        ]
        for (const note of notes) if (note) board.notes.push(note)
      } catch (error) {
        set.failures.push(`${file.name}: ${error instanceof Error ? error.message : 'not readable'}`)
      }
      done += file.text.length
    }
    if (drawn.length > 1) {
      try {
        const known = drawn.map(({ file }) => file)
        board.notes.push(...setNotes(known, edge))
        board.sides = await withStrayErrors(() => drawSides(drawn, edge), strays)
      } catch {
        board.notes.push('The top and bottom views cannot be drawn from these files. Each layer is shown separately.')
      }
    }
    if (board.layers.length > 0) set.boards.push(board)
  }
  return set
}

async function withStrayErrors<Result>(render: () => Promise<Result>, strays: StrayErrors): Promise<Result> {
  let stop = () => {}
  const stray = new Promise<never>((_, reject) => {
    stop = strays(reject)
  })
  try {
    return await Promise.race([render(), stray])
  } finally {
    stop()
  }
}

/**
 * Finds the edge of a board in its outline layer, of which boardSets keeps only one. Undefined if there is no outline
 * or it cannot be read; null if its strokes cannot be determined.
 */
function edgeOf(files: RoledFile[]): BoardEdge | null | undefined {
  const outline = files.find(({ role }) => role.type === 'outline')
  if (!outline) return undefined
  try {
    const text = drawableText(outline.text)
    assertWithinLimits(text)
    return boardEdge(text)
  } catch {
    // If the file cannot be drawn, this is reported when its layer is drawn. If only its edge cannot be found, the
    // layer is still drawn.
    return undefined
  }
}

interface DrawnFile {
  file: RoledFile
  /** Whether the file is a negative image that was inverted, so that the picture shows the copper. */
  isInverted: boolean
  /**
   * Whether the picture shows anything. False only for an outline whose lines have no width, because other files that
   * draw nothing are refused.
   */
  isVisible: boolean
  svg: string
  converter: Converter
}

async function drawLayer(
  file: RoledFile,
  edge: BoardEdge | null | undefined,
  advance: (characters: number) => void,
): Promise<DrawnFile> {
  const { isNegative, hasNegativeImage } = file.role
  const text = drawableText(file.text, hasNegativeImage)
  assertWithinLimits(text)
  const inverted = isNegative && edge && 'contours' in edge ? invertedText(text, edge.contours) : null
  const { converter } = await convert(inverted ?? text, advance)
  // A file that only changes the polarity produces a layer without a size.
  if (Math.max(converter.width, converter.height) === 0) throw new Error('it draws nothing')
  const isVisible = hasVisibleShape([...converter.defs, ...converter.layer])
  if (!isVisible && file.role.type !== 'outline') {
    throw new Error('it draws nothing, because all its shapes have a size of 0')
  }
  const svg = gerberToSvg.render(converter, { id: 'layer', color: colorOf(file.role) })
  return { file, svg, converter, isInverted: inverted !== null, isVisible }
}

/** The library converts each chunk in one go, so the text is passed in pieces to report progress in between. */
const pieceLength = 65_536

function convert(text: string, advance?: (characters: number) => void): Promise<{ converter: Converter }> {
  let at = 0
  const source = new Readable({
    read() {
      // The last call, in which `at` can exceed the length, only signals the end of the text.
      advance?.(Math.min(at, text.length))
      this.push(at < text.length ? text.slice(at, at + pieceLength) : null)
      at += pieceLength
    },
  })
  return new Promise((resolve, reject) => {
    const converter = gerberToSvg(source, { id: `layer-${layerCount++}` }, (error: Error | null) => {
      if (error) reject(error)
      else resolve({ converter })
    })
  })
}

/** Makes the ids of the layers unique, because the picture of a side combines several layers. */
let layerCount = 0

async function drawSides(drawn: DrawnFile[], edge: BoardEdge | null | undefined): Promise<FabricationPicture[]> {
  const edgeLayer = edge && 'gerber' in edge ? await convert(edge.gerber) : null
  const layers: pcbStackup.InputLayer[] = []
  for (const { file, converter, isInverted } of drawn) {
    const { type, side, isNegative } = file.role
    if (type === 'drawing' || (isNegative && !isInverted)) continue
    // An outline that is not closed would cut away the whole board, so only the closed edge found in it is used.
    if (type !== 'outline') layers.push({ type, side, converter })
    else if (edgeLayer) layers.push({ type, side, ...edgeLayer })
  }
  const sides: FabricationPicture[] = []
  for (const [side, title] of [
    ['top', 'Top'],
    ['bottom', 'Bottom'],
  ] as const) {
    const ofSide = layers.filter((layer) => layer.side === side)
    if (ofSide.length === 0) continue
    // The library merges the bounding boxes of both sides even if their units differ, so pass this side as both.
    const mirrored = ofSide.map((layer) => ({
      ...layer,
      side: side === 'top' ? ('bottom' as const) : ('top' as const),
    }))
    const common = layers.filter((layer) => layer.side === 'all')
    const { [side]: rendered } = await pcbStackup([...ofSide, ...mirrored, ...common], { id: 'board' })
    if (rendered.width > 0) {
      sides.push({
        ...pictureOf(rendered, { title, role: `${title} side`, color: null }),
        isFromBelow: side === 'bottom',
      })
    }
  }
  return sides
}

/**
 * The length of the longer side in pixels. Boards measure only a few centimeters, but the image should fill its
 * container.
 */
const longerSidePixels = 1600

type Rendered = { svg: string; viewBox: number[]; width: number; height: number; units: string }
type Labels = Pick<FabricationPicture, 'title' | 'role' | 'color'>

function pictureOf({ svg, viewBox, width, height, units }: Rendered, labels: Labels): FabricationPicture {
  const mm = units === 'in' ? 25.4 : 1
  const scale = longerSidePixels / Math.max(width, height)
  const sized = svg
    .replace(/^(<svg[^>]*) width="[^"]*"/, `$1 width="${width * scale}"`)
    .replace(/^(<svg[^>]*) height="[^"]*"/, `$1 height="${height * scale}"`)
  // The library's view boxes are in thousandths of the unit.
  const [left = 0, bottom = 0] = viewBox.map((value) => (value / 1000) * mm)
  const size = { width: width * mm, height: height * mm }
  const box = { left, right: left + size.width, top: -(bottom + size.height), bottom: -bottom }
  return { ...labels, svg: sized, size, box, isFromBelow: false }
}
