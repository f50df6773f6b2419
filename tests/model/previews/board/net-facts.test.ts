import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'

import {
  factsCsv,
  type FactsRow,
  firstFactsView,
  impedanceOf,
  lengthParts,
  lengthsOf,
  listedText,
  netInView,
  noFacts,
  shownFacts,
  sortedBy,
} from '../../../../machines/previews/board/net-facts'
import { netListCsv } from '../../../../machines/previews/board/net-list-csv'
import { factsRow } from '../../samples'

const row = (name: string, more: Partial<FactsRow> = {}) => factsRow('net', name, [name], more)

const namesOf = (rows: FactsRow[]) => rows.map(({ name }) => name)

describe('the order of the rows', () => {
  const rows = [row('D10', { delay: 5 }), row('D2'), row('D1', { delay: 7 })]
  const facts = { rows, remarks: [], formulas: [] }

  test('is the original order until a column is chosen', () => {
    expect(namesOf(shownFacts(facts, firstFactsView))).toEqual(['D10', 'D2', 'D1'])
  })

  test('compares numbers in names as numbers, and is reversed when the column is chosen again', () => {
    const upwards = sortedBy(firstFactsView, 'name')
    expect(namesOf(shownFacts(facts, upwards))).toEqual(['D1', 'D2', 'D10'])
    expect(namesOf(shownFacts(facts, sortedBy(upwards, 'name')))).toEqual(['D10', 'D2', 'D1'])
    expect(sortedBy(sortedBy(upwards, 'name'), 'length')).toMatchObject({ column: 'length', isDescending: false })
  })

  test('has rows without a value last in both directions', () => {
    const upwards = sortedBy(firstFactsView, 'delay')
    expect(namesOf(shownFacts(facts, upwards))).toEqual(['D10', 'D1', 'D2'])
    expect(namesOf(shownFacts(facts, sortedBy(upwards, 'delay')))).toEqual(['D1', 'D10', 'D2'])
  })
})

test('all words of the filter have to be in the name or in the interface', () => {
  const facts = {
    rows: [row('CLK_P', { of: 'PCIe' }), row('CLK_N'), row('TX', { of: 'PCIe' })],
    remarks: [],
    formulas: [],
  }
  expect(namesOf(shownFacts(facts, { ...firstFactsView, query: ' clk  pcie' }))).toEqual(['CLK_P'])
})

describe('the parts of a length', () => {
  const layers = [
    { name: 'F.Cu', length: 39.87 },
    { name: 'B.Cu', length: 2.86 },
  ]

  test('add up to it: what is on no layer is in vias', () => {
    const parts = lengthParts(row('D0_P', { length: 44.24, layers }))
    expect(parts.map(({ name }) => name)).toEqual(['F.Cu', 'B.Cu', 'Vias'])
    expect(parts[2]?.length).toBeCloseTo(1.51, 9)
  })

  test('have no vias if the layers are the whole length, except for rounding', () => {
    expect(lengthParts(row('D0_P', { length: 39.87 + 2.86 + 1e-12, layers }))).toEqual(layers)
  })
})

test('a net has its length, and the skew of its pair if it is in one', () => {
  const pair = row('D0', { kind: 'pair', nets: ['D0_P', 'D0_N'], length: 5, skew: { length: 0.072, time: 0.41 } })
  const wide = row('CSI', { kind: 'interface', nets: ['D0_P', 'D0_N'], skew: { length: 2, time: null } })
  const facts = {
    rows: [wide, pair, row('D0_P', { length: 5.036 }), row('RST', { length: 12.3 })],
    remarks: [],
    formulas: [],
  }
  expect(lengthsOf(facts, 'D0_P')).toEqual([
    ['Length', '5.04 mm'],
    ['Skew within D0', '0.07 mm, 0.4 ps'],
  ])
  expect(lengthsOf(facts, 'RST')).toEqual([['Length', '12.30 mm']])
  expect(lengthsOf(facts, 'NC')).toEqual([])
})

describe('the rows', () => {
  const facts = { rows: [row('TX'), row('RX'), row('RST')], remarks: [], formulas: [] }

  test('are counted, and those that match if there are filters', () => {
    expect(shownFacts(facts, { ...firstFactsView, query: 'x' })).toHaveLength(2)
    expect(listedText(3, 3, 500)).toBe('3 rows.')
    expect(listedText(3, 3, 2)).toBe('3 rows; the first 2 are listed.')
    expect(listedText(2, 3, 500)).toBe('2 of 3 rows match the filters.')
    expect(listedText(2, 3, 1)).toBe('2 of 3 rows match the filters; the first 1 are listed.')
    expect(listedText(1, 1, 500)).toBe('1 row.')
  })

  test('lead to their first net on the board, those of an interface to the whole board', () => {
    expect(netInView(row('TX', { nets: ['TX_P', 'TX_N'] }))).toBe('TX_P')
    expect(netInView(row('TX', { kind: 'interface', nets: ['TX_P', 'TX_N'] }))).toBeNull()
  })
})

