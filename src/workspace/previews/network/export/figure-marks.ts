import { engineeringText } from '../../../../../machines/previews/engineering-number'
import { curveColors } from '../plots/curve-colors'
import type { Figure, FigureAxis, FigureCurve, FigurePanel } from './figure'

type Point = readonly [x: number, y: number]

/** An element of a picture, with positions and sizes in pixels. */
export type Mark =
  | { kind: 'line'; points: Point[]; color: string; width: number; isDashed?: boolean }
  | { kind: 'rectangle'; at: Point; size: Point; color: string; opacity: number }
  | { kind: 'text'; at: Point; text: string; anchor: 'start' | 'middle' | 'end'; size: number; isUpward?: boolean }

export type Picture = { width: number; height: number; marks: Mark[] }

/** The same colors as on the page in light mode, where limits use the second color. */
const colors = curveColors(false)
const [cellColor = '', limitColor = ''] = colors
const [gridColor, frameColor] = ['#e1e7e4', '#46566b']

const WIDTH = 960
const [left, right, top, bottom] = [84, 24, 40, 52]
const [HEIGHT, TITLE] = [420, 40]

/** Stacks the panels of a figure vertically. */
export function pictureOf({ title, panels }: Figure): Picture {
  const marks: Mark[] = [{ kind: 'text', at: [left, 26], text: title, anchor: 'start', size: 16 }]
  let height = TITLE
  for (const panel of panels) {
    const own = (panel.isSquare ? WIDTH - left - right + top + bottom : HEIGHT) + legendOf(panel).height
    marks.push(...panelMarks(panel, height, own))
    height += own
  }
  return { width: WIDTH, height, marks }
}

const LEGEND_ROW = 18

/** The positions of the curve names above a panel, and the height of the rows after the first. */
function legendOf({ curves }: FigurePanel) {
  const places = new Map<FigureCurve, Point>()
  let [x, row] = [left, 0]
  for (const curve of curves) {
    if (curve.name === '') continue
    const width = 50 + 7 * curve.name.length
    if (x > left && x + width > WIDTH) [x, row] = [left, row + 1]
    places.set(curve, [x, row * LEGEND_ROW])
    x += width
  }
  return { places, height: row * LEGEND_ROW }
}

function panelMarks(panel: FigurePanel, start: number, height: number): Mark[] {
  const legend = legendOf(panel)
  const x = scaleOf(panel.x, panel.curves, 'x', left, WIDTH - right)
  const y = scaleOf(panel.y, panel.curves, 'y', start + height - bottom, start + top + legend.height)
  const low = [x.of(x.low), y.of(y.low)] as const
  const lowTop = [x.of(x.low), y.of(y.high)] as const
  const high = [x.of(x.high), y.of(y.low)] as const
  const marks: Mark[] = []
  for (const tick of x.ticks) {
    const at = x.of(tick)
    marks.push({
      kind: 'line',
      points: [
        [at, low[1]],
        [at, lowTop[1]],
      ],
      color: gridColor,
      width: 1,
    })
    marks.push({ kind: 'text', at: [at, low[1] + 18], text: tickText(tick, panel.x), anchor: 'middle', size: 12 })
  }
  for (const tick of y.ticks) {
    const at = y.of(tick)
    marks.push({
      kind: 'line',
      points: [
        [low[0], at],
        [high[0], at],
      ],
      color: gridColor,
      width: 1,
    })
    marks.push({ kind: 'text', at: [low[0] - 8, at + 4], text: tickText(tick, panel.y), anchor: 'end', size: 12 })
  }
  const middle = (low[1] + lowTop[1]) / 2
  marks.push(
    { kind: 'text', at: [(low[0] + high[0]) / 2, low[1] + 40], text: panel.x.label, anchor: 'middle', size: 12 },
    { kind: 'text', at: [18, middle], text: panel.y.label, anchor: 'middle', size: 12, isUpward: true },
    ...cellMarks(panel, [low[0], lowTop[1]], [high[0] - low[0], low[1] - lowTop[1]]),
  )
  const free = panel.curves.some(({ look }) => look === 'limit') ? colors.filter((one) => one !== limitColor) : colors
  let number = 0
  for (const curve of panel.curves) {
    const color =
      curve.look === 'limit'
        ? limitColor
        : curve.look === 'grid'
          ? gridColor
          : (free[(curve.color ?? number++) % free.length] ?? frameColor)
    // As on the page, a color that is used again belongs to a dashed line.
    const isDashed = curve.look === 'limit' || (curve.color ?? 0) >= free.length
    const look = { color, width: curve.look === 'curve' ? 1.5 : 1, isDashed }
    for (const points of pieces(curve, x, y)) marks.push({ kind: 'line', points, ...look })
    const place = legend.places.get(curve)
    if (!place) continue
    const [from, at] = [place[0], start + 18 + place[1]]
    marks.push({
      kind: 'line',
      points: [
        [from, at],
        [from + 24, at],
      ],
      ...look,
    })
    marks.push({ kind: 'text', at: [from + 30, at + 4], text: curve.name, anchor: 'start', size: 12 })
  }
  const frame = [low, lowTop, [high[0], lowTop[1]] as const, high, low]
  return [...marks, { kind: 'line', points: frame, color: frameColor, width: 1 }]
}

