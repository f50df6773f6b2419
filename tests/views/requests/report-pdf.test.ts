import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'

import { boardPrint } from '../../../src/formats/board/board-print'
import { readKicadBoard } from '../../../src/formats/kicad/kicad-board'
import { boardNetFacts } from '../../../src/analysis/board/board-net-facts'
import { boardColors } from '../../../src/workspace/previews/board/board-colors'
import { pictureSize } from '../../../src/workspace/requests/report/printed-board'
import { reportPdf } from '../../../src/workspace/requests/report/report-pdf'
import { requestReport } from '../../model/requests/report-samples'
import { fullPi, simulationRequest } from '../../model/wizard/request-samples'

const board = readKicadBoard(
  new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user))
  (net 0 "") (net 1 "D0_P") (net 2 "CLK_P") (gr_rect (start 0 0) (end 40 20) (layer "Edge.Cuts") (width 0.1))
  (segment (start 5 5) (end 35 5) (width 0.2) (layer "F.Cu") (net 1))
  (segment (start 5 9) (end 30 9) (width 0.2) (layer "F.Cu") (net 2)))`),
)
const readFont = async (address: string) => new Uint8Array(await readFile(address.slice(1)))

const wordsOf = async (data: Uint8Array) => {
  const document = await getDocument({ data, verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  return pages.join(' ').replace(/\s+/g, ' ')
}

test('a report whose layout is not a board is printed with the reason', async () => {
  const request = simulationRequest({ status: 'delivered', pi: [{ ...fullPi, unit_price: 1000 }] })
  const failure = 'The file is not a board in a known format.'
  const words = await wordsOf(await reportPdf(request, requestReport(), { failure }, readFont))
  expect(words).toContain('The board cannot be drawn: The file is not a board in a known format.')
  expect(words).toContain('1 of 2 rows violates a limit.')
})

test('the PDF of a report contains what the page shows', async () => {
  const request = simulationRequest({
    ...{ status: 'delivered', delivered: '2026-02-03T12:00:00.000Z' },
    pi: [{ ...fullPi, unit_price: 1000 }],
  })
  const drawing = boardPrint(board, {
    size: pictureSize,
    colors: boardColors(2, false),
    groups: [
      { nets: ['D0_P', 'CLK_P'], color: '#c0169a' },
      { nets: ['+3V3'], color: '#00798a' },
    ],
  })
  const data = await reportPdf(request, requestReport(), { drawing, facts: boardNetFacts(board) }, readFont)
  const words = await wordsOf(data.slice())
  const document = await getDocument({ data, verbosity: 0 }).promise
  for (const text of [
    ...['Camera board, board.kicad_pcb, delivered February 3, 2026', '1 of 2 rows violates a limit.'],
    ...['Signal integrity row 1: MIPI-D', 'Power integrity row 1: PowerAC', 'Shorten the stubs.', 'Two stubs add up.'],
    ...[
      'Return loss',
      'at least 7.53 dB',
      '−1.88 dB',
      '11.4 GHz',
      'by agreement',
      'Return loss (dB) over frequency (GHz)',
    ],
    ...['The eye is 196 mV high', 'U1.5: 0.772 V at 3.2 A, drop 28 mV', 'The connector is ideal.'],
    // Two tracks of 30 and 25 mm; the board has no +3V3.
    ...['Length: 25.00 to 30.00 mm', 'Layers: F.Cu', 'The board has no tracks for these nets.'],
    ...['channel.s4p', 'a'.repeat(64), `Page 1 of ${document.numPages}`],
  ])
    expect(words).toContain(text)
  expect(words).not.toContain('?')

  // The structure that screen readers read: a language, a title, headings, tables, and pictures with alternative text.
  const { info } = await document.getMetadata()
  expect(info).toMatchObject({ Language: 'en-US', Title: `Report ${request.number} for ${request.project_name}` })
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  const elements: Element[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const contents = await page.getTextContent({ includeMarkedContent: true })
    collect(await page.getStructTree(), contents.items, elements)
  }
  const texts = (role: string) => elements.filter((one) => one.role === role).map((one) => one.text)
  expect(texts('H1')).toEqual(['Report'])
  expect(texts('H2')).toEqual([
    expect.stringMatching(/^Signal integrity row 1: MIPI-D.*Fail$/),
    expect.stringMatching(/^Power integrity row 1: PowerAC/),
    'Assumptions',
    'Files and their SHA-256 hashes',
  ])
  expect(texts('TH').slice(0, 6)).toEqual(['Check', 'Verdict', 'Value', 'Limit', 'Margin', 'Worst at'])
  expect(texts('TD')).toContain('at least 7.53 dB')
  const figures = elements.filter(({ role }) => role === 'Figure')
  expect(figures.map(({ alt }) => alt)).toContainEqual(expect.stringContaining('The eye is 196 mV high'))
  expect(figures.map(({ alt }) => alt).filter((alt) => alt.startsWith('The board'))).toEqual([
    'The board board.kicad_pcb from above, with the nets of Signal integrity row 1: MIPI-D highlighted: D0_P, CLK_P.',
  ])
  for (const { alt } of figures) expect(alt).not.toBe('')
  // Page numbers are not read with the text.
  expect(elements.map(({ text }) => text).join(' ')).not.toContain('Page 1 of')
})

type Element = { role: string; alt: string; text: string }
type Node = { role: string; alt?: string; children: (Node | { type: string; id: string })[] }

/** Lists the elements of a page's structure with the text of their marked content. */
function collect({ role, alt = '', children }: Node, items: object[], found: Element[]): void {
  const element: Element = { role, alt, text: '' }
  found.push(element)
  for (const child of children) {
    if ('children' in child) collect(child, items, found)
    else {
      const start = items.findIndex((item) => 'id' in item && item.id === child.id)
      const end = items.findIndex((item, at) => at > start && 'type' in item && item.type === 'endMarkedContent')
      const words = items.slice(start, end).map((item) => ('str' in item ? String(item.str) : ''))
      element.text = `${element.text} ${words.join('')}`.trim()
    }
  }
}
