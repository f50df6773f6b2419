import { describe, expect, test } from 'vitest'

import { archiveNames, givenName } from '../../../server/files/file-name'
import { proposeFileType, type ProposedType } from '../../../server/files/file-type'
import { sampleBoard } from '../../../server/sample/board'
import { sampleStackup } from '../../../server/sample/stackup'

describe('the type of a file is proposed from its name and content', () => {
  const files: [name: string, content: string, type: ProposedType][] = [
    ['board.kicad_pcb', '', 'layout'],
    ['BOARD.BRD', '', 'layout'],
    ['top.PcbDoc', '', 'layout'],
    ['design.cvg', '', 'layout'],
    ['board-F_Cu.gbr', '', 'layout'],
    ['board.gtl', '', 'layout'],
    ['holes.drl', '', 'layout'],
    ['job-odb.tgz', '\x1f\x8b', 'layout'],
    ['job_ODB++.zip', 'PK\x03\x04', 'layout'],
    ['job_odb.tar.Z', '\x1f\x9d', 'layout'],
    ['job_odb.z', 'anything', 'other'],
    ['goodboard.z', '\x1f\x9d', 'other'],
    ['goodboard.z', 'anything', 'other'],
    ['design.xml', '<?xml version="1.0"?>\n<IPC-2581 revision="C">', 'layout'],
    ['unnamed', '(kicad_pcb (version 20221018)', 'layout'],
    ['unnamed.txt', 'G04 made*\n%FSLAX46Y46*%', 'layout'],
    ['drill.txt', 'M48\nMETRIC', 'layout'],
    ['holes.DRD', '', 'layout'],
    ['board.d356', 'C  test\nP  JOB   board\nP  UNITS CUST 0\n', 'layout'],
    ['board.d356', 'notes about the test', 'other'],
    ['board.net', '(export (version "E")', 'layout'],
    ['wires.txt', 'Wire List\n\n<<< Component List >>>\n', 'layout'],
    ['nets.csv', 'Board;;\nNet Name;RefDes;Pin No.\nGND;U1;1', 'layout'],
    ['nets.csv', 'Net;Length\nGND;1', 'other'],
    ['my-stackup.csv', '', 'stackup'],
    ['aufbau.csv', 'Lage;Typ;Dicke [µm];DK\nTop;Kupfer;35;\nD1;Prepreg;100;4,2', 'stackup'],
    ['Stack Up rev2.xlsx', '', 'stackup'],
    ['layer_stack.json', '', 'stackup'],
    ['board.stk', '', 'stackup'],
    ['layers.csv', 'Layer;Type;Thickness\nF.Cu;copper;0.035\nd1;prepreg;0.11', 'stackup'],
    ['layers.json', '{"layers":[{"type":"conductor","thickness":1},{"type":"dielectric"}]}', 'stackup'],
    ['layers.csv', 'Net,Length\nD0_P,12.5', 'other'],
    ['dielectric-FR4.csv', '', 'material'],
    ['MATERIALS.json', '', 'material'],
    ['connector.s4p', '', 'model'],
    ['FR4 material.s12p', '', 'model'],
    ['line.z2p', '', 'model'],
    ['version2.ts', '! by hand\n[Version] 2.0\n# GHz S RI R 50', 'model'],
    ['main.ts', 'export const ports = 4', 'other'],
    ['unnamed.txt', '! VNA\n# HZ S MA R 50\n', 'model'],
    ['unnamed.txt', '|****\n[IBIS Ver] 5.0', 'model'],
    ['receiver.txt', '| our own\n(receiver\n  (Reserved_Parameters\n', 'model'],
    ['receiver.txt', '(receiver (Parameters))', 'other'],
    ['vrm.txt', '* VRM\n.subckt vrm in out gnd', 'model'],
    ['filter.S2P', '', 'model'],
    ['analyzer.citi', '', 'model'],
    ['analyzer.dat', 'CITIFILE A.01.00\nNAME DATA', 'model'],
    ['buffer.ibs', '', 'model'],
    ['vrm.cir', '', 'model'],
    ['models.lib', '', 'model'],
    ['result.pdf', '', 'report'],
    ['unnamed', '%PDF-1.7', 'report'],
    ['SI report.html', '', 'report'],
    ['photo.png', '', 'other'],
    ['renamed.gbr', '%PDF-1.7', 'report'],
    ['renamed.gbr', 'GIF89a', 'other'],
    ['readme.md', 'thickness', 'other'],
  ]
  test.each(files)('%s (%j) is %s', (name, content, type) => {
    expect(proposeFileType(name, { head: Buffer.from(content, 'latin1'), entries: [] })).toBe(type)
  })

  const archives: [name: string, entries: string[], type: ProposedType][] = [
    ['fab.zip', ['README.txt', 'gerber/board-F_Cu.gbr'], 'layout'],
    ['fab.zip', ['BOARD.GTL', 'BOARD.G1'], 'layout'],
    ['drill.zip', ['docs/fab.pdf', 'board-PTH.drl'], 'layout'],
    ['carrier.zip', ['job/matrix/matrix', 'job/steps/pcb/layers/top/features'], 'layout'],
    ['carrier.zip', ['carrier.kicad_pcb', 'carrier.kicad_sch'], 'layout'],
    ['carrier.zip', ['job/steps/pcb/stephdr'], 'layout'],
    ['carrier.zip', ['job/misc/info', 'job/user/notes'], 'layout'],
    ['cable.zip', ['cable/steps/step1.s4p'], 'model'],
    ['cable.zip', ['cable/steps/', 'cable/steps/fast/step1.s4p'], 'model'],
    ['sparams.zip', ['sparams/matrix/port1.s4p'], 'model'],
    ['models.zip', ['models/misc/x.ibs'], 'model'],
    ['bloodbank.zip', ['notes.txt'], 'other'],
    ['result.docx', ['[Content_Types].xml', 'steps/', 'steps/1/a.xml'], 'report'],
    ['channel.zip', ['readme.txt', 'connector.s4p'], 'model'],
    ['my-stackup.xlsx', ['[Content_Types].xml', 'xl/workbook.xml'], 'stackup'],
    ['result.docx', ['[Content_Types].xml', 'word/document.xml'], 'report'],
    ['photos.zip', ['board.png', 'notes.txt'], 'other'],
  ]
  test.each(archives)('%s of %j is %s', (name, entries, type) => {
    expect(proposeFileType(name, { head: Buffer.from('PK\x03\x04'), entries })).toBe(type)
  })

  test.each<[name: string, entries: string[], starts: string[], type: ProposedType]>([
    ['fab.zip', ['Top.txt', 'Holes.txt'], ['notes', 'G04 top*\n%FSLAX46Y46*%'], 'layout'],
    ['fab.zip', ['Top.txt'], ['%PDF'], 'other'],
    [
      'lagen.xlsx',
      ['xl/workbook.xml'],
      ['<sst><si><t>Lage</t></si><si><t>Dicke</t></si><si><t>Kupfer</t></si><si><t>Prepreg</t></si></sst>'],
      'stackup',
    ],
    [
      'n.xlsx',
      ['xl/workbook.xml'],
      ['<sst><si><t>Net</t></si><si><t>RefDes</t></si><si><t>Pin</t></si></sst>'],
      'layout',
    ],
    ['n.xlsx', ['xl/workbook.xml'], ['<sst><si><t>Net</t></si><si><t>Length</t></si></sst>'], 'other'],
  ])('%s of %j, which start with %j, is %s', (name, entries, starts, type) => {
    expect(proposeFileType(name, { head: Buffer.from('PK\x03\x04'), entries, starts })).toBe(type)
  })

  test('the sample files get their types', () => {
    expect(proposeFileType('x', { head: Buffer.from(sampleBoard()), entries: [] })).toBe('layout')
    expect(proposeFileType('x.csv', { head: Buffer.from(sampleStackup), entries: [] })).toBe('stackup')
  })
})

