import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'

import type { Quote } from '../../../machines/wizard/quote.machine'
import { brand } from '../../content/brand'
import { price } from '../../ui/amounts'

// US Letter, in points.
const page = { width: 612, height: 792, margin: 54 }
const right = page.width - page.margin
const bottom = page.margin + 24

const ink = rgb(0.07, 0.11, 0.18)
const muted = rgb(0.36, 0.41, 0.48)
const line = rgb(0.8, 0.83, 0.86)

const columns = [
  { title: '#', x: page.margin, width: 24 },
  { title: 'Simulation', x: page.margin + 28, width: 84 },
  { title: 'Nets', x: page.margin + 118, width: 200 },
  { title: 'Details', x: page.margin + 326, width: 108 },
  { title: 'Price', x: right - 66, width: 66 },
] as const

type Style = { font: PDFFont; size: number; color?: ReturnType<typeof rgb> }

/** The quote as a PDF document: as many pages as its rows need, each with its number. */
export async function quotePdf(quote: Quote, date: Date): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create()
  document.setTitle(`Quote for the simulation of ${quote.project}`)
  document.setAuthor(brand.legalName)
  document.setCreationDate(date)
  document.setModificationDate(date)
  const regular = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const mono = await document.embedFont(StandardFonts.Courier)
  const text = { font: regular, size: 9.5 }
  const small = { font: regular, size: 8.5, color: muted }

  let sheet: PDFPage = document.addPage([page.width, page.height])
  let y = page.height - page.margin

  const write = (words: string, x: number, { font, size, color = ink }: Style) =>
    sheet.drawText(words, { x, y, font, size, color })
  const writeEnd = (words: string, style: Style) =>
    write(words, right - style.font.widthOfTextAtSize(words, style.size), style)
  const rule = (at: number) =>
    sheet.drawLine({ start: { x: page.margin, y: at }, end: { x: right, y: at }, thickness: 0.6, color: line })
  /** Makes sure of so much room; a new page begins with `head`. */
  const need = (height: number, head?: () => void) => {
    if (y - height >= bottom) return
    sheet = document.addPage([page.width, page.height])
    y = page.height - page.margin
    head?.()
  }
  const paragraph = (words: string, style: Style, x = page.margin) => {
    for (const one of wrapped(words, style, right - x)) {
      need(style.size * 1.4)
      write(one, x, style)
      y -= style.size * 1.4
    }
  }
  const fact = (name: string, value: string, style: Style = text) => {
    need(14)
    write(name, page.margin, small)
    paragraph(value, style, page.margin + 104)
  }
  const tableHead = () => {
    for (const { title, x } of columns) {
      if (title === 'Price') writeEnd(title, small)
      else write(title, x, small)
    }
    y -= 6
    rule(y)
    y -= 13
  }

  write(encodable(brand.legalName, bold), page.margin, { font: bold, size: 14 })
  writeEnd('Quote', { font: bold, size: 14 })
  y -= 16
  for (const one of [...brand.address, brand.supportEmail]) paragraph(one, small)
  y -= 14

  fact('Date', date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' }))
  fact('Project', quote.project)
  fact('Purchase order', quote.purchaseOrder ?? 'None')
  for (const { kind, name, sha256 } of quote.files) {
    fact(`${kind} file`, name)
    fact('SHA-256', sha256, { font: mono, size: 8 })
  }
  y -= 14

  need(40)
  tableHead()
  for (const [index, row] of quote.rows.entries()) {
    const cells = [String(index + 1), row.simulation, row.nets, row.details].map((words, column) =>
      wrapped(words, text, columns[column]?.width ?? 0),
    )
    const height = Math.max(...cells.map(({ length }) => length))
    for (let part = 0; part < height; part++) {
      need(12, tableHead)
      cells.forEach((cell, column) => write(cell[part] ?? '', columns[column]?.x ?? 0, text))
      if (part === 0) writeEnd(price(row.price), text)
      y -= 12
    }
    rule(y + 6)
    y -= 7
  }

  need(70)
  y -= 6
  write('Total in US dollars', page.margin, { font: bold, size: 11 })
  writeEnd(price(quote.total), { font: bold, size: 11 })
  y -= 24
  paragraph('This quote is valid while the price table is unchanged.', small)
  paragraph('Sales tax is added where it is required. All purchases are non-refundable.', small)

  const pages = document.getPages()
  for (const [index, one] of pages.entries()) {
    const words = `Page ${index + 1} of ${pages.length}`
    const x = right - regular.widthOfTextAtSize(words, 8)
    one.drawText(words, { x, y: page.margin - 12, font: regular, size: 8, color: muted })
  }
  return new Uint8Array(await document.save())
}

const charactersOf = new WeakMap<PDFFont, Set<number>>()

/** The fonts that every reader has know Western letters only; what they lack becomes a question mark. */
function encodable(words: string, font: PDFFont): string {
  const known = charactersOf.get(font) ?? new Set(font.getCharacterSet())
  charactersOf.set(font, known)
  const spelled = words.normalize('NFC').replace(/\s+/g, ' ').replace(/Ω/g, 'Ohm').replace(/μ/g, 'µ')
  return Array.from(spelled, (one) => (known.has(one.codePointAt(0) ?? 0) ? one : '?')).join('')
}

/** Broken between words; a word that is too long by itself is broken anywhere. */
function wrapped(words: string, { font, size }: Style, width: number): string[] {
  const fits = (piece: string) => font.widthOfTextAtSize(piece, size) <= width
  const lines: string[] = []
  let open = ''
  for (const word of encodable(words, font).split(' ')) {
    const joined = open === '' ? word : `${open} ${word}`
    if (fits(joined)) {
      open = joined
      continue
    }
    if (open !== '') lines.push(open)
    open = ''
    for (const letter of word) {
      if (!fits(open + letter)) {
        lines.push(open)
        open = ''
      }
      open += letter
    }
  }
  return [...lines, open]
}
