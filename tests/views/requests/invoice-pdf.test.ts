import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'

import type { InvoiceDocument } from '../../../machines/requests/invoice-document'
import { brand } from '../../../src/content/brand'
import { invoicePdf } from '../../../src/workspace/requests/invoice/invoice-pdf'

const invoice: InvoiceDocument = {
  title: 'Invoice and receipt',
  number: 'INV-1007',
  facts: [
    ['Number', 'INV-1007'],
    ['Customer', 'Uma Serrano'],
    ['Purchase order', 'PO-4711'],
  ],
  lines: [{ text: 'Power integrity, PowerDC: +3V3 with ground GND', cents: 100_000 }],
  totalText: 'Total in US dollars',
  cents: 100_000,
  notes: ['Paid on March 4, 2026. Nothing is due.'],
}

/** The text of each page, as extracted by a PDF reader. */
async function pagesOf(made: InvoiceDocument) {
  const data = await invoicePdf(made, async (address) => new Uint8Array(await readFile(address.slice(1))))
  const document = await getDocument({ data, verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    pages.push(text.replace(/\s+/g, ' '))
  }
  return pages
}

test('an invoice contains the company, its number, the customer, the lines and the total', async () => {
  const [page, ...others] = await pagesOf(invoice)
  expect(others).toEqual([])
  for (const text of [
    ...[brand.legalName, ...brand.address, 'Invoice and receipt', 'INV-1007', 'PO-4711', 'Uma Serrano'],
    ...[
      'Power integrity, PowerDC: +3V3 with ground GND',
      '$1,000',
      'Total in US dollars',
      'Nothing is due.',
      'Page 1 of 1',
    ],
  ]) {
    expect(page).toContain(text)
  }
})

test('many rows continue on further pages, with the total on the last one', async () => {
  const lines = Array.from({ length: 120 }, (_, at) => ({ text: `Row ${at + 1}`, cents: 1250 }))
  const pages = await pagesOf({ ...invoice, lines, cents: 150_000 })
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.join(' ')).toContain('Row 120 $12.50')
  expect(pages.at(-1)).toContain('Total in US dollars $1,500')
})
