import { describe, expect, test } from 'vitest'

import { LayerStack } from '../../../src/analysis/board/layer-stack'
import { OdbAttributeList } from '../../../src/formats/odb/odb-attribute-list'
import { mm } from '../../../src/formats/odb/odb-units'
import { growthOf } from '../../support/cpu-growth'
import { layer, readJob } from './odb-job'

const step = 'STEP {\nCOL=1\nNAME=PCB\n}\n'
const attributes = (name: string) => `steps/pcb/layers/${name}/attrlist`

/** Two copper layers with a core between them. */
const core = [
  step,
  layer(1, 'TOP', 'SIGNAL'),
  layer(2, 'D1', 'DIELECTRIC', 'DIELECTRIC_TYPE=CORE'),
  layer(3, 'BOT', 'POWER_GROUND'),
].join('')

/** Four copper layers whose matrix lists no dielectrics, as in jobs of version 7. */
const copperOnly = [step, ...['L1', 'L2', 'L3', 'L4'].map((name, at) => layer(at + 1, name, 'SIGNAL'))].join('')

const layersOf = (lists: Record<string, string>, matrix = core, info = '') =>
  readJob({
    'matrix/matrix': matrix,
    'misc/info': info,
    ...Object.fromEntries(Object.entries(lists).map(([name, text]) => [attributes(name), text])),
  }).stackup?.layers ?? []

const only = (name: string, list: string, info = '') => {
  const found = layersOf({ [name]: list }, core, info).find((one) => one.name === name)
  return found && { thickness: found.thickness, dk: found.dk, df: found.df, weight: found.copperWeight }
}
const none = { thickness: null, dk: null, df: null, weight: null }

describe('dielectrics', () => {
  test('thickness, permittivity, loss tangent and material', () => {
    const list =
      'UNITS=MM\n.layer_dielectric=0.2104\n.dielectric_constant=4.05\n.loss_tangent=0.02\n.material=jlc7628\n'
    expect(layersOf({ d1: list })[1]).toEqual({
      name: 'd1',
      type: 'core',
      thickness: 0.2104,
      material: 'jlc7628',
      dk: 4.05,
      df: 0.02,
      copperWeight: null,
    })
  })

  test('the matrix names the material if no attribute does', () => {
    const matrix = core.replace('DIELECTRIC_TYPE=CORE', 'DIELECTRIC_TYPE=PREPREG\nDIELECTRIC_NAME=I-Tera MT40')
    expect(layersOf({}, matrix)[1]).toMatchObject({ type: 'prepreg', material: 'I-Tera MT40', thickness: null })
    expect(layersOf({ d1: '.material=x1\n' }, matrix)[1]).toMatchObject({ material: 'x1' })
  })

  test('without attributes, nothing is known', () => {
    expect(layersOf({})).toHaveLength(3)
    expect(only('d1', '')).toEqual(none)
  })

  test.each([
    ['UNITS=MM', '', 0.2],
    ['UNITS=INCH', '', 5.08],
    ['UNITS=INCH', 'UNITS=MM', 5.08],
    ['UNITS=MM', 'UNITS=INCH', 0.2],
    ['', 'UNITS=MM', 0.2],
    ['', 'UNITS=INCH', 5.08],
    ['', '', 5.08],
  ])('a thickness of 0.2, in a list with %j and a job with %j', (own, job, thickness) => {
    expect(only('d1', `${own}\n.layer_dielectric=0.2\n`, job)?.thickness).toBe(thickness)
  })

  test('the name of an attribute is not part of another one', () => {
    expect(only('d1', 'UNITS=MM\n.layer_dielectric_max=3\nx.layer_dielectric=4\n.loss_tangent_at=0.5\n')).toEqual(none)
  })

  test('numbers as tools write them', () => {
    expect(only('d1', ' UNITS = MM\r\n .layer_dielectric = 2e-1\r\n.dielectric_constant=+4.\r\n')).toEqual({
      ...none,
      thickness: 0.2,
      dk: 4,
    })
  })
})

