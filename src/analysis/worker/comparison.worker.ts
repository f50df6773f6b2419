import type { NamedFile } from '../../formats/archive/unpacked-file'
import type { Box } from '../../formats/board/board-box'
import { union } from '../../formats/board/board-box'
import type { Board } from '../../formats/board/board'
import { BoardPicture, type Frame } from '../../formats/board/board-picture'
import { FormatError } from '../../formats/format-error'
import { type BoardAnswer, type BoardQuestion, answerTo } from '../../formats/worker/board-answers'
import { compareFiles, type ComparedBoards, componentOn, type FileComparison } from './comparison-worker-protocol'

/** How two boards are drawn on top of each other. */
export interface Overlay {
  before: string
  after: string
  /** The weight of the later board: at 0 only the earlier board is shown, at 0.5 both, and at 1 only the later one. */
  share: number
  /** How the colors of both boards are mixed: `multiply` on a light background, `screen` on a dark one. */
  blend: 'multiply' | 'screen'
}

export interface ComparisonQuestions {
  compare: {
    request: { before: NamedFile; after: NamedFile }
    /** `bounds` contains both boards; null for files that are not boards. */
    response: FileComparison & { bounds: Box | null }
  }
  /** The response is null if a later picture was requested before this one was complete. */
  draw: { request: { frame: Frame; overlay: Overlay }; response: ImageBitmap | null }
  /** A question about the later board. */
  question: { request: { question: BoardQuestion }; response: BoardAnswer }
}

type ComparisonRequest = {
  [About in keyof ComparisonQuestions]: { id: number; about: About } & ComparisonQuestions[About]['request']
}[keyof ComparisonQuestions]

type Pictures = ComparedBoards & { pictures: { before: BoardPicture<Path2D>; after: BoardPicture<Path2D> } }

/** Milliseconds of drawing between checks for new requests. */
const yieldIntervalMs = 40

let shown: Pictures | null = null
let latest = 0

addEventListener('message', ({ data }: MessageEvent<ComparisonRequest>) => {
  if (data.about === 'draw') latest = data.id
  answerOf(data)
    .then((answer) => self.postMessage({ id: data.id, answer }, { transfer: isPicture(answer) ? [answer] : [] }))
    .catch((error: unknown) => self.postMessage({ id: data.id, refused: { message: reasonOf(error) } }))
    .catch(reportError)
})

const isPicture = (answer: unknown): answer is ImageBitmap => answer instanceof ImageBitmap

function reasonOf(error: unknown): string {
  if (error instanceof FormatError || error instanceof RangeError) return error.message
  console.error(error)
  return 'The files could not be compared.'
}

async function answerOf(request: ComparisonRequest) {
  switch (request.about) {
    case 'compare':
      return compare(request.before, request.after)
    case 'draw':
      return draw(request.id, request.frame, request.overlay)
    case 'question': {
      if (!shown) throw new RangeError('The boards have not been read yet.')
      return answerTo(shown.after, request.question)
    }
  }
}

async function compare(before: NamedFile, after: NamedFile) {
  const start = performance.now()
  const { comparison, boards } = await compareFiles(before, after)
  performance.measure('boards.compare', { start })
  if (!boards) return { ...comparison, bounds: null }
  const pictureOf = (board: Board) => new BoardPicture(board, () => new Path2D())
  shown = { ...boards, pictures: { before: pictureOf(boards.before), after: pictureOf(boards.after) } }
  return { ...comparison, bounds: union(shown.pictures.before.bounds, shown.pictures.after.bounds) }
}

/** Draws each board in its color, and blends the two pictures. */
async function draw(id: number, frame: Frame, { before, after, share, blend }: Overlay): Promise<ImageBitmap | null> {
  if (!shown) throw new RangeError('The boards have not been read yet.')
  const names = [...shown.after.copper, ...shown.before.copper.filter((name) => !shown?.after.copper.includes(name))]
  const canvasOf = () =>
    new OffscreenCanvas(Math.max(1, frame.width * frame.ratio), Math.max(1, frame.height * frame.ratio))
  const target = canvasOf()
  const context = target.getContext('2d')
  if (!context) throw new RangeError('The browser cannot draw the boards.')
  context.fillStyle = frame.colors.ground
  context.fillRect(0, 0, target.width, target.height)

  let yieldAt = performance.now() + yieldIntervalMs
  for (const side of ['before', 'after'] as const) {
    const opacity = Math.min(1, 2 * (side === 'before' ? 1 - share : share))
    if (opacity === 0) continue
    const canvas = canvasOf()
    const own = canvas.getContext('2d')
    if (!own) continue
    const board = shown[side]
    const color = side === 'before' ? before : after
    const wanted = frame.highlighted.flatMap(({ nets }) => nets)
    const { namesBefore } = shown
    const nets = side === 'before' ? wanted.map((name) => namesBefore.get(name) ?? name) : wanted
    const known = new Set(board.nets.map(({ name }) => name))
    const component = componentOn(side, shown, frame.component)
    const drawing = shown.pictures[side].draw(own, {
      ...frame,
      layers: frame.layers.map((layer) => board.copper.indexOf(names[layer] ?? '')).filter((layer) => layer >= 0),
      highlighted: [{ nets, color }],
      component,
      colors: { ...frame.colors, via: color, outline: color, halo: color, layers: board.copper.map(() => color) },
    })
    while (!drawing.next().done) {
      if (performance.now() < yieldAt) continue
      await new Promise<void>((done) => setTimeout(done))
      if (id !== latest) return null
      yieldAt = performance.now() + yieldIntervalMs
    }
    // A board without any highlighted item is dimmed, like the copper without highlights on the other board.
    const isLit = nets.some((name) => known.has(name)) || shown.pictures[side].hasPads(component)
    const isDimmed = (nets.length > 0 || shown.pictures.after.hasPads(frame.component)) && !isLit
    context.globalCompositeOperation = blend
    context.globalAlpha = opacity * (isDimmed ? dimmedOpacity : 1)
    context.drawImage(canvas, 0, 0)
  }
  return target.transferToImageBitmap()
}

const dimmedOpacity = 0.2
