import { describe, expect, test } from 'vitest'

import { boardNetFacts } from '../../../src/analysis/board/board-net-facts'
import { interfaceBudgets } from '../../../src/analysis/board/interface-budgets'
import { routingOf } from '../../../src/analysis/board/routing'
import { type FactsRequest, repliesWithFacts } from '../../../src/analysis/worker/facts-worker-protocol'
import { largeBoard } from '../../bench/large-board'
import { readKicadBoard } from '../../../src/formats/kicad/kicad-board'

const stackup = `(setup (stackup
  (layer "F.Mask" (type "Top Solder Mask") (thickness 0.02) (epsilon_r 3.3))
  (layer "F.Cu" (type "copper") (thickness 0.035))
  (layer "dielectric 1" (type "prepreg") (thickness 0.12) (epsilon_r 4.2))
  (layer "In1.Cu" (type "copper") (thickness 0.018))
  (layer "dielectric 2" (type "core") (thickness 1.2) (epsilon_r 4.4))
  (layer "In2.Cu" (type "copper") (thickness 0.018))
  (layer "dielectric 3" (type "prepreg") (thickness 0.12) (epsilon_r 4.2))
  (layer "B.Cu" (type "copper") (thickness 0.035))))`

const nets = ['', 'GND', '/CSI_D0_P', '/CSI_D0_N', '/CSI_CLK_P', '/CSI_CLK_N', 'SLOW']
const track = (net: number, layer: string, [x1, y1, x2, y2]: number[], width = 0.2) =>
  `(segment (start ${x1} ${y1}) (end ${x2} ${y2}) (width ${width}) (layer "${layer}") (net ${net}))`
const via = (net: number, x: number, y: number) =>
  `(via (at ${x} ${y}) (size 0.5) (drill 0.3) (layers "F.Cu" "B.Cu") (net ${net}))`
const plane = (layer: string, [x1, y1, x2, y2]: number[]) =>
  `(zone (net 1) (layer "${layer}") (filled_polygon (layer "${layer}")
    (pts (xy ${x1} ${y1}) (xy ${x2} ${y1}) (xy ${x2} ${y2}) (xy ${x1} ${y2}))))`

const boardOf = (items: string[], setup = stackup) =>
  new TextEncoder().encode(`(kicad_pcb (version 20221018) (general (thickness 1.6))
  (layers (0 "F.Cu" signal) (1 "In1.Cu" power) (2 "In2.Cu" power) (31 "B.Cu" signal)) ${setup}
  ${nets.map((name, index) => `(net ${index} "${name}")`).join(' ')} ${items.join('\n')})`)

const factsOf = (items: string[], setup?: string) => boardNetFacts(readKicadBoard(boardOf(items, setup)))
const rowOf = (items: string[], name: string, setup?: string) =>
  factsOf(items, setup).rows.find((row) => row.name === name)!

const wholePlanes = [plane('In1.Cu', [-5, -5, 105, 50]), plane('In2.Cu', [-5, -5, 105, 50])]

