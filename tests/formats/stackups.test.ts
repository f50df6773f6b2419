import { describe, expect, test } from 'vitest'

import type { StackupLayer } from '../../src/formats/stackup'
import { readStackup } from '../../src/formats/stackup/stackups'
import { hasRealFiles, hasZstd, realFile, sample } from './sample-files'

const layers = (name: string, source: Uint8Array | string): StackupLayer[] => {
  const found = readStackup(name, source)
  if ('unsupported' in found) throw new Error(found.unsupported)
  return found.layers
}

/** A layer in short form: name, type, thickness, material, Dk, Df, copper weight. */
const short = ({ name, type, thickness, material, dk, df, copperWeight }: StackupLayer) => [
  ...[name, type, thickness, material, dk, df, copperWeight],
]

describe('a stackup', () => {
  test('as a table with semicolons, decimal commas, a title above, units in headings and cells, and a total', () => {
    expect(layers('stackup.csv', sample('stackup.csv')).map(short)).toEqual([
      ['Top mask', 'soldermask', 0.01, 'LPI', 3.5, null, null],
      ['L1', 'copper', 0.035, 'Copper', null, null, 1],
      ['P1', 'prepreg', 0.11, 'FR4; 2116', 4.16, 0.02, null],
      ['L2', 'copper', 0.0175, 'Copper', null, null, 0.5],
      ['Core', 'core', 1.2, 'FR4', 4.4, 0.02, null],
      ['L3', 'copper', 0.0174, 'Copper', null, null, 0.5],
    ])
  })

  test('as a table with German headings and types', () => {
    expect(layers('lagenaufbau.csv', sample('lagenaufbau.csv')).map(short)).toEqual([
      ['Lötstopplack oben', 'soldermask', 0.02, null, 3.5, null, null],
      ['L1', 'copper', 0.035, null, null, null, null],
      ['D1', 'prepreg', 0.12, 'IS400', 4.2, 0.02, null],
      ['L2', 'copper', 0.018, null, null, null, null],
      ['D2', 'core', 1.2, 'FR4', 4.4, 0.02, null],
    ])
  })

  test('in micrometers, with the micro sign or the Greek letter', () => {
    for (const micro of ['\u00b5', '\u03bc']) {
      const inHeading = `Layer,Type,Thickness (${micro}m)\nL1,copper,35\n`
      const inCell = `Layer,Type,Thickness\nL1,copper,35 ${micro}m\n`
      for (const text of [inHeading, inCell]) expect(layers('x.csv', text)[0]?.thickness).toBe(0.035)
    }
  })

  test('as JSON', () => {
    expect(layers('stackup.json', sample('stackup.json')).map(short)).toEqual([
      ['F.Cu', 'copper', 0.035, null, null, null, null],
      ['dielectric 1', 'core', 0.12, 'FR4', 4.18, 0.02, null],
      ['B.Cu', 'copper', 0.035, null, null, null, null],
    ])
  })

  test('as the section of an IPC-2581 file, inches converted to mm', () => {
    expect(layers('board.xml', sample('board.xml')).map(short)).toEqual([
      ['TOP', 'copper', 0.03556, 'COPPER', null, null, null],
      ['CORE', 'core', 1.524, 'FR4 & glass', 4.4, 0.02, null],
      ['BOTTOM', 'copper', 0.03556, null, null, null, null],
    ])
  })

  test('of a KiCad board', () => {
    expect(layers('b', sample('kicad9.kicad_pcb'))).toHaveLength(9)
    expect(readStackup('b', sample('kicad10.kicad_pcb'))).toEqual({
      unsupported: 'This KiCad board file contains no stackup.',
    })
  })

  test('with tabs, with commas, in mils, and with only the copper weight', () => {
    expect(layers('x.csv', 'Layer\tThickness (mil)\tType\nTop\t1.4\tsignal\n').map(short)).toEqual([
      ['Top', 'copper', 0.03556, null, null, null, null],
    ])
    expect(layers('x.csv', 'Layer,Type,Copper weight\nTop,Conductor,2\n').map(short)).toEqual([
      ['Top', 'copper', 0.0696, null, null, null, 2],
    ])
  })
})

