import { factsOfBoard } from './board-facts'
import { type NamedFile, unpackedFile } from '../archive/unpacked-file'
import type { Box } from '../board/board-box'
import { type BoardAnswer, type BoardQuestion, answerTo } from './board-answers'
import type { Board } from '../board/board'
import { netPlaces } from '../board/board-parts'
import { BoardPicture, type Frame } from '../board/board-picture'
import { boardSvg } from '../board/board-svg'
import { readBoard } from '../boards'
import { FormatError } from '../format-error'
import { largestFileBytes } from './largest-file'
import type { Net } from '../net'
import type { Stackup } from '../stackup'

/** The summary of a board that is sent to the page. The geometry stays in the worker. */
export interface BoardOutline {
  format: string
  /** Copper layers from top to bottom: the name in the file and the user-defined name, if any. */
  copper: { name: string; userName: string | null }[]
  nets: Net[]
  /** The x and y of a point on each net's copper, in the order of `nets`; NaN if there is none. */
  places: Float64Array
  /** The reference and the value of each component, by its index. */
  components: { references: string[]; values: string[] }
  stackup: Stackup | null
  bounds: Box
  /** In mm; null if the board has no outline. */
  size: { width: number; height: number } | null
  counts: { tracks: number; vias: number; pads: number; footprints: number }
  /** Whether the y axis of the file points up. In the geometry, it points down. */
  isYUp: boolean
  /** Full sentences about content that the drawing omits. */
  remarks: string[]
}

/** The format of an exported picture. */
export type PictureType = 'png' | 'svg'

export type BoardRequest =
  | { about: 'read'; name: string; content: Blob }
  | { about: 'draw'; id: number; frame: Frame }
  | { about: 'question'; id: number; question: BoardQuestion }
  /** Requests a file with the view of the last `draw` request. */
  | { about: 'export'; id: number; type: PictureType }

export type BoardReply =
  | { about: 'read'; board: BoardOutline }
  | { about: 'refused'; message: string }
  | { about: 'drawn'; id: number; bitmap: ImageBitmap }
  | { about: 'undrawn'; id: number; message: string }
  | { about: 'answered'; id: number; answer: BoardAnswer | Blob }
  | { about: 'unanswered'; id: number; message: string }

/** Milliseconds of drawing between checks for new messages. */
const yieldIntervalMs = 40

let picture: BoardPicture<Path2D> | null = null
let lastFrame: Frame | null = null
let latest = 0
let isDrawing = false
let waiting: { id: number; frame: Frame } | null = null

addEventListener('message', ({ data }: MessageEvent<BoardRequest>) => {
  // An error that cannot be sent as a reply is reported to the page, which otherwise would wait for the reply.
  if (data.about === 'read') read(data).catch(refuse).catch(reportError)
  else if (data.about === 'question') answer(data.id, (board) => answerTo(board, data.question)).catch(reportError)
  else if (data.about === 'export') answer(data.id, (board) => fileOf(board, data.type)).catch(reportError)
  else {
    latest = data.id
    waiting = data
    lastFrame = data.frame
    if (!isDrawing) drawNext()
  }
})

const reply = (message: BoardReply, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

async function read(file: NamedFile) {
  const start = performance.now()
  const { name, content } = await unpackedFile(file)
  if (content.size > largestFileBytes)
    throw new RangeError('The board is larger than 256 MB, the limit for reading in the browser.')
  const read = readBoard(name, new Uint8Array(await content.arrayBuffer()))
  if (!read) throw new RangeError('The file is not a board in a known format.')
  const { format, board } = read
  picture = new BoardPicture(board, () => new Path2D())
  performance.measure('board.read', { start })
  const { size, stackup } = factsOfBoard(board, format)
  const { tracks, arcs, vias, pads, footprints } = board
  const nets = board.nets.map(({ name: own, pins }) => ({ name: own, pins }))
  reply({
    about: 'read',
    board: {
      format,
      copper: board.copper.map((name) => ({
        name,
        userName: board.layers.find((layer) => layer.name === name)?.userName ?? null,
      })),
      nets,
      places: netPlaces(board),
      // Two lists of strings are cloned many times faster than a list of objects.
      components: {
        references: footprints.map(({ reference }) => reference),
        values: footprints.map(({ value }) => value),
      },
      stackup,
      bounds: picture.bounds,
      size,
      counts: {
        tracks: tracks.net.length + arcs.net.length,
        vias: vias.net.length,
        pads: pads.length,
        footprints: footprints.length,
      },
      isYUp: format !== 'KiCad board',
      remarks: board.remarks,
    },
  })
}

function refuse(error: unknown) {
  const isKnown = error instanceof FormatError || error instanceof RangeError
  reply({ about: 'refused', message: isKnown ? error.message : 'The file could not be read.' })
}

async function answer(id: number, find: (board: Board) => BoardAnswer | Promise<Blob>) {
  try {
    if (!picture) throw new RangeError('The board has not been read.')
    reply({ about: 'answered', id, answer: await find(picture.board) })
  } catch (error) {
    console.error(error)
    reply({ about: 'unanswered', id, message: 'The board could not be read. Please try again.' })
  }
}

/** The number of pixels per CSS pixel in an exported picture, which is enough for printing. */
const exportedRatio = 3

async function fileOf(board: Board, type: PictureType): Promise<Blob> {
  if (!lastFrame || !picture) throw new RangeError('The board has not been drawn yet.')
  if (type === 'svg') return new Blob([boardSvg(board, lastFrame)], { type: 'image/svg+xml' })
  const frame = { ...lastFrame, ratio: exportedRatio }
  const canvas = new OffscreenCanvas(frame.width * frame.ratio, frame.height * frame.ratio)
  const context = canvas.getContext('2d')
  if (!context) throw new RangeError('The browser did not provide a canvas context.')
  const drawing = picture.draw(context, frame)
  while (!drawing.next().done) {
    // The generator yields between parts of the drawing, but a picture is saved only when it is complete.
  }
  return canvas.convertToBlob({ type: 'image/png' })
}

/** Draws one frame at a time. Outdated frames are abandoned, and a failed frame is reported. */
function drawNext() {
  isDrawing = waiting !== null
  if (!waiting) return
  const { id, frame } = waiting
  waiting = null
  draw(id, frame)
    .catch((error: unknown) => {
      console.error(error)
      reply({ about: 'undrawn', id, message: 'The browser could not draw this view of the board.' })
    })
    .catch(reportError)
    .finally(drawNext)
}

async function draw(id: number, frame: Frame) {
  const start = performance.now()
  const canvas = new OffscreenCanvas(Math.max(1, frame.width * frame.ratio), Math.max(1, frame.height * frame.ratio))
  const context = canvas.getContext('2d')
  if (!context || !picture) throw new RangeError('The board or the context of its canvas is missing.')
  let yieldAt = start + yieldIntervalMs
  const drawing = picture.draw(context, frame)
  while (!drawing.next().done) {
    if (performance.now() < yieldAt) continue
    await new Promise<void>((done) => setTimeout(done))
    if (id !== latest) return
    yieldAt = performance.now() + yieldIntervalMs
  }
  const bitmap = canvas.transferToImageBitmap()
  performance.measure('board.draw', { start })
  reply({ about: 'drawn', id, bitmap }, [bitmap])
}
