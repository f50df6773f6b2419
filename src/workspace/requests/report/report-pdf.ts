import { PDFDocument, rgb } from '@cantoo/pdf-lib'

import type { SimulationRequest } from '../../../../machines/requests/payment-return.machine'
import { orderedRowOf, reportNets } from '../../../../machines/requests/request-report.machine'
import { curveText, eyeText, reportSummary, type RequestReport } from '../../../../machines/requests/report-sentences'
import {
  marginText,
  placeText,
  reportNames,
  reportValue,
  verdictNames,
} from '../../../../machines/requests/report-texts'
import { netText } from '../../../../machines/wizard/board/net-list'
import { rowName } from '../../../../machines/wizard/request-rules'
import { brand } from '../../../content/brand'
import { muted, page, PdfSheets, right, spelled, type Style } from '../../lib/pdf/pdf-sheets'
import { embedFonts, type ReadFont } from '../../lib/pdf/pdf-fonts'
import { PdfTags } from '../../lib/pdf/pdf-tags'
import { chart, type ChartGeometry, curveGeometry, eyeGeometry } from './chart-geometry'
import { boardFailure, boardWords, BoardWriter, type PrintedBoard } from './printed-board'

const colors = {
  pass: rgb(0.05, 0.42, 0.2),
  marginal: rgb(0.55, 0.35, 0),
  fail: rgb(0.7, 0.1, 0.08),
  curve: rgb(0.05, 0.36, 0.27),
  grid: rgb(0.85, 0.87, 0.89),
  frame: rgb(0.5, 0.55, 0.6),
  violation: rgb(0.99, 0.9, 0.88),
}

const columns = [
  { title: 'Check', x: page.margin },
  { title: 'Verdict', x: page.margin + 96 },
  { title: 'Value', x: page.margin + 150 },
  { title: 'Limit', x: page.margin + 216 },
  { title: 'Margin', x: page.margin + 312 },
  { title: 'Worst at', x: page.margin + 380 },
]

const text: Style = { font: 'regular', size: 9.5 }
const bold: Style = { font: 'bold', size: 11 }
const small: Style = { font: 'regular', size: 8.5, color: muted }

/** Creates the report of a request as a PDF document, with the same values, charts and board as the page. */
export async function reportPdf(
  request: SimulationRequest,
  report: RequestReport,
  board: PrintedBoard,
  readFont: ReadFont,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create()
  document.setTitle(`Report ${request.number} for ${request.project_name}`, { showInWindowTitleBar: true })
  document.setAuthor(brand.legalName)
  const named = reportNets(request, report.rows, null)
  const ofBoard = boardWords(board, named, request.layout.name)
  const words = spelled([...wordsOf(request, report), ...ofBoard].join(' '))
  const tags = new PdfTags(document)
  const sheets = new PdfSheets(document, await embedFonts(document, { text: words, bold: words }, readFont), tags)
  const delivered = request.delivered === null ? '' : dateText(request.delivered)

  tags.within('P', () => sheets.write(brand.legalName, page.margin, { font: 'bold', size: 14 }))
  tags.within('H1', () => sheets.writeEnd('Report', { font: 'bold', size: 14 }))
  sheets.y -= 18
  const paragraph = (line: string, style: Style) => tags.within('P', () => sheets.paragraph(line, style))
  const heading = (line: string) => tags.within('H2', () => sheets.paragraph(line, bold))
  paragraph(`${request.number}, ${request.project_name}, ${request.layout.name}, delivered ${delivered}`, small)
  sheets.y -= 6
  tags.within('P', () => {
    sheets.write(verdictNames[report.verdict], page.margin, { ...bold, size: 13, color: colors[report.verdict] })
    sheets.paragraph(reportSummary(report), { ...text, size: 11 }, page.margin + 70)
  })
  sheets.y -= 4
  if (report.words) paragraph(report.words, text)

  const boards = new BoardWriter(sheets, tags, board, request.layout.name)
  const writeRow = (row: RequestReport['rows'][number], index: number) => {
    const { title, nets } = orderedRowOf(request, row)
    sheets.y -= 10
    sheets.need(90)
    tags.outside(() => sheets.rule(sheets.y + 12))
    sheets.y -= 4
    tags.within('H2', () => {
      sheets.write(`${rowName(row.kind, row.number)}: ${title}`, page.margin, bold)
      sheets.writeEnd(verdictNames[row.verdict], { ...bold, color: colors[row.verdict] })
    })
    sheets.y -= 14
    paragraph(netText(nets), small)
    if (row.words) paragraph(row.words, text)
    sheets.y -= 4
    tags.within('Table', () => writeChecks(sheets, tags, row.checks))
    for (const curve of row.curves) draw(sheets, tags, curveGeometry(curve, row.checks), curveText(curve, row.checks))
    if (row.eye) draw(sheets, tags, eyeGeometry(row.eye), eyeText(row.eye))
    for (const { pin, voltage, current, drop } of row.drops) {
      sheets.need(13)
      const of = current === null ? '' : ` at ${current} A`
      paragraph(`${pin}: ${voltage} V${of}, drop ${reportValue(drop, 'V')}`, text)
    }
    const ofRow = named[index]
    if (ofRow) boards.write(ofRow, index)
  }
  for (const [index, row] of report.rows.entries()) tags.within('Sect', () => writeRow(row, index))
  const failure = boardFailure(board)
  if (failure !== null) paragraph(failure, small)

  if (report.assumptions.length > 0) {
    sheets.y -= 12
    sheets.need(40)
    heading('Assumptions')
    for (const one of report.assumptions) paragraph(one, text)
  }
  sheets.y -= 12
  sheets.need(40)
  heading('Files and their SHA-256 hashes')
  for (const { name, sha256 } of report.files) {
    sheets.need(24)
    paragraph(name, text)
    paragraph(sha256, { font: 'mono', size: 8 })
  }
  sheets.numberPages()
  tags.finish('en-US')
  return new Uint8Array(await document.save())
}

