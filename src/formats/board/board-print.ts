import type { Board } from './board'
import { BoardPicture, type Frame } from './board-picture'
import { PdfCanvas, PdfPath } from './pdf-canvas'

/** A part of a board's picture, as the content of a PDF form XObject. */
export interface PrintedPart {
  content: string
  /** The opacities that the content uses, from 0 to 1, keyed by their names in the content. */
  opacities: Record<string, number>
}

/** A board for a PDF document. The sizes are in points. */
export interface BoardPrint {
  width: number
  height: number
  /** The dimmed copper of the board, over which the nets of each group are drawn. */
  copper: PrintedPart
  /** The nets of each group; null if the board has none of them. */
  groups: (PrintedPart | null)[]
}

/** What is printed: the size of the picture, its colors, and groups of nets, each highlighted in its own picture. */
export interface BoardPrintWanted {
  size: { width: number; height: number }
  colors: Frame['colors']
  groups: { nets: string[]; color: string }[]
}

/** The share of the picture that the board takes up. The rest is its margin. */
const filled = 0.96
/** The pixels per point, which determine the width of the thinnest lines and of the outlines of highlighted nets. */
const ratio = 3

/**
 * Draws a board from above for a PDF document: its copper once for all groups, and the nets of each group separately.
 */
export function boardPrint(board: Board, { size, colors, groups }: BoardPrintWanted): BoardPrint {
  const picture = new BoardPicture(board, () => new PdfPath())
  const { left, top, right, bottom } = picture.bounds
  const scale = filled * Math.min(size.width / (right - left), size.height / (bottom - top))
  const [width, height] = [size.width, Math.min(size.height, (scale / filled) * (bottom - top))]
  const frame: Frame = {
    ...{ width, height, ratio, scale, isFlipped: false, colors, highlighted: [], component: null },
    ...{ x: (left + right) / 2, y: (top + bottom) / 2, layers: board.copper.map((_, layer) => layer) },
  }
  const printed = (draw: (canvas: PdfCanvas) => Iterator<void>): PrintedPart => {
    const canvas = new PdfCanvas({ height, ratio })
    const drawing = draw(canvas)
    while (!drawing.next().done) {
      // The generator yields between parts of the drawing, but a picture is printed only when it is complete.
    }
    return canvas.form()
  }
  const known = new Set(board.nets.map(({ name }) => name))
  return {
    ...{ width, height },
    copper: printed((canvas) => picture.drawCopper(canvas, frame, true)),
    groups: groups.map((group) =>
      group.nets.some((net) => known.has(net))
        ? printed((canvas) => picture.drawHighlighted(canvas, { ...frame, highlighted: [group] }))
        : null,
    ),
  }
}