describe('copper', () => {
  // 1 oz/ft² is 34.8 µm.
  test.each([
    ['ounces in a list in inches', 'UNITS=INCH\n.copper_weight=2\n', { thickness: 0.0696, weight: 2 }],
    ['an ounce in thousandths', 'UNITS=INCH\n.copper_weight=1.18519\n', { thickness: 0.041244612, weight: 1.18519 }],
    ['micrometers in a list in mm', 'UNITS=MM\n.copper_weight=17.5\n', { thickness: 0.0175, weight: null }],
    ['the thinnest foil in a list in mm', 'UNITS=MM\n.copper_weight=5\n', { thickness: 0.005, weight: null }],
    [
      'less than any foil in a list in mm: ounces',
      'UNITS=MM\n.copper_weight=0.5\n',
      { thickness: 0.0174, weight: 0.5 },
    ],
    [
      'ounces in a list in mm that also has the thickness',
      'UNITS=MM\n.copper_weight=6\n.layer_dielectric=0.21\n',
      { thickness: 0.21, weight: 6 },
    ],
    [
      'micrometers in a list in mm that also has the thickness',
      'UNITS=MM\n.copper_weight=3\n.layer_dielectric=0.003\n',
      { thickness: 0.003, weight: null },
    ],
    [
      'ounces and the thickness in inches',
      'UNITS=INCH\n.copper_weight=1\n.layer_dielectric=0.00138\n',
      { thickness: 0.035052, weight: 1 },
    ],
    ['a thickness alone', 'UNITS=MM\n.layer_dielectric=0.035\n', { thickness: 0.035, weight: null }],
    ['a weight of zero', 'UNITS=MM\n.copper_weight=0\n', { thickness: null, weight: null }],
  ])('%s', (_, list, expected) => expect(only('top', list)).toEqual({ ...none, ...expected }))

  test('has no permittivity, whatever a tool writes there', () => {
    expect(only('top', 'UNITS=MM\n.dielectric_constant=4\n.loss_tangent=0.02\n')).toEqual(none)
  })

  test('a thickness that the weight contradicts is not used', () => {
    expect(only('top', 'UNITS=INCH\n.copper_weight=1\n.layer_dielectric=0.004\n')?.thickness).toBe(0.0348)
  })
})

describe('a matrix without dielectrics', () => {
  const list = 'UNITS=INCH\n.copper_weight=1\n.layer_dielectric=0.005\n.dielectric_constant=4.2\n.loss_tangent=0.015\n'
  const files = (lists: Record<string, string>) => ({
    'matrix/matrix': copperOnly,
    ...Object.fromEntries(Object.entries(lists).map(([name, text]) => [attributes(name), text])),
  })

  test('the attributes of copper describe the dielectric below it', () => {
    const { stackup, remarks, copper } = readJob(files({ l1: list, l2: list, l3: list, l4: list }))
    expect(stackup?.layers.map(({ name, type, thickness, dk, df }) => [name, type, thickness, dk, df])).toEqual([
      ['l1', 'copper', 0.0348, null, null],
      ['below l1', 'dielectric', 0.127, 4.2, 0.015],
      ['l2', 'copper', 0.0348, null, null],
      ['below l2', 'dielectric', 0.127, 4.2, 0.015],
      ['l3', 'copper', 0.0348, null, null],
      ['below l3', 'dielectric', 0.127, 4.2, 0.015],
      ['l4', 'copper', 0.0348, null, null],
    ])
    expect(remarks).toEqual([
      'The job lists no dielectrics. Those in the stackup are described by attributes of the copper layers above them.',
    ])
    expect(LayerStack.of({ copper }, stackup)?.between(0, 1)).toEqual({
      height: expect.closeTo(0.127, 9) as number,
      dk: expect.closeTo(4.2, 9) as number,
    })
  })

  test('nothing is added where the attributes describe no dielectric, or only the copper', () => {
    const { stackup, remarks } = readJob(files({ l1: 'UNITS=MM\n.copper_weight=1\n.layer_dielectric=0.035\n', l2: '' }))
    expect(stackup?.layers.map(({ name, thickness }) => [name, thickness])).toEqual([
      ['l1', 0.035],
      ['l2', null],
      ['l3', null],
      ['l4', null],
    ])
    expect(remarks).toEqual([])
  })
})

