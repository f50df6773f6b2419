import { describe, expect, test } from 'vitest'

import { rowFactsList, rowFactsOf } from '../../../machines/wizard/rows/row-facts'
import { factsRow } from '../samples'

const impedance = (ohms: number, isDifferential = true) => ({
  ...{ ohms, isDifferential, line: 'coated microstrip', layer: 'F.Cu', width: 0.13, outside: [] },
})
const on = (...names: string[]) => names.map((name) => ({ name, length: 1 }))

const rows = [
  factsRow('interface', 'CSI', ['D0_P', 'D0_N', 'D1_P', 'D1_N'], {
    skew: { length: 2.5, time: 16.25 },
    outliers: ['The skew across lanes exceeds 8 ps (a guide).'],
    pairOutliers: 1,
  }),
  factsRow('pair', 'D0', ['D0_P', 'D0_N'], {
    ...{ length: 41.2, layers: on('F.Cu'), skew: { length: 0.07, time: 0.41 }, impedance: impedance(99.6) },
    ...{ vias: 2, widths: [0.1], gap: 0.13, referenced: 0.974 },
  }),
  factsRow('pair', 'D1', ['D1_P', 'D1_N'], {
    ...{ length: 43.7, layers: on('F.Cu', 'B.Cu'), skew: { length: 0.5, time: 3.2 }, impedance: impedance(108.2) },
    ...{ vias: 4, layerChanges: 4, widths: [0.125, 0.1], gap: 0.2, referenced: 0.831 },
    outliers: ['The skew exceeds 2 ps (a guide).'],
  }),
  ...['D0_P', 'D0_N', 'D1_P', 'D1_N'].map((name) => factsRow('net', name, [name], { length: 50, layers: on('F.Cu') })),
  factsRow('net', 'RST', ['RST'], {
    ...{ length: 12.345, layers: on('In1.Cu'), impedance: impedance(55, false) },
    ...{ vias: 1, layerChanges: 1, widths: [0.2], referenced: 1 },
  }),
]
const listOf = (nets: string[], of = rows) => {
  const facts = rowFactsOf({ rows: of, remarks: [], formulas: [] }, nets)
  return facts && Object.fromEntries(rowFactsList(facts))
}

test('an interface: the range of its pairs, the largest skew within one and the skew across lanes', () => {
  const nets = ['D0_P', 'D0_N', 'D1_P', 'D1_N', 'N/A']
  expect(listOf(nets)).toEqual({
    Length: '41.20 to 43.70 mm',
    'Skew within pairs': '0.50 mm, 3.2 ps (estimate)',
    'Skew across lanes': '2.50 mm, 16.3 ps (estimate)',
    Layers: 'F.Cu and B.Cu',
    Routing: '6 vias, 4 layer changes · 0.1 to 0.125 mm wide, 0.13 to 0.20 mm apart · 83% (D1) to 97% over a plane',
    'Differential impedance': '100 to 108 Ω (estimate)',
  })
  expect(rowFactsOf({ rows, remarks: [], formulas: [] }, nets)?.outliers.toSorted()).toEqual([
    'CSI: The skew across lanes exceeds 8 ps (a guide).',
    'D1: The skew exceeds 2 ps (a guide).',
  ])
  expect(rowFactsOf({ rows, remarks: [], formulas: [] }, ['D0_P', 'D0_N'])?.outliers).toEqual([])
})

describe('the usual budget of an interface', () => {
  const limits = { skew: '2 ps', impedance: '100 Ω ± 10%' }
  const of = (first: typeof limits | undefined, second: Partial<typeof limits> | undefined) => {
    const [csi, d0, d1, ...nets] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]
    return [
      { ...csi, within: { skew: '8 ps' } },
      { ...d0, ...(first && { within: first }) },
      { ...d1, ...(second && { within: second }) },
      ...nets,
    ]
  }
  const nets = ['D0_P', 'D0_N', 'D1_P', 'D1_N']

  test('is stated beside the values that are within it', () => {
    expect(listOf(nets, of(limits, limits))).toMatchObject({
      'Skew within pairs': '0.50 mm, 3.2 ps (estimate), within the usual 2 ps',
      'Skew across lanes': '2.50 mm, 16.3 ps (estimate), within the usual 8 ps',
      'Differential impedance': '100 to 108 Ω (estimate), within the usual 100 Ω ± 10%',
    })
  })

  test('is not stated unless all pairs are known to be within the same limit', () => {
    const unstated = {
      'Skew within pairs': '0.50 mm, 3.2 ps (estimate)',
      'Differential impedance': '100 to 108 Ω (estimate)',
    }
    expect(listOf(nets, of(limits, undefined))).toMatchObject(unstated)
    expect(listOf(nets, of(limits, {}))).toMatchObject(unstated)
    expect(listOf(nets, of(limits, { skew: '1 ps', impedance: '90 Ω ± 15%' }))).toMatchObject(unstated)
    expect(listOf(['RST'])?.Impedance).toBe('55 Ω (estimate)')
  })
})

