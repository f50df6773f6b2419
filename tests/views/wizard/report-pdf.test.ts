import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'

import { reportPdf } from '../../../src/workspace/requests/report/report-pdf'
import { requestReport } from '../../model/requests/report-samples'
import { fullPi, simulationRequest } from '../../model/wizard/request-samples'

test('the PDF of a report contains what the page shows', async () => {
  const request = simulationRequest({
    ...{ status: 'delivered', delivered: '2026-02-03T12:00:00.000Z' },
    pi: [{ ...fullPi, unit_price: 1000 }],
  })
  const data = await reportPdf(
    request,
    requestReport(),
    async (address) => new Uint8Array(await readFile(address.slice(1))),
  )
  const document = await getDocument({ data, verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  const words = pages.join(' ').replace(/\s+/g, ' ')
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
    ...['channel.s4p', 'a'.repeat(64), `Page 1 of ${document.numPages}`],
  ])
    expect(words).toContain(text)
  expect(words).not.toContain('?')

  // The structure that screen readers read: a language, a title, headings, tables, and pictures with a text.
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
    'Files and their SHA-256',
  ])
  expect(texts('TH').slice(0, 6)).toEqual(['Check', 'Verdict', 'Value', 'Limit', 'Margin', 'Worst at'])
  expect(texts('TD')).toContain('at least 7.53 dB')
  const figures = elements.filter(({ role }) => role === 'Figure')
  expect(figures.map(({ alt }) => alt)).toContainEqual(expect.stringContaining('The eye is 196 mV high'))
  for (const { alt } of figures) expect(alt).not.toBe('')
  // Page numbers are not read with the text.
  expect(elements.map(({ text }) => text).join(' ')).not.toContain('Page 1 of')
})

type Element = { role: string; alt: string; text: string }
type Node = { role: string; alt?: string; children: (Node | { type: string; id: string })[] }

/** Lists the elements of a page's structure with the text of their marked contents. */
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
