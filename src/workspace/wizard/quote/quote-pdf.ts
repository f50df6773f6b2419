import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'

import type { MadeQuote, Quote } from '../../../../machines/wizard/quote.machine'
import { brand } from '../../../content/brand'
import { price } from '../../../ui/amounts'
import { embedFonts, type QuoteFonts, type ReadFont } from './quote-fonts'

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

type Style = { font: 'regular' | 'bold' | 'mono'; size: number; color?: ReturnType<typeof rgb> }

/**
 * Creates the quote as a PDF document with numbered pages. Letters that no font contains are printed as question marks
 * and reported in the result.
 */
export async function quotePdf(quote: Quote, date: Date, readFont: ReadFont): Promise<MadeQuote> {
  const document = await PDFDocument.create()
  document.setTitle(`Quote for the simulation of ${quote.project}`)
  document.setAuthor(brand.legalName)
  document.setCreationDate(date)
  document.setModificationDate(date)
  const own = spelled([...documentWords, brand.legalName, ...brand.address, brand.supportEmail].join(' '))
  const given = spelled(wordsOf(quote).join(' '))
  const fonts = await embedFonts(document, { text: own + given, bold: own }, readFont)
  const text: Style = { font: 'regular', size: 9.5 }
  const small: Style = { font: 'regular', size: 8.5, color: muted }

  let sheet: PDFPage = document.addPage([page.width, page.height])
  let y = page.height - page.margin

  const widthOf = (words: string, style: Style) =>
    runsOf(words, style, fonts).reduce((sum, { run, font }) => sum + font.widthOfTextAtSize(run, style.size), 0)
  const writeOn = (target: PDFPage, words: string, at: { x: number; y: number }, style: Style) => {
    const { size, color = ink } = style
    let { x } = at
    for (const { run, font } of runsOf(words, style, fonts)) {
      target.drawText(run, { x, y: at.y, font, size, color })
      x += font.widthOfTextAtSize(run, size)
    }
  }
  const write = (words: string, x: number, style: Style) => writeOn(sheet, words, { x, y }, style)
  const writeEnd = (words: string, style: Style) => write(words, right - widthOf(words, style), style)
  const wrapped = (words: string, style: Style, width: number) =>
    lines(words, (piece) => widthOf(piece, style) <= width)
  const rule = (at: number) =>
    sheet.drawLine({ start: { x: page.margin, y: at }, end: { x: right, y: at }, thickness: 0.6, color: line })
  /** Starts a new page and draws `head` on it unless this much height is left on the current page. */
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

  write(brand.legalName, page.margin, { font: 'bold', size: 14 })
  writeEnd('Quote', { font: 'bold', size: 14 })
  y -= 16
  for (const one of [...brand.address, brand.supportEmail]) paragraph(one, small)
  y -= 14

  if (quote.isTrial) {
    paragraph(trialText, { font: 'bold', size: 11 })
    y -= 8
  }
  fact('Date', date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' }))
  fact('Project', quote.project)
  fact('Purchase order', quote.purchaseOrder ?? 'None')
  for (const { kind, name, sha256 } of quote.files) {
    fact(`${kind} file`, name)
    fact('SHA-256', sha256, { font: 'mono', size: 8 })
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
  write('Total in US dollars', page.margin, { font: 'bold', size: 11 })
  writeEnd(price(quote.total), { font: 'bold', size: 11 })
  y -= 24
  paragraph('This quote is valid while the price table is unchanged.', small)
  paragraph('Sales tax is added where it is required. All purchases are non-refundable.', small)

  const pages = document.getPages()
  for (const [index, one] of pages.entries()) {
    const words = `Page ${index + 1} of ${pages.length}`
    const style: Style = { font: 'regular', size: 8, color: muted }
    writeOn(one, words, { x: right - widthOf(words, style), y: page.margin - 12 }, style)
  }
  const bytes = new Uint8Array(await document.save())
  return { bytes, unprintable: [...new Set(given)].filter((letter) => !fonts.fontOf(letter, 'regular')) }
}

const trialText = 'Trial site: this quote is not an offer, and orders are not fulfilled.'

/** The fixed text of the document. Its characters are embedded along with those of the customer's text. */
const documentWords = [
  'Date Project Purchase order None Layout Stackup Material file SHA-256 # Simulation Nets Details Price Quote',
  'Total in US dollars This quote is valid while the price table is unchanged. Sales tax is added where it is required.',
  'All purchases are non-refundable. Page of $,0123456789 ? JanuaryFebruaryMarchAprilMayJuneJulyAugust',
  'SeptemberOctoberNovemberDecember',
  trialText,
]

const wordsOf = ({ project, purchaseOrder, files, rows }: Quote) => [
  ...[project, purchaseOrder ?? ''],
  ...files.flatMap(({ kind, name }) => [kind, name]),
  ...rows.flatMap(({ simulation, nets, details }) => [simulation, nets, details]),
]

const spelled = (words: string) => words.normalize('NFC').replace(/\s+/g, ' ')

/** Splits text into runs of one font each. */
function runsOf(words: string, style: Style, fonts: QuoteFonts): { run: string; font: PDFFont }[] {
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