test('a part of an interface has no skew across lanes, and half a pair is a net', () => {
  expect(listOf(['D0_P', 'D0_N'])).toEqual({
    Length: '41.20 mm',
    'Skew within pairs': '0.07 mm, 0.4 ps (estimate)',
    Layers: 'F.Cu',
    Routing: '2 vias · 0.1 mm wide, 0.13 mm apart · 97% over a plane',
    'Differential impedance': '100 Ω (estimate)',
  })
  expect(listOf(['D0_P'])).toEqual({ Length: '50.00 mm', Layers: 'F.Cu' })
})

test('a net beside pairs counts for the length, but not for the differential impedance', () => {
  expect(listOf(['D0_P', 'D0_N', 'RST'])).toMatchObject({
    Length: '12.35 to 41.20 mm',
    Layers: 'F.Cu and In1.Cu',
    'Differential impedance': '100 Ω (estimate)',
  })
  expect(listOf(['RST'])).toEqual({
    Length: '12.35 mm',
    Layers: 'In1.Cu',
    Routing: '1 via, 1 layer change · 0.2 mm wide · 100% over a plane',
    Impedance: '55 Ω (estimate)',
  })
})

describe('pairs and nets that series parts connect', () => {
  const pairOf = (name: string, length: number, linked?: string[]) =>
    factsRow('pair', name, [`${name}_P`, `${name}_N`], { length, ...(linked && { linked }) })
  const joined = [
    pairOf('A', 10, ['B_P']),
    pairOf('B', 20.5, ['A_P', 'C_P']),
    pairOf('C', 3, ['B_P']),
    pairOf('D', 28),
    factsRow('net', 'RST', ['RST'], { length: 5, linked: ['RST_R'] }),
    factsRow('net', 'RST_R', ['RST_R'], { length: 2, linked: ['RST'] }),
  ]
  const netsOf = (...names: string[]) => joined.flatMap(({ name, nets }) => (names.includes(name) ? nets : []))
  const lengthOf = (...names: string[]) => listOf(netsOf(...names), joined)?.Length

  test('count as one lane', () => {
    expect(lengthOf('A', 'B')).toBe('30.50 mm')
    expect(lengthOf('A', 'B', 'C')).toBe('33.50 mm')
    expect(lengthOf('A', 'B', 'D')).toBe('28.00 to 30.50 mm')
    expect(lengthOf('RST', 'RST_R', 'A')).toBe('7.00 to 10.00 mm')
  })

  test('are separate lanes if the row lacks what is between them', () => {
    expect(lengthOf('B')).toBe('20.50 mm')
    expect(lengthOf('A', 'C')).toBe('3.00 to 10.00 mm')
  })
})

test('an impedance outside the range of its formula is marked', () => {
  const wide = { ...impedance(91), outside: ['gap / height is 12, above 10'] }
  expect(listOf(['D0_P', 'D0_N'], [factsRow('pair', 'D0', ['D0_P', 'D0_N'], { impedance: wide })])).toMatchObject({
    'Differential impedance': '91 Ω (estimate; the line is outside the range of its formula)',
  })
})

test('without a stackup there are no times, and nets without tracks are named', () => {
  const untimed = [factsRow('pair', 'D0', ['D0_P', 'D0_N'], { skew: { length: 0.5, time: null } })]
  expect(listOf(['D0_P', 'D0_N', 'OPEN'], untimed)).toMatchObject({
    'Skew within pairs': '0.50 mm',
    'Without tracks': 'OPEN',
  })
  expect(listOf(['OPEN'])).toBeNull()
  expect(listOf([])).toBeNull()
})

test('a gap in the plane is never rounded away', () => {
  const over = (referenced: number) => factsRow('net', `R${referenced}`, [`R${referenced}`], { referenced })
  const [almost, all] = [over(0.996), over(1)]
  expect(listOf(['R0.996', 'R1'], [almost, all])).toMatchObject({ Routing: '99% (R0.996) to 100% over a plane' })
  expect(listOf(['R0.57'], [over(0.57)])).toMatchObject({ Routing: '57% over a plane' })
})
