import { describe, expect, test } from 'vitest'

import * as plots from '../../../../machines/previews/text/table-plot'

const rows = (text: string) => text.split('\n').map((line) => line.split(';'))
const columnsOf = (text: string, hasDecimalComma = false) =>
  plots.numberColumns(rows(text), hasDecimalComma).map(({ name, values }) => [name, ...values])

describe('columns of numbers', () => {
  test('are those with numbers, with their headings', () => {
    expect(columnsOf('Net;Length;Delay\nCLK;12.5;1e-10\nD0;-3;.5\nD1;;7.')).toEqual([
      ['Length', 12.5, -3, Number.NaN],
      ['Delay', 1e-10, 0.5, 7],
    ])
  })

  test('are named by their position if the first row contains numbers or no name', () => {
    expect(columnsOf('1;2\n3;4')).toEqual([
      ['Column 1', 1, 3],
      ['Column 2', 2, 4],
    ])
    expect(columnsOf('f;\n1;2\n3;4')).toEqual([
      ['f', 1, 3],
      ['Column 2', 2, 4],
    ])
  })

  test('can contain a few remarks, such as units, but not mostly text', () => {
    const long = Array.from({ length: 20 }, (_, at) => `${at};${at % 2 === 0 ? at : 'open'}`).join('\n')
    expect(columnsOf(`t;mixed\ns;V\n${long}`).map(([name]) => name)).toEqual(['t'])
  })

  test.each(['0x10', 'Infinity', 'NaN', '1e', '--1', '1 2', '12:30', '2026-01-01'])('do not consist of %s', (cell) => {
    expect(columnsOf(`head\n${cell}\n${cell}`)).toEqual([])
  })

  test('have decimal commas only where commas do not separate cells', () => {
    expect(columnsOf('t;U\n0,5;1,25\n1;-2,5e3', true)).toEqual([
      ['t', 0.5, 1],
      ['U', 1.25, -2500],
    ])
    expect(columnsOf('t;U\n0,5;1\n1,5;2')).toEqual([['U', 1, 2]])
  })

  test('of rows of different lengths are complete', () => {
    expect(columnsOf('a;b\n1\n2;3;4\n5;6;7')).toEqual([
      ['a', 1, 2, 5],
      ['b', Number.NaN, 3, 6],
      ['Column 3', Number.NaN, 4, 7],
    ])
    expect(columnsOf('')).toEqual([])
  })

  test('decide whether a table can be plotted, by its first rows', () => {
    expect(plots.canBePlotted(rows('a\n1\n2'), false)).toBe(true)
    expect(plots.canBePlotted(rows('a\nb\nc'), false)).toBe(false)
    expect(plots.canBePlotted([], false)).toBe(false)
  })
})

describe('the plot', () => {
  const table = plots.numberColumns(rows('n;t;U\n7;0;5\n7;1;6\n7;2;-1'), false)
  const plotted = (more: Partial<plots.PlottedColumns> = {}): plots.PlottedColumns => ({
    ...{ x: 1, curves: [0], isLogarithmic: false },
    ...more,
  })

  test('starts with the first ascending column as its axis, or with the rows', () => {
    expect(plots.firstPlotted(table)).toEqual(plotted())
    expect(plots.firstPlotted(plots.numberColumns(rows('a;b\n2;1\n1;1'), false))).toEqual(plotted({ x: null }))
    expect(plots.firstPlotted(plots.numberColumns(rows('a\n1\n2'), false))).toEqual(plotted({ x: null }))
  })

  test('never has the axis as a curve', () => {
    expect(plots.withAxis(plotted({ curves: [0, 2] }), table, 2)).toEqual(plotted({ x: 2, curves: [0] }))
    expect(plots.withAxis(plotted({ curves: [2] }), table, 2)).toEqual(plotted({ x: 2, curves: [0] }))
    expect(plots.withAxis(plotted(), table, null)).toEqual(plotted({ x: null, curves: [0] }))
  })

  test('is in the order of the axis, without the rows that have no value on it', () => {
    const measured = plots.numberColumns(rows('t;U\n3;30\n1;10\n;99\n2;'), false)
    const points = plots.pointsOf(measured, { x: 0, curves: [1], isLogarithmic: false })
    expect([...points.places]).toEqual([1, 2, 3])
    expect(points.curves.map((curve) => [...curve])).toEqual([[10, Number.NaN, 30]])
    const byRow = plots.pointsOf(measured, { x: null, curves: [0], isLogarithmic: false })
    expect([...byRow.places]).toEqual([1, 2, 3, 4])
  })

  test('can be logarithmic only if the axis is above 0', () => {
    expect(plots.canBeLogarithmic(Float64Array.of(0.1, 1))).toBe(true)
    expect(plots.canBeLogarithmic(Float64Array.of(0, 1))).toBe(false)
    expect(plots.canBeLogarithmic(new Float64Array())).toBe(false)
  })

  test('is in the URL, and is restored from it', () => {
    for (const one of [plotted({ curves: [0, 2] }), plotted({ x: null, curves: [], isLogarithmic: true })]) {
      expect(plots.plottedIn(plots.plotAddress(one), table)).toEqual(one)
      expect(plots.isPlotAddress(plots.plotAddress(one))).toBe(true)
    }
    expect(plots.plotAddress(plotted({ x: null, curves: [0, 2], isLogarithmic: true }))).toBe('plot-row-0.2-log')
  })

  test.each([
    ['plot', plotted()],
    ['plot-x-0', plotted()],
    ['plot-1-0.0.9.1', plotted()],
    ['plot-9-2', plotted({ x: null, curves: [2] })],
    ['line-12', plotted()],
  ])('ignores what the table does not have in the URL %s', (view, expected) => {
    expect(plots.plottedIn(view, table)).toEqual(expected)
  })

  test('has at most eight curves', () => {
    const many = plots.numberColumns(
      Array.from({ length: 3 }, (_, row) => Array.from({ length: 12 }, (__, column) => String(row * column))),
      false,
    )
    const all = plots.plottedIn('plot-row-0.1.2.3.4.5.6.7.8.9', many)
    expect(all.curves).toHaveLength(8)
    expect(plots.withToggled(all, 9).curves).toHaveLength(8)
    expect(plots.withToggled(all, 3).curves).not.toContain(3)
  })
})
