import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeEach, expect, test } from 'vitest'

import { type Quote, quoteOfOrder } from '../../../machines/wizard/quote'
import { brand } from '../../../src/content/brand'
import { quotePdf } from '../../../src/workspace/wizard/quote/quote-pdf'
import { simulationRequest } from '../../model/wizard/request-samples'

const row = { simulation: 'MIPI-D', nets: 'D0_P, D0_N with ground GND', details: '1.5 Gbps, clock CLK_P', price: 2000 }
const quote: Quote = {
  project: 'Camera board',
  request: null,
  files: [{ kind: 'Layout', name: 'board.kicad_pcb', sha256: 'ab'.repeat(32) }],
  rows: [row],
  total: 2000,
  tax: null,
  purchaseOrder: 'PO-4711',
  turnaroundDays: 10,
  isTrial: false,
}

const readFont = async (address: string) => {
  asked.push(address)
  return new Uint8Array(await readFile(address.slice(1)))
}
let asked: string[] = []
beforeEach(() => {
  asked = []
})

/** The text of each page, as extracted by a PDF reader. */
async function pagesOf(made: Quote) {
  const { bytes: data } = await quotePdf(made, new Date('2026-03-04T12:00:00Z'), readFont)
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

test('a quote contains the company, date, project, files, prices and total', async () => {
  const [page, ...others] = await pagesOf(quote)
  expect(others).toEqual([])
  for (const text of [
    ...[brand.legalName, ...brand.address, 'March 4, 2026', 'Camera board', 'PO-4711'],
    'Layout file',
    'board.kicad_pcb',
    'ab'.repeat(32),
    ...[row.simulation, row.nets, row.details, '$2,000', 'Total in US dollars'],
    'Delivery Usually within 10 business days of payment',
    'Prices as of March 4, 2026. The total is confirmed when you order.',
    'Sales tax or VAT is added where required.',
    'Page 1 of 1',
  ]) {
    expect(page).toContain(text)
  }
})

test('a quote has no lines for a project and a purchase order that do not exist, and one for the delivery', async () => {
  const [page] = await pagesOf({ ...quote, project: null, purchaseOrder: null, turnaroundDays: 1 })
  for (const line of ['Project', 'Purchase order', 'None']) expect(page).not.toContain(line)
  expect(page).toContain('Delivery Usually within 1 business day of payment')
})

test('the quote of an ordered request contains its number, its files and the prices of the order', async () => {
  const request = simulationRequest({
    ...{ status: 'awaiting payment', purchase_order: 'PO-7', total: 3500 },
    ...{
      stackup: { ...simulationRequest().layout, name: 'stack.csv' },
      tax: { name: 'VAT', rate: 19_000, cents: 66_500 },
    },
    si: [
      {
        ...{ interface: 'MIPI-D', speed: '1.5Gbps', clock_signal: ['CLK_P'], unit_price: 2500 },
        ...{ signal_nets: ['/X (1, 2)/D0_P', 'D0_N'], ground_nets: ['GND'] },
      },
    ],
    pi: [{ type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }],
  })
  const [page] = await pagesOf(quoteOfOrder(request))
  for (const text of [
    ...['Request SI-1001', 'PO-7', 'Layout file', 'board.kicad_pcb', 'Stackup file', 'stack.csv'],
    'These are the prices at the time of the order.',
    ...[
      'MIPI-D',
      '"/X (1, 2)/D0_P", D0_N with ground GND',
      '$2,500',
      'PowerDC',
      '+3V3 with ground GND',
      '$1,000',
      '$665',
      '$4,165',
    ],
  ]) {
    expect(page).toContain(text)
  }
})

test('a quote with tax contains the tax and both totals', async () => {
  const [page] = await pagesOf({ ...quote, tax: { name: 'Налог', rate: 8875, cents: 17_750 } })
  // 8.875% of $2,000.
  for (const text of ['Total before tax', '$2,000', 'Налог', '8.875%', '$177.50', 'with tax', '$2,177.50']) {
    expect(page).toContain(text)
  }
  expect(page).not.toContain('Sales tax or VAT is added')
})

test('a long order takes several pages, each with its number and the table header', async () => {
  const rows = Array.from({ length: 120 }, () => row)
  const pages = await pagesOf({ ...quote, rows, total: 240_000 })
  expect(pages.length).toBeGreaterThan(3)
  pages.forEach((page, index) => expect(page).toContain(`Page ${index + 1} of ${pages.length}`))
  for (const page of pages.slice(0, -1)) expect(page).toContain('Simulation Nets Details Price')
  expect(pages.join(' ').match(/MIPI-D/g)).toHaveLength(120)
  expect(pages.at(-1)).toContain('$240,000')
})

test('a row with hundreds of nets continues on the next page and loses none', async () => {
  const nets = Array.from({ length: 900 }, (_, net) => `DDR_DQ${net}_P`)
  const text = (await pagesOf({ ...quote, rows: [{ ...row, nets: nets.join(', ') }] })).join(' ')
  for (const net of nets) expect(text).toContain(net)
})

test.each([
  ['Western', 'Größe Łódź čip', []],
  ['Greek', 'Πλακέτα 50 mΩ', []],
  ['Cyrillic', 'Плата камеры', []],
  ['Vietnamese', 'Bảng mạch', []],
  ['Chinese', '相机主板', ['sc']],
  ['Japanese', 'カメラ基板のテスト', ['jp']],
  ['Korean', '카메라 보드', ['kr']],
])('%s characters are printed with fonts that are loaded only for them', async (_, project, eastAsian) => {
  const { unprintable } = await quotePdf({ ...quote, project }, new Date(), readFont)
  expect(unprintable).toEqual([])
  const loaded = new Set(asked.flatMap((address) => /noto-sans-(sc|jp|kr)/.exec(address)?.[1] ?? []))
  expect([...loaded]).toEqual(eastAsian)
  const [page] = await pagesOf({ ...quote, project, rows: [{ ...row, nets: project }] })
  // Remove the spaces, because a PDF reader extracts the characters of each font separately.
  const solid = (words: string) => words.replaceAll(' ', '')
  expect(solid(page ?? '').split(solid(project))).toHaveLength(3)
})

test('a quote in English loads less than 40 KB of fonts', async () => {
  await pagesOf(quote)
  const sizes = await Promise.all(asked.map(async (address) => (await readFile(address.slice(1))).length))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40 * 1024)
})

test('characters missing in all fonts are reported, and printed as question marks', async () => {
  const project = 'لوحة 🙂 board'
  const { unprintable } = await quotePdf({ ...quote, project }, new Date(), readFont)
  expect(unprintable).toEqual(['ل', 'و', 'ح', 'ة', '🙂'])
  const [page] = await pagesOf({ ...quote, project })
  expect(page).toContain('???? ? board')
})
