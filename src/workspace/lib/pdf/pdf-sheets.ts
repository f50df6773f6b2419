import { type PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'

import type { PdfFonts } from './pdf-fonts'
import type { PdfTags } from './pdf-tags'

// US Letter, in points.
export const page = { width: 612, height: 792, margin: 54 }
export const right = page.width - page.margin
const bottom = page.margin + 24

export const ink = rgb(0.07, 0.11, 0.18)
export const muted = rgb(0.36, 0.41, 0.48)
const line = rgb(0.8, 0.83, 0.86)

export type Style = { font: 'regular' | 'bold' | 'mono'; size: number; color?: ReturnType<typeof rgb> }

/** The pages of a document, filled from top to bottom. Letters that no font contains become question marks. */
export class PdfSheets {
  sheet: PDFPage
  /** The distance of the next line from the bottom edge. */
  y = page.height - page.margin

  constructor(
    readonly document: PDFDocument,
    readonly fonts: PdfFonts,
    /** The structure for screen readers, if the document has one. */
    readonly tags: PdfTags | null = null,
  ) {
    this.sheet = document.addPage([page.width, page.height])
  }

  widthOf(words: string, style: Style): number {
    return runsOf(words, style, this.fonts).reduce(
      (sum, { run, font }) => sum + font.widthOfTextAtSize(run, style.size),
      0,
    )
  }

  writeOn(target: PDFPage, words: string, at: { x: number; y: number }, style: Style): void {
    const { size, color = ink } = style
    this.mark(target, () => {
      let { x } = at
      for (const { run, font } of runsOf(words, style, this.fonts)) {
        target.drawText(run, { x, y: at.y, font, size, color })
        x += font.widthOfTextAtSize(run, size)
      }
    })
  }

  /** Marks what `draw` draws as content of the open structure element. */
  mark(target: PDFPage, draw: () => void): void {
    if (this.tags) this.tags.mark(target, draw)
    else draw()
  }

  write(words: string, x: number, style: Style): void {
    this.writeOn(this.sheet, words, { x, y: this.y }, style)
  }

  /** Writes words that end at the right margin. */
  writeEnd(words: string, style: Style): void {
    this.write(words, right - this.widthOf(words, style), style)
  }

  /** Breaks text into lines that fit this width. */
  wrapped(words: string, style: Style, width: number): string[] {
    return lines(words, (piece) => this.widthOf(piece, style) <= width)
  }

  rule(at: number): void {
    const draw = () =>
      this.sheet.drawLine({ start: { x: page.margin, y: at }, end: { x: right, y: at }, thickness: 0.6, color: line })
    this.mark(this.sheet, draw)
  }

  /** Starts a new page and draws `head` on it, unless at least `height` points are left on the current page. */
  need(height: number, head?: () => void): void {
    if (this.y - height >= bottom) return
    this.sheet = this.document.addPage([page.width, page.height])
    this.y = page.height - page.margin
    head?.()
  }

  paragraph(words: string, style: Style, x = page.margin): void {
    for (const one of this.wrapped(words, style, right - x)) {
      this.need(style.size * 1.4)
      this.write(one, x, style)
      this.y -= style.size * 1.4
    }
  }

  /** Numbers the pages at the bottom. */
  numberPages(): void {
    const pages = this.document.getPages()
    for (const [index, one] of pages.entries()) {
      const words = `Page ${index + 1} of ${pages.length}`
      const style: Style = { font: 'regular', size: 8, color: muted }
      this.writeOn(one, words, { x: right - this.widthOf(words, style), y: page.margin - 12 }, style)
    }
  }
}

export const spelled = (words: string) => words.normalize('NFC').replace(/\s+/g, ' ')

/** Splits text into runs of one font each. */
function runsOf(words: string, style: Style, fonts: PdfFonts): { run: string; font: PDFFont }[] {
  if (style.font === 'mono') return [{ run: words, font: fonts.mono }]
  const runs: { run: string; font: PDFFont }[] = []
  for (const given of spelled(words)) {
    const letter = fonts.fontOf(given, style.font) ? given : '?'
    const font = fonts.fontOf(letter, style.font)
    const last = runs.at(-1)
    if (!font) continue
    if (last?.font === font) last.run += letter
    else runs.push({ run: letter, font })
  }
  return runs
}

/** Breaks text into lines between words. Words that are too long for a line are broken anywhere. */
function lines(words: string, fits: (piece: string) => boolean): string[] {
  const done: string[] = []
  let open = ''
  for (const word of spelled(words).split(' ')) {
    const joined = open === '' ? word : `${open} ${word}`
    if (fits(joined)) {
      open = joined
      continue
    }
    if (open !== '') done.push(open)
    open = ''
    for (const letter of word) {
      if (!fits(open + letter)) {
        done.push(open)
        open = ''
      }
      open += letter
    }
  }
  return [...done, open]
}
