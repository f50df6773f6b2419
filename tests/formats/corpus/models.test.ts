import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { type AmiBranch, readAmi } from '../../../src/formats/models/ami'
import { ibisNumber, readIbisModels } from '../../../src/formats/models/ibis'
import { modelContents } from '../../../src/formats/models/model-contents'
import { readSpiceSummary } from '../../../src/formats/models/spice'
import { toText } from '../../../src/formats/source-text'
import { hasRealFile, realFile, sample } from '../sample-files'

type Table = [title: string, rows: number, x: number, typ: number, min: number, max: number]
/** The tables as read by ecdtools. Written by measure-with-ecdtools.py. */
const { files: measured } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'ecdtools.json'), 'utf8')) as {
  files: Record<string, Record<string, Table[]>>
}

const sumOf = (values: number[]) => values.filter(Number.isFinite).reduce((sum, value) => sum + value, 0)

/** The tables of each model: their titles, numbers of rows, and sums of columns. */
const tablesOf = (text: string) =>
  Object.fromEntries(
    readIbisModels(text).map(({ name, curves }) => [
      name,
      curves.map(({ title, x, y }): Table => {
        const kind = (title.split(',')[0] ?? '').toLowerCase()
        const [typ, min, max] = y.values
        return [kind, x.values.length, sumOf(x.values), sumOf(typ), sumOf(min), sumOf(max)]
      }),
    ]),
  )

const inOrder = (tables: Table[]) => tables.toSorted((a, b) => a[0].localeCompare(b[0]) || a[2] - b[2])

function expectMeasured(file: string, bytes: Uint8Array) {
  const read = tablesOf(toText(bytes))
  const expected = measured[file] ?? {}
  expect(Object.keys(read)).toEqual(Object.keys(expected))
  for (const [model, tables] of Object.entries(expected)) {
    const close = inOrder(tables).map(([kind, ...values]) => [
      kind,
      ...values.map((value) => expect.closeTo(value, Math.abs(value) < 1e-3 ? 12 : 6) as number),
    ])
    expect(inOrder(read[model] ?? []), model).toEqual(close)
  }
}

describe('IBIS curves equal those of ecdtools', () => {
  test('a driver and a receiver', () => expectMeasured('driver.ibs', sample('driver.ibs')))

  test.skipIf(!hasRealFile('ibis/device_clamp_ref.ibs'))('a real device (needs SAMPLES_DIR)', () => {
    expectMeasured('device_clamp_ref.ibs', realFile('ibis/device_clamp_ref.ibs'))
  })

  test.skipIf(!hasRealFile('ibis/example_rx.ibs'))('a real receiver (needs SAMPLES_DIR)', () => {
    expectMeasured('example_rx.ibs', realFile('ibis/example_rx.ibs'))
  })
})

describe('IBIS', () => {
  test('curves have units, corners without values, and the load of a waveform in their title', () => {
    const [driver, receiver] = readIbisModels(toText(sample('driver.ibs')))
    expect([driver?.type, receiver?.type]).toEqual(['Output', 'Input'])
    expect(driver?.curves.map(({ title }) => title)).toEqual([
      'Pulldown',
      'Pullup',
      'GND clamp',
      'POWER clamp',
      'Rising Waveform, R = 50, V = 0.0',
      'Falling Waveform, R = 50, V = 3.3',
    ])
    expect(driver?.curves[0]?.y.values[1]).toEqual([-0.09, 0, expect.closeTo(0.033), Number.NaN])
    expect(driver?.curves[4]?.x).toEqual({ label: 'Time', unit: 's', values: [0, expect.closeTo(4e-10), 1e-9] })
    expect(receiver?.curves[0]?.y.values[2]).toEqual([Number.NaN, Number.NaN])
  })

  test('a custom comment character is respected', () => {
    const [first] = readIbisModels('[Comment Char] #_char\n[Model] a | b # c\n[Pulldown]\n1 2 3 4 # 5\n# 6 7 8 9\n')
    expect(first?.curves[0]?.x.values).toEqual([1])
  })

  test.each([
    ['1.25mA', 1.25e-3],
    ['-906.71uA', -906.71e-6],
    ['3.3V', 3.3],
    ['2.8nH', 2.8e-9],
    ['1M', 1e6],
    ['4.7k', 4700],
    ['1E-3', 1e-3],
    ['.5', 0.5],
    ['NA', Number.NaN],
    ['', Number.NaN],
    ['constructor', Number.NaN],
  ])('the number %s', (text, value) => {
    if (Number.isNaN(value)) expect(ibisNumber(text)).toBeNaN()
    else expect(ibisNumber(text) / value).toBeCloseTo(1, 12)
  })
})

