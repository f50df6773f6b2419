import { readFile, writeFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'

import { boardNetFacts } from '../../../src/analysis/board/board-net-facts'
import { boardPrint } from '../../../src/formats/board/board-print'
import { readBoard } from '../../../src/formats/boards'
import { orderedRowOf } from '../../../machines/requests/request-report.machine'
import { boardColors, groupColors } from '../../../src/workspace/previews/board/board-colors'
import { pictureSize } from '../../../src/workspace/requests/report/printed-board'
import { publicReport, publicRequest } from '../../../src/workspace/requests/report/public-sample'
import { reportPdf } from '../../../src/workspace/requests/report/report-pdf'

const stored = 'public/sample-report.pdf'

async function wordsOf(data: Uint8Array): Promise<string> {
  const document = await getDocument({ data, verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  return pages.join(' ').replace(/\s+/g, ' ')
}

/** UPDATE_SAMPLE=yes rewrites the document. */
test('the PDF of the public report contains what its page shows', async () => {
  const readFont = async (address: string) => new Uint8Array(await readFile(address.slice(1)))
  const { name } = publicRequest.layout
  const read = readBoard(name, new Uint8Array(await readFile(`public/${name}`)))
  if (!read) throw new Error('The layout of the sample is not a board.')
  const groups = publicReport.rows.map((row, index) => ({
    nets: orderedRowOf(publicRequest, row).nets,
    color: groupColors.light[index] ?? '',
  }))
  const colors = boardColors(read.board.copper.length, false)
  const drawing = boardPrint(read.board, { size: pictureSize, colors, groups })
  const board = { drawing, facts: boardNetFacts(read.board) }
  const built = await reportPdf(publicRequest, publicReport, board, readFont)
  if (process.env['UPDATE_SAMPLE']) await writeFile(stored, built)
  const words = await wordsOf(built)
  expect(await wordsOf(new Uint8Array(await readFile(stored)))).toBe(words)
  for (const text of [
    '1 of 2 rows violates a limit.',
    'PCIE-Gen5',
    '+3V3',
    '11.4 GHz',
    'PCI Express 5.0',
    'The board camera-link.kicad_pcb from above, with the nets of Signal integrity row 1: PCIE-Gen5 highlighted',
    'Skew within pairs',
    ...publicReport.files.map(({ sha256 }) => sha256),
  ])
    expect(words).toContain(text)
})