describe('an invalid stackup', () => {
  test.each([
    [
      'x.csv',
      'a,b\n1,2\n',
      'CSV stackup, line 1: expected a header row with layer and thickness columns, found "a,b·1,2·".',
    ],
    [
      'x.csv',
      'Layer,Thickness\nTop,thick\n',
      'CSV stackup, line 2: expected a number of at least 0 for the thickness, found "thick".',
    ],
    [
      'x.csv',
      'Layer,Thickness\nTop,3 parsec\n',
      'expected a number of at least 0 for the thickness, found "3 parsec".',
    ],
    ['x.csv', 'Layer,Thickness\nTop,-1\n', 'expected a number of at least 0 for the thickness, found "-1".'],
    ['x.csv', 'Layer,Thickness\n', 'expected layers, found none.'],
    ['x.csv', 'Layer,Thickness\nTop,35\nCore,1500\n', 'expected a unit for the thickness, as in "Thickness (um)"'],
    ['x.json', '{"layers": [\n{,', 'JSON stackup, line 2: expected JSON'],
    ['x.json', '{"layers": 5}', 'JSON stackup, line 1: expected a list of layers'],
    ['x.json', '{"layers":[{"name":"a"},\n{"name":"b","thickness":"x"}]}', 'JSON stackup, line 2: expected a number'],
  ])('%s %j', (name, content, message) => {
    expect(() => readStackup(name, content)).toThrow(message)
  })

  test('another format is reported as unsupported', () => {
    expect(readStackup('x.pdf', '%PDF-1.7')).toEqual({
      unsupported: 'No stackup can be read from PDF files. Add the stackup as a CSV, JSON or IPC-2581 file.',
    })
    expect(readStackup('x.bin', Uint8Array.of(0, 1, 2, 3))).toEqual({
      unsupported: 'This file is not in a known format. Add the stackup as a CSV, JSON or IPC-2581 file.',
    })
  })

  test('keys named like object properties are treated like any other', () => {
    const json = '{"layers":[{"__proto__": {"polluted": 1}, "constructor": 2, "name": "Top", "thickness": 0.1}]}'
    expect(layers('x.json', json).map(short)).toEqual([['Top', 'other', 0.1, null, null, null, null]])
    expect('polluted' in {}).toBe(false)
  })
})

describe.skipIf(!hasRealFiles)('real stackups (need SAMPLES_DIR)', () => {
  const total = (of: StackupLayer[]) => of.reduce((sum, { thickness }) => sum + (thickness ?? 0), 0)

  test('the table of the camera board matches its layout', () => {
    const table = layers('s.csv', realFile('stackup/ov5640-stackup.csv'))
    const board = layers('b', realFile('layout/ov5640-dual-camera-board.kicad_pcb'))
    expect(table.filter(({ type }) => type === 'copper').map(({ name }) => name)).toEqual([
      'F.Cu',
      'In1.Cu',
      'In2.Cu',
      'B.Cu',
    ])
    expect(total(table)).toBeCloseTo(1.566, 9)
    const byName = new Map(board.map((layer) => [layer.name, layer]))
    for (const { name, thickness, dk } of table) expect(byName.get(name)).toMatchObject({ thickness, dk })
  })

  test('the JSON of the coupon', () => {
    const json = layers('s.json', realFile('stackup/diffpair-stackup.json'))
    expect(json).toHaveLength(13)
    expect(json[4]).toMatchObject({ name: 'dielectric 1', type: 'core', thickness: 0.12, dk: 4.18, df: 0.02 })
  })

  test.skipIf(!hasZstd)('IPC-2581 by KiCad, which uses its own names for specifications', () => {
    const xml = layers('b.xml', realFile('layout/DM0002-ipc2581c.xml.zst'))
    expect(total(xml)).toBeCloseTo(1.6062, 9)
    expect(xml[4]).toMatchObject({ name: 'DIELECTRIC_1', type: 'prepreg', thickness: 0.2104, dk: 4.4, df: 0.025 })
  })
})
