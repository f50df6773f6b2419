import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'

import type { Quote } from '../../../machines/wizard/quote.machine'
import { brand } from '../../../src/content/brand'
import { quotePdf } from '../../../src/workspace/wizard/quote-pdf'

const row = { simulation: 'MIPI-D', nets: 'D0_P, D0_N over GND', details: '1.5 Gbps, clock CLK_P', price: 2000 }
const quote: Quote = {
  project: 'Camera board',
  files: [{ kind: 'Layout', name: 'board.kicad_pcb', sha256: 'ab'.repeat(32) }],
  rows: [row],
  total: 2000,
  purchaseOrder: 'PO-4711',
}

/** The text of each page, as extracted by a PDF reader. */
async function pagesOf(made: Quote) {
  const data = await quotePdf(made, new Date('2026-03-04T12:00:00Z'))
  const document = await getDocument({ data, verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    )
  }
  return pages
}

test('a quote says who, when, for what, with which files, each price and the total', async () => {
  const [page, ...others] = await pagesOf(quote)
  expect(others).toEqual([])
  for (const text of [
    ...[brand.legalName, ...brand.address, 'March 4, 2026', 'Camera board', 'PO-4711'],
    'Layout file',
    'board.kicad_pcb',
    'ab'.repeat(32),
    ...[row.simulation, row.nets, row.details, '$2,000', 'Total in US dollars'],
    'This quote is valid while the price table is unchanged.',
    'Page 1 of 1',
  ]) {
    expect(page).toContain(text)
  }
})

test('a long order takes more pages, each with its number and the head of the table', async () => {
  const rows = Array.from({ length: 120 }, () => row)
  const pages = await pagesOf({ ...quote, rows, total: 240_000 })
  expect(pages.length).toBeGreaterThan(3)
  pages.forEach((page, index) => expect(page).toContain(`Page ${index + 1} of ${pages.length}`))
  for (const page of pages.slice(0, -1)) expect(page).toContain('Simulation Nets Details Price')
  expect(pages.join(' ').match(/MIPI-D/g)).toHaveLength(120)
  expect(pages.at(-1)).toContain('$240,000')
})

test('a row of hundreds of nets goes on over the page, and loses none', async () => {
  const nets = Array.from({ length: 900 }, (_, net) => `DDR_DQ${net}_P`)
  const text = (await pagesOf({ ...quote, rows: [{ ...row, nets: nets.join(', ') }] })).join(' ')
  for (const net of nets) expect(text).toContain(net)
})

test('letters that the fonts of every reader lack do no harm', async () => {
  const [page] = await pagesOf({
    ...quote,
    project: '相机 board',
    rows: [{ ...row, details: '50 mΩ' }],
  })
  expect(page).toContain('?? board')
  expect(page).toContain('50 mOhm')
})
