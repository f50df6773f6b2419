import type { PadShape } from '../board/board-builder'
import { circle, type Points } from '../board/curves'
import type { Drawing } from '../board/drawing'

const tolerance = 0.005

const shaped = (shape: string, [width = 0, height = width]: number[], roundness = 0): Drawing => ({
  shape: { shape, width, height, roundness } satisfies PadShape,
})
const area = (...contours: Points[]): Drawing => ({ areas: [contours] })

const round = (diameter: number): Points => circle({ x: 0, y: 0 }, { x: diameter / 2, y: 0 }, tolerance)
const box = (width: number, height: number): Points => {
  const [x, y] = [width / 2, height / 2]
  return [-x, -y, x, -y, x, y, -x, y]
}

/** An elliptical arc between two angles in degrees, counterclockwise as seen on screen, with y pointing down. */
function ellipse([x, y]: [number, number], [a, b]: [number, number], from: number, to: number): Points {
  const steps = Math.max(4, Math.ceil(Math.abs(to - from) / 6))
  return Array.from({ length: steps + 1 }, (_, at) => {
    const angle = ((from + ((to - from) * at) / steps) * Math.PI) / 180
    return [x + a * Math.cos(angle), y - b * Math.sin(angle)]
  }).flat()
}

/** A rectangle with rounded or cut corners. Corners are numbered counterclockwise from the top right. */
function cornered([width, height, radius]: [number, number, number], corners: string, isRound: boolean): Points {
  const [x, y] = [width / 2, height / 2]
  const size = Math.min(radius, x, y)
  const points: Points = []
  const signs = [
    [1, -1],
    [-1, -1],
    [-1, 1],
    [1, 1],
  ] as const
  signs.forEach(([across, down], index) => {
    if (!corners.includes(`${index + 1}`)) points.push(across * x, down * y)
    else if (isRound) {
      const center: [number, number] = [across * (x - size), down * (y - size)]
      points.push(...ellipse(center, [size, size], index * 90, index * 90 + 90))
    } else if (index % 2 === 0) {
      points.push(across * x, down * (y - size), across * (x - size), down * y)
    } else points.push(across * (x - size), down * y, across * x, down * (y - size))
  })
  return points
}

/** An oval, as the contour or the hole of a donut. */
const oval = (width: number, height: number) => cornered([width, height, Math.min(width, height) / 2], '1234', true)

type Sizes = [number, number, number]

/** The outer shape of each standard symbol and its holes. Sizes are in mm. */
const symbols: Record<string, (sizes: Sizes, corners: string) => Drawing> = {
  r: ([size]) => shaped('circle', [size]),
  s: ([size]) => shaped('rect', [size]),
  rect: ([width, height]) => shaped('rect', [width, height]),
  oval: ([width, height]) => shaped('oval', [width, height]),
  el: ([width, height]) => area(ellipse([0, 0], [width / 2, height / 2], 0, 354)),
  di: ([width, height]) => area([0, -height / 2, width / 2, 0, 0, height / 2, -width / 2, 0]),
  oct: (sizes) => area(cornered(sizes, '1234', false)),
  hex_l: ([width, height, cut]) => {
    const [x, y] = [width / 2, height / 2]
    return area([-x, 0, -x + cut, -y, x - cut, -y, x, 0, x - cut, y, -x + cut, y])
  },
  hex_s: ([width, height, cut]) => {
    const [x, y] = [width / 2, height / 2]
    return area([0, -y, x, -y + cut, x, y - cut, 0, y, -x, y - cut, -x, -y + cut])
  },
  tri: ([base, height]) => area([-base / 2, height / 2, base / 2, height / 2, 0, -height / 2]),
  donut_r: ([outer, inner]) => area(round(outer), round(inner)),
  donut_s: ([outer, inner]) => area(box(outer, outer), box(inner, inner)),
  donut_sr: ([outer, inner]) => area(box(outer, outer), round(inner)),
  donut_rc: ([width, height, line]) => area(box(width, height), box(width - 2 * line, height - 2 * line)),
  donut_o: ([width, height, line]) => area(oval(width, height), oval(width - 2 * line, height - 2 * line)),
}

/**
 * A standard symbol, such as `r10`, `rect20x40xr5x12` or `donut_r60x30`. Sizes are in mils or micrometers, depending on
 * the units of the file. Null for symbols that are defined in the job, and for unsupported ones, such as thermals and
 * targets.
 */
export function standardSymbol(name: string, unit: number): Drawing | null {
  const [, kind = '', list = ''] = /^([a-z_]{1,10}?)(\d.{0,80})$/.exec(name) ?? []
  const draw = Object.hasOwn(symbols, kind) ? symbols[kind] : undefined
  const words = list.split('x')
  const special = kind === 'rect' ? /^([rc])([\d.]+)$/.exec(words[2] ?? '') : null
  // A donut with more sizes has rounded corners, which are not supported.
  if (!draw || (!special && words.length > (/^donut_s?[rs]$/.test(kind) ? 2 : 3))) return null
  const [width = Number.NaN, height = width, third = 0] = words
    .slice(0, 3)
    .map((word) => Number(word.replace(/^[rc]/, '')) * unit)
  if (![width, height, third].every(Number.isFinite)) return null
  if (!special) return draw([width, height, third], '')
  if (special[1] === 'r' && words[3] === undefined) {
    return shaped('roundrect', [width, height], third / Math.max(1e-9, Math.min(width, height)))
  }
  return area(cornered([width, height, third], words[3] ?? '1234', special[1] === 'r'))
}