/** Writes the checks of a row as a table, whose headings are repeated on each page. */
function writeChecks(sheets: PdfSheets, tags: PdfTags, checks: RequestReport['rows'][number]['checks']) {
  const head = () => {
    for (const { title: name, x } of columns) tags.within('TH', () => sheets.write(name, x, small))
    sheets.y -= 13
  }
  tags.within('TR', head)
  for (const check of checks) {
    sheets.need(26, () => tags.within('TR', head))
    const limit = `${check.bound} ${reportValue(check.limit, check.unit)}`
    const cells = [reportNames[check.name], verdictNames[check.verdict], reportValue(check.value, check.unit), limit]
    tags.within('TR', () => {
      for (const [index, cell] of [...cells, marginText(check), placeText(check)].entries()) {
        const style = index === 1 ? { ...text, color: colors[check.verdict] } : text
        tags.within('TD', () => sheets.write(cell, columns[index]?.x ?? 0, style))
      }
      sheets.y -= 12
      const { source } = check
      if (source) tags.within('TD', () => sheets.paragraph(source, small, page.margin + 150))
    })
  }
}

/** Draws a chart across the page. The description below it is also its text alternative. */
function draw(sheets: PdfSheets, tags: PdfTags, geometry: ChartGeometry, description: string) {
  const { x, y } = geometry
  const height = chart.height * chartScale
  sheets.need(height + 34)
  sheets.y -= 4
  const top = sheets.y
  tags.within('Figure', () => sheets.mark(sheets.sheet, () => drawChart(sheets, geometry, top)), description)
  sheets.y = top - height + 8
  tags.within('Caption', () => {
    sheets.write(`${y.label} over ${x.label.charAt(0).toLowerCase()}${x.label.slice(1)}`, page.margin, label)
    sheets.y -= 12
    sheets.paragraph(description, small)
  })
  sheets.y -= 4
}

const chartScale = (right - page.margin) / chart.width
const label: Style = { font: 'regular', size: 7.5, color: muted }

function drawChart(sheets: PdfSheets, { x, y, curves, limits, violations }: ChartGeometry, top: number) {
  const scale = chartScale
  const { sheet } = sheets
  const place = (atX: number, atY: number) => ({ x: page.margin + atX * scale, y: top - atY * scale })
  const line = (from: [number, number], to: [number, number], color = colors.grid) =>
    sheet.drawLine({ start: place(...from), end: place(...to), thickness: 0.5, color })
  const [bottom, end] = [chart.height - chart.bottom, chart.width - chart.right]
  for (const [from, to] of violations) {
    const size = { width: (to - from) * scale, height: (bottom - chart.top) * scale }
    sheet.drawRectangle({ ...place(from, bottom), ...size, color: colors.violation })
  }
  for (const { at, text: words } of x.ticks) {
    line([at, chart.top], [at, bottom])
    const { x: atX, y: atY } = place(at, bottom + 14)
    sheets.writeOn(sheet, words, { x: atX - sheets.widthOf(words, label) / 2, y: atY }, label)
  }
  for (const { at, text: words } of y.ticks) {
    line([chart.left, at], [end, at])
    const { x: atX, y: atY } = place(chart.left - 6, at + 4)
    sheets.writeOn(sheet, words, { x: atX - sheets.widthOf(words, label), y: atY }, label)
  }
  line([chart.left, chart.top], [chart.left, bottom], colors.frame)
  line([chart.left, bottom], [end, bottom], colors.frame)
  for (const path of limits)
    sheet.drawSvgPath(path, {
      ...place(0, 0),
      scale,
      borderColor: colors.fail,
      borderWidth: 1.2,
      borderDashArray: [5, 3],
    })
  for (const path of curves)
    sheet.drawSvgPath(path, { ...place(0, 0), scale, borderColor: colors.curve, borderWidth: 1.6 })
}

const dateText = (iso: string) =>
  new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' })

/** Everything that is printed except what `boardWords` returns. The fonts must contain its characters. */
const wordsOf = (request: SimulationRequest, report: RequestReport): string[] => [
  ...[
    brand.legalName,
    'Report delivered Assumptions Files and their SHA-256 hashes Page of drop at over',
    reportSummary(report),
  ],
  ...[
    request.number,
    request.project_name,
    request.layout.name,
    request.delivered === null ? '' : dateText(request.delivered),
  ],
  ...[report.words ?? '', ...report.assumptions, ...report.files.map(({ name }) => name)],
  ...[...columns.map(({ title }) => title), ...Object.values(verdictNames), ...Object.values(reportNames)],
  '0123456789 .,:;+−-%µΩmkMGTHzdBVAUIe()? at most at least limit margin Frequency Voltage Offset from the clock Pass',
  ...report.rows.flatMap((row) => {
    const { title, nets } = orderedRowOf(request, row)
    return [
      ...[rowName(row.kind, row.number), title, netText(nets), row.words ?? ''],
      ...row.checks.flatMap((check) => [check.source ?? '', placeText(check)]),
      ...row.curves.map((curve) => curveText(curve, row.checks)),
      ...(row.eye ? [eyeText(row.eye)] : []),
      ...row.drops.map(({ pin }) => pin),
    ]
  }),
]