describe('an empty table', () => {
  const budget = 'PCIe: 85 Ω ± 15% (a guide)'
  const facts = {
    rows: [row('TX', { of: 'PCIe', budget }), row('RX', { of: 'PCIe', budget }), row('RST')],
    remarks: [],
    formulas: [],
  }
  const outliers = { ...firstFactsView, isOutliersOnly: true }

  test('says that no net is outside its budget, and names each budget once', () => {
    expect(noFacts(facts, outliers)).toEqual({ reason: 'No net is outside its budget.', budgets: [budget] })
  })

  test('says so about the chosen nets only if there are other filters', () => {
    const { reason } = noFacts(facts, { ...outliers, query: 'tx' })
    expect(reason).toBe('No net that matches the other filters is outside its budget.')
  })

  test('says that no budget is known', () => {
    const { reason } = noFacts({ rows: [row('RST')], remarks: [], formulas: [] }, outliers)
    expect(reason).toBe('No net belongs to an interface with a known budget.')
  })

  test('is due to the other filters', () => {
    const view = { ...firstFactsView, query: 'none' }
    expect(noFacts(facts, view)).toEqual({ reason: 'No row matches the filters.', budgets: [] })
  })
})

describe('the impedance', () => {
  const pair = { ohms: 99.6, isDifferential: true, line: 'microstrip', layer: 'F.Cu', width: 0.13, outside: [] }
  const of = (least: number, most: number, isDifferential = true) =>
    row('CSI', { impedances: { least, most, isDifferential } })

  test('of an interface is a range', () => {
    expect(impedanceOf(row('D0', { impedance: pair }))).toBe('100 Ω differential (estimate)')
    expect(impedanceOf(of(98.04, 103.26))).toBe('98 to 103 Ω differential (estimate)')
    expect(impedanceOf(of(99.6, 100.4))).toBe('100 Ω differential (estimate)')
    expect(impedanceOf(of(48, 52, false))).toBe('48 to 52 Ω (estimate)')
    expect(impedanceOf(row('LED'))).toBeNull()
  })

  test('of an interface is sorted by its least value', () => {
    const rows = [row('D0', { impedance: pair }), of(90, 110), row('LED')]
    const view = sortedBy(firstFactsView, 'impedance')
    expect(namesOf(shownFacts({ rows, remarks: [], formulas: [] }, view))).toEqual(['CSI', 'D0', 'LED'])
  })
})

describe('the CSV', () => {
  const linesOf = (rows: FactsRow[]) =>
    Papa.parse<Record<string, string>>(factsCsv(rows), { header: true, skipEmptyLines: true })

  test('has the values, with their units in the column headings', () => {
    const skew = { length: 0.05612, time: 1.234 }
    const layers = [
      { name: 'F.Cu', length: 2.5 },
      { name: 'B.Cu', length: 1 },
    ]
    const { data, errors } = linesOf([row('a,"b"', { length: 4.5, layers, skew, referenced: 0.9712 })])
    expect(errors).toEqual([])
    expect(data[0]).toMatchObject({
      Name: 'a,"b"',
      'Length (mm)': '4.5',
      'Lengths by layer (mm)': 'F.Cu 2.5; B.Cu 1',
      'Length in vias (mm)': '1',
      'Skew (mm)': '0.0561',
      'Skew, estimate (ps)': '1.23',
      'Over an unbroken plane (%)': '97.1',
      'Impedance, estimate (ohm)': '',
    })
  })

  test('has the range of the impedances of an interface', () => {
    const { data } = linesOf([row('CSI', { impedances: { least: 98.04, most: 103.26, isDifferential: true } })])
    expect(data[0]).toMatchObject({ 'Impedance, estimate (ohm)': '98 to 103.3', Line: '' })
  })

  test('has no name that a spreadsheet would evaluate as a formula', () => {
    const { data } = linesOf(['=1+1', '+cmd|x!A1', '@SUM(A1)', '+3V3', '-12V', 'A=B'].map((name) => row(name)))
    expect(data.map(({ Name }) => Name)).toEqual(["'=1+1", "'+cmd|x!A1", "'@SUM(A1)", '+3V3', '-12V', 'A=B'])
  })
})

test('the list of nets is a CSV file that spreadsheets read as it is', () => {
  const csv = netListCsv([
    {
      name: '/CM5 (Ethernet, GPIO)/TRD3_P',
      pins: ['J1.3', 'U1.A4'],
      purpose: 'pair with /CM5 (Ethernet, GPIO)/TRD3_N',
    },
    { name: '=1+1', pins: [], purpose: '' },
    { name: '+3V3', pins: ['R1.1'], purpose: 'supply' },
  ])
  expect(Papa.parse(csv, { skipEmptyLines: true }).data).toEqual([
    ['Net', 'Pins', 'Purpose', 'Connected pins'],
    ['/CM5 (Ethernet, GPIO)/TRD3_P', '2', 'pair with /CM5 (Ethernet, GPIO)/TRD3_N', 'J1.3 U1.A4'],
    ["'=1+1", '0', '', ''],
    ['+3V3', '1', 'supply', 'R1.1'],
  ])
})
