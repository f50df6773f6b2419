import { PDFDocument } from '@cantoo/pdf-lib'

import { dollarText } from '../../../../machines/lib/dollars'
import type { InvoiceDocument } from '../../../../machines/requests/invoice-document'
import { brand } from '../../../content/brand'
import { embedFonts, type ReadFont } from '../../lib/pdf/pdf-fonts'
import { muted, page, PdfSheets, right, spelled, type Style } from '../../lib/pdf/pdf-sheets'

const text: Style = { font: 'regular', size: 9.5 }
const bold: Style = { font: 'bold', size: 11 }
const head: Style = { font: 'bold', size: 14 }
const small: Style = { font: 'regular', size: 8.5, color: muted }

const amountWidth = 80

/** Creates an invoice or a credit note as a PDF document with numbered pages. */
export async function invoicePdf(made: InvoiceDocument, readFont: ReadFont): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create()
  document.setTitle(`${made.title} ${made.number}`)
  document.setAuthor(brand.legalName)
  const words = spelled(wordsOf(made).join(' '))
  const sheets = new PdfSheets(document, await embedFonts(document, { text: words, bold: words }, readFont))

  sheets.write(brand.legalName, page.margin, head)
  sheets.writeEnd(made.title, head)
  sheets.y -= 16
  for (const one of [...brand.address, brand.supportEmail]) sheets.paragraph(one, small)
  sheets.y -= 14
  for (const [name, value] of made.facts) {
    sheets.need(14)
    sheets.write(name, page.margin, small)
    sheets.paragraph(value, text, page.margin + 104)
  }
  sheets.y -= 14
  for (const { text: line, cents } of made.lines) {
    for (const [part, piece] of sheets.wrapped(line, text, right - page.margin - amountWidth).entries()) {
      sheets.need(12)
      sheets.write(piece, page.margin, text)
      if (part === 0) sheets.writeEnd(dollarText(cents), text)
      sheets.y -= 12
    }
    sheets.rule(sheets.y + 6)
    sheets.y -= 7
  }
  sheets.need(70)
  sheets.y -= 6
  sheets.write(made.totalText, page.margin, bold)
  sheets.writeEnd(dollarText(made.cents), bold)
  sheets.y -= 24
  for (const note of made.notes) sheets.paragraph(note, text)
  sheets.numberPages()
  return new Uint8Array(await document.save())
}

const wordsOf = ({ title, facts, lines, totalText, notes }: InvoiceDocument) => [
  ...[brand.legalName, ...brand.address, brand.supportEmail, title, totalText, ...notes],
  ...facts.flat(),
  ...lines.map((line) => line.text),
  'Page of $.,0123456789',
]
