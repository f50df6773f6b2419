import { decimalNumber } from '../../lib/decimal-number'

/** A column of a table that contains numbers. Cells without a number are NaN. */
export type NumberColumn = { name: string; values: Float64Array }

/** The columns to plot: against another column, or against the row number if `x` is null. */
export type PlottedColumns = { x: number | null; curves: number[]; isLogarithmic: boolean }

/** More curves could not be distinguished. */
export const mostCurves = 8
/**
 * The smallest share of numbers in a numeric column. Units and remarks below the heading do not make it a text column.
 */
const numericShare = 0.9
/** How many rows are examined to find out whether a table has numbers at all. */
const inspectedRows = 200

/** The number in a cell; NaN if it contains something else. */
export function numberIn(cell: string, hasDecimalComma: boolean): number {
  const text = hasDecimalComma ? cell.trim().replace(',', '.') : cell.trim()
  return decimalNumber(text)
}

/**
 * The columns of a table that contain at least two numbers and hardly anything else. The first row contains the
 * headings, unless it contains only numbers.
 */
export function numberColumns(rows: string[][], hasDecimalComma: boolean): NumberColumn[] {
  const [head = []] = rows
  const hasHeadings = head.some((cell) => cell.trim() !== '' && Number.isNaN(numberIn(cell, hasDecimalComma)))
  const body = hasHeadings ? rows.slice(1) : rows
  const width = body.reduce((most, { length }) => Math.max(most, length), 0)
  return Array.from({ length: width }, (_, column) => column).flatMap((column) => {
    const values = Float64Array.from(body, (row) => numberIn(row[column] ?? '', hasDecimalComma))
    const filled = body.filter((row) => (row[column] ?? '').trim() !== '').length
    const numbers = values.filter((value) => !Number.isNaN(value)).length
    if (numbers < 2 || numbers < numericShare * filled) return []
    return [{ name: (hasHeadings && head[column]?.trim()) || `Column ${column + 1}`, values }]
  })
}

/** Whether a table has something to plot, judged by its first rows. */
export const canBePlotted = (rows: string[][], hasDecimalComma: boolean) =>
  numberColumns(rows.slice(0, inspectedRows), hasDecimalComma).length > 0

const ascends = ({ values }: NumberColumn) =>
  values.every((value, index) => index === 0 || value > (values[index - 1] ?? Number.NaN))

/** The initial plot. The first ascending column becomes the x-axis, because it is usually a time or a frequency. */
export function firstPlotted(columns: NumberColumn[]): PlottedColumns {
  const ascending = columns.length > 1 ? columns.findIndex(ascends) : -1
  const x = ascending < 0 ? null : ascending
  return { x, curves: othersOf(columns, x).slice(0, 1), isLogarithmic: false }
}

/** The columns that can be plotted as curves: all except the one on the x-axis. */
export const othersOf = (columns: NumberColumn[], x: number | null) =>
  columns.flatMap((_, index) => (index === x ? [] : [index]))

/** Changes the axis. A column that becomes the axis is no longer a curve. */
export function withAxis(plotted: PlottedColumns, columns: NumberColumn[], x: number | null): PlottedColumns {
  const left = plotted.curves.filter((curve) => curve !== x)
  return { ...plotted, x, curves: left.length > 0 ? left : othersOf(columns, x).slice(0, 1) }
}

/** Adds a curve, or removes it if it is already plotted. */
export const withToggled = (plotted: PlottedColumns, curve: number): PlottedColumns => ({
  ...plotted,
  curves: plotted.curves.includes(curve)
    ? plotted.curves.filter((one) => one !== curve)
    : [...plotted.curves, curve].toSorted((one, other) => one - other).slice(0, mostCurves),
})

/**
 * The points of the axis and of the curves, in the order of the axis. Rows without a number on the axis are omitted.
 */
export function pointsOf(columns: NumberColumn[], { x, curves }: PlottedColumns) {
  const count = columns[0]?.values.length ?? 0
  const axis = x === null ? null : columns[x]?.values
  const placeOf = (row: number) => (axis ? (axis[row] ?? Number.NaN) : row + 1)
  const rows = Array.from({ length: count }, (_, row) => row).filter((row) => Number.isFinite(placeOf(row)))
  rows.sort((one, other) => placeOf(one) - placeOf(other))
  return {
    places: Float64Array.from(rows, placeOf),
    curves: curves.map((curve) => Float64Array.from(rows, (row) => columns[curve]?.values[row] ?? Number.NaN)),
  }
}

/** Whether all points of the axis can be drawn on a logarithmic scale. */
export const canBeLogarithmic = (places: Float64Array) => (places[0] ?? 0) > 0

/** The plot as the text of a view in a URL, such as `plot-0-1.3-log`. */
export const plotAddress = ({ x, curves, isLogarithmic }: PlottedColumns) =>
  `plot-${x ?? 'row'}-${curves.join('.')}${isLogarithmic ? '-log' : ''}`

/** Whether the text of a view describes a plot. */
export const isPlotAddress = (view: string) => view.startsWith('plot')

/** The plot in a URL. Columns that the table does not have are ignored, because users can edit URLs. */
export function plottedIn(view: string, columns: NumberColumn[]): PlottedColumns {
  const [, axis, list = '', log] = /^plot-(row|\d{1,4})-((?:\d{1,4}(?:\.\d{1,4})*)?)(-log)?$/.exec(view) ?? []
  if (axis === undefined) return firstPlotted(columns)
  const x = axis === 'row' || !columns[Number(axis)] ? null : Number(axis)
  const named = list === '' ? [] : [...new Set(list.split('.').map(Number))]
  const curves = named.filter((curve) => curve !== x && columns[curve] !== undefined).slice(0, mostCurves)
  return { x, curves, isLogarithmic: log !== undefined }
}
