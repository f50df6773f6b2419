import { factsOfBoard } from './board-facts'
import type { Box } from '../board/board-box'
import { BoardPicture, type Frame } from '../board/board-picture'
import { FormatError } from '../format-error'
import { readKicadBoard } from '../kicad/kicad-board'
import type { Net } from '../net'
import type { Stackup } from '../stackup'

/** What the page is told of a board; its geometry stays here. */
export interface BoardOutline {
  /** Copper layers from top to bottom: KiCad's name, and the person's own where there is one. */
  copper: { name: string; userName: string | null }[]
  nets: Net[]
  stackup: Stackup | null
  bounds: Box
  /** In mm; null without an outline. */
  size: { width: number; height: number } | null
  counts: { tracks: number; vias: number; pads: number; footprints: number }
}

export type BoardRequest = { about: 'read'; content: Blob } | { about: 'draw'; id: number; frame: Frame }

export type BoardReply =
  | { about: 'read'; board: BoardOutline }
  | { about: 'refused'; message: string }
  | { about: 'drawn'; id: number; bitmap: ImageBitmap }

/** Larger files would take the memory of the page with them. */
const mostBytes = 256 * 1024 * 1024
/** Between two looks at what came in meanwhile. */
const stretch = 40

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
  const begin = performance.now()
  if (content.size > mostBytes) throw new RangeError('The board is larger than 256 MB.')
  const board = readKicadBoard(new Uint8Array(await content.arrayBuffer()))
  picture = new BoardPicture(board)
  performance.measure('board.read', { start: begin })
  const { size, nets, stackup } = factsOfBoard(board)
  const { tracks, arcs, vias, pads, footprints } = board
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

/** One picture after the other; one that is out of date is given up, and one that fails does not hold up the next. */
function drawNext() {
  isDrawing = waiting !== null
  if (!waiting) return
  const { id, frame } = waiting
  waiting = null
  draw(id, frame).catch(console.error).finally(drawNext)
}

async function draw(id: number, frame: Frame) {
  const begin = performance.now()
  const canvas = new OffscreenCanvas(Math.max(1, frame.width * frame.ratio), Math.max(1, frame.height * frame.ratio))
  const context = canvas.getContext('2d')
  if (!context || !picture) return
  let pause = begin + stretch
  const drawing = picture.draw(context, frame)
  while (!drawing.next().done) {
    if (performance.now() < pause) continue
    await new Promise<void>((done) => setTimeout(done))
    if (id !== latest) return
    pause = performance.now() + stretch
  }
  const bitmap = canvas.transferToImageBitmap()
  performance.measure('board.draw', { start: begin })
  reply({ about: 'drawn', id, bitmap }, [bitmap])
}
