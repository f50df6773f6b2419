import {
  drawObject,
  type PDFDocument,
  type PDFRef,
  popGraphicsState,
  pushGraphicsState,
  translate,
} from '@cantoo/pdf-lib'

import type { NetFacts } from '../../../../machines/previews/board/net-facts'
import type { NamedNets } from '../../../../machines/requests/request-report.machine'
import { netText } from '../../../../machines/wizard/board/net-list'
import { noRowFacts, rowFactsList, rowFactsOf } from '../../../../machines/wizard/rows/row-facts'
import type { BoardPrint, PrintedPart } from '../../../formats/board/board-print'
import { muted, page, type PdfSheets, right, type Style } from '../../lib/pdf/pdf-sheets'
import type { PdfTags } from '../../lib/pdf/pdf-tags'

/** The board of a report for its PDF: a drawing with the nets of each row, and the facts of all nets. */
export type PrintedBoard = { drawing: BoardPrint; facts: NetFacts } | { failure: string }

/** The largest size of the picture, in points. */
export const pictureSize = { width: right - page.margin, height: 300 }

const text: Style = { font: 'regular', size: 9.5 }
const small: Style = { font: 'regular', size: 8.5, color: muted }

/** Writes the pictures of the board, one per row. The copper, which is the same in all pictures, is stored once. */
export class BoardWriter {
  readonly #forms = new Map<PrintedPart, PDFRef>()

  constructor(
    private readonly sheets: PdfSheets,
    private readonly tags: PdfTags,
    private readonly board: PrintedBoard,
    private readonly layout: string,
  ) {}

  /** Writes the picture of the board with the nets of a row, and their facts below it. `index` is the row's index. */
  write(row: NamedNets, index: number): void {
    const { sheets, tags, board } = this
    if ('failure' in board) return
    const { drawing, facts } = board
    const nets = drawing.groups[index]
    if (nets) {
      const { height } = drawing
      sheets.need(height + 40)
      sheets.y -= height + 4
      const draw = () => {
        for (const part of [drawing.copper, nets]) this.#draw(part, drawing)
      }
      tags.within('Figure', () => sheets.mark(sheets.sheet, draw), pictureText(row, this.layout))
      sheets.y -= 14
      tags.within('Caption', () => sheets.paragraph(pictureText(row, this.layout), small))
      sheets.y -= 4
    }
    for (const line of factLines(facts, row)) {
      sheets.need(14)
      tags.within('P', () => sheets.paragraph(line, text))
    }
  }

  #draw(part: PrintedPart, { width, height }: BoardPrint): void {
    const { sheet, document, y } = this.sheets
    const form = this.#forms.get(part) ?? formOf(document, part, { width, height })
    this.#forms.set(part, form)
    const name = sheet.node.newXObject('Board', form)
    sheet.pushOperators(pushGraphicsState(), translate(page.margin, y), drawObject(name), popGraphicsState())
  }
}

function formOf(
  { context }: PDFDocument,
  { content, opacities }: PrintedPart,
  size: { width: number; height: number },
) {
  const states = Object.entries(opacities).map(([name, opacity]) => [name, { ca: opacity, CA: opacity }] as const)
  const form = context.flateStream(content, {
    ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, size.width, size.height] },
    Resources: { ExtGState: Object.fromEntries(states) },
  })
  return context.register(form)
}

const pictureText = ({ name, nets }: NamedNets, layout: string) =>
  `The board ${layout} from above, with the nets of ${name} highlighted: ${netText(nets)}.`

/** The facts of a row's nets, and the values that exceed the usual budget, as lines of text. */
const factLines = (facts: NetFacts, { nets }: NamedNets): string[] => {
  const found = rowFactsOf(facts, nets)
  if (!found) return [noRowFacts]
  return [...rowFactsList(found).map(([fact, value]) => `${fact}: ${value}`), ...found.outliers]
}

const failureText = (failure: string) => `The board cannot be drawn: ${failure}`

/** The words that the writer prints for these rows. The fonts must contain their characters. */
export const boardWords = (board: PrintedBoard, rows: NamedNets[], layout: string): string[] =>
  'failure' in board
    ? [failureText(board.failure)]
    : rows.flatMap((row) => [pictureText(row, layout), ...factLines(board.facts, row)])

/** Why the report has no pictures of the board; null if it has them. */
export const boardFailure = (board: PrintedBoard): string | null =>
  'failure' in board ? failureText(board.failure) : null