describe('AMI parameters', () => {
  const of = (branch: AmiBranch | undefined, name: string) => branch?.branches.find((one) => one.name === name)

  test('names, values, strings, comments and branches', () => {
    const root = readAmi(
      '| head\n(rx (Description "a (rare) | one")\n (Model_Specific (gain (Range 0 -1 1e3)| x\n)))\n',
    )
    expect(root).toEqual({
      name: 'rx',
      values: [],
      branches: [
        { name: 'Description', values: ['a (rare) | one'], branches: [] },
        {
          name: 'Model_Specific',
          values: [],
          branches: [
            { name: 'gain', values: [], branches: [{ name: 'Range', values: ['0', '-1', '1e3'], branches: [] }] },
          ],
        },
      ],
    })
  })

  test.skipIf(!hasRealFile('ibis/example_rx.ami'))(
    'a real file (needs SAMPLES_DIR): one for each pair of parentheses',
    () => {
      const text = toText(realFile('ibis/example_rx.ami'))
      const root = modelContents(text, 'ami').parameters ?? undefined
      const count = (branch: AmiBranch): number => branch.branches.reduce((sum, one) => sum + count(one), 1)
      expect(count(root ?? readAmi(''))).toBe(text.replace(/"[^"]*"/g, '').split('(').length - 1)
      expect(of(of(root, 'Reserved_Parameters'), 'AMI_Version')?.branches.map(({ name }) => name)).toEqual([
        'Usage',
        'Type',
        'Value',
        'Description',
      ])
    },
  )

  test.each([
    ['', 'line 1: expected "(", found nothing'],
    ['(a (b)', 'line 1: expected ")", found the end'],
    ['(a\n(b "c)', 'line 2: expected a closing quotation mark'],
    ['(a)\n(b)', 'line 2: expected one list'],
    ['(a))', 'line 1: expected one list'],
    ['(())', 'line 1: expected the name'],
    ['()', 'line 1: expected a parameter'],
    ['a', 'line 1: expected "("'],
    ['(a'.repeat(200), 'at most 50,000 parameters, nested at most 100 deep'],
  ])('%j is rejected with its position', (text, message) => {
    expect(() => readAmi(text)).toThrow(message)
  })
})

describe('SPICE', () => {
  test('subcircuits with their ports, whatever follows them', () => {
    const text =
      'title\n.SUBCKT opamp in+ in-\n+ vcc vee out params: gain=1k\n.ends\n.subckt buf a y vdd = 3 w=1 ; x\n.subckt one\n'
    expect(readSpiceSummary(text).subcircuits).toEqual([
      { name: 'opamp', ports: ['in+', 'in-', 'vcc', 'vee', 'out'], line: 2 },
      { name: 'buf', ports: ['a', 'y'], line: 5 },
      { name: 'one', ports: [], line: 6 },
    ])
  })

  test('comments at the end of a line, also of a continued one', () => {
    const text = 'title\n.subckt amp in ; the input\n+ out;the output\n+ vdd $ the supply\n+ gnd\n'
    expect(readSpiceSummary(text).subcircuits).toEqual([{ name: 'amp', ports: ['in', 'out', 'vdd', 'gnd'], line: 2 }])
  })

  test.for([
    ['a semicolon', '; supplies\n+ vcc vee'],
    ['a dollar sign', '$ supplies\n+ vcc vee'],
    ['an asterisk', '* supplies\n+ vcc vee'],
    ['a dollar sign after the plus sign', '+$ the supplies\n+ vcc vee'],
    ['a semicolon after the plus sign', '+ ; the supplies\n+ vcc vee'],
  ])('a line with only a comment after %s does not end a statement', ([, rest]) => {
    const { subcircuits } = readSpiceSummary(`title\n.subckt amp in out\n${rest}\n.ends\n`)
    expect(subcircuits).toEqual([{ name: 'amp', ports: ['in', 'out', 'vcc', 'vee'], line: 2 }])
  })

  test('a comment after the last port is not a port', () => {
    const { subcircuits } = readSpiceSummary('title\n.subckt amp in out ; done\n.ends\n')
    expect(subcircuits).toEqual([{ name: 'amp', ports: ['in', 'out'], line: 2 }])
  })

  test('quoted file names with characters that start comments elsewhere', () => {
    const text = `t\n.include "a;b.lib" ; it's c\n.include 'd $e.lib' $ f\n.include "g\n.include h;i"\n`
    expect(readSpiceSummary(text).includes).toEqual(['a;b.lib', 'd $e.lib', '"g', 'h'])
  })

  test('included files, once each; sections of a library do not count', () => {
    const text = `t\n.include "models/a b.lib"\n.inc 'x.sp'\n.lib corners.lib tt\n.lib tt\n.endl\n.INCLUDE x.sp\n* .include no\n`
    expect(readSpiceSummary(text).includes).toEqual(['models/a b.lib', 'x.sp', 'corners.lib'])
  })

  test('encrypted blocks, whose lines are ignored', () => {
    const text = 't\n.subckt a 1\n.prot\n.subckt hidden 1 2\n.unprot\n.ends\n* LTspice Encrypted File\n.subckt more 1\n'
    expect(readSpiceSummary(text)).toEqual({
      subcircuits: [{ name: 'a', ports: ['1'], line: 2 }],
      includes: [],
      encrypted: [3, 7],
    })
  })
})

test.each([
  [4999, 4999],
  [5000, 5000],
  [5001, 5000],
])('of %i subcircuits, included files and encrypted blocks of SPICE, %i are listed', (count, listed) => {
  const lines = Array.from({ length: count }, (_, at) => `.subckt s${at} a b\n.include ${at}.inc\n.prot\n.unprot`)
  const { subcircuits, includes, encrypted } = readSpiceSummary(lines.join('\n'))
  expect(subcircuits).toHaveLength(listed)
  expect(subcircuits.at(-1)).toEqual({ name: `s${listed - 1}`, ports: ['a', 'b'], line: 4 * listed - 3 })
  expect([includes.length, includes.at(-1)]).toEqual([listed, `${listed - 1}.inc`])
  expect([encrypted.length, encrypted.at(-1)]).toEqual([listed, 4 * listed - 1])
})