describe('the sample board', () => {
  const board = sampleBoard()

  test('is well-formed, deterministic and small', () => {
    expect(board.split('(')).toHaveLength(board.split(')').length)
    expect(sampleBoard()).toBe(board)
    expect(board.length).toBeLessThan(64_000)
  })

  test('has four copper layers, a camera link and a PCI Express lane', () => {
    for (const layer of ['F.Cu', 'In1.Cu', 'In2.Cu', 'B.Cu']) expect(board).toContain(`"${layer}"`)
    for (const net of ['GND', '+3V3', 'CSI_D0_P', 'CSI_D1_N', 'CSI_CLK_P', 'PCIE_TX0_P', 'PCIE_REFCLK_N']) {
      const [, number = 'none'] = new RegExp(`\\(net (\\d+) "${net.replace('+', '\\+')}"\\)`).exec(board) ?? []
      const tracks = board.split('\n').filter((line) => line.includes('(segment') && line.endsWith(`(net ${number}))`))
      expect([net, tracks.length > 0]).toEqual([net, true])
    }
  })
})

describe('names in an archive', () => {
  test.each<[given: string[], packed: string[]]>([
    [
      ['a.txt', 'a.txt', 'A.txt'],
      ['a.txt', 'a (2).txt', 'A (3).txt'],
    ],
    [
      ['a (2).txt', 'a.txt', 'a.txt'],
      ['a (2).txt', 'a.txt', 'a (3).txt'],
    ],
    [
      ['../up.txt', '/abs.txt', 'C:\\win.txt'],
      ['up.txt', 'abs.txt', 'C_/win.txt'],
    ],
    [
      ['top/a.gbr', 'TOP/A.gbr', 'top/a/b.gbr', 'top', 'Top/A (2).gbr'],
      ['top/a.gbr', 'TOP/A (2).gbr', 'top/a/b.gbr', 'top (2)', 'Top/A (2) (2).gbr'],
    ],
    [
      ['con/aux.txt', 'a. /b', 'x\u202egpj.exe', 'x\u200bgpj.exe'],
      ['_con/_aux.txt', 'a/b', 'xgpj.exe', 'xgpj (2).exe'],
    ],
    [
      ['con.txt', 'NUL', 'console.txt'],
      ['_con.txt', '_NUL', 'console.txt'],
    ],
    [
      ['a:b*.txt', 'dots...', '.hidden', 'x. '],
      ['a_b_.txt', 'dots', '.hidden', 'x'],
    ],
    [
      ['..', ''],
      ['file', 'file (2)'],
    ],
  ])('%j become %j', (given, packed) => {
    expect(archiveNames(given)).toEqual(packed)
  })
})