describe('the length of a net', () => {
  test('is the sum of its tracks on all layers and of its via between the layers that it connects', () => {
    const items = [track(6, 'F.Cu', [0, 0, 3, 4]), via(6, 3, 4), track(6, 'B.Cu', [3, 4, 13, 4])]
    const row = rowOf([...items, ...wholePlanes], 'SLOW')
    expect(row.layers).toEqual([
      { name: 'F.Cu', length: 5 },
      { name: 'B.Cu', length: 10 },
    ])
    // From the center of the top copper to the center of the bottom copper: 0.035 + 0.12 + 0.018 + 1.2 + 0.018 + 0.12.
    expect(row.length).toBeCloseTo(15 + 1.511, 9)
    expect(row).toMatchObject({ vias: 1, layerChanges: 1 })
  })

  test('includes only the used part of a via, and an unused via is not a layer change', () => {
    const down = [track(6, 'F.Cu', [0, 0, 5, 0]), via(6, 5, 0), track(6, 'In1.Cu', [5, 0, 9, 0])]
    expect(rowOf(down, 'SLOW').length).toBeCloseTo(9 + 0.035 / 2 + 0.12 + 0.018 / 2, 9)
    const stub = [track(6, 'F.Cu', [0, 0, 5, 0]), via(6, 5, 0)]
    expect(rowOf(stub, 'SLOW')).toMatchObject({ length: 5, vias: 1, layerChanges: 0 })
  })

  test('excludes vias, with a remark, if the stackup is unknown', () => {
    const items = [track(6, 'F.Cu', [0, 0, 5, 0]), via(6, 5, 0), track(6, 'B.Cu', [5, 0, 9, 0])]
    const { rows, remarks } = factsOf([...items, ...wholePlanes], '')
    expect(remarks).toHaveLength(1)
    expect(rows[0]).toMatchObject({ length: 9, layerChanges: 1, delay: null, impedance: null, referenced: 1 })
  })

  test('excludes all vias, with a remark that names the layer, if the stackup lacks a thickness', () => {
    const lacking = stackup.replace('(type "core") (thickness 1.2)', '(type "core")')
    // The first via is between layers at a known distance, the second is not.
    const down = [track(6, 'F.Cu', [0, 0, 5, 0]), via(6, 5, 0), track(6, 'In1.Cu', [5, 0, 9, 0])]
    const through = [track(4, 'F.Cu', [0, 9, 5, 9]), via(4, 5, 9), track(4, 'B.Cu', [5, 9, 9, 9])]
    const { rows, remarks } = factsOf([...down, ...through, ...wholePlanes], lacking)
    const lengthOf = (name: string) => rows.find((row) => row.name === name)?.length
    expect([lengthOf('SLOW'), lengthOf('/CSI_CLK_P')]).toEqual([9, 9])
    expect(remarks).toEqual(['Lengths and delays exclude vias: the stackup lacks the thickness of dielectric 2.'])
    // The delay of a via is left out like its length. Both layers have the same permittivity and the same plane distance.
    const delayOf = (...items: string[]) => rowOf([...items, ...wholePlanes], 'SLOW', lacking).delay ?? NaN
    const [top, bottom] = [track(6, 'F.Cu', [0, 0, 100, 0]), track(6, 'B.Cu', [100, 0, 0, 0])]
    expect(delayOf(top, via(6, 100, 0), bottom)).toBeCloseTo(delayOf(top) + delayOf(bottom), 9)
  })

  test('is without vias, and the remark counts the layers, if the stackup lacks several thicknesses', () => {
    const none = stackup.replaceAll(/ \(thickness [\d.]+\)(?= \(epsilon_r 4)/g, '')
    const items = [track(6, 'F.Cu', [0, 0, 5, 0]), via(6, 5, 0), track(6, 'B.Cu', [5, 0, 9, 0])]
    expect(factsOf([...items, ...wholePlanes], none).remarks).toEqual([
      'Lengths and delays exclude vias: the stackup lacks the thickness of dielectric 1 and of 2 other dielectrics.',
    ])
    const adjacent = stackup.replace('(layer "dielectric 2" (type "core") (thickness 1.2) (epsilon_r 4.4))', '')
    expect(factsOf([...items, ...wholePlanes], adjacent).remarks).toEqual([
      'Lengths and delays exclude vias: the stackup lacks the thickness of the dielectric below In1.Cu.',
    ])
  })

  test('adds delay for a via as for the tracks if the permittivity between its layers is unknown', () => {
    const unknownCore = stackup.replace(' (epsilon_r 4.4)', '')
    const delayOf = (...items: string[]) => rowOf([...items, ...wholePlanes], 'SLOW', unknownCore).delay ?? NaN
    const [top, bottom] = [track(6, 'F.Cu', [0, 0, 100, 0]), track(6, 'B.Cu', [100, 0, 0, 0])]
    const tracks = delayOf(top) + delayOf(bottom)
    expect(delayOf(top, via(6, 100, 0), bottom) / tracks).toBeCloseTo((200 + 1.511) / 200, 9)
  })

  test.for([0.15, 0.5, 3, 40])('of a semicircle with a radius of %f mm is accurate to 0.1 %%', (radius) => {
    const arc = `(arc (start 0 0) (mid ${radius} ${radius}) (end ${2 * radius} 0) (width 0.2) (layer "F.Cu") (net 6))`
    expect(Math.abs(rowOf([arc], 'SLOW').length / (Math.PI * radius) - 1)).toBeLessThan(0.001)
  })

  test('of a line with corners is not corrected like that of a curve', () => {
    const board = readKicadBoard(boardOf([]))
    board.arcs = {
      points: Float64Array.of(0, 0, 1, 0, 2, 1, 2, 2),
      starts: Uint32Array.of(0, 4),
      layer: Int16Array.of(0),
      net: Int32Array.of(board.nets.findIndex(({ name }) => name === 'SLOW')),
      width: Float64Array.of(0.2),
    }
    const total = routingOf(board)
      .flatMap(({ pieces }) => pieces)
      .reduce((sum, { length }) => sum + length, 0)
    expect(total).toBeCloseTo(2 + Math.SQRT2, 9)
  })
})

describe('the widths of a net', () => {
  const straight = (width: number, from: number, to: number) => track(6, 'F.Cu', [from, 0, to, 0], width)

  test('are those of its tracks on all layers, the width of the greatest length first, and each once', () => {
    // 0.15 mm: 4 + 3 = 7 mm; 0.3 mm: 6 mm; 0.25 mm: 5 mm.
    const items = [straight(0.15, 0, 4), straight(0.3, 4, 10), via(6, 10, 0)]
    const below = [track(6, 'B.Cu', [10, 0, 13, 0], 0.15), track(6, 'B.Cu', [13, 0, 13, 5], 0.25)]
    expect(rowOf([...items, ...below], 'SLOW').widths).toEqual([0.15, 0.3, 0.25])
  })

  test('include those of arcs by their length along the curve', () => {
    // The semicircle is 3.14 mm long, more than its track of 3 mm, although its ends are only 2 mm apart.
    const arc = '(arc (start 3 0) (mid 4 1) (end 5 0) (width 0.4) (layer "F.Cu") (net 6))'
    expect(rowOf([straight(0.2, 0, 3), arc], 'SLOW').widths).toEqual([0.4, 0.2])
  })

  test('of a pair are those of both nets, each once', () => {
    const pair = [track(2, 'F.Cu', [0, 0, 10, 0], 0.13), track(3, 'F.Cu', [0, 0.29, 10, 0.29], 0.13)]
    const neck = track(3, 'F.Cu', [10, 0.29, 11, 0.29], 0.1)
    expect(rowOf([...pair, neck], '/CSI_D0').widths).toEqual([0.13, 0.1])
    expect(rowOf(pair, '/CSI_D0').widths).toEqual([0.13])
  })
})

describe('the reference plane', () => {
  test('counts as broken where a slot crosses the trace', () => {
    const halves = [plane('In1.Cu', [-5, -5, 40, 5]), plane('In1.Cu', [60, -5, 105, 5])]
    const { referenced } = rowOf([track(6, 'F.Cu', [0, 0, 100, 0]), ...halves], 'SLOW')
    expect(referenced).toBeCloseTo(0.8, 2)
  })

  test('has to cover the whole width of the trace', () => {
    const edge = plane('In1.Cu', [-5, 0, 105, 5])
    expect(rowOf([track(6, 'F.Cu', [0, 0, 100, 0], 0.5), edge], 'SLOW').referenced).toBe(0)
    expect(rowOf([track(6, 'F.Cu', [0, 0.5, 100, 0.5], 0.5), edge], 'SLOW').referenced).toBeCloseTo(1, 9)
  })

  test('of a board that is far longer than it is wide needs no more memory than that of any other board', () => {
    const { referenced } = rowOf([track(6, 'F.Cu', [0, 0, 1e13, 0]), ...wholePlanes], 'SLOW')
    expect(referenced).toBeLessThan(0.01)
  })

  test('is not determined for a supply', () => {
    const row = rowOf([track(1, 'F.Cu', [0, 0, 100, 0]), ...wholePlanes], 'GND')
    expect(row).toMatchObject({ length: 100, referenced: null, impedance: null, delay: null })
  })
})

describe('a pair', () => {
  const pair = (length: number) => [
    track(2, 'F.Cu', [0, 0, 50, 0], 0.13),
    track(3, 'F.Cu', [0, 0.29, length, 0.29], 0.13),
  ]

  test('has its gap, its coupled length and its skew', () => {
    const row = rowOf([...pair(40), ...wholePlanes], '/CSI_D0')
    expect(row.gap).toBeCloseTo(0.16, 9)
    expect(Math.abs(row.coupled! - 40)).toBeLessThan(0.3)
    expect(row.skew!.length).toBeCloseTo(10, 9)
    // 10 mm at an effective permittivity between those of air and the prepreg.
    expect(row.skew!.time).toBeGreaterThan(10 / 0.2998)
    expect(row.skew!.time).toBeLessThan((10 / 0.2998) * Math.sqrt(4.2))
    expect(row.impedance).toMatchObject({ line: 'edge-coupled coated microstrip', layer: 'F.Cu', isDifferential: true })
  })

  test('has the mean length of its nets on each layer, as its length is their mean', () => {
    const row = rowOf([...pair(40), ...wholePlanes], '/CSI_D0')
    expect(row.length).toBeCloseTo(45, 9)
    expect(row.layers).toEqual([{ name: 'F.Cu', length: expect.closeTo(45, 9) as number }])
  })

  test('is coupled up to a gap of five trace widths', () => {
    const gapOf = (widths: number) => {
      const apart = [0, (1 + widths) * 0.2].map((y, n) => track(2 + n, 'F.Cu', [0, y, 50, y], 0.2))
      return rowOf([...apart, ...wholePlanes], '/CSI_D0').gap
    }
    expect(gapOf(2.9)).toBeCloseTo(0.58, 9)
    expect(gapOf(4.9)).toBeCloseTo(0.98, 9)
    expect(gapOf(5.1)).toBeNull()
  })

  test('is not coupled on different layers', () => {
    const apart = [track(2, 'F.Cu', [0, 0, 50, 0]), track(3, 'B.Cu', [0, 0.3, 50, 0.3])]
    expect(rowOf([...apart, ...wholePlanes], '/CSI_D0')).toMatchObject({ gap: null, coupled: 0, impedance: null })
  })
})

describe('the estimated impedance', () => {
  const on = (layer: string, width: number, gap: number) =>
    [0, width + gap].map((y, n) => track(2 + n, layer, [0, y, 50, y], width))

  // The values are from the boundary element method of measure-lines.py, for the stackup above.
  test.for([
    ['a pair under solder mask', '/CSI_D0', on('F.Cu', 0.13, 0.16), 97.17],
    ['a pair without solder mask', '/CSI_D0', on('B.Cu', 0.13, 0.16), 107.99],
    ['a net under solder mask', 'SLOW', [track(6, 'F.Cu', [0, 0, 50, 0], 0.2)], 48.35],
    ['a net without solder mask', 'SLOW', [track(6, 'B.Cu', [0, 0, 50, 0], 0.2)], 51.43],
  ] as const)('of %s agrees with a field calculation within 2%%', ([, name, tracks, ohms]) => {
    const { impedance } = rowOf([...tracks, ...wholePlanes], name)
    expect(Math.abs(impedance!.ohms / ohms - 1)).toBeLessThan(0.02)
    expect(impedance!.outside).toEqual([])
  })

  test('comes with the published ranges of its formula', () => {
    const { formulas } = factsOf([...on('B.Cu', 0.13, 0.16), ...wholePlanes])
    expect(formulas).toEqual([
      'edge-coupled microstrip: width / height from 0.1 to 10; gap / height from 0.1 to 10; dielectric constant from 1 to 18; copper thickness / height from 0 to 0.5; copper thickness / width from 0 to 1',
      'microstrip: width / height from 0.01 to 100; dielectric constant from 1 to 128; copper thickness / height from 0 to 0.5; copper thickness / width from 0 to 1',
    ])
    expect(factsOf([...on('B.Cu', 0.13, 0.16), ...wholePlanes], '').formulas).toEqual([])
    // A single line has no gap.
    expect(factsOf([track(6, 'F.Cu', [0, 0, 50, 0]), ...wholePlanes]).formulas).toEqual([
      'coated microstrip: width / height from 0.3 to 4; copper thickness / height from 0 to 0.5; copper thickness / width from 0 to 0.7; coating thickness / height from 0 to 0.6; dielectric constant from 2.5 to 5; dielectric constant of the coating from 1 to 5',
    ])
  })

  test('names the quantities that are out of the range of its formula', () => {
    const outside = (thickness: number, width: number) => {
      const thick = stackup.replace(
        '(layer "B.Cu" (type "copper") (thickness 0.035))',
        `(layer "B.Cu" (type "copper") (thickness ${thickness}))`,
      )
      expect(thickness === 0.035 || thick !== stackup).toBe(true)
      return rowOf([track(6, 'B.Cu', [0, 0, 50, 0], width), ...wholePlanes], 'SLOW', thick).impedance?.outside
    }
    // The height of the dielectric is 0.12 mm.
    expect(outside(0.035, 0.2)).toEqual([])
    expect(outside(0.06, 0.2)).toEqual([])
    expect(outside(0.072, 0.2)).toEqual(['copper thickness / height is 0.6, above 0.5'])
    expect(outside(0.06, 0.048)).toEqual(['copper thickness / width is 1.25, above 1'])
  })

  test('is an outlier if it is outside the budget of the interface', () => {
    const clock = [track(4, 'F.Cu', [0, 5, 50, 5], 0.13), track(5, 'F.Cu', [0, 5.29, 50, 5.29], 0.13)]
    const outliers = (width: number, gap: number) =>
      rowOf([...on('F.Cu', width, gap), ...clock, ...wholePlanes], '/CSI_D0').outliers
    expect(outliers(0.13, 0.16)).toEqual([])
    expect(outliers(0.08, 0.21)).toEqual([
      expect.stringMatching(/^The estimated impedance is outside 100 Ω ± 10% \(AMD UG863/),
    ])
  })

  test('has no remark about a gap if the copper has no thickness in the stackup', () => {
    const inner = [0, 0.3].map((y, n) => track(2 + n, 'In1.Cu', [0, y, 50, y], 0.13))
    const flat = stackup.replace(
      '(layer "In1.Cu" (type "copper") (thickness 0.018))',
      '(layer "In1.Cu" (type "copper"))',
    )
    expect(flat).not.toBe(stackup)
    const around = [plane('F.Cu', [-5, -5, 105, 50]), plane('In2.Cu', [-5, -5, 105, 50])]
    const { impedance } = rowOf([...inner, ...around], '/CSI_D0', flat)
    expect(impedance?.line).toBe('edge-coupled stripline')
    expect(impedance?.outside.join()).not.toContain('Infinity')
  })
})

describe('an interface', () => {
  const lane = (positive: number, y: number, length: number) => [
    track(positive, 'F.Cu', [0, y, length, y], 0.13),
    track(positive + 1, 'F.Cu', [0, y + 0.29, length, y + 0.29], 0.13),
  ]

  test('has the skew across its lanes, and outliers name the source of the budget', () => {
    const row = rowOf([...lane(2, 0, 50), ...lane(4, 5, 45), ...wholePlanes], 'CSI')
    expect(row).toMatchObject({ kind: 'interface', of: 'MIPI D-PHY', length: 50 })
    expect(row.skew!.length).toBeCloseTo(5, 9)
    expect(row.outliers[0]).toMatch(/^The skew across lanes exceeds 8 ps \(AMD UG863/)
  })

  test('counts the reference planes by length, and has the layers of its longest lane', () => {
    // The plane covers the 60 mm pair, but not the 30 mm one.
    const half = [plane('In1.Cu', [-5, -2, 105, 2])]
    const row = rowOf([...lane(2, 0, 60), ...lane(4, 5, 30), ...half], 'CSI')
    expect(row.referenced).toBeCloseTo(60 / (60 + 30), 9)
    expect(row.layers).toEqual([{ name: 'F.Cu', length: expect.closeTo(60, 9) as number }])
    expect(row).toMatchObject({ vias: 0, layerChanges: 0 })
  })

  test('has the range of the impedances of its pairs', () => {
    const bare = [track(4, 'B.Cu', [0, 5, 50, 5], 0.13), track(5, 'B.Cu', [0, 5.29, 50, 5.29], 0.13)]
    const { impedance, impedances } = rowOf([...lane(2, 0, 50), ...bare, ...wholePlanes], 'CSI')
    expect(impedance).toBeNull()
    expect(impedances?.isDifferential).toBe(true)
    // With and without solder mask, from the boundary element method of measure-lines.py.
    expect(Math.abs(impedances!.least / 97.17 - 1)).toBeLessThan(0.02)
    expect(Math.abs(impedances!.most / 107.99 - 1)).toBeLessThan(0.02)
    expect(rowOf(lane(2, 0, 50), '/CSI_D0', '').impedances).toBeUndefined()
  })

  test('has no outliers if it is within the budget', () => {
    const row = rowOf([...lane(2, 0, 50), ...lane(4, 5, 50), ...wholePlanes], 'CSI')
    expect(row.outliers).toEqual([])
    expect(row.budget).toMatch(
      /^MIPI D-PHY: 100 Ω ± 10%, at most 2 ps of skew within pairs, 8 ps across lanes \(AMD UG863 .*\)$/,
    )
  })

  test('names the limits that it is known to meet', () => {
    const items = [...lane(2, 0, 50), ...lane(4, 5, 50), ...wholePlanes]
    // 97.17 ohms by a field calculation, and nets of the same length.
    expect(rowOf(items, '/CSI_D0').within).toEqual({ skew: '2 ps', impedance: '100 Ω ± 10%' })
    expect(rowOf(items, 'CSI').within).toEqual({ skew: '8 ps' })
    // Without a stackup, neither the times nor the impedances are known.
    expect(rowOf(items, '/CSI_D0', '').within).toEqual({})
    expect(rowOf(items, 'CSI', '').within).toEqual({})
    const unequal = [track(2, 'F.Cu', [0, 0, 50, 0], 0.13), track(3, 'F.Cu', [0, 0.29, 49, 0.29], 0.13)]
    expect(rowOf([...unequal, ...lane(4, 5, 40), ...wholePlanes], '/CSI_D0').within).toEqual({
      impedance: '100 Ω ± 10%',
    })
    expect(rowOf([...unequal, ...lane(4, 5, 40), ...wholePlanes], 'CSI').within).toEqual({})
  })

  test('marks the pair that exceeds the skew within a pair', () => {
    const pair = [track(2, 'F.Cu', [0, 0, 50, 0], 0.13), track(3, 'F.Cu', [0, 0.29, 49, 0.29], 0.13)]
    const items = [...pair, ...lane(4, 5, 50), ...wholePlanes]
    expect(rowOf(items, '/CSI_D0').outliers).toEqual([expect.stringMatching(/^The skew exceeds 2 ps \(AMD UG863/)])
    expect(rowOf(items, '/CSI_CLK').outliers).toEqual([])
  })
})

describe('the budgets of other interfaces', () => {
  const pair = (positive: number, y: number, lengths: [number, number]) =>
    lengths.map((length, index) =>
      track(positive + index, 'F.Cu', [0, y + 0.29 * index, length, y + 0.29 * index], 0.13),
    )
  /** The facts of two renamed pairs. */
  const named = (data: string, clock: string, lengths: [number, number][]) => {
    const text = new TextDecoder().decode(
      boardOf([...pair(2, 0, lengths[0]!), ...pair(4, 5, lengths[1]!), ...wholePlanes]),
    )
    const renamed = text.replaceAll('/CSI_D0', data).replaceAll('/CSI_CLK', clock)
    return boardNetFacts(readKicadBoard(new TextEncoder().encode(renamed))).rows
  }
  const outliersOf = (rows: ReturnType<typeof named>) => rows.flatMap(({ outliers }) => outliers)
  const valuesOf = (rows: ReturnType<typeof named>) => rows.find(({ kind }) => kind === 'interface')?.pairOutliers

  test('a skew limit in mm applies without a stackup, and to lanes as well as to pairs', () => {
    const within = named('LVDS_A_0', 'LVDS_A_CLK', [
      [50, 50.5],
      [51, 51],
    ])
    expect(outliersOf(within)).toEqual([])
    const rows = named('LVDS_A_0', 'LVDS_A_CLK', [
      [50, 50.6],
      [52, 52],
    ])
    expect(outliersOf(rows)).toEqual([
      expect.stringMatching(/^The skew across lanes exceeds 1\.016 mm \(Intel 855GM/),
      expect.stringMatching(/^The skew exceeds 0\.508 mm \(Intel 855GM/),
    ])
    expect([valuesOf(within), valuesOf(rows)]).toEqual([0, 1])
  })

  test('HDMI has a tight limit within pairs and a loose one across pairs', () => {
    const rows = named('HDMI_TX0', 'HDMI_TXC', [
      [50, 50],
      [60, 60.3],
    ])
    expect(valuesOf(rows)).toBe(1)
    expect(outliersOf(rows)).toEqual([expect.stringMatching(/^The skew exceeds 1 ps \(NVIDIA/)])
  })

  /** The outliers of up to four single nets with these names and lengths. */
  const singles = (nets: [name: string, length: number][]) => {
    const items = nets.map(([, length], n) => track(2 + n, 'F.Cu', [0, 5 * n, length, 5 * n], 0.13))
    let text = new TextDecoder().decode(boardOf([...items, ...wholePlanes]))
    for (const [n, name] of ['/CSI_D0_P', '/CSI_D0_N', '/CSI_CLK_P', '/CSI_CLK_N'].entries())
      text = text.replaceAll(name, nets[n]?.[0] ?? `X${n}`)
    return outliersOf(boardNetFacts(readKicadBoard(new TextEncoder().encode(text))).rows)
  }

  test('the wires of a C-PHY lane must match each other, and lanes only roughly', () => {
    const wires = (last: number): [string, number][] => [
      ['CAM_T0_A', 50],
      ['CAM_T0_B', 50],
      ['CAM_T0_C', last],
    ]
    // 0.2 mm is about 1.2 ps, and 1 mm about 6 ps.
    expect(singles(wires(50.2))).toEqual([])
    expect(singles(wires(51))).toEqual([
      expect.stringMatching(
        /^The skew among the nets in the same three-wire lane as CAM_T0_A exceeds 2 ps \(AMD UG863/,
      ),
    ])
  })

  test('the nets of each direction of RGMII must match each other', () => {
    const bus = (data: number): [string, number][] => [
      ['RGMII_TXD0', data],
      ['RGMII_TX_CTL', 50],
      ['RGMII_TXC', 50],
      // The other direction, which is much longer.
      ['RGMII_RXD0', 80],
    ]
    expect(singles(bus(51))).toEqual([])
    expect(singles(bus(53))).toEqual([
      expect.stringMatching(
        /^The skew among the nets in the same direction as RGMII_TX_CTL exceeds 11 ps \(Texas Instruments/,
      ),
    ])
  })

  test('the two sides of a series resistor are one net of RGMII', () => {
    const behindResistor = (rest: number): [string, number][] => [
      ['RGMII_TXD0', 10],
      ['RGMII_TXD0_R', rest],
      ['RGMII_TX_CTL', 50],
      ['RGMII_TXC', 50],
    ]
    expect(singles(behindResistor(40))).toEqual([])
    expect(singles(behindResistor(45))).toEqual([
      expect.stringMatching(/^The skew among the nets in the same direction as/),
    ])
  })

  test.each([
    ['SGMII_TX', 'SGMII_RX', 50.5, 51.5, /^The skew exceeds 1\.27 mm \(AMD UG024/],
    ['DDR3_DQS0', 'DDR3_DQS1', 50.1, 50.2, /^The skew exceeds 0\.127 mm \(Texas Instruments/],
    ['DDR5_DQS0', 'DDR5_DQS1', 50.2, 50.6, /^The skew exceeds 2 ps \(AMD UG863/],
    ['LPDDR5_WCK0', 'LPDDR5_WCK1', 50.2, 50.6, /^The skew exceeds 2 ps \(AMD UG863/],
  ])('the pair %s has the limit of its interface', (first, second, within, beyond, text) => {
    const skews = (length: number) => {
      const [family] = first.split('_')
      const isMemory = family !== 'SGMII'
      const board = new TextDecoder().decode(
        boardOf([...pair(2, 0, [50, length]), ...pair(4, 5, [50, 50]), ...wholePlanes]),
      )
      const renamed = board
        .replaceAll('/CSI_D0', first)
        // A byte lane also needs a data net, so one of the board's existing nets is renamed to its first bit.
        .replaceAll(isMemory ? '/CSI_CLK_P' : '/CSI_CLK', isMemory ? `${family}_DQ0` : second)
      return outliersOf(boardNetFacts(readKicadBoard(new TextEncoder().encode(renamed))).rows).filter((one) =>
        one.startsWith('The skew exceeds'),
      )
    }
    expect(skews(within)).toEqual([])
    expect(skews(beyond)).toEqual([expect.stringMatching(text)])
  })

  test('every budget names its source', () => {
    for (const { source } of interfaceBudgets) expect(source).toMatch(/, .{8}/)
  })
})

describe('the worker', () => {
  const repliesTo = async (request: FactsRequest) => {
    const replies = []
    for await (const reply of repliesWithFacts(request)) replies.push(reply)
    return replies
  }

  test('answers with the facts of a board, in messages that the page can take one by one', async () => {
    const content = new Blob([boardOf([track(6, 'F.Cu', [0, 0, 3, 4])])])
    expect(await repliesTo({ id: 7, about: 'netFacts', name: 'a.kicad_pcb', content, stackup: null })).toMatchObject([
      { id: 7, part: [{ name: 'SLOW', length: 5 }] },
      { id: 7, answer: { remarks: [] } },
    ])
    const large = new Blob([largeBoard({ nets: 600, megabytes: 0.5 })])
    const replies = await repliesTo({ id: 8, about: 'netFacts', name: 'b.kicad_pcb', content: large, stackup: null })
    const sizes = replies.flatMap((reply) => ('part' in reply ? reply.part.length : []))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(250)
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(600)
    expect(replies.at(-1)).toHaveProperty('answer')
  })

  describe('with a stackup file that was chosen for the board', () => {
    const content = new Blob([boardOf([track(6, 'F.Cu', [0, 0, 3, 4], 0.2), ...wholePlanes])])
    const answerWith = async (name: string, text: string) => {
      const stackup = { name, content: new Blob([text]) }
      const replies = await repliesTo({ id: 1, about: 'netFacts', name: 'a.kicad_pcb', content, stackup })
      const rows = replies.flatMap((reply) => ('part' in reply ? reply.part : []))
      const answer = replies.flatMap((reply) => ('answer' in reply ? reply.answer.remarks : []))
      return { ohms: rows.find(({ name: net }) => net === 'SLOW')?.impedance?.ohms, remarks: answer }
    }
    const own = boardNetFacts(readKicadBoard(boardOf([track(6, 'F.Cu', [0, 0, 3, 4], 0.2), ...wholePlanes])))
    const ownOhms = own.rows.find(({ name }) => name === 'SLOW')?.impedance?.ohms
    const layers = (height: number) =>
      ['Layer,Type,Thickness (mm),Dk', 'F.Cu,copper,0.035,', `P1,prepreg,${height},4.2`, 'In1.Cu,copper,0.018,']
        .concat('C,core,1.2,4.4', 'In2.Cu,copper,0.018,', `P2,prepreg,${height},4.2`, 'B.Cu,copper,0.035,')
        .join('\n')

    test('estimates with it, and says so', async () => {
      const { ohms, remarks } = await answerWith('thick.csv', layers(0.3))
      // A trace farther above its plane has a higher impedance.
      expect(ohms).toBeGreaterThan(1.25 * (ownOhms ?? Infinity))
      expect(remarks).toEqual(['Delays and impedances are estimated with the stackup in thick.csv.'])
    })

    test('uses the stackup of the layout if the file has another number of copper layers, and says so', async () => {
      const { ohms, remarks } = await answerWith(
        'two.csv',
        'Layer,Type,Thickness (mm)\nTop,copper,0.035\nC,core,1.5\nBottom,copper,0.035',
      )
      expect(ohms).toBe(ownOhms)
      expect(remarks).toEqual([
        'two.csv has 2 copper layers, but the layout has 4 copper layers. The estimates use the stackup in the layout file instead.',
      ])
    })

    test('is not asked for one by a board with a single copper layer', async () => {
      const single = boardOf([track(6, 'F.Cu', [0, 0, 3, 4])], '').subarray()
      const text = new TextDecoder().decode(single).replace(/ \(1 "In1.+signal\)/, '')
      for (const stackup of [null, { name: 'one.csv', content: new Blob(['Layer,Type\nTop,copper\nC,core\n']) }]) {
        const replies = await repliesTo({
          ...{ id: 1, about: 'netFacts', name: 'a.kicad_pcb' },
          ...{ content: new Blob([text]), stackup },
        })
        expect(replies.at(-1)).toMatchObject({
          answer: {
            remarks: [
              'The board has one copper layer, and thus no reference plane: delays and impedances are not estimated.',
            ],
          },
        })
      }
    })

    test('uses the stackup of the layout if the file is none, and says why', async () => {
      const { ohms, remarks } = await answerWith('notes.csv', 'Hello,world')
      expect(ohms).toBe(ownOhms)
      expect(remarks).toEqual([expect.stringMatching(/^notes\.csv could not be read as a stackup: .+ instead\.$/)])
    })
  })

  test('reports why a board cannot be read', async () => {
    const ask = (text: string) =>
      repliesTo({ id: 1, about: 'netFacts', name: 'a.kicad_pcb', content: new Blob([text]), stackup: null })
    expect(await ask('nothing')).toEqual([
      { id: 1, refused: { message: 'The file is not a board in a known format.' } },
    ])
    expect(await ask('(kicad_pcb (segment))')).toMatchObject([
      { refused: { message: expect.stringContaining('KiCad') } },
    ])
  })
})
