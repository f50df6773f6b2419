/** The content of a tab in the form in which it is saved: a table of values, and panels with curves. */
export type Figure = {
  title: string
  /** Describes the picture in sentences. */
  summary: string
  table: FigureTable
  panels: FigurePanel[]
}

/** Columns of equal length. */
export type FigureTable = { name: string; values: ArrayLike<number | string> }[]

export type FigureAxis = {
  label: string
  /** The unit of the tick values. */
  unit: string
  isLogarithmic: boolean
  /** The values at the ends of the axis; by default, the range of the curves. */
  range?: [low: number, high: number]
}

export type FigureCurve = {
  /** The name in the legend. Curves with an empty name are not listed there. */
  name: string
  x: ArrayLike<number>
  y: ArrayLike<number>
  look: 'curve' | 'limit' | 'grid'
  /** The index of the curve's color in the list of curve colors. By default, curves use the colors in order. */
  color?: number
}

export type FigurePanel = {
  x: FigureAxis
  y: FigureAxis
  curves: FigureCurve[]
  /** Whether both axes have the same scale. */
  isSquare?: boolean
  /**
   * A picture behind the curves: the density of each cell from 0 to 1, row by row from the bottom. The cells cover the
   * ranges of both axes.
   */
  cells?: { columns: number; rows: number; values: ArrayLike<number> }
}
