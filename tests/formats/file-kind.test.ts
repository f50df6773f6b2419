import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

import { unpackedStart } from '../../src/formats/archive/packed-start'
import { boardFacts } from '../../src/formats/worker/board-facts'
import { kindOf } from '../../src/formats/file-kind'
import { ibisHeadings, spiceHeadings } from '../../src/formats/models/model-headings'
import { toText } from '../../src/formats/source-text'
import { hasRealFiles, hasZstd, realFile, sample } from './sample-files'
import { compress } from './archive/compress'
import { growthOf } from '../support/cpu-growth'
import { tarOfAll } from '../support/packed-files'

/** Converts characters up to ÿ to the bytes with the same code. */
const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const padding = '\0'.repeat(300)

describe('the kind of a file', () => {
  const files: [name: string, head: string, kind: string, format: string][] = [
    ['a', '\x89PNG\r\n\x1a\n', 'image', 'PNG'],
    ['a.png', '\xff\xd8\xff\xe0', 'image', 'JPEG'],
    ['a', 'GIF89a', 'image', 'GIF'],
    ['a', 'RIFF....WEBPVP8', 'image', 'WebP'],
    ['a', 'RIFF....WAVEfmt', 'audio', 'WAV'],
    ['a', `BM....\0\0\0\0`, 'image', 'BMP'],
    ['a', '<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="x">', 'image', 'SVG'],
    ['board.kicad_pcb', '%PDF-1.7', 'pdf', 'PDF'],
    ['a', `....ftypisom${padding}`, 'video', 'MP4'],
    ['a', `PK\x03\x04${'.'.repeat(26)}xl/workbook.xml`, 'table', 'Excel workbook'],
    ['a', `PK\x03\x04${'.'.repeat(26)}readme.txt`, 'archive', 'Zip'],
    ['a', `${'matrix/matrix'.padEnd(124, '\0')}0${'\0'.repeat(132)}ustar`, 'board', 'ODB++'],
    ['a.tar', `${'readme'.padEnd(124, '\0')}0${'\0'.repeat(132)}ustar`, 'archive', 'tar'],
    ['job-odb.tgz', '\x1f\x8b\x08', 'board', 'ODB++'],
    ['a.gz', '\x1f\x8b\x08', 'archive', 'gzip'],
    ['job.tgz', '\x1f\x8b\x08', 'archive', 'gzip'],
    ['job-odb.tar.Z', '\x1f\x9d\x90', 'board', 'ODB++'],
    ['a.Z', '\x1f\x9d\x90', 'archive', 'compress'],
    ['a', '\x28\xb5\x2f\xfd', 'archive', 'Zstandard'],
    ['a.doc', '\xd0\xcf\x11\xe0\xa1\xb1', 'document', 'Microsoft Office'],
    ['a.PcbDoc', '\xd0\xcf\x11\xe0\xa1\xb1', 'board', 'Altium Designer (binary)'],
    ['a.brd', `\x00\x04\x14\x00${padding}`, 'board', 'Cadence Allegro (binary)'],
    ['a.brd', '<?xml?><!DOCTYPE eagle><eagle>', 'board', 'Eagle'],
    ['a.brd', 'PCBNEW-BOARD Version 1', 'board', 'KiCad board (before version 4)'],
    ['a.txt', '%FSLAX46Y46*%\n%MOMM*%', 'gerber', 'Gerber'],
    ['a.gbr', 'X1Y1D02*', 'gerber', 'Gerber'],
    ['a.txt', '; a comment\nM48\nMETRIC', 'drill', 'Excellon drill'],
    ['a.txt', '! measured\n# GHz S MA R 50\n1 1 1', 'touchstone', 'Touchstone'],
    ['a.txt', '! v2\n[Version] 2.0\n', 'touchstone', 'Touchstone 2'],
    ['a.s4p', '1 1 1', 'touchstone', 'Touchstone'],
    ['a.md', '# R is for resistance\n', 'text', 'Text'],
    ['a.ts', 'export const a = 1', 'text', 'Text'],
    ['a.txt', '| c\n[IBIS Ver] 5.0', 'ibis', 'IBIS'],
    ['a.txt', '| c\n(rx (Description "an (equalizer)")\n (Reserved_Parameters', 'ami', 'AMI'],
    ['a.txt', '(rx\n  (Model_Specific\n', 'ami', 'AMI'],
    ['a.txt', '(rx (Reserved_Parameters_of_others', 'text', 'Text'],
    ['a.txt', 'See (Reserved_Parameters).', 'text', 'Text'],
    ['a.ami', '| a long comment', 'ami', 'AMI'],
    ['a.txt', 'title\n.subckt x 1 2\n', 'spice', 'SPICE'],
    ['a', 'ISO-10303-21;', 'model', 'STEP'],
    ['stackup.csv', 'a,b\n1,2', 'stackup', 'Stackup'],
    ['a.csv', 'Layer,Type,Thickness\nTop,copper,1\nd,prepreg,2', 'stackup', 'Stackup'],
    ['a.md', 'thickness of copper and core', 'text', 'Text'],
    ['a.csv', 'Net,Length\nA,1', 'table', 'CSV'],
    ['a.json', '[\n  "copper"\n]', 'text', 'Text'],
    ['a.kicad_pcb', 'hello', 'text', 'Text'],
    ['a', `\x01\x02${padding}`, 'binary', 'Unknown'],
    ['a', '', 'text', 'Text'],
  ]
  test.each(files)('%s %j', (name, head, kind, format) => {
    expect(kindOf(name, bytes(head))).toEqual({ kind, format })
  })

  test('a UTF-16 file is recognized as text', () => {
    const text = '\uFEFF# GHz S MA R 50\n1 1 1'
    const utf16 = new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer)
    expect(kindOf('a', utf16)).toEqual({ kind: 'touchstone', format: 'Touchstone' })
  })

  /** The head of a tar archive, whose headers have 512 bytes. */
  const tar = (...entries: [name: string, size: number][]) =>
    entries
      .map(([name, size]) => {
        const header = `${name.padEnd(124, '\0')}${size.toString(8).padStart(11, '0')}\0`.padEnd(257, '\0') + 'ustar'
        return header.padEnd(512, '\0') + 'x'.repeat(size).padEnd(Math.ceil(size / 512) * 512, '\0')
      })
      .join('')
  const zip = (...names: string[]) =>
    names.map((name) => `PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}`).join('content')

  test.each<[string, string, string]>([
    ['a job in a folder, which precedes its content', zip('job/', 'job/fonts/', 'job/matrix/matrix'), 'ODB++'],
    ['a job whose fonts come first', zip('job/fonts/standard'), 'ODB++'],
    ['a packed job in a folder', tar(['./job/', 0], ['job/input/', 0], ['job/steps/', 0]), 'ODB++'],
    ['a packed job whose first file is long', tar(['job/input/a.txt', 700], ['job/matrix/matrix', 1]), 'ODB++'],
    ['a job deep in folders', zip('release/', 'release/pcb/job/fonts/standard'), 'ODB++'],
    ['a job with a long name before its first file', tar(['././@LongLink', 30], ['job/steps/', 0]), 'ODB++'],
    ['networks with a readme', zip('README.txt', 'lines/line_1.s4p'), 'Touchstone files'],
    ['packed networks', tar(['lines/', 0], ['lines/line_1.s4p', 40]), 'Touchstone files'],
    ['networks of macOS only', zip('__MACOSX/._a.s2p', 'notes.txt'), 'Zip'],
    ['fabrication data with a folder for notes', zip('fab/board.gtl', 'fab/misc/notes.txt'), 'Zip'],
    ['fabrication data with a network', zip('fab/board.gtl', 'sim/line.s2p'), 'Zip'],
    ['a job with a network', zip('job/user/line.s4p', 'job/matrix/matrix'), 'ODB++'],
    ['networks in a folder called steps', zip('cable/steps/step1.s4p'), 'Touchstone files'],
    ['networks in a folder of steps', zip('cable/steps/fast/step1.s4p'), 'Touchstone files'],
    ['networks in a folder called matrix', zip('sparams/matrix/', 'sparams/matrix/port1.s4p'), 'Touchstone files'],
    ['models in a folder called misc', zip('models/misc/buffer.ibs'), 'Zip'],
    ['a presentation with steps', zip('[Content_Types].xml', 'ppt/steps/', 'steps/1/a.xml'), 'Microsoft Office'],
    ['a packed folder of anything else', tar(['job/', 0], ['job/readme.txt', 3]), 'tar'],
    ['a zipped folder of anything else', zip('fonts/', 'fonts/arial.ttf'), 'Zip'],
  ])('an archive is recognized by any of its first entries: %s', (_, head, format) => {
    expect(kindOf('a', bytes(head)).format).toBe(format)
  })

  /** Bytes of a linear congruential generator, which cannot be compressed. */
  let state = 1
  const filler = Uint8Array.from({ length: 40_000 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state >> 16
  })
  const job = tarOfAll({ 'job/fonts/standard': filler.subarray(0, 600), 'job/matrix/matrix': filler.subarray(0, 90) })
  const notes = tarOfAll({ 'docs/board.docx': filler.subarray(0, 700), 'docs/eye.png': filler })
  const networks = tarOfAll({ 'readme.txt': bytes('Lines'), 'line_1.s4p': bytes('# GHz S RI R 50\n') })
  const hidden = tarOfAll({ 'job/user/scan.bin': filler, 'job/matrix/matrix': filler.subarray(0, 90) })
  const pathInComment = `! C:/misc/cable.s2p\n# GHz S RI R 50\n${'1 0 0 1 0 1 0 0 0\n'.repeat(40)}`
  const named = (path: string) => tarOfAll({ [path]: filler.subarray(0, 90) })

  test.each<[string, string, Uint8Array, string]>([
    ['a job', 'carrier.tgz', gzipSync(job), 'ODB++'],
    ['a job, whatever its name', 'carrier', gzipSync(job), 'ODB++'],
    ['a job packed by compress', 'carrier.tar.Z', compress(job), 'ODB++'],
    ['documents', 'docs.tgz', gzipSync(notes), 'gzip'],
    ['documents named like a job', 'moodboard.tar.gz', gzipSync(notes), 'gzip'],
    ['documents named like a job', 'moodboard.tar', notes, 'tar'],
    ['documents packed by compress', 'moodboard.tar.z', compress(notes.subarray(0, 2048)), 'compress'],
    ['a single file', 'odb-notes.txt.gz', gzipSync(bytes('The job is in the next mail.')), 'gzip'],
    ['a single note', 'odb_notes.gz', gzipSync(bytes('see readme.txt')), 'gzip'],
    ['a single file', 'board.tgz', gzipSync(bytes('(kicad_pcb (version 20221018)'.padEnd(600))), 'gzip'],
    ['networks', 'lines.tgz', gzipSync(networks), 'Touchstone files'],
    ['networks packed by compress', 'lines.tar.Z', compress(networks), 'Touchstone files'],
    ['a network whose comment contains a path', 'cable.s2p.gz', gzipSync(bytes(pathInComment)), 'gzip'],
    ['a network', 'line.s2p.gz', gzipSync(bytes('# GHz S RI R 50\n1 0 0 1 0 1 0 0 0\n')), 'gzip'],
    ['a job that its first entries do not show', 'job_odb.tgz', gzipSync(hidden), 'ODB++'],
    ['anything that its first entries do not show', 'job.tgz', gzipSync(hidden), 'gzip'],
    ['a job that is stored, so that its start cannot be unpacked', 'odb.tgz', gzipSync(hidden, { level: 0 }), 'ODB++'],
    ['a job in the old format of Unix', 'a.tgz', gzipSync(named('job/matrix/matrix').fill(0, 257, 262)), 'ODB++'],
    ['a damaged archive', 'a.tgz', gzipSync(notes).fill(255, 12), 'gzip'],
  ])('a compressed archive is recognized by its first entries: %s (%s)', (_, name, content, format) => {
    expect(kindOf(name, content).format).toBe(format)
  })

  test.each<[string, Uint8Array, string]>([
    ['goodboard.z', filler, 'Unknown'],
    ['board_odb.z', filler, 'Unknown'],
    ['goodboard.z', compress(hidden).subarray(0, 4096), 'compress'],
    ['bloodbank.zip', bytes(zip('misc2/notes.txt')), 'Zip'],
    ['bloodbank.zip', bytes(zip('notes.txt')), 'Zip'],
    ['board-odb.zip', bytes(zip('notes.txt')), 'ODB++'],
    ['board-odb.tar', named('job/matrix/matrix').fill(0, 257, 262), 'ODB++'],
  ])('the name of an archive suggests a job only by the word ODB: %s', (name, content, format) => {
    expect(kindOf(name, content).format).toBe(format)
  })

  test('at most 64 KB of a compressed file are unpacked to recognize it', () => {
    const zeros = new Uint8Array(40_000_000)
    const header = gzipSync('').subarray(0, 10)
    for (const head of [gzipSync(zeros), Buffer.concat([header, deflateRawSync(zeros)])]) {
      expect(unpackedStart(head.subarray(0, 4096), 'gzip').length).toBe(65_536)
    }
    expect(unpackedStart(compress(zeros.subarray(0, 70_000)), 'compress').length).toBe(0)
    expect(kindOf('zeros.tgz', gzipSync(zeros))).toEqual({ kind: 'archive', format: 'gzip' })
  })

  test('takes linear time for a head that contains only line breaks, spaces or opening brackets', () => {
    const signs = ['\n', ' ', '(', '[\n', '!\n', '*\n', 'P ', '<a:', '% ', 'PK\x03\x04', '( ', '(a', '(a(']
    const detect = (heads: Uint8Array[]) => {
      for (let time = 0; time < 20; time++) for (const head of heads) kindOf('a', head)
    }
    const headsOf = (count: number) => signs.map((char) => bytes(char.repeat(count)))
    // Linear growth would be a factor of 8, quadratic growth a factor of 64.
    expect(growthOf(detect, headsOf(512), headsOf(4096))).toBeLessThan(24)
  })

  test.skipIf(!hasRealFiles)('real files (need SAMPLES_DIR)', () => {
    const real: [file: string, kind: string][] = [
      ['layout/ov5640-dual-camera-board.kicad_pcb', 'board'],
      ['stackup/ov5640-stackup.csv', 'stackup'],
      ['stackup/diffpair-stackup.json', 'stackup'],
      ['gerber/diffpair/si-test-F_Cu.gbr', 'gerber'],
      ['gerber/diffpair/si-test-PTH.drl', 'drill'],
      ['touchstone/ntwk1.s2p', 'touchstone'],
      ['touchstone/Agilent_E5071B.s4p', 'touchstone'],
      ['ibis/device_clamp_ref.ibs', 'ibis'],
      ['spice/timer555-astable.cir', 'spice'],
      ['mech/0402-res.step', 'model'],
      ['material/diffpair-simulation.json', 'text'],
    ]
    // Without the name, the content alone decides, except for tables, which need the extension.
    const found = real.map(([file]) => [file, kindOf(file.endsWith('csv') ? 'a.csv' : 'a', realFile(file)).kind])
    expect(found).toEqual(real)
  })
})

