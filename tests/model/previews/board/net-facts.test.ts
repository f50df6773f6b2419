import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'

import {
  factsCsv,
  type FactsRow,
  firstFactsView,
  shownFacts,
  sortedBy,
} from '../../../../machines/previews/board/net-facts'
import { netListCsv } from '../../../../machines/previews/board/net-list-csv'

const row = (name: string, more: Partial<FactsRow> = {}): FactsRow => ({
  kind: 'net',
  name,
  of: null,
  nets: [name],
  length: 1,
  layers: [],
  vias: 0,
  layerChanges: 0,
  widths: [],
  gap: null,
  coupled: null,
  skew: null,
  delay: null,
  referenced: null,
  impedance: null,
  outliers: [],
  ...more,
})

const namesOf = (rows: FactsRow[]) => rows.map(({ name }) => name)

describe('the order of the rows', () => {
  const rows = [row('D10', { delay: 5 }), row('D2'), row('D1', { delay: 7 })]
  const facts = { rows, remarks: [] }

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
  const facts = { rows: [row('CLK_P', { of: 'PCIe' }), row('CLK_N'), row('TX', { of: 'PCIe' })], remarks: [] }
  expect(namesOf(shownFacts(facts, { ...firstFactsView, query: ' clk  pcie' }))).toEqual(['CLK_P'])
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
    const { data, errors } = linesOf([row('a,"b"', { length: 3.5, layers, skew, referenced: 0.9712 })])
    expect(errors).toEqual([])
    expect(data[0]).toMatchObject({
      Name: 'a,"b"',
      'Length (mm)': '3.5',
      'Lengths by layer (mm)': 'F.Cu 2.5; B.Cu 1',
      'Skew (mm)': '0.0561',
      'Skew, estimate (ps)': '1.23',
      'Over an unbroken plane (%)': '97.1',
      'Impedance, estimate (ohm)': '',
    })
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
    ['Net', 'Pins', 'Purpose', 'Connects'],
    ['/CM5 (Ethernet, GPIO)/TRD3_P', '2', 'pair with /CM5 (Ethernet, GPIO)/TRD3_N', 'J1.3 U1.A4'],
    ["'=1+1", '0', '', ''],
    ['+3V3', '1', 'supply', 'R1.1'],
  ])
})
