import { PDFDocument } from '@cantoo/pdf-lib'

import { dollarText } from '../../../../machines/lib/dollars'
import type { Quote } from '../../../../machines/wizard/quote'
import type { MadeQuote } from '../../../../machines/wizard/quote.machine'
import { taxText } from '../../../../machines/wizard/billing/tax'
import { deliveryText } from '../../../../machines/wizard/turnaround'
import { brand } from '../../../content/brand'
import { price } from '../../../ui/amounts'
import { muted, page, PdfSheets, right, spelled, type Style } from '../../lib/pdf/pdf-sheets'
import { embedFonts, type ReadFont } from '../../lib/pdf/pdf-fonts'

const columns = [
  { title: '#', x: page.margin, width: 24 },
  { title: 'Simulation', x: page.margin + 28, width: 84 },
  { title: 'Nets', x: page.margin + 118, width: 200 },
  { title: 'Details', x: page.margin + 326, width: 108 },
  { title: 'Price', x: right - 66, width: 66 },
] as const

/**
 * Creates the quote as a PDF document with numbered pages. Letters that no font contains are printed as question marks
 * and reported in the result.
 */
export async function quotePdf(quote: Quote, date: Date, readFont: ReadFont): Promise<MadeQuote> {
  const document = await PDFDocument.create()
  document.setTitle(`Quote for the simulation of ${quote.project ?? quote.files[0]?.name ?? 'a board'}`)
  document.setAuthor(brand.legalName)
  document.setCreationDate(date)
  document.setModificationDate(date)
  const own = spelled([...documentWords, brand.legalName, ...brand.address, brand.supportEmail].join(' '))
  const given = spelled(wordsOf(quote).join(' '))
  const fonts = await embedFonts(document, { text: own + given, bold: own }, readFont)
  const text: Style = { font: 'regular', size: 9.5 }
  const small: Style = { font: 'regular', size: 8.5, color: muted }

  const sheets = new PdfSheets(document, fonts)
  const fact = (name: string, value: string, style: Style = text) => {
    sheets.need(14)
    sheets.write(name, page.margin, small)
    sheets.paragraph(value, style, page.margin + 104)
  }
  const tableHead = () => {
    for (const { title, x } of columns) {
      if (title === 'Price') sheets.writeEnd(title, small)
      else sheets.write(title, x, small)
    }
    sheets.y -= 6
    sheets.rule(sheets.y)
    sheets.y -= 13
  }

  sheets.write(brand.legalName, page.margin, { font: 'bold', size: 14 })
  sheets.writeEnd('Quote', { font: 'bold', size: 14 })
  sheets.y -= 16
  for (const one of [...brand.address, brand.supportEmail]) sheets.paragraph(one, small)
  sheets.y -= 14

  if (quote.isTrial) {
    sheets.paragraph(trialText, { font: 'bold', size: 11 })
    sheets.y -= 8
  }
  const today = date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' })
  fact('Date', today)
  if (quote.request) fact('Request', quote.request)
  if (quote.project) fact('Project', quote.project)
  if (quote.purchaseOrder) fact('Purchase order', quote.purchaseOrder)
  fact('Delivery', `Usually ${deliveryText(quote.turnaroundDays)}`)
  for (const { kind, name, sha256 } of quote.files) {
    fact(`${kind} file`, name)
    fact('SHA-256', sha256, { font: 'mono', size: 8 })
  }
  sheets.y -= 14

  sheets.need(40)
  tableHead()
  for (const [index, row] of quote.rows.entries()) {
    const cells = [String(index + 1), row.simulation, row.nets, row.details].map((words, column) =>
      sheets.wrapped(words, text, columns[column]?.width ?? 0),
    )
    const height = Math.max(...cells.map(({ length }) => length))
    for (let part = 0; part < height; part++) {
      sheets.need(12, tableHead)
      cells.forEach((cell, column) => sheets.write(cell[part] ?? '', columns[column]?.x ?? 0, text))
      if (part === 0) sheets.writeEnd(price(row.price), text)
      sheets.y -= 12
    }
    sheets.rule(sheets.y + 6)
    sheets.y -= 7
  }

  const { total, tax } = quote
  sheets.need(110)
  sheets.y -= 6
  const amount = (name: string, value: string, style: Style) => {
    sheets.write(name, page.margin, style)
    sheets.writeEnd(value, style)
    sheets.y -= 16
  }
  if (tax) {
    amount('Total before tax', price(total), text)
    amount(taxText(tax), dollarText(tax.cents), text)
  }
  const charged = total * 100 + (tax?.cents ?? 0)
  amount(tax ? 'Total in US dollars, with tax' : 'Total in US dollars', dollarText(charged), { font: 'bold', size: 11 })
  sheets.y -= 8
  sheets.paragraph(quote.request ? orderedText : `Prices as of ${today}. ${confirmedText}`, small)
  if (!tax) sheets.paragraph('Sales tax or VAT is added where required.', small)
  sheets.paragraph('All purchases are non-refundable.', small)

  sheets.numberPages()
  const bytes = new Uint8Array(await document.save())
  return { bytes, unprintable: [...new Set(given)].filter((letter) => !fonts.fontOf(letter, 'regular')) }
}

const trialText = 'Trial site: this quote is not an offer, and orders are not fulfilled.'

/** Printed on the quote of a request that has already been ordered. */
const orderedText = 'These are the prices at the time of the order.'
const confirmedText = 'The total is confirmed when you order.'

/** The fixed text of the document. Its characters are embedded along with the characters of the customer's text. */
const documentWords = [
  'Date Request Project Purchase order Delivery Usually Layout Stackup Material file SHA-256 # Simulation Nets Details Price Quote',
  'Total in US dollars Prices as of Sales tax or VAT is added where required.',
  'Total before tax, with tax. All purchases are non-refundable. Page of $,0123456789.% ? JanuaryFebruaryMarchAprilMayJuneJulyAugust',
  'SeptemberOctoberNovemberDecember',
  ...[orderedText, confirmedText, deliveryText(1), deliveryText(2), trialText],
]

const wordsOf = ({ project, request, purchaseOrder, files, rows, tax }: Quote) => [
  ...[project ?? '', request ?? '', purchaseOrder ?? '', tax?.name ?? ''],
  ...files.flatMap(({ kind, name }) => [kind, name]),
  ...rows.flatMap(({ simulation, nets, details }) => [simulation, nets, details]),
]