describe('the facts of a layout', () => {
  test('KiCad', () => {
    const facts = boardFacts('b', sample('kicad5.kicad_pcb'))
    expect(facts).toMatchObject({ format: 'KiCad board', hasOutline: true, hasCopper: true, copperLayers: 2 })
    const empty = boardFacts(
      'b',
      bytes('(kicad_pcb (layers (0 F.Cu signal)) (gr_line (start 0 0) (end 1 0) (layer Edge.Cuts)))'),
    )
    expect(empty).toMatchObject({ hasOutline: false, hasCopper: false, copperLayers: 1, size: { width: 1, height: 0 } })
  })

  test('IPC-2581', () => {
    const size = { width: 50.8, height: 25.4 }
    expect(boardFacts('b', sample('board.xml'))).toMatchObject({
      hasOutline: true,
      hasCopper: true,
      copperLayers: 2,
      size,
    })
    const without = { hasOutline: false, hasCopper: false, copperLayers: 0, size: null, stackup: null }
    expect(boardFacts('b', sample('logical-nets.xml'))).toMatchObject(without)
  })

  test('a netlist has only nets, and other files are unsupported', () => {
    expect(boardFacts('b', sample('board.ipc'))).toMatchObject({
      format: 'IPC-D-356',
      hasOutline: null,
      copperLayers: null,
    })
    expect(boardFacts('b.pdf', bytes('%PDF-1.7'))).toEqual({
      unsupported: expect.stringContaining('PDF files') as string,
    })
  })

  test.skipIf(!hasRealFiles || !hasZstd)('a real IPC-2581 board (needs SAMPLES_DIR)', () => {
    const facts = boardFacts('b.xml', realFile('layout/DM0002-ipc2581c.xml.zst'))
    expect(facts).toMatchObject({ hasOutline: true, hasCopper: true, copperLayers: 4 })
  })
})

