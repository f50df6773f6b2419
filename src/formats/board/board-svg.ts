import type { Board } from './board'
import { BoardPicture, type Frame } from './board-picture'
import { SvgCanvas, SvgPath } from './svg-canvas'

/** A view of a board as an SVG picture, with the colors and layers of the view. */
export function boardSvg(board: Board, frame: Frame): string {
  const canvas = new SvgCanvas()
  const drawing = new BoardPicture(board, () => new SvgPath()).draw(canvas, { ...frame, ratio: 1 })
  while (!drawing.next().done) {
    // The generator yields between parts of the drawing, but a picture is saved only when it is complete.
  }
  return canvas.picture(frame.width, frame.height)
}
