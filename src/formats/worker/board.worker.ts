import { factsOfBoard } from './board-facts'
import type { Box } from '../board/board-box'
import { BoardPicture, type Frame } from '../board/board-picture'
import { FormatError } from '../format-error'
import { readKicadBoard } from '../kicad/kicad-board'
import { largestFileBytes } from './largest-file'
import type { Net } from '../net'
import type { Stackup } from '../stackup'

/** The summary of a board that is sent to the page. The geometry stays in the worker. */
export interface BoardOutline {
  /** Copper layers from top to bottom: KiCad's name and the user-defined name, if any. */
  copper: { name: string; userName: string | null }[]
  nets: Net[]
  stackup: Stackup | null
  bounds: Box
  /** In mm; null if the board has no outline. */
  size: { width: number; height: number } | null
  counts: { tracks: number; vias: number; pads: number; footprints: number }
}

export type BoardRequest = { about: 'read'; content: Blob } | { about: 'draw'; id: number; frame: Frame }

export type BoardReply =
  | { about: 'read'; board: BoardOutline }
  | { about: 'refused'; message: string }
  | { about: 'drawn'; id: number; bitmap: ImageBitmap }

/** Milliseconds of drawing between checks for new messages. */
const yieldIntervalMs = 40

let picture: BoardPicture | null = null
let latest = 0
let isDrawing = false
let waiting: { id: number; frame: Frame } | null = null

addEventListener('message', ({ data }: MessageEvent<BoardRequest>) => {
  if (data.about === 'read') read(data.content).catch(refuse)
  else {
    latest = data.id
    waiting = data
    if (!isDrawing) drawNext()
  }
})

const reply = (message: BoardReply, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

async function read(content: Blob) {
  const start = performance.now()
  if (content.size > largestFileBytes) throw new RangeError('The board is larger than 256 MB.')
  const board = readKicadBoard(new Uint8Array(await content.arrayBuffer()))
  picture = new BoardPicture(board)
  performance.measure('board.read', { start })
  const { size, stackup } = factsOfBoard(board)
  const { nets, tracks, arcs, vias, pads, footprints } = board
  reply({
    about: 'read',
    board: {
      copper: board.copper.map((name) => ({
        name,
        userName: board.layers.find((layer) => layer.name === name)?.userName ?? null,
      })),
      nets,
      stackup,
      bounds: picture.bounds,
      size,
      counts: {
        tracks: tracks.net.length + arcs.net.length,
        vias: vias.net.length,
        pads: pads.length,
        footprints: footprints.length,
      },
    },
  })
}

function refuse(error: unknown) {
  const isKnown = error instanceof FormatError || error instanceof RangeError
  reply({ about: 'refused', message: isKnown ? error.message : 'The file could not be read.' })
}

/** Draws one frame at a time. Outdated frames are abandoned, and a failed frame does not block the next one. */
function drawNext() {
  isDrawing = waiting !== null
  if (!waiting) return
  const { id, frame } = waiting
  waiting = null
  draw(id, frame).catch(console.error).finally(drawNext)
}

async function draw(id: number, frame: Frame) {
  const start = performance.now()
  const canvas = new OffscreenCanvas(Math.max(1, frame.width * frame.ratio), Math.max(1, frame.height * frame.ratio))
  const context = canvas.getContext('2d')
  if (!context || !picture) return
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