describe('headings', () => {
  test('of an IBIS file', () => {
    expect(
      ibisHeadings(toText(sample('buffer.ibs'))).map(({ line, level, text }) => `${line} ${level} ${text}`),
    ).toEqual([
      '2 1 IBIS ver: 5.0',
      '3 1 Comment Char: #_char',
      '4 1 File name: buffer.ibs',
      '6 1 Component: BUF01',
      ...[
        '7 2 Manufacturer',
        '8 2 Pin',
        '10 1 Model: in',
        '12 2 GND_clamp',
        '14 1 Model: out',
        '15 2 Ramp',
        '16 1 End',
      ],
    ])
  })

  test('of a SPICE netlist', () => {
    expect(
      spiceHeadings(toText(sample('filter.cir'))).map(({ line, level, text }) => `${line} ${level} ${text}`),
    ).toEqual([
      '1 1 A low-pass filter',
      '2 1 .include "models.lib"',
      '3 1 .param R=50',
      '4 1 .subckt lowpass',
      '5 2 .model dd D(IS=1e-14)',
      '10 1 .ac dec 10 1k 1G',
      '11 1 .measure AC bw',
    ])
  })

  test.skipIf(!hasRealFiles)('of real files (need SAMPLES_DIR)', () => {
    const ibis = ibisHeadings(toText(realFile('ibis/device_clamp_ref.ibs')))
    const top = ibis.filter(({ level }) => level === 1).map(({ line, text }) => `${line} ${text}`)
    expect(top.slice(-4)).toEqual(['14 Component: ABC123', '33 Model: IN', '137 Model: OUT', '699 End'])
    expect(spiceHeadings(toText(realFile('spice/timer555-astable.cir'))).map(({ text }) => text)[0]).toBe(
      'Generic functional 555 timer astable example',
    )
  })
})