describe('a path segment in an archive is cut to 255 bytes of UTF-8 at a character boundary, and keeps its extension', () => {
  const wide = '\u57fa'.repeat(100)
  test.each([
    [`${'n'.repeat(300)}.gbr`, `${'n'.repeat(251)}.gbr`],
    [`${wide}.gbr`, `${'\u57fa'.repeat(83)}.gbr`],
    [`${'\u{1f4be}'.repeat(64)}.b`, `${'\u{1f4be}'.repeat(63)}.b`],
    [`${wide}/${wide}`, `${'\u57fa'.repeat(85)}/${'\u57fa'.repeat(85)}`],
    [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(253)}`],
    [`con${'n'.repeat(250)}`, `con${'n'.repeat(250)}`],
    [`con.${'n'.repeat(251)}`, `_con.${'n'.repeat(250)}`],
  ])('%j becomes %j', (given, packed) => {
    expect(archiveNames([given])).toEqual([packed])
  })

  test('is shortened further to leave room for a number', () => {
    const name = `${wide}.gbr`
    expect(archiveNames([name, name])).toEqual([`${'\u57fa'.repeat(83)}.gbr`, `${'\u57fa'.repeat(82)} (2).gbr`])
  })
})

describe('a file name', () => {
  test.each([
    ['board.kicad_pcb', 'board.kicad_pcb'],
    ['gerber/rev a/top.gbr', 'gerber/rev a/top.gbr'],
    [' gerber / top.gbr ', 'gerber/top.gbr'],
    ['Schalt\u0061\u0308ne/b', 'Schalt\u00e4ne/b'],
    ['a:b', 'a:b'],
    ['n'.repeat(255), 'n'.repeat(255)],
    [`${'n'.repeat(255)}/`.repeat(3) + 'n'.repeat(255), `${'n'.repeat(255)}/`.repeat(3) + 'n'.repeat(255)],
    // Line break, right-to-left override, zero-width space, soft hyphen and an invisible tag character.
    ['a\nb\u202ec\u200bd\u00ade\u{e0041}f.txt', 'abcdef.txt'],
  ])('%j is stored as %j', (given, kept) => {
    expect(givenName(given)).toEqual({ name: kept })
  })

  test.each([
    '../up.txt',
    'a/../b',
    'a/./b',
    '...',
    '/abs',
    'a//b',
    'a/',
    'a/\u200b/b',
    'back\\slash.txt',
    'C:/win.txt',
  ])('%j is rejected with the allowed characters', (given) => {
    expect(givenName(given)).toEqual({ wrong: expect.stringMatching(/^The file name “.*” cannot be used\. Folders/) })
  })

  test.each(['', ' ', '\u3164', '\u202e'])('%j is rejected as empty', (given) => {
    expect(givenName(given)).toEqual({ wrong: 'The file name must not be empty.' })
  })

  test.each(['n'.repeat(256), '\u57fa'.repeat(86), `${'n'.repeat(250)}/`.repeat(4) + 'n'.repeat(21)])(
    '%j is rejected as too long',
    (given) => {
      expect(givenName(given)).toEqual({ wrong: expect.stringMatching(/^The file name “.{1,81}” is too long\. Each/) })
    },
  )
})
