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
})