describe('solder mask', () => {
  test('thickness and permittivity', () => {
    const matrix = `${core}${layer(4, 'SMB', 'SOLDER_MASK')}`
    const list = 'UNITS=MM\n.layer_dielectric=0.02\n.dielectric_constant=3.5\n'
    expect(layersOf({ smb: list }, matrix).at(-1)).toMatchObject({ type: 'soldermask', thickness: 0.02, dk: 3.5 })
  })
})

describe('values that cannot be true are left out, and it is said', () => {
  test.each([
    ['d1', '.layer_dielectric=1.5mm'],
    ['d1', '.layer_dielectric=-0.1'],
    ['d1', '.layer_dielectric=200'],
    ['d1', '.layer_dielectric=1e999'],
    ['d1', '.layer_dielectric=0x10'],
    ['d1', '.dielectric_constant=0.5'],
    ['d1', '.dielectric_constant=4000'],
    ['d1', '.dielectric_constant=high'],
    ['d1', '.loss_tangent=2'],
    ['d1', '.loss_tangent=NaN'],
    ['top', '.layer_dielectric=1.2'],
    ['top', '.copper_weight=35000'],
    ['top', '.copper_weight=one'],
  ])('%s: %s', (name, line) => {
    const { stackup, remarks } = readJob({ 'matrix/matrix': core, [attributes(name)]: `UNITS=MM\n${line}\n` })
    const found = stackup?.layers.find((one) => one.name === name)
    expect([found?.thickness, found?.dk, found?.df, found?.copperWeight]).toEqual([null, null, null, null])
    expect(remarks).toEqual([`Values of the stackup that are not used: ${line.slice(1)} (${name}).`])
  })

  test('a long value is cut', () => {
    const list = `.loss_tangent=${'x'.repeat(1000)}`
    const { remarks } = readJob({ 'matrix/matrix': core, [attributes('d1')]: list })
    expect(remarks).toEqual([`Values of the stackup that are not used: loss_tangent=${'x'.repeat(40)}… (d1).`])
  })

  test('35 oz of copper, which is 35 µm in the other unit', () => {
    expect(only('top', 'UNITS=INCH\n.copper_weight=35\n')).toEqual(none)
  })

  test('zeros, empty values and a permittivity of 1 are what tools write for unknown values', () => {
    const list =
      'UNITS=MM\n.layer_dielectric=0.0\n.dielectric_constant=1\n.loss_tangent=0\n.copper_weight=\n.material=\n'
    const { stackup, remarks } = readJob({ 'matrix/matrix': core, [attributes('d1')]: list })
    expect(stackup?.layers[1]).toMatchObject({ thickness: null, dk: null, df: null, material: null })
    expect(remarks).toEqual([])
  })

  test('five are named, and the others counted', () => {
    const list = 'UNITS=MM\n.dielectric_constant=-1\n.loss_tangent=-1\n.layer_dielectric=-1\n'
    const rows = Array.from({ length: 3 }, (_, at) => layer(at + 4, `X${at}`, 'DIELECTRIC')).join('')
    const files = Object.fromEntries(['x0', 'x1', 'x2'].map((name) => [attributes(name), list]))
    const { remarks } = readJob({ 'matrix/matrix': `${core}${rows}`, ...files })
    expect(remarks).toEqual([
      'Values of the stackup that are not used: layer_dielectric=-1 (x0), dielectric_constant=-1 (x0), loss_tangent=-1 (x0), layer_dielectric=-1 (x1), dielectric_constant=-1 (x1) and 4 more.',
    ])
  })

  test('a list that ends early keeps its complete lines', () => {
    expect(only('d1', 'UNITS=MM\n.layer_dielectric=0.2\n.dielectric_con')).toEqual({ ...none, thickness: 0.2 })
  })

  test('the time for a long number grows with its length', () => {
    const listOf = (digits: number) => new OdbAttributeList(`.loss_tangent=${'1'.repeat(digits)}x`, mm, () => undefined)
    const read = (list: OdbAttributeList) => {
      for (let time = 0; time < 20; time++) list.number('.loss_tangent', 1)
    }
    // Linear growth would be a factor of 8, quadratic growth a factor of 64.
    expect(growthOf(read, listOf(1500), listOf(12_000))).toBeLessThan(24)
  })
})