function cellMarks({ cells }: FigurePanel, [x, y]: Point, [width, height]: Point): Mark[] {
  if (!cells) return []
  const { columns, rows, values } = cells
  const size = [width / columns, height / rows] as const
  return Array.from({ length: columns * rows }, (_, index) => index).flatMap((index): Mark[] => {
    const opacity = values[index] ?? 0
    if (!(opacity > 0)) return []
    const [row, column] = [Math.floor(index / columns), index % columns]
    const at = [x + column * size[0], y + height - (row + 1) * size[1]] as const
    return [{ kind: 'rectangle', at, size, color: cellColor, opacity }]
  })
}

type Scale = { low: number; high: number; ticks: number[]; of: (value: number) => number }

function scaleOf(axis: FigureAxis, curves: FigureCurve[], of: 'x' | 'y', from: number, to: number): Scale {
  const isUsed = (value: number) => Number.isFinite(value) && (!axis.isLogarithmic || value > 0)
  let [low, high] = axis.range ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  if (!axis.range) {
    for (const curve of curves) {
      for (const value of Array.from(curve[of])) {
        if (!isUsed(value)) continue
        low = Math.min(low, value)
        high = Math.max(high, value)
      }
    }
  }
  if (!(low < high)) [low, high] = Number.isFinite(low) ? [low - 1, low + 1] : [0, 1]
  if (axis.isLogarithmic && !(low > 0)) low = high / 10
  const place = axis.isLogarithmic ? Math.log10 : (value: number) => value
  const [first, last] = [place(low), place(high)]
  return {
    low,
    high,
    ticks: axis.isLogarithmic ? decades(low, high) : steps(low, high),
    of: (value) => from + ((place(value) - first) / (last - first)) * (to - from),
  }
}

function steps(low: number, high: number): number[] {
  const raw = (high - low) / 6
  const decade = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((factor) => factor * decade).find((one) => one >= raw) ?? 10 * decade
  const count = Math.floor(high / step + 1e-9) - Math.ceil(low / step - 1e-9) + 1
  return Array.from({ length: count }, (_, at) => Number(((Math.ceil(low / step - 1e-9) + at) * step).toPrecision(12)))
}

/** The powers of ten and, if there are few of them, also two and five times each power. */
function decades(low: number, high: number): number[] {
  const factors = high / low < 1000 ? [1, 2, 5] : [1]
  const first = Math.floor(Math.log10(low))
  return Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, at) => 10 ** (first + at))
    .flatMap((decade) => factors.map((factor) => Number((factor * decade).toPrecision(12))))
    .filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9))
}

const tickText = (value: number, { unit }: FigureAxis) =>
  unit ? engineeringText(value, unit, 6) : String(Number(value.toPrecision(6)))

/** The maximum number of points of a curve. More points could not be distinguished. */
const MAX_POINTS = 4000

/** The drawable parts of a curve, between missing values. Values beyond the vertical axis are drawn at its ends. */
function pieces({ x, y }: FigureCurve, across: Scale, up: Scale): Point[][] {
  const found: Point[][] = []
  let open: Point[] | null = null
  const stride = Math.max(1, Math.ceil(x.length / MAX_POINTS))
  for (let at = 0; at < x.length; at += stride) {
    const value = y[at] ?? Number.NaN
    const point = [across.of(x[at] ?? Number.NaN), up.of(Math.min(Math.max(value, up.low), up.high))] as const
    if (!point.every(Number.isFinite)) open = null
    else if (open) open.push(point)
    else found.push((open = [point]))
  }
  return found.filter((points) => points.length > 1)
}
