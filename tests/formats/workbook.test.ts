import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

import { kindOf } from '../../src/formats/file-kind'
import { readNets } from '../../src/formats/nets/nets'
import { readStackup } from '../../src/formats/stackup/stackups'
import { readWorkbook } from '../../src/formats/workbook/workbook'
import { sample } from './sample-files'

/** Written with openpyxl 3.1 (write-workbook.py), which shares no code with our reader. */
const workbook = sample('nets.xlsx')

const sheetXml = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const book = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))
const oneSheet = (rows: string, more: Record<string, string> = {}) =>
  book({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': sheetXml(rows),
    ...more,
  })

describe('a workbook of openpyxl', () => {
  test('is recognized by content, whatever its name', () => {
    for (const name of ['nets.xlsx', 'nets', 'nets.zip'])
      expect(kindOf(name, workbook.subarray(0, 4096)).format, name).toBe('Excel workbook')
  })

  test('sheets, texts, numbers, booleans, dates and empty cells', () => {
    const sheets = readWorkbook(workbook)
    expect(sheets.map(({ name }) => name)).toEqual(['Notes & values', 'Nets', 'Stackup', 'Empty'])
    expect(sheets[0]?.rows).toEqual([
      ['Board', '', 'Rev'],
      ['Camera <1>', '', '2.5'],
      [],
      ['TRUE', '0.1', '-3'],
      ['2026-11-24', '2026-11-24 13:30:00', '3.5'],
    ])
    expect(sheets[3]?.rows).toEqual([])
  })

  test('nets: from the sheet that has the headings', () => {
    expect(readNets('nets.xlsx', workbook)).toEqual({
      format: 'Excel workbook',
      nets: [
        { name: 'CLK_P', pins: 2, parts: ['U1', 'J1'] },
        { name: 'GND, analog', pins: 1, parts: ['U1'] },
      ],
    })
  })

  test('stackup: from the sheet that has the headings', () => {
    expect(readStackup('stackup.xlsx', workbook)).toMatchObject({
      format: 'Excel workbook',
      layers: [
        { name: 'Top', type: 'copper', thickness: 0.035 },
        { name: 'Core 1', type: 'core', thickness: 1.5, dk: 4.2 },
        { name: 'Bottom', type: 'copper', thickness: 0.035 },
      ],
    })
  })
})

describe('workbooks of other tools', () => {
  test('formulas, errors, inline texts, and rows and cells without references', () => {
    const rows =
      '<row><c t="str"><f>A</f><v>sum</v></c><c t="e"><v>#N/A</v></c></row><row><c t="inlineStr"><is><t>in</t></is></c></row>'
    expect(readWorkbook(oneSheet(rows))[0]?.rows).toEqual([['sum', '#N/A'], ['in']])
  })

  test('a value that is not a number is shown as it is in the file', () => {
    const values = ['INF', '1e999', 'x', '-1.50', '1e3'].map((value) => `<c><v>${value}</v></c>`)
    expect(readWorkbook(oneSheet(`<row>${values.join('')}</row>`))[0]?.rows).toEqual([
      ['INF', '1e999', 'x', '-1.5', '1000'],
    ])
  })

  test('numbers have the 15 digits of a spreadsheet, and texts of digits stay as they are', () => {
    // The number is 4.35 × 100 in binary arithmetic, which a spreadsheet shows as 435.
    const cells = '<c><v>434.99999999999994</v></c><c t="str"><v>007</v></c><c t="e"><v>1.0</v></c>'
    expect(readWorkbook(oneSheet(`<row>${cells}</row>`))[0]?.rows).toEqual([['435', '007', '1.0']])
  })

  test('the first 200 sheets are read', () => {
    const sheets = Array.from({ length: 201 }, (_, at) => `<sheet name="S${at + 1}" r:id="r${at + 1}"/>`)
    const bytes = book({
      'xl/workbook.xml': `<workbook><sheets>${sheets.join('')}</sheets></workbook>`,
      'xl/worksheets/sheet200.xml': sheetXml('<row><c><v>7</v></c></row>'),
    })
    const read = readWorkbook(bytes)
    expect(read.map(({ name }) => name)).toEqual(Array.from({ length: 200 }, (_, at) => `S${at + 1}`))
    expect(read.at(-1)?.rows).toEqual([['7']])
  })

  test('rich texts are joined, and phonetic hints are left out', () => {
    const strings = '<sst><si><r><t>Net</t></r><r><t> name</t></r><rPh><t>hint</t></rPh></si></sst>'
    const bytes = oneSheet('<row r="1"><c r="B1" t="s"><v>0</v></c></row>', { 'xl/sharedStrings.xml': strings })
    expect(readWorkbook(bytes)[0]?.rows).toEqual([['', 'Net name']])
  })

  test('a distant cell does not fill memory with rows, and the sheet is marked as truncated', () => {
    const [sheet] = readWorkbook(oneSheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))
    expect(sheet).toEqual({ name: 'A', rows: [], isCut: true })
  })

  test.each(['A100001', 'SG1'])('the first cell outside of 100,000 rows and 500 columns is cut off: %s', (cell) => {
    const row = cell.replace(/\D+/, '')
    const rows = `<row r="1"><c r="SF1"><v>1</v></c></row><row r="${row}"><c r="${cell}"><v>2</v></c></row>`
    const [sheet] = readWorkbook(oneSheet(rows))
    expect(sheet?.isCut).toBe(true)
    expect(sheet?.rows).toEqual([[...Array.from({ length: 499 }, () => ''), '1']])
  })

  test('a file that is not a workbook is rejected with the reason', () => {
    expect(() => readWorkbook(strToU8('PK\x03\x04'))).toThrow(/^Excel workbook, .*can be unpacked/)
    expect(() => readWorkbook(book({ 'word/document.xml': '<a/>' }))).toThrow(/a workbook with sheets/)
    expect(() => readWorkbook(oneSheet('<row>').subarray(0, 200))).toThrow(/^Excel workbook, /)
    expect(() => readWorkbook(oneSheet('<row><c></row>'))).toThrow(/well-formed XML/)
    expect(readNets('a.docx', book({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<a/>' }))).toEqual({
      unsupported: expect.stringContaining('Microsoft Office') as string,
    })
  })

  test('one that claims to be larger than the limit is not unpacked', () => {
    const bomb = oneSheet('<row/>')
    // Overwrite the uncompressed size of the last part in the central directory at the end of the archive.
    const directory = Buffer.from(bomb).lastIndexOf(Buffer.from('PK\x01\x02'))
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(directory + 24, 129 * 1024 * 1024, true)
    expect(() => readWorkbook(bomb)).toThrow('at most 128 MB and 5,000 parts')
  })
})
